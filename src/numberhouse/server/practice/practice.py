"""Practice: problems posed and judged in a process of their own, and what everybody has made of them.

A problem of the day is posed when somebody first asks for it, and stored: it is the same for everybody. An
endless one is posed for one person. Whoever has begun one ends it before there is another, so that nobody
chooses among problems. A verdict is stored together with the last action and never changes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from numberhouse.contract.drill import Drill, Explaining, Verdict, Words
from numberhouse.contract.game import Chance, IllegalAction, Legal
from numberhouse.precompile import Piece
from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import (
    Attempt,
    DrillInfo,
    FinishedAttempt,
    LevelInfo,
    Practice,
    VerdictInfo,
)
from numberhouse.registry import InstalledGame, UnknownDrill
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.matches.matches import Matches
from numberhouse.server.practice import progress
from numberhouse.server.practice.posing import ProblemPoser, day_of
from numberhouse.server.practice.solver_rating import START, rated
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import attempts, people, problems
from numberhouse.server.workers.coach import PracticeWorker
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.tasks import Exercise

__all__ = ["PracticeProblems"]

MOST_DONE: Final = 200
"""Answers that are told, the newest first."""

MOST_ACTIONS: Final = 5000
"""Legal actions that are listed."""

MOST_MOVES: Final = 1000
"""On one attempt."""


class AttemptRow(NamedTuple):
    """An attempt with its problem, and the drill that it is of."""

    row: Any
    installed: InstalledGame
    drill: Drill[Any, Any]

    @property
    def first(self) -> Any:
        """The problem."""
        return self._position(self.row.posed)

    @property
    def last(self) -> Any:
        """How far it has come."""
        return self._position(self.row.position)

    def _position(self, text: str) -> Any:
        try:
            return msgspec.json.decode(text, type=self.drill.card.position_type)
        except msgspec.MsgspecError:
            raise Refused(409, "outdated", "this problem is of an older version of the game") from None


class PracticeProblems:
    """One for a process of the service."""

    def __init__(
        self, database: Database, matches: Matches, now: Callable[[], float], precompiler: Precompiler
    ) -> None:
        self.database = database
        self.matches = matches
        self.now = now
        self._precompiler = precompiler
        self._coach = PracticeWorker(precompiler)
        self._posing = ProblemPoser(database, self._coach, now)
        self._beginning: WeakValueDictionary[tuple[str, ...], asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """End the process."""
        await self._coach.end()

    # What there is

    async def overview(self, person: Person | None, lang: str) -> Practice:
        """All drills, and what the person has done."""
        day = self._today()
        async with self.database.read() as connection:
            counts = await progress.counts(connection, person)
            today = await progress.of_day(connection, person, day)
            ratings = await progress.ratings(connection, person)
            days = await progress.days(connection, person)
        drills = []
        for installed in self.matches.installed_games():
            for name, drill in installed.drills().items():
                key = (installed.id, name)
                tried, solved = counts.get(key, (0, 0))
                levels = tuple(
                    LevelInfo(level, _said(words, lang), today.get((*key, level)))
                    for level, words in drill.card.levels.items()
                )
                title, task = _said(drill.card.title, lang), _said(drill.card.task, lang)
                ready = self._precompiler.ready(Piece(installed.id, "drill", name))
                drills.append(DrillInfo(*key, title, task, levels, tried, solved, ratings.get(key), ready))
        return Practice(day, progress.streak(days, day), tuple(drills))

    async def done(self, person: Person) -> list[FinishedAttempt]:
        """What the person has answered, the newest first."""
        query = (
            select(attempts, problems)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.person == person.id, attempts.c.ended.is_not(None))
            .order_by(attempts.c.ended.desc())
            .limit(MOST_DONE)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
        return [
            FinishedAttempt(one.id, one.game, one.drill, one.level, one.day, one.ended, one.score, one.solved,
                 one.rating, one.gained)
            for one in rows
        ]  # fmt: skip

    # One attempt

    async def begin(
        self, person: Person, game: str, name: str, level: str, daily: bool, lang: str
    ) -> Attempt:
        """The problem of the day, or an endless one; what is begun already goes on. Raises `Refused`."""
        installed, drill = self._drill(game, name)
        if level not in drill.card.levels:
            known = ", ".join(drill.card.levels)
            raise Refused(404, "unknown-level", f"there is no level {level[:40]!r}; there are: {known}")
        day = self._today() if daily else None
        # Two pages that ask at once begin the same problem.
        lock = self._beginning.setdefault((person.id, game, name, level, day or ""), asyncio.Lock())
        async with lock:
            running = await self._running(person, game, name, level, day)
            if running is not None and day is None and await self._outdated(person, running):
                running = None
            if running is None:
                problem = await self._posing.posed(installed, name, level, day)
                running = await self._add(person, problem, game, name, level, day)
        return await self.attempt(person, running, lang)

    async def attempt(self, person: Person, attempt: str, lang: str) -> Attempt:
        """As it stands. Raises `Refused` for one of somebody else's."""
        found = await self._find(person, attempt)
        return await asyncio.to_thread(_told, found, lang)

    async def act(self, person: Person, attempt: str, moves: int, action: Any, lang: str) -> Attempt:
        """Do something; what completes the answer has it judged. Raises `Refused`."""
        found = await self._open(person, attempt, moves)
        try:
            done = msgspec.convert(action, found.drill.card.action_type)
        except msgspec.MsgspecError as error:
            raise Refused(400, "unreadable", f"no action of this drill: {error}") from None
        chance = Chance(found.row.problem, moves + 1)
        try:
            last = await asyncio.to_thread(found.drill.apply, found.last, done, chance)
        except IllegalAction as refused:
            raise of_game(refused, found.installed) from None
        verdict = await self._judged(found, last) if found.drill.over(last) else None
        explained = None if verdict is not None else await self._explained(found, last)
        await self._keep(person, found, last, verdict, explained)
        return await self.attempt(person, attempt, lang)

    async def retract(self, person: Person, attempt: str, moves: int, lang: str) -> Attempt:
        """Take everything back. Raises `Refused` where that would be a second try."""
        found = await self._open(person, attempt, moves)
        if not found.drill.card.retracts:
            raise Refused(409, "stays", "what is known can't be taken back in this drill")
        await self._keep(person, found, found.first, None, [])
        return await self.attempt(person, attempt, lang)

    async def give_up(self, person: Person, attempt: str, moves: int, lang: str) -> Attempt:
        """See the answer; it counts as not solved. Raises `Refused`."""
        found = await self._open(person, attempt, moves)
        last = found.last
        verdict = msgspec.structs.replace(await self._judged(found, last), score=0.0, right=False)
        await self._keep(person, found, last, verdict)
        return await self.attempt(person, attempt, lang)

    # Posing, explaining and judging

    def _drill(self, game: str, name: str) -> tuple[InstalledGame, Drill[Any, Any]]:
        installed = self.matches.installed_game(game)
        try:
            return installed, installed.drill(name)
        except UnknownDrill as error:
            raise Refused(404, "unknown-drill", str(error)) from None

    async def _judged(self, found: AttemptRow, last: Any) -> Verdict:
        row = found.row
        exercise = Exercise(
            deed="judge",
            game=row.game,
            drill=row.drill,
            first=row.posed.encode(),
            last=msgspec.json.encode(last),
        )
        return msgspec.json.decode(await self._coach.done(exercise), type=Verdict)

    async def _explained(self, found: AttemptRow, last: Any) -> list[Words] | None:
        """All that has been explained, if it is more now; None where nothing is to be said."""
        row, drill = found.row, found.drill
        if not isinstance(drill, Explaining) or drill.parts(last) <= drill.parts(found.last):
            return None
        exercise = Exercise(deed="explain", game=row.game, drill=row.drill, last=msgspec.json.encode(last))
        words = msgspec.json.decode(await self._coach.done(exercise), type=dict[str, str])
        return [*msgspec.json.decode(row.explained, type=list[dict[str, str]]), words]

    # What is stored

    async def _running(self, person: Person, game: str, name: str, level: str, day: str | None) -> str | None:
        """An attempt at the day's problem, or at an endless one that isn't answered."""
        which = problems.c.day == day if day else and_(problems.c.day.is_(None), attempts.c.ended.is_(None))
        query = (
            select(attempts.c.id)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.person == person.id, problems.c.game == game, problems.c.drill == name)
            .where(problems.c.level == level, which)
        )
        async with self.database.read() as connection:
            return (await connection.execute(query)).scalars().first()

    async def _add(
        self, person: Person, problem: str, game: str, name: str, level: str, day: str | None
    ) -> str:
        posed = select(problems.c.posed).where(problems.c.id == problem)
        attempt = secrets.token_urlsafe(12)
        try:
            async with self.database.begin() as connection:
                row = {
                    "id": attempt,
                    "person": person.id,
                    "problem": problem,
                    "begun": self.now(),
                    "position": (await connection.execute(posed)).scalar_one(),
                    "moves": 0,
                    "explained": "[]",
                    "running": None if day else f"{game} {name} {level}",
                }
                await connection.execute(insert(attempts).values(row))
        except IntegrityError:  # asked twice at once, of two processes
            running = await self._running(person, game, name, level, day)
            if running is None:
                raise
            return running
        return attempt

    async def _outdated(self, person: Person, attempt: str) -> bool:
        """Whether an older version of the game has posed it, so that it can't be gone on with: then it is
        dropped, or there would never be another one."""
        found = await self._find(person, attempt)
        try:
            await asyncio.to_thread(lambda: (found.first, found.last))
        except Refused:
            async with self.database.begin() as connection:
                await connection.execute(delete(attempts).where(attempts.c.id == attempt))
            return True
        return False

    async def _find(self, person: Person, attempt: str) -> AttemptRow:
        query = (
            select(attempts, problems.c.game, problems.c.drill, problems.c.level, problems.c.day,
                   problems.c.posed, problems.c.difficulty)
            .join(problems, problems.c.id == attempts.c.problem)
            .where(attempts.c.id == attempt, attempts.c.person == person.id)
        )  # fmt: skip
        async with self.database.read() as connection:
            row = (await connection.execute(query)).one_or_none()
        if row is None:
            raise Refused(404, "no-attempt", "you have begun no such problem")
        return AttemptRow(row, *self._drill(row.game, row.drill))

    async def _open(self, person: Person, attempt: str, moves: int) -> AttemptRow:
        """One that can be gone on with, as it was after so many moves."""
        found = await self._find(person, attempt)
        if found.row.ended is not None:
            raise Refused(409, "judged", "this problem is answered; an answer is judged once")
        if found.row.moves != moves:
            raise Refused(409, "late", "this problem has gone on elsewhere; look again")
        if moves >= MOST_MOVES:
            raise Refused(409, "too-long", f"{MOST_MOVES} moves are enough; give up, and see the answer")
        return found

    async def _keep(
        self,
        person: Person,
        found: AttemptRow,
        last: Any,
        verdict: Verdict | None,
        explained: list[Words] | None = None,
    ) -> None:
        row = found.row
        values: dict[str, Any] = {
            "position": msgspec.json.encode(last).decode(),
            "moves": row.moves + 1,
        }
        if explained is not None:
            values["explained"] = msgspec.json.encode(explained).decode()
        async with self.database.begin() as connection:
            if verdict is not None:
                values |= {
                    "running": None,
                    "ended": self.now(),
                    "score": verdict.score,
                    "solved": verdict.right,
                    "verdict": msgspec.json.encode(verdict).decode(),
                }
                if row.difficulty is not None:
                    values |= await self._moved(connection, person, row, verdict.score)
            unchanged = (attempts.c.id == row.id, attempts.c.moves == row.moves, attempts.c.ended.is_(None))
            kept = await connection.execute(update(attempts).where(*unchanged).values(values))
            if not kept.rowcount:
                raise Refused(409, "late", "this problem has gone on elsewhere; look again")

    async def _moved(
        self, connection: AsyncConnection, person: Person, row: Any, score: float
    ) -> dict[str, Any]:
        """The person's rating in this drill, with this answer counted."""
        await connection.execute(select(people.c.id).where(people.c.id == person.id).with_for_update())
        before = await progress.ratings(connection, person)
        query = (
            select(func.count())
            .select_from(attempts.join(problems, problems.c.id == attempts.c.problem))
            .where(attempts.c.person == person.id, attempts.c.rating.is_not(None))
            .where(problems.c.game == row.game, problems.c.drill == row.drill)
        )
        count = (await connection.execute(query)).scalar_one()
        solver = before.get((row.game, row.drill), START)
        rating = rated(solver, row.difficulty, score, count)
        return {"rating": rating, "gained": round(rating - solver, 1)}

    def _today(self) -> str:
        return day_of(self.now())


