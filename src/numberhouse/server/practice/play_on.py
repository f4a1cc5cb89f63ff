"""Matches from a position: a person plays on from a step of a review, against bots or alone.

They are attempts of practice, not matches: they count in no statistics, ratings or lists of results. The
worker holds their rules (`continued.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import delete, exists, insert, select, update

from numberhouse.contract.drill import Verdict
from numberhouse.contract.game import IllegalAction, Outcome, Seat
from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import Attempt, VerdictInfo
from numberhouse.registry import InstalledGame
from numberhouse.server.base.languages import in_language
from numberhouse.server.base.refusals import Refused, of_game
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import attempts, problems
from numberhouse.server.workers.coach import PracticeWorker
from numberhouse.server.workers.tasks import BeginFrom, ContinuedMatch, ContinueFrom, PlayedPosition
from numberhouse.words import HOUSE, message

__all__ = ["PLAY_ON", "PlayOn"]

PLAY_ON: Final = "play-on"
"""The name of the drill in the tables. No drill of a game has it."""

LEVEL: Final = "position"

MOST_KEPT: Final = 20
"""Matches from a position that a person keeps; a further one replaces the oldest."""

LARGEST: Final = 1 << 20
"""Bytes of such a match in the database."""


class PlayOn:
    """The matches from a position of one process of the service."""

    def __init__(self, database: Database, worker: PracticeWorker, now: Callable[[], float]) -> None:
        self._database = database
        self._worker = worker
        self._now = now

    async def begin(
        self, person: Person, installed: InstalledGame, position: PlayedPosition, lang: str
    ) -> Attempt:
        """A match that begins at the position, with the person on its seat. Raises `Refused`."""
        bot = _bot_of(installed)
        task = BeginFrom(position, bot, secrets.token_hex(32))
        played = await self._asked(installed, task)
        text = bytes(played.match).decode()
        _check_size(text)
        problem, attempt = secrets.token_hex(16), secrets.token_urlsafe(12)
        now = self._now()
        async with self._database.begin() as connection:
            await connection.execute(
                insert(problems).values(
                    id=problem, game=installed.id, drill=PLAY_ON, level=LEVEL, day=None, first_position=text,
                    difficulty=None, created=now,
                )
            )  # fmt: skip
            await connection.execute(
                insert(attempts).values(
                    id=attempt, person=person.id, problem=problem, started=now, position=text, moves=0,
                    explanations="[]", running=None,
                )
            )  # fmt: skip
            kept = (
                select(attempts.c.id, attempts.c.problem)
                .join(problems, problems.c.id == attempts.c.problem)
                .where(attempts.c.person == person.id, problems.c.drill == PLAY_ON)
                .order_by(attempts.c.started.desc(), attempts.c.id)
            )
            for old in (await connection.execute(kept)).all()[MOST_KEPT:]:
                await connection.execute(delete(attempts).where(attempts.c.id == old.id))
                unused = ~exists().where(attempts.c.problem == old.problem)
                await connection.execute(delete(problems).where(problems.c.id == old.problem, unused))
        return _info(attempt, installed, played, 0, [], None, lang)

    async def info(self, row: Any, installed: InstalledGame, lang: str) -> Attempt:
        """The match as it stands. Raises `Refused`."""
        played = await self._asked(installed, ContinueFrom(installed.id, row.position.encode()))
        lines = msgspec.json.decode(row.explanations, type=list[dict[str, str]])
        verdict = None if row.verdict is None else msgspec.json.decode(row.verdict, type=Verdict)
        return _info(row.id, installed, played, row.moves, lines, verdict, lang)

    async def act(self, row: Any, installed: InstalledGame, action: Any, lang: str) -> Attempt:
        """The match after the person's action and the bots' replies. Raises `Refused`."""
        task = ContinueFrom(installed.id, row.position.encode(), msgspec.json.encode(action))
        played = await self._asked(installed, task)
        verdict = None if played.outcome is None else _verdict(played.seat, played.outcome)
        values: dict[str, Any] = {} if verdict is None else {
            "ended": self._now(),
            "score": verdict.score,
            "solved": verdict.solved,
            "verdict": msgspec.json.encode(verdict).decode(),
        }  # fmt: skip
        await self._store(row, bytes(played.match).decode(), [played.lines], values)
        return _info(row.id, installed, played, row.moves + 1, [played.lines], verdict, lang)

    async def restart(self, row: Any, installed: InstalledGame, lang: str) -> Attempt:
        """The match from its position again, with the same hidden facts. Raises `Refused`."""
        played = await self._asked(installed, ContinueFrom(installed.id, row.first_position.encode()))
        await self._store(row, row.first_position, [], {})
        return _info(row.id, installed, played, row.moves + 1, [], None, lang)

    async def _store(
        self, row: Any, position: str, lines: list[dict[str, str]], values: Mapping[str, Any]
    ) -> None:
        _check_size(position)
        unchanged = (attempts.c.id == row.id, attempts.c.moves == row.moves, attempts.c.ended.is_(None))
        stored = {
            "position": position,
            "moves": row.moves + 1,
            "explanations": msgspec.json.encode(lines).decode(),
            **values,
        }
        async with self._database.begin() as connection:
            result = await connection.execute(update(attempts).where(*unchanged).values(stored))
            if not result.rowcount:
                raise Refused(409, "late", "this match has gone on elsewhere; look again")

    async def _asked(self, installed: InstalledGame, task: BeginFrom | ContinueFrom) -> ContinuedMatch:
        try:
            return msgspec.json.decode(
                await self._worker.ask(installed.id, PLAY_ON, task), type=ContinuedMatch
            )
        except IllegalAction as refused:
            raise of_game(refused, installed) from None


def _bot_of(installed: InstalledGame) -> str:
    """The opponent in the middle of those that people choose from; the game's strongest bot without any."""
    opponents = list(installed.opponents())
    return opponents[len(opponents) // 2] if opponents else next(iter(installed.bots()))


def _check_size(text: str) -> None:
    if len(text) > LARGEST:
        raise Refused(413, "position-too-big", "the position of this match is too large to be played on from")


def _verdict(seat: Seat, outcome: Outcome) -> Verdict:
    place = outcome.places[seat]
    words = HOUSE.everywhere(
        message("The match is over. Your place: {place} of {seats}; your points: {points}."),
        place=place,
        seats=len(outcome.places),
        points=f"{outcome.scores[seat]:g}",
    )
    return Verdict(score=float(place == 1), solved=place == 1, explanation=words)


def _info(
    attempt: str,
    installed: InstalledGame,
    played: ContinuedMatch,
    moves: int,
    lines: list[dict[str, str]],
    verdict: Verdict | None,
    lang: str,
) -> Attempt:
    explanation = () if verdict is None else tuple(in_language(verdict.explanation, lang).splitlines())
    return Attempt(
        id=attempt,
        game=installed.id,
        drill=PLAY_ON,
        level=LEVEL,
        day=None,
        board="game",
        seats=played.seats,
        seat=played.seat,
        view=played.view,
        actions=list(played.actions),
        parts=played.parts,
        text=in_language(played.text, lang),
        moves=moves,
        retractable=True,
        rating=None,
        explanations=[in_language(words, lang).splitlines() for words in lines],
        verdict=None
        if verdict is None
        else VerdictInfo(verdict.score, verdict.solved, explanation, (), None, None, None),
    )
