"""Practice: cook the longest dish from a pantry, and compare it with the dish that OR-Tools finds.

A bot has gathered the pantry in a match, and only the cooking is left. The length of a starter is its number
of courses, that of a main course with the value 24 its number of signs, and that of a dessert its number of
letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.drill import Drill, DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, IllegalAction, Legal
from numberhouse.games.sign_cook.bots.apprentice import Apprentice
from numberhouse.games.sign_cook.bots.cook import Cook
from numberhouse.games.sign_cook.coach.best_known import Known, best_known, length_of
from numberhouse.games.sign_cook.rules.gameplay import game
from numberhouse.games.sign_cook.rules.legal import legal_actions
from numberhouse.games.sign_cook.rules.model import COURSES, VISITS, Action, Course, Serve, State, View, Visit
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.words import message, words_of

__all__ = ["LongestDish", "drills"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")

WORK: Final = 4.0
"""Limit of a search in the solver's own units. A unit is about a second."""

QUICK: Final[Mapping[Course, float]] = {"starter": 0.0, "main": 0.5, "dessert": 0.0}
"""Limits of the search that checks, by course, whether a pantry allows a dish that is long enough."""

WORTH: Final[Mapping[Course, int]] = {"starter": 0, "main": 4, "dessert": 4}
"""Smallest length of the best dish, by course, for a pantry to be posed. A starter always exists."""

SOLVED: Final[Mapping[Course, float]] = {"starter": 1.0, "main": 0.9, "dessert": 0.6}
"""Share of the longest known length that an answer needs to count as solved. A starter is a short list, so it
needs all of it. The search knows all words, which no person does, so a dessert needs less."""

TRIES: Final = 20
"""Largest number of matches that are begun to find a pantry. Usually the first match has one."""

PANTRIES: Final[Mapping[str, str]] = {"small": message("A small pantry"), "large": message("A full pantry")}

TITLES: Final[Mapping[Course, str]] = {
    "starter": message("The longest starter"),
    "main": message("The longest main course"),
    "dessert": message("The longest word"),
}

TASKS: Final[Mapping[Course, str]] = {
    "starter": message("The visits are made. Cook a starter of as many courses as the pantry gives."),
    "main": message(
        "The visits are made. Cook a main course that comes to exactly 24, with as many signs as you can."
    ),
    "dessert": message(
        "The visits are made. Spell the longest English word that you can: the numbers 1 to 26 are letters."
    ),
}


class LongestDish:
    """The drill: serve the longest dish of the course."""

    def __init__(self, course: Course) -> None:
        self.course: Course = course
        self.card = DrillCard(
            title=TEXTS.everywhere(TITLES[course]),
            task=TEXTS.everywhere(TASKS[course]),
            levels={level: TEXTS.everywhere(pantry) for level, pantry in PANTRIES.items()},
            seats=2,
            position_type=State,
            action_type=Action,
        )

    def pose(self, level: str, chance: Chance) -> Posed[State]:
        """A pantry that a bot has gathered before the course. Its difficulty is unknown: the search finds a
        long dish, but can't prove that no longer one exists."""
        for number in range(TRIES):
            bot = Cook() if level == "large" else Apprentice()
            state = _gathered(bot, self.course, chance.fork(str(number)))
            if state is None:
                continue
            worth = WORTH[self.course]
            if not worth or self._best(state, QUICK[self.course]).length >= worth:
                return Posed(state)
        raise ValueError(f"{TRIES} mines gave the bot nothing")

    def view(self, position: State) -> View:
        """The view of seat 0, without the earlier courses, which the person didn't cook. After the dish is
        judged no further course begins, and the match has no winner."""
        view = game.view(position, 0)
        view = replace(view, courses=view.courses[COURSES.index(self.course) :])
        if not self.over(position) or view.kitchen is None:
            return view
        number = len(position.courses)
        kitchen = replace(view.kitchen, diary=view.kitchen.diary[:number])
        return replace(view, round=number, waiting=frozenset(), kitchen=kitchen, end=None)

    def legal(self, position: State) -> Legal[Action]:
        """The dish is the only legal action."""
        if self.over(position):
            return Legal()
        legal = legal_actions(self.view(position))
        return Legal((), tuple(part for part in legal.parts if part.name == "serve"))

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """Apply the action as in a match. Only dishes are legal."""
        if not isinstance(action, Serve):
            raise IllegalAction("too-many-visits", "there is nothing to do here but to cook; serve a dish")
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """Whether the dish has been judged."""
        return len(position.courses) > COURSES.index(self.course)

    def judge(self, first: State, last: State) -> Verdict:
        """Judge the dish by its length."""
        best = self._best(first, WORK)
        served = self.over(last)
        length = length_of(self.course, last.courses[-1].plates[0]) if served else 0
        score = min(1.0, length / best.length) if best.length else 1.0
        best_state = game.apply(first, 0, Serve(best.dish), Chance("none")).state if best.dish else None
        return Verdict(
            score=score,
            solved=score >= SOLVED[self.course],
            explanation=_verdict_words(self.course, length if served else None, best),
            answer=_answer_words(best, best_state.courses[-1].plates[0].word if best_state else ""),
            best=None if best_state is None else self.view(best_state),
        )

    def _best(self, position: State, work: float) -> Known:
        return best_known(self.course, position.options, position.kitchens[0].pantry, work)