def _told(found: AttemptRow, lang: str) -> Attempt:
    row, drill, installed = found.row, found.drill, found.installed
    last = found.last
    view = drill.view(last)
    ended = row.ended is not None
    hidden = drill.card.board == "game" and installed.game.card.moves_are_hints
    explained = msgspec.json.decode(row.explained, type=list[dict[str, str]])
    legal: Legal[Any] = Legal() if ended or hidden else drill.legal(last)
    return Attempt(
        id=row.id,
        game=row.game,
        drill=row.drill,
        level=row.level,
        day=row.day,
        board=drill.card.board,
        seats=drill.card.seats,
        view=view,
        actions=list(legal.actions[:MOST_ACTIONS]),
        parts=[{"name": one.name, "describe": one.describe, "free": one.free} for one in legal.parts],
        text=installed.draw(view, lang) if drill.card.board == "game" else "",
        moves=row.moves,
        retracts=drill.card.retracts,
        rating=row.difficulty,
        explained=[_said(one, lang).splitlines() for one in explained],
        verdict=_verdict(row, lang) if ended else None,
    )


def _verdict(row: Any, lang: str) -> VerdictInfo:
    verdict = msgspec.json.decode(row.verdict, type=Verdict)
    lines = _said(verdict.told, lang).splitlines()
    return VerdictInfo(verdict.score, verdict.right, tuple(lines), verdict.best, row.rating, row.gained)


def _said(words: Mapping[str, str], lang: str) -> str:
    return words.get(lang, words["en"])
