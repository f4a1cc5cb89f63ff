"""A first match: an exchange, a path in a small mine, a starter, and a main course of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from numberhouse.contract.drill import Words
from numberhouse.contract.first_match import Answer, FirstMatch, FirstStep
from numberhouse.games.sign_cook.bots.apprentice import Apprentice
from numberhouse.games.sign_cook.rules.model import Action, Mine, Serve, View, Visit
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.words import words_of

__all__ = ["first_match"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")

MINE: Final = ("2135", "6473", "1829", "5364")
"""Row 1 begins with 2 1 3: the equation of the lesson is 2 + 1 = 3."""

COURSES: Final = 2
"""Courses in the lesson: the starter and the main course."""


def _when(right: Callable[[Action], bool], hint: Words) -> Answer[View, Action]:
    def answer(view: View, action: Action) -> Words | None:  # noqa: ARG001
        return None if right(action) else hint

    return answer


def _starter(view: View, action: Action) -> Words | None:  # noqa: ARG001
    if not isinstance(action, Serve):
        return TEXTS.everywhere(
            "Keep the third visit for later. Write the starter in the kitchen and serve it."
        )
    if len(action.dish) < 2:
        return TEXTS.everywhere("At least two expressions, please: 1+1 and 9−6, for instance.")
    return None


def _over(view: View) -> bool:
    return len(view.courses) >= COURSES


first_match: Final[FirstMatch[Options, View, Action]] = FirstMatch(
    options=Options(mine=MINE, garnets=0),
    seed="first match",
    seats=2,
    steps=(
        FirstStep(
            prompt=TEXTS.everywhere(
                "Your pantry holds the digits 1 to 9 and one of each sign. A meal needs more signs. Take "
                "the tile 4 to the Plus Palace: a tile of 4 buys four +."
            ),
            example=Visit("plus-palace", 4),
            answer=_when(
                lambda action: action == Visit("plus-palace", 4),
                TEXTS.everywhere("Go to the Plus Palace, choose the 4 and exchange it."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "Four + are yours, and the 4 is gone. Now the mine. Draw a path of neighbouring cells and "
                "make an equation of its digits: A1, B1, C1 are 2 1 3, and 2+1=3. You get these digits."
            ),
            example=Mine(("A1", "B1", "C1"), "2+1=3"),
            answer=_when(
                lambda action: isinstance(action, Mine) and set(action.cells) == {"A1", "B1", "C1"},
                TEXTS.everywhere("Go to the mine, draw the path A1, B1, C1 and write 2+1=3."),
            ),
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "A 1, a 2 and a 3 more. A round has three visits; two are made, and that will do. Go to the "
                "kitchen and cook the starter: expressions whose values follow each other, each with a "
                "sign. 1+1 is 2 and 9−6 is 3; write both, and more if you see more. Then serve."
            ),
            example=Serve(("1+1", "9-6", "2+2")),
            answer=_starter,
        ),
    ),
    bot=Apprentice,
    free=TEXTS.everywhere(
        "The judge has placed the starters. The main course is one expression, as near to 24 as you can, "
        "with as many signs as you can. 8×3 would be exact, if both are left; you have three visits again, "
        "if you want them. Serve when it is ready."
    ),
    closing=TEXTS.everywhere(
        "You have learnt to trade digits for signs, to dig in the mine and to cook what the round asks for. "
        "Remember: nothing on the way may come to 0, or the dish is ruined.\n"
        "Next comes a whole match. Its third course is a dessert, a word in which 1 is A and 26 is Z, and "
        "whatever is left in your pantry then costs 2 points."
    ),
    ends=_over,
)
