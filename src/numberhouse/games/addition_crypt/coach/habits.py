"""Habits of the bots in the practice match. Each bot picks by one simple rule, and players know the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Pick, View
from numberhouse.games.addition_crypt.rules.options import terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.words import message

__all__ = ["HABITS", "Habit"]

SAMPLES: Final = 40
"""Number of rounds that the habit `weigh` imagines."""


class Habit(NamedTuple):
    """A rule by which a bot picks."""

    pick: Callable[[View, Chance], Pick]
    rule: str
    """The rule as players read it, before translation."""


def _drift(view: View, chance: Chance) -> Pick:
    return chance.choice(picks(view.options.nodes, view.barred))


def _alone(view: View, chance: Chance) -> Pick:
    own = chance.shuffled(picks(view.options.nodes, view.barred))
    return max(own, key=lambda pick: _points(view, [pick]))


def _weigh(view: View, chance: Chance) -> Pick:
    others = [
        [chance.choice(picks(view.options.nodes, _barred(view, seat))) for seat in _others(view)]
        for _ in range(SAMPLES)
    ]
    own = chance.shuffled(picks(view.options.nodes, view.barred))
    return max(own, key=lambda pick: sum(_points(view, [pick, *drawn]) for drawn in others))


def _points(view: View, made: list[Pick]) -> int:
    """Points of the first of these picks."""
    ruled = terms(view.options, view.round)
    return scored(added(view.values, made, ruled), made, ruled)[0].total


def _others(view: View) -> list[Seat]:
    return [seat for seat in range(view.seats) if seat != view.seat]


def _barred(view: View, seat: Seat) -> tuple[int, ...]:
    """The nodes that the seat may not use, where all submissions are published."""
    published = view.rounds[-1].published if view.rounds else None
    return tuple(sorted(published[seat].nodes)) if published is not None else ()


HABITS: Final[Mapping[str, Habit]] = MappingProxyType(
    {
        "drift": Habit(_drift, message("takes anything, all alike")),
        "alone": Habit(_alone, message("takes what would earn most if nobody else submitted")),
        "weigh": Habit(_weigh, message("takes what earns most on average if the others take anything")),
    }
)
