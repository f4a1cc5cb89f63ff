"""The rooms of a match, as the game's `rooms` defines them for every state, and the lobby before the start.

A room is identified by its name and its seats: after a correction of the past, a room of the same name with
other seats is another room, and the messages of the first one stay there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.server.play.sessions.session import Session
from numberhouse.words import HOUSE

__all__ = ["LOBBY", "Room", "Rooms", "titles_of"]


class Room(msgspec.Struct, frozen=True):
    """A room of the match."""

    id: str
    """Derived from its name and its seats, which its members know, so that the id reveals nothing."""
    name: str
    """The name that the game gives it."""
    seats: tuple[Seat, ...]
    """The seats in it, as long as it exists."""


LOBBY: Final = "lobby"
"""The id of the room that exists until the match begins, for the people with seats at that time and the
hosts."""


class Rooms:
    """The rooms of all matches in memory, computed from the sessions' states. Nothing is stored."""

    def __init__(self) -> None:
        self._histories: WeakKeyDictionary[Session, _RoomHistory] = WeakKeyDictionary()

    def current(self, session: Session) -> Mapping[str, Room]:
        """The rooms that are open now, by id: those in the game's `rooms`, and the lobby alone before the
        start."""
        if session.started is None:
            return {LOBBY: lobby(session)}
        return self._history_of(session).current

    def history(self, session: Session) -> Mapping[str, Room]:
        """All rooms that have been open, by id, in the order in which they opened, the lobby first."""
        return self._history_of(session).rooms

    def _history_of(self, session: Session) -> _RoomHistory:
        history = self._histories.get(session)
        if history is None or history.epoch != session.epoch:
            history = self._histories[session] = _RoomHistory(session)
        history.advance(session)
        return history


class _RoomHistory:
    """The rooms of all states so far."""

    def __init__(self, session: Session) -> None:
        self.epoch = session.epoch
        self.states_read = 0
        """Number of states whose rooms are in this history."""
        self.last_rooms: Any = None
        """The game's `rooms` of the last of these states."""
        self.current: dict[str, Room] = {}
        self.rooms: dict[str, Room] = {LOBBY: lobby(session)}

    def advance(self, session: Session) -> None:
        if session.started is None:
            return
        for state in session.states[self.states_read :]:
            rooms = session.match.game.rooms(state)
            if rooms is not self.last_rooms and rooms != self.last_rooms:
                self.current = _rooms_by_id(rooms)
                self.rooms.update(
                    {room_id: room for room_id, room in self.current.items() if room_id not in self.rooms}
                )
            self.last_rooms = rooms
        self.states_read = len(session.states)


def lobby(session: Session) -> Room:
    """The room before the start, for everybody with a seat."""
    return Room(LOBBY, LOBBY, tuple(range(session.row.seats)))


def titles_of(session: Session, room: Room) -> dict[str, str]:
    """The game's titles of its room, by language."""
    return {lang: session.installed.room(room.name, lang, session.names(lang)) for lang in HOUSE.languages}


def _rooms_by_id(rooms: Mapping[str, frozenset[Seat]]) -> dict[str, Room]:
    named = (Room(_id(name, seats), name, tuple(sorted(seats))) for name, seats in rooms.items())
    return {room.id: room for room in named}


def _id(name: str, seats: frozenset[Seat]) -> str:
    return f"{name}:{'-'.join(map(str, sorted(seats)))}"
