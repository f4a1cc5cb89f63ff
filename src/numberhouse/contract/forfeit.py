"""Forfeits: a seat loses a match for two at once. The house decides this in the same way for every game.

`numberhouse.match.Match.forfeit` ends the match. This module has the facts that all layers share, and the
words for them, so that no game needs its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.names import Names
from numberhouse.words import HOUSE, message

__all__ = ["CODE", "Forfeit", "forfeit_event", "forfeit_text", "forfeit_word"]

Forfeit: TypeAlias = Literal["resigned", "gone"]
"""Why a seat has lost at once: its player resigned, or had left, and the opponent claimed the win. It is the
`Outcome.reason` of such a match."""

CODE: Final = "forfeit"
"""The code of the event. Its values are the seat and the reason."""

PHRASES: Final = {
    "resigned": message("{Name} has resigned. The match is over."),
    "resigned_you": message("You have resigned. The match is over."),
    "gone": message("{Name} has left, and the opponent claims the win. The match is over."),
    "gone_you": message("You were away, and your opponent has claimed the win. The match is over."),
    "word_resigned": message("resigned"),
    "word_gone": message("left the match"),
}

phrase: Final = HOUSE.phrases(PHRASES)


def forfeit_event(seat: Seat, why: Forfeit) -> Event:
    """The public event that announces the forfeit."""
    return Event(CODE, {"seat": seat, "reason": why})


def forfeit_text(event: Event, reader: Seat | None, lang: str, names: Sequence[str] | None) -> str:
    """The event in words, for the reader on a seat.

    >>> forfeit_text(forfeit_event(1, "resigned"), 0, "en", ["Ann", "Bob"])
    'Bob has resigned. The match is over.'
    """
    seat, reason = event.values["seat"], event.values["reason"]
    if seat == reader:
        return phrase(f"{reason}_you", lang)
    return phrase(reason, lang, Name=Names(names, lang).start(seat))


def forfeit_word(code: str, lang: str) -> str:
    """The reason of such an outcome in one or two words; "" for every other code."""
    return phrase(f"word_{code}", lang) if code in get_args(Forfeit) else ""
