"""The bot `apprentice`: it mines a random path and serves the best of a few random small dishes."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.sign_cook.rules.dishes.judge import judge
from numberhouse.games.sign_cook.rules.dishes.tasting import small_dish
from numberhouse.games.sign_cook.rules.legal import any_path
from numberhouse.games.sign_cook.rules.mine import LENGTHS
from numberhouse.games.sign_cook.rules.model import COURSES, Action, Kitchen, Serve, View
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts

__all__ = ["Apprentice", "Scullion", "small_best"]

TASTED: Final = 60


class Apprentice:
    """A weak bot that chooses within milliseconds."""

    name = "apprentice"
    digits = LENGTHS[1] - 1
    """Length of the path that it mines once in a round."""
    tasted = TASTED
    """Number of small dishes that the bot compares."""

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,  # noqa: ARG002 - it takes milliseconds
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a path through the mine in each round, then a dish."""
        kitchen = view.kitchen
        assert kitchen is not None
        assert seat == view.seat
        if not kitchen.visits:
            path = any_path(view.grid, kitchen.closed, self.digits, chance)
            if path is not None:
                return Thought(path, "more digits make more dishes")
        return Thought(
            Serve(small_best(view, kitchen, self.tasted, chance)), f"the best of {self.tasted} small dishes"
        )


class Scullion(Apprentice):
    """The weakest bot: it mines little and compares few dishes."""

    name = "scullion"
    digits = LENGTHS[0] + 1
    tasted = 28


def small_best(view: View, kitchen: Kitchen, tasted: int, chance: Chance) -> tuple[str, ...]:
    """The best of so many small dishes, or an empty one."""
    course = COURSES[view.round - 1]
    drawn = {small_dish(view.options, course, kitchen.pantry, chance) for _ in range(tasted)}
    dishes = sorted(drawn - {()})
    made = [prepared(view.options, view.round, dish) for dish in dishes]
    verdict = judge(course, made, lambda word: counts(view, word))
    sound = [
        (judgement.place, dish)
        for judgement, dish in zip(verdict.judgements, dishes, strict=True)
        if judgement.reason == "judged"
    ]
    return min(sound, default=(0, ()))[1]
