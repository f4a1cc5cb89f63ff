"""Practice: find the turn that scores most, in a position from a match between two bots.

The bag is removed. So nothing can be drawn, and a complete search of the turn gives the exact best.
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
"""Fewest and most turns already played, for each level."""

WORTH: Final = 20
"""Fewest points of the best turn in a posed position."""
TURNS_TO_FIND: Final = 40
"""Fewest possible turns in a posed position."""
TRIES: Final = 20

SOLVED: Final = 0.9
"""Share of the best turn's points from which an answer counts as solved."""

RATED: Final = (600.0, 250.0)
"""Parameters of the rating: the rating of a position in which every turn counts as solved, and the increase
for each factor of ten between all turns and solving turns."""


class BestTurn:
    """The drill: the player lays tiles on the board. The end of the turn is the answer."""

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
        """Pose a position from a match between bots that is worth a search."""
        posed = _played(level, chance.fork("0"))
        for number in range(1, TRIES):
            if posed is not None:
                break
            posed = _played(level, chance.fork(str(number)))
        if posed is None:
            raise ValueError(f"{TRIES} matches of bots had no position with a turn of {WORTH} points")
        return Posed(posed, _rating(posed))

    def view(self, position: State) -> View:
        """The view of seat 0."""
        return game.view(position, 0)

    def legal(self, position: State) -> Legal[Action]:
        """Placements, and the end of the turn."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """Apply the action as in a match. A turn without a tile is refused."""
        if not isinstance(action, Place | Line | Finish):
            raise IllegalAction("lay-something", "there is a turn to be found here; lay at least one tile")
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """Whether the turn has ended."""
        return bool(position.reason) or position.turn.seat != 0

    def judge(self, first: State, last: State) -> Verdict:
        """Judge the turn by its points and by the number of turns that score more."""
        # NumPy and Numba are in the extra `bots`
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
            explanation=_feedback(points, search.points, place, len(all_points) - 1),
            answer=WORDS.everywhere(
                "Best: {line}.", line=", ".join(f"{one.tile} {one.cell}" for one in search.placements)
            ),
            best=game.view(best, 0),
        )


def _played(level: str, chance: Chance) -> State | None:
    """The position of a new match after some turns, with the seat to act as seat 0; None if it isn't worth
    posing."""
    from numberhouse.games.mixmath.solver.search import best_turn  # NumPy and Numba are in the extra `bots`

    least, most = TURNS[level]
    turns = least + chance.below(most - least + 1)
    state = game.setup(Options(), 2, chance.fork("deal"))
    number = 0
    while len(state.past) < turns and not state.reason:
        number += 1
        seat = state.turn.seat
        # The weak bot moves now and then, so that boards differ from those of greedy play alone.
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
        # A turn that ended by itself would be the answer before the player could take tiles back.
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
    """The rating: it grows as the share of turns that count as solved falls."""
    from numberhouse.games.mixmath.solver.search import totals  # NumPy and Numba are in the extra `bots`

    rack = position.hands[0].rack
    bonus = position.turn.began == RACK
    points = totals(position.board, rack, bonus, arithmetic=position.options.arithmetic)
    good = int((points >= SOLVED * points.max()).sum())
    begin, each = RATED
    return round(begin + each * log10(len(points) / good))


def _feedback(points: int, most: int, place: int, turns: int) -> Words:
    if not points:
        return WORDS.everywhere(
            "The best of {turns} possible turns scores {most} points.", turns=turns, most=most
        )
    return WORDS.everywhere(
        "Your turn scored {points} points; the best one scores {most}.\n"
        "Among {turns} possible turns yours has place {place}.",
        points=points,
        most=most,
        turns=turns,
        place=place,
    )


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType({"best-turn": BestTurn()})
