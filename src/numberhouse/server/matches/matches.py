"""Matches before they begin, drafts and seats, and the lists of matches.

Everything after the start is in the journal and goes through `play/accept.py`.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.clock import Clock, NoClock
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.match import Match
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame, UnknownGame, UnknownVersion, find, games
from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.languages import check_language
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.matches.draft import MatchRows
from numberhouse.server.matches.match_info import SeatOccupant, chairs_of, match_info, roles_of, rows_of
from numberhouse.server.matches.permissions import Permission, check, may
from numberhouse.server.matches.quotas import check_bots, check_clock, check_most, check_seats
from numberhouse.server.play.session import Occupant, Row, Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import RulesGone
from numberhouse.server.storage.schema import hosts, matches, seats

__all__ = ["Matches", "unknown_match"]

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
"""The form of a match's id."""

MOST_LISTED: Final = 100

LARGEST_OPTIONS: Final = 256 * 1024
"""Bytes of JSON."""


def unknown_match() -> Refused:
    """The refusal for an unknown match, and for one that the person may not see: both must look the same."""
    return Refused(404, "no-match", "there is no match with this id that you may see")


class Matches:
    """All matches in the database."""

    def __init__(
        self,
        database: Database,
        now: Callable[[], float],
        offered_games: tuple[str, ...] = (),
        *,
        bots: bool = True,
    ) -> None:
        """`offered_games` are the games that the service offers, all if it is empty; `bots` says whether bots
        play here."""
        self.database = database
        self.now = now
        self.offered_games = offered_games
        self.bots = bots

    def installed_game(self, game: str) -> InstalledGame:
        """The installed game of that id. Raises `Refused` for a game that isn't offered here."""
        try:
            installed = find(game)
        except UnknownGame as error:
            raise Refused(404, "unknown-game", str(error)) from error
        if self.offered_games and game not in self.offered_games:
            raise Refused(
                404, "unknown-game", f"{game} isn't offered here; there are: {', '.join(self.offered_games)}"
            )
        return installed

    def offers(self, game: str) -> bool:
        """Whether this service offers the game."""
        return game in games() and (not self.offered_games or game in self.offered_games)

    def installed_games(self) -> Sequence[InstalledGame]:
        """The folders of the games that are offered here."""
        return [
            installed
            for name, installed in games().items()
            if not self.offered_games or name in self.offered_games
        ]

    def bots_of(self, installed: InstalledGame) -> tuple[str, ...]:
        """The bots that may sit at a match of this game here, strongest first."""
        return tuple(installed.bots()) if self.bots else ()

    def check_bot(self, game: str, bot: str) -> None:
        """Raises `Refused` for a bot that can't sit at a match of this game here."""
        if not self.bots:
            raise Refused(409, "no-bots", "no bots play in this house; leave the seats to people")
        bots = self.bots_of(self.installed_game(game))
        if bot not in bots:
            raise Refused(400, "unknown-bot", f"{game} has no bot {bot[:60]!r}; there are: {', '.join(bots)}")

    # Setting up

    async def draft(
        self, host: Person, draft: Draft, most: int, copied_from: str | None = None, most_bots: int = 0
    ) -> str:
        """Store a new match, and return its id. Raises `Refused` if the draft can't be played, or if the
        person hosts too many unfinished matches or bots; `most_bots` of 0 is any number."""
        # In a thread, because a game may check its options for long.
        rows = await asyncio.to_thread(self.match_rows, draft, copied_from)
        async with self.database.begin() as connection:
            await self.insert(connection, host, [rows], most, most_bots)
        return str(rows.row["id"])

    def match_rows(self, draft: Draft, copied_from: str | None = None) -> MatchRows:
        """The rows of a new match. Raises `Refused` if the draft can't be played."""
        installed = self.installed_game(draft.game)
        count, clock = self._check_draft(installed, draft)
        row = {
            "id": new_secret(9),
            "game": installed.id,
            "rules_version": installed.game.card.rules_version,
            "options": _stored_options(installed, draft),
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
        return MatchRows(row, chairs)

    async def insert(
        self,
        connection: AsyncConnection,
        host: Person,
        drafts: Sequence[MatchRows],
        most: int,
        most_bots: int,
    ) -> None:
        """Insert the rows of new matches. Raises `Refused` like `draft`; the caller's transaction then stores
        none of them."""
        for draft in drafts:
            await check_most(connection, host, most)
            await connection.execute(insert(matches).values(**draft.row))
            await connection.execute(insert(seats), draft.chairs)
            await connection.execute(insert(hosts).values(match=draft.row["id"], person=host.id))
        if most_bots and any(chair["bot"] for draft in drafts for chair in draft.chairs):
            await check_bots(connection, str(drafts[0].row["id"]), most_bots)

    async def set_up(self, match: str, draft: Draft) -> None:
        """Change a match that hasn't begun, except its game, its number of seats and its people. Raises
        `Refused`."""
        installed = self.installed_game(draft.game)
        count, clock = await asyncio.to_thread(self._check_draft, installed, draft)
        async with self.database.begin() as connection:
            row = await self.lock_before_start(connection, match)
            if row.game != draft.game or row.seats != count:
                raise Refused(
                    409,
                    "fixed-setup",
                    "the game and the number of seats stay as they are; draft another match",
                )
            await connection.execute(
                update(matches)
                .where(matches.c.id == match)
                .values(
                    # The host has chosen from the options of this version.
                    rules_version=installed.game.card.rules_version,
                    options=_stored_options(installed, draft),
                    clock=msgspec.json.encode(clock).decode(),
                    terms=msgspec.json.encode(draft.terms).decode(),
                )
            )

    async def open(self, match: str) -> None:
        """Let people take seats. Raises `Refused` for a match that isn't a draft any more."""
        async with self.database.begin() as connection:
            draft = (matches.c.id == match) & (matches.c.status == "draft")
            result = await connection.execute(
                update(matches).where(draft).values(status="open", opened=self.now())
            )
        if not result.rowcount:
            raise Refused(409, "not-a-draft", "only a draft is opened")

    async def delete(self, match: str, status: Status) -> None:
        """Delete the match with everything about it. Raises `Refused` if its status isn't `status` any more,
        for which the deletion was allowed."""
        async with self.database.begin() as connection:
            condition = (matches.c.id == match) & (matches.c.status == status)
            if status in ("draft", "open"):
                await self.lock_before_start(connection, match)
            result = await connection.execute(delete(matches).where(condition))
        if not result.rowcount:
            raise Refused(409, "already-started", "the match isn't what it was; look at it again", was=status)

    # Seats

    async def join(self, match: str, person: Person, seat: Seat | None) -> Seat:
        """Take that seat, or the first free one. Raises `Refused` if it isn't free, or if the person has a
        seat."""
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            return await self.take(connection, match, person, seat)

    async def leave(self, match: str, person: Person) -> None:
        """Give the seat back, before the start."""
        own_seat = (seats.c.match == match) & (seats.c.person == person.id)
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            await connection.execute(
                update(seats).where(own_seat).values(person=None, name="", joined=None, assistance=False)
            )

    async def set_seat(
        self, match: str, seat: Seat, *, person: Person | None = None, bot: str | None = None, most: int = 0
    ) -> None:
        """Put a person, a bot or nobody on a seat before the start. At most `most` bots sit at the matches of
        one host; 0 is any number. Raises `Refused`, also for a person who has a seat already."""
        values = {
            "person": person.id if person else None,
            "bot": bot,
            "name": person.name if person else bot or "",
            "joined": self.now() if person else None,
            "assistance": bot is not None,
        }
        condition = (seats.c.match == match) & (seats.c.seat == seat)
        try:
            async with self.database.begin() as connection:
                await self.lock_before_start(connection, match)
                await connection.execute(update(seats).where(condition).values(**values))
                if bot is not None and most:
                    await check_bots(connection, match, most)
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "this person has a seat in the match already") from error

    async def agree(self, match: str, person: Person, assistance: bool) -> None:
        """Store whether the person's seat agrees to assistance, which is on only if all seats agree."""
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            own_seat = (seats.c.match == match) & (seats.c.person == person.id)
            await connection.execute(update(seats).where(own_seat).values(assistance=assistance))

    async def chairs(self, match: str) -> list[SeatOccupant]:
        """The seats of a match with their players."""
        return (await self.database.look_up(partial(chairs_of, ids=[match]))).get(match, [])

    # Descriptions

    async def info(self, match: str, person: Person | None, *, invited: bool = False) -> MatchInfo:
        """The match as this person may see it. Raises `Refused`, with the same text for an unknown match and
        for one that the person may not see."""
        if not ID.fullmatch(match):
            raise unknown_match()
        infos = await self._infos([match], person, invited=invited)
        if not infos:
            raise unknown_match()
        return infos[0]

    async def check(self, match: str, person: Person | None, permission: Permission) -> MatchInfo:
        """The match, if this person has the permission now. Raises `Refused` otherwise."""
        info = await self.info(match, person)
        check(info, permission)
        return info

    async def list_matches(
        self, person: Person | None, which: str, before: float | None = None
    ) -> list[MatchInfo]:
        """Matches, newest first: the public ones that are `open` or `running`, or those of the person
        (`mine`)."""
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
            ids = list((await connection.execute(query)).scalars())
        return await self._infos(ids, person)

    async def running_seats(self, person: Person) -> list[tuple[str, Seat]]:
        """The running matches in which the person has a seat, newest first, each with the seat."""
        seats_and_matches = seats.join(matches, matches.c.id == seats.c.match)
        query = select(seats.c.match, seats.c.seat).select_from(seats_and_matches)
        query = query.where(seats.c.person == person.id, matches.c.status == "running")
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(matches.c.created.desc()).limit(MOST_LISTED))
        return [(row.match, row.seat) for row in rows.all()]

    async def session(self, match: str) -> Session:
        """A session without its journal. Raises `LookupError` for an unknown match, and `RulesGone`."""
        rows, chairs, _ = await self.database.look_up(partial(rows_of, ids=[match]))
        if not rows:
            raise LookupError(match)
        row = rows[0]
        installed = self._installed_of(row)
        options = _decode_options(installed, row.options)
        clock = msgspec.json.decode(row.clock, type=Clock)
        terms = msgspec.json.decode(row.terms, type=Terms)
        occupants = [Occupant(chair.name, chair.bot, chair.person) for chair in chairs.get(match, [])]
        match_row = Row(row.id, options, row.seats, row.seed, clock, terms, row.created)
        # Setting up may take seconds, for example to check secret options that a host has handed in.
        return await asyncio.to_thread(Session, installed, match_row, occupants)

    # Rows of the match before its start

    def _installed_of(self, row: Any) -> InstalledGame:
        """The game in the version of the rules with which the match began. Raises
        `RulesGone`."""
        try:
            return self.installed_game(row.game).version(row.rules_version)
        except UnknownVersion as error:
            raise RulesGone(row.id, row.game, row.rules_version, error.known) from error

    def _check_draft(self, installed: InstalledGame, draft: Draft) -> tuple[int, Clock]:
        """The number of seats and the clock of a draft. Raises `Refused` if it can't be played."""
        check_language(draft.terms.language)
        text = msgspec.json.encode(draft.options)
        if len(text) > LARGEST_OPTIONS:
            raise Refused(400, "options", f"options of {len(text)} bytes; at most {LARGEST_OPTIONS} are read")
        card = installed.game.card
        count = card.usual_seats if draft.seats is None else draft.seats
        try:
            Match(installed.game, "trial", _decode_options(installed, text.decode()), count)
        except IllegalAction as refused:
            raise of_game(refused, installed) from refused
        for bot in draft.bots:
            if bot is not None:
                self.check_bot(installed.id, bot)
        if len(draft.bots) > count:
            raise Refused(400, "bots", f"{len(draft.bots)} seats named for bots; the match has {count}")
        clock = draft.clock if draft.clock is not None else card.clock
        checked_clock: Clock = (
            NoClock() if clock is None else msgspec.convert(msgspec.to_builtins(clock), Clock)
        )
        check_clock(checked_clock)
        return count, checked_clock

    async def _infos(
        self, ids: Sequence[str], person: Person | None, *, invited: bool = False
    ) -> list[MatchInfo]:
        """The descriptions of those of these matches that the person may see, newest first."""
        rows, chairs_by_match, hosts_by_match = await self.database.look_up(partial(rows_of, ids=ids))
        infos = []
        for row in rows:
            terms = msgspec.json.decode(row.terms, type=Terms)
            chairs, names = chairs_by_match.get(row.id, []), hosts_by_match.get(row.id, {})
            roles = roles_of(person, chairs, names, terms, row.status, invited)
            if not may(roles, "see", row.status) or not self.offers(row.game):
                continue
            seat = next((chair.seat for chair in chairs if person and chair.person == person.id), None)
            installed = self.installed_game(row.game)
            infos.append(match_info(row, chairs, names, terms, tuple(roles), seat, installed))
        return infos

    async def take(self, connection: AsyncConnection, match: str, person: Person, seat: Seat | None) -> Seat:
        """Put the person on that seat, or on the first free one. Raises `Refused`."""
        await check_seats(connection, person)
        free = (seats.c.match == match) & seats.c.person.is_(None) & seats.c.bot.is_(None)
        if seat is not None:
            free &= seats.c.seat == seat
        query = select(seats.c.seat).where(free).order_by(seats.c.seat).limit(1)
        free_seat = (await connection.execute(query)).scalar()
        if free_seat is None:
            message = "this seat isn't free" if seat is not None else "every seat is taken"
            raise Refused(409, "no-seat", message)
        try:
            result = await connection.execute(
                update(seats)
                .where(free & (seats.c.seat == free_seat))
                .values(person=person.id, name=person.name, joined=self.now(), assistance=False)
            )
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "you have a seat in this match already") from error
        if not result.rowcount:
            raise Refused(409, "no-seat", "another player was faster: this seat is taken")
        return int(free_seat)

    async def lock_before_start(
        self, connection: AsyncConnection, match: str, *, settled: bool = False
    ) -> Any:
        """The row of a match that hasn't begun, locked so that it doesn't begin before this transaction ends.
        `settled` accepts a match whose start was interrupted, so that it can be tried again. Raises
        `Refused`."""
        query = select(matches).where(matches.c.id == match).with_for_update()
        row = (await connection.execute(query)).first()
        if row is None:
            raise unknown_match()
        if row.status not in ("draft", "open") or (row.started is not None and not settled):
            raise Refused(
                409, "already-started", "the match has begun; this is done before the start", was=row.status
            )
        return row


def _stored_options(installed: InstalledGame, draft: Draft) -> str:
    """The options as they are stored: all of them, so that a later change of a default changes no match.
    Without assistance: the host doesn't decide it, the seats agree to it, and the start sets it."""
    options = msgspec.to_builtins(_decode_options(installed, msgspec.json.encode(draft.options).decode()))
    options.pop("assistance", None)
    return msgspec.json.encode(options).decode()


def _decode_options(installed: InstalledGame, text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=installed.game.options_type)
    except msgspec.ValidationError as error:
        names = ", ".join(installed.game.options_type.__struct_fields__)
        raise Refused(400, "options", f"options: {error}; there are: {names}") from error
