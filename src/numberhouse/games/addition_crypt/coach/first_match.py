"""A first match: three rounds with three bots, the first with known submissions of theirs."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.drill import Words
from numberhouse.contract.first_match import FirstMatch, FirstStep
from numberhouse.contract.game import Seat
from numberhouse.games.addition_crypt.bots.drifter import Drifter
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Submit, View
from numberhouse.games.addition_crypt.rules.options import Options
from numberhouse.words import words_of

__all__ = ["first_match"]

TEXTS: Final = words_of("numberhouse.games.addition_crypt")

A, B, C, D, E, F, G = range(7)

OTHERS: Final[tuple[tuple[Seat, Action], ...]] = (
    (1, Submit(C, D, D)),
    (1, Lock()),
    (2, Submit(D, E, E)),
    (2, Lock()),
    (3, Submit(F, G, G)),
    (3, Lock()),
)
"""The bots' first round: E becomes the single highest node."""

CONFIRM: Final = TEXTS.everywhere("Your choice is saved. Confirm it, so that nobody waits for you.")


def _first(view: View, action: Action) -> Words | None:  # noqa: ARG001
    match action:
        case Submit(first=first, second=second, scoring=scoring) if (first, second, scoring) == (A, B, A):
            return None
        case Submit(first=first, second=second) if (first, second) == (A, B):
            return TEXTS.everywhere(
                "The asterisk belongs on A for this round: B will come to 10, and 1 + 0 is little."
            )
    return TEXTS.everywhere("Choose A first and B second, and put the asterisk on A.")


def _second(view: View, action: Action) -> Words | None:  # noqa: ARG001
    return (
        None
        if isinstance(action, Submit)
        else TEXTS.everywhere("Choose two of the nodes C to G, and save them.")
    )


def _lock(view: View, action: Action) -> Words | None:  # noqa: ARG001
    return None if isinstance(action, Lock) else CONFIRM


first_match: Final[FirstMatch[Options, View, Action]] = FirstMatch(
    options=Options(start=(7, 8, 3, 5, 12, 4, 6), rounds=(("theme",), ("theme",), ("standout",))),
    seed="first match",
    seats=4,
    steps=(
        FirstStep(
            prompt=TEXTS.everywhere(
                "Seven nodes, A to G, hold a number each. In every round each player adds 1 to one node and "
                "2 to another, in secret. Choose A first (7 becomes 8) and B second (8 becomes 10), and put "
                "the asterisk on A: the node with your asterisk scores."
            ),
            example=Submit(A, B, A),
            answer=_first,
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "Saved, and nobody sees it. You could still change it. Confirm it: when all have, "
                "everything is added at once."
            ),
            example=Lock(),
            answer=_lock,
            replies=OTHERS,
        ),
        FirstStep(
            prompt=TEXTS.everywhere(
                "A stands at 8: 8 points for you. B went to 10, and its digits 1 + 0 would have brought 1. "
                "E is the single highest node with 14: it counts with its last digit only, 4.\n"
                "A and B are barred for you in this round. Choose two others and the asterisk yourself. "
                "Others add too: a node just below 10 may fall."
            ),
            example=Submit(C, D, D),
            answer=_second,
        ),
        FirstStep(
            prompt=TEXTS.everywhere("Good. Confirm it."),
            example=Lock(),
            answer=_lock,
        ),
    ),
    bot=Drifter,
    free=TEXTS.everywhere(
        "The last round is Standout: whoever chooses a pair of nodes that nobody else has chosen gets 2 "
        "points more. Choose, save and confirm."
    ),
    closing=TEXTS.everywhere(
        "You know the game: two nodes in secret, one asterisk, the digits decide.\n"
        "A whole match has seven rounds, each with a twist of its own. And everybody may talk: those who "
        "used the same node meet in its room. Nobody has to tell the truth there."
    ),
)
