"""The bot that looks ahead: it imagines the hidden tiles, and tries its best turns against the replies.

A turn opens squares to the others and leaves tiles on the own rack. Both are measured, not guessed: in each
imagined world the turn is made, all others reply by points and tiles kept, and the next own turn follows. All
candidates meet the same worlds, and fewer of them go on from round to round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.mixmath.bots.greedy import Greedy, answer, most_states, nothing_to_lay
from numberhouse.games.mixmath.rules.board import INDEX, SIGN
from numberhouse.games.mixmath.rules.gameplay import game
from numberhouse.games.mixmath.rules.legal import placements
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
from numberhouse.games.mixmath.solver.beliefs import Stuck

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numberhouse.games.mixmath.solver.turns import RankedTurn

    World: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """Racks, the number of tiles on each, and the bag in the order of the draws, the next last."""

__all__ = ["Candidate", "Champion", "Lookahead"]

ROUNDS: Final = ((16, 8, False), (8, 12, True), (4, 24, True), (3, 48, True), (2, 96, True))
"""By round: the candidates, the worlds, and whether their own next turn is played too."""

DOUBT: Final = 40.0
"""Worlds after which a measured next turn counts as much as the values of the tiles kept. The next turn
depends on the tiles drawn, so its mean over few worlds says little."""

MOST_STATES: Final = 1 << 17
"""Most states of the search for the candidates."""

ROOM: Final = 512
"""Most states of a search in an imagined world."""

MOST_NODES: Final = 3000
"""Positions of the search to the end; about a second."""


POSITIONS_A_SECOND: Final = 800
"""Positions that the search to the end is certain to reach in a second."""


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
    kept: float = 0.0
    """Sum over the worlds tried: the value of the tiles kept, in points."""
    near: float = 0.0
    """Sum over the worlds tried: the points of this turn less the replies."""
    tries: int = 0
    far: float = 0.0
    """Sum over the worlds where the next own turn was played: its points."""
    further: int = 0
    margins: list[float] = field(default_factory=list)
    """By world: the points of this turn less the replies, with the value of the tiles kept."""

    @property
    def value(self) -> float:
        """The mean margin over the worlds, and what the rest of the rack promises."""
        if not self.tries:
            return float("-inf")
        trust = self.further / (self.further + DOUBT)
        far = self.far / self.further if self.further else 0.0
        return (self.near + (1 - trust) * self.kept) / self.tries + trust * far


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
        possible = placements(view.board, view.hand.rack, draws=False, arithmetic=view.options.arithmetic)
        if next(possible, None) is None:
            return nothing_to_lay(view)
        try:
            return self._looked(view, seat, budget, chance)
        except Stuck:  # no world fits a position that somebody has made up
            return Greedy().choose(view, seat, legal, budget, chance)

    def _looked(self, view: View, seat: Seat, budget: Budget, chance: Chance) -> Thought[Action]:
        if not view.bag and len(view.scores) == 2:
            return self._ended(view, seat, budget, chance)
        look = Lookahead(view, seat, budget, chance, self.world)
        if not look.candidates:
            return nothing_to_lay(view)
        best = look.best()
        reason = f"{best.value:+.1f} points after the replies, the best of {len(look.candidates)}"
        return Thought(_action(best, view), reason if best.tries else "the most points")

    def _ended(self, view: View, seat: Seat, budget: Budget, chance: Chance) -> Thought[Action]:
        """The turn that is best to the end: the bag is empty, so the unseen tiles are the other's."""
        from numberhouse.games.mixmath.solver.endgame import end_turns  # as in `Lookahead`

        assert view.hand is not None
        theirs = self.world(view, seat, chance).hands[1 - seat].rack
        best, proven = end_turns(
            view.board,
            view.hand.rack,
            theirs,
            began=view.turn.began,
            passed=bool(view.past) and view.past[-1].passed,
            fresh=not view.turn.laid,
            most=most_positions(budget),
            spent=budget.spent,
            arithmetic=view.options.arithmetic,
        )
        one = best[0]
        reason = f"{one.value:+d} points to the end, {'proven' if proven else 'the best of those tried'}"
        return Thought(_action(Candidate(one.placements, one.points, draws=False), view), reason)

    def world(self, view: View, seat: Seat, chance: Chance) -> State:
        """A state that fits the view."""
        return game.imagine(view, seat, chance)


