"""Matches as a person may see them, and the lists of matches."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeGuard, TypeVar

import msgspec
from sqlalchemy import select, tuple_

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo, MatchSummary
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Terms
from numberhouse.server.accounts.administration.administrators import CONFIRMED_SECONDS, confirm_first
from numberhouse.server.accounts.administration.audit import audit, was_audited
from numberhouse.server.matches.access.permissions import READING, Permission, check, may
from numberhouse.server.matches.lists.lists import (
    ANY,
    MOST_LISTED,
    Filters,
    Place,
    ids_of_member,
    own_ids,
)
from numberhouse.server.matches.match_info import (
    Rows,
    match_info,
    match_summary,
    roles_of,
    rows_of,
    seen_offers,
    summary_rows_of,
)
from numberhouse.server.matches.seen_rows import BEGUN, may_seem, seen_rows
from numberhouse.server.matches.stored_matches import StoredMatches, unknown_match
from numberhouse.server.play.sessions.delayed import has_delay
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal import Unplayable
from numberhouse.server.storage.schema import matches, seats

__all__ = ["Descriptions"]

ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)
"""The form of a match's id."""


T = TypeVar("T")


class Descriptions(StoredMatches):
    """Describes matches."""

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


def _has_closed_powers(person: Person | None) -> TypeGuard[Person]:
    """Whether the person is an administrator who hasn't confirmed the password in this session."""
    return person is not None and person.administrator and person.confirmed_until is None


def _with_powers(person: Person) -> Person:
    return msgspec.structs.replace(person, confirmed_until=math.inf)
