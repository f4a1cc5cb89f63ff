"""The texts of Twenty-One. English texts are in this file; translations are in `locale`."""

from __future__ import annotations

from collections.abc import Sequence

from numberhouse.contract.game import Event, IllegalAction, Seat
from numberhouse.contract.names import Names
from numberhouse.contract.package import GameText
from numberhouse.contract.refusals import refusal_text
from numberhouse.words import words_of

from .rules import State

__all__ = ["text"]

WORDS = words_of(__package__)


def draw(view: State, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The view, at most 80 columns wide."""
    lines = [
        WORDS.t("Count: {count}. The seat that says {last} loses.", lang, count=view.count, last=view.last)
    ]
    if view.count < view.last:
        lines.append(WORDS.t("Now: {who} adds 1, 2 or 3.", lang, who=Names(names, lang).of(view.turn)))
    return "\n".join(lines)


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:  # noqa: ARG001
    """The event in one line, for the reader on `seat`."""
    who = Names(names, lang).start(event.values["seat"])
    return WORDS.t("{who} says {count}.", lang, who=who, count=event.values["count"])


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """A refusal in words."""
    return refusal_text(WORDS, illegal, lang, names)


text = GameText(draw=draw, tell=tell, refuse=refuse)
