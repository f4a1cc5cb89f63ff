"""Checks the stored data: every match is replayed from its entries and compared with its row."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import func, select, text

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import RulesGone, decode_entries
from numberhouse.server.storage.journal_entry import check_whole
from numberhouse.server.storage.schema import journal_entries, matches

__all__ = ["CheckResult", "check", "check_file", "count"]


class CheckResult(msgspec.Struct, frozen=True):
    """The result for one match."""

    match: str
    game: str
    entries: int
    problems: tuple[str, ...]
    """The differences between the stored data and the replay; empty where there are none."""


async def count(database: Database) -> int:
    """The number of matches."""
    async with database.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(matches))).scalar() or 0)


async def check(database: Database, match_list: Matches) -> AsyncIterator[CheckResult]:
    """Check every match, in the order of their ids. The service may run meanwhile."""
    last = ""
    while True:
        query = select(matches.c.id).where(matches.c.id > last).order_by(matches.c.id).limit(100)
        async with database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            result = await _check_match(database, match_list, match)
            if result is not None:
                yield result
        if not ids:
            return
        last = ids[-1]


async def check_file(database: Database) -> Sequence[str]:
    """The errors that SQLite finds in its own file; none for PostgreSQL, which checks its files itself."""
    if database.path is None:
        return ()
    async with database.read() as connection:
        problems = [str(row[0]) for row in await connection.execute(text("PRAGMA integrity_check"))]
        orphans = [str(row[0]) for row in await connection.execute(text("PRAGMA foreign_key_check"))]
    rows = [f"the file isn't sound: {problem}" for problem in problems if problem != "ok"]
    return [
        *rows,
        *(f"a row of {session} refers to one that isn't there" for session in sorted(set(orphans))),
    ]


async def _check_match(database: Database, match_list: Matches, match: str) -> CheckResult | None:
    # One snapshot of the row and its entries: players may append entries meanwhile.
    async with database.read() as connection:
        if database.path is None:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        query = select(
            journal_entries.c.number,
            journal_entries.c.seat,
            journal_entries.c.body,
            journal_entries.c.at,
            journal_entries.c.key,
        )
        query = query.where(journal_entries.c.match == match).order_by(journal_entries.c.number)
        rows: Any = [tuple(entry) for entry in await connection.execute(query)]
    if row is None:
        return None  # the match was deleted meanwhile
    try:
        session = await match_list.session(match)
        entries = decode_entries(match, rows)
        check_whole(entries)
        for entry in entries:
            session.apply_stored(entry)
        problems = tuple(_differences(row, session)) if rows else tuple(_draft_differences(row))
    except LookupError:
        return None
    except RulesGone as error:
        problems = (f"can't be replayed here: {error}",)
    except Refused as refusal:
        problems = (f"can't be replayed here: {refusal.message}",)
    except IllegalAction as refusal:
        problems = (f"entry {session.number + 1} is refused: {refusal.message}",)
    except (ValueError, msgspec.MsgspecError) as error:
        problems = (f"not a match's journal: {error}",)
    return CheckResult(match, row.game, len(rows), problems)


def _differences(row: Any, session: Session) -> list[str]:
    due = session.times.next_due() if session.running and session.times is not None else None
    journal_says = {
        "status": session.status,
        "due": due[0] if due is not None else None,
        "started": session.started,
        "ended": session.ended,
    }
    return [
        f"{name} is {getattr(row, name)}, and the journal says {value}"
        for name, value in journal_says.items()
        if getattr(row, name) != value
    ]


def _draft_differences(row: Any) -> list[str]:
    if row.status in ("draft", "open"):
        return []
    return [f"status is {row.status}, and there are no entries"]
