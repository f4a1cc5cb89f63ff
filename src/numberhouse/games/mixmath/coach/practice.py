"""Practice: find the turn that scores most, in a position that two bots have come to.

The bag is put away, so that nothing can be drawn and the complete search of the turn is the whole truth.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import Drill, DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, IllegalAction, Legal
from numberhouse.games.mixmath.bots import Greedy, OneTile
from numberhouse.games.mixmath.rules.gameplay import game
from numberhouse.games.mixmath.rules.model import Action, Finish, Line, Options, Place, State, Turn, View
from numberhouse.games.mixmath.rules.tiles import RACK
from numberhouse.words import words_of

__all__ = ["BestTurn", "drills"]

WORDS: Final = words_of("numberhouse.games.mixmath")

TURNS: Final = MappingProxyType({"early": (2, 6), "middle": (7, 14), "late": (15, 22)})
"""Turns that have been played, at least and at most."""

WORTH: Final = 20
"""Points that the best turn has at least, or the position isn't posed."""
TURNS_TO_FIND: Final = 40
"""Turns that can be made, at least."""
TRIES: Final = 20

SOLVED: Final = 0.9
"""Of the best turn's points, for an answer to count as solved."""

RATED: Final = (600.0, 250.0)
"""The rating of a position in which every turn counts as solved, and what every ten times as many turns for
each of them add to it."""


class BestTurn:
    """Lay tiles on the board; the end of the turn is the answer."""

    card = DrillCard(
        title=WORDS.everywhere("The best turn"),
        task=WORDS.everywhere("Find the turn that scores most. Nothing is drawn: the bag is put away."),
        levels={
            "early": WORDS.everywhere("A young board"),
            "middle": WORDS.everywhere("A grown board"),
            "late": WORDS.everywhere("A full board"),
        },
        seats=2,
        retractable=True,
        position_type=State,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[State]:
        """A position from a match of bots, with something to find."""
        posed = _played(level, chance.fork("0"))
        for number in range(1, TRIES):
            if posed is not None:
                break
            posed = _played(level, chance.fork(str(number)))
        if posed is None:
            raise ValueError(f"{TRIES} matches of bots had no position with a turn of {WORTH} points")
        return Posed(posed, _rating(posed))

    def view(self, position: State) -> View:
        """Seat 0's."""
        return game.view(position, 0)

    def legal(self, position: State) -> Legal[Action]:
        """Placements, and the end of the turn."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """As in a match, but that one has to lay something."""
        if not isinstance(action, Place | Line | Finish):
            raise IllegalAction("lay-something", "there is a turn to be found here; lay at least one tile")
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """The turn has ended."""
        return bool(position.reason) or position.turn.seat != 0

    def judge(self, first: State, last: State) -> Verdict:
        """By its points, and how many turns score more."""
        # NumPy and Numba are of the extra `bots`
        from numberhouse.games.mixmath.solver.search import best_turn, totals

        points = last.scores[0] - first.scores[0]
        rack = first.hands[0].rack
        bonus, arithmetic = first.turn.began == RACK, first.options.arithmetic
        search = best_turn(first.board, rack, bonus, arithmetic=arithmetic)
        all_points = totals(first.board, rack, bonus, arithmetic=arithmetic)
        place = 1 + int((all_points > points).sum())
        best = first
        for one in search.placements:
            best = game.apply(best, 0, one, Chance("none")).state
        score = min(1.0, points / search.points)
        return Verdict(
            score=score,
            solved=score >= SOLVED,
            explanation=_feedback(points, search.points, place, len(all_points) - 1, search.placements),
            best=game.view(best, 0),
        )


def _played(level: str, chance: Chance) -> State | None:
    """The position of a new match after some turns, seen from seat 0 as if it were its turn; None where it
    isn't worth posing."""
    from numberhouse.games.mixmath.solver.search import best_turn  # NumPy and Numba are of the extra `bots`

    least, most = TURNS[level]
    turns = least + chance.below(most - least + 1)
    state = game.setup(Options(), 2, chance.fork("deal"))
    number = 0
    while len(state.past) < turns and not state.reason:
        number += 1
        seat = state.turn.seat
        # A weak bot on both seats now and then, so that boards differ from those of greedy play alone.
        bot = OneTile() if (number + chance.below(3)) % 3 == 0 else Greedy()
        view = game.view(state, seat)
        luck = chance.fork(f"move {number}")
        action = bot.choose(view, seat, Legal(), Budget(nodes=20_000), luck).action
        state = game.apply(state, seat, action, luck).state
    if state.reason or state.turn.laid:
        return None
    seat = state.turn.seat
    rack = state.hands[seat].rack
    best = best_turn(state.board, rack, bonus=len(rack) == RACK, arithmetic=state.options.arithmetic)
    if len(rack) < RACK or not best.complete or min(best.points / WORTH, best.states / TURNS_TO_FIND) < 1:
        return None
    order = (seat, 1 - seat)
    return replace(
        state,
        # A turn that ended by itself would be the answer, before its tiles could be taken back.
        options=Options(turn_ends="player"),
        opening=tuple(
            tuple(replace(draw, seat=order.index(draw.seat)) for draw in draws) for draws in state.opening
        ),
        bag=(),
        hands=tuple(state.hands[one] for one in order),
        scores=tuple(state.scores[one] for one in order),
        turn=Turn(0, len(rack)),
        past=tuple(replace(turn, seat=order.index(turn.seat)) for turn in state.past),
        idle=0,
    )


def _rating(position: State) -> float:
    """By how rare the turns are that count as solved, among all that can be made."""
    from numberhouse.games.mixmath.solver.search import totals  # NumPy and Numba are of the extra `bots`

    rack = position.hands[0].rack
    bonus = position.turn.began == RACK
    points = totals(position.board, rack, bonus, arithmetic=position.options.arithmetic)
    good = int((points >= SOLVED * points.max()).sum())
    begin, each = RATED
    return round(begin + each * log10(len(points) / good))


def _feedback(points: int, most: int, place: int, turns: int, best: tuple[Place, ...]) -> Words:
    line = ", ".join(f"{one.tile} {one.cell}" for one in best)
    if not points:
        return WORDS.everywhere(
            "The best of {turns} possible turns scores {most} points.\nBest: {line}.",
            turns=turns,
            most=most,
            line=line,
        )
    return WORDS.everywhere(
        "Your turn scored {points} points; the best one scores {most}.\n"
        "Among {turns} possible turns yours has place {place}.\nBest: {line}.",
        points=points,
        most=most,
        turns=turns,
        place=place,
        line=line,
    )


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType({"best-turn": BestTurn()})
