"""Structs of a match, in the order options, state, actions, view.

Numbers, their sets' names and the points of every turn are open to all; what the sets are and what they are
worth is hidden until the end.
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
"""The death-match opponent, whom the candidate has chosen."""

MOST_EXAMPLES: Final = 10
"""Example numbers for each set, at most, as an option (ST-4)."""

MOST_SKIPS: Final = 4
"""Turns skipped in a row that end the match (ST-8)."""

Worth: TypeAlias = Literal[1, 2, 3]

Reason: TypeAlias = Literal["", "grid-full", "four-skipped", "time-ran-out"]
"""Why the match is over; empty while it runs."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be varied; the defaults are the designer's standard match."""

    first: Literal["dmo", "candidate", "dmo-decides"] = "dmo"
    """Who begins: as the death-match opponent has told the host, or else that seat decides it first of all
    (ST-1)."""
    examples: Annotated[int, msgspec.Meta(ge=0, le=MOST_EXAMPLES)] = 3
    """Numbers of each set that are shown before the start and can't be used (ST-4)."""
    on_time_out: Literal["skip", "lose"] = "skip"
    """What running out of time costs: the turn, or the match (ST-8)."""
    sets: Annotated[
        tuple[str | Written | Listed, ...],
        msgspec.Meta(examples=[["refactorable", "n % 4 == 2", "is_prime(n)"]]),
    ] = ()
    """The ten sets, from A to J, if the host hands them in: each the name of a property of the catalogue, a
    condition on n or a list of numbers (ST-11). None: they are drawn. Secret."""
    worths: Annotated[tuple[Worth, ...], msgspec.Meta(examples=[[1, 2, 3]])] = ()
    """What they are worth, from A to J. None: drawn. Secret."""
    assistance: bool = False
    """Whether faces of the match may give hints, such as look-ups (ST-10). The rules are the same."""
    tier: Tier = "whole"
    """How well people know the properties that sets are drawn from; in plain and mixed matches the examples
    that are drawn lie mostly, or half of them, below 1000 (ST-11)."""
    example_numbers: Annotated[
        tuple[tuple[int, ...], ...], msgspec.Meta(examples=[[[11, 101, 997], [48, 144]]])
    ] = ()
    """The examples of the ten sets, from A to J, if the host chooses them for sets handed in (ST-11); then
    `examples` says nothing. None: they are drawn. Secret until the start, when they are published."""


# State


class Patched(msgspec.Struct, frozen=True, tag="patched"):
    """A property of the catalogue with exceptions: what is imagined where nothing known fits."""

    near: str
    """The property's id."""
    except_for: tuple[int, ...]
    """The numbers for which it is the other way round, in order."""


AnySet: TypeAlias = Named | Written | Listed | Patched


class Turn(msgspec.Struct, frozen=True, cache_hash=True):
    """A turn as everyone sees it (ST-7)."""

    seat: Seat
    """The seat whose turn it was."""
    number: int | None = None
    """None: the time ran out and the turn was skipped (ST-8)."""
    cell: str = ""
    """The cell of the number, by column letter and row number: `E5`; empty for a skipped turn."""
    sets: str = ""
    """The sets that the number belongs to, in order: `ADJ`."""
    points: int = 0
    """The points of the turn."""


class State(msgspec.Struct, frozen=True):
    """Everything."""

    options: Options
    """Without the secret ones."""
    handed_in: bool
    """Whether the sets come from the host. Open to all."""
    sets: tuple[AnySet, ...]
    """A … J."""
    worths: tuple[Worth, ...]
    examples: tuple[tuple[int, ...], ...]
    """Of each set, in order of size."""
    past: tuple[Turn, ...] = ()
    reason: Reason = ""
    begins: Seat | None = None
    """Who has, or is to have, the first turn; None until the death-match opponent has decided (ST-1)."""


# Actions


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    """Decide who begins (ST-1): the death-match opponent's, before the first turn."""

    seat: Seat
    """That has the first turn."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Put a number on an empty cell (ST-5)."""

    number: int
    """From 10 to 999,999."""
    cell: str
    """By column letter and row number: `E5`."""


Action: TypeAlias = Place | Begin


# View


class Line(msgspec.Struct, frozen=True):
    """Three adjacent numbers that share sets, as anybody can read them off the grid (ST-6). What the line
    brought isn't told before the worths are."""

    turn: int
    """Which of the turns in `past` completed it."""
    cells: tuple[str, str, str]
    """From one end to the other."""
    sets: str
    """Those that all three belong to, in order."""


class End(msgspec.Struct, frozen=True):
    """What is shown when the match is over (ST-2)."""

    reason: Reason
    """The reason of the end."""
    sets: tuple[AnySet, ...]
    """The hidden sets, from A to J."""
    statements: tuple[Mapping[str, str], ...]
    """The sets in words, by language, to stand after a number. The view carries the words because the board
    in the browser has no catalogue of the properties, and a host's own words stand in no catalogue."""
    worths: tuple[Worth, ...]
    """Of the sets, from A to J."""
    places: tuple[int, ...]
    """By seat, 1 is best."""


class View(msgspec.Struct, frozen=True):
    """What a seat, or a spectator, may know."""

    options: Options
    """Without the secret ones."""
    handed_in: bool
    """Whether the sets come from the host."""
    examples: tuple[tuple[int, ...], ...]
    """Of each set, from A to J, in order of size (ST-4)."""
    past: tuple[Turn, ...]
    """All turns, in order."""
    lines: tuple[Line, ...]
    """In the order in which they were completed."""
    turn: Seat | None
    """Whose turn it is; None before it is decided who begins, and when the match is over."""
    scores: tuple[int, int]
    """The points of both seats, by seat."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    end: End | None
    """None while the match runs."""
    begins: Seat | None
    """Who had, or will have, the first turn; None while the death-match opponent decides."""

    @property
    def grid(self) -> dict[str, Turn]:
        """The cells that are taken, each with the turn that took it."""
        return {turn.cell: turn for turn in self.past if turn.number is not None}
