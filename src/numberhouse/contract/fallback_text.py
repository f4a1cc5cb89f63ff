"""Views, events, refusals and names in plain words, for games that have no others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from numberhouse.contract.game import Event, IllegalAction
from numberhouse.contract.names import LONGEST_SPOKEN, Names, tidied

__all__ = ["in_plain_words", "plain", "plain_event", "plain_refusal"]


def plain(value: Any) -> str:
    """Any struct as text, one field a line, indented, at most 80 columns."""
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
    """What every game refuses in the same way, in words for readers of `lang`; of anything else its own
    English."""
    if illegal.code != "not-awaited":
        return illegal.message
    called = Names(None if names is None else [tidied(one, LONGEST_SPOKEN) for one in names], lang)
    seat, waited = illegal.values["seat"], called.listed(illegal.values["awaited"])
    if lang == "ru":
        return (
            f"{called.of(seat)}: партия не ждёт этого хода, и его время выйти не может; "
            f"ждут: {waited or 'никого, партия окончена'}"
        )
    return (
        f"the match doesn't wait for {called.of(seat)}, so that time can't run out; "
        f"it waits for: {waited or 'nobody, it is over'}"
    )


def in_plain_words(name: str) -> str:
    """A name as programs write it, `one-tile`, as people read it: "One tile"."""
    words = name.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]


def _beside(name: str, value: Any, names: Sequence[str] | None) -> str:
    if name != "seat" or names is None or not isinstance(value, int) or not 0 <= value < len(names):
        return ""
    given = tidied(names[value], LONGEST_SPOKEN)
    return f" ({given})" if given else ""


def _lines(value: Any, depth: int) -> Iterable[str]:
    pad = "  " * min(depth, 20)
    whole = msgspec.json.encode(value).decode()
    if not isinstance(value, dict | list) or not value or len(pad) + len(whole) <= 60:
        yield from _folded(pad, whole)
        return
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in pairs:
        text = msgspec.json.encode(inner).decode()
        if len(pad) + len(str(name)) + 2 + len(text) <= 80:
            yield f"{pad}{name}: {text}"
        else:
            yield from _folded(pad, f"{name}:")
            yield from _lines(inner, depth + 1)


def _folded(pad: str, text: str) -> Iterable[str]:
    width = 80 - len(pad)
    for start in range(0, len(text), width):
        yield pad + text[start : start + width]
