"""Matches before they begin, drafts and seats, and the lists of matches.

Everything after the start is in the journal and goes through `play/accept.py`.
"""

from __future__ import annotations

import asyncio
import math
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeGuard, TypeVar

import msgspec
from sqlalchemy import delete, insert, select, tuple_, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.clock import Clock, NoClock
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.match import Match
from numberhouse.protocol.matches import Draft, MatchInfo, MatchSummary
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame, UnknownGame, UnknownVersion, find, games
from numberhouse.server.accounts.administrators import CONFIRMED_SECONDS, confirm_first
from numberhouse.server.accounts.audit import audit, was_audited
from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.languages import check_language
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.matches.access.content_options import chosen_content, option_digest
from numberhouse.server.matches.access.insights import check_may_sit, store_handed_in
from numberhouse.server.matches.access.permissions import READING, Permission, check, may
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.draft import MatchRows
from numberhouse.server.matches.lists import (
    ANY,
    MOST_LISTED,
    Filters,
    Place,
    created_of,
    ids_of_member,
    own_ids,
)
from numberhouse.server.matches.match_info import (
    Rows,
    SeatOccupant,
    chairs_of,
    match_info,
    match_summary,
    roles_of,
    rows_of,
    seeding_of,
    seen_offers,
    summary_rows_of,
)
from numberhouse.server.matches.offer_rows import (
    IS_OPEN,
    check_free_of_offers,
    forget_offers,
    offered_seat,
)
from numberhouse.server.matches.options_work import PERFORMERS
from numberhouse.server.matches.quotas import check_bots, check_clock, check_most, check_seats
from numberhouse.server.matches.seen_rows import BEGUN, may_seem, seen_rows
from numberhouse.server.play.delayed import has_delay
from numberhouse.server.play.session import Occupant, Row, Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import RulesGone, Unplayable
from numberhouse.server.storage.schema import hosts, insights, matches, offers, seats
from numberhouse.server.workers.options_worker import OptionsWorker, setup_cost
from numberhouse.server.workers.tasks import RemarkOnOptions, SetUp

__all__ = ["Matches", "unknown_match"]

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
"""The form of a match's id."""

T = TypeVar("T")

