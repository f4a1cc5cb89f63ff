"""The options of a match and their validation."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.sign_cook.rules.expressions.expression import Cuisine

__all__ = ["SEATS", "Options", "check", "cuisine", "garnets"]

SEATS: Final = (2, 8)
LONGEST_SIDE: Final = 26
"""Largest number of columns or rows of a mine. Columns are named by letters."""
SHORTEST_SIDE: Final = 2
MOST_GARNETS: Final = 1_000_000
MOST_WORDS: Final = 1_000_000
"""Longest word list of a host, in characters. The list is stored with the match."""
MOST_OVERRULED: Final = 1000

PowerGroups: TypeAlias = Literal["right", "left"]
UnaryMinus: TypeAlias = Literal["off", "loose", "tight"]
UnknownWords: TypeAlias = Literal["last", "refused"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a match. The defaults are the designer's standard match."""

    mine: tuple[str, ...] = ()
    """The host's mine, row by row from row 1, a digit for each cell; empty: the mine is drawn (SC-6)."""
    garnets: int | tuple[int, ...] = 3
    """The garnets of each seat at the start: one number for all seats, or one for each (SC-4)."""
    power_groups: PowerGroups = "right"
    """Whether 2^3^2 is 512 (right) or 64 (left) (SC-9)."""
    unary_minus: UnaryMinus = "off"
    """Whether a minus may stand with no number before it, and how tightly it binds (SC-9)."""
    words: str = ""
    """The host's word list, separated by spaces or line ends; empty: the house's list (SC-21)."""
    overruled: tuple[str, ...] = ()
    """Words for which the host reverses the list: a listed word doesn't count, an unlisted one does
    (SC-21)."""
    unknown_words: UnknownWords = "last"
    """Whether a dessert that spells no word is served and ranks last, or is refused without loss (SC-15)."""
    lookups: bool = False
    """Whether players may look up during the match whether a word counts (SC-21)."""
    assistance: bool = False
    """Whether the house may calculate for this match's players and give them hints; every seat agrees to it
    (SC-20). The rules are the same."""


def cuisine(options: Options) -> Cuisine:
    """The options for reading expressions."""
    return Cuisine(power_groups=options.power_groups, unary_minus=options.unary_minus)


def garnets(options: Options, seat: Seat) -> int:
    """Number of garnets with which the seat begins."""
    return options.garnets if isinstance(options.garnets, int) else options.garnets[seat]


def check(options: Options, seats: int) -> None:
    """Raises `IllegalAction` with the code `seats` or `options`."""
    fewest, most = SEATS
    if not fewest <= seats <= most:
        raise IllegalAction(
            "seats",
            "{seats} seats can't play; {fewest} to {most} can",
            {"seats": seats, "fewest": fewest, "most": most},
        )
    _check_mine(options.mine)
    _check_garnets(options, seats)
    if len(options.words) > MOST_WORDS:
        raise IllegalAction(
            "options",
            "words has {length} characters; at most {most} are possible",
            {"problem": "words-length", "length": len(options.words), "most": MOST_WORDS},
        )
    if len(options.overruled) > MOST_OVERRULED:
        raise IllegalAction(
            "options",
            "overruled names {count} words; at most {most} are possible",
            {"problem": "overruled-count", "count": len(options.overruled), "most": MOST_OVERRULED},
        )
    for word in options.overruled:
        if not re.fullmatch("[a-z]{2,15}", word):
            raise IllegalAction(
                "options",
                "overruled names {word!r}; words of 2 to 15 small letters a–z are possible",
                {"problem": "overruled-word", "word": word[:20]},
            )


def _check_mine(mine: tuple[str, ...]) -> None:
    if not mine:
        return
    sides = {"fewest": SHORTEST_SIDE, "most": LONGEST_SIDE}
    if not SHORTEST_SIDE <= len(mine) <= LONGEST_SIDE:
        raise IllegalAction(
            "options",
            "mine has {rows} rows; {fewest} to {most} are possible",
            {"problem": "rows", "rows": len(mine), **sides},
        )
    width = len(mine[0])
    if not SHORTEST_SIDE <= width <= LONGEST_SIDE:
        raise IllegalAction(
            "options",
            "row 1 of mine has {cells} cells; {fewest} to {most} are possible",
            {"problem": "cells", "row": 1, "cells": width, **sides},
        )
    for number, row in enumerate(mine, start=1):
        if len(row) != width:
            raise IllegalAction(
                "options",
                "row {row} of mine has {cells} cells; row 1 has {width}",
                {"problem": "uneven", "row": number, "cells": len(row), "width": width},
            )
        stray = re.search("[^0-9]", row)
        if stray:
            raise IllegalAction(
                "options",
                "row {row} of mine has {character!r}; digits 0 to 9 are possible",
                {"problem": "digit", "row": number, "character": stray[0]},
            )


def _check_garnets(options: Options, seats: int) -> None:
    given = options.garnets
    if isinstance(given, tuple) and len(given) != seats:
        raise IllegalAction(
            "options",
            "garnets names {count} numbers for {seats} seats; one for all or one each is possible",
            {"problem": "garnets-count", "count": len(given), "seats": seats},
        )
    for number in given if isinstance(given, tuple) else (given,):
        if not 0 <= number <= MOST_GARNETS:
            raise IllegalAction(
                "options",
                "garnets: {value}; 0 to {most} are possible",
                {"problem": "garnets", "value": number, "most": MOST_GARNETS},
            )
