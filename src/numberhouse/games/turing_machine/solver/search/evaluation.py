"""The exact search for best play: values of positions, and the choices that attain them.

A position is a set of worlds, as a Python integer with a bit for each row, and perhaps a round under way. The
aim *worst* minimises the lexicographic maximum of (rounds, questions) over all worlds. The aim *mean*
minimises the sum of rounds over all worlds, then the sum of questions. Rulings TM-9 and TM-13.

Compiled kernels do the work (`kernel` describes the method). This module gives them an instance and memory,
and calls them. The search can stop at any time. Its result then has the proven bound and the cost of a simple
policy (`greedy`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine.solver.search import kernel
from numberhouse.games.turing_machine.solver.search import space as place
from numberhouse.games.turing_machine.solver.search.alike import Alikeness
from numberhouse.games.turing_machine.solver.search.greedy import greedy
from numberhouse.games.turing_machine.solver.search.space import NEVER, World

__all__ = ["Aim", "Bounds", "Choice", "OpenRound", "Search", "Value"]

Aim: TypeAlias = Literal["worst", "mean"]

ENTRY: Final = 32
"""Size of an entry of the table, in bytes."""
SOLVED: Final = 64
"""Number of solved sets that are cached for each aim."""
SMALL: Final = 24
"""Sets up to this number of rows are always searched to the end, because this is as fast as a simple
policy."""
NICER: Final = 200
"""Amount of work that may always be spent on finding an equally good proposal that is a remaining code."""


class Value(NamedTuple):
    """Rounds, then questions: of the hardest world, or summed over all worlds in the aim mean."""

    rounds: int
    questions: int


class OpenRound(NamedTuple):
    """A round under way."""

    proposal: int | None
    """Index of the proposed code. None before the proposal, if questions of the round are already used
    (TM-13)."""
    asked: int = 0
    """A bit for each verifier that has been asked about the proposal."""
    questions: int = 0
    """Number of the round's three questions that are used, including a handicap's."""


class Bounds(NamedTuple):
    """Bounds of the cost of best play from a position: at least `low`; `high` is attainable."""

    low: Value
    high: Value

    @property
    def exact(self) -> bool:
        """Whether the exact value is known."""
        return self.low == self.high


class Choice(NamedTuple):
    """The next step, and the cost from here.

    The step asks `verifier` about `proposal`. Without a verifier it ends the round. Without a proposal too,
    the code is already determined.
    """

    proposal: int | None
    verifier: int | None
    bounds: Bounds


class Search:
    """Best play from any position of one instance.

    `asks` uint64[125, verifiers, words]: the sets of rows that answer yes, as `world_kernel.answer_sets`
    makes them. `group` int64[rows]: a number for each row's code, ascending. `weight` int64[rows]: the number
    of worlds of each row. `alike`: verifiers that were never asked are interchangeable (nightmare). Results
    are cached for later calls, in at most `memory` bytes.
    """

    everything: int
    """All rows."""

    def __init__(
        self,
        asks: NDArray[np.uint64],
        group: NDArray[np.int64],
        weight: NDArray[np.int64],
        *,
        alike: bool = False,
        memory: int = 256 << 20,
    ) -> None:
        rows = group.shape[0]
        self.everything = (1 << rows) - 1
        self._asks = asks
        self._group = group
        numbers, code = np.unique(group, return_inverse=True)
        answers = np.empty((asks.shape[0], rows), np.uint8)
        prints = np.empty((rows, 2), np.uint64)
        kernel.prepare(asks, answers, prints)
        proposal = _proposals(answers, asks.shape[1], code.astype(np.int64), len(numbers))
        self._world = World(answers, code.astype(np.int64), weight.astype(np.int64), proposal, prints)
        self._space = place.space(rows, len(numbers))
        self._little = place.space(SMALL, SMALL)
        self._settings = np.zeros(place.SETTINGS, np.int64)
        self._alike = Alikeness(self._world, asks.shape[1]) if alike else None
        entries = min(1 << 24, max(1 << 10, 64 * rows * rows), max(4, memory // ENTRY))
        self._table = np.zeros((1 << entries.bit_length() - 1, 4), np.int64)
        self._sets: dict[tuple[int, int], int] = {}
        self._solved: dict[Aim, deque[int]] = {"worst": deque(maxlen=SOLVED), "mean": deque(maxlen=SOLVED)}

    def sides(self, rows: int, proposal: int, verifier: int) -> tuple[int, int]:
        """The rows in which the verifier says yes to the proposal, and those in which it says no."""
        asked = self._sets.get((proposal, verifier))
        if asked is None:
            asked = int.from_bytes(self._asks[proposal, verifier].tobytes(), "little")
            self._sets[proposal, verifier] = asked
        yes = rows & asked
        return yes, rows ^ yes

    def codes(self, rows: int) -> Sequence[int]:
        """The remaining codes, as in `group`, ascending."""
        found: list[int] = np.unique(self._group[self._places(rows)]).tolist()
        return found

    def bounds(
        self,
        rows: int,
        aim: Aim,
        standing: OpenRound | None = None,
        nodes: int | None = None,
    ) -> Bounds:
        """Bounds of the cost of best play from here, without the round under way; (0, 0) if the code is
        determined.

        `nodes` limits the work, in sets and proposals examined (many worlds count for more). The result is
        then the bound proven so far. A set that belongs to a solved set has no limit, so that an announced
        value stays valid.
        """
        low, high = self._solve(self._places(rows), rows, aim, standing, nodes)
        return Bounds(_spelled(low), _spelled(high))

    def choose(
        self, rows: int, aim: Aim, standing: OpenRound | None = None, nodes: int | None = None
    ) -> Choice:
        """The next step of best play. The total cost of following it is at most the announced `high`.

        Among equally good proposals one that is a remaining code is preferred.
        """
        places = self._places(rows)
        low, high = self._solve(places, rows, aim, standing, nodes)
        bounds = Bounds(_spelled(low), _spelled(high))
        if high == 0 and self._decided(places):
            return Choice(None, None, bounds)
        settings = self._settings
        if low < high:
            self._greedy(places, aim, standing)
        else:
            if standing is None or standing.proposal is None:
                gone = standing.questions if standing else 0
                standing = OpenRound(self._nice(places, aim, gone, high), 0, gone)
            self._run(places, aim, standing)
        verifier = int(settings[place.VERIFIER])
        return Choice(int(settings[place.CHOICE]), None if verifier < 0 else verifier, bounds)

    def _solve(
        self, places: NDArray[np.int32], rows: int, aim: Aim, standing: OpenRound | None, nodes: int | None
    ) -> tuple[int, int]:
        """The lower and the upper bound."""
        if self._decided(places):
            return 0, 0
        if nodes is not None and (
            len(places) <= SMALL or any(rows & ~solved == 0 for solved in self._solved[aim])
        ):
            nodes = None
        low = 0
        if aim == "mean":
            low, state = self._run(places, aim, standing, nodes, free=True)
            if state == kernel.GIVEN_UP:
                return low, self._greedy(places, aim, standing)
            nodes = None if nodes is None else max(1, nodes - int(self._settings[place.NODES]))
        found, state = self._run(places, aim, standing, nodes)
        if state == kernel.GIVEN_UP:
            return max(low, found), self._greedy(places, aim, standing)
        if not any(rows & ~solved == 0 for solved in self._solved[aim]):
            self._solved[aim].append(rows)
        return found, found

    def _nice(self, places: NDArray[np.int32], aim: Aim, gone: int, value: int) -> int:
        """An optimal proposal: if possible one that is a remaining code, found with a little more work."""
        standing = OpenRound(None, 0, gone) if gone else None
        self._run(places, aim, standing)
        best, work = int(self._settings[place.CHOICE]), int(self._settings[place.NODES])
        codes = np.unique(self._world.code[places])
        likely = np.sort(self._world.proposal[codes])
        likely = likely[likely < 125]
        if best in likely or not len(likely):
            return best
        found, state = self._run(places, aim, standing, 2 * work + NICER, limit=value, among=likely)
        return int(self._settings[place.CHOICE]) if state == kernel.VALUE and found <= value else best

    def _run(
        self,
        places: NDArray[np.int32],
        aim: Aim,
        standing: OpenRound | None,
        nodes: int | None = None,
        *,
        free: bool = False,
        limit: int = NEVER,
        among: NDArray[np.int64] | None = None,
    ) -> tuple[int, int]:
        """One run of the search: a cost and its kind."""
        settings = self._set(places, aim, standing)
        settings[place.FREE] = free
        settings[place.LIMIT] = NEVER if nodes is None else nodes
        if among is not None:
            settings[place.NARROW] = 1
            self._space.kept[0, : len(among)] = among
            self._space.kept[0, 125] = len(among)
        cost, state = kernel.search(
            limit, self._world, place.patterns(), self._space, self._table, settings
        )  # fmt: skip
        return int(cost), int(state)

    def _greedy(self, places: NDArray[np.int32], aim: Aim, standing: OpenRound | None) -> int:
        """The cost of the simple policy. Its choice is stored in the settings."""
        settings = self._set(places, aim, standing)
        return int(
            greedy(
                self._world,
                place.patterns(),
                self._space,
                settings,
                self._little,
                self._table,
                np.zeros(place.SETTINGS, np.int64),
            )
        )

    def _set(self, places: NDArray[np.int32], aim: Aim, standing: OpenRound | None) -> NDArray[np.int64]:
        """Settings, rows and proposals for a run."""
        settings, kept = self._settings, self._space.kept
        settings[:] = 0
        settings[place.MEAN] = aim == "mean"
        settings[place.ROWS] = len(places)
        settings[place.PROPOSAL] = -1
        kept[0] = kept[-1]
        if self._alike is not None:
            settings[place.FIRST] = self._alike.order(places, 0 if standing is None else standing.asked)
        if standing is not None:
            settings[place.GONE] = standing.questions
            if standing.proposal is not None:
                settings[place.PROPOSAL] = standing.proposal
                settings[place.ASKED] = standing.asked
                kept[0, 0] = standing.proposal
                kept[0, 125] = 1
        self._space.arena[: len(places)] = places
        return settings

    def _places(self, rows: int) -> NDArray[np.int32]:
        """The rows of a set, ascending."""
        number = self._group.shape[0]
        raw = np.frombuffer(rows.to_bytes((number + 7) // 8, "little"), np.uint8)
        return np.flatnonzero(np.unpackbits(raw, count=number, bitorder="little")).astype(np.int32)

    def _decided(self, places: NDArray[np.int32]) -> bool:
        """Whether only one code is left."""
        code = self._world.code
        return len(places) == 0 or bool(code[places[0]] == code[places[-1]])


def _proposals(
    answers: NDArray[np.uint8], verifiers: int, code: NDArray[np.int64], codes: int
) -> NDArray[np.int64]:
    """The proposal equal to each code: all verifiers always answer yes to it. 125 if there is none."""
    first = np.searchsorted(code, np.arange(codes))
    full = answers[:, first] == (1 << verifiers) - 1
    return np.where(full.any(axis=0), full.argmax(axis=0), 125).astype(np.int64)


def _spelled(value: int) -> Value:
    """A kernel's value as a `Value`."""
    return Value(value // place.ROUND, value % place.ROUND)
