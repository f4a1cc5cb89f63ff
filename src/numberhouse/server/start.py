"""The start of a match: seats, options and assistance are settled in one transaction, then it begins.

From the moment they are settled nobody joins, leaves or changes anything, in this process or another, so what
was agreed is what is played.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select, update

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.protocol.people import Person
from numberhouse.server.line import Start
from numberhouse.server.log import LogFailed
from numberhouse.server.refusal import Refused
from numberhouse.server.schema import matches, seats
from numberhouse.server.service import Service

__all__ = ["start"]


async def start(service: Service, match: str, by: Person | None = None) -> None:
    """Begin, by the word of this host; every seat must be taken. Assistance is on where every seat has agreed
    to it, and a game that has an option of this name is told. Raises `Refused`, `IllegalAction` and
    `LogFailed`."""
    await _settle(service, match)
    service.tables.forget(match)
    try:
        async with service.tables.at(match) as table:
            await service.tables.enter(table, None, Start(by=by.id if by else None), key="start")
    except (IllegalAction, LogFailed):
        if await _unsettle(service, match):
            raise
    service.hub.wake_all(match)


async def _settle(service: Service, match: str) -> None:
    query = select(seats).where(seats.c.match == match).order_by(seats.c.seat)
    async with service.database.begin() as connection:
        row = await service.matches.waiting(connection, match, settled=True)
        chairs = (await connection.execute(query)).all()
        empty = [chair.seat for chair in chairs if chair.person is None and chair.bot is None]
        if empty:
            raise Refused(409, "empty-seats", "nobody sits on " + Names([], "en").listed(empty), seats=empty)
        if row.status != "open":
            raise Refused(409, "not-open", f"the match is {row.status}; open it first")
        values: dict[str, Any] = {"started": service.now()}
        if "assistance" in service.matches.folder(row.game).game.options_type.__struct_fields__:
            options = msgspec.json.decode(row.options, type=dict[str, Any])
            options["assistance"] = all(chair.assistance for chair in chairs)
            values["options"] = msgspec.json.encode(options).decode()
        await connection.execute(update(matches).where(matches.c.id == match).values(**values))


async def _unsettle(service: Service, match: str) -> bool:
    """It couldn't begin after all; False where it has begun, because somebody else was quicker."""
    waiting = (matches.c.id == match) & (matches.c.status == "open")
    async with service.database.begin() as connection:
        done = await connection.execute(update(matches).where(waiting).values(started=None))
    return bool(done.rowcount)
