"""Many matches at once: in this process, in a pool of processes, or on a Ray cluster. The same call each
time: tables in, results out as they come."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from numberhouse.arena.entrants import Entrant
from numberhouse.arena.match import MatchResult, play_table
from numberhouse.arena.pairings import Table
from numberhouse.extras import optional_import
from numberhouse.registry import find

__all__ = ["Job", "Workers", "run_job", "workers"]

AHEAD: Final = 3
"""Tables that are handed out for each worker: so none waits, and a kill loses little."""

RETRIES: Final = 5
"""How often a table is handed out again after the machine that had it was lost."""

Played: TypeAlias = tuple[MatchResult, str]
"""A result and the match's record, which may be empty."""


class Job(msgspec.Struct, frozen=True):
    """What a worker has to know to play a table: names and texts, so that any process can do it."""

    game: str
    entrants: Mapping[str, Entrant]
    options: bytes
    """The options as JSON, empty for the default."""
    recorded: bool


class Workers(Protocol):
    """Those who play tables."""

    def play(self, job: Job, tables: Sequence[Table]) -> Iterator[Played]:
        """Play all tables and yield each result once, in the order in which they end."""


def run_job(job: Job, table: Table) -> Played:
    """Play one table in this process."""
    installed = find(job.game)
    options = msgspec.json.decode(job.options, type=installed.game.options_type) if job.options else None
    return play_table(installed, job.entrants, table, options, recorded=job.recorded)


class OneProcess:
    """Plays here, one table after the other."""

    def play(self, job: Job, tables: Sequence[Table]) -> Iterator[Played]:
        for table in tables:
            yield run_job(job, table)


class Pool:
    """Plays in processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self._jobs = jobs

    def play(self, job: Job, tables: Sequence[Table]) -> Iterator[Played]:
        waiting: set[Future[Played]] = set()
        rest = iter(tables)
        while True:
            while len(waiting) < AHEAD * self._jobs and (table := next(rest, None)) is not None:
                waiting.add(self._pool.submit(run_job, job, table))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


class Cluster:
    """Plays on the nodes of a Ray cluster. A table whose node is lost is played again elsewhere; the ledger
    counts a table once."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._run = ray.remote(run_job).options(max_retries=RETRIES, num_cpus=1)

    def play(self, job: Job, tables: Sequence[Table]) -> Iterator[Played]:
        shared = self._ray.put(job)
        limit = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        rest = iter(tables)
        while True:
            while len(waiting) < limit and (table := next(rest, None)) is not None:
                waiting.append(self._run.remote(shared, table))
            if not waiting:
                return
            done, waiting = self._ray.wait(waiting)
            yield from self._ray.get(done)


@contextmanager
def workers(jobs: int = 1, cluster: str | None = None) -> Iterator[Workers]:
    """The workers: `jobs` processes of this machine (1 is this process), or those of the Ray cluster at that
    address. Raises `MissingExtra` and, for an address at which there is no cluster, `ConnectionError`."""
    if cluster is not None:
        with optional_import():
            import ray
        ray.init(address=cluster, log_to_driver=False, logging_level="ERROR", configure_logging=False)
        try:
            yield Cluster(ray)
        finally:
            ray.shutdown()
    elif jobs > 1:
        # A fork would copy the threads of compiled kernels, and a spawn starts Python for each process.
        with ProcessPoolExecutor(jobs, mp_context=_context()) as pool:
            try:
                yield Pool(pool, jobs)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    else:
        yield OneProcess()


@cache
def _context() -> Any:
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    return multiprocessing.get_context(method)
