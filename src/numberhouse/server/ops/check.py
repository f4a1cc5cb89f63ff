"""Whether what is stored is true: every match is played again from its lines."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import func, select, text

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.refusals import Refused
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.session import Session
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal import RulesGone, decode_entries
from numberhouse.server.storage.schema import lines, matches

__all__ = ["CheckResult", "check", "check_file", "count"]


class CheckResult(msgspec.Struct, frozen=True):
    """One match."""

    match: str
    game: str
    lines: int
    problems: tuple[str, ...]
    """What isn't true; none: it all is."""


async def count(database: Database) -> int:
    """How many matches there are."""
    async with database.read() as connection:
        return int((await connection.execute(select(func.count()).select_from(matches))).scalar() or 0)


async def check(database: Database, found: Matches) -> AsyncIterator[CheckResult]:
    """Every match, in order of ids, also while the service runs."""
    last = ""
    while True:
        query = select(matches.c.id).where(matches.c.id > last).order_by(matches.c.id).limit(100)
        async with database.read() as connection:
            ids = [row.id for row in (await connection.execute(query)).all()]
        for match in ids:
            checked = await _checked(database, found, match)
            if checked is not None:
                yield checked
        if not ids:
            return
        last = ids[-1]


async def check_file(database: Database) -> Sequence[str]:
    """What SQLite itself finds wrong with its file. PostgreSQL sees to that."""
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


async def _checked(database: Database, found: Matches, match: str) -> CheckResult | None:
    # The row and its lines as of one moment; who is playing goes on.
    async with database.read() as connection:
        if database.path is None:
            await connection.execution_options(isolation_level="REPEATABLE READ")
        row = (await connection.execute(select(matches).where(matches.c.id == match))).first()
        query = select(lines.c.number, lines.c.seat, lines.c.body, lines.c.at, lines.c.key)
        query = query.where(lines.c.match == match).order_by(lines.c.number)
        rows: Any = [tuple(line) for line in await connection.execute(query)]
    if row is None:
        return None  # deleted meanwhile
    try:
        session = await found.session(match)
        for line in decode_entries(match, rows):
            session.enter(line)
        problems = tuple(_differences(row, session)) if rows else tuple(_unbegun(row))
    except LookupError:
        return None
    except RulesGone as error:
        problems = (f"can't be replayed here: {error}",)
    except Refused as refused:
        problems = (f"can't be replayed here: {refused.message}",)
    except IllegalAction as refused:
        problems = (f"line {session.number + 1} is refused: {refused.message}",)
    except (ValueError, msgspec.MsgspecError) as error:
        problems = (f"not a match's journal: {error}",)
    return CheckResult(match, row.game, len(rows), problems)


def _differences(row: Any, session: Session) -> list[str]:
    due = session.times.next_due() if session.running and session.times is not None else None
    lines_say = {
        "status": session.status,
        "due": due[0] if due is not None else None,
        "started": session.started,
        "ended": session.ended,
    }
    return [
        f"{name} is {getattr(row, name)}, and the lines say {value}"
        for name, value in lines_say.items()
        if getattr(row, name) != value
    ]


def _unbegun(row: Any) -> list[str]:
    if row.status in ("draft", "open"):
        return []
    return [f"status is {row.status}, and there are no lines"]
