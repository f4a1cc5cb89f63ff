"""Rematches: the same game between the same people.

The first player who asks for a rematch drafts the next match and takes a seat in it. The others are offered
their seats; accepting, or asking for a rematch too, takes the seat, and the match begins with the last one.
Every player sits one seat further, so that another one begins. Bots have their seats from the draft on.
Options, clock and assistance are those of the match before, and nobody changes them; content that a host
handed in isn't repeated. Nobody else takes a seat: whoever accepts has seen who asked. A copy that somebody
made of the match is no rematch: `rematch_of` tells them apart.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import select

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.blocks import blockers
from numberhouse.server.accounts.people import People
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.matches.access.content_options import without_content
from numberhouse.server.matches.access.welcome import not_welcome
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import check_numbers
from numberhouse.server.matches.seats.offers import Offers
from numberhouse.server.matches.start import Starter
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches, seats

__all__ = ["Rematches"]


@dataclass(frozen=True)
class Rematches:
    """Drafts, joins and begins the next match of the same people."""

    database: Database
    people: People
    matches: Matches
    offers: Offers
    sessions: Sessions
    presence: Presence
    starter: Starter
    settings: Settings

    async def rematch(self, person: Person, info: MatchInfo, contribution: str | None = None) -> MatchInfo:
        """Seat `person`, with a contribution to the seed, at the match that follows the finished match
        `info`. Raises `Refused`."""
        assert info.seat is not None
        lock = LOCKS.setdefault(info.id, asyncio.Lock())  # two requests at once must share one new match
        async with lock:
            await self._check_welcome(person, info)
            match = await self._running_rematch(info)
            if match is None:
                match = await self._open_rematch(info) or await self._draft(person, info, contribution)
                chairs = await self.matches.chairs(match)
                if not any(chair.person == person.id for chair in chairs):
                    await self.matches.join(match, person, _next_seat(info, info.seat), contribution)
                await self.starter.start_if_full(match)
        self.sessions.forget(match)
        self.presence.notify(match)
        self.presence.notify(info.id)  # its page tells the others who asks, and who accepts
        _, left_out = without_content(self.matches.installed_game(info.game), info.options)
        return msgspec.structs.replace(await self.matches.info(match, person), left_out=left_out)

    async def _check_welcome(self, person: Person, info: MatchInfo) -> None:
        """Raise `Refused` if another player has blocked this person: a rematch is an offer to all of them."""
        players = select(seats.c.person).where(seats.c.match == info.id, seats.c.person.is_not(None))
        async with self.database.read() as connection:
            if await blockers(connection, person.id, players):
                raise not_welcome()

    async def _running_rematch(self, info: MatchInfo) -> str | None:
        """The rematch against bots alone that is being played: asking twice begins no second one."""
        if sum(seat.bot is None for seat in info.seats) > 1:
            return None
        query = select(matches.c.id).where(
            matches.c.rematch_of == info.id, matches.c.status.in_(("running", "paused"))
        )
        async with self.database.read() as connection:
            return (await connection.execute(query.limit(1))).scalar()

    async def _open_rematch(self, info: MatchInfo) -> str | None:
        """The open rematch that another player has drafted already, unless a bot has this player's seat in
        it."""
        query = select(matches.c.id).where(matches.c.rematch_of == info.id, matches.c.status == "open")
        async with self.database.read() as connection:
            match = (await connection.execute(query.order_by(matches.c.created).limit(1))).scalar()
        if match is None:
            return None
        chair = (await self.matches.chairs(match))[_next_seat(info, info.seat or 0)]
        return str(match) if chair.bot is None else None

    async def _draft(self, person: Person, info: MatchInfo, contribution: str | None) -> str:
        """Draft the rematch, seat the person, and offer the other seats to their players, all or nothing."""
        options, _ = without_content(self.matches.installed_game(info.game), info.options)
        draft = Draft(
            game=info.game,
            options=options,  # what was handed in is known to everybody after the end
            seats=len(info.seats),
            clock=info.clock,
            terms=msgspec.structs.replace(
                info.terms,
                visibility="private" if info.terms.visibility == "private" else "unlisted",
                drop_free_seats=False,
                starts_when_full=False,
            ),
            bots=tuple(info.seats[seat - 1].bot for seat in range(len(info.seats))),
        )
        own_seat = _next_seat(info, info.seat or 0)
        if draft.bots[own_seat] is not None:
            raise Refused(409, "no-seat", "a bot has your seat; draft another match")
        settings = self.settings
        rows = await self.matches.match_rows(draft, person, info.id)
        now = self.offers.now()
        rows.row.update(status="open", opened=now, rematch_of=info.id)
        match = str(rows.row["id"])
        others = [
            (_next_seat(info, chair.seat), other)
            for chair in await self.matches.chairs(info.id)
            if chair.person not in (None, person.id)
            and (other := await self.people.find(chair.person)) is not None
        ]
        offered: list[tuple[str | None, Person]] = []
        async with self.database.begin() as connection:
            await self.matches.insert(
                connection, person, [rows], settings.max_matches_per_host, settings.max_bots_per_host
            )
            await self.matches.take(connection, match, person, own_seat, contribution)
            for seat, other in others:
                offered.append((await self.offers.add(connection, match, other, seat, person), other))
            await check_numbers(connection, person, [other for _, other in others])
        for offer, other in offered:
            self.offers.tell(match, offer, other)
        return match


def _next_seat(info: MatchInfo, seat: Seat) -> Seat:
    """The seat in the rematch of the player of `seat`."""
    return (seat + 1) % len(info.seats)


LOCKS: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()
"""By finished match, the lock of its rematch."""
