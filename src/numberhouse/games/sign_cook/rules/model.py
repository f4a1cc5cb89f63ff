"""Structs of a match, in the order state, actions, view.

The structs are separated by their viewers (SC-5): a closed course is public, a kitchen belongs to one seat.
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
"""The courses in the order of the rounds (SC-1)."""

VISITS: Final = 3
"""Largest number of visits in a round (SC-1)."""

LONGEST_DISH: Final = 10_000
"""Longest text of a dish, in characters."""


# Actions


class Visit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="visit"):
    """Exchange a number tile for as many signs as its number (SC-3)."""

    place: Place
    """The place of the exchange. Each place gives one kind of sign."""
    tile: Annotated[int, msgspec.Meta(ge=0, le=9)]
    """The number of the tile that the seat hands over."""
    sure: bool = False
    """Confirms an exchange of a 0, which gives no signs. It is required with a 0 and not allowed with other
    tiles."""


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="mine"):
    """Take the digits of a path in the mine (SC-7)."""

    cells: tuple[str, ...]
    """The cells as column letter and row number, in the order of the path."""
    equation: str
    """An equation of the path's digits in order, such as `2+1=3`."""


class Buy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="buy"):
    """Pay garnets for a tile, once in the match (SC-4)."""

    tile: Tile
    """The tile: any digit or sign."""


class Serve(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="serve"):
    """Present the dish of the round. It stays hidden until all seats have presented (SC-1)."""

    dish: tuple[str, ...]
    """The written expressions; an empty list presents no dish."""


Action: TypeAlias = Visit | Mine | Buy | Serve
DiaryEntry: TypeAlias = Visit | Mine | Buy
"""An action before the dish of a round."""


# Rulings of the host


class WordRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="word"):
    """The host's ruling whether a served word counts, in every dish that spells it (SC-21)."""

    word: str
    """The word in small letters."""
    counts: bool
    """Whether it is a word of the match."""


class ValueRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="value"):
    """The host's ruling on the value of an undecided expression (SC-10)."""

    course: Course
    """The course of the dish."""
    seat: Seat
    """The seat that served the dish."""
    item: int
    """The number of the expression in the dish, from 1."""
    value: str
    """A whole number; in a main course also a fraction, a decimal or a complex number such as 0.5+0.866i.
    `unfit`: the value isn't possible in the course. `ruined`: a partial result is 0."""


Ruling: TypeAlias = WordRuling | ValueRuling


# State


How: TypeAlias = Literal["served", "nothing", "missing"]
"""The end of a seat's round: with a dish (`served`), without one (`nothing`), or by running out of time
(`missing`)."""


class Sealed(msgspec.Struct, frozen=True):
    """The dish that a seat presents in the running round. Other seats can't see it."""

    how: How
    """The end of the seat's round."""
    dish: tuple[str, ...] = ()
    """The expressions in canonical form."""


class Kitchen(msgspec.Struct, frozen=True):
    """The private state of one seat."""

    pantry: str = START
    """The seat's tiles, in order."""
    diary: tuple[tuple[DiaryEntry, ...], ...] = ((),)
    """The seat's actions by round; the running round is last."""
    sealed: Sealed | None = None
    """The dish presented in the running round; None before the seat presents it."""

    @property
    def visits(self) -> int:
        """Number of visits in the running round."""
        return sum(not isinstance(entry, Buy) for entry in self.diary[-1])

    @property
    def bought(self) -> str:
        """The tile that the seat bought; empty if none (SC-4)."""
        return next((entry.tile for entries in self.diary for entry in entries if isinstance(entry, Buy)), "")

    @property
    def closed(self) -> frozenset[str]:
        """The cells that the seat has mined (SC-8)."""
        return frozenset(
            cell
            for entries in self.diary
            for entry in entries
            if isinstance(entry, Mine)
            for cell in entry.cells
        )

    def longest(self, number: int) -> int:
        """The length of the longest sequence that the seat mined in that round, from 1."""
        return max(
            (len(entry.cells) for entry in self.diary[number - 1] if isinstance(entry, Mine)), default=0
        )


