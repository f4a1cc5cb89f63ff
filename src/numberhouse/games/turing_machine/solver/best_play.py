"""Best play of a layout: its numbers of rounds and questions, and its next question (TM-9, TM-11, TM-12).

    >>> from numberhouse.games.turing_machine.problems.problem import Layout
    >>> from numberhouse.games.turing_machine.solver.best_play import Solver
    >>> solver = Solver(Layout("classic", ((4,), (9,), (11,), (14,))))
    >>> solver.worst().best, solver.expected().best
    (Effort(rounds=1.0, questions=1.0), Effort(rounds=1.0, questions=1.0))

There are two aims. *worst* minimises the lexicographic maximum of (rounds, questions) over all worlds.
*mean* minimises the mean number of rounds, then that of questions, all worlds equally likely. A player who
knows the code without asking still plays one round with no question.

A position is a set of worlds, not of codes, because worlds of one code give different answers. The exact
value may be out of reach (large nightmare problems). The search can therefore stop at any time with the value
of a known policy and a proven bound that no policy can beat.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
import numpy as np

from numberhouse.contract.bot import Budget
from numberhouse.games.turing_machine.problems import world_kernel
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation, Problem
from numberhouse.games.turing_machine.problems.worlds import Worlds, orders
from numberhouse.games.turing_machine.solver.search.evaluation import Bounds, Choice, OpenRound, Search, Value

__all__ = ["Aim", "Effort", "Forecast", "Line", "Move", "Solver", "solver_for"]

Aim: TypeAlias = Literal["worst", "mean"]

FIRST_NODES: Final = 10_000
"""Amount of work before the first look at the budget. Each further attempt does up to four times as much."""
LAST_NODES: Final = 500
"""Amount of work that is still done when the budget is spent."""


class Effort(NamedTuple):
    """Numbers of rounds and questions, compared in this order."""

    rounds: float
    questions: float


class Forecast(msgspec.Struct, frozen=True):
    """The effort of best play from a position. The round under way counts."""

    best: Effort
    """The effort that the solver's own play attains."""
    least: Effort
    """A lower bound: no play takes less. Equal to `best` if the result is exact."""

    @property
    def exact(self) -> bool:
        """Whether `best` is proven to be optimal."""
        return self.best == self.least


class Move(NamedTuple):
    """The next step: ask `verifier` about `proposal`; name `solution` if there is one; otherwise end the
    round."""

    proposal: str | None = None
    verifier: int | None = None
    solution: str | None = None


class Line(NamedTuple):
    """The play of one problem: rounds, questions, and the questions of each round."""

    rounds: int
    questions: int
    asked: tuple[tuple[Observation, ...], ...]


