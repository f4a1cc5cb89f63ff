"""Practice: problems, posed and rated in a worker process, and people's attempts at them. The other files of
this folder hold the parts: which drills there are, how an attempt begins, and what the database keeps.

The first request for a problem of the day poses and stores it: it is the same for everybody. An endless
problem is posed for one person, who must end it before there is another one: otherwise people could choose
among problems. A verdict is stored together with the last action and never changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from numberhouse.contract.drill import Explaining, Verdict, Words
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.first_match import NAME as FIRST_MATCH
from numberhouse.first_match import FirstMatchDrill
from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import Attempt, FinishedAttempt, Practice
from numberhouse.registry.precompile import Piece
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.matches.matches import Matches
from numberhouse.server.practice.attempt_info import attempt_info
from numberhouse.server.practice.attempts import Attempts
from numberhouse.server.practice.beginnings import Beginnings
from numberhouse.server.practice.drills import AttemptRow, Drills
from numberhouse.server.practice.overview import Overview
from numberhouse.server.practice.play_on import PLAY_ON, PlayOn
from numberhouse.server.practice.posing import ProblemPoser, day_of, seconds_to_midnight
from numberhouse.server.practice.today import todays_choice
from numberhouse.server.storage.database import Database
from numberhouse.server.workers.coach import PracticeWorker
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.tasks import Exercise, PlayedPosition

__all__ = ["PracticeProblems"]

POSE_AGAIN: Final = 300.0
"""Seconds after which today's problem is posed again, if that has failed."""

log = structlog.get_logger("numberhouse")


