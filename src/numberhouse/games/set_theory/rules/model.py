"""Structs of a match, in the order options, state, actions, view.

Numbers, the letters of their sets and the points of every turn are public. The meaning and the worth of each
set are hidden until the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Named, Written
from numberhouse.games.set_theory.catalogue.tiers import Tier

__all__ = [
    "CANDIDATE",
    "DMO",
    "MOST_EXAMPLES",
    "MOST_SKIPS",
    "SETS",
    "Action",
    "AnySet",
    "Begin",
    "End",
    "Line",
    "Options",
    "Patched",
    "Place",
    "Reason",
    "State",
    "Turn",
    "View",
    "Worth",
]

SETS: Final = 10

CANDIDATE: Final[Seat] = 0
"""The elimination candidate."""

DMO: Final[Seat] = 1
"""The death-match opponent. The candidate chose this player."""

MOST_EXAMPLES: Final = 10
"""Highest value of the option `examples`, the number of examples of each set (ST-4)."""

MOST_SKIPS: Final = 4
"""Successive skipped turns that end the match (ST-8)."""

Worth: TypeAlias = Literal[1, 2, 3]

Reason: TypeAlias = Literal[
    "", "grid-full", "four-skipped", "time-ran-out", "candidate-resigned", "dmo-resigned"
]
"""The reason of the end; empty while the match runs."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match. The defaults are the designer's standard match."""

    first: Literal["dmo", "candidate", "dmo-decides"] = "dmo"
    """The seat that begins, as the death-match opponent told the host; or `dmo-decides`: that seat decides it
    as the first action (ST-1)."""
    examples: Annotated[int, msgspec.Meta(ge=0, le=MOST_EXAMPLES)] = 3
    """Number of examples of each set. They are shown before the start and can't be placed (ST-4)."""
    on_time_out: Literal["skip", "lose"] = "skip"
    """The cost of running out of time: the turn, or the match (ST-8)."""
    sets: Annotated[
        tuple[str | Written | Listed, ...],
        msgspec.Meta(examples=[["refactorable", "n % 4 == 2", "is_prime(n)"]]),
    ] = ()
    """The ten sets, from A to J, if the host hands them in: each is the id of a property of the catalogue, a
    condition on n or a list of numbers (ST-11). Empty: the sets are drawn. Secret."""
    worths: Annotated[tuple[Worth, ...], msgspec.Meta(examples=[[1, 2, 3]])] = ()
    """The worths of the sets, from A to J. Empty: they are drawn. Secret."""
    assistance: bool = False
    """Whether the house may give hints to this match's players, such as look-ups (ST-10). The rules stay the
    same."""
    tier: Tier = "whole"
    """The tier of the properties that sets are drawn from, by how well known they are. In plain matches most
    of the drawn examples are below 1000, in mixed matches half of them (ST-11)."""
    example_numbers: Annotated[
        tuple[tuple[int, ...], ...], msgspec.Meta(examples=[[[11, 101, 997], [48, 144]]])
    ] = ()
    """The examples of the ten sets, from A to J, if the host chooses them for sets handed in (ST-11). Then
    `examples` has no effect. Empty: they are drawn. Secret until the start, when they are published."""


# State


class Patched(msgspec.Struct, frozen=True, tag="patched"):
    """A property of the catalogue with exceptions. It is an imagined set where no property fits."""

    near: str
    """The property's id."""
    except_for: tuple[int, ...]
    """The numbers for which membership is inverted, in order."""


AnySet: TypeAlias = Named | Written | Listed | Patched


class Turn(msgspec.Struct, frozen=True, cache_hash=True):
    """A turn as all seats see it (ST-7)."""

    seat: Seat
    """The seat whose turn it was."""
    number: int | None = None
    """The placed number; None if the time ran out and the turn was skipped (ST-8)."""
    cell: str = ""
    """The cell of the number, by column letter and row number: `E5`; empty for a skipped turn."""
    sets: str = ""
    """The sets that the number belongs to, in order: `ADJ`."""
    points: int = 0
    """The points of the turn."""


class State(msgspec.Struct, frozen=True):
    """The complete state of a match, secrets included."""

    options: Options
    """The options without the secret ones."""
    handed_in: bool
    """Whether the sets come from the host. Public."""
    sets: tuple[AnySet, ...]
    """The hidden sets, from A to J."""
    worths: tuple[Worth, ...]
    examples: tuple[tuple[int, ...], ...]
    """Examples of each set, from A to J, in ascending order."""
    past: tuple[Turn, ...] = ()
    reason: Reason = ""
    begins: Seat | None = None
    """The seat that has the first turn; None until the death-match opponent has decided (ST-1)."""


# Actions


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    """Decide who begins (ST-1). Only the death-match opponent may, before the first turn."""

    seat: Seat
    """The seat that has the first turn."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Put a number on an empty cell (ST-5)."""

    number: int
    """The number, from 10 to 999,999."""
    cell: str
    """The cell, by column letter and row number: `E5`."""


Action: TypeAlias = Place | Begin


# View


class Line(msgspec.Struct, frozen=True):
    """Three adjacent numbers that share sets, public (ST-6). The line doesn't show its points, because they
    would reveal the worths."""

    turn: int
    """Index in `past` of the turn that completed it."""
    cells: tuple[str, str, str]
    """The cells, from one end to the other."""
    sets: str
    """The sets that all three numbers belong to, in order."""


class End(msgspec.Struct, frozen=True):
    """The result that is shown when the match is over (ST-2)."""

    reason: Reason
    """The reason of the end."""
    sets: tuple[AnySet, ...]
    """The hidden sets, from A to J."""
    statements: tuple[Mapping[str, str], ...]
    """Statements of the sets, by language, to stand after a number. The view carries them because the board
    in the browser has no catalogue of the properties, and no catalogue has a host's own words."""
    worths: tuple[Worth, ...]
    """The worths of the sets, from A to J."""
    places: tuple[int, ...]
    """Final places by seat; 1 is best."""


class View(msgspec.Struct, frozen=True):
    """The match as a seat or a spectator may see it."""

    options: Options
    """The options without the secret ones."""
    handed_in: bool
    """Whether the sets come from the host."""
    examples: tuple[tuple[int, ...], ...]
    """Examples of each set, from A to J, in ascending order (ST-4)."""
    past: tuple[Turn, ...]
    """All turns, in order."""
    lines: tuple[Line, ...]
    """The lines in a set, in the order of their completion."""
    turn: Seat | None
    """The seat whose turn it is; None before it is decided who begins, and after the match."""
    scores: tuple[int, int]
    """The points of both seats, by seat."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    end: End | None
    """The result; None while the match runs."""
    begins: Seat | None
    """The seat that has the first turn; None while the death-match opponent decides."""

    @property
    def grid(self) -> dict[str, Turn]:
        """The occupied cells, each with its turn."""
        return {turn.cell: turn for turn in self.past if turn.number is not None}