class Solver:
    """Best play on one layout. Raises the exceptions of `Knowledge` for the layout.

    Sets of worlds (`rows`) are Python ints, one bit for each distinct world. `everything` has all worlds;
    `rows` gives those that remain after answers. Search results are cached within `memory` bytes.
    """

    def __init__(self, layout: Layout, memory: int = 256 << 20) -> None:
        self.layout = layout
        options, laws, group, weight = _rows(Knowledge(layout).possible)
        asks = np.zeros((len(CODES), layout.verifiers, (len(group) + 63) // 64), np.uint64)
        world_kernel.answer_sets(options, laws, asks)
        self._code, places = np.unique(group, return_inverse=True)
        self._group = places.astype(np.int64)
        self._weight = weight
        self.search = Search(asks, self._group, weight, alike=layout.mode == "nightmare", memory=memory)

    @property
    def everything(self) -> int:
        """All worlds."""
        return int(self.search.everything)

    def rows(self, observations: Iterable[Observation] = (), wrong_codes: Iterable[str] = ()) -> int:
        """The worlds that remain after answers. The result is 0 for contradictory answers; `Knowledge` names
        them."""
        rows = self.everything
        for seen in observations:
            rows &= self.sides(rows, seen.code, seen.verifier)[not seen.answer]
        for code in wrong_codes:
            rows &= ~self._rows_of(code)
        return rows

    def worst(
        self, rows: int | None = None, standing: OpenRound | None = None, budget: Budget | None = None
    ) -> Forecast:
        """The smallest possible maximum of (rounds, questions) over the worlds of `rows` (default: all)."""
        bounds, _ = self._bounds(rows, "worst", standing, budget)
        return Forecast(Effort(*map(float, bounds.high)), Effort(*map(float, bounds.low)))

    def expected(
        self, rows: int | None = None, standing: OpenRound | None = None, budget: Budget | None = None
    ) -> Forecast:
        """The smallest possible mean of (rounds, questions) over the worlds of `rows` (default: all), rounds
        first."""
        bounds, rows = self._bounds(rows, "mean", standing, budget)
        worlds = self.count_worlds(rows)
        high, low = bounds.high, bounds.low
        return Forecast(
            Effort(high.rounds / worlds, high.questions / worlds),
            Effort(low.rounds / worlds, low.questions / worlds),
        )

    def next(
        self,
        rows: int | None = None,
        aim: Aim = "mean",
        standing: OpenRound | None = None,
        budget: Budget | None = None,
    ) -> Move:
        """The next step of best play for the worlds `rows` and, inside a round, `standing` under way."""
        rows = self.everything if rows is None else rows
        codes = self.codes(rows)
        if len(codes) == 1:
            return Move(solution=codes[0])
        choice = self._choice(rows, aim, standing, budget)
        if choice.verifier is None:
            return Move()
        assert choice.proposal is not None
        return Move(CODES[choice.proposal], choice.verifier)

    def play(self, problem: Problem, aim: Aim = "mean", budget: Budget | None = None) -> Line:
        """Play `problem` (one of this layout) to its end. Solo and team results are compared with this
        (TM-12)."""
        rows = self.everything
        rounds: list[list[Observation]] = [[]]
        standing: OpenRound | None = None
        while True:
            move = self.next(rows, aim, standing, budget)
            if move.solution is not None:
                asked = tuple(map(tuple, rounds))
                return Line(len(rounds), sum(map(len, rounds)), asked)
            if move.proposal is None or move.verifier is None:
                rounds.append([])
                standing = None
                continue
            seen = Observation(move.proposal, move.verifier, problem.answer(move.proposal, move.verifier))
            rounds[-1].append(seen)
            rows = self.sides(rows, seen.code, seen.verifier)[not seen.answer]
            standing = after(standing, seen)
            if standing.questions == 3 and len(self.codes(rows)) > 1:
                rounds.append([])
                standing = None

    def tree(
        self,
        rows: int | None = None,
        aim: Aim = "worst",
        depth: int = 99,
        standing: OpenRound | None = None,
        budget: Budget | None = None,
    ) -> Iterator[str]:
        """Best play as an indented tree of text, line by line: questions, answers, solutions."""
        yield from self._branch(
            self.everything if rows is None else rows, aim, standing, 1, depth, "", budget
        )

    def sides(self, rows: int, proposal: str, verifier: int) -> tuple[int, int]:
        """The worlds of `rows` in which the verifier answers yes to the proposal, and those in which it
        answers no."""
        return self.search.sides(rows, INDEX[proposal], verifier)

    def codes(self, rows: int) -> list[str]:
        """The codes of the worlds `rows`."""
        return [CODES[self._code[group]] for group in self.search.codes(rows)]

    def count_worlds(self, rows: int) -> int:
        """The number of worlds that `rows` stands for."""
        if rows == self.everything:
            return int(self._weight.sum())
        return int(self._weight[_bits(rows, len(self._weight))].sum())

    def _branch(
        self,
        rows: int,
        aim: Aim,
        standing: OpenRound | None,
        round_: int,
        depth: int,
        indent: str,
        budget: Budget | None,
    ) -> Iterator[str]:
        move = self.next(rows, aim, standing, budget)
        if move.solution is not None:
            yield f"{indent}solve {move.solution}"
            return
        if not depth:
            yield f"{indent}… {len(self.codes(rows))} codes left"
            return
        if move.proposal is None or move.verifier is None:
            yield from self._branch(rows, aim, None, round_ + 1, depth, indent, budget)
            return
        begun = standing is not None and standing.proposal is not None and indent
        yield f"{indent}{'' if begun else f'round {round_}: {move.proposal} '}{'ABCDEF'[move.verifier]}?"
        sides = self.sides(rows, move.proposal, move.verifier)
        for answer, side in zip("✓✗", sides, strict=True):
            seen = after(standing, Observation(move.proposal, move.verifier, answer == "✓"))
            ended = seen.questions == 3 and len(self.codes(side)) > 1
            yield f"{indent}{answer}"
            yield from self._branch(
                side, aim, None if ended else seen, round_ + ended, depth - 1, indent + "   ", budget
            )

    def _bounds(
        self, rows: int | None, aim: Aim, standing: OpenRound | None, budget: Budget | None
    ) -> tuple[Bounds, int]:
        """Bounds that include the round under way, and the rows to which they belong."""
        rows = self.everything if rows is None else rows
        bounds = self._searched(rows, aim, standing, budget)
        if not bounds.exact and rows == self.everything and standing is None:
            bounds = bounds._replace(low=max(bounds.low, self._floor(aim)))
        if (standing is None or standing.proposal is None) and len(self.codes(rows)) > 1:
            return bounds, rows  # The search counts the rounds that it begins
        unit = self.count_worlds(rows) if aim == "mean" else 1
        low = bounds.low._replace(rounds=bounds.low.rounds + unit)
        high = bounds.high._replace(rounds=bounds.high.rounds + unit)
        return Bounds(low, high), rows

    def _floor(self, aim: Aim) -> Value:
        """A lower bound of the cost in nightmare before any question: the cost if the pairing of verifiers
        and cards is known. More knowledge never increases the cost."""
        if self.layout.mode != "nightmare":
            return Value(0, 0)
        relaxed = Solver(Layout("classic", self.layout.cards))
        low = relaxed.search.bounds(relaxed.everything, aim, None, FIRST_NODES).low
        times = len(orders(self.layout.verifiers)) if aim == "mean" else 1
        return Value(low.rounds * times, low.questions * times)

    def _searched(self, rows: int, aim: Aim, standing: OpenRound | None, budget: Budget | None) -> Bounds:
        if budget is None:
            return self.search.bounds(rows, aim, standing)
        nodes = LAST_NODES if budget.spent() else FIRST_NODES
        begun = now = time.monotonic()
        while True:
            bounds = self.search.bounds(rows, aim, standing, nodes)
            if bounds.exact or budget.spent(nodes):
                return bounds
            before, now = now, time.monotonic()
            growth = 4.0
            if budget.seconds is not None:
                growth = min(growth, (begun + budget.seconds - now) / max(now - before, 1e-3))
            if growth < 1:  # a shorter search than the last one finds nothing new
                return bounds
            nodes = int(nodes * growth)

    def _choice(self, rows: int, aim: Aim, standing: OpenRound | None, budget: Budget | None) -> Choice:
        if budget is None:
            return self.search.choose(rows, aim, standing)
        if not budget.spent():
            self._searched(rows, aim, standing, budget)
        return self.search.choose(rows, aim, standing, LAST_NODES)

    def _rows_of(self, code: str) -> int:
        return self._by_code.get(code, 0)

    @cached_property
    def _by_code(self) -> dict[str, int]:
        return {CODES[code]: _packed(self._group == group) for group, code in enumerate(self._code)}


def after(standing: OpenRound | None, seen: Observation) -> OpenRound:
    """The round under way after the answer `seen`."""
    before = standing or OpenRound(None)
    return OpenRound(INDEX[seen.code], before.asked | 1 << seen.verifier, before.questions + 1)


@lru_cache(maxsize=4)
def solver_for(layout: Layout) -> Solver:
    """The solver of a layout, cached for further questions about it."""
    return Solver(layout)


def _rows(worlds: Worlds) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The distinct worlds. Options: uint64[n, most, 2]. For each row: the option of each verifier,
    uint8[rows, n]; the number of its code; its weight, int64[rows]."""
    if not worlds.nightmare:
        return worlds.options, worlds.rows, worlds.codes, worlds.weights
    n = worlds.layout.verifiers
    masks = list(dict.fromkeys(mask for meanings in worlds.meanings for mask in meanings))
    options = np.array([[(mask & (2**64 - 1), mask >> 64) for mask in masks]] * n, np.uint64)
    names = np.array(
        [
            [masks.index(mask) for mask in meanings] + [0] * (worlds.options.shape[1] - len(meanings))
            for meanings in worlds.meanings
        ],
        np.uint8,
    )
    named = np.take_along_axis(names, worlds.rows.T.astype(np.int64), axis=1).T
    laws = named[:, orders(n)].reshape(-1, n)
    codes = np.repeat(worlds.codes, len(orders(n)))
    distinct, counts = np.unique(np.column_stack([codes, laws]), axis=0, return_counts=True)
    return options, np.ascontiguousarray(distinct[:, 1:]), distinct[:, 0], counts.astype(np.int64)


def _bits(rows: int, number: int) -> np.ndarray:
    """The members of the set: bool[number]."""
    raw = np.frombuffer(rows.to_bytes((number + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=number, bitorder="little").astype(bool)


def _packed(rows: np.ndarray) -> int:
    """The set of the rows with the value true."""
    return int.from_bytes(np.packbits(rows, bitorder="little").tobytes(), "little")
