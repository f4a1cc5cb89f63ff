"""Results of matches that ended before the service stored results with the seats: only a replay knows them.

They are computed in the background after the start, one match after the other with pauses, so that play
doesn't wait for them. The seats' rows alone say what is missing, so a service that stops goes on at its next
start. A match that this version can't replay stays without a result. Several processes may compute the same
result, and one of them stores it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

import msgspec
import structlog
from sqlalchemy import exists, select, update
from sqlalchemy.exc import SQLAlchemyError

from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import Journal, JournalFailed, Result, Unplayable
from numberhouse.server.storage.schema import matches, seats

__all__ = ["MissingResults"]

BATCH: Final = 50
"""Matches that are looked up at once."""

PAUSE: Final = 0.2
"""Seconds between two matches."""

BEGIN: Final = 30.0
"""Seconds before anything is looked up, and between two tries while the database or a game isn't ready."""

log = structlog.get_logger("numberhouse")


@dataclass
class MissingResults:
    """Computes and stores the results that are missing."""

    database: Database
    journal: Journal
    load: Callable[[str], Awaitable[Session]]
    """Makes a session of a match, without its journal."""
    _task: asyncio.Task[None] | None = field(default=None, init=False)

    async def start(self) -> None:
        """Begin in a while."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop; what is stored stays stored."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def store_all(self) -> int:
        """Store all results that are missing, and return how many. Raises `Refused` while a game is being
        prepared, and `JournalFailed`."""
        stored = 0
        last = ""
        while ids := await self._next(last):
            for match in ids:
                stored += await self._store(match)
                await asyncio.sleep(PAUSE)
            last = ids[-1]
        return stored

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(BEGIN)
            try:
                stored = await self.store_all()
            except (Refused, JournalFailed, SQLAlchemyError, OSError) as problem:
                log.info("results of earlier matches wait", problem=type(problem).__name__)
                continue
            if stored:
                log.info("results of earlier matches stored", matches=stored)
            return

    async def _next(self, last: str) -> list[str]:
        """The next matches that are finished and whose seats have no place."""
        is_missing = exists().where(seats.c.match == matches.c.id, seats.c.place.is_(None))
        query = select(matches.c.id).where(matches.c.status == "finished", matches.c.id > last, is_missing)
        async with self.database.read() as connection:
            return list((await connection.execute(query.order_by(matches.c.id).limit(BATCH))).scalars())

    async def _store(self, match: str) -> bool:
        """Store the result of a match. Returns False if this version can't replay it."""
        try:
            session = await self.load(match)
            result = await _replayed(session, match, self.journal)
        except (LookupError, Unplayable, msgspec.MsgspecError):
            return False
        if result is None:
            return False
        async with self.database.begin() as connection:
            for seat, (score, place) in enumerate(result):
                # A correction may have stored a later result meanwhile.
                row = (seats.c.match == match) & (seats.c.seat == seat) & seats.c.place.is_(None)
                await connection.execute(update(seats).where(row).values(score=score, place=place))
        return True


async def _replayed(session: Session, match: str, journal: Journal) -> Result | None:
    """The result of the match by its journal. Raises `Unplayable`."""
    for entry in await journal.read(match):
        try:
            session.apply_stored(entry)
        except Exception as error:  # whatever the game raises, other matches have results
            raise Unplayable(f"match {match}: entry {entry.number} isn't played by this version") from error
        await asyncio.sleep(0)  # players go first
    return session.result()
