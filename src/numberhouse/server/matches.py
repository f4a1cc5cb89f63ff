"""Matches before they begin: drafts, seats, hosts and invitations; and the lists of matches.

What happens after the start is in the log and goes through `tables`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.clock import Clock, NoClock
from numberhouse.game import IllegalAction, Seat
from numberhouse.match import Match
from numberhouse.registry import Folder, UnknownGame, find, games
from numberhouse.server.database import Database
from numberhouse.server.people import Person, digest, fresh
from numberhouse.server.permissions import Deed, may
from numberhouse.server.refusal import Refused, of_game
from numberhouse.server.schema import hosts, invitations, matches, seats
from numberhouse.server.table import Row, Sitting, Table
from numberhouse.server.terms import Status, Terms
from numberhouse.server.told import Chair, Told, roles_of, told_of

__all__ = ["Draft", "Matches", "not_there"]

MOST_LISTED: Final = 100
LARGEST_OPTIONS: Final = 256 * 1024
"""Bytes of JSON."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a match is made of."""

    game: str
    options: dict[str, Any] = {}
    seats: int | None = None
    """None: as many as usual."""
    clock: Clock | None = None
    """None: the game's own."""
    terms: Terms = Terms()
    bots: tuple[str | None, ...] = ()
    """By seat, a bot's name; None, and all seats after the last one named, are for people."""


def not_there() -> Refused:
    """The same for a match that isn't there and one that is none of somebody's business."""
    return Refused(404, "no-match", "there is no match with this id that you may see")


