"""What seats are called in words: by the names of those who sit there, or by their numbers.

Names come from outside. `tidied` makes of any text one line without control characters, cut to a width;
whatever is in it stays text, for a phrase is filled in once and never again. Russian sentences are made so
that a name fits as it is: no case is asked of it, and no gender.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from numberhouse.contract.game import Seat

__all__ = ["LONGEST", "LONGEST_SPOKEN", "Names", "columns", "distinct_names", "tidied", "wrapped"]

LONGEST: Final = 20
"""Columns of a name on a board of 80."""

LONGEST_SPOKEN: Final = 60
"""Columns of a name in a sentence."""

SEAT: Final = ("seat {}", "место {}")
YOU: Final = ("you", "вы")
RIGHT_TO_LEFT: Final = ("R", "AL", "AN")
ISOLATED: Final = ("\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}")
FILLER: Final = "\ue000"
"""Stands beside a wide character while text is broken into lines; private, so it is in no text."""


class Names:
    """What a text calls the seats."""

    def __init__(self, names: Sequence[str] | None, lang: str) -> None:
        self.names = tuple(names or ())
        self.russian = lang == "ru"

    def of(self, seat: Seat) -> str:
        """Within a sentence: "Ann", or "seat 1" where nobody is named."""
        return self._given(seat) or SEAT[self.russian].format(seat)

    def start(self, seat: Seat) -> str:
        """As a sentence begins: "Ann", or "Seat 1"."""
        given = self._given(seat)
        if given:
            return given
        word = SEAT[self.russian].format(seat)
        return word[0].upper() + word[1:]

    def told(self, seat: Seat, reader: Seat | None) -> str:
        """As `of`; the reader's own seat is "you"."""
        return YOU[self.russian] if seat == reader else self.of(seat)

    def listed(self, seats: Iterable[Seat], reader: Seat | None = None) -> str:
        """Several, with commas."""
        return ", ".join(self.told(seat, reader) for seat in seats)

    def _given(self, seat: Seat) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else ""


def distinct_names(titles: Sequence[str]) -> list[str]:
    """Bots of one kind are told apart by numbers: "Casual 1", "Casual 2"; an empty title stays empty."""
    many, done = Counter(titles), Counter[str]()
    found = []
    for title in titles:
        done[title] += 1
        found.append(f"{title} {done[title]}" if title and many[title] > 1 else title)
    return found


def tidied(name: str, width: int = LONGEST) -> str:
    """The name on one line, at most so many columns wide, without characters that aren't seen. A name that
    is written from right to left is set apart, so that the words beside it stay where they are."""
    line = " ".join("".join(map(_seen, name[: 20 * width])).split())
    if columns(line) > width:
        line = _cut(line, width - 1).rstrip() + "…"
    if any(unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in line):
        line = line.join(ISOLATED)
    return line


def columns(text: str) -> int:
    """How wide the text is in a terminal."""
    return sum(map(_width, text))


def wrapped(text: str, width: int, first: str = "", margin: str = "", *, hyphens: bool = True) -> list[str]:
    """The text in lines at most so many columns wide, `first` before the first and `margin` before the
    others."""
    filled = "".join(sign + FILLER if _width(sign) == 2 else sign for sign in text)
    lines = textwrap.wrap(
        filled, width, initial_indent=first, subsequent_indent=margin, break_on_hyphens=hyphens
    )
    return [line.replace(FILLER, "") for line in lines]


def _seen(sign: str) -> str:
    kind = unicodedata.category(sign)
    return " " if kind == "Cc" else "" if kind[0] == "C" else sign


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