class PracticeProblems:
    """The practice of one process of the service."""

    def __init__(
        self, database: Database, matches: Matches, now: Callable[[], float], precompiler: Precompiler
    ) -> None:
        self.database = database
        self.matches = matches
        self.now = now
        self._precompiler = precompiler
        self._worker = PracticeWorker(precompiler)
        self._play_on = PlayOn(database, self._worker, now)
        self._attempts = Attempts(database, now)
        self._drills = Drills(matches)
        self._overview = Overview(database, matches, precompiler)
        self._poser = ProblemPoser(database, self._worker, now)
        self._beginnings = Beginnings(self._attempts, self._drills, self._poser)
        self._ahead: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Pose today's problem, and every day's as soon as it begins, before anybody asks for it."""
        if self._precompiler.enabled:
            self._ahead = asyncio.create_task(self._pose_ahead())

    async def close(self) -> None:
        """Kill the worker process."""
        if self._ahead is not None:
            self._ahead.cancel()
            await asyncio.gather(self._ahead, return_exceptions=True)
        await self._beginnings.close()
        await self._worker.end()

    def todays_piece(self) -> Piece | None:
        """What today's problem needs compiled. Called in a thread, because it imports the games."""
        chosen = todays_choice(self.matches, self._today())
        return None if chosen is None else Piece(chosen.game, "drill", chosen.drill)

    async def _pose_ahead(self) -> None:
        """Pose the problem of each day that the front page shows."""
        while True:
            day = self._today()
            chosen = await asyncio.to_thread(todays_choice, self.matches, day)
            pause = seconds_to_midnight(self.now())
            if chosen is not None:
                try:
                    # Compiling goes first: the practice worker would compile the same code a second time.
                    await self._precompiler.tried(Piece(chosen.game, "drill", chosen.drill))
                    installed = self.matches.installed_game(chosen.game)
                    await self._poser.problem_id(installed, chosen.drill, chosen.level, day)
                except Refused as refused:
                    log.warning("not-posed", game=chosen.game, drill=chosen.drill, problem=str(refused))
                    pause = min(pause, POSE_AGAIN)
            await asyncio.sleep(pause)

    # Lists

    async def overview(self, person: Person | None, lang: str) -> Practice:
        """All drills, with the person's progress."""
        return await self._overview.practice(person, self._today(), lang)

    async def finished_attempts(self, person: Person) -> list[FinishedAttempt]:
        """The person's finished attempts, the newest first."""
        return await self._attempts.finished(person)

    # One attempt

    async def begin(
        self,
        person: Person,
        game: str,
        name: str,
        level: str,
        daily: bool,
        lang: str,
        wait: float | None = None,
    ) -> Attempt:
        """Begin the problem of the day, or an endless one, or resume the attempt that the person has begun.
        With `wait`, posing goes on after so many seconds, and the request is refused. Raises `Refused`."""
        installed, drill = self._drills.drill(game, name)
        if level not in drill.card.levels:
            levels = ", ".join(drill.card.levels)
            raise Refused(404, "unknown-level", f"there is no level {level[:40]!r}; there are: {levels}")
        day = self._today() if daily and name != FIRST_MATCH else None
        if wait is None:
            running = await self._beginnings.begun(person, installed, name, level, day)
        else:
            running = await self._beginnings.begun_within(wait, person, installed, name, level, day)
        return await self.attempt(person, running, lang)

    async def attempt(self, person: Person, attempt: str, lang: str) -> Attempt:
        """The attempt as it stands. Raises `Refused` for another person's attempt."""
        row = await self._attempts.row(person, attempt)
        if row.drill == PLAY_ON:
            return await self._play_on.info(row, self.matches.installed_game(row.game), lang)
        return await asyncio.to_thread(attempt_info, self._drills.of(row), lang)

    async def play_on(self, person: Person, position: PlayedPosition, lang: str) -> Attempt:
        """A match from the position of a review, with the person on its seat. Raises `Refused`."""
        installed = self.matches.installed_game(position.game)
        if position.seats > 1 and not self.matches.bots_of(installed):
            raise Refused(409, "no-bots", "no bots play in this house")
        return await self._play_on.begin(person, installed, position, lang)

    async def act(self, person: Person, attempt: str, moves: int, action: Any, lang: str) -> Attempt:
        """Take an action; an action that completes the answer has it rated. Raises `Refused`."""
        row = await self._attempts.open_row(person, attempt, moves)
        if row.drill == PLAY_ON:
            return await self._play_on.act(row, self.matches.installed_game(row.game), action, lang)
        attempt_row = self._drills.of(row)
        try:
            decoded = msgspec.convert(action, attempt_row.drill.card.action_type)
        except msgspec.MsgspecError as error:
            raise Refused(400, "unreadable", f"no action of this drill: {error}") from None
        chance = Chance(attempt_row.row.problem, moves + 1)
        try:
            await asyncio.to_thread(_check_step, attempt_row, decoded)
            last = await asyncio.to_thread(attempt_row.drill.apply, attempt_row.last, decoded, chance)
        except IllegalAction as refused:
            raise of_game(refused, attempt_row.installed) from None
        verdict = await self._judge(attempt_row, last) if attempt_row.drill.over(last) else None
        explanations = None if verdict is not None else await self._explanations(attempt_row, last)
        await self._attempts.store(person, attempt_row.row, last, verdict, explanations)
        return await self.attempt(person, attempt, lang)

    async def retract(self, person: Person, attempt: str, moves: int, lang: str) -> Attempt:
        """Take all actions back. Raises `Refused` in a drill where that would be a second try."""
        row = await self._attempts.open_row(person, attempt, moves)
        if row.drill == PLAY_ON:
            return await self._play_on.restart(row, self.matches.installed_game(row.game), lang)
        attempt_row = self._drills.of(row)
        if not attempt_row.drill.card.retractable:
            raise Refused(409, "not-retractable", "what is known can't be taken back in this drill")
        await self._attempts.store(person, attempt_row.row, attempt_row.first, None, [])
        return await self.attempt(person, attempt, lang)

    async def give_up(self, person: Person, attempt: str, moves: int, lang: str) -> Attempt:
        """End the attempt to see the answer; it counts as not solved. Raises `Refused`."""
        row = await self._attempts.open_row(person, attempt, moves)
        if row.drill == PLAY_ON:
            raise Refused(409, "no-answer", "a match from a position has no answer to see; play on, or leave")
        attempt_row = self._drills.of(row)
        last = attempt_row.last
        verdict = msgspec.structs.replace(await self._judge(attempt_row, last), score=0.0, solved=False)
        await self._attempts.store(person, attempt_row.row, last, verdict)
        return await self.attempt(person, attempt, lang)

    # Explaining and judging

    async def _judge(self, attempt_row: AttemptRow, last: Any) -> Verdict:
        row, drill = attempt_row.row, attempt_row.drill
        if isinstance(drill, FirstMatchDrill):  # quick, and no worker knows it
            return await asyncio.to_thread(drill.judge, attempt_row.first, last)
        exercise = Exercise(
            kind="judge",
            game=row.game,
            drill=row.drill,
            first=row.first_position.encode(),
            last=msgspec.json.encode(last),
        )
        return msgspec.json.decode(await self._worker.run(exercise), type=Verdict)

    async def _explanations(self, attempt_row: AttemptRow, last: Any) -> list[Words] | None:
        """All explanations so far, if the action has completed a part; None if it hasn't."""
        row, drill = attempt_row.row, attempt_row.drill
        if not isinstance(drill, Explaining) or drill.parts(last) <= drill.parts(attempt_row.last):
            return None
        exercise = Exercise(kind="explain", game=row.game, drill=row.drill, last=msgspec.json.encode(last))
        words = msgspec.json.decode(await self._worker.run(exercise), type=dict[str, str])
        return [*msgspec.json.decode(row.explanations, type=list[dict[str, str]]), words]

    def _today(self) -> str:
        return day_of(self.now())


def _check_step(attempt_row: AttemptRow, action: Any) -> None:
    """Refuse an action that is wrong at the present step of a first match, in the words of the game. Raises
    `Refused` and `IllegalAction`."""
    drill = attempt_row.drill
    words = drill.answer(attempt_row.last, action) if isinstance(drill, FirstMatchDrill) else None
    if words is not None:
        refusal = Refused(409, "not-this-step", words["en"])
        refusal.words = dict(words)
        raise refusal