class Matches:
    """All of them."""

    def __init__(self, database: Database, now: Callable[[], float], offered: tuple[str, ...] = ()) -> None:
        self.database = database
        self.now = now
        self.offered = offered

    def folder(self, game: str) -> Folder:
        """Raises `Refused` for a game that isn't offered here."""
        try:
            folder = find(game)
        except UnknownGame as error:
            raise Refused(404, "unknown-game", str(error)) from error
        if self.offered and game not in self.offered:
            raise Refused(
                404, "unknown-game", f"{game} isn't offered here; there are: {', '.join(self.offered)}"
            )
        return folder

    def folders(self) -> Sequence[Folder]:
        """The games that are offered."""
        return [folder for name, folder in games().items() if not self.offered or name in self.offered]

    # Setting up

    async def draft(self, host: Person, draft: Draft, most: int, copied_from: str | None = None) -> str:
        """The id of a new match. Raises `Refused` for what can't be played, or when the person hosts as many
        open matches as one may."""
        folder = self.folder(draft.game)
        count, clock = self._checked(folder, draft)
        row = {
            "id": fresh(9),
            "game": folder.id,
            "rules": folder.game.card.rules_version,
            "options": msgspec.json.encode(draft.options).decode(),
            "seats": count,
            "seed": secrets.token_hex(32),
            "clock": msgspec.json.encode(clock).decode(),
            "terms": msgspec.json.encode(draft.terms).decode(),
            "status": "draft",
            "created": self.now(),
            "copied_from": copied_from,
        }
        bots = [*draft.bots, *[None] * count][:count]
        chairs = [
            {"match": row["id"], "seat": seat, "bot": bot, "name": bot or "", "assistance": bot is not None}
            for seat, bot in enumerate(bots)
        ]
        async with self.database.begin() as connection:
            await self._check_most(connection, host, most)
            await connection.execute(insert(matches).values(**row))
            await connection.execute(insert(seats), chairs)
            await connection.execute(insert(hosts).values(match=row["id"], person=host.id))
        return str(row["id"])

    async def set_up(self, match: str, draft: Draft) -> None:
        """Change everything about a match that hasn't begun, but its game and its people."""
        folder = self.folder(draft.game)
        count, clock = self._checked(folder, draft)
        async with self.database.begin() as connection:
            found = await self._row(connection, match)
            if found.game != draft.game or found.seats != count:
                raise Refused(
                    409, "set-up", "the game and the number of seats stay as they are; draft another match"
                )
            await connection.execute(
                update(matches)
                .where(matches.c.id == match, matches.c.status.in_(("draft", "open")))
                .values(
                    options=msgspec.json.encode(draft.options).decode(),
                    clock=msgspec.json.encode(clock).decode(),
                    terms=msgspec.json.encode(draft.terms).decode(),
                )
            )

    async def set_status(self, match: str, status: Status) -> None:
        """Open a draft."""
        async with self.database.begin() as connection:
            values = {"status": status} | ({"opened": self.now()} if status == "open" else {})
            await connection.execute(update(matches).where(matches.c.id == match).values(**values))

    async def delete(self, match: str) -> None:
        """As if it had never been."""
        async with self.database.begin() as connection:
            await connection.execute(delete(matches).where(matches.c.id == match))

    # Seats

    async def join(self, match: str, person: Person, seat: Seat | None) -> Seat:
        """Take that seat, or the first free one. Raises `Refused` when there is none, or the person has
        one."""
        async with self.database.begin() as connection:
            return await self._take(connection, match, person, seat)

    async def leave(self, match: str, person: Person) -> None:
        """Give the seat back, before the start."""
        mine = (seats.c.match == match) & (seats.c.person == person.id)
        async with self.database.begin() as connection:
            await connection.execute(
                update(seats).where(mine).values(person=None, name="", joined=None, assistance=False)
            )

    async def set_seat(
        self, match: str, seat: Seat, *, person: Person | None = None, bot: str | None = None
    ) -> None:
        """The host puts somebody, a bot or nobody on a seat. Raises `Refused` for somebody who has one."""
        values = {
            "person": person.id if person else None,
            "bot": bot,
            "name": person.name if person else bot or "",
            "joined": self.now() if person else None,
            "assistance": bot is not None,
        }
        try:
            async with self.database.begin() as connection:
                where = (seats.c.match == match) & (seats.c.seat == seat)
                await connection.execute(update(seats).where(where).values(**values))
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "this person has a seat in the match already") from error

    async def agree(self, match: str, person: Person, assistance: bool) -> None:
        """Whether this seat agrees to assistance; it is on only when all do."""
        async with self.database.begin() as connection:
            where = (seats.c.match == match) & (seats.c.person == person.id)
            await connection.execute(update(seats).where(where).values(assistance=assistance))

    async def chairs(self, match: str) -> list[Chair]:
        """Who sits where."""
        query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [Chair(row.seat, row.name, row.bot, row.person, row.assistance) for row in rows]

    # Invitations

    async def invite(self, match: str, seat: Seat | None) -> str:
        """The secret of a link with which one person takes that seat, or any."""
        secret = fresh()
        row = {"digest": digest(secret), "match": match, "seat": seat, "created": self.now()}
        async with self.database.begin() as connection:
            await connection.execute(insert(invitations).values(row))
        return secret

    async def revoke(self, match: str) -> int:
        """Make every unused invitation to the match worthless; how many there were."""
        unused = (
            (invitations.c.match == match) & invitations.c.used.is_(None) & invitations.c.revoked.is_(None)
        )
        async with self.database.begin() as connection:
            done = await connection.execute(
                update(invitations).where(invitations.c.match == match, unused).values(revoked=self.now())
            )
        return int(done.rowcount)

    async def invited(self, secret: str) -> str:
        """The match that the invitation is to. Raises `Refused`."""
        async with self.database.read() as connection:
            return str((await self._invitation(connection, secret)).match)

    async def accept(self, secret: str, person: Person) -> tuple[str, Seat]:
        """Take the seat of the invitation; the match and the seat. Raises `Refused`."""
        async with self.database.begin() as connection:
            found = await self._invitation(connection, secret)
            seat = await self._take(connection, found.match, person, found.seat)
            where = invitations.c.digest == digest(secret)
            await connection.execute(
                update(invitations).where(where).values(used=self.now(), person=person.id)
            )
        return str(found.match), seat

    # Telling

    async def told(self, match: str, person: Person | None, *, invited: bool = False) -> Told:
        """The match as this person may see it. Raises `Refused`, with the same words for a match that isn't
        there and for one that is none of the person's business."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
            if row is None:
                raise not_there()
            query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
            chairs = [
                Chair(one.seat, one.name, one.bot, one.person, one.assistance)
                for one in (await connection.execute(query)).all()
            ]
            query = select(hosts.c.person).where(hosts.c.match == match)
            their = {one.person for one in (await connection.execute(query)).all()}
        terms = msgspec.json.decode(row.terms, type=Terms)
        roles = roles_of(person, chairs, their, terms, row.status, invited)
        if not may(roles, "see", row.status):
            raise not_there()
        seat = next((one.seat for one in chairs if person and one.person == person.id), None)
        return told_of(row, chairs, terms, tuple(roles), seat, self.folder(row.game))

    async def check(self, match: str, person: Person | None, deed: Deed) -> Told:
        """The match, if this person may do the deed now. Raises `Refused` otherwise."""
        told = await self.told(match, person)
        if not may(told.roles, deed, told.status):
            raise Refused(
                403,
                "not-allowed",
                f"{deed}: not allowed to {' and '.join(told.roles)} of a match that is {told.status}",
                deed=deed,
                match_status=told.status,
            )
        return told

    async def listed(self, person: Person | None, which: str, before: float | None = None) -> list[Told]:
        """Matches, newest first: `open` and `running` are the public ones, `mine` those of the person."""
        query = select(matches.c.id).order_by(matches.c.created.desc()).limit(MOST_LISTED)
        if before is not None:
            query = query.where(matches.c.created < before)
        if which == "mine":
            if person is None:
                return []
            seated = select(seats.c.match).where(seats.c.person == person.id)
            hosted = select(hosts.c.match).where(hosts.c.person == person.id)
            query = query.where(or_(matches.c.id.in_(seated), matches.c.id.in_(hosted)))
        else:
            query = query.where(matches.c.status == which, matches.c.terms.contains('"visibility":"public"'))
        async with self.database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        return [await self.told(match, person) for match in ids]

    async def table(self, match: str) -> Table:
        """The table without its lines. Raises `LookupError` for a match that isn't there."""
        async with self.database.read() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        if row is None:
            raise LookupError(match)
        folder = self.folder(row.game)
        options = _options(folder, row.options)
        clock = msgspec.json.decode(row.clock, type=Clock)
        terms = msgspec.json.decode(row.terms, type=Terms)
        sittings = [Sitting(chair.name, chair.bot, chair.person) for chair in await self.chairs(match)]
        return Table(folder, Row(row.id, options, row.seats, row.seed, clock, terms, row.created), sittings)

    # Below

    def _checked(self, folder: Folder, draft: Draft) -> tuple[int, Clock]:
        """How many seats, and the clock. Raises `Refused` for what can't be played."""
        text = msgspec.json.encode(draft.options)
        if len(text) > LARGEST_OPTIONS:
            raise Refused(400, "options", f"options of {len(text)} bytes; at most {LARGEST_OPTIONS} are read")
        card = folder.game.card
        count = card.usual_seats if draft.seats is None else draft.seats
        try:
            Match(folder.game, "trial", _options(folder, text.decode()), count)
        except IllegalAction as refused:
            raise of_game(refused) from refused
        known = folder.bots()
        for bot in draft.bots:
            if bot is not None and bot not in known:
                raise Refused(
                    400, "unknown-bot", f"{folder.id} has no bot {bot}; there are: {', '.join(known)}"
                )
        if len(draft.bots) > count:
            raise Refused(400, "bots", f"{len(draft.bots)} seats named for bots; the match has {count}")
        clock = draft.clock if draft.clock is not None else card.clock
        return count, NoClock() if clock is None else msgspec.convert(msgspec.to_builtins(clock), Clock)

    async def _check_most(self, connection: AsyncConnection, host: Person, most: int) -> None:
        query = (
            select(func.count())
            .select_from(hosts.join(matches, matches.c.id == hosts.c.match))
            .where(hosts.c.person == host.id, matches.c.status.not_in(("finished", "abandoned")))
        )
        if ((await connection.execute(query)).scalar() or 0) >= most:
            raise Refused(
                429,
                "too-many-matches",
                f"{most} matches that aren't over; finish or delete one before the next",
            )

    async def _take(self, connection: AsyncConnection, match: str, person: Person, seat: Seat | None) -> Seat:
        free = (seats.c.match == match) & seats.c.person.is_(None) & seats.c.bot.is_(None)
        if seat is not None:
            free &= seats.c.seat == seat
        query = select(seats.c.seat).where(free).order_by(seats.c.seat).limit(1)
        taken = (await connection.execute(query)).scalar()
        if taken is None:
            raise Refused(409, "no-seat", "this seat is taken" if seat is not None else "every seat is taken")
        try:
            done = await connection.execute(
                update(seats)
                .where(free & (seats.c.seat == taken))
                .values(person=person.id, name=person.name, joined=self.now())
            )
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "you have a seat in this match already") from error
        if not done.rowcount:
            raise Refused(409, "no-seat", "somebody was quicker: this seat is taken")
        return int(taken)

    async def _invitation(self, connection: AsyncConnection, secret: str) -> Any:
        query = select(invitations).where(invitations.c.digest == digest(secret))
        found = (await connection.execute(query)).first()
        if found is None or found.revoked is not None or found.used is not None:
            raise Refused(
                404, "no-invitation", "this invitation isn't good any more; ask the host for another"
            )
        return found

    async def _row(self, connection: AsyncConnection, match: str) -> Any:
        row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        if row is None:
            raise not_there()
        return row


def _options(folder: Folder, text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=folder.game.options_type)
    except msgspec.ValidationError as error:
        names = ", ".join(folder.game.options_type.__struct_fields__)
        raise Refused(400, "options", f"options: {error}; there are: {names}") from error
