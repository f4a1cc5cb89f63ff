"""What is told of judgements and chances: in one language, as the API has it."""

from __future__ import annotations

from typing import Any

import msgspec

from numberhouse.game import Seat
from numberhouse.judgement import Mark, Standing
from numberhouse.server.review_tasks import Found, Weighed
from numberhouse.server.transcript import Language

__all__ = [
    "BetterTold",
    "ChanceTold",
    "Chances",
    "Judged",
    "Judgements",
    "NotJudged",
    "StandingTold",
    "chance_told",
    "judged",
    "said",
]


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


class NotJudged(msgspec.Struct, frozen=True):
    """Why there is no judgement of an action."""

    number: int
    why: str


class Judgements(msgspec.Struct, frozen=True):
    """Those of some actions in a row."""

    judged: list[Judged]
    """There is none of what is no choice, such as a note."""
    given_up: list[int]
    """Actions that couldn't be judged in time."""
    unjudged: list[NotJudged]
    """Actions of which nothing can be said, as far as the game says why."""
    next: int | None
    """The first action that hasn't been looked at; none when that is all."""


class ChanceTold(msgspec.Struct, frozen=True):
    """How likely a seat was to win before an action of its own, for all that it could know."""

    number: int
    """Of the action."""
    seat: Seat
    chance: float
    """0 … 1; a shared victory is a share of one."""
    error: float
    """By how much it may be wrong, 19 times of 20, for the number of playouts alone."""
    playouts: int
    lost: float | None
    """By how much less likely the seat was after what it did than after the best that was found; only where
    that was better."""
    lost_error: float | None


class Chances(msgspec.Struct, frozen=True):
    """Those before some actions in a row."""

    chances: list[ChanceTold]
    """There is none where playing out takes too long, or tells nothing."""
    bot: str
    """Who played the match out, for all seats; empty where nobody did."""
    next: int | None
    """The first action that hasn't been looked at; none when that is all."""


def chance_told(number: int, seat: Seat, told: Weighed) -> ChanceTold:
    """What was found by playing out."""
    before, after = told.before, told.after
    return ChanceTold(
        number=number,
        seat=seat,
        chance=before.chance,
        error=before.error,
        playouts=before.playouts,
        lost=None if after is None else after.less,
        lost_error=None if after is None else after.less_error,
    )


def judged(number: int, seat: Seat, found: Found, lang: Language) -> Judged:
    """A judgement in that language."""
    standing: Standing | None = found.standing
    return Judged(
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
            BetterTold(msgspec.json.decode(one.action), one.notation, one.value, said(one.reason, lang))
            for one in found.better
        ],
        exact=found.exact,
        standing=None
        if standing is None
        else StandingTold(standing.value, said(dict(standing.words), lang), standing.fewer_is_better),
    )


def said(words: dict[str, str], lang: Language) -> str:
    """In that language, or in English."""
    return words.get(lang) or words.get("en", "")