COUNTED: Final[Mapping[Course, str]] = {
    "starter": message("Courses in your starter: {count}."),
    "main": message("Signs in your main course: {count}."),
    "dessert": message("Letters in your word: {count}."),
}

NOTHING: Final[Mapping[Course, str]] = {
    "starter": message("There is no starter to count."),
    "main": message("Your main course doesn’t come to 24, so its signs don’t count."),
    "dessert": message("Your dessert spells no word of the list."),
}


def _verdict_words(course: Course, length: int | None, best: Known) -> Words:
    """The verdict, one paragraph for each line. `length` is None if no dish was served."""
    if length is not None and length > best.length:
        known = message("The search found only {length}: yours is longer.")
    elif best.certain:
        known = message("The longest has {length}; a longer one isn’t possible.")
    else:
        known = message("The longest that was found has {length}; a longer one isn’t ruled out.")
    paragraphs = [TEXTS.everywhere(known, length=best.length)]
    if length is not None:
        own = COUNTED[course] if length else NOTHING[course]
        paragraphs.insert(0, TEXTS.everywhere(own, count=length))
    return {lang: "\n".join(one[lang] for one in paragraphs) for lang in TEXTS.languages}


def _answer_words(best: Known, word: str) -> Words:
    """The word of the best dessert. The board sets the dishes themselves, so they need no words."""
    return TEXTS.everywhere("It spells {word}.", word=word) if best.dish and word else {}


def _gathered(bot: Bot[View, Action], course: Course, chance: Chance) -> State | None:
    """The state before the dish of the course: seat 0 has made all its visits, and the other seat presents
    nothing. None if the bot made no visit in this round."""
    state = game.setup(Options(garnets=0), 2, chance.fork("mine"))
    number = 0
    for passed in COURSES[: COURSES.index(course) + 1]:
        state = game.apply(state, 1, Serve(()), chance).state
        while True:
            view = game.view(state, 0)
            luck = chance.fork(str(number))
            action = bot.choose(view, 0, game.legal(view, 0), Budget(), luck).action
            number += 1
            if isinstance(action, Serve):
                break
            state = game.apply(state, 0, action, luck).state
        if passed != course:
            # A bot that gathers few tiles would use its few signs for small dishes, so it serves nothing.
            dish = action if isinstance(bot, Cook) else Serve(())
            state = game.apply(state, 0, dish, luck).state
    kitchen = state.kitchens[0]
    made = kitchen.visits
    if not made:
        return None
    # Visits that the bot hasn't made are spent without effect, so that none are left.
    spent = Visit("plus-palace", 0, sure=True)
    diary = (*kitchen.diary[:-1], (*kitchen.diary[-1], *([spent] * (VISITS - made))))
    return replace(state, kitchens=(replace(kitchen, diary=diary), *state.kitchens[1:]))


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType(
    {
        "longest-starter": LongestDish("starter"),
        "longest-main-course": LongestDish("main"),
        "longest-word": LongestDish("dessert"),
    }
)
