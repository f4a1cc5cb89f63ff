"""A first match as a drill: the house poses, continues and ends a game's lesson like any other practice.

The position is the log of an ordinary match and the number of the step. The match is replayed for every
question, so that a lesson has no state of its own that could differ from the rules.
"""

from __future__ import annotations

from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

import msgspec

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.drill import DrillCard, Posed, Verdict, Words
from numberhouse.contract.first_match import LEARNER, FirstMatch, FirstStep
from numberhouse.contract.game import Chance, Game, IllegalAction, Legal, Seat
from numberhouse.match import Entry, Match
from numberhouse.words import HOUSE, message

__all__ = ["LEVEL", "NAME", "FirstMatchDrill", "Lesson", "let_others_play"]

Action = TypeVar("Action")

NAME: Final = "first-match"
"""The name of the drill. No other drill of a game has it."""

LEVEL: Final = "first"
"""The only level."""

MOST_REPLIES: Final = 1000
"""Most entries of the other seats after one action of the learner. More mean a match that never awaits the
learner."""

TITLE: Final = message("A first match")
TASK: Final = message("Learn the game in three minutes, on its real board.")


class Lesson(msgspec.Struct, Generic[Action], frozen=True):
    """The position of a first match."""

    step: int = 0
    """Number of completed steps."""
    log: tuple[Entry[Action], ...] = ()
    """The entries of the match."""


class FirstMatchDrill:
    """The drill of a game's first match. It fulfils `numberhouse.contract.drill.Drill`."""

    def __init__(self, game: Game[Any, Any, Any, Any], first: FirstMatch[Any, Any, Any]) -> None:
        self.game = game
        self.first = first

    @cached_property
    def card(self) -> DrillCard:
        """The constant description."""
        return DrillCard(
            title=HOUSE.everywhere(TITLE),
            task=HOUSE.everywhere(TASK),
            levels=MappingProxyType({LEVEL: HOUSE.everywhere(TITLE)}),
            position_type=Lesson[self.game.action_type],  # type: ignore[name-defined]
            action_type=self.game.action_type,
            seats=self.first.seats or self.game.card.usual_seats,
            retractable=True,
        )

    def pose(self, level: str, chance: Chance) -> Posed[Lesson[Any]]:  # noqa: ARG002 - everybody's is the same
        """The beginning of the lesson, after the opening."""
        match = self.match(Lesson())
        for seat, action in self.first.opening:
            match.act(seat, action)
        let_others_play(match, LEARNER, self.first.bot(), Budget())
        return Posed(Lesson(0, tuple(match.log)))

    def match(self, position: Lesson[Any]) -> Match[Any, Any, Any, Any]:
        """The match that the position records."""
        first = self.first
        match = Match(self.game, first.seed, first.options, first.seats, state=self._first_state)
        for entry in position.log:
            match.apply(entry)
        return match

    @cached_property
    def _first_state(self) -> Any:
        """The state before the opening. Some games take a while to set up."""
        first = self.first
        return Match(self.game, first.seed, first.options, first.seats).state

    def view(self, position: Lesson[Any]) -> Any:
        """The learner's view."""
        return self.match(position).view(LEARNER)

    def legal(self, position: Lesson[Any]) -> Legal[Any]:
        """The learner's legal actions, by the rules: a wrong one gets an answer and no silence."""
        return self.match(position).legal(LEARNER)

    def step(self, position: Lesson[Any]) -> FirstStep[Any, Any] | None:
        """The step that waits for its action; None once the learner plays freely."""
        steps = self.first.steps
        return steps[position.step] if position.step < len(steps) else None

    def answer(self, position: Lesson[Any], action: Any) -> Words | None:
        """The words for an action that the rules allow and that is wrong at this step; None for another.
        A free action, such as a note, is never wrong. Raises `IllegalAction` where the rules refuse it."""
        step = self.step(position)
        if step is None:
            return None
        match = self.match(position)
        match.prepare(LEARNER, action)
        words = step.answer(match.view(LEARNER), action)
        return None if words is None or match.legal(LEARNER).is_free(action) else words

    def apply(self, position: Lesson[Any], action: Any, chance: Chance) -> Lesson[Any]:  # noqa: ARG002
        """The position after the action and the replies of the others. Raises `IllegalAction`, also for an
        action that is wrong at this step."""
        match, step = self.match(position), self.step(position)
        if step is None:
            match.act(LEARNER, action)
            let_others_play(match, LEARNER, self.first.bot(), Budget())
            return Lesson(position.step, tuple(match.log))
        if step.answer(match.view(LEARNER), action) is not None:
            if not match.legal(LEARNER).is_free(action):
                raise IllegalAction("not-this-step", "the lesson waits for another action")
            match.act(LEARNER, action)
            return Lesson(position.step, tuple(match.log))
        match.act(LEARNER, action)
        for seat, reply in step.replies:
            match.act(seat, reply)
        let_others_play(match, LEARNER, self.first.bot(), Budget())
        return Lesson(position.step + 1, tuple(match.log))

    def over(self, position: Lesson[Any]) -> bool:
        """Whether the lesson has ended."""
        match = self.match(position)
        if match.outcome is not None:
            return True
        ends = self.first.ends
        return self.step(position) is None and ends is not None and ends(match.view(LEARNER))

    def judge(self, first: Lesson[Any], last: Lesson[Any]) -> Verdict:  # noqa: ARG002
        """A first match that has ended is completed, whoever is ahead in it."""
        over = self.over(last)
        return Verdict(score=float(over), solved=over, explanation=self.first.closing)


def let_others_play(
    match: Match[Any, Any, Any, Any], learner: Seat, bot: Bot[Any, Any], budget: Budget
) -> None:
    """Let the bot play the other seats until the match awaits `learner`, the only person in it, or is
    over."""
    for _ in range(MOST_REPLIES):
        if match.outcome is not None:
            return
        if match.only_time:
            match.expire(match.next_seat())
            continue
        awaited = match.to_act
        if learner in awaited and not match.waits(learner):
            return
        seat = min(seat for seat in awaited if seat != learner and not match.waits(seat))
        chance = Chance(match.seed, len(match.log) + 1).fork("bot")
        match.act(seat, bot.choose(match.view(seat), seat, match.legal(seat), budget, chance).action)
    raise RuntimeError(f"after {MOST_REPLIES} entries the match doesn't await the learner")
