"""Practice: find the number and cell with the highest expected points, in the middle of a match.

The probabilities of the sets and their worths follow exactly from public information. So the expected points
of a number are exact too. The explanation also names its real points, which are partly luck.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import msgspec

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import DrillCard, Posed, Verdict
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.set_theory.bots.collector import Collector, best_on, gains_of, promising_cells
from numberhouse.games.set_theory.rules.gameplay import game
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Options, Place, State, View
from numberhouse.words import words_of

if TYPE_CHECKING:
    from numberhouse.games.set_theory.solver.posterior import Posterior

__all__ = ["BestNumber", "Spot"]

WORDS: Final = words_of("numberhouse.games.set_theory")

TURNS: Final[Mapping[str, int]] = MappingProxyType({"early": 6, "middle": 14, "late": 26})
"""Number of turns already played. It is even, so that seat 0 is to move."""

THINKING: Final = 500
"""Numbers that each of the two bots compared in a turn: enough for good numbers, not for the best."""

SOLVED: Final = 0.5
"""Share of the best expectation from which an answer counts as solved. Nobody finds the best of a million
numbers by hand."""

LIKELY: Final = 0.1
"""Lowest probability of a set that the explanation names."""


class Spot(msgspec.Struct, frozen=True):
    """A match in its running turn, which is the last one of the drill."""

    state: State
    turns: int
    """Number of turns played before the position was posed."""


class BestNumber:
    """The drill: one placement."""

    card = DrillCard(
        title=WORDS.everywhere("The best number"),
        task=WORDS.everywhere(
            "Place a number that falls into the sets which bring most points here, as far as the grid "
            "and the examples tell."
        ),
        levels={
            "early": WORDS.everywhere("An early grid"),
            "middle": WORDS.everywhere("A growing grid"),
            "late": WORDS.everywhere("A grid full of lines"),
        },
        seats=2,
        position_type=Spot,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Spot]:
        """Pose a position from a match between bots."""
        state = game.setup(Options(first="candidate"), 2, chance.fork("deal"))
        bot = Collector()
        for number in range(TURNS[level]):
            seat = min(game.to_act(state))
            luck = chance.fork(str(number))
            thought = bot.choose(game.view(state, seat), seat, Legal(), Budget(nodes=THINKING), luck)
            state = game.apply(state, seat, thought.action, luck).state
        return Posed(Spot(state, TURNS[level]))

    def view(self, position: Spot) -> View:
        """The view of seat 0."""
        return game.view(position.state, 0)

    def legal(self, position: Spot) -> Legal[Action]:
        """The legal actions, as in a match."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: Spot, action: Action, chance: Chance) -> Spot:
        """Apply the action as in a match."""
        return Spot(game.apply(position.state, 0, action, chance).state, position.turns)

    def over(self, position: Spot) -> bool:
        """Whether a number has been placed."""
        return len(position.state.past) > position.turns

    def judge(self, first: Spot, last: Spot) -> Verdict:
        """Judge the placement by its expected points, relative to the highest."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        view = self.view(first)
        known = posterior(view)
        cells, used = empty(view), sorted(barred(view))
        gains = gains_of(view, known, cells)
        candidates = [(*best_on(known, gains[place], used), place) for place in promising_cells(gains)]
        number, most, place = max(candidates, key=lambda one: one[1])
        best = Place(number, cells[place])
        solution = {
            "best": number,
            "best_cell": best.cell,
            "most": f"{most:.1f}",
            "best_sets": _likely(known, number),
        }
        after = game.view(game.apply(first.state, 0, best, Chance("none")).state, 0)
        answer = WORDS.everywhere("Best: {best} on {best_cell}. Likely sets: {best_sets}.", **solution)
        if not self.over(last):
            explanation = WORDS.everywhere("The most that was found is {most} points.", most=solution["most"])
            return Verdict(score=0.0, solved=False, explanation=explanation, answer=answer, best=after)
        own = last.state.past[-1]
        assert own.number is not None
        expected = float(known.belongs([own.number])[0] @ gains[cells.index(own.cell)])
        score = min(1.0, expected / most) if most else 1.0
        return Verdict(
            score=score,
            solved=score >= SOLVED,
            explanation=WORDS.everywhere(
                "Of your {number} on {cell} {expected} points could be expected. Likely sets: {likely}.\n"
                "The most that was found is {most}.\n"
                "It has scored {points}; its sets: {sets}.",
                number=own.number,
                cell=own.cell,
                expected=f"{expected:.1f}",
                likely=_likely(known, own.number),
                points=own.points,
                sets=own.sets or "–",
                most=solution["most"],
            ),
            answer=answer,
            best=after,
        )


def _likely(known: Posterior, number: int) -> str:
    chances = known.belongs([number])[0]
    named = [f"{LABELS[k]} {100 * chances[k]:.0f}\u00a0%" for k in range(len(LABELS)) if chances[k] >= LIKELY]
    return ", ".join(named) or "–"
