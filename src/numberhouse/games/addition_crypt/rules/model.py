"""Structs of a match, in the order state, actions, view.

Each struct has one audience (AC-7): the values of a closed round are public; a line of the ledger and a
sealed submission belong to one seat.
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
    """An ordered pair of nodes, numbered from 0, and the one of them that scores (AC-2)."""

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
"""The origin of a pick: none yet; saved by the player; saved and confirmed; set by default, because the seat
submitted nothing in time (AC-5)."""


class Points(msgspec.Struct, frozen=True):
    """Points of a seat in one round."""

    digits: int
    """Points from the digits of the scoring node (AC-6)."""
    bonus: int = 0
    """Points from Standout and Small Business Write-Off (AC-9, AC-11)."""

    @property
    def total(self) -> int:
        """Sum of both."""
        return self.digits + self.bonus


class Sealed(msgspec.Struct, frozen=True):
    """A seat's submission in the running round. No other seat sees it."""

    pick: Pick | None = None
    """The present submission; None while there is none."""
    how: How = ""
    """The origin of the submission."""
    late: bool = False
    """Whether the seat's time has run out in this round. After that the seat's actions are refused."""

    def settled(self, options: Options) -> bool:
        """Whether the round no longer waits for the seat. Where rounds last until their deadline, locking
        does not settle a seat."""
        return self.late or (self.how == "locked" and options.rounds_close == "all-locked")


class Line(msgspec.Struct, frozen=True):
    """One closed round of one seat. Only that seat knows it (AC-7)."""

    pick: Pick
    """The submission that counted."""
    how: How
    """The origin of the submission."""
    points: Points
    """The seat's points in this round."""
    rooms: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """Members of the room of the first node and of the room of the second node after this round (AC-8): the
    seats that used the node in this round, or in any round where `node_rooms` are for all rounds."""
    kept: tuple[tuple[int, tuple[Seat, ...]], ...] = ()
    """The other nodes that the seat has ever used, in order, each with the members of its room after this
    round. Empty unless `node_rooms` are for all rounds."""


Ledger: TypeAlias = tuple[Line, ...]
"""All closed rounds of one seat."""


class Closed(msgspec.Struct, frozen=True):
    """One closed round, public (AC-7)."""

    values: tuple[int, ...]
    """Value of each node after the round."""
    published: tuple[Pick, ...] | None = None
    """The submission of each seat, published after Small Business Write-Off (AC-11); otherwise None."""


class Group(msgspec.Struct, frozen=True):
    """A room of round 1 that players have opened, for more than two and fewer than all seats (AC-8)."""

    seats: tuple[Seat, ...]
    """Members of the room, in order."""
    by: tuple[Seat, ...]
    """Seats that opened the room, in order. Several seats may open the same room."""


class State(msgspec.Struct, frozen=True):
    """The complete state of a match, secrets included."""

    options: Options
    ledgers: tuple[Ledger, ...]
    """Closed rounds of each seat, by seat."""
    sealed: tuple[Sealed, ...]
    """Submissions of the running round, by seat."""
    rounds: tuple[Closed, ...] = ()
    groups: tuple[Group, ...] = ()
    """The rooms that players have opened, in order of their members. Empty after round 1."""

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.ledgers)

    @property
    def over(self) -> bool:
        """Whether the last round has closed."""
        return len(self.rounds) == len(self.options.rounds)

    @property
    def round(self) -> int:
        """The running round, counted from 1. After the end, the last round."""
        return min(len(self.rounds) + 1, len(self.options.rounds))

    @property
    def values(self) -> tuple[int, ...]:
        """Present value of each node."""
        return self.rounds[-1].values if self.rounds else self.options.start

    def barred(self, seat: Seat) -> tuple[int, ...]:
        """The nodes that the seat may not use in the running round (AC-3), in order."""
        ledger = self.ledgers[seat]
        return tuple(sorted(ledger[-1].pick.nodes)) if ledger else ()


# Actions


class Submit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="submit"):
    """Save a submission. It replaces an earlier one of the same round (AC-2, AC-4)."""

    first: int
    """The node, from 0, that gets the first amount."""
    second: int
    """The other node, which gets the second amount."""
    scoring: int
    """The node with the asterisk: `first` or `second`."""
    round: int | None = None
    """The round that the submission is meant for. The action is refused in any other round. None: the running
    round."""


class Lock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="lock"):
    """Confirm the submission: the round no longer waits for this seat (AC-4). The submission may still be
    replaced until the round closes, and stays confirmed."""


class OpenRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="open-room"):
    """Open a room for these seats, the acting seat among them, until round 1 closes (AC-8). It costs nothing.
    Only the members of the room see it."""

    seats: tuple[Seat, ...]
    """Three or more seats, fewer than all, each once, in order."""


Action: TypeAlias = Submit | Lock | OpenRoom


# View


class End(msgspec.Struct, frozen=True):
    """Everything that is revealed when the match is over."""

    ledgers: tuple[Ledger, ...]
    """Closed rounds of each seat, by seat."""
    scores: tuple[int, ...]
    """The points of the whole match, by seat."""
    places: tuple[int, ...]
    """Final places by seat; 1 is best."""


class View(msgspec.Struct, frozen=True):
    """The match as a viewer may see it. It has all data that `legal`, boards and bots need."""

    options: Options
    """The options of the match."""
    seats: int
    """Number of seats."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    round: int
    """The running round, counted from 1. After the end, the last round."""
    values: tuple[int, ...]
    """Present value of each node."""
    rounds: tuple[Closed, ...]
    """The closed rounds, in order."""
    waiting: frozenset[Seat]
    """The seats that the round still waits for."""
    ledger: Ledger
    """The viewer's closed rounds; a spectator has none."""
    barred: tuple[int, ...]
    """The nodes that the viewer may not use in the running round (AC-3)."""
    sealed: Sealed | None
    """The viewer's own submission in the running round."""
    end: End | None
    """The result; None while the match runs."""
    groups: tuple[Group, ...] = ()
    """The rooms of round 1 that players have opened and that the viewer is in."""

    @property
    def score(self) -> int:
        """The viewer's points so far."""
        return sum(line.points.total for line in self.ledger)
