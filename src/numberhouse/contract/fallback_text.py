"""Views, events, refusals and names in plain words, for games without their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Event, IllegalAction
from numberhouse.contract.names import LONGEST_SPOKEN, tidy_name
from numberhouse.contract.refusals import refusal_text
from numberhouse.words import HOUSE

__all__ = ["plain", "plain_event", "plain_refusal", "readable_name"]


def plain(value: Any) -> str:
    """Any struct as text: a field a line, indented, at most 80 columns."""
    return "\n".join(_lines(msgspec.to_builtins(value, order="deterministic"), 0))


def plain_event(event: Event, names: Sequence[str] | None = None) -> str:
    """An event's code and values on one line; a seat's name beside it."""
    values = msgspec.to_builtins(event.values, order="deterministic")
    words = [
        f"{name} {msgspec.json.encode(value).decode()}{_beside(name, value, names)}"
        for name, value in values.items()
    ]
    return f"{event.code}: {', '.join(words)}" if words else event.code


def plain_refusal(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """A refusal that all games share, in words for readers of `lang`; any other refusal in its English."""
    tidy_names = None if names is None else [tidy_name(name, LONGEST_SPOKEN) for name in names]
    return refusal_text(HOUSE, illegal, lang, tidy_names)


def readable_name(name: str) -> str:
    """A program's name, `one-tile`, in words: "One tile"."""
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _beside(name: str, value: Any, names: Sequence[str] | None) -> str:
    if name != "seat" or names is None or not isinstance(value, int) or not 0 <= value < len(names):
        return ""
    seat_name = tidy_name(names[value], LONGEST_SPOKEN)
    return f" ({seat_name})" if seat_name else ""


def _lines(value: Any, depth: int) -> Iterable[str]:
    indent = "  " * min(depth, 20)
    line = msgspec.json.encode(value).decode()
    if not isinstance(value, dict | list) or not value or len(indent) + len(line) <= 60:
        yield from _fold(indent, line)
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in pairs:
        text = msgspec.json.encode(inner).decode()
        if len(indent) + len(str(name)) + 2 + len(text) <= 80:
            yield f"{indent}{name}: {text}"
        else:
            yield from _fold(indent, f"{name}:")
            yield from _lines(inner, depth + 1)


def _fold(pad: str, text: str) -> Iterable[str]:
    width = 80 - len(pad)
    for start in range(0, len(text), width):
        yield pad + text[start : start + width]
