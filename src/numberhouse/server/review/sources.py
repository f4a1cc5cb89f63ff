"""The sources of a review: a match of this server, and an uploaded record.

A match of this server is in memory. A record comes from anybody: no code of a game runs on it in the process
that runs matches, only in a worker (`evaluator.py`).
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
from typing import Any, Final, Protocol

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.match import HOST
from numberhouse.protocol.play import Viewer
from numberhouse.protocol.review import Language, Perspective, PlayerInfo, Timeline
from numberhouse.server.base.perspectives import viewer_of
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.review.timeline import (
    NotPossible,
    PlayedMatch,
    names_of,
    position_text,
    timeline_of,
    what_if,
)
from numberhouse.server.workers.pool import WorkerFailed
from numberhouse.server.workers.reviewers import ReviewPool
from numberhouse.server.workers.tasks import (
    Farewell,
    FarewellOfRecord,
    PlayedAction,
    PlayedPosition,
    ReadRecord,
    RecordAction,
    Task,
    TextOfRecord,
    ViewInRecord,
    WhatIfInRecord,
)

__all__ = ["PlayedSource", "RecordSource", "ReviewSource", "check_size", "read_record", "record_key"]

LONGEST_RECORD: Final = 512 * 1024
"""Characters of a record."""

MOST_STEPS: Final = 3000
"""Lines of a record."""

READING: Final = 20.0
"""Seconds in which a record must be replayed."""


class ReviewSource(Protocol):
    """A match to review. The caller has checked every number of an entry, and every seat."""

    key: tuple[Any, ...]
    """Identifies the match in its present state: results for an equal key are equal."""
    game: str
    players: int
    seats: list[Seat]
    """The seat of each entry; `HOST` for a ruling."""

    async def timeline(self, perspective: Perspective, lang: Language) -> bytes:
        """The timeline as JSON."""

    async def text(self, entry: int, perspective: Perspective, lang: Language) -> bytes:
        """The position after the first `entry` entries, as text."""

    async def what_if(self, entry: int, action: bytes, lang: Language) -> bytes:
        """The result of another action at an entry, as JSON. Raises `Refused` if it wasn't possible."""

    async def action(self, entry: int) -> PlayedAction | RecordAction | None:
        """The action of an entry, for a worker; None for an expiry and for a ruling."""

    async def position(self, entry: int, seat: Seat) -> PlayedPosition:
        """What the seat saw after the first `entry` entries."""

    async def farewell(self, perspective: Perspective, lang: Language) -> Task:
        """The task that writes the game's farewell."""


class PlayedSource:
    """A match of this server. Later entries don't change it."""

    def __init__(self, session: Session) -> None:
        match = copy.copy(session.match)
        match.log, match.events = list(match.log), list(match.events)
        players = [
            PlayerInfo(display_name.name, occupant.bot, display_name.translated)
            for occupant, display_name in zip(session.occupants, session.display_names(), strict=True)
        ]
        self._played = PlayedMatch(
            session.installed, match, list(session.states), players, session.epoch, session.status
        )
        names = (player.name for player in players)
        length = (len(match.log), session.gaps)
        self.key: tuple[Any, ...] = (session.row.id, session.epoch, *length, session.status, *names)
        self.game = session.installed.id
        self.players = match.seats
        self.seats = [entry.seat for entry in match.log]

    async def timeline(self, perspective: Perspective, lang: Language) -> bytes:
        """The timeline as JSON."""
        return bytes(await asyncio.to_thread(timeline_of, self._played, perspective, lang))

    async def text(self, entry: int, perspective: Perspective, lang: Language) -> bytes:
        """The position after the first `entry` entries, as text."""
        return (await asyncio.to_thread(position_text, self._played, entry, perspective, lang)).encode()

    async def what_if(self, entry: int, action: bytes, lang: Language) -> bytes:
        """The result of another action at an entry, as JSON. Raises `Refused` if it wasn't possible."""
        try:
            result = await asyncio.to_thread(what_if, self._played, entry, action, lang)
        except NotPossible as refusal:
            raise Refused(400, refusal.code, refusal.message) from None
        return msgspec.json.encode(result)

    async def action(self, entry: int) -> PlayedAction | None:
        """The action of an entry with its seat's views, for a worker; None for an expiry and for a ruling."""
        return await asyncio.to_thread(self._action, entry)

    def _action(self, number: int) -> PlayedAction | None:
        played, entry = self._played, self._played.match.log[number - 1]
        if entry.action is None or entry.seat == HOST:
            return None
        card = played.match.game.card
        before, end = (
            self._view(state, entry.seat) for state in (played.states[number - 1], played.states[-1])
        )
        action = msgspec.json.encode(entry.action)
        return PlayedAction(card.id, card.rules_version, entry.seat, before, action, end)

    async def position(self, entry: int, seat: Seat) -> PlayedPosition:
        """What the seat saw after the first `entry` entries."""
        card = self._played.match.game.card
        view = await asyncio.to_thread(self._view, self._played.states[entry], seat)
        return PlayedPosition(card.id, card.rules_version, self.players, seat, view)

    async def farewell(self, perspective: Perspective, lang: Language) -> Farewell:
        """The task that writes the game's farewell from the viewer's last view."""
        card = self._played.match.game.card
        view = await asyncio.to_thread(self._view, self._played.states[-1], viewer_of(perspective))
        return Farewell(card.id, card.rules_version, view, lang, names_of(self._played, lang))

    def _view(self, state: Any, viewer: Viewer) -> bytes:
        return msgspec.json.encode(self._played.match.game.view(state, viewer))


