"""Structs of a match, in the order state, actions, view.

Everything is split by who may know it (AC-7): a closed round's values are public, a line of the ledger
belongs to one seat, and so does a sealed submission.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.games.addition_crypt.rules.options import Options

__all__ = [
    "Action",
    "Closed",
    "End",
    "Group",
    "How",
    "Ledger",
    "Line",
    "Lock",
    "OpenRoom",
    "Pick",
    "Points",
    "Sealed",
    "State",
    "Submit",
    "View",
]


# State


class Pick(msgspec.Struct, frozen=True):
    """An ordered pair of nodes, numbered from 0, and which of them scores (AC-2)."""

    first: int
    """The node, from 0, that gets the first amount."""
    second: int
    """The node that gets the second amount."""
    scoring: int
    """The node with the asterisk: `first` or `second`."""

    @property
    def nodes(self) -> tuple[int, int]:
        """Both nodes, in order."""
        return self.first, self.second


How: TypeAlias = Literal["", "submitted", "locked", "defaulted"]
"""How a pick came about: not at all yet; saved by the player; saved and confirmed; put in because nothing was
submitted in time (AC-5)."""


class Points(msgspec.Struct, frozen=True):
    """What a seat scored in one round."""

    digits: int
    """By the digits of the scoring node (AC-6)."""
    bonus: int = 0
    """By Standout and Small Business Write-Off (AC-9, AC-11)."""

    @property
    def total(self) -> int:
        """Both together."""
        return self.digits + self.bonus


class Sealed(msgspec.Struct, frozen=True):
    """A seat's submission in the running round. Nobody else sees it."""

    pick: Pick | None = None
    """The submission as it stands; None while there is none."""
    how: How = ""
    """How it came about."""
    late: bool = False
    """Whether the time of the seat has run out in this round; then nothing is taken from it any more."""

    def settled(self, options: Options) -> bool:
        """Whether the round no longer waits for the seat. Where rounds last until their deadline, locking
        doesn't settle anything."""
        return self.late or (self.how == "locked" and options.rounds_close == "all-locked")


class Line(msgspec.Struct, frozen=True):
    """One closed round of one seat, as only that seat knows it (AC-7)."""

    pick: Pick
    """The submission that counted."""
    how: How
    """How it came about."""
    points: Points
    """The seat's points in this round."""
    rooms: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """Who is in the room of the first node after this round, and who in the second's (AC-8): who used it in
    this round, or, where `node_rooms` are for all rounds, in any."""
    kept: tuple[tuple[int, tuple[Seat, ...]], ...] = ()
    """Where `node_rooms` are for all rounds, the other nodes that the seat has ever used, in order, and who
    is in their rooms after this round."""


Ledger: TypeAlias = tuple[Line, ...]
"""All closed rounds of one seat."""


class Closed(msgspec.Struct, frozen=True):
    """One closed round, as everybody knows it (AC-7)."""

    values: tuple[int, ...]
    """Of the nodes, after the round."""
    published: tuple[Pick, ...] | None = None
    """The submission of each seat, after Small Business Write-Off (AC-11)."""


class Group(msgspec.Struct, frozen=True):
    """A room of round 1 that players have opened for more than two and fewer than all (AC-8)."""

    seats: tuple[Seat, ...]
    """Who is in it, in order."""
    by: tuple[Seat, ...]
    """Who has opened it, in order: two may have had the same idea."""


class State(msgspec.Struct, frozen=True):
    """Everything."""

    options: Options
    ledgers: tuple[Ledger, ...]
    """By seat."""
    sealed: tuple[Sealed, ...]
    """By seat, in the running round."""
    rounds: tuple[Closed, ...] = ()
    groups: tuple[Group, ...] = ()
    """The rooms that players have opened, in order of their seats; none after round 1."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.ledgers)

    @property
    def over(self) -> bool:
        """Whether the last round has closed."""
        return len(self.rounds) == len(self.options.rounds)

    @property
    def round(self) -> int:
        """The running round, from 1; the last one when the match is over."""
        return min(len(self.rounds) + 1, len(self.options.rounds))

    @property
    def values(self) -> tuple[int, ...]:
        """Of the nodes, now."""
        return self.rounds[-1].values if self.rounds else self.options.start

    def barred(self, seat: Seat) -> tuple[int, ...]:
        """The nodes that the seat may not use in the running round (AC-3), in order."""
        ledger = self.ledgers[seat]
        return tuple(sorted(ledger[-1].pick.nodes)) if ledger else ()


# Actions


class Submit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="submit"):
    """Save this submission in place of an earlier one of the round (AC-2, AC-4)."""

    first: int
    """The node, from 0, that gets the first amount."""
    second: int
    """The other node, which gets the second amount."""
    scoring: int
    """The node with the asterisk: `first` or `second`."""
    round: int | None = None
    """The round it is meant for; where another is under way it is refused. None: whichever is."""


class Lock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="lock"):
    """Confirm the submission: the round need not wait for this seat any more (AC-4). The submission may still
    be replaced until the round closes, and stays confirmed."""


class OpenRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="open-room"):
    """Open a room for these seats, one's own among them, until round 1 closes (AC-8). Free, and seen by those
    in the room alone."""

    seats: tuple[Seat, ...]
    """Three or more, fewer than all, each once, in order."""


Action: TypeAlias = Submit | Lock | OpenRoom


# View


class End(msgspec.Struct, frozen=True):
    """What comes to light when the match is over: everything."""

    ledgers: tuple[Ledger, ...]
    """By seat."""
    scores: tuple[int, ...]
    """The points of the whole match, by seat."""
    places: tuple[int, ...]
    """By seat, 1 is best."""


class View(msgspec.Struct, frozen=True):
    """What a viewer may know. All that `legal`, boards and bots need is here."""

    options: Options
    """The options of the match."""
    seats: int
    """How many play."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    round: int
    """The running round, from 1; the last one when the match is over."""
    values: tuple[int, ...]
    """Of the nodes, now."""
    rounds: tuple[Closed, ...]
    """The closed ones."""
    waiting: frozenset[Seat]
    """Seats that the round still waits for."""
    ledger: Ledger
    """The viewer's closed rounds; a spectator has none."""
    barred: tuple[int, ...]
    """Nodes that the viewer may not use in the running round (AC-3)."""
    sealed: Sealed | None
    """The viewer's own submission in the running round."""
    end: End | None
    """None while the match runs."""
    groups: tuple[Group, ...] = ()
    """The rooms of round 1 that players have opened with the viewer in them."""

    @property
    def score(self) -> int:
        """The viewer's points so far."""
        return sum(line.points.total for line in self.ledger)
