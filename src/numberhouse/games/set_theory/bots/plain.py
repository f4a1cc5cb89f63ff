"""The weak bot: it compares forty random numbers and takes any empty cell."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.bots.opening import opening
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Place, View

__all__ = ["Plain"]

LOOKS: Final = 40
"""Number of random numbers that it compares."""


class Plain:
    """Weighs all properties that fit a set equally and takes the number that belongs to most sets by this
    count. It ignores worths and lines."""

    name = "plain"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - all know the same
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be placed
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """The number with the highest expected number of sets, the first among equals."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.begins is None:
            return opening
        looks = LOOKS if budget.nodes is None else max(1, min(LOOKS, budget.nodes))
        used, numbers = barred(view), list[int]()
        while len(numbers) < looks:
            number = FIRST + chance.below(LAST - FIRST + 1)
            if number not in used:
                numbers.append(number)
        sets = posterior(view).alike(numbers).sum(axis=1)
        best = max(range(looks), key=lambda place: (round(float(sets[place]), 6), -place))
        reason = f"of {looks} numbers it may be in the most sets: about {sets[best]:.1f}"
        return Thought(Place(numbers[best], chance.choice(empty(view))), reason)
