"""An attempt in one language, as a struct of the API."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from numberhouse.contract.drill import Verdict
from numberhouse.contract.game import Legal
from numberhouse.first_match import FirstMatchDrill
from numberhouse.protocol.practice import Attempt, LessonInfo, VerdictInfo
from numberhouse.server.base.languages import in_language
from numberhouse.server.practice.drills import AttemptRow

__all__ = ["attempt_info"]

MOST_ACTIONS: Final = 5000
"""Legal actions in a list."""


def attempt_info(attempt_row: AttemptRow, lang: str) -> Attempt:
    """The attempt as it stands. Raises `Refused` for one of an older version of the game."""
    row, drill, installed = attempt_row.row, attempt_row.drill, attempt_row.installed
    last = attempt_row.last
    view = drill.view(last)
    ended = row.ended is not None
    hidden = drill.card.board == "game" and installed.game.card.moves_are_hints
    explanations = msgspec.json.decode(row.explanations, type=list[dict[str, str]])
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
        parts=[{"name": part.name, "schema": part.describe, "free": part.free} for part in legal.parts],
        text=installed.draw(view, lang) if drill.card.board == "game" else "",
        moves=row.moves,
        retractable=drill.card.retractable,
        rating=row.difficulty,
        explanations=[in_language(words, lang).splitlines() for words in explanations],
        verdict=_verdict_info(row, lang) if ended else None,
        lesson=None if ended or not isinstance(drill, FirstMatchDrill) else _lesson_info(drill, last, lang),
    )


def _lesson_info(drill: FirstMatchDrill, position: Any, lang: str) -> LessonInfo:
    step, steps = drill.step(position), len(drill.first.steps)
    prompt = drill.first.free if step is None else step.prompt
    example = None if step is None else step.example
    return LessonInfo(position.step, steps, tuple(in_language(prompt, lang).splitlines()), example)


def _verdict_info(row: Any, lang: str) -> VerdictInfo:
    verdict = msgspec.json.decode(row.verdict, type=Verdict)
    explanation, answer = (
        tuple(in_language(words, lang).splitlines()) for words in (verdict.explanation, verdict.answer)
    )
    return VerdictInfo(
        verdict.score, verdict.solved, explanation, answer, verdict.best, row.rating, row.rating_change
    )
