"""Reports to the operators: storing them, and showing them to administrators and to their authors.

A report keeps what was reported as it was. It never says to anybody who made it; its author alone sees it
and its outcome. A message of a room that not everybody reads stays sealed while its match runs: an
administrator may play there too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, func, insert, select

from numberhouse.protocol.moderation import OpenReport, OpenReports, OwnReport, ReportRequest
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import new_secret
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.chat.chat import Chat
from numberhouse.server.chat.rooms import LOBBY
from numberhouse.server.matches.matches import Matches
from numberhouse.server.moderation.targets import find_target
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import matches as matches_table
from numberhouse.server.storage.schema import people, reports

__all__ = ["Reports", "list_reports"]

MOST_OPEN: Final = 20
"""Undecided reports of one person."""

PAGE: Final = 50

UNDER_WAY: Final = ("running", "paused")


@dataclass(frozen=True)
class Reports:
    """The reports of all people."""

    database: Database
    chat: Chat
    matches: Matches
    now: Callable[[], float]

    async def report(self, person: Person, request: ReportRequest) -> OwnReport:
        """Store a report. The same one again changes nothing. Raises `Refused` for what the person can't see,
        for the person's own things, and for too many reports."""
        found = await find_target(self.chat, self.matches, person, request)
        if found.person == person.id:
            raise Refused(409, "own-name", "this is yours; what others write can be reported")
        row = {
            "id": new_secret(12),
            "at": self.now(),
            "reporter": person.id,
            "about": found.person,
            "kind": found.kind,
            "match": request.match,
            "room": request.room,
            "number": request.number,
            "name": found.name,
            "reported": found.reported,
            "reason": request.reason,
            "text": reason_text(request.text),
        }
        own = reports.c.reporter == person.id
        same = own & (reports.c.kind == found.kind) & (reports.c.match == request.match)
        same &= reports.c.room.is_not_distinct_from(request.room)
        same &= reports.c.number.is_not_distinct_from(request.number)
        same &= reports.c.about.is_not_distinct_from(found.person)
        if found.kind != "message":  # a decided name or title may have changed since
            same &= reports.c.outcome.is_(None)
        async with self.database.begin() as connection:
            # Two requests of one person wait for each other, so that no limit is passed by haste.
            await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
            if (earlier := (await connection.execute(select(reports).where(same))).first()) is not None:
                return _own(earlier)
            undecided = select(func.count()).where(own, reports.c.outcome.is_(None))
            if ((await connection.execute(undecided)).scalar() or 0) >= MOST_OPEN:
                raise Refused(
                    409, "too-many", f"{MOST_OPEN} reports that nobody has decided; wait for an operator"
                )
            await connection.execute(insert(reports).values(row))
            stored = (await connection.execute(select(reports).where(reports.c.id == row["id"]))).one()
        return _own(stored)

    async def own(self, person: Person) -> list[OwnReport]:
        """The person's latest reports with their outcomes, newest first."""
        query = select(reports).where(reports.c.reporter == person.id).order_by(reports.c.at.desc())
        async with self.database.read() as connection:
            return [_own(row) for row in (await connection.execute(query.limit(PAGE))).all()]


async def list_reports(database: Database, *, decided: bool = False, after: int = 0) -> OpenReports:
    """A page of the reports that nobody has decided, oldest first, or of the decided ones, newest first.
    `after` is the number of reports to leave out."""
    query = _with_facts()
    if decided:
        query = query.where(reports.c.outcome.is_not(None)).order_by(reports.c.decided.desc(), reports.c.id)
    else:
        query = query.where(reports.c.outcome.is_(None)).order_by(reports.c.at, reports.c.id)
    async with database.read() as connection:
        rows = (await connection.execute(query.offset(after).limit(PAGE + 1))).all()
    return OpenReports(tuple(map(_open, rows[:PAGE])), len(rows) > PAGE)


def _with_facts() -> Select[Any]:
    others = reports.alias("others")
    count = select(func.count()).where(others.c.about == reports.c.about).scalar_subquery()
    return (
        select(reports, people.c.name.label("present_name"), matches_table.c.status, count.label("count"))
        .outerjoin(people, people.c.id == reports.c.about)
        .outerjoin(matches_table, matches_table.c.id == reports.c.match)
    )


def _own(row: Any) -> OwnReport:
    return OwnReport(row.id, row.at, row.kind, row.name, row.reported, row.reason, row.outcome, row.decided)


def _open(row: Any) -> OpenReport:
    sealed = row.kind == "message" and row.room != LOBBY and row.status in UNDER_WAY
    return OpenReport(
        id=row.id,
        at=row.at,
        kind=row.kind,
        match=row.match,
        name=row.name,
        present_name=row.present_name or "",
        sealed=sealed,
        reported=None if sealed else row.reported,
        reason=row.reason,
        text=None if sealed else row.text,
        reports=row.count,
        outcome=row.outcome,
        decided=row.decided,
    )
