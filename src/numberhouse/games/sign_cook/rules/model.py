"""Structs of a match, in the order state, actions, view.

Everything is split by who may know it (SC-5): a course that is over is public, a kitchen belongs to one seat.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.games.sign_cook.rules.dishes.dish import Course
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import START, Place, Tile

__all__ = [
    "COURSES",
    "LONGEST_DISH",
    "VISITS",
    "Action",
    "Buy",
    "Course",
    "CourseOver",
    "DiaryEntry",
    "End",
    "How",
    "Kitchen",
    "Lexicon",
    "Mine",
    "Plate",
    "Ruling",
    "Sealed",
    "Serve",
    "State",
    "ValueRuling",
    "View",
    "Visit",
    "WordRuling",
]

COURSES: Final[tuple[Course, ...]] = ("starter", "main", "dessert")
"""By round (SC-1)."""

VISITS: Final = 3
"""In a round, at most (SC-1)."""

LONGEST_DISH: Final = 10_000
"""Characters that a dish may be written with."""


# Actions


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="visit"):
    """Exchange a number tile for as many signs as it says (SC-3)."""

    place: Place
    """Each place gives one sign."""
    tile: Annotated[int, msgspec.Meta(ge=0, le=9)]
    """The number tile that is handed over."""
    sure: bool = False
    """Asked for with a 0, and with it alone: it is spent and nothing is given for it."""


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mine"):
    """Take the digits of a path in the mine (SC-7)."""

    cells: tuple[str, ...]
    """Column letter and row number, in the order of the path."""
    equation: str
    """Made of the path's digits in order, such as `2+1=3`."""


class Buy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="buy"):
    """Pay garnets for a tile, once in the match (SC-4)."""

    tile: Tile
    """Any digit or sign."""


class Serve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="serve"):
    """Present the dish of the round; nobody sees it before all have (SC-1)."""

    dish: tuple[str, ...]
    """Its expressions as they are written; none of them to present nothing."""


Action: TypeAlias = Visit | Mine | Buy | Serve
DiaryEntry: TypeAlias = Visit | Mine | Buy
"""What is done before a dish."""


# Rulings of the host


class WordRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="word"):
    """Whether a word that was served counts, wherever it was served (SC-21)."""

    word: str
    """In small letters."""
    counts: bool
    """Whether it is a word of the match."""


class ValueRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="value"):
    """What an expression comes to whose value is undecided (SC-10)."""

    course: Course
    """The round of the dish."""
    seat: Seat
    """The seat that served the dish."""
    item: int
    """The expression, from 1 in the order of the dish."""
    value: str
    """A whole number; in a main course also a fraction, a decimal or a complex number such as 0.5+0.866i.
    `unfit`: it is none that fits the course. `ruined`: a partial result is 0."""


Ruling: TypeAlias = WordRuling | ValueRuling


# State


How: TypeAlias = Literal["served", "nothing", "missing"]
"""How a seat's round ended: with a dish; by presenting nothing; by running out of time."""


class Sealed(msgspec.Struct, frozen=True):
    """What a seat presents in the running round. Nobody else sees it."""

    how: How
    """How the seat's round ends."""
    dish: tuple[str, ...] = ()
    """In normal form."""


class Kitchen(msgspec.Struct, frozen=True):
    """What only the seat itself knows."""

    pantry: str = START
    """Its tiles, in order."""
    diary: tuple[tuple[DiaryEntry, ...], ...] = ((),)
    """What it has done, by round; the running one last."""
    sealed: Sealed | None = None
    """What it presents in the running round; None while it is still at work."""

    @property
    def visits(self) -> int:
        """How many it has made in the running round."""
        return sum(not isinstance(entry, Buy) for entry in self.diary[-1])

    @property
    def bought(self) -> str:
        """The tile that it paid for, if it has (SC-4)."""
        return next((entry.tile for entries in self.diary for entry in entries if isinstance(entry, Buy)), "")

    @property
    def closed(self) -> frozenset[str]:
        """The cells that it has mined (SC-8)."""
        return frozenset(
            cell
            for entries in self.diary
            for entry in entries
            if isinstance(entry, Mine)
            for cell in entry.cells
        )

    def longest(self, number: int) -> int:
        """The longest sequence that it mined in that round, from 1."""
        return max(
            (len(entry.cells) for entry in self.diary[number - 1] if isinstance(entry, Mine)), default=0
        )


