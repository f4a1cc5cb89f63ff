"""The start of a match: seats, options and assistance are fixed in one transaction, then the match begins.

Once they are fixed nobody can join, leave or change anything, in this process or another: otherwise a match
could be played by terms that a player never accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import select, update

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import Start
from numberhouse.server.storage.schema import matches, seats

__all__ = ["Starter"]


@dataclass(frozen=True)
class Starter:
    """Begins matches: fixes players and options, and enters the start."""

    database: Database
    matches: Matches
    sessions: Sessions
    presence: Presence
    now: Callable[[], float]

    async def start(self, match: str, by: Person | None = None) -> None:
        """Begin the match; every seat must be taken. Assistance is on if every seat has agreed to it.

        `by` is the host who begins it. Raises `Refused`, `IllegalAction` and `JournalFailed`."""
        await self._fix_terms(match)
        self.sessions.forget(match)
        try:
            async with self.sessions.at(match) as session:
                await self.sessions.enter(session, None, Start(by=by.id if by else None), key="start")
        except (IllegalAction, JournalFailed):
            if await self._release_terms(match):
                raise
        self.presence.notify(match)

    async def _fix_terms(self, match: str) -> None:
        query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
        async with self.database.begin() as connection:
            row = await self.matches.lock_before_start(connection, match, settled=True)
            chairs = (await connection.execute(query)).all()
            empty_seats = [chair.seat for chair in chairs if chair.person is None and chair.bot is None]
            if empty_seats:
                raise Refused(
                    409,
                    "empty-seats",
                    "nobody sits on " + Names([], "en").listed(empty_seats),
                    seats=empty_seats,
                )
            if row.status != "open":
                raise Refused(409, "not-open", f"the match is {row.status}; open it first")
            values: dict[str, Any] = {"started": self.now()}
            if "assistance" in self.matches.installed_game(row.game).game.options_type.__struct_fields__:
                options = msgspec.json.decode(row.options, type=dict[str, Any])
                options["assistance"] = all(chair.assistance for chair in chairs)
                values["options"] = msgspec.json.encode(options).decode()
            await connection.execute(update(matches).where(matches.c.id == match).values(**values))

    async def _release_terms(self, match: str) -> bool:
        """Undo `_fix_terms` after the start has failed. Returns False if another request has begun the
        match."""
        not_begun = (matches.c.id == match) & (matches.c.status == "open")
        async with self.database.begin() as connection:
            result = await connection.execute(update(matches).where(not_begun).values(started=None))
        return bool(result.rowcount)
