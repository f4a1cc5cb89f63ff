"""The view and the action of the small board `choice`, for drills."""

from __future__ import annotations

import msgspec

from numberhouse.contract.drill import Words

__all__ = ["Answer", "Choose", "Guess", "Line"]


class Choose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose"):
    """Choose one of the answers."""

    chosen: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """A line of text, with its label."""

    name: Words
    text: str


class Answer(msgspec.Struct, frozen=True):
    """One answer that can be chosen."""

    id: str
    label: Words


class Guess(msgspec.Struct, frozen=True):
    """The view of the small board `choice`."""

    introduction: tuple[Words, ...]
    lines: tuple[Line, ...]
    question: Words
    choices: tuple[Answer, ...]
    several: bool
    chosen: tuple[str, ...] | None
    right: tuple[str, ...] | None
