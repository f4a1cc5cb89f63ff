"""Placeholders of a text: the values take their places after the translation.

A text may hold words that a user typed, and a value may look like a placeholder. So a value stays as it is;
only a value of the format `t` is a text itself, and is filled in too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

__all__ = ["Format", "alternatives", "fill", "literal", "seat_number"]

Format = Callable[[Any], str]
"""How a placeholder with a format shows its value: `{sets:or}`."""

PLACEHOLDER: Final = re.compile(
    r"\{\{|\}\}|\{(?P<name>[A-Za-z_]\w*)(?:\[(?P<index>\d)\])?(?P<repr>!r)?(?::(?P<format>[^{}]*))?\}"
)
"""Less than Python's own: a text may hold words of a user, and `{x.__class__}` or `{x:>999999999}` in it must
neither read anything nor fill the memory."""

NUMBER_FORMAT: Final = re.compile(r",|[,+]?\.\df|\.\d%|\.\dg")


def fill(text: str, values: Mapping[str, Any], formats: Mapping[str, Format] | None = None) -> str:
    """The text with its placeholders filled in.

    `formats` are for placeholders such as `{turn:seat}`. What it lacks is shown as in English: a seat by its
    number, `counted` for that number alone, `list`, `or` and `and` for several values, `t` for a value that
    is a text itself, filled in with the same values. `{sets[0]}` is one of several values, `{x:.1f}` and
    `{n:,}` are numbers as Python formats them, and a value of any other format is shown as it is. Raises
    `KeyError` for a placeholder without a value, `IndexError` and `ValueError` for values that are too few.
    """
    known: dict[str, Format] = {
        **ENGLISH,
        "t": lambda inner: fill(str(inner), values, {**(formats or {}), "t": str}),
        **(formats or {}),
    }

    def shown(placeholder: re.Match[str]) -> str:
        if placeholder["name"] is None:
            return placeholder[0][0]  # {{ or }}
        value = values[placeholder["name"]]
        if placeholder["index"]:
            value = value[int(placeholder["index"])]
        if placeholder["repr"]:
            value = repr(value)
        wanted = placeholder["format"] or ""
        if wanted in known:
            return known[wanted](value)
        if wanted and NUMBER_FORMAT.fullmatch(wanted) and isinstance(value, int | float):
            return format(value, wanted)
        return str(value)  # a format that is known elsewhere, as a game's own

    return PLACEHOLDER.sub(shown, text)


def seat_number(seat: int) -> int:
    """The number of a seat for people, who count from 1. The protocol, the records and the values of refusals
    count from 0; only texts and what people type count so.

    >>> seat_number(0)
    1
    """
    return seat + 1


def literal(text: str) -> str:
    """A template for a text that is ready: its braces are no placeholders."""
    return text.replace("{", "{{").replace("}", "}}")


def alternatives(values: Iterable[Any], conjunction: str) -> str:
    """Several values in a sentence: "1, 2 or 3"."""
    *others, last = map(str, values)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


ENGLISH: Final[Mapping[str, Format]] = {
    "seat": lambda seat: f"seat {seat_number(seat)}",
    "seats": lambda seats: ", ".join(str(seat_number(seat)) for seat in seats),
    "counted": lambda seat: str(seat_number(seat) if isinstance(seat, int) else seat),
    "list": lambda values: ", ".join(map(str, values)),
    "or": lambda values: alternatives(values, "or"),
    "and": lambda values: alternatives(values, "and"),
}
