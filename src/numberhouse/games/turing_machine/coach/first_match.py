"""A first match: a prepared problem whose laws two rounds of questions settle, in a race with an easy bot."""

from __future__ import annotations

from typing import Final

from numberhouse.contract.drill import Words
from numberhouse.contract.first_match import Answer, FirstMatch, FirstStep
from numberhouse.games.turing_machine.bots.casual import Casual
from numberhouse.games.turing_machine.rules.model import (
    Action,
    Ask,
    Finish,
    NotYet,
    Options,
    Propose,
    Solve,
    View,
)
from numberhouse.words import words_of

__all__ = ["first_match"]

TEXTS: Final = words_of("numberhouse.games.turing_machine")

PROBLEM: Final = "C4002STY1"
"""Cards 2, 4, 7 and 14 with the laws △ = 3, □ > 4, ○ odd, ○ smallest: the code is 351. Each question of the
lesson settles a law or leaves two."""

A, B, C, D = range(4)

OPPONENT: Final = 1


def _same(wanted: Action, hint: Words) -> Answer[View, Action]:
    """The answer where one action is right. A verdict may name its round or not."""

    def answer(view: View, action: Action) -> Words | None:  # noqa: ARG001
        match action, wanted:
            case (Solve(code=code), Solve(code=right)) if code == right:
                return None
            case NotYet(), NotYet():
                return None
        return None if action == wanted else hint

    return answer


def _step(prompt: Words, wanted: Action, hint: Words, *replies: Action) -> FirstStep[View, Action]:
    """A step at which one action is right. The bot replies as prepared, so that it never wins the race."""
    answers = [(OPPONENT, reply) for reply in replies]
    return FirstStep(prompt=prompt, example=wanted, answer=_same(wanted, hint), replies=answers)


first_match: Final[FirstMatch[Options, View, Action]] = FirstMatch(
    options=Options(problem=PROBLEM),
    seed="first match",
    seats=2,
    steps=(
        _step(
            TEXTS.everywhere(
                "A code of three digits from 1 to 5 is hidden: one for △, one for □, one for ○. Each card "
                "lists laws, and its verifier checks exactly one of them. Set the dials to 3 4 2 and "
                "propose 342."
            ),
            Propose("342"),
            TEXTS.everywhere("Set △ to 3, □ to 4 and ○ to 2, then propose 342."),
        ),
        _step(
            TEXTS.everywhere("Now ask verifier A. Its card compares △ with 3, and your △ is 3."),
            Ask(A),
            TEXTS.everywhere("Ask verifier A first: its card is about △."),
        ),
        _step(
            TEXTS.everywhere(
                "✓: your code keeps A’s law. With △ = 3 only the law “△ = 3” can say so. You have found the "
                "first digit. Ask B, whose card compares □ with 4."
            ),
            Ask(B),
            TEXTS.everywhere("Ask verifier B: its card is about □."),
        ),
        _step(
            TEXTS.everywhere(
                "✗: your code breaks B’s law, so □ isn’t 4. It is smaller or larger; you will see. Ask C, "
                "whose card says that ○ is even, or that it is odd."
            ),
            Ask(C),
            TEXTS.everywhere("Ask verifier C: its card is about ○."),
            Propose("123"),
            Ask(A),
            Ask(C),
            Finish(),
        ),
        _step(
            TEXTS.everywhere(
                "✗ for an even ○: so ○ is odd. A round has three questions at most, and then everybody says "
                "at the same time whether they know the code. You don’t yet."
            ),
            NotYet(),
            TEXTS.everywhere("One wrong code puts you out. Two laws are still open: say “Not yet”."),
            NotYet(),
        ),
        _step(
            TEXTS.everywhere(
                "A new round, a new code. You know △ = 3, ○ is odd, □ isn’t 4. Try a code that fits all "
                "that: 351."
            ),
            Propose("351"),
            TEXTS.everywhere("Propose 351: it fits what you know, and □ = 5 tells smaller and larger apart."),
        ),
        _step(
            TEXTS.everywhere("Ask B again, this time with □ = 5."),
            Ask(B),
            TEXTS.everywhere("B still has two laws: □ < 4 and □ > 4. Ask it."),
        ),
        _step(
            TEXTS.everywhere(
                "✓: □ is larger than 4, and only 5 is. Now D. Its card says which of the three digits is "
                "the smallest."
            ),
            Ask(D),
            TEXTS.everywhere("Nothing is known about D yet. Ask it."),
        ),
        _step(
            TEXTS.everywhere(
                "✓: ○ is the smallest, so smaller than 3. That is enough, and fewer questions win a tie: "
                "ask no more."
            ),
            Finish(),
            TEXTS.everywhere("You know enough. Press “Ask no more”."),
            Propose("351"),
            Ask(C),
            Finish(),
        ),
        _step(
            TEXTS.everywhere(
                "△ is 3. □ is 5. ○ is odd and smaller than 3. Which code is it? Set the dials and say it."
            ),
            Solve("351"),
            TEXTS.everywhere("Not that one: △ = 3, □ = 5, and the only odd digit below 3 for ○."),
            NotYet(),
        ),
    ),
    bot=Casual,
    free=TEXTS.everywhere("The bot still searches. Go on until the end."),
    closing=TEXTS.everywhere(
        "You have found the code. What you did is the whole game: propose, ask, cross out, say it.\n"
        "The fewest rounds win, then the fewest questions. In a match the notes below the cards cross out "
        "laws for you to see; a wrong code puts you out."
    ),
)
