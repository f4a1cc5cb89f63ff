"""The worker processes that bots think in: started when needed, ended when they stall, never shared."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import Final

import msgspec

from numberhouse.server.workers.bots import LENGTH, Answer, Question

__all__ = ["CRASHED", "STALLED", "BotFailed", "NoWorker", "Pool", "SingleWorker"]

TIMES: Final = 4.0
"""How many times its budget a bot may take before it is stopped."""

AT_LEAST: Final = 2.0
"""Seconds that a bot may take anyhow."""

FIRST: Final = 30.0
"""Seconds more, when a process meets a bot for the first time and loads what it needs."""

READY: Final = 30.0
"""Seconds that a process may take to start."""

OURS: Final = ("NUMBERHOUSE_", "PG")
"""What variables of the environment begin with that are the service's and the database's alone."""

STALLED: Final = "stalled"
CRASHED: Final = "crashed"

LARGEST_ANSWER: Final = 1 << 20


class BotFailed(Exception):  # noqa: N818 - it isn't our fault
    """The bot gave no action. `fault` says why: `stalled`, `crashed`, or the kind of its error."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class NoWorker(Exception):  # noqa: N818
    """No process could be started; that is no fault of the bot's."""


class Pool:
    """As many as are wanted; a question waits until one is free, in order of asking."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._all = [Worker() for _ in range(count)]
        for worker in self._all:
            self._free.put_nowait(worker)

    @property
    def busy(self) -> int:
        """How many are thinking."""
        return self.count - self._free.qsize()

    async def ask(self, question: Question) -> bytes:
        """The bot's action as JSON. Raises `BotFailed` and `NoWorker`."""
        worker = await self._free.get()
        try:
            return await worker.ask(question)
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """End all of them, whatever they think about."""
        await asyncio.gather(*(worker.end() for worker in self._all))


class SingleWorker:
    """One process at a time that answers one thing after the other; what stalls or breaks it ends it, and the
    next question has a new one."""

    program = "numberhouse.server.workers.bots"
    largest = LARGEST_ANSWER
    """Bytes of an answer."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._met: set[tuple[str, ...]] = set()
        """What this process knows already."""

    async def ask_process(self, question: bytes, limit: float) -> bytes:
        """The answer. Raises `BotFailed` when there is none after `limit` seconds or the process broke, and
        `NoWorker`."""
        process = self._process or await self._started()
        try:
            async with asyncio.timeout(limit):
                assert process.stdin is not None
                process.stdin.write(LENGTH.pack(len(question)) + question)
                await process.stdin.drain()
                return await self._read(process)
        except TimeoutError:
            await self.end()
            raise BotFailed(STALLED) from None
        except (OSError, EOFError):
            await self.end()
            raise BotFailed(CRASHED) from None
        except asyncio.CancelledError:
            await self.end()
            raise

    async def end(self) -> None:
        """Kill the process."""
        process, self._process = self._process, None
        self._met.clear()
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _started(self) -> asyncio.subprocess.Process:
        try:
            self._process = process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self.program,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # who stops the service by Ctrl-C stops no thought
                env=_environment(),
            )
            async with asyncio.timeout(READY):
                await self._read(process)
        except (TimeoutError, OSError, EOFError) as error:
            await self.end()
            raise NoWorker(f"no process to think in: {type(error).__name__}") from error
        return process

    async def _read(self, process: asyncio.subprocess.Process) -> bytes:
        """Raises `EOFError` when the process has ended."""
        assert process.stdout is not None
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        if length > self.largest:
            raise EOFError
        return await process.stdout.readexactly(length)


class Worker(SingleWorker):
    """A process that bots think in."""

    async def ask(self, question: Question) -> bytes:
        """See `Pool`."""
        bot = (question.game, question.bot)
        limit = max(TIMES * question.seconds, AT_LEAST) + (FIRST if bot not in self._met else 0)
        question = msgspec.structs.replace(question, limit=limit + AT_LEAST)
        reply = await self.ask_process(msgspec.msgpack.encode(question), limit)
        try:
            answer = msgspec.msgpack.decode(reply, type=Answer)
        except msgspec.DecodeError:
            await self.end()
            raise BotFailed(CRASHED) from None
        if answer.fault:
            raise BotFailed(answer.fault)
        self._met.add(bot)
        return answer.action


def _environment() -> dict[str, str]:
    """What a process of ours needs to find the same games, and none of the service's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
