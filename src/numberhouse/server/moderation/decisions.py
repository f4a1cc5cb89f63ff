"""Decisions of administrators on reports: to hide a message, to rename or to ban a person, or to dismiss.

A decision closes all open reports about the same thing, in one transaction with its entry in the audit log.
The entry names the person concerned and never the reporter.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.moderation import Decision, ReportOutcome
from numberhouse.protocol.people import Person
from numberhouse.server.accounts.administration.audit import audit
from numberhouse.server.accounts.administration.bans import store_ban
from numberhouse.server.accounts.names import look_columns, store_name
from numberhouse.server.accounts.people import name_key
from numberhouse.server.accounts.renaming import Renaming
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.texts import reason_text
from numberhouse.server.chat.chat import Chat
from numberhouse.server.play.presence import Presence
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import people, reports

__all__ = ["Decisions"]

OUTCOMES: Final[dict[str, ReportOutcome]] = {
    "hide": "hidden",
    "rename": "renamed",
    "ban": "banned",
    "dismiss": "dismissed",
}

TRIES: Final = 50


@dataclass(frozen=True)
class Decisions:
    """Carries decisions out."""

    database: Database
    chat: Chat
    renaming: Renaming
    presence: Presence
    now: Callable[[], float]

    async def decide(self, administrator: Person, report_id: str, decision: Decision) -> None:
        """Carry out the decision on this report. Raises `Refused` for an unknown or decided report, for one
        about the administrator, and for a decision that doesn't fit it."""
        reason = reason_text(decision.reason)
        if not reason:
            raise Refused(400, "reason", "a decision without a reason; 1 to 500 characters are possible")
        if decision.until is not None and (decision.action != "ban" or decision.until <= self.now()):
            raise Refused(
                400, "ban-until", "only a ban has an end, and it lies in the future; null is for good"
            )
        query = select(reports).where(reports.c.id == report_id).with_for_update()
        name = None
        async with self.database.begin() as connection:
            report = (await connection.execute(query)).first()
            if report is None:
                raise Refused(404, "no-report", "there is no report with this id")
            if report.outcome is not None:
                raise Refused(409, "decided", "somebody has decided this report already", was=report.outcome)
            if report.about == administrator.id:
                raise Refused(409, "own-report", "this report is about you; another administrator decides it")
            if decision.action == "hide":
                await self._hide(connection, report)
            elif decision.action == "rename":
                name = await self._rename(connection, report)
            elif decision.action == "ban":
                await self._ban(connection, report, decision.until, reason)
            await self._close(connection, report, OUTCOMES[decision.action])
            await audit(
                connection,
                self.now(),
                administrator,
                OUTCOMES[decision.action],
                subject=f"match {report.match}" if report.about is None else "",
                about=report.about,
                note=reason,
            )
        await self._show(report, decision, name)

    async def _show(self, report: Any, decision: Decision, name: str | None) -> None:
        """Show the effect to those who watch, once it is stored."""
        if decision.action == "hide":
            self.chat.updates.notify_hidden(report.match)
        if name is not None:
            await self.renaming.show(report.about, name)
        if decision.action == "ban":
            self.presence.recheck_person(report.about)

    async def _hide(self, connection: AsyncConnection, report: Any) -> None:
        if report.kind != "message":
            raise Refused(409, "no-message", "only a message is hidden; rename or ban the person, or dismiss")
        if not await self.chat.messages.hide(connection, report.match, report.room, report.number):
            raise Refused(409, "no-message", "the message was deleted with its match; dismiss the report")

    async def _rename(self, connection: AsyncConnection, report: Any) -> str:
        """Give the person a name that says nothing, wherever the name is shown. A member still signs in by
        the earlier name, which nobody else gets."""
        person = await _person(connection, report)
        name = await _free_name(connection)
        values: dict[str, Any] = {"name": name}
        if person.kind == "member":
            values["name_key"] = name_key(name)
            values["former_key"] = person.former_key or person.name_key
            # The looks stay those of the earlier name: nobody else takes one that looks like it.
            if person.look is None:
                values |= look_columns(name)
        own_row = people.c.id == report.about
        await connection.execute(update(people).where(own_row).values(**values))
        await store_name(connection, report.about, name)
        return name

    async def _ban(self, connection: AsyncConnection, report: Any, until: float | None, reason: str) -> None:
        person = await _person(connection, report)
        if person.administrator:
            raise Refused(
                409,
                "administrator",
                "this is an administrator's account; the operator takes the powers away first",
            )
        await store_ban(connection, report.about, self.now(), until, reason)

    async def _close(self, connection: AsyncConnection, report: Any, outcome: ReportOutcome) -> None:
        """Close this report, and the others about the same thing."""
        same = (reports.c.kind == report.kind) & (reports.c.match == report.match)
        same &= reports.c.room.is_not_distinct_from(report.room)
        same &= reports.c.number.is_not_distinct_from(report.number)
        same &= reports.c.about.is_not_distinct_from(report.about)
        await connection.execute(
            update(reports)
            .where(same, reports.c.outcome.is_(None))
            .values(outcome=outcome, decided=self.now())
        )


async def _person(connection: AsyncConnection, report: Any) -> Any:
    row = (await connection.execute(select(people).where(people.c.id == report.about))).first()
    if row is None or row.kind == "closed":
        raise Refused(409, "closed-account", "the account is closed; dismiss the report")
    return row


async def _free_name(connection: AsyncConnection) -> str:
    for _ in range(TRIES):
        name = f"Player {secrets.randbelow(900_000) + 1000}"
        taken = select(people.c.id).where((people.c.name == name) | (people.c.name_key == name_key(name)))
        if (await connection.execute(taken.limit(1))).first() is None:
            return name
    raise Refused(503, "not-stored", "no free name was found; try again")
