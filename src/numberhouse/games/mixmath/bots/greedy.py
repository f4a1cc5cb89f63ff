"""The bots that maximize points: `greedy` searches whole turns, `one-tile` one placement at a time.

Both draw for a sign square whenever they can, unless the bonus for an empty rack is worth more. Both lay only
correct tiles and challenge every wrong one. Neither considers the tiles left on its rack or the squares that
it opens to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.mixmath.rules.arithmetic import Arithmetic
from numberhouse.games.mixmath.rules.board import INDEX, SIGN, Board
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.model import (
    MOST_IDLE,
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Pass,
    Place,
    View,
)
from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.games.mixmath.rules.turn import solves

__all__ = ["Greedy", "OneTile", "answer", "most_states", "nothing_to_lay", "with_draw"]

STATES_A_SECOND: Final = 500_000
"""Positions that a search is certain to reach in a second."""

CHAIN_STATES_A_SECOND: Final = 10_000
"""The same with chains (MX-21)."""

FEWEST_STATES: Final = 256
"""Fewest positions of a search, however short the time."""


PATIENCE: Final = MOST_IDLE
"""Rounds without a placement after which the bots pass instead of exchanging. Only a match without a limit of
idle rounds reaches it (MX-18); bots alone would otherwise exchange until the service stops them."""


class Greedy:
    """Searches whole turns for the most points; after a draw it searches again."""

    name = "greedy"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],  # noqa: ARG002 - the search knows what can be laid
        budget: Budget,
        chance: Chance,  # noqa: ARG002 - between equals it takes the first
    ) -> Thought[Action]:
        """The best turn up to its first draw. Without a possible placement, the end of the turn, an exchange
        or a pass."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.mixmath.solver.search import best_turn

        if view.waiting or view.hand is None:
            return answer(view)
        rack = view.hand.rack
        bonus = view.turn.began == RACK
        found = best_turn(view.board, rack, bonus, most_states(budget, view), view.options.arithmetic)
        if not found.placements:
            return nothing_to_lay(view)
        seen = f"{found.states} ways" if found.complete else f"the first {found.states} ways"
        laid: list[Place] = []
        for place in found.placements:
            laid.append(with_draw(place, len(rack) - len(laid) - 1, view))
            if laid[-1].draw:
                break
        reason = f"of {seen} to play on, this one scores most: {found.points} points"
        if view.options.challenge or (laid[-1].draw and len(laid) == 1):
            return Thought(laid[0], reason)
        return Thought(Line(tuple(laid), end=not laid[-1].draw), reason)


class OneTile:
    """Lays the tile that scores most, again and again. It never plans ahead."""

    name = "one-tile"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002
        legal: Legal[Action],  # noqa: ARG002
        budget: Budget,  # noqa: ARG002 - one look at every placement takes a moment
        chance: Chance,  # noqa: ARG002
    ) -> Thought[Action]:
        """The placement that scores most, with the lowest tile among equals; without one, the end of the
        turn."""
        if view.waiting or view.hand is None:
            return answer(view)
        rack = view.hand.rack
        best = _best_placement(view.board, rack, view.options.arithmetic)
        if best is None:
            return nothing_to_lay(view)
        place, points = best
        return Thought(with_draw(place, len(rack) - 1, view), f"no other tile scores more than {points}")


def _best_placement(board: Board, rack: Sequence[int], arithmetic: Arithmetic) -> tuple[Place, int] | None:
    spots = board.spots(arithmetic)
    scored = [
        (0 if place.blank else spots[INDEX[place.cell]].points[place.tile], place)
        for place in placements(board, rack, draws=False, arithmetic=arithmetic)
    ]
    if not scored:
        return None
    points, place = max(scored, key=lambda one: (one[0], -one[1].tile))
    return place, points


def with_draw(place: Place, left: int, view: View) -> Place:
    """The placement, with a draw if there is one, unless the draw would cost the bonus (MX-14). `left` tiles
    stay."""
    cleared = left == 0 and view.turn.began == RACK
    return replace(place, draw=INDEX[place.cell] in SIGN and view.bag > 0 and not cleared)


def nothing_to_lay(view: View) -> Thought[Action]:
    """End the turn, if it doesn't end by itself; or exchange the highest tiles, as many as the bag has; or
    pass."""
    if view.turn.laid:
        return Thought(Finish(), "nothing more can be laid")
    rack = view.hand.rack if view.hand else ()
    count = min(len(rack), view.bag)
    if not count:
        return Thought(Pass(), "nothing can be laid, and the bag is empty")
    if view.idle >= PATIENCE * len(view.scores):
        return Thought(Pass(), f"nobody has laid a tile for {view.idle} turns")
    return Thought(Exchange(rack[-count:]), "nothing can be laid")


def answer(view: View) -> Thought[Action]:
    """Challenge a tile that solves nothing, and accept any other (MX-17)."""
    last = view.turn.laid[-1]
    if solves(view.board, last.cell, last.tile, view.options.arithmetic):
        return Thought(Accept(), f"{last.tile} on {last.cell} is right")
    return Thought(Challenge(), f"{last.tile} on {last.cell} solves nothing")


def most_states(budget: Budget, view: View) -> int:
    """Most states of a search within the budget."""
    from numberhouse.games.mixmath.solver.search import MOST_STATES  # NumPy and Numba are in the extra `bots`

    most = MOST_STATES if budget.nodes is None else budget.nodes
    if budget.seconds is not None:
        rate = CHAIN_STATES_A_SECOND if view.options.chains else STATES_A_SECOND
        most = min(most, int(budget.seconds * rate))
    return min(max(most, FEWEST_STATES), MOST_STATES)