class Plate(msgspec.Struct, frozen=True):
    """What a seat presented in a round, and how it was judged."""

    how: How
    """How the seat's round ended."""
    dish: tuple[str, ...]
    """Its expressions as they were written."""
    values: tuple[str, ...]
    """What each expression comes to."""
    word: str
    """What a dessert spells."""
    verdict: str
    """A code: `judged`, `ruined`, `not-a-word`, `undecided` as long as the host hasn't said what something
    comes to, `unfit` where the host said that it doesn't fit, `nothing`, `missing`."""
    place: int
    """Among the dishes of the round; 1 is best, equal dishes share a place."""
    points: int
    """For the place (SC-16)."""
    bonus: int
    """For a 538 (SC-17)."""
    undecided: tuple[int, ...] = ()
    """Expressions, from 1, whose values are left to the host (SC-10)."""
    ruled: tuple[int, ...] = ()
    """Expressions whose values the host has given."""
    overruled: bool = False
    """Whether the host has ruled on the word (SC-21)."""


class CourseOver(msgspec.Struct, frozen=True):
    """A round that has closed, as everybody knows it (SC-5)."""

    course: Course
    """Which of the three rounds."""
    longest: int
    """Of the number sequences mined in it; 0 if none was."""
    plates: tuple[Plate, ...]
    """By seat."""


class Lexicon(msgspec.Struct, frozen=True):
    """Which word list the match has (SC-21)."""

    name: str
    """The title of the list."""
    sha256: str
    """Of the words in order, each followed by a line end."""
    count: int
    """Of its words."""


class State(msgspec.Struct, frozen=True):
    """Everything."""

    options: Options
    grid: tuple[str, ...]
    """The mine, row by row (SC-6)."""
    lexicon: Lexicon
    kitchens: tuple[Kitchen, ...]
    """By seat."""
    courses: tuple[CourseOver, ...] = ()
    """Those that are over."""
    rulings: tuple[Ruling, ...] = ()
    """Of the host, those that stand."""

    @property
    def over(self) -> bool:
        """Whether the dessert has been judged."""
        return len(self.courses) == len(COURSES)

    @property
    def round(self) -> int:
        """The running one, from 1; the last one when the match is over."""
        return min(len(self.courses) + 1, len(COURSES))


# View


class End(msgspec.Struct, frozen=True):
    """What comes to light when the match is over: everything."""

    kitchens: tuple[Kitchen, ...]
    """By seat."""
    scores: tuple[int, ...]
    """The points of the whole match, by seat."""
    places: tuple[int, ...]
    """By seat, 1 is best."""
    candidates: tuple[Seat, ...]
    """For elimination (SC-19)."""


class View(msgspec.Struct, frozen=True):
    """What a viewer may know. All that `legal`, boards and bots need is here."""

    options: Options
    """The options of the match."""
    seats: int
    """How many play."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    round: int
    """The running one, from 1; the last one when the match is over."""
    grid: tuple[str, ...]
    """The mine, row by row (SC-6)."""
    lexicon: Lexicon
    """The word list of the desserts."""
    courses: tuple[CourseOver, ...]
    """The rounds that are over."""
    waiting: frozenset[Seat]
    """Seats that haven't presented their dish of the running round."""
    kitchen: Kitchen | None
    """The viewer's own."""
    end: End | None
    """None while the match runs."""
    rulings: tuple[Ruling, ...] = ()
    """Of the host, those that stand."""
