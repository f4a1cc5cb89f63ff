"""Compiles and builds ahead, shortly after the service has started, what is slow the first time.

A process of its own does it, one piece after the other and behind everything else, and ends. What it compiles
is kept on the machine, where other processes find it. Only a task that needs the very piece in work waits for
it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from numberhouse.precompile import Piece, pieces
from numberhouse.registry import InstalledGame
from numberhouse.server.workers.pool import NoWorker, Pool, WorkerFailed
from numberhouse.server.workers.tasks import Prepare

__all__ = ["Precompiler"]

SOON: Final = 3.0
"""Seconds after the start: a service that is stopped at once hasn't begun."""

LAST: Final = 19
"""Niceness: whatever else wants the processor has it."""

LONGEST: Final = 600.0
"""Seconds after which a piece is given up; it is done last of all, so on a busy machine it may take long."""

log = structlog.get_logger("numberhouse")


class Precompiler:
    """One for a process of the service."""

    def __init__(
        self, installed_games: Callable[[], Iterable[InstalledGame]], *, wanted: bool, soon: float = SOON
    ) -> None:
        self.pool = Pool(1, niceness=LAST)
        self.at: Piece | None = None
        """What is being made ready."""
        self._installed_games = installed_games
        self._wanted = wanted
        self._soon = soon
        self._ready: set[Piece] = set()
        self._done = asyncio.Event()
        """Set when the piece that it is at is done, or given up."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin, in a moment."""
        if self._wanted:
            self._task = asyncio.create_task(self._all())

    async def close(self) -> None:
        """Stop at once, whatever it is at."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._over()
        await self.pool.close()

    def ready(self, piece: Piece) -> bool:
        """Whether it has been done since the service started, by whomever."""
        return piece in self._ready

    def met(self, piece: Piece) -> None:
        """Somebody else has done it."""
        self._ready.add(piece)

    async def wait(self, piece: Piece, seconds: float) -> None:
        """If it is at this piece, until it is done or given up; no longer than so many seconds."""
        if self.at == piece:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._done.wait()

    async def _all(self) -> None:
        await asyncio.sleep(self._soon)
        began = time.monotonic()
        failed = 0
        for piece in await asyncio.to_thread(self._pieces):
            if piece not in self._ready:
                failed += not await self._one(piece)
        await self.pool.close()
        log.info("prepared", seconds=round(time.monotonic() - began, 1), failed=failed)

    def _pieces(self) -> list[Piece]:
        """In a thread, for it imports all games."""
        found: list[Piece] = []
        for installed in self._installed_games():
            try:
                found += pieces(installed)
            except Exception:  # who needs it is told so
                log.warning("not-prepared", game=installed.id)
        return found

    async def _one(self, piece: Piece) -> bool:
        self.at = piece
        self._done.clear()
        try:
            await self.pool.ask(Prepare(piece), LONGEST)
            fault = ""
        except (WorkerFailed, NoWorker) as error:
            fault = str(error)
        finally:
            self._over()
        if fault:
            log.warning(
                "not-prepared", game=piece.game, piece=f"{piece.kind} {piece.name}".strip(), fault=fault
            )
            return False
        self._ready.add(piece)
        return True

    def _over(self) -> None:
        self.at = None
        self._done.set()
