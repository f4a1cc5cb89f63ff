"""The distribution of best play: its effort on random problems of every class, and on all card sets.

    numberhouse distribution turing-machine --class classic-4-easy --out rows

Sample number i of a class is the same problem on every machine. Therefore several machines can compute parts
of a class, and the work can be resumed. A row is appended to a file as soon as it is computed, and the rows
in the files are never computed again. Each row has the effort of best play on the *layout* of a sample (on
all its worlds), exactly or within proven bounds.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.census import card_sets
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import Level

__all__ = ["CLASSES", "BadRows", "Bounds", "Class", "Limits", "Part", "Row", "rows_in", "run"]

SAMPLES: Final = {"classic": 10_000, "extreme": 1_000, "nightmare": 200}
"""Number of problems drawn in each class, by mode."""
CHUNKS: Final = {"classic": 50, "extreme": 4, "nightmare": 1}
"""Number of problems that a worker gets at a time, by mode."""
SECONDS: Final = {"classic": 60.0, "extreme": 60.0, "nightmare": 10.0}
"""Time limit of a single problem in seconds, by mode. After it the row has only bounds."""
HAND_IN: Final = 2.0
"""Seconds after which a worker returns its rows, so that little is lost if it is killed."""
MEMORY: Final = 64 << 20
"""Memory of a worker's search, in bytes."""


class BadRows(ValueError):  # noqa: N818 - as its neighbours
    """A file doesn't consist of rows. The message names the file and the line."""


class Class(NamedTuple):
    """A class of problems, or all card sets that carry a valid classic problem."""

    mode: Mode
    verifiers: int
    level: Level | None
    """The level; None for all card sets."""

    @property
    def name(self) -> str:
        """The name, such as `classic-4-easy` or `sets-4`."""
        return f"{self.mode}-{self.verifiers}-{self.level}" if self.level else f"sets-{self.verifiers}"

    def size(self, samples: int | None = None) -> int:
        """The number of rows of the class."""
        if self.level is None:
            return len(sets(self.verifiers))
        return samples or SAMPLES[self.mode]

    def layout(self, number: int) -> tuple[str, Layout]:
        """Sample `number`: the id of the problem, or the cards of the set, and its layout."""
        if self.level is None:
            cards = sets(self.verifiers)[number]
            return " ".join(map(str, cards)), Layout("classic", tuple((card,) for card in cards))
        problem = draw(Chance(f"distribution/{self.name}", number), self.mode, self.verifiers, self.level)
        return problem.id, problem.layout


LEVELS: Final[tuple[Level, ...]] = ("easy", "standard", "hard")
CLASSES: Final = {
    one.name: one
    for one in (
        *(Class(mode, n, level) for mode in MODES for n in VERIFIERS for level in LEVELS),
        Class("classic", 4, None),
        Class("classic", 5, None),
    )
}


class Bounds(NamedTuple):
    """Lower and upper bounds of rounds and questions. In the mean aim they are sums over all worlds."""

    low: tuple[int, int]
    high: tuple[int, int]

    @property
    def exact(self) -> bool:
        """Whether the exact value is known."""
        return self.low == self.high

    def meet(self, other: Bounds) -> Bounds:
        """The intersection of two proven bounds."""
        return Bounds(max(self.low, other.low), min(self.high, other.high))


