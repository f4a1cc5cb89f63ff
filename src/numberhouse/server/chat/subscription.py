"""The chat of a match over a live connection: nothing before the client sends `subscribe`, then all messages
that the person may read, and after that the new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from numberhouse.protocol.chat import Message, RoomInfo
from numberhouse.protocol.people import Person
from numberhouse.server.chat.chat import Chat
from numberhouse.server.chat.promises import PromiseReader
from numberhouse.server.chat.rooms import LOBBY
from numberhouse.server.play.presence import Subscription
from numberhouse.server.play.sessions.session import Session

__all__ = ["ChatSubscription", "Messages"]


class Messages(msgspec.Struct, frozen=True, tag="messages"):
    """The changes in the rooms of the client."""

    rooms: list[RoomInfo] | None
    """All rooms that the client may know of, when something about them has changed."""
    messages: list[Message]


class ChatSubscription:
    """The subscription of one connection."""

    def __init__(
        self,
        chat: Chat,
        match: str,
        person: Person | None,
        subscription: Subscription,
        last_changes: Mapping[str, int],
    ) -> None:
        self.chat = chat
        self.match = match
        self.person = person
        self.subscription = subscription
        self.last_changes = last_changes
        self.serial = 0
        self._rooms: list[RoomInfo] | None = None
        self._sent_version: Any = None
        self._over = False
        self._renamings = chat.updates.renamings.get(match, 0)
        self._first = True
        self._promises: Sequence[Any] = ()
        """The rows of the promises of which the person may learn whether they were kept."""
        self._judged_at: tuple[int, int] | None = None
        """The epoch and the number of the session at which they were looked at last."""
        self._judgements: dict[tuple[str, int], bool | None] = {}
        """By room and number of the message, whether the promise was kept, as the client knows it."""

    async def next_messages(self) -> Messages | None:
        """The changes that haven't been sent yet; None where there are none. Raises `Refused` for a person
        who may not see the match any more."""
        chat, delayed = self.chat, self.subscription.delayed
        async with chat.access.sessions.seen(self.match, chat.access.now(), delayed=delayed) as session:
            version = self._version(session)
            judgements = self._new_judgements(session)
            if session.over and not self._over and not self._first:
                self.last_changes, self.serial = (
                    {},
                    0,
                )  # the end opens the other rooms too, from their beginning
            self._over = session.over
        if version == self._sent_version and not judgements:
            return None
        renamings = chat.updates.renamings.get(self.match, 0)
        if renamings != self._renamings:
            self._renamings, self.last_changes, self.serial = renamings, {}, 0
        self.serial, rooms, new = await self.chat.history.changes_since(
            self.match, self.person, self.serial, self.last_changes, judgements
        )
        self._judgements.update(judgements)
        self._promises, self._judged_at = await chat.promises.rows_of(self.match, self.person), None
        self._sent_version = None if new.more else version
        changed = rooms if rooms != self._rooms else None
        self._rooms, first, self._first = rooms, self._first, False
        return Messages(changed, new.messages) if first or new.messages or changed is not None else None

    def _new_judgements(self, session: Session) -> dict[tuple[str, int], bool | None]:
        """The promises about which the person learns something new at this position."""
        position = session.epoch, session.number
        if not self._promises or position == self._judged_at or self.person is None:
            return {}
        self._judged_at = position
        reader = PromiseReader(session, self.subscription.seat, self.person)
        judgements = {(row.room, row.number): reader.kept(row) for row in self._promises}
        return {key: kept for key, kept in judgements.items() if kept is not self._judgements.get(key)}

    @property
    def behind(self) -> bool:
        """Whether more messages are to be sent at once."""
        return self._sent_version is None

    def _version(self, session: Session) -> Any:
        """A value that changes whenever there can be new messages, computed without asking the database."""
        rooms, seat = self.chat.access.rooms.current(session), self.subscription.seat
        own = frozenset(
            room_id
            for room_id, room in rooms.items()
            if seat is None or room_id == LOBBY or seat in room.seats
        )
        changes = self.chat.updates.version(self.match), self.subscription.read_changes
        # Before the start a person who sits down may write from then on, and the table may get more seats.
        table = (seat, session.row.seats) if session.started is None else None
        return own, changes, session.status, session.epoch, table
