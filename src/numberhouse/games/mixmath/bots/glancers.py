"""The bots that overlook placements, as people do: each sees only a part of the placements that are possible,
and lays only so many tiles in a turn."""

from __future__ import annotations

from collections.abc import Sequence

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.mixmath.bots.greedy import answer, nothing_to_lay, with_draw
from numberhouse.games.mixmath.rules.board import INDEX
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.model import Action, Finish, Place, View

__all__ = ["Browser", "Dabbler", "Glancer", "Spotter"]


class Dabbler:
    """Lays the first tile or two that it happens to see, and ends its turn."""

    name = "dabbler"
    looks = 1
    """Number of possible placements that it sees."""
    tiles = 2
    """Most tiles that it lays in a turn."""
    stops = 50
    """How often it ends its turn after a tile already, of a hundred tiles."""

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be laid
        budget: Budget,  # noqa: ARG002 - one look takes a moment
        chance: Chance,
    ) -> Thought[Action]:
        """The placement that scores most of those that it sees; without one, the end of the turn."""
        if view.waiting or view.hand is None:
            return answer(view)
        own, laid = chance.fork(f"seat {seat}"), len(view.turn.laid)
        if laid >= self.tiles or (laid and own.below(100) < self.stops):
            return Thought(Finish(), "that is enough for a turn")
        scored = _scored(view, view.hand.rack)
        if not scored:
            return nothing_to_lay(view)
        seen = own.sample(scored, min(self.looks, len(scored)))
        points, place = max(seen, key=lambda one: (one[0], -one[1].tile))
        return Thought(
            with_draw(place, len(view.hand.rack) - 1, view),
            f"{points} points, the most of {len(seen)} placements it sees",
        )


class Glancer(Dabbler):
    """Lays the first tiles that it sees, two in a turn at most."""

    name = "glancer"
    stops = 0


class Browser(Dabbler):
    """Compares two placements for each tile, and lays three tiles in a turn at most."""

    name = "browser"
    looks = 2
    tiles = 3
    stops = 0


class Spotter(Dabbler):
    """Compares a handful of placements for each tile, and lays as many tiles as it can."""

    name = "spotter"
    looks = 3
    tiles = 100
    stops = 0


def _scored(view: View, rack: Sequence[int]) -> list[tuple[int, Place]]:
    arithmetic = view.options.arithmetic
    spots = view.board.spots(arithmetic)
    return [
        (0 if place.blank else spots[INDEX[place.cell]].points[place.tile], place)
        for place in placements(view.board, rack, draws=False, arithmetic=arithmetic)
    ]
