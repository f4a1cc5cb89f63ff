"""The bot that looks ahead: it imagines the hidden tiles, and tries its best turns against the replies.

A turn opens squares to the others and leaves tiles on the own rack. Both are measured, not guessed: in each
imagined world the turn is made, all others reply by points and tiles kept, and the next own turn follows. All
candidates meet the same worlds, and the worse half of them is dropped from round to round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.mixmath.bots.greedy import Greedy, answer, most_states, nothing_to_lay
from numberhouse.games.mixmath.rules.board import INDEX, SIGN
from numberhouse.games.mixmath.rules.gameplay import game
from numberhouse.games.mixmath.rules.model import (
    Action,

    Finish,
    Line,
    Pass,
    Place,
    State,
    View,
)
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    World: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """Racks, the number of tiles on each, and the bag in the order of the draws, the next last."""

__all__ = ["Candidate", "Champion", "Lookahead"]

WIDTH: Final = 48
"""Candidates of the first round."""

WORLDS: Final = 2
"""Worlds of the first round; each further round has twice as many."""

FEWEST: Final = 3
"""Candidates that are no longer halved."""

TURNS: Final = 2
"""Turns at a table of two that follow the candidate: the reply and the own next turn. At a larger table it is
one round."""

ROOM: Final = 2048
"""Most states of a search in an imagined world."""

MOST_NODES: Final = 6000
"""Searches of a thought that no budget limits; about a second."""


@dataclass(slots=True)
class Candidate:
    """What could be done now: placements up to the first draw, or to the end of the turn."""

    placements: tuple[Place, ...]
    points: int
    """Points so far, with the bonus if the turn ends here and earns it."""
    draws: bool
    """Whether a tile is drawn for the last placement, so that the turn goes on."""
    exchanged: int = 0
    """Number of tiles that are exchanged instead."""
    total: float = 0.0
    tries: int = 0

    @property
    def value(self) -> float:
        """The mean margin over the worlds."""
        return self.total / self.tries if self.tries else float("-inf")


class Champion:
    """Takes the turn that is best after the replies and its own next turn, in imagined worlds."""

    name = "champion"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """The best candidate up to its first draw. With chains, where a search takes a second, the turn with
        the most points."""
        if view.waiting or view.hand is None:
            return answer(view)
        if view.options.chains:
            return Greedy().choose(view, seat, legal, budget, chance)
        look = Lookahead(view, seat, budget, chance, self.world)
        if not look.candidates:
            return nothing_to_lay(view)
        best = look.best()
        reason = f"{best.value:+.1f} points after the replies, the best of {len(look.candidates)}"
        return Thought(_action(best, view), reason if best.tries else "the most points")

    def world(self, view: View, seat: Seat, chance: Chance) -> State:
        """A state that fits the view."""
        return game.imagine(view, seat, chance)


def _action(best: Candidate, view: View) -> Action:
    if not best.placements:
        return Finish() if view.turn.laid else Pass()
    first, *more = best.placements
    if not more and best.draws:
        return first
    if view.options.challenge:
        return first
    return Line(best.placements, end=not best.draws)


class Lookahead:
    """The candidates of a turn, and their values in imagined worlds."""

    def __init__(
        self, view: View, seat: Seat, budget: Budget, chance: Chance, world: Callable[[View, Seat, Chance], State]
    ) -> None:
        import numpy as np  # NumPy and Numba are in the extra `bots`

        from numberhouse.games.mixmath.solver.search import FIRST_STATES, grid_of, space_of
        from numberhouse.games.mixmath.solver.values import tile_values

        self.view, self.seat, self.budget, self.chance, self.world = view, seat, budget, chance, world
        self.values = tile_values()
        self.candidates = self._candidates()
        self.grid = grid_of(view.board)
        space = space_of(FIRST_STATES, view.options.arithmetic)
        self.space = space._replace(key=space.key[:ROOM])
        self.count = np.zeros(1, np.int64)

    @property
    def nodes(self) -> int:
        """Searches so far."""
        return int(self.count[0])

    def best(self) -> Candidate:
        """The best candidate, by as many rounds as the budget allows."""
        alive, worlds = self.candidates, WORLDS
        done = 0
        while len(alive) > 1 and not self._spent():
            tried = self._round(alive, done, worlds)
            if not tried:
                break
            done += worlds
            alive = sorted(alive, key=lambda one: -one.value)
            alive = alive[: max((len(alive) + 1) // 2, min(FEWEST, len(alive)))]
            worlds *= 2
        return alive[0]

    def _round(self, alive: Sequence[Candidate], done: int, count: int) -> bool:
        """Whether all candidates were tried in the next worlds; otherwise nothing changes."""
        totals = [0.0] * len(alive)
        for number in range(done, done + count):
            world = self._world(number)
            for place, one in enumerate(alive):
                if self._spent():
                    return False
                totals[place] += self.tried(one, world)
        for one, total in zip(alive, totals, strict=True):
            one.total += total
            one.tries += count
        return True

    def tried(self, one: Candidate, world: World) -> float:
        """The margin after the candidate, the replies and the own next turn, in that world."""
        import numpy as np

        from numberhouse.games.mixmath.solver.lookahead_kernel import simulate
        from numberhouse.games.mixmath.solver.search import SQUARES

        squares = np.array([SQUARES[INDEX[place.cell]] for place in one.placements], np.int64)
        numbers = np.array([place.tile for place in one.placements], np.int64)
        tiles = np.array([BLANK if place.blank else place.tile for place in one.placements], np.int64)
        seats = len(self.view.scores)
        racks, held, bag = world
        return float(
            simulate(
                self.grid,
                racks,
                held,
                bag,
                self.seat,
                self.view.turn.began,
                squares,
                numbers,
                tiles,
                one.points,
                one.draws,
                one.exchanged,
                max(TURNS, seats),
                self.values,
                self.space,
                self.count,
            )
        )

    def _spent(self) -> bool:
        return self.budget.spent(self.nodes) or (
            self.budget.seconds is None and self.budget.nodes is None and self.nodes >= MOST_NODES
        )

    def _world(self, number: int) -> World:
        import numpy as np

        chance = self.chance.fork(f"world {number}")
        state = self.world(self.view, self.seat, chance)
        racks = np.full((len(state.hands), RACK + 1), -2, np.int64)
        for seat, hand in enumerate(state.hands):
            racks[seat, : len(hand.rack)] = hand.rack
        held = np.array([len(hand.rack) for hand in state.hands], np.int64)
        bag = np.array(chance.sample(state.bag, len(state.bag)), np.int64)
        return racks, held, bag

    def _candidates(self) -> list[Candidate]:
        """The best turns by points and tiles kept, each up to its first draw."""
        from numberhouse.games.mixmath.solver.turns import turns

        view = self.view
        assert view.hand is not None
        rack, arithmetic = view.hand.rack, view.options.arithmetic
        bonus = view.turn.began == RACK
        ranked = turns(
            view.board,
            rack,
            4 * WIDTH,
            bonus=bonus,
            values=self.values,
            most=most_states(self.budget, view),
            arithmetic=arithmetic,
        )
        found: dict[tuple[Place, ...], Candidate] = {}
        for one in ranked:
            for placements, points, draws in self._ways(one.placements, one.points, bool(one.left), bonus):
                found.setdefault(placements, Candidate(placements, points, draws))
            if len(found) >= WIDTH:
                break
        if found and view.turn.laid:
            found[()] = Candidate((), 0, draws=False)
        return list(found.values())

    def _ways(
        self, placements: tuple[Place, ...], points: int, keeps: bool, bonus: bool
    ) -> Iterator[tuple[tuple[Place, ...], int, bool]]:
        """The turn up to its first draw, and a draw before everything else; without a draw the whole turn."""
        view = self.view
        signs = [place for place in placements if INDEX[place.cell] in SIGN]
        if not view.bag or not signs:
            yield placements, points, False
            return
        if bonus and not keeps:
            yield placements, points, False
        arithmetic = view.options.arithmetic
        spots = view.board.spots(arithmetic)
        for place in signs:
            spot = spots.get(INDEX[place.cell])
            if spot is not None and place.tile in spot.points:
                yield (replace(place, draw=True),), 0 if place.blank else spot.points[place.tile], True
                return
        board, total = view.board, 0
        for number, place in enumerate(placements):
            board, scored = board.place(place.cell, place.tile, arithmetic)
            total += 0 if place.blank else scored
            if INDEX[place.cell] in SIGN:
                yield (*placements[:number], replace(place, draw=True)), total, True
                return
