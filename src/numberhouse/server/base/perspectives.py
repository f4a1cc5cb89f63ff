"""The perspectives that a request may name, and the viewers that they stand for."""

from __future__ import annotations

from numberhouse.protocol.play import Viewer
from numberhouse.protocol.review import Perspective
from numberhouse.server.base.refusals import Refused

__all__ = ["read_perspective", "viewer_of"]


def read_perspective(text: str, seats: int, *others: str) -> Perspective:
    """The perspective that a text names: `spectator`, `everything`, or one of so many seats. Raises `Refused`
    for any other, with all that there are; `others` are those that the caller reads itself."""
    if text == "spectator":
        return "spectator"
    if text == "everything":
        return "everything"
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) < seats:
        return int(text)
    named = ", ".join((*others, "spectator", "everything"))
    raise Refused(400, "perspective", f"there are: {named}, and seats from 0 to {seats - 1}")


def viewer_of(perspective: Perspective) -> Viewer:
    """The viewer whose view the perspective shows; a spectator for `everything`, which has no view."""
    return perspective if isinstance(perspective, int) else None
