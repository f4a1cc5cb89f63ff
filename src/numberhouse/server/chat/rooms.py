"""The rooms of a match, as the game's `rooms` says at every moment, and the lobby before the start.

A room is told from others by its name and by who is in it: after a correction of the past, a room of the same
name with other people in it is another room, and what was said in the first one stays there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.server.play.session import Session

__all__ = ["LOBBY", "Room", "Rooms", "titles_of"]


class Room(msgspec.Struct, frozen=True):
    """Where people talk."""

    id: str
    """Its name and its seats: nothing that those inside don't know."""
    name: str
    """The game's."""
    seats: tuple[Seat, ...]
    """Who is in it, as long as it is there."""


LOBBY: Final = "lobby"
"""The id of the room that is there until the match begins, for whoever has a seat by then, and the hosts."""


class Rooms:
    """Of all matches in memory. All of it is computed from a session's states; nothing is stored."""

    def __init__(self) -> None:
        self._pasts: WeakKeyDictionary[Session, _Past] = WeakKeyDictionary()

    def now(self, session: Session) -> Mapping[str, Room]:
        """The rooms that are there now, by id: just those in the match's `rooms`, and the lobby alone before
        the start."""
        if session.started is None:
            return {LOBBY: lobby(session)}
        return self._past(session).now

    def ever(self, session: Session) -> Mapping[str, Room]:
        """All that have been there, in the order in which they opened, the lobby first."""
        return self._past(session).rooms

    def _past(self, session: Session) -> _Past:
        past = self._pasts.get(session)
        if past is None or past.epoch != session.epoch:
            past = self._pasts[session] = _Past(session)
        past.advance(session)
        return past


class _Past:
    """The rooms of all states so far."""

    def __init__(self, session: Session) -> None:
        self.epoch = session.epoch
        self.covered = 0
        """States that have been looked at."""
        self.last: Any = None
        """What the game said last."""
        self.now: dict[str, Room] = {}
        self.rooms: dict[str, Room] = {LOBBY: lobby(session)}

    def advance(self, session: Session) -> None:
        if session.started is None:
            return
        for state in session.states[self.covered :]:
            said = session.match.game.rooms(state)
            if said is not self.last and said != self.last:
                self.now = _named(said)
                self.rooms.update({room: one for room, one in self.now.items() if room not in self.rooms})
            self.last = said
        self.covered = len(session.states)


def lobby(session: Session) -> Room:
    """The room before the start, for everybody who has a seat."""
    return Room(LOBBY, LOBBY, tuple(range(session.row.seats)))


def titles_of(session: Session, room: Room) -> dict[str, str]:
    """What the game says that its room is called, by language."""
    return {lang: session.installed.room(room.name, lang, session.names(lang)) for lang in ("en", "ru")}


def _named(rooms: Mapping[str, frozenset[Seat]]) -> dict[str, Room]:
    found = (Room(_id(name, inside), name, tuple(sorted(inside))) for name, inside in rooms.items())
    return {room.id: room for room in found}


def _id(name: str, inside: frozenset[Seat]) -> str:
    return f"{name}:{'-'.join(map(str, sorted(inside)))}"
