"""The contract between a game's first match and the house: a short lesson on the real board.

A game's package brings one `first_match`. It is a match of the real rules with a prepared beginning. Each of
its steps shows a prompt and waits for an action: a right one is played, and a wrong one is answered in words
and changes nothing. After the last step the learner plays freely against an easy bot, until the lesson ends.

Everything is data of the game, so that the house can play, show and check the lesson without knowing the
rules. Texts are `Words`: a text by language. Paragraphs are separated by line ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from numberhouse.contract.bot import Bot
from numberhouse.contract.drill import Words
from numberhouse.contract.game import Seat

__all__ = ["LEARNER", "Answer", "Check", "FirstMatch", "FirstStep", "after_own_turns", "checked"]

Options = TypeVar("Options")
Action = TypeVar("Action")
View = TypeVar("View")

LEARNER: Final[Seat] = 0
"""The learner's seat."""

Answer = Callable[[View, Action], Words | None]
"""None for a right action; for a wrong one the words that tell the learner what would be right. It is asked
only about actions that the rules allow: the game's own refusals answer the others."""


Check = tuple[Callable[[Action], bool], Words | Callable[[Action], Words]]
"""Whether an action is right in one respect, and the words for an action that isn't."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstStep(Generic[View, Action]):
    """One prompt and the action that it waits for."""

    prompt: Words
    """What has happened, if anything, and what to do now."""
    example: Action
    """A right action. *Do it for me* plays it."""
    answer: Answer[View, Action]
    """The judgement of an action at this step."""
    replies: Sequence[tuple[Seat, Action]] = ()
    """Actions of other seats that follow the right action, in order. Seats that the match awaits after them,
    while it doesn't await the learner, are played by the bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstMatch(Generic[Options, View, Action]):
    """A game's first match. The learner has seat 0."""

    options: Options
    seed: str
    """The seed of the match. Chance in the lesson depends on it and on the actions alone."""
    steps: Sequence[FirstStep[View, Action]]
    bot: Callable[[], Bot[View, Action]]
    """The easy opponent, on all other seats. It must answer within a fraction of a second and without a
    package of an extra."""
    free: Words
    """The prompt after the last step, while the learner plays freely."""
    closing: Words
    """What the learner knows now; shown at the end."""
    seats: int | None = None
    """Number of seats; None: the usual number."""
    opening: Sequence[tuple[Seat, Action]] = ()
    """Actions played before the first prompt, by any seat."""
    ends: Callable[[View], bool] | None = None
    """Whether the lesson ends at this view of the learner, after the last step. It always ends with the
    match; None: only then."""


def checked(*checks: Check[Action]) -> Answer[Any, Action]:
    """The answer of a step by the first check that the action fails. A check may rely on those before it."""

    def answer(view: Any, action: Action) -> Words | None:  # noqa: ARG001 - any view has the same answer
        for is_right, words in checks:
            if not is_right(action):
                return words(action) if callable(words) else words
        return None

    return answer


def after_own_turns(count: int) -> Callable[[Any], bool]:
    """The end of a lesson after that many turns of the learner, for a view whose `past` lists the turns with
    their `seat`."""
    return lambda view: sum(turn.seat == LEARNER for turn in view.past) >= count
