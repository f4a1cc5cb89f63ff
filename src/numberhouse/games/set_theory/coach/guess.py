"""What the small board `choice` shows of a drill, and what is sent back."""

from __future__ import annotations

import msgspec

from numberhouse.contract.drill import Words

__all__ = ["Answer", "Choose", "Guess", "Line"]


class Choose(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="choose"):
    """Say which it is."""

    chosen: tuple[str, ...]


class Line(msgspec.Struct, frozen=True):
    """Something shown, with its name."""

    name: Words
    text: str


class Answer(msgspec.Struct, frozen=True):
    """What can be chosen."""

    id: str
    label: Words


class Guess(msgspec.Struct, frozen=True):
    """What the small board `choice` shows."""

    introduction: tuple[Words, ...]
    lines: tuple[Line, ...]
    question: Words
    choices: tuple[Answer, ...]
    several: bool
    chosen: tuple[str, ...] | None
    right: tuple[str, ...] | None
