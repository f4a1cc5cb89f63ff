"""Compiles and builds code and tables that are slow at their first use, shortly after the start of the
service.

A worker process of its own does this, one piece after the other and at the lowest priority, and then ends.
The compiled pieces are cached on the machine, where other processes find them: what has been compiled on it
once is ready at the next start. A task waits only if it needs the piece that is being compiled.

What a match of a game needs is compiled first. Until it is there, the game is refused: the serving process
must never build it itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from typing import Final

import structlog

from numberhouse.registry import InstalledGame
from numberhouse.registry.precompile import Piece, is_prepared, pieces
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers.pool import NoWorker, Pool, WorkerFailed
from numberhouse.server.workers.tasks import Prepare

__all__ = ["Precompiler"]

SOON: Final = 3.0
"""Seconds of delay after the start, so that a service that is stopped at once has compiled nothing."""

LOWEST_PRIORITY: Final = 19
"""Niceness: every other process gets the processor first."""

LONGEST: Final = 600.0
"""Seconds after which a piece is given up; at the lowest priority it may take long on a busy machine."""

READY_AGAIN: Final = 5
"""Seconds after which a client may ask again for a game that is being prepared."""

log = structlog.get_logger("numberhouse")


class Precompiler:
    """The precompiler of one process of the service."""

    def __init__(
        self, installed_games: Callable[[], Iterable[InstalledGame]], *, enabled: bool, soon: float = SOON
    ) -> None:
        self.pool = Pool(1, niceness=LOWEST_PRIORITY)
        self.piece: Piece | None = None
        """The piece that is being compiled."""
        self.enabled = enabled
        self.first: Callable[[], Piece | None] = lambda: None
        """Names the piece that is compiled before all others that no match needs. Called in a thread."""
        self._installed_games = installed_games
        self._soon = soon
        self._ready: set[Piece] = set()
        self._needed: set[Piece] = set()
        """The pieces without which there is no match of their game."""
        self._piece_finished = asyncio.Event()
        """Set when the present piece is ready or given up."""
        self._tried: dict[Piece, asyncio.Event] = {}
        """Set once the piece is ready or given up; pieces that somebody waits for."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out what is ready, and compile the rest after a short delay, if the settings say so."""
        if self.enabled:
            self._needed, prepared = await asyncio.to_thread(self._first_pieces)
            self._ready |= prepared
            self._task = asyncio.create_task(self._compile_all())

    async def close(self) -> None:
        """Stop at once, even in the middle of a piece."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._finish_piece()
        await self.pool.close()

    def ready(self, piece: Piece) -> bool:
        """Whether the piece has been compiled since the service started, here or by another worker."""
        return piece in self._ready

    def check_ready(self, game: str) -> None:
        """Raise `Refused` while what a match of the game needs is being prepared."""
        piece = Piece(game, "match")
        if piece in self._needed and piece not in self._ready:
            done = sum(one in self._ready for one in self._needed)
            raise Refused(
                503,
                "game-not-ready",
                f"{game} is being prepared for its first match on this machine; {done} of "
                f"{len(self._needed)} games are ready. Try again in {READY_AGAIN} s",
                game=game,
                done=done,
                total=len(self._needed),
                retry_after=READY_AGAIN,
            )

    @property
    def matches_ready(self) -> bool:
        """Whether matches of all games can be played: what they need is ready, or nothing prepares it."""
        return self._needed <= self._ready

    def mark_ready(self, piece: Piece) -> None:
        """Mark a piece as ready that another worker has compiled."""
        self._ready.add(piece)

    async def wait(self, piece: Piece, seconds: float) -> None:
        """If this piece is being compiled, wait until it is ready or given up, but at most `seconds`."""
        if self.piece == piece:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._piece_finished.wait()

    async def tried(self, piece: Piece) -> None:
        """Wait until the piece is ready or given up, or nothing is compiled any more."""
        if piece not in self._ready and self._task is not None and not self._task.done():
            await self._tried.setdefault(piece, asyncio.Event()).wait()

    async def _compile_all(self) -> None:
        if self.matches_ready:  # else people wait for it
            await asyncio.sleep(self._soon)
        began = time.monotonic()
        failed = 0
        for piece in await asyncio.to_thread(self._pieces):
            if piece not in self._ready:
                failed += not await self._compile(piece)
            self._mark_tried(piece)
        self._mark_tried(*self._tried)
        await self.pool.close()
        log.info("prepared", seconds=round(time.monotonic() - began, 1), failed=failed)

    def _first_pieces(self) -> tuple[set[Piece], set[Piece]]:
        """The pieces that matches need, and those among them that are ready. Called in a thread, because it
        reads the sources of the games."""
        needed = {Piece(game.id, "match"): game for game in self._installed_games()}
        return set(needed), {piece for piece, game in needed.items() if is_prepared(game, piece)}

    def _pieces(self) -> list[Piece]:
        """The pieces of all games. Called in a thread, because it imports the games."""
        result: list[Piece] = []
        for installed in self._installed_games():
            try:
                those = pieces(installed)
                self._ready.update(piece for piece in those if is_prepared(installed, piece))
                result += those
            except Exception:  # the game reports the same error when it is used
                log.warning("not-prepared", game=installed.id)
        first = self.first()
        return sorted(result, key=lambda piece: (piece.kind != "match", piece != first))

    async def _compile(self, piece: Piece) -> bool:
        self.piece = piece
        self._piece_finished.clear()
        try:
            await self.pool.ask(Prepare(piece), LONGEST)
            fault = ""
        except (WorkerFailed, NoWorker) as error:
            fault = str(error)
        finally:
            self._finish_piece()
        if fault:
            # The game is tried all the same: its own error says more than an endless wait.
            self._needed.discard(piece)
            log.warning(
                "not-prepared", game=piece.game, piece=f"{piece.kind} {piece.name}".strip(), fault=fault
            )
            return False
        self._ready.add(piece)
        return True

    def _mark_tried(self, *those: Piece) -> None:
        for piece in those:
            self._tried.setdefault(piece, asyncio.Event()).set()

    def _finish_piece(self) -> None:
        self.piece = None
        self._piece_finished.set()
