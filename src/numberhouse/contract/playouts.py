"""The probability that a seat wins: bots play the match out many times from positions that the seat may have
been in.

The game imagines the positions for the seat's view, so that the result depends only on facts that the seat
knows. It is an estimate with its error, under one assumption: all seats play like the bots.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance, Game, Outcome, Patient, Seat

__all__ = ["MOST_PLAYOUTS", "Winning", "victory_share", "win_probabilities"]

MOST_PLAYOUTS: Final = 120

FEWEST: Final = 8
"""Fewer playouts than these give no result."""

SURE: Final = 1.96
"""Standard errors: the true value is within this many of them 19 times of 20."""


class Winning(msgspec.Struct, frozen=True):
    """The result of playing a match out."""

    chance: float
    """The probability of winning, 0 … 1; a shared first place counts as a share of a victory."""
    error: float
    """The probability is within this error 19 times of 20, as far as the number of playouts is concerned."""
    playouts: int
    less: float | None = None
    """The probability of the first action of the same call, less this one. Both were played out from the same
    positions with the same randomness, so the difference is more precise than either probability."""
    less_error: float | None = None


def win_probabilities(
    game: Game[Any, Any, Any, Any],
    bots: Sequence[Bot[Any, Any]],
    view: Any,
    seat: Seat,
    actions: Sequence[Any],
    nodes: int,
    budget: Budget,
) -> list[Winning]:
    """The probability that the seat wins, for each of the actions; None as an action lets the bot choose. As
    many playouts as the budget has room for; empty where it has room for fewer than `FEWEST`, or a playout
    doesn't end."""
    shares: list[list[float]] = [[] for _ in actions]
    for number in range(MOST_PLAYOUTS):
        if number and budget.spent(number):
            break
        chance = Chance(f"playout/{number}")
        # An unfinished row doesn't count: all actions must be played out equally often to be compared.
        row = []
        for action in actions:
            state = game.imagine(view, seat, chance.fork("imagined"))
            if action is not None:
                state = game.apply(state, seat, action, chance.fork("first")).state
            outcome = _play_out(game, bots, state, chance, nodes)
            if outcome is None:
                return []
            row.append(victory_share(outcome, seat))
        for column, value in zip(shares, row, strict=True):
            column.append(value)
    if not shares or len(shares[0]) < FEWEST:
        return []
    return [_win_probability(column, shares[0] if index else None) for index, column in enumerate(shares)]


def victory_share(outcome: Outcome, seat: Seat) -> float:
    """The seat's share of the victory."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


def _play_out(
    game: Game[Any, Any, Any, Any], bots: Sequence[Bot[Any, Any]], state: Any, chance: Chance, nodes: int
) -> Outcome | None:
    """The outcome of one playout; None where it doesn't end in time."""
    for number in range(2 * game.card.longest + 100):
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome
        awaited = sorted(game.to_act(state))
        seat = next((other for other in awaited if not _waits(game, state, other)), awaited[0])
        if _waits(game, state, seat):
            state = game.expire(state, seat, chance.fork(f"luck {number}")).state
            continue
        view = game.view(state, seat)
        thought = bots[seat].choose(
            view, seat, game.legal(view, seat), Budget(nodes=nodes), chance.fork(f"thought {number}")
        )
        state = game.apply(state, seat, thought.action, chance.fork(f"luck {number}")).state
    return None


def _waits(game: Game[Any, Any, Any, Any], state: Any, seat: Seat) -> bool:
    return isinstance(game, Patient) and game.waits(game.view(state, seat), seat)


def _win_probability(shares: Sequence[float], first: Sequence[float] | None) -> Winning:
    count = len(shares)
    chance = sum(shares) / count
    # Two more of each kind, so that an unbroken row of victories doesn't count as certain (Agresti, Coull).
    estimate = (sum(shares) + 2) / (count + 4)
    error = SURE * math.sqrt(estimate * (1 - estimate) / (count + 4))
    if first is None:
        return Winning(chance, error, count)
    differences = [value - other for value, other in zip(first, shares, strict=True)]
    mean = sum(differences) / count
    spread = sum((value - mean) ** 2 for value in differences) + 2.0
    return Winning(chance, error, count, mean, SURE * math.sqrt(spread / (count - 1) / count))
