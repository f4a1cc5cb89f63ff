"""Rematches: the same game between the same people.

The first player who asks for a rematch drafts the next match and takes the same seat in it. Every other
player who asks joins it on the same seat, and it begins with the last one. Bots have their seats from the
draft on.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import select

from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.start import Starter
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches

__all__ = ["Rematches"]


@dataclass(frozen=True)
class Rematches:
    """Drafts, joins and begins the next match of the same people."""

    database: Database
    matches: Matches
    sessions: Sessions
    presence: Presence
    starter: Starter
    settings: Settings

    async def rematch(self, person: Person, info: MatchInfo) -> MatchInfo:
        """Seat `person` at the match that follows the finished match `info`. Raises `Refused`."""
        assert info.seat is not None
        lock = LOCKS.setdefault(info.id, asyncio.Lock())  # two requests at once must share one new match
        async with lock:
            match = await self._open_rematch(info) or await self._draft(person, info)
            chairs = await self.matches.chairs(match)
            if not any(chair.person == person.id for chair in chairs):
                await self.matches.join(match, person, info.seat)
                chairs = await self.matches.chairs(match)
            if all(chair.person is not None or chair.bot is not None for chair in chairs):
                await self.starter.start(match)
        self.sessions.forget(match)
        self.presence.notify(match)
        return await self.matches.info(match, person)

    async def _open_rematch(self, info: MatchInfo) -> str | None:
        """The open rematch that another player has drafted already, unless a bot has this player's seat in
        it."""
        query = select(matches.c.id).where(matches.c.copied_from == info.id, matches.c.status == "open")
        async with self.database.read() as connection:
            match = (await connection.execute(query.order_by(matches.c.created).limit(1))).scalar()
        if match is None:
            return None
        chair = (await self.matches.chairs(match))[info.seat or 0]
        return str(match) if chair.bot is None else None

    async def _draft(self, person: Person, info: MatchInfo) -> str:
        secret_options = self.matches.installed_game(info.game).game.card.secret_options
        draft = Draft(
            game=info.game,
            # Secret options are known to everybody after the end, so they can't be used again.
            options={name: value for name, value in info.options.items() if name not in secret_options},
            seats=len(info.seats),
            clock=info.clock,
            terms=msgspec.structs.replace(info.terms, visibility="unlisted"),
            bots=tuple(chair.bot for chair in info.seats),
        )
        if draft.bots[info.seat or 0] is not None:
            raise Refused(409, "no-seat", "a bot has your seat; draft another match")
        settings = self.settings
        match = await self.matches.draft(
            person, draft, settings.max_matches_per_host, info.id, settings.max_bots_per_host
        )
        await self.matches.open(match)
        return match


LOCKS: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
"""By finished match, the lock of its rematch."""
