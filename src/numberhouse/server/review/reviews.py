"""Looking back: judgements of actions, and records that somebody has brought along.

Both are thought out in processes of their own, a few at a time and with limits, and remembered for a while.
Nothing of a record is stored: whoever has it brings it along with every question, and where it is remembered
it needn't be replayed.
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
from numberhouse.precompile import Piece
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
from numberhouse.server.base.refusals import Refused
from numberhouse.server.review.judgements import evaluation_info, said, win_probability_info
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
"""Processes that judge, started when they are needed."""

READERS: Final = 1
"""Processes that replay records, apart from those that judge: a bad record keeps nobody else waiting but
those who bring records too."""

JUDGING: Final = 1.0
"""Seconds that a reviewer may think of one action."""

WEIGHING: Final = 3.0
"""Seconds that the match is played out for, before one action."""

WORTH_COMPARING: Final[tuple[Mark, ...]] = ("inaccuracy", "mistake", "blunder")
"""Where it is worth finding out how much of the chance was lost."""

PATIENCE: Final = 8.0
"""Seconds after which an action is given up."""

READING: Final = 20.0
"""Seconds in which a record must be replayed."""

FIRST: Final = 90.0
"""Seconds more for the first judgement of a game in a process: it loads what it needs, and may have to
compile it."""

FIRST_READ: Final = 20.0
"""Seconds more for the first record that a process reads."""

BATCH: Final = 2.0
"""Seconds after which no further action is begun in one request."""

LONGEST_RECORD: Final = 512 * 1024
"""Characters."""

MOST_STEPS: Final = 3000
"""Lines of a record."""

MOST_REMEMBERED: Final = 48 << 20
"""Bytes, of everything that is remembered."""


Asked = Callable[[int], Task | None]
"""By number of an action, what is asked about it; None for what can't be judged."""


