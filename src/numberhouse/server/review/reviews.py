"""Reviews: evaluations of actions, and uploaded records.

Both are computed in worker processes of their own, a few at a time and with limits, and cached for a while.
No record is stored: its owner uploads it with every request, and it isn't replayed while its results are
cached.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.review import Mark
from numberhouse.match import HOST, Match
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
from numberhouse.registry import InstalledGame
from numberhouse.registry.precompile import Piece
from numberhouse.server.base.refusals import Refused
from numberhouse.server.review.evaluations import evaluation_info, in_language, win_probability_info
from numberhouse.server.workers.pool import WorkerFailed
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.reviewers import ReviewPool
from numberhouse.server.workers.tasks import (
    EstimateWin,
    EstimateWinInRecord,
    Evaluation,
    Farewell,
    FarewellOfRecord,
    Judge,
    JudgeRecord,
    ReadRecord,
    Task,
    Unrated,
    WhatIfInRecord,
    WinProbability,
    WordsOfRecord,
)

__all__ = ["LONGEST_RECORD", "MOST_STEPS", "Reviews"]

JUDGES: Final = 2
"""Processes that evaluate actions, started when they are needed."""

READERS: Final = 1
"""Processes that replay records, apart from those that evaluate: a bad record delays only people who upload
records too."""

JUDGING: Final = 1.0
"""Seconds that a reviewer may think about one action."""

WEIGHING: Final = 3.0
"""Seconds for which the match is played out before one action."""

WORTH_COMPARING: Final[tuple[Mark, ...]] = ("inaccuracy", "mistake", "blunder")
"""Marks of actions for which the loss of win probability is computed."""

PATIENCE: Final = 8.0
"""Seconds after which an action is given up."""

READING: Final = 20.0
"""Seconds in which a record must be replayed."""

FIRST: Final = 90.0
"""Extra seconds for the first evaluation of a game in a process, which loads what it needs, and may have to
compile it."""

FIRST_READ: Final = 20.0
"""Extra seconds for the first record that a process reads."""

BATCH: Final = 2.0
"""Seconds after which a request begins no further action."""

LONGEST_RECORD: Final = 512 * 1024
"""Characters of a record."""

MOST_STEPS: Final = 3000
"""Lines of a record."""

LARGEST_CACHE: Final = 48 << 20
"""Bytes of the whole cache."""


TaskForAction = Callable[[int], Task | None]
"""The task that evaluates the action with this number; None for an action that can't be evaluated."""


