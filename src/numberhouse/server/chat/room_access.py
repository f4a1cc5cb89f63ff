"""Which rooms of a match a person may know of, and in which of them the person may write.

The game's `rooms`, applied to the stored entries, name the seats that may write in a room at that moment. A
host who doesn't play knows of all rooms; after the end everybody does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import select

from numberhouse.protocol.chat import RoomInfo, UnreadMember
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.people import Person
from numberhouse.server.base.refusals import Refused
from numberhouse.server.chat.messages.read_marks import marks_of, unread_members
from numberhouse.server.chat.messages.rows import readable_by
from numberhouse.server.chat.rooms import LOBBY, Room, Rooms, titles_of
from numberhouse.server.matches.access.insights import Insights, own_perspective
from numberhouse.server.matches.access.permissions import may
from numberhouse.server.matches.matches import Matches
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.delayed import is_delayed
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.play.sessions.session_cache import SessionLease
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import messages

__all__ = ["RoomAccess", "check_room", "no_room", "writable_ids"]


class RoomAccess:
    """The access of all people to the rooms of all matches."""

    def __init__(
        self,
        database: Database,
        matches: Matches,
        sessions: Sessions,
        now: Callable[[], float],
        insights: Insights,
    ) -> None:
        self.database = database
        self.matches = matches
        self.sessions = sessions
        self.now = now
        self.insights = insights
        self.rooms = Rooms()

    async def visible_rooms(self, match: str, person: Person | None) -> list[RoomInfo]:
        """The rooms that the person may know of, in the order in which they opened. Raises `Refused` for
        a person who may not see the match."""
        info = await self.info(match, person)
        async with self.seen(info) as session:
            return await self.visible_in(session, info, person)

    def seen(self, info: MatchInfo) -> SessionLease:
        """A lease of the session that the person with this view of the match may be shown."""
        return self.sessions.seen(info.id, self.now(), delayed=is_delayed(info))

    async def info(self, match: str, person: Person | None) -> MatchInfo:
        """The match, once the person's insight is stored: a host who doesn't play reads all rooms. Raises
        `Refused` for a person who may not see the match."""
        info = await self.matches.info(match, person)
        everything = may(info.roles, "see everything", info.status)
        await self.insights.grant(
            info, person, "everything" if everything else own_perspective(info), "rooms"
        )
        return info

    async def visible_in(self, session: Session, info: MatchInfo, person: Person | None) -> list[RoomInfo]:
        """The rooms of this session that the person with this view of the match may know of."""
        everything = may(info.roles, "see everything", info.status)
        insider = "seat" in info.roles or "host" in info.roles
        if not everything and not insider:
            return []
        current, opened = self.rooms.current(session), self.rooms.history(session)
        rooms = dict(opened)
        with_messages = select(messages.c.room).where(messages.c.match == session.row.id).distinct()
        if not everything:
            with_messages = with_messages.where(readable_by(person))
            rooms = {
                room_id: room
                for room_id, room in opened.items()
                if room_id == LOBBY or info.seat in room.seats
            }
        async with self.database.read() as connection:
            for row in (await connection.execute(with_messages.order_by(messages.c.room))).all():
                if row.room not in rooms:  # a room of a past that has been corrected since
                    rooms[row.room] = room_from_id(row.room)
            marks: Mapping[str, int] = {}
            members: tuple[UnreadMember, ...] = ()
            if person is not None and insider:
                marks = await marks_of(connection, info.id, person)
                members = await unread_members(connection, info.id, person)
        return [
            RoomInfo(
                room_id,
                room.name,
                room.seats,
                room_id in current,
                room_id in current and _may_write(info, room),
                {} if room_id == LOBBY else titles_of(session, room),
                marks.get(room_id, 0),
                tuple(member for member in members if member.seat in room.seats),
            )
            for room_id, room in rooms.items()
        ]

    async def writable(self, session: Session, info: MatchInfo, person: Person, room_id: str) -> Room:
        """The room, if the person may write in it now. Raises `Refused`."""
        current = self.rooms.current(session).get(room_id)
        if current is not None and _may_write(info, current):
            return current
        visible_rooms = await self.visible_in(session, info, person)
        check_room(visible_rooms, room_id)
        raise Refused(
            409,
            "room-closed",
            "one can't write in this room now; it can be read",
            rooms=writable_ids(visible_rooms),
        )


def check_room(visible_rooms: Iterable[RoomInfo], room_id: str) -> None:
    """Raise `Refused` for a room that isn't among those that the person may know of."""
    if not any(visible.id == room_id for visible in visible_rooms):
        raise no_room()


def no_room() -> Refused:
    """The refusal for a room that doesn't exist, and for one that must stay unknown to the person: they must
    not differ, or the refusal would reveal the room."""
    return Refused(404, "no-room", "there is no room with this id that you may read")


def room_from_id(room_id: str) -> Room:
    """The room with this id."""
    name, _, numbers = room_id.rpartition(":")
    return Room(room_id, name, tuple(map(int, numbers.split("-"))) if numbers else ())


def writable_ids(rooms: Iterable[RoomInfo]) -> list[str]:
    """The ids of the rooms in which the person may write now."""
    return [room.id for room in rooms if room.writable]


def _may_write(info: MatchInfo, room: Room) -> bool:
    """Whether the person with this view of the match may write in this room, which is open: those on its
    seats may, and a host who doesn't play."""
    if not may(info.roles, "talk", info.status):
        return False
    if info.seat is not None and info.seat in room.seats:
        return True
    return "host" in info.roles and (info.seat is None or room.id == LOBBY)
