"""How likely a seat is to win: the match is played out by bots, many times, from positions that the seat may
have been in.

The positions are those that the game imagines for the seat's view, so nothing goes in that it couldn't know.
What comes out is an estimate under a plain assumption, that all play on as the bots do, with its error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance, Game, Outcome, Patient, Seat

__all__ = ["MOST_PLAYOUTS", "Winning", "share", "winnings"]

MOST_PLAYOUTS: Final = 120

FEWEST: Final = 8
"""Of less than these nothing is told."""

SURE: Final = 1.96
"""Standard errors: the truth is within as many 19 times of 20."""


class Winning(msgspec.Struct, frozen=True):
    """What came of playing a match out."""

    chance: float
    """Of winning, 0 … 1; a shared first place is a share of it."""
    error: float
    """By how much the chance may be wrong, 19 times of 20, for the number of playouts alone."""
    playouts: int
    less: float | None = None
    """By how much it is below the first one that was asked for at the same time; both were played out from
    the same positions with the same luck, so that this is known better than either."""
    less_error: float | None = None


def winnings(
    game: Game[Any, Any, Any, Any],
    bots: Sequence[Bot[Any, Any]],
    view: Any,
    seat: Seat,
    actions: Sequence[Any],
    nodes: int,
    budget: Budget,
) -> list[Winning]:
    """For each of the actions how likely the seat wins after it; None as an action leaves it to the bot.
    As many playouts as the budget has room for; nothing where it has room for a few only."""
    shares: list[list[float]] = [[] for _ in actions]
    for number in range(MOST_PLAYOUTS):
        if number and budget.spent(number):
            break
        chance = Chance(f"playout/{number}")
        # None of an unfinished row counts: what is compared was played out equally often.
        row = []
        for action in actions:
            state = game.imagine(view, seat, chance.fork("imagined"))
            if action is not None:
                state = game.apply(state, seat, action, chance.fork("first")).state
            outcome = _played_out(game, bots, state, chance, nodes)
            if outcome is None:
                return []
            row.append(share(outcome, seat))
        for known, one in zip(shares, row, strict=True):
            known.append(one)
    if not shares or len(shares[0]) < FEWEST:
        return []
    return [_winning(known, shares[0] if place else None) for place, known in enumerate(shares)]


def share(outcome: Outcome, seat: Seat) -> float:
    """The seat's part of the victory."""
    return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0


def _played_out(
    game: Game[Any, Any, Any, Any], bots: Sequence[Bot[Any, Any]], state: Any, chance: Chance, nodes: int
) -> Outcome | None:
    """None where it doesn't end in time."""
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


def _winning(shares: Sequence[float], first: Sequence[float] | None) -> Winning:
    count = len(shares)
    chance = sum(shares) / count
    # Two more of either kind, so that a row of nothing but victories isn't called certain (Agresti, Coull).
    likely = (sum(shares) + 2) / (count + 4)
    error = SURE * math.sqrt(likely * (1 - likely) / (count + 4))
    if first is None:
        return Winning(chance, error, count)
    less = [one - other for one, other in zip(first, shares, strict=True)]
    mean = sum(less) / count
    spread = sum((one - mean) ** 2 for one in less) + 2.0
    return Winning(chance, error, count, mean, SURE * math.sqrt(spread / (count - 1) / count))
