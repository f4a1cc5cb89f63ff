"""Evaluations and win probabilities in one language, as structs of the API."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.review import Standing
from numberhouse.protocol.review import (
    AlternativeInfo,
    EvaluationInfo,
    Language,
    PositionValue,
    WinProbabilityInfo,
)
from numberhouse.registry import InstalledGame
from numberhouse.server.base.languages import in_language
from numberhouse.server.workers.tasks import EvaluatedAction, WinProbability

__all__ = ["evaluation_info", "win_probability_info"]


def win_probability_info(number: int, seat: Seat, probability: WinProbability) -> WinProbabilityInfo:
    """A win probability of a seat before its action `number`."""
    before, after = probability.before, probability.after
    return WinProbabilityInfo(
        number=number,
        seat=seat,
        probability=before.chance,
        error=before.error,
        playouts=before.playouts,
        loss=None if after is None else after.less,
        loss_error=None if after is None else after.less_error,
    )


def evaluation_info(
    number: int, seat: Seat, evaluation: EvaluatedAction, installed: InstalledGame, lang: Language
) -> EvaluationInfo:
    """An evaluation of action `number` in that language."""
    standing: Standing | None = evaluation.standing
    return EvaluationInfo(
        number=number,
        seat=seat,
        mark=evaluation.mark,
        played=evaluation.played,
        best=evaluation.best,
        loss=evaluation.lost,
        unit=in_language(evaluation.scale, lang),
        reason=in_language(evaluation.reason, lang),
        hindsight=in_language(evaluation.hindsight, lang),
        better=[
            AlternativeInfo(
                msgspec.json.decode(alternative.action),
                alternative.notation,
                alternative.value,
                in_language(alternative.reason, lang),
            )
            for alternative in evaluation.better
        ],
        exact=evaluation.exact,
        position_value=None
        if standing is None
        else PositionValue(standing.value, in_language(standing.words, lang), standing.fewer_is_better),
        why=[installed.explain(explanation, lang) for explanation in evaluation.why],
    )
