"""Reviews: evaluations of actions, probabilities of winning, and other results for one source.

The source is a match of this server or an uploaded record (`sources.py`); the routes check who may review it.
What a game thinks about is computed in worker processes, a few at a time and with limits
(`evaluator.py` is their side). Results are cached for a while. No record is stored: its owner uploads it with
every request, and it isn't replayed while its results are cached.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.review import Mark
from numberhouse.protocol.review import (
    EvaluationInfo,
    Evaluations,
    Language,
    Perspective,
    Timeline,
    UnratedInfo,
    WinProbabilities,
    WinProbabilityInfo,
)
from numberhouse.registry import find
from numberhouse.registry.precompile import Piece
from numberhouse.server.base.languages import in_language
from numberhouse.server.base.refusals import Refused, choice_of
from numberhouse.server.review.evaluations import evaluation_info, win_probability_info
from numberhouse.server.review.sources import (
    RecordSource,
    ReviewSource,
    check_size,
    read_record,
    record_key,
)
from numberhouse.server.workers.pool import WorkerFailed
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.reviewers import ReviewPool
from numberhouse.server.workers.tasks import (
    EstimateWin,
    Evaluate,
    EvaluatedAction,
    PlayedPosition,
    ReadRecord,
    Task,
    UnratedAction,
    WinProbability,
)

__all__ = ["Reviews"]

EVALUATORS: Final = 2
"""Processes that evaluate actions, started when they are needed."""

READERS: Final = 1
"""Processes that replay records, apart from those that evaluate: a bad record delays only people who upload
records too."""

EVALUATING: Final = 1.0
"""Seconds that a reviewer may think about one action."""

PLAYING_OUT: Final = 3.0
"""Seconds for which the match is played out before one action."""

WORTH_COMPARING: Final[tuple[Mark, ...]] = ("inaccuracy", "mistake", "blunder")
"""Marks of actions for which the loss of win probability is computed."""

PATIENCE: Final = 8.0
"""Seconds after which an action is given up."""

FIRST: Final = 90.0
"""Extra seconds for the first evaluation of a game in a process, which loads what it needs, and may have to
compile it."""

FIRST_READ: Final = 20.0
"""Extra seconds for the first record that a process reads."""

BATCH: Final = 2.0
"""Seconds after which a request begins no further action."""

LARGEST_CACHE: Final = 48 << 20
"""Bytes of the whole cache."""

NOTHING: Final = b"null"
GIVEN_UP: Final = b"given up"


class Reviews:
    """The reviews of one process of the service."""

    def __init__(self, precompiler: Precompiler) -> None:
        self._precompiler = precompiler
        self._evaluators = ReviewPool(EVALUATORS, FIRST)
        self._readers = ReviewPool(READERS, FIRST_READ)
        self._cache: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._size = 0

    async def close(self) -> None:
        """Kill the processes, with their tasks."""
        await asyncio.gather(self._evaluators.close(), self._readers.close())

    async def record(self, text: str) -> RecordSource:
        """The record as a source. Raises `Refused` if it isn't sound, too large or takes too long."""
        check_size(text)
        # Under the key of `timeline`: the spectators' timeline is what most readers ask for first.
        timeline = await self._cached(
            ("timeline", *record_key(text), "spectator", "en"),
            lambda: read_record(self._readers, ReadRecord(text, "spectator", "en")),
        )
        return RecordSource(text, msgspec.json.decode(timeline, type=Timeline), self._readers)

    async def timeline(self, source: ReviewSource, perspective: Perspective, lang: Language) -> bytes:
        """The timeline as JSON."""
        return await self._cached(
            ("timeline", *source.key, perspective, lang), lambda: source.timeline(perspective, lang)
        )

    async def text(self, source: ReviewSource, entry: int, perspective: Perspective, lang: Language) -> str:
        """The position after the first `entry` entries, as text. Raises `Refused` if there are fewer."""
        _check_entry(entry, 0, len(source.seats))
        body = await self._cached(
            ("text", *source.key, entry, perspective, lang), lambda: source.text(entry, perspective, lang)
        )
        return body.decode()

    async def what_if(self, source: ReviewSource, entry: int, action: Any, lang: Language) -> bytes:
        """The result of another action at an entry, as JSON. Raises `Refused` if it wasn't possible."""
        _check_entry(entry, 1, len(source.seats))
        return await source.what_if(entry, msgspec.json.encode(action), lang)

    async def position(self, source: ReviewSource, entry: int, seat: Seat) -> PlayedPosition:
        """What a seat saw after the first `entry` entries. Raises `Refused` where there is no such position
        or seat."""
        _check_entry(entry, 0, len(source.seats))
        if seat >= source.players:
            raise Refused(404, "no-seat", f"there is no seat {seat}; {choice_of(0, source.players - 1)}")
        return await source.position(entry, seat)

    async def farewell(self, source: ReviewSource, perspective: Perspective, lang: Language) -> str:
        """The game's farewell after the end. Raises `Refused` if it takes too long."""

        async def compute() -> bytes:
            task = await source.farewell(perspective, lang)
            try:
                return await self._evaluators.ask(source.game, task, PATIENCE)
            except WorkerFailed:
                raise Refused(503, "no-farewell", "this couldn't be worked out in time") from None

        return (await self._cached(("farewell", *source.key, perspective, lang), compute)).decode()

    async def evaluations(self, source: ReviewSource, first: int, lang: Language) -> Evaluations:
        """The evaluations of the actions from number `first` on, as many as are computed within `BATCH`."""
        infos: list[EvaluationInfo] = []
        timed_out: list[int] = []
        unrated: list[UnratedInfo] = []
        installed = find(source.game)
        bodies, following = await self._batch(source, first, "evaluation", self._evaluate)
        for number, body in bodies.items():
            if body == GIVEN_UP:
                timed_out.append(number)
                continue
            match msgspec.json.decode(body, type=EvaluatedAction | UnratedAction | None):
                case EvaluatedAction() as evaluated:
                    infos.append(
                        evaluation_info(number, source.seats[number - 1], evaluated, installed, lang)
                    )
                case UnratedAction(reason=reason):
                    unrated.append(UnratedInfo(number, in_language(reason, lang)))
        return Evaluations(infos, timed_out, unrated, following)

    async def win_probabilities(self, source: ReviewSource, first: int) -> WinProbabilities:
        """The probabilities of winning before the actions from number `first` on, as many as are computed
        within `BATCH`."""
        infos: list[WinProbabilityInfo] = []
        bot = ""
        bodies, following = await self._batch(source, first, "win probability", self._estimate_win)
        for number, body in bodies.items():
            if body not in (NOTHING, GIVEN_UP):
                probability = msgspec.json.decode(body, type=WinProbability)
                bot = probability.bot
                infos.append(win_probability_info(number, source.seats[number - 1], probability))
        return WinProbabilities(infos, bot, following)

    # Below

    async def _batch(
        self,
        source: ReviewSource,
        first: int,
        kind: str,
        compute: Callable[[ReviewSource, int], Awaitable[bytes]],
    ) -> tuple[dict[int, bytes], int | None]:
        """Results by number, and the number of the first action without one; None if there is none."""
        if first != 1:  # a match without actions has no evaluations either
            _check_entry(first, 1, len(source.seats))
        bodies: dict[int, bytes] = {}
        until = time.monotonic() + BATCH
        for number in range(first, len(source.seats) + 1):
            key = (kind, *source.key, number)
            if key not in self._cache and time.monotonic() >= until:
                return bodies, number
            bodies[number] = await self._cached(key, partial(compute, source, number))
        return bodies, None

    async def _evaluate(self, source: ReviewSource, number: int) -> bytes:
        action = await source.action(number)
        if action is None:
            return NOTHING
        return await self._ask(source.game, source.game, Evaluate(action, EVALUATING))

    async def _estimate_win(self, source: ReviewSource, number: int) -> bytes:
        """The evaluation names the better action to compare with, so it is computed first."""
        evaluation = await self._cached(
            ("evaluation", *source.key, number), partial(self._evaluate, source, number)
        )
        action, better = await source.action(number), _better_action(evaluation)
        if action is None or better is None:
            return NOTHING
        # The topic is its own: playing out loads other code than evaluating.
        topic = f"{source.game} playouts"
        return await self._ask(source.game, topic, EstimateWin(action, better, PLAYING_OUT))

    async def _ask(self, game: str, topic: str, task: Task) -> bytes:
        """The result of a task; `topic` names the code that a process needs to have loaded for it."""
        # Waiting is quicker than compiling the same piece in parallel.
        await self._precompiler.wait(Piece(game, "review"), FIRST)
        try:
            return await self._evaluators.ask(topic, task, PATIENCE)
        except WorkerFailed:
            return GIVEN_UP

    async def _cached(self, key: tuple[Any, ...], compute: Callable[[], Awaitable[bytes]]) -> bytes:
        """The result with this key, from the cache or else computed."""
        body = self._cache.get(key)
        if body is None:
            body = await compute()
            before = self._cache.pop(key, None)  # another request may have computed it meanwhile
            self._size += _cache_size(body) - (_cache_size(before) if before is not None else 0)
            self._cache[key] = body
            while self._size > LARGEST_CACHE:
                self._size -= _cache_size(self._cache.popitem(last=False)[1])
        else:
            self._cache.move_to_end(key)
        return body


def _check_entry(entry: int, least: int, most: int) -> None:
    if not least <= entry <= most:
        raise Refused(404, "no-entry", f"there is no action {entry}; {choice_of(least, most)}")


def _cache_size(body: bytes) -> int:
    """The size of a result in the cache, in bytes, with the overhead of its entry."""
    return len(body) + 400


def _better_action(evaluation: bytes) -> bytes | None:
    """The better action, if the evaluated one was a mistake of some size; empty if it wasn't, None if there
    was nothing to choose."""
    if evaluation == GIVEN_UP:
        return None
    result = msgspec.json.decode(evaluation, type=EvaluatedAction | UnratedAction | None)
    if not isinstance(result, EvaluatedAction):
        return None
    return bytes(result.better[0].action) if result.better and result.mark in WORTH_COMPARING else b""
