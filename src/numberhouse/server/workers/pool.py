"""Worker processes: started when needed, killed when they stall, each with one task at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import struct
import sys
from typing import Final

import msgspec

from numberhouse.server.workers.tasks import Reply, Task

__all__ = ["CRASHED", "LENGTH", "STALLED", "Busy", "NoWorker", "Pool", "WorkerFailed"]

PROGRAM: Final = "numberhouse.server.ops.worker"

LENGTH: Final = struct.Struct("!I")
"""Precedes every message on the pipes: its number of bytes."""

READY: Final = 30.0
"""Seconds that a process may take to start."""

GRACE: Final = 2.0
"""Seconds after its limit at which a process ends itself, in case the service hasn't killed it."""

OURS: Final = ("NUMBERHOUSE_", "PG")
"""Prefixes of environment variables that belong to the service and its database only."""

STALLED: Final = "stalled"
CRASHED: Final = "crashed"

POLITENESS: Final = 5
"""Niceness of a worker: the service itself gets the processor first."""


class WorkerFailed(Exception):  # noqa: N818 - it isn't our fault
    """A task has no result. `fault` says why: `stalled`, `crashed`, or the kind of error."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class NoWorker(Exception):  # noqa: N818
    """No process could be started; the task isn't at fault."""


class Busy(Exception):  # noqa: N818
    """Too many tasks wait already."""


class Pool:
    """A fixed number of processes. Tasks wait for a free one, first come first served."""

    def __init__(
        self,
        count: int,
        *,
        most_waiting: int | None = None,
        largest: int = 1 << 20,
        niceness: int = POLITENESS,
        memory: int = 0,
    ) -> None:
        """At most `most_waiting` tasks wait for a process, None: any number. A reply has at most `largest`
        bytes. A process has an address space of at most `memory` bytes, 0: any size."""
        self.count = count
        self._most_waiting = most_waiting
        self._waiting = 0
        self._processes = [_Process(largest, niceness, memory) for _ in range(count)]
        # The process that worked last is used first: it has loaded what tasks need.
        self._free: asyncio.LifoQueue[_Process] = asyncio.LifoQueue()
        for process in reversed(self._processes):
            self._free.put_nowait(process)

    @property
    def busy(self) -> int:
        """Number of processes at work."""
        return self.count - self._free.qsize()

    async def ask(
        self, task: Task, limit: float, *, first: float = 0.0, topic: tuple[str, ...] = ()
    ) -> Reply:
        """The reply within `limit` seconds, plus `first` if the process has had no task of the `topic` yet.

        Raises `WorkerFailed`, `NoWorker` and `Busy`.
        """
        if self._most_waiting is not None and self._waiting >= self._most_waiting:
            raise Busy
        self._waiting += 1
        try:
            process = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            return await process.ask(task, limit + (0.0 if topic in process.topics else first), topic)
        finally:
            self._free.put_nowait(process)

    async def close(self) -> None:
        """Kill all processes, with their tasks."""
        await asyncio.gather(*(process.end() for process in self._processes))


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
                start_new_session=True,  # Ctrl-C stops the service, and must not interrupt a task
                env=_environment(),
            )
            async with asyncio.timeout(READY):
                await self._read(process)
        except (TimeoutError, OSError, EOFError) as error:
            await self.end()
            raise NoWorker(f"no process to think in: {type(error).__name__}") from error
        return process

    async def _read(self, process: asyncio.subprocess.Process) -> bytes:
        """Read one message. Raises `EOFError` if the process has ended, or if the message is too large."""
        assert process.stdout is not None
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if length > self._largest:
            raise EOFError
        return await process.stdout.readexactly(length)


def _environment() -> dict[str, str]:
    """The environment of a worker: it finds the same games, and sees none of the service's settings."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return variables | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
