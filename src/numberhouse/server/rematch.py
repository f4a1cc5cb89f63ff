"""A rematch: the same game between the same people, who need only say that they want it.

The first who does drafts the next match and sits down in it; whoever else was at the table and says so joins
on the own seat, and with the last one it begins. Bots are there already.
"""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import select

from numberhouse.protocol.matches import Draft, Told
from numberhouse.protocol.people import Person
from numberhouse.server.refusal import Refused
from numberhouse.server.schema import matches
from numberhouse.server.service import Service
from numberhouse.server.start import start

__all__ = ["rematch"]


async def rematch(service: Service, person: Person, told: Told) -> Told:
    """The next match, which `person` of the finished match `told` wants and sits at now. Raises `Refused`."""
    assert told.seat is not None
    lock = ASKING.setdefault(told.id, asyncio.Lock())  # two who ask at once mean the same match
    async with lock:
        match = await _waiting(service, told) or await _drafted(service, person, told)
        chairs = await service.matches.chairs(match)
        if not any(chair.person == person.id for chair in chairs):
            await service.matches.join(match, person, told.seat)
            chairs = await service.matches.chairs(match)
        if all(chair.person is not None or chair.bot is not None for chair in chairs):
            await start(service, match)
    service.tables.forget(match)
    service.hub.wake_all(match)
    return await service.matches.told(match, person)


ASKING: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()


async def _waiting(service: Service, told: Told) -> str | None:
    """The match that somebody else of the table waits in already."""
    query = select(matches.c.id).where(matches.c.copied_from == told.id, matches.c.status == "open")
    async with service.database.read() as connection:
        found = (await connection.execute(query.order_by(matches.c.created).limit(1))).scalar()
    if found is None:
        return None
    chair = (await service.matches.chairs(found))[told.seat or 0]
    return str(found) if chair.bot is None else None


async def _drafted(service: Service, person: Person, told: Told) -> str:
    secret = service.matches.folder(told.game).game.card.secret_options
    draft = Draft(
        game=told.game,
        # What was handed in secretly is known by now.
        options={name: value for name, value in told.options.items() if name not in secret},
        seats=len(told.seats),
        clock=told.clock,
        terms=msgspec.structs.replace(told.terms, visibility="unlisted"),
        bots=tuple(chair.bot for chair in told.seats),
    )
    if draft.bots[told.seat or 0] is not None:
        raise Refused(409, "no-seat", "a bot has your seat; draft another match")
    settings = service.settings
    match = await service.matches.draft(
        person, draft, settings.open_matches_each, told.id, settings.bots_each
    )
    await service.matches.open(match)
    return match
