"""The start of a match: seats, options, assistance and the seed are fixed in one transaction, then the match
begins.

Once they are fixed nobody can join, leave or change anything, in this process or another: otherwise a match
could be played by terms that a player never accepted. A match for as many as come drops its free seats here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.contract.names import Names
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Terms
from numberhouse.seeding import seed_of
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.access.insights import check_may_sit
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import IS_OPEN
from numberhouse.server.matches.seats.seat_count import drop_seats
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.first_looks import LOOK, unseen_seats
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.journal_entry import Start
from numberhouse.server.storage.schema import matches, offers, people, seats
from numberhouse.words import seat_number

__all__ = ["Starter"]

TRIES: Final = 5
"""Tries to begin a match while people sit down and stand up."""

log = structlog.get_logger("numberhouse")


@dataclass(frozen=True)
class Starter:
    """Begins matches: fixes players and options, and enters the start."""

    database: Database
    matches: Matches
    sessions: Sessions
    presence: Presence
    now: Callable[[], float]

    async def start(self, match: str, by: Person | None = None) -> None:
        """Begin the match. Every seat must be taken, or its terms drop the free ones. Assistance is on if
        every seat has agreed to it.

        `by` is the host who begins it. Raises `Refused`, `IllegalAction` and `JournalFailed`."""
        for _ in range(TRIES):
            # Whether the game allows the number may take long to find out: not while the match is locked.
            count = await self._checked_count(match, by.id if by else match)
            if await self._fix_terms(match, count):
                break
        else:
            raise Refused(409, "late", "people sit down and stand up at this moment; begin again")
        self.sessions.forget(match)
        try:
            async with self.sessions.at(match) as session:
                unseen = unseen_seats(session)
                start = Start(by=by.id if by else None, unseen=unseen, look=LOOK if unseen else 0.0)
                await self.sessions.enter(session, None, start, key="start")
        except (IllegalAction, JournalFailed):
            released = await self._release_terms(match)
            self.sessions.forget(match)  # it has the seed
            if released:
                raise
        self.presence.notify(match)

    async def start_if_full(self, match: str) -> None:
        """Begin the match if somebody is on every seat. Raises like `start`."""
        chairs = await self.matches.chairs(match)
        if all(chair.person is not None or chair.bot is not None for chair in chairs):
            await self.start(match)

    async def start_when_full(self, match: str) -> None:
        """Begin the match if somebody is on every seat and its terms say that it then begins by itself.

        The person who has taken the last seat has it even where the start is refused, so this raises
        nothing."""
        async with self.database.read() as connection:
            terms = (await connection.execute(select(matches.c.terms).where(matches.c.id == match))).scalar()
        if terms is None or not msgspec.json.decode(terms, type=Terms).starts_when_full:
            return
        try:
            await self.start_if_full(match)
        except (Refused, IllegalAction, JournalFailed) as failed:
            log.info("not begun when full", match=match, problem=str(failed))

    async def _checked_count(self, match: str, by: str) -> int | None:
        """The number of players with whom the match may begin without its free seats; None where it has
        none, or where its terms keep them. Raises `Refused` for a number that can't be played."""
        query = select(matches.c.terms).where(matches.c.id == match)
        async with self.database.read() as connection:
            terms = (await connection.execute(query)).scalar()
        if terms is None or not msgspec.json.decode(terms, type=Terms).drop_free_seats:
            return None
        chairs = await self.matches.chairs(match)
        taken = sum(chair.person is not None or chair.bot is not None for chair in chairs)
        if 0 < taken < len(chairs):
            await self.matches.check_seat_count(match, taken, by)
            return taken
        return None

    async def _fix_terms(self, match: str, count: int | None) -> bool:
        """Fix seats, options and seed, without the free seats if so many others are taken. Returns False if
        another number is taken by now. Raises `Refused`."""
        query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
        async with self.database.begin() as connection:
            row = await self.matches.lock_before_start(connection, match, settled=True)
            chairs = (await connection.execute(query)).all()
            empty_seats = [chair.seat for chair in chairs if chair.person is None and chair.bot is None]
            if count is not None and count != len(chairs) - len(empty_seats):
                return False
            if count is not None and empty_seats:
                # A start that fails afterwards doesn't bring them back: another process may be entering the
                # start without them at this moment.
                await drop_seats(connection, match, empty_seats, self.now())
                chairs, empty_seats = (await connection.execute(query)).all(), []
            if empty_seats:
                await _check_offers(connection, match, empty_seats)
                raise Refused(
                    409,
                    "empty-seats",
                    "nobody sits on " + Names([], "en").listed(empty_seats),
                    seats=empty_seats,
                )
            for chair in chairs:
                if chair.person is not None:
                    await check_may_sit(connection, match, chair.person, chair.seat, chair.name)
            if row.status != "open":
                raise Refused(409, "not-open", f"the match is {row.status}; open it first")
            values: dict[str, Any] = {"started": self.now()}
            if "assistance" in self.matches.installed_game(row.game).game.options_type.__struct_fields__:
                options = msgspec.json.decode(row.options, type=dict[str, Any])
                options["assistance"] = all(chair.assistance for chair in chairs)
                values["options"] = msgspec.json.encode(options).decode()
            if row.secret is not None:
                contributions = [chair.contribution or "" for chair in chairs]
                values["contributions"] = msgspec.json.encode(contributions).decode()
                values["seed"] = seed_of(row.id, row.secret, contributions)
            await connection.execute(update(matches).where(matches.c.id == match).values(**values))
        return True

    async def _release_terms(self, match: str) -> bool:
        """Undo `_fix_terms` after the start has failed. Returns False if another request has begun the
        match.

        The seed stays in the row, because another process may be entering the start with it at this moment.
        The next start makes the seed anew; until then nothing reads this one."""
        not_begun = (matches.c.id == match) & (matches.c.status == "open")
        async with self.database.begin() as connection:
            result = await connection.execute(update(matches).where(not_begun).values(started=None))
        return bool(result.rowcount)


async def _check_offers(connection: AsyncConnection, match: str, empty_seats: Sequence[Seat]) -> None:
    """Raises `Refused` if an empty seat is offered to somebody who hasn't answered."""
    query = (
        select(offers.c.seat, people.c.name)
        .join(people, people.c.id == offers.c.person)
        .where(offers.c.match == match, offers.c.seat.in_(empty_seats), IS_OPEN)
        .order_by(offers.c.seat)
    )
    names = {row.seat: row.name for row in await connection.execute(query)}
    if not names:
        return
    parts = [f"seat {seat_number(seat)} waits for {name}'s answer" for seat, name in names.items()]
    parts += [f"nobody sits on seat {seat_number(seat)}" for seat in empty_seats if seat not in names]
    raise Refused(
        409,
        "unanswered-offers",
        f"{'; '.join(parts)}; wait, withdraw the offers, or put others there",
        seats=list(empty_seats),
        names=list(names.values()),
    )
