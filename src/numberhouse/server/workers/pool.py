"""Worker processes: started when needed, killed when they stall, each with one task at a time.

A pool serves people in turn (`fair_queue.py`). A task that would last long comes back from the process
unfinished after a while, and waits for its person's next turn: so nobody waits for all of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

import msgspec
import structlog

from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.asker import Asker, current_asker
from numberhouse.server.workers.fair_queue import FairQueue, LineFull
from numberhouse.server.workers.tasks import Reply, Task

__all__ = ["CRASHED", "LENGTH", "STALLED", "NoWorker", "Pool", "WorkerFailed", "busy"]

PROGRAM: Final = "numberhouse.server.ops.worker"

LENGTH: Final = struct.Struct("!I")
"""Precedes every message on the pipes: its number of bytes."""

READY: Final = 30.0
"""Seconds that a process may take to start."""

GRACE: Final = 2.0
"""Seconds after its limit at which a process ends itself, in case the service hasn't killed it."""

OURS: Final = ("NUMBERHOUSE_", "PG")
"""Prefixes of environment variables that belong to the service and its database only."""

CACHE: Final = "NUMBERHOUSE_CACHE"
"""Not one of them: a worker must find and leave what is built where the service looks for it."""

STALLED: Final = "stalled"
CRASHED: Final = "crashed"

LONGEST_PROBLEM: Final = 200
"""Characters of the line that says why a worker doesn't start."""

POLITENESS: Final = 5
"""Niceness of a worker: the service itself gets the processor first."""


MOST_EACH: Final = 8
"""Tasks of one person that may wait for a process of a pool."""

MOST_OF_ALL: Final = 400
"""Tasks of all people that may wait for a process of a pool: they are in memory."""

BUSY_AGAIN: Final = 5
"""Seconds after which a person with too many waiting tasks may ask again."""

log = structlog.get_logger("numberhouse")


class WorkerFailed(Exception):  # noqa: N818 - it isn't our fault
    """A task has no result. `fault` says why: `stalled`, `crashed`, or the kind of error."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class NoWorker(Exception):  # noqa: N818
    """No process could be started; the task isn't at fault."""


