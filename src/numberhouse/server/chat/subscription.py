"""What somebody who stays at a match is told of its rooms, over the live connection: nothing unless asked for
with a `subscribe`, then everything one may read, and afterwards whatever is new."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.protocol.chat import Message, RoomInfo
from numberhouse.protocol.people import Person
from numberhouse.server.chat.chat import Chat
from numberhouse.server.chat.rooms import LOBBY
from numberhouse.server.play.session import Session

__all__ = ["ChatSubscription", "Messages"]


class Messages(msgspec.Struct, frozen=True, tag="messages"):
    """What is new in one's rooms."""

    rooms: list[RoomInfo] | None
    """All that one may know of, when something about them has changed."""
    messages: list[Message]


class ChatSubscription:
    """Of one connection."""

    def __init__(
        self, chat: Chat, match: str, person: Person | None, seat: Seat | None, had: Mapping[str, int]
    ) -> None:
        self.chat = chat
        self.match = match
        self.person = person
        self.seat = seat
        self.had = had
        self.serial = 0
        self._rooms: list[RoomInfo] | None = None
        self._seen: Any = None
        self._over = False
        self._first = True

    async def new(self) -> Messages | None:
        """What hasn't been told yet; None where there is nothing. Raises `Refused` for somebody who may not
        see the match any more."""
        async with self.chat.sessions.at(self.match) as session:
            seen = self._now(session)
            if session.over and not self._over and not self._first:
                self.had, self.serial = {}, 0  # the other rooms are open too now, from their beginning
            self._over = session.over
        if seen == self._seen:
            return None
        self.serial, rooms, heard = await self.chat.since(self.match, self.person, self.serial, self.had)
        self._seen = None if heard.more else seen
        changed = rooms if rooms != self._rooms else None
        self._rooms, first, self._first = rooms, self._first, False
        return Messages(changed, heard.messages) if first or heard.messages or changed is not None else None

    @property
    def behind(self) -> bool:
        """Whether there is more to be told at once."""
        return self._seen is None

    def _now(self, session: Session) -> Any:
        """What tells, without asking the database, whether anything can be new."""
        rooms = self.chat.rooms.now(session)
        own = frozenset(
            room
            for room, one in rooms.items()
            if self.seat is None or room == LOBBY or self.seat in one.seats
        )
        return own, self.chat.versions.get(self.match, 0), session.status, session.epoch