class Reviews:
    """The reviews of one process of the service."""

    def __init__(self, precompiler: Precompiler) -> None:
        self._precompiler = precompiler
        self._judges = ReviewPool(JUDGES, FIRST)
        self._readers = ReviewPool(READERS, FIRST_READ)
        self._cache: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._size = 0

    async def close(self) -> None:
        """Kill the processes, with their tasks."""
        await asyncio.gather(self._judges.close(), self._readers.close())

    # Matches

    async def evaluations(
        self, match_id: str, epoch: int, match: Match[Any, Any, Any, Any], states: list[Any], first: int,
        lang: Language,
    ) -> Evaluations:  # fmt: skip
        """The evaluations of the match's actions from number `first` on, as many as are computed within
        `BATCH`."""
        game = match.game
        return await self._evaluations(
            (match_id, epoch),
            game.card.id,
            await self._evaluation_tasks(match, states),
            _seats(match),
            first,
            lang,
        )

    async def win_probabilities(
        self, match_id: str, epoch: int, match: Match[Any, Any, Any, Any], states: list[Any], first: int
    ) -> WinProbabilities:
        """The win probabilities before the match's actions from number `first` on, as many as are computed
        within `BATCH`."""
        game = match.game

        def estimate(number: int, better: bytes) -> Task | None:
            entry = match.log[number - 1]
            view = _encoded_view(game, states[number - 1], entry.seat)
            actions = (better, msgspec.json.encode(entry.action)) if better else ()
            return EstimateWin(game.card.id, game.card.rules_version, entry.seat, view, actions, WEIGHING)

        evaluation_task = await self._evaluation_tasks(match, states)
        return await self._win_probabilities(
            (match_id, epoch), game.card.id, evaluation_task, estimate, _seats(match), first
        )

    async def _evaluation_tasks(self, match: Match[Any, Any, Any, Any], states: list[Any]) -> TaskForAction:
        game = match.game
        ends = [await asyncio.to_thread(_encoded_view, game, states[-1], seat) for seat in range(match.seats)]

        def evaluation_task(number: int) -> Task | None:
            entry = match.log[number - 1]
            if entry.action is None or entry.seat == HOST:
                return None
            view = _encoded_view(game, states[number - 1], entry.seat)
            action = msgspec.json.encode(entry.action)
            end, rules = ends[entry.seat], game.card.rules_version
            return Judge(game.card.id, rules, entry.seat, view, action, end, JUDGING)

        return evaluation_task

    async def timeline(self, key: tuple[Any, ...], make: Callable[[], Awaitable[bytes]]) -> bytes:
        """A timeline as JSON, from the cache or else from `make`."""
        cached = self._cached(("course", *key))
        return cached if cached is not None else self._store(("course", *key), await make())

    async def farewell(
        self, source: tuple[Any, ...], installed: InstalledGame, view: Any, lang: Language, names: list[str]
    ) -> str:
        """The game's farewell after the end for a viewer with that view. Raises `Refused`."""
        rules = installed.game.card.rules_version
        task = Farewell(installed.id, rules, msgspec.json.encode(view), lang, names)
        return await self._farewell(("farewell", *source, lang), installed.id, task)

    async def farewell_of_record(self, text: str, perspective: Perspective, lang: Language) -> str:
        """The game's farewell for a record. Raises like `timeline_of_record`."""
        game = await self.game_of_record(text)
        return await self._farewell(
            ("farewell", _record_digest(text), perspective, lang),
            game,
            FarewellOfRecord(text, perspective, lang),
        )

    # Records

    async def timeline_of_record(self, text: str, perspective: Perspective, lang: Language) -> bytes:
        """The timeline of a record as JSON. Raises `Refused` if the record isn't sound or takes too long."""
        check_size(text)
        digest = _record_digest(text)

        async def make() -> bytes:
            return await self._read_record(ReadRecord(text, perspective, lang))

        return await self.timeline((digest, perspective, lang), make)

    async def position_text_of_record(
        self, text: str, entry: int, perspective: Perspective, lang: Language
    ) -> str:
        """A position of a record as text. Raises like `timeline_of_record`."""
        check_size(text)
        key = ("words", _record_digest(text), entry, perspective, lang)
        body = self._cached(key)
        if body is None:
            body = self._store(key, await self._read_record(WordsOfRecord(text, entry, perspective, lang)))
        return body.decode()

    async def evaluations_of_record(self, text: str, first: int, lang: Language) -> Evaluations:
        """The evaluations of a record's actions. Raises like `timeline_of_record`."""
        timeline = msgspec.json.decode(await self.timeline_of_record(text, "spectator", "en"), type=Timeline)
        seats = [step.seat for step in timeline.steps]

        def evaluation_task(number: int) -> Task | None:
            return JudgeRecord(text, number, JUDGING) if timeline.steps[number - 1].notation else None

        return await self._evaluations(
            (_record_digest(text), 0), timeline.game, evaluation_task, seats, first, lang
        )

    async def win_probabilities_of_record(self, text: str, first: int) -> WinProbabilities:
        """The win probabilities in a record. Raises like `timeline_of_record`."""
        timeline = msgspec.json.decode(await self.timeline_of_record(text, "spectator", "en"), type=Timeline)
        seats = [step.seat for step in timeline.steps]

        def evaluation_task(number: int) -> Task | None:
            return JudgeRecord(text, number, JUDGING) if timeline.steps[number - 1].notation else None

        def estimate(number: int, better: bytes) -> Task | None:
            return EstimateWinInRecord(text, number, better, WEIGHING)

        return await self._win_probabilities(
            (_record_digest(text), 0), timeline.game, evaluation_task, estimate, seats, first
        )

    async def what_if_of_record(self, text: str, entry: int, action: bytes, lang: Language) -> bytes:
        """The result of another action at an entry. Raises like `timeline_of_record`, and if the action
        wasn't possible."""
        check_size(text)
        return await self._read_record(WhatIfInRecord(text, entry, action, lang))

    async def game_of_record(self, text: str) -> str:
        """The id of a record's game. Raises like `timeline_of_record`."""
        timeline = await self.timeline_of_record(text, "spectator", "en")
        return msgspec.json.decode(timeline, type=Timeline).game

    # Below

    async def _evaluations(
        self,
        source: tuple[Any, ...],
        game: str,
        evaluation_task: TaskForAction,
        seats: list[Seat],
        first: int,
        lang: Language,
    ) -> Evaluations:
        infos: list[EvaluationInfo] = []
        timed_out: list[int] = []
        unrated: list[UnratedInfo] = []
        until = time.monotonic() + BATCH
        for number in range(max(first, 1), len(seats) + 1):
            key = ("evaluation", *source, number)
            body = self._cached(key)
            if body is None:
                if time.monotonic() >= until:
                    return Evaluations(infos, timed_out, unrated, number)
                body = self._store(key, await self._compute(game, evaluation_task(number)))
            if body == GIVEN_UP:
                timed_out.append(number)
            elif body != NOTHING:
                result = msgspec.json.decode(body, type=Evaluation | Unrated)
                if isinstance(result, Evaluation):
                    infos.append(evaluation_info(number, seats[number - 1], result, lang))
                else:
                    unrated.append(UnratedInfo(number, in_language(result.reason, lang)))
        return Evaluations(infos, timed_out, unrated, None)

    async def _farewell(self, key: tuple[Any, ...], game: str, task: Task) -> str:
        body = self._cached(key)
        if body is None:
            try:
                body = self._store(key, await self._judges.ask(game, task, PATIENCE))
            except WorkerFailed:
                raise Refused(503, "no-farewell", "this couldn't be worked out in time") from None
        return body.decode()

    async def _win_probabilities(
        self, source: tuple[Any, ...], game: str, evaluation_task: TaskForAction,
        estimate: Callable[[int, bytes], Task | None], seats: list[Seat], first: int,
    ) -> WinProbabilities:  # fmt: skip
        """The evaluation names the better action to compare with, so it is computed first if it isn't
        cached."""
        chances: list[WinProbabilityInfo] = []
        bot, until = "", time.monotonic() + BATCH
        for number in range(max(first, 1), len(seats) + 1):
            key = ("chance", *source, number)
            body = self._cached(key)
            if body is None:
                if time.monotonic() >= until:
                    return WinProbabilities(chances, bot, number)
                evaluation = self._cached(("evaluation", *source, number))
                if evaluation is None:
                    evaluation = await self._compute(game, evaluation_task(number))
                    self._store(("evaluation", *source, number), evaluation)
                task = (
                    estimate(number, better) if (better := _better_action(evaluation)) is not None else None
                )
                body = self._store(key, await self._compute(f"{game} chances", task))
            if body not in (NOTHING, GIVEN_UP):
                info = msgspec.json.decode(body, type=WinProbability)
                bot = info.bot
                chances.append(win_probability_info(number, seats[number - 1], info))
        return WinProbabilities(chances, bot, None)

    async def _compute(self, topic: str, task: Task | None) -> bytes:
        """The result of a task; `what` names the code that a process needs to have loaded for it."""
        if task is None:
            return NOTHING
        # Waiting is quicker than compiling the same piece in parallel.
        await self._precompiler.wait(Piece(topic.split()[0], "review"), FIRST)
        try:
            return await self._judges.ask(topic, task, PATIENCE)
        except WorkerFailed:
            return GIVEN_UP

    async def _read_record(self, task: Task) -> bytes:
        try:
            return await self._readers.ask("", task, READING)
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

    def _cached(self, key: tuple[Any, ...]) -> bytes | None:
        body = self._cache.get(key)
        if body is not None:
            self._cache.move_to_end(key)
        return body

    def _store(self, key: tuple[Any, ...], body: bytes) -> bytes:
        before = self._cache.pop(key, None)
        self._size += _cache_size(body) - (_cache_size(before) if before is not None else 0)
        self._cache[key] = body
        while self._size > LARGEST_CACHE:
            self._size -= _cache_size(self._cache.popitem(last=False)[1])
        return body


NOTHING: Final = b"null"
GIVEN_UP: Final = b"given up"


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


def _cache_size(body: bytes) -> int:
    """The size of a result in the cache, in bytes, with the overhead of its entry."""
    return len(body) + 400


def _record_digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _encoded_view(game: Any, state: Any, seat: Seat) -> bytes:
    return msgspec.json.encode(game.view(state, seat))


def _seats(match: Match[Any, Any, Any, Any]) -> list[Seat]:
    return [entry.seat for entry in match.log]


def _better_action(evaluation: bytes) -> bytes | None:
    """The better action, if the evaluated one was a mistake of some size; empty if it wasn't, None if there
    was nothing to choose."""
    if evaluation in (NOTHING, GIVEN_UP):
        return None
    result = msgspec.json.decode(evaluation, type=Evaluation | Unrated)
    if not isinstance(result, Evaluation):
        return None
    return bytes(result.better[0].action) if result.better and result.mark in WORTH_COMPARING else b""
