"""Practice: one submission in the middle of a match against bots, and its result.

The others submit at random, so the points of a submission are partly luck. The verdict measures its average
against all picks of the others that the player's view allows. The explanation shows the actual picks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from numberhouse.contract.drill import Drill, DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.addition_crypt.bots.drifter import submit
from numberhouse.games.addition_crypt.coach.expectation import averages, in_hindsight
from numberhouse.games.addition_crypt.coach.practice_match import SixRounds
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, State, View
from numberhouse.games.addition_crypt.rules.options import LETTERS, Options, Variation
from numberhouse.games.addition_crypt.words.notation import write_pick
from numberhouse.games.addition_crypt.words.phrases import WORDS
from numberhouse.words import in_context

__all__ = ["OneRound", "Trial", "drills"]

SEATS: Final = 6
BEFORE: Final = 2
"""Number of rounds that are already closed."""

SOLVED: Final = 0.9
"""Share of the best submission's average from which an answer counts as solved."""

ROUNDS: Final[Mapping[str, tuple[Variation, ...]]] = MappingProxyType(
    {
        "theme": ("theme",),
        "standout": ("standout",),
        "write-off": ("write-off",),
        "sixify": ("sixify",),
        "up-is-down": ("up-is-down",),
        "area-of-effect": ("area-of-effect",),
    }
)


class Trial(msgspec.Struct, frozen=True):
    """A match that stops after its running round."""

    state: State
    round: int
    """The round that the player submits for."""


class OneRound:
    """Submit and lock; then the round closes."""

    card = DrillCard(
        title=WORDS.everywhere("One round"),
        task=WORDS.everywhere(
            "Five bots submit with you. Earn as much as can be expected in this round, and lock."
        ),
        levels={
            "theme": WORDS.everywhere("A plain round"),
            "standout": WORDS.everywhere(in_context("level", "Standout")),
            "write-off": WORDS.everywhere(in_context("level", "Small Business Write-Off")),
            "sixify": WORDS.everywhere(in_context("level", "Sixify")),
            "up-is-down": WORDS.everywhere(in_context("level", "Up is Down")),
            "area-of-effect": WORDS.everywhere(in_context("level", "Area of Effect")),
        },
        seats=SEATS,
        position_type=Trial,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Trial]:
        """Pose a position: first rounds played by bots, then the round of the level."""
        options = Options(rounds=(("theme",),) * BEFORE + (ROUNDS[level],))
        state = game.setup(options, SEATS, chance)
        for number in range(BEFORE):
            for seat in range(SEATS):
                state = _locked(state, seat, _any(state, seat, chance.fork(f"{number} {seat}")))
        return Posed(Trial(state, BEFORE + 1))

    def view(self, position: Trial) -> View:
        """The view of seat 0."""
        return game.view(position.state, 0)

    def legal(self, position: Trial) -> Legal[Action]:
        """The legal actions, as in a match."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: Trial, action: Action, chance: Chance) -> Trial:
        """Apply the action as in a match. After the player's lock the others submit and lock too."""
        state = game.apply(position.state, 0, action, chance).state
        if isinstance(action, Lock):
            for seat in range(1, SEATS):
                state = _locked(state, seat, _any(state, seat, chance.fork(str(seat))))
        return Trial(state, position.round)

    def over(self, position: Trial) -> bool:
        """Whether the round has closed."""
        return len(position.state.rounds) >= position.round

    def judge(self, first: Trial, last: Trial) -> Verdict:
        """Judge the submission by its average points, relative to the best average."""
        means = averages(self.view(first))
        best = max(means, key=means.__getitem__)
        if not self.over(last):
            most = WORDS.everywhere("The best submission earns {top:.1f} points on average.", top=means[best])
            answer = WORDS.everywhere("On average {best} earns most.", best=write_pick(best))
            return Verdict(score=0.0, solved=False, explanation=most, answer=answer)
        own = last.state.ledgers[0][-1]
        score = means[own.pick] / means[best] if means[best] else 1.0
        return Verdict(
            score=score,
            solved=score >= SOLVED,
            explanation=_explanation(first.state, last.state, means),
            answer=_answer(first.state, last.state, means, best),
        )


def _any(state: State, seat: int, chance: Chance) -> Pick:
    return chance.choice(picks(state.options.nodes, state.barred(seat)))


def _locked(state: State, seat: int, pick: Pick) -> State:
    state = game.apply(state, seat, submit(pick), Chance("none")).state
    return game.apply(state, seat, Lock(), Chance("none")).state


def _answer(first: State, last: State, means: Mapping[Pick, float], best: Pick) -> Words:
    """The submissions that would have earned most, on average and against what the others did."""
    lucky, most = in_hindsight(first, [ledger[-1].pick for ledger in last.ledgers])
    return WORDS.everywhere(
        "On average {best} earns most: {top:.1f}.\n"
        "Against just what the others did, {lucky} would have earned most: {most}.",
        best=write_pick(best),
        top=means[best],
        lucky=write_pick(lucky),
        most=most,
    )


def _explanation(first: State, last: State, means: Mapping[Pick, float]) -> Words:
    """Result of the submission."""
    made = [ledger[-1] for ledger in last.ledgers]
    own = made[0]
    return WORDS.everywhere(
        "Your {pick} earned {earned}; on average it earns {mean:.1f}, and the best {top:.1f}.\n"
        "The nodes: {nodes}.\n"
        "The others submitted (and earned): {others}.",
        pick=write_pick(own.pick),
        earned=own.points.total,
        mean=means[own.pick],
        top=max(means.values()),
        nodes=", ".join(
            f"{LETTERS[node]} {before}→{after}"
            for node, (before, after) in enumerate(zip(first.values, last.values, strict=True))
        ),
        others=", ".join(f"{write_pick(line.pick)} ({line.points.total})" for line in made[1:]),
    )


drills: Final[Mapping[str, Drill[Any, Action]]] = MappingProxyType(
    {"one-round": OneRound(), "six-rounds": SixRounds()}
)
