"""The note sheet (TM-14): a player's crossed-out marks and text.

The sheet belongs to the player and is stored by the match. The match never compares it with the truth. A
crossed-out thing is a mark, one short word:

- `t1` … `c5`: a digit; t, s, c are △, □, ○ (TM-1).
- classic: `A.2`, verifier A doesn't work by law 2 of its card.
- extreme and nightmare: `17.2`, no verifier works by law 2 of card 17.
- nightmare: `A/17`, verifier A doesn't have card 17.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import msgspec

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import Layout, Mode
from numberhouse.words import message

__all__ = ["LETTERS", "LONGEST_TEXT", "Sheet", "checked", "marks", "sampled"]

LETTERS: Final = "ABCDEF"
"""The verifiers' names, in order."""

LONGEST_TEXT: Final = 2_000
"""Longest text of a sheet, in characters."""


class Sheet(msgspec.Struct, frozen=True):
    """The note sheet of one player."""

    crossed: tuple[str, ...] = ()
    """The crossed-out marks, each at most once. The match stores them in the order of `marks`."""
    text: str = ""
    """The player's text, at most `LONGEST_TEXT` characters, without control characters except line ends."""


@lru_cache(maxsize=256)
def marks(layout: Layout) -> Mapping[str, int]:
    """All marks that exist for these cards, in the sheet's order, with their numbers."""
    every = [f"{shape}{digit}" for shape in "tsc" for digit in range(1, 6)]
    letters = LETTERS[: layout.verifiers]
    cards = [card for group in layout.cards for card in group]
    names = letters if layout.mode == "classic" else [str(card) for card in cards]
    for name, card in zip(names, cards, strict=True):
        every += [f"{name}.{number}" for number in range(1, len(CARDS[card].laws) + 1)]
    if layout.mode == "nightmare":
        every += [f"{letter}/{card}" for letter in letters for card in cards]
    return {mark: place for place, mark in enumerate(every)}


def checked(sheet: Sheet, layout: Layout) -> Sheet:
    """The sheet with its marks in order. Raises `IllegalAction` for a mark that these cards don't have, a
    repeated mark, and a text that is too long or can't be displayed."""
    known = marks(layout)
    seen: set[str] = set()
    for mark in sheet.crossed:
        if mark not in known:
            _refuse_mark(mark, layout)
        if mark in seen:
            raise IllegalAction("mark-twice", "{mark} is crossed out twice; once is enough", {"mark": mark})
        seen.add(mark)
    _check_text(sheet.text)
    return Sheet(tuple(sorted(seen, key=known.__getitem__)), sheet.text)


def sampled(layout: Layout, chance: Chance) -> Sheet:
    """A random sheet with a few marks and perhaps a word."""
    known = tuple(marks(layout))
    crossed = chance.sample(known, chance.below(6))
    text = chance.choice(("", "", "hm", "A: △ < 3?\nB ≠ 2"))
    return checked(Sheet(tuple(crossed), text), layout)


def _refuse_mark(mark: str, layout: Layout) -> None:
    shortened = mark if len(mark) <= 12 else f"{mark[:12]}…"
    raise IllegalAction("unknown-mark", UNKNOWN[layout.mode], {"mark": shortened, "mode": layout.mode})


UNKNOWN: Final[Mapping[Mode, str]] = MappingProxyType(
    {
        "classic": message(
            "{mark!r} is nothing that can be crossed out here; what can: a digit such as t1, s5 or c3, "
            "a law such as A.2"
        ),
        "extreme": message(
            "{mark!r} is nothing that can be crossed out here; what can: a digit such as t1, s5 or c3, "
            "a law such as 17.2"
        ),
        "nightmare": message(
            "{mark!r} is nothing that can be crossed out here; what can: a digit such as t1, s5 or c3, "
            "a law such as 17.2, a verifier's card such as A/17"
        ),
    }
)
"""The texts of the refusal of an unknown mark, by mode."""


def _check_text(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise IllegalAction(
            "long-note",
            "the note is {length} characters long; at most {longest} are kept",
            {"length": len(text), "longest": LONGEST_TEXT},
        )
    for place, sign in enumerate(text):
        if sign != "\n" and unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"}:
            raise IllegalAction(
                "note-sign",
                "character {place} of the note, {sign}, can't be shown; "
                "write letters, signs, spaces and line ends",
                {"place": place + 1, "sign": f"U+{ord(sign):04X}"},
            )
