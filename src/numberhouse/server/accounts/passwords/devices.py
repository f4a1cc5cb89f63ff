"""Known devices: browsers in which a member has signed in before.

Password attempts from anywhere else must not lock their owner out: a known device has a limit of its own. The
cookie of a device opens nothing else, so it outlives the session and signing out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from numberhouse.protocol.people import Person
from numberhouse.server.accounts.people import digest, name_key, new_secret
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import devices, people

__all__ = ["DEVICE_DAYS", "Devices"]

DEVICE_DAYS: Final = 365
"""Days after its last use for which a device is known."""

MOST_DEVICES: Final = 20
"""Devices of one person; the least recently used ones are forgotten first."""


class Devices:
    """The known devices of all members."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        self.database = database
        self.now = now

    async def knows(self, secret: str, name: str) -> bool:
        """Whether the member of that name has signed in with this device before."""
        if not secret:
            return False
        key = name_key(name[:80]).replace("\x00", "")
        query = (
            select(devices.c.digest)
            .join(people, people.c.id == devices.c.person)
            .where(devices.c.digest == digest(secret), people.c.name_key == key)
            .where(devices.c.last_used > self.now() - DEVICE_DAYS * 86_400)
        )
        row = await self.database.look_up(lambda connection: connection.execute(query).first())
        return row is not None

    async def password_reset(self, secret: str) -> float | None:
        """When a link last set a new password for a member who hasn't signed in with this device since; None
        where no link did."""
        if not secret:
            return None
        query = select(func.max(devices.c.password_reset)).where(devices.c.digest == digest(secret))
        async with self.database.read() as connection:
            moment: float | None = (await connection.execute(query)).scalar()
        return moment

    async def remember(self, person: Person, secret: str) -> str:
        """Remember the device in which the member has signed in. Returns its secret: the one it has, or a new
        one if this service didn't make that one."""
        now = self.now()
        async with self.database.begin() as connection:
            old = devices.c.last_used <= now - DEVICE_DAYS * 86_400
            await connection.execute(delete(devices).where(devices.c.person == person.id, old))
            query = select(devices.c.person).where(devices.c.digest == digest(secret))
            owners = (await connection.execute(query)).scalars().all()
            if not owners:
                secret = new_secret()
            stored = digest(secret)
            if person.id in owners:
                same = (devices.c.digest == stored) & (devices.c.person == person.id)
                await connection.execute(
                    update(devices).where(same).values(last_used=now, password_reset=None)
                )
                return secret
            own = select(devices.c.digest).where(devices.c.person == person.id)
            newest_first = own.order_by(devices.c.last_used.desc()).offset(MOST_DEVICES - 1)
            surplus = (await connection.execute(newest_first)).scalars().all()
            forgotten = (devices.c.person == person.id) & devices.c.digest.in_(surplus)
            await connection.execute(delete(devices).where(forgotten))
            row = {"digest": stored, "person": person.id, "last_used": now}
            await connection.execute(insert(devices).values(row))
        return secret
