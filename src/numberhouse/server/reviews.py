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

from numberhouse.game import Seat
from numberhouse.judgement import Mark, Standing
from numberhouse.match import Match
from numberhouse.server.bot_pool import BotFailed, NoWorker, Thinker
from numberhouse.server.course import Course
from numberhouse.server.refusal import Refused
from numberhouse.server.review_worker import (
    Farewell,
    FarewellOfRecord,
    Found,
    Judge,
    JudgeRecord,
    ReadRecord,
    Reply,
    Task,
    WordsOfRecord,
)
from numberhouse.server.transcript import Eyes, Language
from numberhouse.server.warmth import Warmth
from numberhouse.warming import Piece

__all__ = ["LONGEST_RECORD", "MOST_STEPS", "BetterTold", "Judged", "Judgements", "Reviews"]

JUDGES: Final = 2
"""Processes that judge, started when they are needed."""

READERS: Final = 1
"""Processes that replay records, apart from those that judge: a bad record keeps nobody else waiting but
those who bring records too."""

MOST_WAITING: Final = 40
"""Questions that wait for one of them."""

JUDGING: Final = 1.0
"""Seconds that a reviewer may think of one action."""

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

LARGEST: Final = 24 << 20
"""Bytes of one answer."""


class BetterTold(msgspec.Struct, frozen=True):
    """What could have been done instead."""

    action: dict[str, Any]
    notation: str
    value: float
    reason: str


class StandingTold(msgspec.Struct, frozen=True):
    """How far the seat had come before: `value` of what `words` say."""

    value: float
    words: str
    fewer_is_better: bool


class Judged(msgspec.Struct, frozen=True):
    """How good an action was, for all that its seat could know when it acted."""

    number: int
    """Of the action."""
    seat: Seat
    mark: Mark
    played: float
    best: float
    lost: float
    """By how much something else would have been worth more."""
    scale: str
    """What these numbers count."""
    reason: str
    hindsight: str
    """What can be added knowing how everything came."""
    better: list[BetterTold]
    exact: bool
    """Whether nothing can be better than `best`; otherwise it is what was found in time."""
    standing: StandingTold | None


class Judgements(msgspec.Struct, frozen=True):
    """Those of some actions in a row."""

    judged: list[Judged]
    """There is none of what is no choice, such as a note."""
    given_up: list[int]
    """Actions that couldn't be judged in time."""
    next: int | None
    """The first action that hasn't been looked at; none when that is all."""


Asked = Callable[[int], Task | None]
"""By number of an action, what is asked about it; None for what can't be judged."""


class Reviewing(Thinker):
    """A process that judges."""

    program = "numberhouse.server.review_worker"
    largest = LARGEST

    async def ask(self, game: str, task: Task, limit: float, first: float) -> bytes:
        """The answer within `limit` seconds, and `first` more where the process doesn't know the game. Raises
        `Refused`, `BotFailed` and `NoWorker`."""
        limit += 0.0 if (game,) in self._met else first
        body = msgspec.msgpack.encode((limit + 2.0, task))
        told = await self.told(body, limit)
        try:
            reply = msgspec.msgpack.decode(told, type=Reply)
        except msgspec.DecodeError:
            await self.end()
            raise BotFailed("crashed") from None
        if reply.code:
            raise Refused(400, reply.code, reply.message, **reply.values)
        if reply.fault:
            raise BotFailed(reply.fault)
        self._met.add((game,))
        return reply.body


class Crew:
    """Some processes; a question waits until one is free, in order of asking."""

    def __init__(self, count: int, first: float) -> None:
        self.first = first
        self._all = [Reviewing() for _ in range(count)]
        # Who has worked last is asked first: it has loaded what it needs.
        self._free: asyncio.Queue[Reviewing] = asyncio.LifoQueue()
        for one in self._all:
            self._free.put_nowait(one)
        self._waiting = 0

    async def ask(self, game: str, task: Task, limit: float) -> bytes:
        """Raises `Refused` and `BotFailed`."""
        if self._waiting >= MOST_WAITING:
            raise Refused(503, "busy", "too many reviews at the moment; try again in a minute")
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            return await worker.ask(game, task, limit, self.first)
        except NoWorker:
            raise Refused(503, "busy", "no review is possible at the moment; try again in a minute") from None
        finally:
            self._free.put_nowait(worker)

    async def close(self) -> None:
        """End the processes."""
        await asyncio.gather(*(one.end() for one in self._all))


