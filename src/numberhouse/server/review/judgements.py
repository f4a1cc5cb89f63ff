"""What is told of judgements and chances: in one language, as the API has it."""

from __future__ import annotations

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.contract.review import Standing
from numberhouse.protocol.review import (
    AlternativeInfo,
    EvaluationInfo,
    Language,
    StandingInfo,
    WinProbabilityInfo,
)
from numberhouse.server.workers.tasks import Evaluation, WinProbability

__all__ = ["evaluation_info", "said", "win_probability_info"]


def win_probability_info(number: int, seat: Seat, weighed: WinProbability) -> WinProbabilityInfo:
    """What was found by playing out."""
    before, after = weighed.before, weighed.after
    return WinProbabilityInfo(
        number=number,
        seat=seat,
        chance=before.chance,
        error=before.error,
        playouts=before.playouts,
        lost=None if after is None else after.less,
        lost_error=None if after is None else after.less_error,
    )


def evaluation_info(number: int, seat: Seat, found: Evaluation, lang: Language) -> EvaluationInfo:
    """A judgement in that language."""
    standing: Standing | None = found.standing
    return EvaluationInfo(
        number=number,
        seat=seat,
        mark=found.mark,
        played=found.played,
        best=found.best,
        lost=found.lost,
        scale=said(found.scale, lang),
        reason=said(found.reason, lang),
        hindsight=said(found.hindsight, lang),
        better=[
            AlternativeInfo(msgspec.json.decode(one.action), one.notation, one.value, said(one.reason, lang))
            for one in found.better
        ],
        exact=found.exact,
        standing=None
        if standing is None
        else StandingInfo(standing.value, said(dict(standing.words), lang), standing.fewer_is_better),
    )


def said(words: dict[str, str], lang: Language) -> str:
    """In that language, or in English."""
    return words.get(lang) or words.get("en", "")