NOBODY: Final[Mapping[str, Any]] = {
    "person": None,
    "bot": None,
    "name": "",
    "joined": None,
    "assistance": False,
    "contribution": None,
}
"""The columns of a seat on which nobody sits."""

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
        options_worker: OptionsWorker | None = None,
    ) -> None:
        """`offered_games` are the games that the service offers, all if it is empty; `bots` says whether bots
        play here. `options_worker` does the long work on options; None: this process does it."""
        self.database = database
        self.now = now
        self.offered_games = offered_games
        self.bots = bots
        self.delayed_session: Callable[[str], Awaitable[Session]] | None = None
        """Finds the session of a match as delayed spectators see it; the service sets it."""
        self.options_worker = options_worker
        self.check_ready: Callable[[str], None] = lambda _game: None
        """Raises `Refused` while what a match of the game needs is being prepared. Checked before any rules
        run, which would build it in this process."""

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
        rows = await self.match_rows(draft, host, copied_from)
        async with self.database.begin() as connection:
            await self.insert(connection, host, [rows], most, most_bots)
        return str(rows.row["id"])

    async def match_rows(self, draft: Draft, host: Person, copied_from: str | None = None) -> MatchRows:
        """The rows of a new match. Raises `Refused` if the draft can't be played."""
        installed = self.installed_game(draft.game)
        count, clock = await self._check_draft(installed, draft, host)
        row = {
            "id": new_secret(9),
            "game": installed.id,
            "rules_version": installed.game.card.rules_version,
            "options": _stored_options(installed, draft),
            "seats": count,
            "seed": "",  # made at the start
            "secret": secrets.token_hex(32),
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
            host_row = {"match": draft.row["id"], "person": host.id, "created": draft.row["created"]}
            await connection.execute(insert(hosts).values(host_row))
            content = chosen_content(
                self.installed_game(draft.row["game"]), msgspec.json.decode(draft.row["options"])
            )
            await store_handed_in(connection, draft.row["id"], host.id, content, self.now())
        if most_bots and any(chair["bot"] for draft in drafts for chair in draft.chairs):
            await check_bots(connection, str(drafts[0].row["id"]), most_bots)

    async def set_up(self, match: str, person: Person, draft: Draft) -> None:
        """Change a match that hasn't begun, except its game, its number of seats and its people. Secret
        options that the draft doesn't name stay as they are. Raises `Refused`."""
        row = await self._row(match)
        installed = self.installed_game(draft.game)
        stored = msgspec.json.decode(row.options, type=dict[str, Any])
        kept = {
            name: value
            for name, value in chosen_content(installed, stored, installed.game.card.secret_options).items()
            if row.game == draft.game and name not in draft.options
        }
        whole_draft = msgspec.structs.replace(draft, options={**kept, **draft.options})
        if kept and _changes_others(installed, stored, whole_draft.options, kept):
            await self._check_knows(match, person, kept)
        count, clock = await self._check_draft(installed, whole_draft, person)
        new_options = _stored_options(installed, whole_draft)
        async with self.database.begin() as connection:
            locked = await self.lock_before_start(connection, match)
            if locked.options != row.options:
                raise Refused(409, "late", "a host has changed the options meanwhile; look at them again")
            if row.game != draft.game or row.seats != count:
                raise Refused(
                    409,
                    "fixed-setup",
                    "the game stays as it is: draft another match; seats are added and removed by themselves",
                )
            await self._enter_content(connection, installed, match, person, stored, new_options)
            await connection.execute(
                update(matches)
                .where(matches.c.id == match)
                .values(
                    # The host has chosen from the options of this version.
                    rules_version=installed.game.card.rules_version,
                    options=new_options,
                    clock=msgspec.json.encode(clock).decode(),
                    terms=msgspec.json.encode(draft.terms).decode(),
                )
            )

    async def hand_in(self, info: MatchInfo, person: Person, secrets: Mapping[str, Any]) -> None:
        """Set secret options of a match that hasn't begun; None is the default. Raises `Refused`."""
        installed = self.installed_game(info.game)
        secret_options = installed.game.card.secret_options
        for name in secrets:
            if name not in secret_options:
                choice = f"it has: {', '.join(secret_options)}" if secret_options else "it has none"
                raise Refused(400, "secrets", f"{info.game} has no secret option {name[:40]!r}; {choice}")
        defaults = msgspec.to_builtins(installed.game.options_type())
        named = {name: defaults[name] if value is None else value for name, value in secrets.items()}
        options = {**info.options, **named}
        count = len(info.seats)
        draft = Draft(game=info.game, options=options, seats=count, clock=info.clock, terms=info.terms)
        await self.set_up(info.id, person, draft)

    async def _row(self, match: str) -> Any:
        async with self.database.read() as connection:
            row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        if row is None:
            raise unknown_match()
        return row

    async def _check_knows(self, match: str, person: Person, secrets: Mapping[str, Any]) -> None:
        """Raises `Refused` for a host who changes options beside secrets that the host doesn't know: whether
        the game accepts the change would reveal something of them."""
        digests = {option_digest(match, value) for value in secrets.values()}
        query = select(insights.c.digest).where(insights.c.match == match, insights.c.person == person.id)
        async with self.database.read() as connection:
            known = set((await connection.execute(query)).scalars())
        if not digests <= known:
            names = ", ".join(secrets)
            raise Refused(
                409,
                "secrets-stand",
                f"another host has handed in: {names}; that host may change the options, or clear these "
                "secrets first, then chance deals them",
                secrets=list(secrets),
            )

    async def _enter_content(
        self,
        connection: AsyncConnection,
        installed: InstalledGame,
        match: str,
        person: Person,
        stored: Mapping[str, Any],
        new_options: str,
    ) -> None:
        """Store who has chosen the content options that change. Raises `Refused` for a person who plays."""
        old = chosen_content(installed, stored)
        new = chosen_content(installed, msgspec.json.decode(new_options))
        changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
        if not changed:
            return
        own_seat = (seats.c.match == match) & (seats.c.person == person.id)
        if (await connection.execute(select(seats.c.seat).where(own_seat))).first() is not None:
            names = ", ".join(changed)
            raise Refused(
                409,
                "plays",
                f"you sit at this match, so you can't choose its {names}; leave the seat, let a host choose "
                "who doesn't play, or leave it to chance",
                options=list(changed),
            )
        await store_handed_in(connection, match, person.id, changed, self.now())

    async def open(self, match: str) -> None:
        """Let people take seats. Raises `Refused` for a match that isn't a draft any more."""
        async with self.database.begin() as connection:
            draft = (matches.c.id == match) & (matches.c.status == "draft")
            result = await connection.execute(
                update(matches).where(draft).values(status="open", opened=self.now())
            )
        if not result.rowcount:
            raise Refused(409, "not-a-draft", "only a draft is opened")

    async def delete(self, match: str, status: Status) -> str | None:
        """Delete the match with everything about it, and return the match of which it is the rematch. Raises
        `Refused` if its status isn't `status` any more, for which the deletion was allowed."""
        async with self.database.begin() as connection:
            condition = (matches.c.id == match) & (matches.c.status == status)
            if status in ("draft", "open"):
                await self.lock_before_start(connection, match)
            query = select(matches.c.rematch_of).where(condition)
            rematch_of: str | None = (await connection.execute(query)).scalar()
            result = await connection.execute(delete(matches).where(condition))
        if not result.rowcount:
            raise Refused(409, "already-started", "the match isn't what it was; look at it again", was=status)
        return rematch_of

    # Seats

    async def join(
        self, match: str, person: Person, seat: Seat | None, contribution: str | None = None
    ) -> Seat:
        """Take that seat, or the first free one, with a contribution to the seed. Raises `Refused` if it
        isn't free, or if the person has a seat."""
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            return await self.take(connection, match, person, seat, contribution)

    async def leave(self, match: str, person: Person) -> None:
        """Give the seat back, before the start."""
        own_seat = (seats.c.match == match) & (seats.c.person == person.id)
        async with self.database.begin() as connection:
            await self.lock_before_start(connection, match)
            await connection.execute(update(seats).where(own_seat).values(NOBODY))

    async def set_seat(
        self, match: str, seat: Seat, *, person: Person | None = None, bot: str | None = None, most: int = 0
    ) -> None:
        """Put a person who has agreed, a bot or nobody on a seat before the start. At most `most` bots sit at
        the matches of one host; 0 is any number. Raises `Refused`, also for a person who has a seat."""
        values = {
            "person": person.id if person else None,
            "bot": bot,
            "name": person.name if person else bot or "",
            "joined": self.now() if person else None,
            "assistance": bot is not None,
            "contribution": None,  # the earlier player's
            "created": created_of(match),
        }
        condition = (seats.c.match == match) & (seats.c.seat == seat)
        try:
            async with self.database.begin() as connection:
                await self.lock_before_start(connection, match)
                if person is not None:
                    await check_may_sit(connection, match, person.id, seat, person.name)
                    await check_welcome(connection, match, person.id, person.name, own=False)
                await connection.execute(update(seats).where(condition).values(**values))
                await forget_offers(connection, match, seat=seat)
                if person is not None:
                    await forget_offers(connection, match, person=person.id)
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
            if _has_closed_powers(person) and await self._infos([match], _with_powers(person)):
                raise confirm_first()
            raise unknown_match()
        return infos[0]

    async def options(self, match: str) -> dict[str, Any]:
        """All options of a match as they are stored, the secret ones too; for the service only."""
        return msgspec.json.decode((await self._row(match)).options, type=dict[str, Any])

    async def check(self, match: str, person: Person | None, permission: Permission) -> MatchInfo:
        """The match, if this person has the permission now. Raises `Refused` otherwise. A permission that the
        person has as an administrator alone is logged."""
        info = await self.info(match, person)
        allowed = may(info.roles, permission, info.status)
        as_administrator = may(("administrator",), permission, info.status)
        if not allowed and as_administrator and _has_closed_powers(person):
            raise confirm_first()
        check(info, permission)
        other_roles = [role for role in info.roles if role != "administrator"]
        if person is not None and not may(other_roles, permission, info.status):
            await self._audit(person, permission, match)
        return info

    async def _audit(self, person: Person, permission: Permission, match: str) -> None:
        now, subject = self.now(), f"match {match}"
        async with self.database.begin() as connection:
            if permission in READING and await was_audited(
                connection, now - CONFIRMED_SECONDS, person, permission, subject
            ):
                return
            await audit(connection, now, person, permission, subject=subject)

    async def list_matches(
        self,
        person: Person | None,
        which: str,
        before: float | None = None,
        before_id: str | None = None,
        filters: Filters = ANY,
    ) -> list[MatchSummary]:
        """Matches, newest first: the public ones that are `open` or `running`, of the game that `filters`
        name, or those of the person (`mine`) that pass the filters; after a match that was created at
        `before` and has the id `before_id`."""
        if which == "mine":
            if person is None:
                return []
            after = None if before is None else (before, before_id or "")
            async with self.database.read() as connection:
                ids = await own_ids(connection, person.id, after, filters)
            return await self._summaries(ids, person)
        query = (
            select(matches.c.id).order_by(matches.c.created.desc(), matches.c.id.desc()).limit(MOST_LISTED)
        )
        if filters.game is not None:
            query = query.where(matches.c.game == filters.game)
        if before is not None and before_id is not None:
            query = query.where(tuple_(matches.c.created, matches.c.id) < tuple_(before, before_id))
        elif before is not None:
            query = query.where(matches.c.created < before)
        query = query.where(may_seem(which), matches.c.terms.contains('"visibility":"public"'))
        async with self.database.read() as connection:
            ids = list((await connection.execute(query)).scalars())
        return [info for info in await self._summaries(ids, person) if info.status == which]

    async def list_of_member(
        self, member: str, person: Person | None, after: Place | None, filters: Filters
    ) -> list[MatchSummary]:
        """The public matches of the member with this id that are over, newest first, as the person sees
        them."""
        async with self.database.read() as connection:
            ids = await ids_of_member(connection, member, after, filters)
        over = ("finished", "abandoned")
        return [info for info in await self._summaries(ids, person) if info.status in over]

    async def _summaries(self, ids: Sequence[str], person: Person | None) -> list[MatchSummary]:
        rows = await self.database.look_up(
            partial(summary_rows_of, ids=ids, person=person.id if person else None)
        )
        return await self._described(rows, person, match_summary)

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
        rows, chairs, *_ = await self.database.look_up(partial(rows_of, ids=[match]))
        if not rows:
            raise LookupError(match)
        row = rows[0]
        installed = self._installed_of(row)
        self.check_ready(installed.id)
        options = _decode_options(installed, row.options)
        clock = msgspec.json.decode(row.clock, type=Clock)
        terms = msgspec.json.decode(row.terms, type=Terms)
        occupants = [Occupant(chair.name, chair.bot, chair.person) for chair in chairs.get(match, [])]
        # Before the start there is no seed. The state is then that of an empty seed, which everybody knows,
        # and nothing but the rooms is used of it.
        seed = row.seed if row.started is not None else ""
        match_row = Row(row.id, options, row.seats, seed, clock, terms, row.created, seeding_of(row))
        state = await self._first_state(installed, options, row.seats, seed, row.id)
        new_match = None if state is None else Match(installed.game, seed, options, row.seats, state=state)
        return await asyncio.to_thread(Session, installed, match_row, occupants, new_match)

    async def remarks(self, session: Session, person: Person) -> tuple[Mapping[str, str], ...]:
        """The game's remarks on the options of a match, each in every language. Raises `Refused`."""
        task = RemarkOnOptions(
            session.installed.id,
            session.installed.game.card.rules_version,
            msgspec.json.encode(session.row.options),
        )
        if self.options_worker is None:
            return _decode_remarks(await asyncio.to_thread(PERFORMERS[RemarkOnOptions], task))
        return _decode_remarks(await self.options_worker.ask(task, person.id))

    # Rows of the match before its start

    def _installed_of(self, row: Any) -> InstalledGame:
        """The game in the version of the rules with which the match began. Raises
        `RulesGone`."""
        try:
            return self.installed_game(row.game).version(row.rules_version)
        except UnknownVersion as error:
            raise RulesGone(row.id, row.game, row.rules_version, error.known) from error

    async def _check_draft(self, installed: InstalledGame, draft: Draft, host: Person) -> tuple[int, Clock]:
        """The number of seats and the clock of a draft. Raises `Refused` if it can't be played."""
        self.check_ready(installed.id)
        check_language(draft.terms.language)
        text = msgspec.json.encode(draft.options)
        if len(text) > LARGEST_OPTIONS:
            raise Refused(400, "options", f"options of {len(text)} bytes; at most {LARGEST_OPTIONS} are read")
        card = installed.game.card
        count = card.usual_seats if draft.seats is None else draft.seats
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
        await self._check_options(installed, _decode_options(installed, text.decode()), count, host.id)
        return count, checked_clock

    async def check_seat_count(self, match: str, count: int, by: str) -> None:
        """Raises `Refused` if the match can't be played by so many. `by` is who asks, for the fair order of
        long work."""
        row = await self._row(match)
        installed = self.installed_game(row.game)
        fewest, most = installed.game.card.seats
        if not fewest <= count <= most:
            raise Refused(
                409,
                "seat-count",
                f"{installed.game.card.title} is for {fewest} to {most} players, not for {count}",
                seats=count,
                fewest=fewest,
                most=most,
            )
        self.check_ready(installed.id)
        await self._check_options(installed, _decode_options(installed, row.options), count, by)

    async def _check_options(self, installed: InstalledGame, options: Any, count: int, by: str) -> None:
        """Raises `Refused` for options that can't be played."""
        try:
            if await self._first_state(installed, options, count, "trial", by) is None:
                await asyncio.to_thread(Match, installed.game, "trial", options, count)
        except IllegalAction as refused:
            raise of_game(refused, installed) from refused

    async def _first_state(
        self, installed: InstalledGame, options: Any, count: int, seed: str, person: str
    ) -> Any:
        """The first state, made by the worker process, if setting up is long work; otherwise None. Raises
        `IllegalAction` for options that can't be played, and `Refused` if the worker can't check them."""
        if self.options_worker is None or not await asyncio.to_thread(setup_cost, installed, options):
            return None
        rules = installed.game.card.rules_version
        task = SetUp(installed.id, rules, msgspec.json.encode(options), count, seed)
        body = await self.options_worker.ask(task, person)
        return msgspec.json.decode(body, type=installed.game.state_type)

    async def _infos(
        self, ids: Sequence[str], person: Person | None, *, invited: bool = False
    ) -> list[MatchInfo]:
        """The descriptions of those of these matches that the person may see, newest first."""
        rows = await self.database.look_up(partial(rows_of, ids=ids, person=person.id if person else None))
        return await self._described(rows, person, match_info, invited=invited)

    async def _described(
        self, found: Rows, person: Person | None, describe: Callable[..., T], *, invited: bool = False
    ) -> list[T]:
        rows, chairs_by_match, hosts_by_match, insights_by_match, offered = found
        infos: list[T] = []
        for row in rows:
            terms = msgspec.json.decode(row.terms, type=Terms)
            chairs, names = chairs_by_match.get(row.id, []), hosts_by_match.get(row.id, {})
            known = insights_by_match.get(row.id, [])
            played = any(
                person and insight.person == person.id and insight.seen == "played" for insight in known
            )
            roles = roles_of(person, chairs, names, terms, row.status, invited, played, row.id in offered)
            seat = next((chair.seat for chair in chairs if person and chair.person == person.id), None)
            if has_delay(terms, roles) and row.status in BEGUN:
                session = await self._delayed_session(row.id)
                if session is None:
                    continue
                row, chairs = seen_rows(row, chairs, session)
                roles = roles_of(person, (), names, terms, row.status, invited, played, row.id in offered)
            if not may(roles, "see", row.status) or not self.offers(row.game):
                continue
            installed = self.installed_game(row.game)
            chairs = seen_offers(chairs, roles, person, row.status)
            reader = person.id if person else None
            infos.append(describe(row, chairs, names, terms, tuple(roles), seat, installed, known, reader))
        return infos

    async def _delayed_session(self, match: str) -> Session | None:
        """The session as delayed spectators see it; None for one that this service can't play any more."""
        assert self.delayed_session is not None
        try:
            return await self.delayed_session(match)
        except (LookupError, Unplayable):
            return None

    async def take(
        self,
        connection: AsyncConnection,
        match: str,
        person: Person,
        seat: Seat | None,
        contribution: str | None = None,
    ) -> Seat:
        """Put the person on that seat, or on the first free one. Raises `Refused`."""
        await check_seats(connection, person)
        free = (seats.c.match == match) & seats.c.person.is_(None) & seats.c.bot.is_(None)
        others = select(offers.c.seat).where(
            offers.c.match == match, offers.c.seat.is_not(None), offers.c.person != person.id, IS_OPEN
        )
        if seat is None:
            seat = await offered_seat(connection, match, person)
        if seat is not None:
            await check_free_of_offers(connection, match, seat, person)
            free &= seats.c.seat == seat
        else:
            free &= seats.c.seat.not_in(others)
        query = select(seats.c.seat).where(free).order_by(seats.c.seat).limit(1)
        free_seat = (await connection.execute(query)).scalar()
        if free_seat is None:
            message = "this seat isn't free" if seat is not None else "every seat is taken"
            raise Refused(409, "no-seat", message)
        await check_may_sit(connection, match, person.id, int(free_seat))
        await check_welcome(connection, match, person.id, person.name, own=True)
        try:
            result = await connection.execute(
                update(seats)
                .where(free & (seats.c.seat == free_seat))
                .values(
                    person=person.id,
                    name=person.name,
                    joined=self.now(),
                    assistance=False,
                    contribution=contribution,
                    created=created_of(match),
                )
            )
        except IntegrityError as error:
            raise Refused(409, "has-a-seat", "you have a seat in this match already") from error
        if not result.rowcount:
            raise Refused(409, "no-seat", "another player was faster: this seat is taken")
        await forget_offers(connection, match, person=person.id)
        return int(free_seat)

    async def empty_seat(self, connection: AsyncConnection, match: str, seat: Seat) -> None:
        """Take the player off the seat of a match that hasn't begun; the caller holds its lock."""
        condition = (seats.c.match == match) & (seats.c.seat == seat)
        await connection.execute(update(seats).where(condition).values(NOBODY))

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


def _changes_others(
    installed: InstalledGame, stored: Mapping[str, Any], options: Mapping[str, Any], kept: Mapping[str, Any]
) -> bool:
    """Whether the new options differ from the stored ones in anything but the secret ones that are kept."""
    defaults = msgspec.to_builtins(installed.game.options_type())
    names = set(defaults) - set(kept) - {"assistance"}
    return any(stored.get(name, defaults[name]) != options.get(name, defaults[name]) for name in names)


def _stored_options(installed: InstalledGame, draft: Draft) -> str:
    """The options as they are stored: all of them, so that a later change of a default changes no match.
    Without assistance: the host doesn't decide it, the seats agree to it, and the start sets it."""
    options = msgspec.to_builtins(_decode_options(installed, msgspec.json.encode(draft.options).decode()))
    options.pop("assistance", None)
    return msgspec.json.encode(options).decode()


def _has_closed_powers(person: Person | None) -> TypeGuard[Person]:
    """Whether the person is an administrator who hasn't confirmed the password in this session."""
    return person is not None and person.administrator and person.confirmed_until is None


def _with_powers(person: Person) -> Person:
    return msgspec.structs.replace(person, confirmed_until=math.inf)


def _decode_remarks(body: bytes) -> tuple[Mapping[str, str], ...]:
    return msgspec.json.decode(body, type=tuple[dict[str, str], ...])


def _decode_options(installed: InstalledGame, text: str) -> Any:
    try:
        return msgspec.json.decode(text, type=installed.game.options_type)
    except msgspec.ValidationError as error:
        names = ", ".join(installed.game.options_type.__struct_fields__)
        raise Refused(400, "options", f"options: {error}; there are: {names}") from error
