"""Replays of uploaded records in a worker process: step by step, so that a long record gives way to other
people's tasks, and kept for a while, so that the next question about the record finds it replayed."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec

from numberhouse.contract.game import Costly
from numberhouse.protocol.review import PlayerInfo
from numberhouse.record import Record, read
from numberhouse.record.replay import replaying
from numberhouse.registry import games, installed_game
from numberhouse.server.review.timeline import PlayedMatch
from numberhouse.server.workers.tasks import GiveWay

__all__ = ["RecordReplays"]

STEP: Final = 0.2
"""Seconds of processor time after which a replay gives way."""

MOST_KEPT: Final = 4
"""Replayed records that are kept."""

MOST_PAUSED: Final = 16
"""Replays that may be paused at once; a further one runs to its end."""

LONGEST_PAUSE: Final = 120.0
"""Seconds after which a paused replay is dropped: nobody waits for it any more."""


class _Paused(NamedTuple):
    steps: Generator[None, None, PlayedMatch]
    since: float


class RecordReplays:
    """The replays of one worker process."""

    def __init__(
        self,
        worked: Callable[[], float] = time.process_time,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worked, self._now = worked, now
        self._kept: OrderedDict[bytes, PlayedMatch] = OrderedDict()
        self._paused: dict[bytes, _Paused] = {}

    def replay(self, text: str) -> PlayedMatch:
        """The replayed record. Raises `GiveWay` if it isn't replayed yet, and a `RecordError`: the first
        fault of the record."""
        key = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
        played = self._kept.get(key)
        if played is None:
            played = self._kept[key] = self._continue(key, text)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return played

    def _continue(self, key: bytes, text: str) -> PlayedMatch:
        stale = self._now() - LONGEST_PAUSE
        for other in [other for other, paused in self._paused.items() if paused.since < stale]:
            del self._paused[other]
        until = self._worked() + STEP
        paused = self._paused.pop(key, None)
        steps = paused.steps if paused is not None else _replaying(text)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                played: PlayedMatch = end.value
                return played
            if self._worked() >= until and len(self._paused) < MOST_PAUSED:
                self._paused[key] = _Paused(steps, self._now())
                raise GiveWay


def _replaying(text: str) -> Generator[None, None, PlayedMatch]:
    """Replay the record, a line a step; a `Match` doesn't keep its states, so they are collected here."""
    record = read(text)
    _check_cost(record)
    states: list[Any] = []
    steps = replaying(record, None)
    while True:
        try:
            match = next(steps)
        except StopIteration as end:
            _, findings = end.value
            if findings:
                raise findings[0] from None
            break
        states.append(match.state)
        yield
    return PlayedMatch(
        installed_game(match.game),
        match,
        states,
        [PlayerInfo(name) for name in record.header.players],
        status="running" if match.outcome is None else "finished",
    )


def _check_cost(record: Record) -> None:
    """Raises `IllegalAction` for options that the present rules refuse for their cost. Earlier rules accepted
    some of them, and anybody may write a record of these."""
    installed = games().get(record.header.game)
    if installed is not None and isinstance(game := installed.game, Costly):
        with suppress(msgspec.MsgspecError):  # replaying the record says what is wrong with its options
            game.setup_cost(msgspec.json.decode(record.header.options, type=game.options_type))