def most_positions(budget: Budget) -> int:
    """Positions of the search to the end, which asks for the time only between two widths."""
    most = MOST_NODES if budget.nodes is None else min(budget.nodes, MOST_NODES)
    return most if budget.seconds is None else max(1, min(most, int(budget.seconds * POSITIONS_A_SECOND)))


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
        self,
        view: View,
        seat: Seat,
        budget: Budget,
        chance: Chance,
        world: Callable[[View, Seat, Chance], State],
    ) -> None:
        import numpy as np  # NumPy and Numba are in the extra `bots`

        from numberhouse.games.mixmath.solver.search import FIRST_STATES, grid_of, space_of
        from numberhouse.games.mixmath.solver.values import tile_values

        self.view, self.seat, self.budget, self.chance, self.world = view, seat, budget, chance, world
        self.values = tile_values()
        self.candidates = self._candidates(ROUNDS[0][0])
        self.grid = grid_of(view.board)
        space = space_of(FIRST_STATES, view.options.arithmetic)
        self.space = space._replace(key=space.key[:ROOM])
        self.count = np.zeros(1, np.int64)
        self.margins = np.zeros(3, np.float64)

    @property
    def nodes(self) -> int:
        """Searches so far."""
        return int(self.count[0])

    def best(self) -> Candidate:
        """The best candidate, by as many rounds as the budget allows."""
        alive, done = self.candidates, 0
        for width, worlds, further in ROUNDS:
            alive = alive[:width]
            if len(alive) == 1 or not self._round(alive, range(done, done + worlds), further):
                break
            done += worlds
            alive = sorted(alive, key=lambda one: -one.value)
        return alive[0]

    def try_all(self, count: int, worlds: int) -> None:
        """Try the first `count` turns without draws in all of so many worlds, with the replies only."""
        self.candidates = [Candidate(one.placements, one.points, draws=False) for one in self._ranked(count)]
        self._round(self.candidates, range(worlds), further=False)

    def _round(self, alive: Sequence[Candidate], worlds: Sequence[int], further: bool) -> bool:
        """Whether all candidates were tried in these worlds. A round that the budget ends early still counts
        with the worlds in which all were tried."""
        for number in worlds:
            if self._spent():
                return False
            world = self._world(number)
            margins: list[tuple[float, float, float]] = []
            for one in alive:
                if margins and self._spent():
                    return False
                margins.append(self.tried(one, world, further))
            for one, (near, far, kept) in zip(alive, margins, strict=True):
                one.near += near
                one.kept += kept
                one.margins.append(near + kept)
                one.tries += 1
                if further:
                    one.far += far
                    one.further += 1
        return True

    def tried(self, one: Candidate, world: World, further: bool) -> tuple[float, float, float]:
        """In that world the margin of the candidate and the replies, that of the own next turn, and the value
        of the tiles kept."""
        import numpy as np

        from numberhouse.games.mixmath.solver.kernels import SQUARES
        from numberhouse.games.mixmath.solver.lookahead_kernel import simulate

        squares = np.array([SQUARES[INDEX[place.cell]] for place in one.placements], np.int64)
        numbers = np.array([place.tile for place in one.placements], np.int64)
        tiles = np.array([BLANK if place.blank else place.tile for place in one.placements], np.int64)
        seats = len(self.view.scores)
        racks, held, bag = world
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
            seats if further else seats - 1,
            self.values,
            self.space,
            self.count,
            self.margins,
        )
        near, far, kept = self.margins.tolist()
        return near, far, kept

    def _spent(self) -> bool:
        return self.budget.spent(self.nodes)

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

    def _candidates(self, count: int) -> list[Candidate]:
        """The best turns by points and tiles kept, each up to its first draw."""
        view = self.view
        bonus = view.turn.began == RACK
        ranked = self._ranked(4 * count)
        found: dict[tuple[Place, ...], Candidate] = {}
        for one in ranked:
            for way, points, draws in self._ways(one.placements, one.points, bool(one.left), bonus):
                found.setdefault(way, Candidate(way, points, draws))
            if len(found) >= count:
                break
        if found and view.turn.laid:
            found[()] = Candidate((), 0, draws=False)
        return list(found.values())

    def _ranked(self, count: int) -> tuple[RankedTurn, ...]:
        from numberhouse.games.mixmath.solver.turns import turns  # as above

        view = self.view
        assert view.hand is not None
        timed = self.budget.seconds is not None
        return turns(
            view.board,
            view.hand.rack,
            count,
            bonus=view.turn.began == RACK,
            values=self.values,
            most=most_states(self.budget, view) if timed else MOST_STATES,
            arithmetic=view.options.arithmetic,
        )

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
