"""Matches before they begin: drafts, their options, and their deletion."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.clock import Clock, NoClock
from numberhouse.contract.game import IllegalAction
from numberhouse.match import Match
from numberhouse.protocol.matches import Draft, MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Status
from numberhouse.registry import InstalledGame
from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.languages import check_language
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.matches.access.content_options import chosen_content, option_digest
from numberhouse.server.matches.access.insights import store_handed_in
from numberhouse.server.matches.making.draft import MatchRows
from numberhouse.server.matches.making.quotas import check_bots, check_clock, check_most
from numberhouse.server.matches.stored_matches import StoredMatches, decode_options
from numberhouse.server.storage.schema import hosts, insights, matches, seats

__all__ = ["SettingUp"]

LARGEST_OPTIONS: Final = 256 * 1024
"""Bytes of JSON."""


class SettingUp(StoredMatches):
    """Sets matches up."""

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
        self.check_own_setup(row)
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
        await self._check_options(installed, decode_options(installed, text.decode()), count, host.id)
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
        await self._check_options(installed, decode_options(installed, row.options), count, by)

    async def _check_options(self, installed: InstalledGame, options: Any, count: int, by: str) -> None:
        """Raises `Refused` for options that can't be played."""
        try:
            if await self._first_state(installed, options, count, "trial", by) is None:
                await asyncio.to_thread(Match, installed.game, "trial", options, count)
        except IllegalAction as refused:
            raise of_game(refused, installed) from refused


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
    options = msgspec.to_builtins(decode_options(installed, msgspec.json.encode(draft.options).decode()))
    options.pop("assistance", None)
    return msgspec.json.encode(options).decode()