class Plate(msgspec.Struct, frozen=True):
    """A seat's presented dish of a round, and the judge's result."""

    how: How
    """The end of the seat's round."""
    dish: tuple[str, ...]
    """The written expressions."""
    values: tuple[str, ...]
    """The value of each expression."""
    word: str
    """The word that a dessert spells."""
    verdict: str
    """The judge's result as a code: `judged`, `ruined`, `not-a-word`, `undecided` until the host decides a
    value, `unfit` after the host's ruling that a value isn't possible, `nothing`, `missing`."""
    place: int
    """The place among the dishes of the round. 1 is best, and equal dishes share a place."""
    points: int
    """Points for the place (SC-16)."""
    bonus: int
    """Points for a 538 (SC-17)."""
    undecided: tuple[int, ...] = ()
    """Numbers, from 1, of the expressions whose values are left to the host (SC-10)."""
    ruled: tuple[int, ...] = ()
    """Numbers of the expressions whose values the host has decided."""
    overruled: bool = False
    """Whether the host has ruled on the word (SC-21)."""


class CourseOver(msgspec.Struct, frozen=True):
    """A closed round, as all viewers see it (SC-5)."""

    course: Course
    """The course of the round."""
    longest: int
    """The length of the longest number sequence mined in the round; 0 if none was."""
    plates: tuple[Plate, ...]
    """The plates by seat."""


class Lexicon(msgspec.Struct, frozen=True):
    """The word list of the match (SC-21)."""

    name: str
    """The title of the list."""
    sha256: str
    """SHA-256 of the words in order, each followed by a line end."""
    count: int
    """Number of words."""


class State(msgspec.Struct, frozen=True):
    """The whole state of a match."""

    options: Options
    grid: tuple[str, ...]
    """The mine, row by row (SC-6)."""
    lexicon: Lexicon
    kitchens: tuple[Kitchen, ...]
    """The kitchens by seat."""
    courses: tuple[CourseOver, ...] = ()
    """The closed courses."""
    rulings: tuple[Ruling, ...] = ()
    """The host's rulings in force."""

    @property
    def over(self) -> bool:
        """Whether the dessert has been judged."""
        return len(self.courses) == len(COURSES)

    @property
    def round(self) -> int:
        """The number of the running round, from 1; the last round when the match is over."""
        return min(len(self.courses) + 1, len(COURSES))


# View


class End(msgspec.Struct, frozen=True):
    """The facts that become public when the match is over."""

    kitchens: tuple[Kitchen, ...]
    """The kitchens by seat."""
    scores: tuple[int, ...]
    """The points of the whole match, by seat."""
    places: tuple[int, ...]
    """The places by seat; 1 is best."""
    candidates: tuple[Seat, ...]
    """The seats that may be eliminated (SC-19)."""


class View(msgspec.Struct, frozen=True):
    """The facts that a viewer may know. `legal`, boards and bots need nothing else."""

    options: Options
    """The options of the match."""
    seats: int
    """Number of seats."""
    seat: Seat | None
    """The viewer's seat; None for a spectator."""
    round: int
    """The number of the running round, from 1; the last round when the match is over."""
    grid: tuple[str, ...]
    """The mine, row by row (SC-6)."""
    lexicon: Lexicon
    """The word list of the desserts."""
    courses: tuple[CourseOver, ...]
    """The closed courses."""
    waiting: frozenset[Seat]
    """The seats that haven't presented their dish of the running round."""
    kitchen: Kitchen | None
    """The viewer's own kitchen; None for a spectator."""
    end: End | None
    """The result of the match; None while it runs."""
    rulings: tuple[Ruling, ...] = ()
    """The host's rulings in force."""