class RecordSource:
    """An uploaded record, which the worker process has found sound."""

    def __init__(self, text: str, timeline: Timeline, readers: ReviewPool) -> None:
        self._text, self._readers = text, readers
        self._notations = [step.notation for step in timeline.steps]
        self.key = record_key(text)
        self.game = timeline.game
        self.players = len(timeline.players)
        self.seats = [step.seat for step in timeline.steps]

    async def timeline(self, perspective: Perspective, lang: Language) -> bytes:
        """The timeline as JSON."""
        return await read_record(self._readers, ReadRecord(self._text, perspective, lang))

    async def text(self, entry: int, perspective: Perspective, lang: Language) -> bytes:
        """The position after the first `entry` entries, as text."""
        return await read_record(self._readers, TextOfRecord(self._text, entry, perspective, lang))

    async def what_if(self, entry: int, action: bytes, lang: Language) -> bytes:
        """The result of another action at an entry, as JSON. Raises `Refused` if it wasn't possible."""
        return await read_record(self._readers, WhatIfInRecord(self._text, entry, action, lang))

    async def action(self, entry: int) -> RecordAction | None:
        """The action of an entry, for a worker; None for an expiry and for a ruling."""
        return RecordAction(self._text, entry) if self._notations[entry - 1] else None

    async def position(self, entry: int, seat: Seat) -> PlayedPosition:
        """What the seat saw after the first `entry` entries."""
        body = await read_record(self._readers, ViewInRecord(self._text, entry, seat))
        return msgspec.json.decode(body, type=PlayedPosition)

    async def farewell(self, perspective: Perspective, lang: Language) -> FarewellOfRecord:
        """The task that writes the game's farewell."""
        return FarewellOfRecord(self._text, perspective, lang)


async def read_record(readers: ReviewPool, task: Task) -> bytes:
    """The result of a task about a record. Raises `Refused` if the record isn't sound or takes too long."""
    try:
        return await readers.ask("", task, READING)
    except WorkerFailed as failed:
        if failed.fault == "stalled":
            raise Refused(
                400,
                "record-too-long",
                f"replaying this record takes more than {READING:g} seconds, and is given up",
            ) from None
        raise Refused(
            400, "record-not-played", "this record can't be replayed: the game fails on it"
        ) from None


def check_size(text: str) -> None:
    """Raises `Refused` for a record that is too large to be uploaded."""
    if len(text) > LONGEST_RECORD:
        raise Refused(
            413,
            "record-too-big",
            f"the record has {len(text)} characters; at most {LONGEST_RECORD} are read here. "
            "`numberhouse verify` and `numberhouse replay` read larger ones",
        )
    if (steps := text.count("\n")) > MOST_STEPS + 2:
        raise Refused(
            413, "record-too-big", f"the record has {steps} lines; at most {MOST_STEPS + 2} are read here"
        )


def record_key(text: str) -> tuple[Any, ...]:
    """The key of a record's results: a digest of its text."""
    return (hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest(),)