class Row(NamedTuple):
    """The effort of best play on one layout."""

    number: int
    text: str
    """The sample's id, or the cards of the set."""
    worlds: int
    codes: int
    worst: Bounds
    expected: Bounds

    @property
    def exact(self) -> bool:
        """Whether both values are exact."""
        return self.worst.exact and self.expected.exact

    def line(self) -> str:
        """The row as a line of JSON: number, text, worlds, codes, then the upper bounds of (rounds,
        questions) in the worst case and summed over the worlds. If they aren't exact, the lower bounds of
        both follow."""
        fields = [self.number, self.text, self.worlds, self.codes, *self.worst.high, *self.expected.high]
        if not self.exact:
            fields += [*self.worst.low, *self.expected.low]
        return json.dumps(fields, separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str) -> Row:
        """Parse a line into its row. Raises `ValueError` for anything else."""
        match json.loads(line):
            case [int(number), str(text), int(worlds), int(codes), *rest] if len(rest) in (4, 8):
                if not all(type(one) is int for one in rest):
                    raise ValueError(line)
                high, low = rest[:4], rest[-4:]
                worst = Bounds((low[0], low[1]), (high[0], high[1]))
                return cls(number, text, worlds, codes, worst, Bounds((low[2], low[3]), (high[2], high[3])))
        raise ValueError(line)

    def meet(self, other: Row) -> Row:
        """The combined bounds of two rows of one sample. Raises `ValueError` for rows of different
        samples."""
        if self[:4] != other[:4]:
            raise ValueError(f"number {self.number} is {self.text} and {other.text}")
        return self._replace(worst=self.worst.meet(other.worst), expected=self.expected.meet(other.expected))


class Part(NamedTuple):
    """One of several parts of the work: samples number `first` - 1 and every `parts`-th after it."""

    first: int = 1
    parts: int = 1

    @property
    def suffix(self) -> str:
        """The suffix of the part's file names."""
        return "" if self.parts == 1 else f".{self.first}-of-{self.parts}"


@dataclass(frozen=True)
class Limits:
    """Limits of a single problem. None stands for the mode's own limit, `inf` for no limit."""

    seconds: float | None = None
    nodes: int | None = None

    def budget(self, mode: Mode) -> Budget:
        """A fresh budget for one aim: half the problem's time."""
        seconds = SECONDS[mode] if self.seconds is None else self.seconds
        return Budget(seconds / 2, self.nodes)


Progress = Callable[[str, int, int], None]
"""A callback in the caller's process. It receives the class, its number of known rows, and its number of
rows."""


def run(
    classes: Iterable[Class],
    folder: Path,
    *,
    samples: int | None = None,
    part: Part | None = None,
    workers: int = 1,
    limits: Limits | None = None,
    finish: bool = False,
    until: float | None = None,
    progress: Progress | None = None,
) -> bool:
    """Compute the missing rows and append them to files in `folder`. With `finish`, compute the inexact rows
    again.

    Runs until all rows exist (True), or until `time.monotonic()` is `until` (False). The process may be
    killed at any moment. Raises `BadRows` for a folder with files that aren't rows.
    """
    part, limits = part or Part(), limits or Limits()
    folder.mkdir(parents=True, exist_ok=True)
    pool = None
    if workers > 1:
        row(CLASSES["classic-4-easy"], 0, limits)  # compiles once, before all workers would
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("forkserver"), deaf)
    done = True
    try:
        for one in classes:
            path = folder / f"{one.name}{part.suffix}.jsonl"
            mend(path)
            known = rows_in(folder, one)
            size = one.size(samples)
            mine = range(part.first - 1, size, part.parts)
            missing = [n for n in mine if n not in known or (finish and not known[n].exact)]
            already = len(mine) - len(missing)
            with path.open("a", encoding="utf-8") as file:
                for found in results(one, missing, limits, pool, workers, until):
                    file.writelines(row.line() for row in found)
                    file.flush()
                    already += len(found)
                    if progress is not None:
                        progress(one.name, already, len(mine))
            done = done and already == len(mine)
            if until is not None and time.monotonic() >= until:
                return done
        return done
    finally:
        if pool is not None:
            stop(pool)


