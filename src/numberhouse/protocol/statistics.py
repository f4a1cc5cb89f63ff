"""Statistics of a person: how the finished matches went, by game and by opponents."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = ["GameStatistics", "MemberProfile", "OpponentTally", "Opposition"]

Opposition: TypeAlias = Literal["people", "bots", "nobody"]
"""The others at the table: at least one person, bots alone, or nobody."""


class GameStatistics(msgspec.Struct, frozen=True):
    """The finished matches of one game against one kind of opponents."""

    game: str
    against: Opposition
    played: int
    won: int
    """Alone on the first place. Nobody wins against `nobody`, and nobody loses."""
    drawn: int
    """On a first place that is shared."""
    lost: int
    average_place: float
    average_points: float | None
    """Of the matches that were played to an end; None where there is none."""
    best_points: float | None
    """The greatest score of one match."""
    streak: int
    """Matches won in a row until now."""
    longest_streak: int


class OpponentTally(msgspec.Struct, frozen=True):
    """A person with whom the person has finished matches."""

    name: str
    played: int
    won: int
    """Matches in which the person came before this opponent."""
    lost: int
    last: float
    """Time at which the last match ended."""


class MemberProfile(msgspec.Struct, frozen=True):
    """A member as everybody sees it, from public matches alone."""

    name: str
    since: float
    """Time at which the person first came."""
    statistics: tuple[GameStatistics, ...]
