"""The names of seats in sentences: the names of the players, or the seats' numbers.

Names come from outside. `tidy_name` turns any text into one line without control characters, cut to a width.
A phrase is filled in only once, so that braces in a name stay text. Russian sentences are written so that a
name fits unchanged: they need no case and no gender of it.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from numberhouse.contract.game import Seat
from numberhouse.words import HOUSE, seat_number

__all__ = ["LONGEST", "LONGEST_SPOKEN", "Names", "columns", "distinct_names", "tidy_name", "wrapped"]

LONGEST: Final = 20
"""Columns of a name on a board of 80."""

LONGEST_SPOKEN: Final = 60
"""Columns of a name in a sentence."""

MOST_LISTED: Final = 3
"""Names in a sentence that counts the other seats."""

RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
ISOLATED: Final = ("\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}")
FILLER: Final = "\ue000"
"""Follows a wide character while text is broken into lines, so that it counts as two columns. It is a
private-use character, which no text contains."""


class Names:
    """The names of all seats, for sentences of a text."""

    def __init__(self, names: Sequence[str] | None, lang: str) -> None:
        self.names = tuple(names or ())
        self.lang = lang

    def of(self, seat: Seat) -> str:
        """The seat within a sentence: "Ann", or "seat 1" for a seat without a name."""
        return self._name(seat) or HOUSE.t("seat {seat}", self.lang, seat=seat_number(seat))

    def start(self, seat: Seat) -> str:
        """The seat at the beginning of a sentence: "Ann", or "Seat 1"."""
        name = self._name(seat)
        if name:
            return name
        word = HOUSE.t("seat {seat}", self.lang, seat=seat_number(seat))
        return word[0].upper() + word[1:]

    def for_reader(self, seat: Seat, reader: Seat | None) -> str:
        """As `of`, but the reader's own seat is "you"."""
        return HOUSE.t("you", self.lang) if seat == reader else self.of(seat)

    def listed(self, seats: Iterable[Seat], reader: Seat | None = None) -> str:
        """Several seats, joined by commas; the reader's own seat is "you"."""
        return ", ".join(self.for_reader(seat, reader) for seat in seats)

    def counted(self, seats: Sequence[Seat], reader: Seat | None = None) -> str:
        """As `listed`, but of many seats only the first ones, with the number of the others: "you, Ann, Bob
        and 9 more"."""
        if len(seats) <= MOST_LISTED + 1:
            return self.listed(seats, reader)
        first, count = self.listed(seats[:MOST_LISTED], reader), len(seats) - MOST_LISTED
        return HOUSE.t("{names} and {count} more", self.lang, names=first, count=count)

    def _name(self, seat: Seat) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else ""


def distinct_names(titles: Sequence[str]) -> list[str]:
    """The titles with numbers that distinguish bots of one kind: "Casual 1", "Casual 2". An empty title stays
    empty."""
    totals, counts = Counter(titles), Counter[str]()
    names = []
    for title in titles:
        counts[title] += 1
        names.append(f"{title} {counts[title]}" if title and totals[title] > 1 else title)
    return names


def tidy_name(name: str, width: int = LONGEST) -> str:
    """The name on one line, at most `width` columns wide, without invisible characters. A right-to-left name
    is isolated, so that it doesn't reorder the words beside it."""
    line = " ".join("".join(map(_visible, name[: 20 * width])).split())
    if columns(line) > width:
        line = _cut(line, width - 1).rstrip() + "…"
    if any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in line):
        line = line.join(ISOLATED)
    return line


def columns(text: str) -> int:
    """The width of the text in a terminal, in columns."""
    return len(text) if text.isascii() else sum(map(_width, text))


def wrapped(text: str, width: int, first: str = "", margin: str = "", *, hyphens: bool = True) -> list[str]:
    """The text in lines of at most `width` columns, with `first` before the first line and `margin` before
    the others."""
    filled = text if text.isascii() else "".join(map(_filled, text))
    lines = textwrap.wrap(
        filled, width, initial_indent=first, subsequent_indent=margin, break_on_hyphens=hyphens
    )
    return [line.replace(FILLER, "") for line in lines]


def _filled(sign: str) -> str:
    """The sign, with a filler after a wide one, so that `textwrap` counts two columns."""
    return sign + FILLER if _width(sign) == 2 else sign


def _visible(sign: str) -> str:
    kind = unicodedata.category(sign)
    return " " if kind == "Cc" else "" if kind[0] == "C" else sign


@lru_cache(maxsize=4096)  # a board is drawn of few signs, each of which is looked up thousands of times
def _width(sign: str) -> int:
    if unicodedata.combining(sign) or sign in ISOLATED:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(text: str, width: int) -> str:
    for end, sign in enumerate(text):
        width -= _width(sign)
        if width < 0:
            return text[:end]
    return text
