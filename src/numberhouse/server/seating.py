"""Who sits at a match after its start: another person or a bot takes a seat over, by the host's word."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Replacement
from numberhouse.protocol.matches import Told
from numberhouse.protocol.people import Person
from numberhouse.server.line import Seated
from numberhouse.server.people import digest
from numberhouse.server.refusal import Refused
from numberhouse.server.schema import hosts, invitations, matches
from numberhouse.server.service import Service

__all__ = ["replace", "take_over"]


async def replace(
    service: Service, told: Told, seat: Seat, wanted: Replacement, key: str | None, by: Person
) -> None:
    """Somebody else sits there from now on, and has all that the seat has and knows. Raises `Refused`."""
    if (wanted.member is None) == (wanted.bot is None):
        raise Refused(400, "replacement", "name either a member or a bot")
    person = None
    if wanted.member is not None:
        person = await service.people.member(wanted.member)
        await _check_unknowing(service, told.id, person)
    if wanted.bot is not None:
        service.matches.check_bot(told.game, wanted.bot)
    if told.status in ("draft", "open"):
        await service.matches.set_seat(told.id, seat, person=person, bot=wanted.bot)
        service.tables.forget(told.id)
        if person is not None:
            service.notices.seated(told.id, seat, person.id)
    else:
        await _seat(service, told.id, seat, person, wanted.bot, key, by)
    service.hub.wake_all(told.id)


async def take_over(service: Service, secret: str, person: Person) -> str | None:
    """The match whose seat the person has taken over with an invitation that was made for this seat after the
    start; None for every other invitation. Raises `Refused`."""
    query = (
        select(invitations, matches.c.status, matches.c.started)
        .join(matches, matches.c.id == invitations.c.match)
        .where(invitations.c.digest == digest(secret))
    )
    async with service.database.read() as connection:
        found = (await connection.execute(query)).first()
    if found is None or not _for_taking_over(found):
        return None
    match = str(found.match)
    await _check_unknowing(service, match, person)
    mine = (invitations.c.digest == digest(secret)) & invitations.c.used.is_(None)
    mine &= invitations.c.revoked.is_(None)
    async with service.database.begin() as connection:
        used = update(invitations).where(mine).values(used=service.now(), person=person.id)
        if not (await connection.execute(used)).rowcount:
            raise Refused(404, "no-invitation", "this invitation isn't good any more; ask for another")
    try:
        await _seat(service, match, int(found.seat), person, None, None)
    except Exception:
        async with service.database.begin() as connection:
            again = update(invitations).where(invitations.c.digest == digest(secret))
            await connection.execute(again.values(used=None, person=None))
        raise
    service.hub.wake_all(match)
    return match


# Below


def _for_taking_over(found: Any) -> bool:
    """An invitation from before the start is for whoever was to play; it takes nobody's seat away now."""
    return (
        found.status in ("running", "paused")
        and found.seat is not None
        and found.started is not None
        and found.created > found.started
        and found.used is None
        and found.revoked is None
    )


async def _seat(
    service: Service,
    match: str,
    seat: Seat,
    person: Person | None,
    bot: str | None,
    key: str | None,
    by: Person | None = None,
) -> None:
    name, sits = (person.name, person.id) if person else (bot or "", None)
    body = Seated(name, bot, sits, by=by.id if by else None)
    async with service.tables.at(match) as table:
        if table.over:
            raise Refused(409, "status", f"the match is {table.status}; nobody sits down any more")
        if not 0 <= seat < table.row.seats:
            raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {table.row.seats - 1}")
        await service.tables.enter(table, seat, body, key=key)


async def _check_unknowing(service: Service, match: str, person: Person) -> None:
    """Raises `Refused` for a host who doesn't play and so may have seen every secret of a running match."""
    query = select(hosts.c.person).where(hosts.c.match == match, hosts.c.person == person.id)
    began = select(matches.c.started).where(matches.c.id == match)
    async with service.database.read() as connection:
        host = (await connection.execute(query)).first()
        running = (await connection.execute(began)).scalar() is not None
    seated = {chair.person for chair in await service.matches.chairs(match)}
    if host is not None and running and person.id not in seated:
        raise Refused(
            409, "knows-secrets", "a host who doesn't play sees everything, and so can't sit down any more"
        )