class Reviews:
    """Of one process of the service."""

    def __init__(self, warmth: Warmth) -> None:
        self._warmth = warmth
        self._judges = Crew(JUDGES, FIRST)
        self._readers = Crew(READERS, FIRST_READ)
        self._known: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._size = 0

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        await asyncio.gather(self._judges.close(), self._readers.close())

    # Matches

    async def judgements(
        self, match: str, epoch: int, played: Match[Any, Any, Any, Any], states: list[Any], first: int,
        lang: Language,
    ) -> Judgements:  # fmt: skip
        """Of the match's actions from number `first` on, as many as are thought out in a moment."""
        game = played.game
        ends = [await asyncio.to_thread(_seen, game, states[-1], seat) for seat in range(played.seats)]

        def asked(number: int) -> Task | None:
            entry = played.log[number - 1]
            if entry.action is None:
                return None
            view = _seen(game, states[number - 1], entry.seat)
            action = msgspec.json.encode(entry.action)
            return Judge(game.card.id, entry.seat, view, action, ends[entry.seat], JUDGING)

        seats = [entry.seat for entry in played.log]
        return await self._judged((match, epoch), game.card.id, asked, seats, first, lang)

    async def course(self, known_as: tuple[Any, ...], make: Callable[[], Awaitable[bytes]]) -> bytes:
        """A course, made unless it is remembered."""
        found = self._recall(("course", *known_as))
        return found if found is not None else self._remember(("course", *known_as), await make())

    async def farewell(
        self, of: tuple[Any, ...], game: str, view: Any, lang: Language, names: list[str]
    ) -> str:
        """What the game says after the end to whoever has that view. Raises `Refused`."""
        task = Farewell(game, msgspec.json.encode(view), lang, names)
        return await self._farewell(("farewell", *of, lang), game, task)

    async def farewell_of_record(self, text: str, eyes: Eyes, lang: Language) -> str:
        """The same of a record. Raises like `course_of_record`."""
        game = await self.game_of_record(text)
        return await self._farewell(
            ("farewell", _mark(text), eyes, lang), game, FarewellOfRecord(text, eyes, lang)
        )

    # Records

    async def course_of_record(self, text: str, eyes: Eyes, lang: Language) -> bytes:
        """Its course. Raises `Refused` for what is no sound record, and for one that takes too long."""
        check_size(text)
        mark = _mark(text)

        async def make() -> bytes:
            return await self._replayed(ReadRecord(text, eyes, lang))

        return await self.course((mark, eyes, lang), make)

    async def words_of_record(self, text: str, entry: int, eyes: Eyes, lang: Language) -> str:
        """A position as text. Raises like `course_of_record`."""
        check_size(text)
        known_as = ("words", _mark(text), entry, eyes, lang)
        found = self._recall(known_as)
        if found is None:
            found = self._remember(known_as, await self._replayed(WordsOfRecord(text, entry, eyes, lang)))
        return found.decode()

    async def judgements_of_record(self, text: str, first: int, lang: Language) -> Judgements:
        """Of its actions. Raises like `course_of_record`."""
        course = msgspec.json.decode(await self.course_of_record(text, "spectator", "en"), type=Course)
        seats = [step.seat for step in course.steps]

        def asked(number: int) -> Task | None:
            return JudgeRecord(text, number, JUDGING) if course.steps[number - 1].notation else None

        return await self._judged((_mark(text), 0), course.game, asked, seats, first, lang)

    async def game_of_record(self, text: str) -> str:
        """The game that it is of. Raises like `course_of_record`."""
        course = await self.course_of_record(text, "spectator", "en")
        return msgspec.json.decode(course, type=Course).game

    # Below

    async def _judged(
        self, of: tuple[Any, ...], game: str, asked: Asked, seats: list[Seat], first: int, lang: Language
    ) -> Judgements:
        judged: list[Judged] = []
        given_up: list[int] = []
        until = time.monotonic() + BATCH
        for number in range(max(first, 1), len(seats) + 1):
            known_as = ("judgement", *of, number)
            found = self._recall(known_as)
            if found is None:
                if time.monotonic() >= until:
                    return Judgements(judged, given_up, number)
                found = self._remember(known_as, await self._thought(game, asked(number)))
            if found == GIVEN_UP:
                given_up.append(number)
            elif found != NOTHING:
                told = msgspec.json.decode(found, type=Found)
                judged.append(_judged(number, seats[number - 1], told, lang))
        return Judgements(judged, given_up, None)

    async def _farewell(self, known_as: tuple[Any, ...], game: str, task: Task) -> str:
        found = self._recall(known_as)
        if found is None:
            try:
                found = self._remember(known_as, await self._judges.ask(game, task, PATIENCE))
            except BotFailed:
                raise Refused(503, "no-farewell", "this couldn't be worked out in time") from None
        return found.decode()

    async def _thought(self, game: str, task: Task | None) -> bytes:
        if task is None:
            return NOTHING
        # Sooner than to compile the same beside it.
        await self._warmth.wait(Piece(game, "review"), FIRST)
        try:
            return await self._judges.ask(game, task, PATIENCE)
        except BotFailed:
            return GIVEN_UP

    async def _replayed(self, task: Task) -> bytes:
        try:
            return await self._readers.ask("", task, READING)
        except BotFailed as failed:
            if failed.fault == "stalled":
                raise Refused(
                    400,
                    "record-too-long",
                    f"replaying this record takes more than {READING:g} seconds, and is given up",
                ) from None
            raise Refused(
                400, "record-not-played", "this record can't be replayed: the game fails on it"
            ) from None

    def _recall(self, known_as: tuple[Any, ...]) -> bytes | None:
        found = self._known.get(known_as)
        if found is not None:
            self._known.move_to_end(known_as)
        return found

    def _remember(self, known_as: tuple[Any, ...], body: bytes) -> bytes:
        before = self._known.pop(known_as, None)
        self._size += _weight(body) - (_weight(before) if before is not None else 0)
        self._known[known_as] = body
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


def _judged(number: int, seat: Seat, found: Found, lang: Language) -> Judged:
    standing: Standing | None = found.standing
    return Judged(
        number=number,
        seat=seat,
        mark=found.mark,
        played=found.played,
        best=found.best,
        lost=found.lost,
        scale=_said(found.scale, lang),
        reason=_said(found.reason, lang),
        hindsight=_said(found.hindsight, lang),
        better=[
            BetterTold(msgspec.json.decode(one.action), one.notation, one.value, _said(one.reason, lang))
            for one in found.better
        ],
        exact=found.exact,
        standing=None
        if standing is None
        else StandingTold(standing.value, _said(dict(standing.words), lang), standing.fewer_is_better),
    )


def _said(words: dict[str, str], lang: Language) -> str:
    return words.get(lang) or words.get("en", "")