class Pool:
    """A fixed number of processes. Tasks wait for a free one, person by person."""

    def __init__(
        self,
        count: int,
        *,
        most_each: int = MOST_EACH,
        most_of_all: int = MOST_OF_ALL,
        largest: int = 1 << 20,
        niceness: int = POLITENESS,
        memory: int = 0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """At most `most_each` tasks of one person wait for a process, and `most_of_all` of all people. A
        reply has at most `largest` bytes. A process has an address space of at most `memory` bytes, 0: any
        size."""
        self.count = count
        self._now = now
        self._queue: FairQueue[_Waiter] = FairQueue(now, most_each=most_each, most_of_all=most_of_all)
        self._processes = [_Process(largest, niceness, memory) for _ in range(count)]
        # The process that worked last is used first: it has loaded what tasks need.
        self._free = self._processes[::-1]

    @property
    def busy(self) -> int:
        """Number of processes at work."""
        return self.count - len(self._free)

    def waiting(self, person: str) -> int:
        """Number of the person's tasks that wait for a process."""
        return self._queue.waiting(person)

    async def ask(
        self, task: Task, limit: float, *, first: float = 0.0, topic: tuple[str, ...] = ()
    ) -> Reply:
        """The reply after at most `limit` seconds in a process, plus `first` if the process has had no task
        of the `topic` yet. The task is done for `current_asker`.

        Raises `WorkerFailed`, `NoWorker`, and `Refused` if the person has too many tasks waiting.
        """
        asker = current_asker()
        left = limit
        while True:
            process = await self._turn(asker)
            began = self._now()
            try:
                reply = await process.ask(task, left + (0.0 if topic in process.topics else first), topic)
            finally:
                seconds = self._now() - began
                self._free.append(process)
                self._queue.done(asker.key, seconds)
                self._assign()
            if not reply.unfinished:
                return reply
            left -= seconds
            if left <= 0:
                raise WorkerFailed(STALLED)

    async def close(self) -> None:
        """Kill all processes, with their tasks."""
        await asyncio.gather(*(process.end() for process in self._processes))

    async def _turn(self, asker: Asker) -> _Process:
        """The process for the asker's next task, as soon as it is the asker's turn."""
        waiter: _Waiter = asyncio.get_running_loop().create_future()
        try:
            lost = self._queue.add(asker.key, waiter)
        except LineFull as full:
            raise busy(full.waiting, full.most) from None
        if lost is not None and not lost.done():
            held = self._queue.waiting(asker.key)
            lost.set_exception(busy(held, held))
        self._assign()
        try:
            if not waiter.done() and asker.gone is not None:
                await _unless_gone(waiter, asker.gone)
            return await waiter
        except BaseException:
            self._queue.remove(asker.key, waiter)
            if waiter.done() and not waiter.cancelled() and waiter.exception() is None:
                self._free.append(waiter.result())  # it was this task's turn in the very moment
                self._queue.done(asker.key, 0.0)
                self._assign()
            raise

    def _assign(self) -> None:
        """Give free processes to those whose turn it is."""
        while self._free and (next_one := self._queue.take()) is not None:
            person, waiter = next_one
            if waiter.done():  # cancelled a moment ago
                self._queue.done(person, 0.0)
            else:
                waiter.set_result(self._free.pop())


async def _unless_gone(waiter: _Waiter, gone: Gone) -> None:
    """Wait for the turn. Raises `Refused` if the client goes first."""
    watch = asyncio.ensure_future(gone())
    try:
        await asyncio.wait((waiter, watch), return_when=asyncio.FIRST_COMPLETED)
    finally:
        watch.cancel()
        await asyncio.gather(watch, return_exceptions=True)
    if not waiter.done():
        raise Refused(499, "gone", "the client has closed the connection, so nothing was worked out")


def busy(waiting: int, most: int) -> Refused:
    """The refusal of a task whose person has `waiting` tasks waiting. It concerns that person alone."""
    return Refused(
        429,
        "busy",
        f"{waiting} tasks of yours wait already, and {most} may wait at once; ask again when one of them has "
        "been answered",
        waiting=waiting,
        most=most,
        retry_after=BUSY_AGAIN,
    )


class _Process:
    """A slot for one process. It is killed when a task stalls or crashes, and the next task gets a new
    one."""

    def __init__(self, largest: int, niceness: int, memory: int) -> None:
        self.topics: set[tuple[str, ...]] = set()
        """Topics for which this process has loaded what it needs."""
        self._largest = largest
        self._options = (str(niceness), str(memory))
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, task: Task, limit: float, topic: tuple[str, ...]) -> Reply:
        """See `Pool.ask`."""
        body = msgspec.msgpack.encode((limit + GRACE, task))
        try:
            reply = msgspec.msgpack.decode(await self._exchange(body, limit), type=Reply)
        except msgspec.DecodeError:
            await self.end()
            raise WorkerFailed(CRASHED) from None
        if reply.fault:
            raise WorkerFailed(reply.fault)
        self.topics.add(topic)
        return reply

    async def end(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        self.topics.clear()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _exchange(self, body: bytes, limit: float) -> bytes:
        process = self._process or await self._start()
        try:
            async with asyncio.timeout(limit):
                assert process.stdin is not None
                process.stdin.write(LENGTH.pack(len(body)) + body)
                await process.stdin.drain()
                return await self._read(process)
        except TimeoutError:
            await self.end()
            raise WorkerFailed(STALLED) from None
        except (OSError, EOFError):
            await self.end()
            raise WorkerFailed(CRASHED) from None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def _start(self) -> asyncio.subprocess.Process:
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                PROGRAM,
                *self._options,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,  # until it is ready; then it writes nothing any more
                start_new_session=True,  # Ctrl-C stops the service, and must not interrupt a task
                env=_environment(),
            )
            async with asyncio.timeout(READY):
                await self._read(process)
        except (TimeoutError, OSError, EOFError) as error:
            started = self._process
            await self.end()
            log.error("a worker doesn't start", problem=await _last_line(started) or type(error).__name__)
            raise NoWorker(f"no process to think in: {type(error).__name__}") from error
        return process

    async def _read(self, process: asyncio.subprocess.Process) -> bytes:
        """Read one message. Raises `EOFError` if the process has ended, or if the message is too large."""
        assert process.stdout is not None
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if length > self._largest:
            raise EOFError
        return await process.stdout.readexactly(length)


_Waiter: TypeAlias = "asyncio.Future[_Process]"
"""Set to the process when it is the task's turn."""

Gone: TypeAlias = Callable[[], Awaitable[None]]


async def _last_line(process: asyncio.subprocess.Process | None) -> str:
    """The last line that a process which has ended wrote to standard error."""
    if process is None or process.stderr is None:
        return ""
    lines = (await process.stderr.read()).decode(errors="replace").strip().splitlines()
    return lines[-1][:LONGEST_PROBLEM] if lines else ""


def _environment() -> dict[str, str]:
    """The environment of a worker: it finds the same games, and sees none of the service's settings."""
    variables = {
        name: value for name, value in os.environ.items() if not name.startswith(OURS) or name == CACHE
    }
    return variables | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
