"""Practice: the longest starter that can be cooked from a pantry, against what OR-Tools finds.

The pantry is one that a bot has gathered in a match; nothing is left to do there but to cook.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from numberhouse.bot import Bot, Budget
from numberhouse.drill import Drill, DrillCard, Posed, Verdict
from numberhouse.game import Chance, IllegalAction, Legal
from numberhouse.games.sign_cook.apprentice import Apprentice
from numberhouse.games.sign_cook.cook import Cook
from numberhouse.games.sign_cook.menu import offered
from numberhouse.games.sign_cook.options import Options
from numberhouse.games.sign_cook.rules import game
from numberhouse.games.sign_cook.table import VISITS, Action, Serve, State, View, Visit

__all__ = ["LongestDish", "drills"]

WORK: Final = 4.0
"""Of the solver's own units, about as many seconds at most."""

TRIES: Final = 20
"""Matches that are begun to find a pantry; it has one nearly always at once."""


class LongestDish:
    """Serve a starter."""

    card = DrillCard(
        title={"en": "The longest starter", "ru": "Самая длинная закуска"},
        task={
            "en": "The visits are made. Cook a starter of as many courses as the pantry gives.",
            "ru": "Походы позади. Приготовьте закуску из стольких блюд, на сколько хватит кладовой.",
        },
        levels={
            "small": {"en": "A small pantry", "ru": "Скромная кладовая"},
            "large": {"en": "A full pantry", "ru": "Полная кладовая"},
        },
        seats=2,
        position_type=State,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[State]:
        """What a bot has gathered in the first round."""
        for number in range(TRIES):
            state = _gathered(Cook() if level == "large" else Apprentice(), chance.fork(str(number)))
            if state is not None:
                return Posed(state)
        raise ValueError(f"{TRIES} mines gave the bot nothing")

    def view(self, position: State) -> View:
        """Seat 0's; when the starter is judged nothing more is begun."""
        view = game.view(position, 0)
        if not self.over(position) or view.kitchen is None:
            return view
        kitchen = replace(view.kitchen, diary=view.kitchen.diary[:1])
        return replace(view, round=1, waiting=frozenset(), kitchen=kitchen)

    def legal(self, position: State) -> Legal[Action]:
        """A dish."""
        if self.over(position):
            return Legal()
        legal = offered(self.view(position))
        return Legal((), tuple(part for part in legal.parts if part.name == "serve"))

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """As in a match, but that there is only a dish to serve."""
        if not isinstance(action, Serve):
            raise IllegalAction(
                "too-many-visits", "there is nothing to do here but to cook; serve a dish", {}
            )
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """The starter has been judged."""
        return bool(position.courses)

    def judge(self, first: State, last: State) -> Verdict:
        """By the number of courses."""
        from numberhouse.games.sign_cook.cooking import Limits, starter

        best = starter(first.kitchens[0].pantry, Limits(WORK))
        plate = last.courses[0].plates[0] if last.courses else None
        courses = len(plate.dish) if plate is not None and plate.verdict == "judged" else 0
        score = min(1.0, courses / len(best)) if best else 1.0
        return Verdict(
            score=score,
            right=score == 1.0,
            told={
                "en": f"Courses in your starter: {courses}; in the longest that was found: {len(best)}.\n"
                f"It is {', '.join(best)}.",
                "ru": f"Блюд в вашей закуске: {courses}; в самой длинной из найденных: {len(best)}.\n"
                f"Вот она: {', '.join(best)}.",
            },
        )


def _gathered(bot: Bot[View, Action], chance: Chance) -> State | None:
    """A first round in which seat 0 has made all its visits and the other presents nothing; None where the
    bot made no visit."""
    state = game.setup(Options(garnets=0), 2, chance.fork("mine"))
    for number in range(VISITS):
        view = game.view(state, 0)
        luck = chance.fork(str(number))
        action = bot.choose(view, 0, game.legal(view, 0), Budget(), luck).action
        if isinstance(action, Serve):
            break
        state = game.apply(state, 0, action, luck).state
    made = state.kitchens[0].visits
    if not made:
        return None
    state = game.apply(state, 1, Serve(()), chance).state
    kitchen = state.kitchens[0]
    # Visits that the bot hasn't made are made for nothing, so that none are left.
    spent = Visit("plus-palace", 0, sure=True)
    diary = (*kitchen.diary[-1], *([spent] * (VISITS - made)))
    kitchens = (replace(kitchen, diary=(diary,)), *state.kitchens[1:])
    return replace(state, kitchens=kitchens)


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType({"longest-dish": LongestDish()})