def results(
    one: Class,
    numbers: Sequence[int],
    limits: Limits,
    pool: ProcessPoolExecutor | None,
    workers: int,
    until: float | None,
) -> Iterator[list[Row]]:
    """Rows of these samples in the order of completion. Ends early at `until`."""
    size = CHUNKS[one.mode]
    waiting = iter([numbers[i : i + size] for i in range(0, len(numbers), size)])
    again: list[Sequence[int]] = []
    running: set[Future[tuple[list[Row], Sequence[int]]]] = set()
    while until is None or time.monotonic() < until:
        chunks = [again.pop() for _ in range(len(again))]
        if pool is None:
            chunks += islice(waiting, 1 - bool(chunks))
            if not chunks:
                return
            found, left = chunk(one, chunks[0], limits)
            again += [*chunks[1:], *([left] if left else [])]
            yield found
            continue
        chunks += islice(waiting, max(0, 2 * workers - len(running) - len(chunks)))
        running |= {pool.submit(chunk, one, numbers, limits) for numbers in chunks}
        if not running:
            return
        ready, running = wait(running, timeout_to(until), FIRST_COMPLETED)
        for future in ready:
            found, left = future.result()
            again += [left] if left else []
            yield found


def chunk(one: Class, numbers: Sequence[int], limits: Limits) -> tuple[list[Row], Sequence[int]]:
    """Rows of the first of these samples, computed within `HAND_IN` seconds, and the remaining samples."""
    end = time.monotonic() + HAND_IN
    found: list[Row] = []
    for done, number in enumerate(numbers):
        if done and time.monotonic() > end:
            return found, numbers[done:]
        found.append(row(one, number, limits))
    return found, ()


def row(one: Class, number: int, limits: Limits) -> Row:
    """The effort of best play on a sample."""
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import Effort, Solver

    text, layout = one.layout(number)
    solver = Solver(layout, memory=MEMORY)
    worlds = solver.count_worlds(solver.everything)

    def whole(effort: Effort, times: int) -> tuple[int, int]:
        return round(effort.rounds * times), round(effort.questions * times)

    worst = solver.worst(budget=limits.budget(one.mode))
    expected = solver.expected(budget=limits.budget(one.mode))
    return Row(
        number,
        text,
        worlds,
        len(solver.codes(solver.everything)),
        Bounds(whole(worst.least, 1), whole(worst.best, 1)),
        Bounds(whole(expected.least, worlds), whole(expected.best, worlds)),
    )


def rows_in(folder: Path, one: Class) -> dict[int, Row]:
    """All rows of a class in the files of `folder`, by number. Rows of one sample are combined.

    A last line without a line end is ignored: it was being written when the work was killed. Raises
    `BadRows`.
    """
    found: dict[int, Row] = {}
    for path in sorted({*folder.glob(f"{one.name}.jsonl"), *folder.glob(f"{one.name}.*.jsonl")}):
        with path.open(encoding="utf-8", errors="replace") as file:
            for place, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    break
                try:
                    row = Row.from_line(line)
                    found[row.number] = row.meet(found.get(row.number, row))
                except ValueError as error:
                    shown = str(error)[:80]
                    raise BadRows(f"{path}, line {place} is no row of {one.name}: {shown!r}") from None
    return found


def mend(path: Path) -> None:
    """Remove a last line that is incomplete."""
    if not path.exists():
        return
    with path.open("rb+") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 65_536))
        tail = file.read()
        if tail and not tail.endswith(b"\n"):
            file.truncate(size - len(tail) + tail.rfind(b"\n") + 1)


@cache
def sets(verifiers: int) -> Sequence[tuple[int, ...]]:
    """All card sets that carry a valid classic problem, in order."""
    return [tuple(cards) for cards in card_sets(verifiers).tolist()]


def timeout_to(until: float | None) -> float | None:
    """The seconds until `until`; None if there is no limit."""
    return None if until is None else max(0.0, until - time.monotonic())


def deaf() -> None:
    """Ignore Ctrl-C in this process, so that only the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def stop(pool: ProcessPoolExecutor) -> None:
    """End the workers, even in the middle of a problem. Unfinished problems are computed again later."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