class Reviews:
    """Of one process of the service."""

    def __init__(self, precompiler: Precompiler) -> None:
        self._precompiler = precompiler
        self._judges = ReviewPool(JUDGES, FIRST)
        self._readers = ReviewPool(READERS, FIRST_READ)
        self._known: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._size = 0

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        await asyncio.gather(self._judges.close(), self._readers.close())

    # Matches

    async def judgements(
        self, match: str, epoch: int, played: Match[Any, Any, Any, Any], states: list[Any], first: int,
        lang: Language,
    ) -> Evaluations:  # fmt: skip
        """Of the match's actions from number `first` on, as many as are thought out in a moment."""
        game = played.game
        return await self._judged(
            (match, epoch), game.card.id, await self._asked(played, states), _seats(played), first, lang
        )

    async def chances(
        self, match: str, epoch: int, played: Match[Any, Any, Any, Any], states: list[Any], first: int
    ) -> WinProbabilities:
        """Of winning, before the match's actions from number `first` on, as many as are found in a moment."""
        game = played.game

        def weigh(number: int, better: bytes) -> Task | None:
            entry = played.log[number - 1]
            view = _seen(game, states[number - 1], entry.seat)
            actions = (better, msgspec.json.encode(entry.action)) if better else ()
            return EstimateWin(game.card.id, game.card.rules_version, entry.seat, view, actions, WEIGHING)

        asked = await self._asked(played, states)
        return await self._weighed((match, epoch), game.card.id, asked, weigh, _seats(played), first)

    async def _asked(self, played: Match[Any, Any, Any, Any], states: list[Any]) -> Asked:
        game = played.game
        ends = [await asyncio.to_thread(_seen, game, states[-1], seat) for seat in range(played.seats)]

        def asked(number: int) -> Task | None:
            entry = played.log[number - 1]
            if entry.action is None or entry.seat == HOST:
                return None
            view = _seen(game, states[number - 1], entry.seat)
            action = msgspec.json.encode(entry.action)
            end, rules = ends[entry.seat], game.card.rules_version
            return Judge(game.card.id, rules, entry.seat, view, action, end, JUDGING)

        return asked

    async def timeline(self, display_name: tuple[Any, ...], make: Callable[[], Awaitable[bytes]]) -> bytes:
        """A course, made unless it is remembered."""
        found = self._recall(("course", *display_name))
        return found if found is not None else self._remember(("course", *display_name), await make())

    async def farewell(
        self, of: tuple[Any, ...], installed: InstalledGame, view: Any, lang: Language, names: list[str]
    ) -> str:
        """What the game says after the end to whoever has that view. Raises `Refused`."""
        rules = installed.game.card.rules_version
        task = Farewell(installed.id, rules, msgspec.json.encode(view), lang, names)
        return await self._farewell(("farewell", *of, lang), installed.id, task)

    async def farewell_of_record(self, text: str, perspective: Perspective, lang: Language) -> str:
        """The same of a record. Raises like `timeline_of_record`."""
        game = await self.game_of_record(text)
        return await self._farewell(
            ("farewell", _mark(text), perspective, lang), game, FarewellOfRecord(text, perspective, lang)
        )

    # Records

    async def timeline_of_record(self, text: str, perspective: Perspective, lang: Language) -> bytes:
        """Its course. Raises `Refused` for what is no sound record, and for one that takes too long."""
        check_size(text)
        mark = _mark(text)

        async def make() -> bytes:
            return await self._replayed(ReadRecord(text, perspective, lang))

        return await self.timeline((mark, perspective, lang), make)

    async def words_of_record(self, text: str, entry: int, perspective: Perspective, lang: Language) -> str:
        """A position as text. Raises like `timeline_of_record`."""
        check_size(text)
        display_name = ("words", _mark(text), entry, perspective, lang)
        found = self._recall(display_name)
        if found is None:
            found = self._remember(
                display_name, await self._replayed(WordsOfRecord(text, entry, perspective, lang))
            )
        return found.decode()

    async def judgements_of_record(self, text: str, first: int, lang: Language) -> Evaluations:
        """Of its actions. Raises like `timeline_of_record`."""
        timeline = msgspec.json.decode(await self.timeline_of_record(text, "spectator", "en"), type=Timeline)
        seats = [step.seat for step in timeline.steps]

        def asked(number: int) -> Task | None:
            return JudgeRecord(text, number, JUDGING) if timeline.steps[number - 1].notation else None

        return await self._judged((_mark(text), 0), timeline.game, asked, seats, first, lang)

    async def chances_of_record(self, text: str, first: int) -> WinProbabilities:
        """Of winning. Raises like `timeline_of_record`."""
        timeline = msgspec.json.decode(await self.timeline_of_record(text, "spectator", "en"), type=Timeline)
        seats = [step.seat for step in timeline.steps]

        def asked(number: int) -> Task | None:
            return JudgeRecord(text, number, JUDGING) if timeline.steps[number - 1].notation else None

        def weigh(number: int, better: bytes) -> Task | None:
            return EstimateWinInRecord(text, number, better, WEIGHING)

        return await self._weighed((_mark(text), 0), timeline.game, asked, weigh, seats, first)

    async def what_if_of_record(self, text: str, entry: int, action: bytes, lang: Language) -> bytes:
        """What would have come of something else. Raises like `timeline_of_record`, and for what couldn't be
        done."""
        check_size(text)
        return await self._replayed(WhatIfInRecord(text, entry, action, lang))

    async def game_of_record(self, text: str) -> str:
        """The game that it is of. Raises like `timeline_of_record`."""
        timeline = await self.timeline_of_record(text, "spectator", "en")
        return msgspec.json.decode(timeline, type=Timeline).game

    # Below

    async def _judged(
        self, of: tuple[Any, ...], game: str, asked: Asked, seats: list[Seat], first: int, lang: Language
    ) -> Evaluations:
        info: list[EvaluationInfo] = []
        given_up: list[int] = []
        unjudged: list[UnratedInfo] = []
        until = time.monotonic() + BATCH
        for number in range(max(first, 1), len(seats) + 1):
            display_name = ("judgement", *of, number)
            found = self._recall(display_name)
            if found is None:
                if time.monotonic() >= until:
                    return Evaluations(info, given_up, unjudged, number)
                found = self._remember(display_name, await self._thought(game, asked(number)))
            if found == GIVEN_UP:
                given_up.append(number)
            elif found != NOTHING:
                thought = msgspec.json.decode(found, type=Evaluation | Unrated)
                if isinstance(thought, Evaluation):
                    info.append(evaluation_info(number, seats[number - 1], thought, lang))
                else:
                    unjudged.append(UnratedInfo(number, said(thought.reason, lang)))
        return Evaluations(info, given_up, unjudged, None)

    async def _farewell(self, display_name: tuple[Any, ...], game: str, task: Task) -> str:
        found = self._recall(display_name)
        if found is None:
            try:
                found = self._remember(display_name, await self._judges.ask(game, task, PATIENCE))
            except WorkerFailed:
                raise Refused(503, "no-farewell", "this couldn't be worked out in time") from None
        return found.decode()

    async def _weighed(
        self, of: tuple[Any, ...], game: str, asked: Asked, weigh: Callable[[int, bytes], Task | None],
        seats: list[Seat], first: int,
    ) -> WinProbabilities:  # fmt: skip
        """What is compared is what the judgement says, so it is found first where it isn't remembered."""
        chances: list[WinProbabilityInfo] = []
        bot, until = "", time.monotonic() + BATCH
        for number in range(max(first, 1), len(seats) + 1):
            display_name = ("chance", *of, number)
            found = self._recall(display_name)
            if found is None:
                if time.monotonic() >= until:
                    return WinProbabilities(chances, bot, number)
                judgement = self._recall(("judgement", *of, number))
                if judgement is None:
                    judgement = await self._thought(game, asked(number))
                    self._remember(("judgement", *of, number), judgement)
                task = weigh(number, better) if (better := _better(judgement)) is not None else None
                found = self._remember(display_name, await self._thought(f"{game} chances", task))
            if found not in (NOTHING, GIVEN_UP):
                info = msgspec.json.decode(found, type=WinProbability)
                bot = info.bot
                chances.append(win_probability_info(number, seats[number - 1], info))
        return WinProbabilities(chances, bot, None)

    async def _thought(self, what: str, task: Task | None) -> bytes:
        """`what` says what a process has to have loaded for it."""
        if task is None:
            return NOTHING
        # Sooner than to compile the same beside it.
        await self._precompiler.wait(Piece(what.split()[0], "review"), FIRST)
        try:
            return await self._judges.ask(what, task, PATIENCE)
        except WorkerFailed:
            return GIVEN_UP

    async def _replayed(self, task: Task) -> bytes:
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

    def _recall(self, display_name: tuple[Any, ...]) -> bytes | None:
        found = self._known.get(display_name)
        if found is not None:
            self._known.move_to_end(display_name)
        return found

    def _remember(self, display_name: tuple[Any, ...], body: bytes) -> bytes:
        before = self._known.pop(display_name, None)
        self._size += _weight(body) - (_weight(before) if before is not None else 0)
        self._known[display_name] = body
        while self._size > MOST_REMEMBERED:
            self._size -= _weight(self._known.popitem(last=False)[1])
        return body


NOTHING: Final = b"null"
GIVEN_UP: Final = b"given up"


def check_size(text: str) -> None:
    """Raises `Refused` for a record that is larger than one that somebody brings along may be."""
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


def _weight(body: bytes) -> int:
    """With what keeping it costs."""
    return len(body) + 400


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def _seen(game: Any, state: Any, seat: Seat) -> bytes:
    return msgspec.json.encode(game.view(state, seat))


def _seats(played: Match[Any, Any, Any, Any]) -> list[Seat]:
    return [entry.seat for entry in played.log]


def _better(judgement: bytes) -> bytes | None:
    """What would have been better than what was done, where that was a mistake of some size; empty where it
    wasn't, None where there is nothing to choose."""
    if judgement in (NOTHING, GIVEN_UP):
        return None
    found = msgspec.json.decode(judgement, type=Evaluation | Unrated)
    if not isinstance(found, Evaluation):
        return None
    return bytes(found.better[0].action) if found.better and found.mark in WORTH_COMPARING else b""
