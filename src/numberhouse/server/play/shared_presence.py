"""Presence across processes: each tells the others on the same database which players are connected to it.

A process that begins, or that has lost its connection to the channel, asks all others for all they have. It
doesn't claim to know everybody before every living process has had the time to answer or to beat: until then
nobody may be called away (`claims.py`). Players of a process that falls silent count as gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.server.play.presence import Chair, Presence
from numberhouse.server.storage.database import Database

__all__ = ["SharedPresence"]

CHANNEL: Final = "numberhouse_presence"

BEAT: Final = 5.0
"""Seconds between two signs of life."""

SILENCE: Final = 4
"""Beats without a sign of life after which a process counts as dead."""

ANSWERS: Final = 2
"""Beats that a process waits for the answers of the others."""

GATHERING: Final = 0.1
"""Seconds for which comings and goings are gathered into one message."""

MOST_CHAIRS: Final = 100
"""Seats in one message."""

Entry: TypeAlias = tuple[str, Seat, bool, float]
"""A match, a seat, whether its player is at the process, and since when."""


class Note(msgspec.Struct, frozen=True, array_like=True):
    """A message on the channel."""

    process: str
    kind: Literal["beat", "change", "part", "all", "gone"]
    """`part` is the beginning of all that a process has, and `all` the rest of it."""
    entries: tuple[Entry, ...] = ()
    asks: bool = False
    """Whether the others shall send all they have."""


class SharedPresence:
    """Keeps the presence of this process and of the others in step; with a SQLite file it does nothing."""

    def __init__(self, database: Database, presence: Presence) -> None:
        self.presence = presence
        self._channel = database.channel(CHANNEL)
        self._process = secrets.token_hex(6)
        self._changes: dict[Chair, tuple[bool, float]] = {}
        """Comings and goings that the others don't know yet."""
        self._wake = asyncio.Event()
        self._sends_all = False
        self._asks = False
        self._answers_until: float | None = None
        """The moment of the loop's clock by which all have answered; None while nothing is heard."""
        self._heard: dict[str, float] = {}
        """By other process, when it was heard last, by the loop's clock."""
        self._known: dict[str, dict[Chair, float]] = {}
        """By other process, its players and since when they are there."""
        self._parts: dict[str, dict[Chair, float]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to listen and to tell."""
        if self._channel is None:
            return
        self.presence.knows_all = False
        self.presence.on_change = self._on_change
        self._tasks = [
            asyncio.create_task(self._channel.listen(self._on_message, self._on_connection)),
            asyncio.create_task(self._tell()),
        ]

    async def close(self) -> None:
        """Stop, and tell the others that the players of this process are gone."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if self._channel is not None and self._tasks:
            await self._channel.send([_encode(Note(self._process, "gone"))])
            await self._channel.close()

    # Telling

    def _on_change(self, chair: Chair, is_here: bool, at: float) -> None:
        self._changes[chair] = is_here, at
        self._wake.set()

    async def _tell(self) -> None:
        assert self._channel is not None
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._wake.wait()
                    await asyncio.sleep(GATHERING)
            self._wake.clear()
            notes = list(self._notes())
            asks = any(note.asks for note in notes)
            self._sends_all = self._asks = False
            if not await self._channel.send([_encode(note) for note in notes]):
                self._sends_all, self._asks = True, self._asks or asks
            self._forget_silent()
            self._see_whether_all_are_known()

    def _notes(self) -> Iterator[Note]:
        """What the others are told now: all, the changes, or that this process lives."""
        changes, self._changes = self._changes, {}
        if self._asks or self._sends_all:
            chunks = list(_chunks((*chair, True, at) for chair, at in self.presence.here().items()))
            for chunk in chunks[:-1]:
                yield Note(self._process, "part", chunk)
            yield Note(self._process, "all", chunks[-1], self._asks)
        elif changes:
            for chunk in _chunks((*chair, *change) for chair, change in changes.items()):
                yield Note(self._process, "change", chunk)
        else:
            yield Note(self._process, "beat")

    # Hearing

    def _on_connection(self, is_open: bool) -> None:
        self._answers_until = None
        self.presence.knows_all = False
        if is_open:
            self._ask()

    def _ask(self) -> None:
        self._answers_until = asyncio.get_running_loop().time() + ANSWERS * BEAT
        self._asks = True
        self._wake.set()

    def _on_message(self, message: str) -> None:
        try:
            note = msgspec.json.decode(message, type=Note)
        except msgspec.DecodeError:
            return  # of another version, which serves beside this one while it is replaced
        if note.process == self._process:
            return
        self._heard[note.process] = asyncio.get_running_loop().time()
        if note.asks:
            self._sends_all = True
            self._wake.set()
        match note.kind:
            case "gone":
                self._forget(note.process)
            case "part" | "all":
                seats = self._parts.setdefault(note.process, {})
                seats |= {(match, seat): at for match, seat, _, at in note.entries}
                if note.kind == "all":
                    self._replace(note.process, self._parts.pop(note.process))
            case _ if note.process not in self._known:
                self._ask()
            case _:
                for match, seat, is_there, at in note.entries:
                    self._set(note.process, (match, seat), is_there, at)

    def _replace(self, process: str, seats: Mapping[Chair, float]) -> None:
        known = self._known.setdefault(process, {})
        gone = [chair for chair in known if chair not in seats]
        for chair in gone:
            self._set(process, chair, False, self.presence.now())
        for chair, at in seats.items():
            if chair not in known:
                self._set(process, chair, True, at)

    def _set(self, process: str, chair: Chair, is_there: bool, at: float) -> None:
        known = self._known[process]
        if is_there:
            known[chair] = at
        else:
            known.pop(chair, None)
        self.presence.set_elsewhere(process, chair, is_there, at)

    def _forget(self, process: str) -> None:
        self._replace(process, {})
        del self._known[process]
        self._heard.pop(process, None)
        self._parts.pop(process, None)

    def _forget_silent(self) -> None:
        if self._answers_until is None:
            return  # this process itself hears nothing
        oldest = asyncio.get_running_loop().time() - SILENCE * BEAT
        for process in [process for process, heard in self._heard.items() if heard < oldest]:
            self._forget(process)

    def _see_whether_all_are_known(self) -> None:
        until = self._answers_until
        if self.presence.knows_all or until is None or asyncio.get_running_loop().time() < until:
            return
        self.presence.knows_all = True
        self.presence.notify_everybody()  # players may claim from now on


def _encode(note: Note) -> str:
    return msgspec.json.encode(note).decode()


def _chunks(entries: Iterable[Entry]) -> Iterator[tuple[Entry, ...]]:
    """The entries in messages that PostgreSQL takes; at least one."""
    every = tuple(entries)
    for begin in range(0, max(len(every), 1), MOST_CHAIRS):
        yield every[begin : begin + MOST_CHAIRS]
