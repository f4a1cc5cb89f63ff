"""A first match: ten well-known properties with telling examples, a line of three, and two free turns."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.drill import Words
from numberhouse.contract.first_match import FirstMatch, FirstStep, after_own_turns, checked
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Options, Place, View
from numberhouse.words import words_of

__all__ = ["first_match"]

TEXTS: Final = words_of("numberhouse.games.set_theory")

OWN_TURNS: Final = 5
"""Turns of the learner in the lesson: three taught ones and two free ones."""

OPTIONS: Final = Options(
    first="candidate",
    sets=(
        "n % 7 == 0",
        "is_square(n)",
        "n % 2 == 0",
        "is_prime(n)",
        "n % 10 == 3",
        "n % 9 == 0",
        "n % 11 == 0",
        "n % 5 == 1",
        "is_cube(n)",
        "n % 100 == 50",
    ),
    worths=(2, 3, 1, 1, 2, 1, 2, 1, 3, 2),
    example_numbers=(
        (21, 70, 147),
        (16, 81, 144),
        (12, 38, 94),
        (13, 47, 101),
        (23, 53, 93),
        (18, 45, 99),
        (22, 55, 121),
        (26, 71, 91),
        (27, 64, 125),
        (150, 350, 950),
    ),
)


class Novice:
    """The easy opponent: it puts a random number below 1000 anywhere."""

    name = "novice"

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - all know the same
        legal: Legal[Action],  # noqa: ARG002 - the view says what can be placed
        budget: Budget,  # noqa: ARG002 - it doesn't think
        chance: Chance,
    ) -> Thought[Action]:
        """Any number that is free."""
        numbers = [number for number in range(10, 1000) if number not in barred(view)]
        return Thought(Place(chance.choice(numbers), chance.choice(empty(view))), "")


def _number(action: Action) -> int:
    assert isinstance(action, Place)
    return action.number


def _on(*cells: str) -> Callable[[Action], bool]:
    return lambda action: isinstance(action, Place) and action.cell in cells


def _is_seventh(action: Action) -> bool:
    return _number(action) % 7 == 0


def _no_seventh(action: Action) -> Words:
    return TEXTS.everywhere(
        "{number} is no multiple of 7. Try 28 or 35, for instance.", number=_number(action)
    )


def _is_seventh_and_square(action: Action) -> bool:
    return _is_seventh(action) and isqrt(_number(action)) ** 2 == _number(action)


first_match: Final[FirstMatch[Options, View, Action]] = FirstMatch(
    options=OPTIONS,
    seed="first match",
    steps=(
        FirstStep(
            prompt=TEXTS.everywhere(
                "Ten hidden sets, A to J, each have a property. Examples give it away: set A has 21, 70 and "
                "147. All three are multiples of 7. Choose the cell E5, type another multiple of 7 and put "
                "it there."
            ),
            example=Place(28, "E5"),
            answer=checked(
                (_is_seventh, _no_seventh),
                (_on("E5"), TEXTS.everywhere("Right number. Put it on E5, in the middle.")),
            ),
            replies=((1, Place(401, "B2")),),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "The letters on the cell say which sets your number belongs to: A, and perhaps others. Each "
                "brings 1, 2 or 3 points; how many, nobody tells.\n"
                "Set B has 16, 81 and 144: squares. A number in several sets brings them all. Which square "
                "is a multiple of 7? Put it on E6."
            ),
            example=Place(49, "E6"),
            answer=checked(
                (
                    _is_seventh_and_square,
                    TEXTS.everywhere(
                        "Not in both sets. 7 × 7 is a square and a multiple of 7; so is 14 × 14."
                    ),
                ),
                (_on("E6"), TEXTS.everywhere("Right number. Put it on E6, below the first.")),
            ),
            replies=((1, Place(610, "G3")),),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "Two numbers of set A lie side by side. Three in a line bring the set three times more, and "
                "it doesn’t matter who laid them: finish the line before the bot does. Put a multiple of 7 "
                "on E4 or E7."
            ),
            example=Place(35, "E7"),
            answer=checked(
                (_is_seventh, _no_seventh),
                (
                    _on("E4", "E7"),
                    TEXTS.everywhere("The three must lie side by side in one line: put it on E4 or E7."),
                ),
            ),
            replies=((1, Place(733, "C7")),),
        ),
    ),
    bot=Novice,
    free=TEXTS.everywhere(
        "The line is drawn through, and it counted. Two more turns, without help: look at the examples, "
        "guess what a set is, and put a number of it where it serves you."
    ),
    closing=TEXTS.everywhere(
        "You know the game: guess the sets from examples and answers, gather points, and build lines.\n"
        "In a match there are 64 cells and a clock, and the properties can be stranger. Begin with "
        "well-known ones."
    ),
    ends=after_own_turns(OWN_TURNS),
)
