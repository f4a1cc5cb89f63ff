"""The audit log: every use of an operator's or administrator's power. It must never contain a secret.

People are stored by id and named when the log is read, so a closed account leaves no name in it. Entries are
never changed or deleted.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.protocol.people import AuditEntry, AuditLog, Person
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import audit_log, people

__all__ = ["audit", "audit_page", "was_audited"]

PAGE: Final = 100
"""Entries of one page."""

LONGEST_NOTE: Final = 2000


async def audit(
    connection: AsyncConnection,
    at: float,
    actor: Person | None,
    action: str,
    *,
    subject: str = "",
    about: str | None = None,
    note: str = "",
) -> None:
    """Log that the administrator `actor`, or the operator (None), has done something, in the transaction that
    does it. `subject` is a thing such as `match x7Gd`, `about` the id of a person."""
    row = {
        "at": at,
        "person": actor.id if actor is not None else None,
        "action": action,
        "subject": subject[:200],
        "about": about,
        "note": note[:LONGEST_NOTE],
    }
    await connection.execute(insert(audit_log).values(row))


async def was_audited(
    connection: AsyncConnection, since: float, actor: Person, action: str, subject: str
) -> bool:
    """Whether the log has this entry since that time: a page that reads again and again is logged once."""
    same = (
        (audit_log.c.person == actor.id) & (audit_log.c.action == action) & (audit_log.c.subject == subject)
    )
    query = select(audit_log.c.number).where(same, audit_log.c.at >= since).limit(1)
    return (await connection.execute(query)).first() is not None


async def audit_page(database: Database, before: int | None = None, size: int = PAGE) -> AuditLog:
    """The newest entries, or the newest ones with a number below `before`."""
    actors, concerned = people.alias("actors"), people.alias("concerned")
    query = (
        select(audit_log, actors.c.name.label("actor_name"), concerned.c.name.label("about_name"))
        .outerjoin(actors, actors.c.id == audit_log.c.person)
        .outerjoin(concerned, concerned.c.id == audit_log.c.about)
        .order_by(audit_log.c.number.desc())
        .limit(size + 1)
    )
    if before is not None:
        query = query.where(audit_log.c.number < before)
    async with database.read() as connection:
        rows = (await connection.execute(query)).all()
    entries = tuple(
        AuditEntry(row.number, row.at, row.actor_name, row.action, row.subject, row.about_name, row.note)
        for row in rows[:size]
    )
    return AuditLog(entries, entries[-1].number if len(rows) > size else None)
