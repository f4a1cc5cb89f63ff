"""Practice: a whole match of six rounds against bots. Each round is explained after it has closed.

All submissions are published after each round. So the player can derive every explanation from the view: the
picks, the pick that would have earned most, and the bots' rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from numberhouse.contract.drill import DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.addition_crypt.bots.drifter import submit
from numberhouse.games.addition_crypt.coach.expectation import averages, in_hindsight
from numberhouse.games.addition_crypt.coach.habits import HABITS
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.model import Action, Line, Lock, Pick, Sealed, State, View
from numberhouse.games.addition_crypt.rules.options import LETTERS, Options, Variation, terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.games.addition_crypt.words.notation import write_pick
from numberhouse.games.addition_crypt.words.phrases import WORDS

__all__ = ["Course", "SixRounds"]

ROUNDS: Final[tuple[tuple[Variation, ...], ...]] = (
    ("theme",),
    ("standout",),
    ("write-off",),
    ("sixify",),
    ("up-is-down",),
    ("area-of-effect",),
)

TABLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "drifters": ("drift",) * 5,
        "mixed": ("drift", "drift", "alone", "alone", "weigh"),
        "weighers": ("alone", "alone", "weigh", "weigh", "weigh"),
    }
)
"""The bots' habits for each level, before they are shuffled over the seats."""

SEATS: Final = 6

SOLVED: Final = 0.85
"""Share of the best submissions' average from which a match counts as solved."""


class Course(msgspec.Struct, frozen=True):
    """A match and its bots."""

    state: State
    """The match, with every closed round published."""
    habits: tuple[str, ...]
    """Habits of the bots on seats 1 to 5. They are no secret."""


class SixRounds:
    """Submit and lock, six times."""

    card = DrillCard(
        title=WORDS.everywhere("Six rounds against bots"),
        task=WORDS.everywhere(
            "Five bots play with you. After each round you see what all have submitted, what would "
            "have earned most, and what each bot goes by."
        ),
        levels={
            "drifters": WORDS.everywhere("Bots that take anything"),
            "mixed": WORDS.everywhere("A mixed table"),
            "weighers": WORDS.everywhere("Bots that calculate"),
        },
        seats=SEATS,
        position_type=Course,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Course]:
        """Pose a new match. It has no rating: the result is partly luck, and the difficulty of the bots has
        never been measured."""
        state = game.setup(Options(rounds=ROUNDS), SEATS, chance.fork("deal"))
        return Posed(Course(state, tuple(chance.shuffled(TABLES[level]))))

    def view(self, position: Course) -> View:
        """The view of seat 0."""
        return game.view(position.state, 0)

    def legal(self, position: Course) -> Legal[Action]:
        """The legal actions, as in a match."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: Course, action: Action, chance: Chance) -> Course:
        """Apply the action as in a match. After the player's lock the bots lock too, and the round is
        published."""
        before = position.state
        state = game.apply(before, 0, action, chance).state
        if not isinstance(action, Lock):
            return replace(position, state=state)
        for seat, habit in enumerate(position.habits, start=1):
            # The bots choose at the same moment: none may see another submission of the round.
            pick = HABITS[habit].pick(game.view(before, seat), chance.fork(str(seat)))
            state = game.apply(state, seat, submit(pick), chance).state
            state = game.apply(state, seat, Lock(), chance).state
        made = tuple(ledger[-1].pick for ledger in state.ledgers)
        closed = replace(state.rounds[-1], published=made)
        return replace(position, state=replace(state, rounds=(*state.rounds[:-1], closed)))

    def over(self, position: Course) -> bool:
        """Whether all rounds have closed."""
        return position.state.over

    def parts(self, position: Course) -> int:
        """Number of rounds that have closed."""
        return len(position.state.rounds)

    def explain(self, position: Course) -> Words:
        """Explanation of the last closed round."""
        return _round_explanation(position, len(position.state.rounds))

    def judge(self, first: Course, last: Course) -> Verdict:  # noqa: ARG002 - it has the whole match
        """Judge by the average points of the submissions, relative to the best averages."""
        own, best = 0.0, 0.0
        for number, line in enumerate(last.state.ledgers[0], start=1):
            means = averages(_view_before(last.state, number))
            own += means[line.pick]
            best += max(means.values())
        score = own / best if self.over(last) and best else 0.0
        explanation = _match_explanation(last, own, best) if self.over(last) else NOT_OVER
        return Verdict(score=score, solved=score >= SOLVED, explanation=explanation)


NOT_OVER: Final[Words] = WORDS.everywhere(
    "The match isn’t over. What would have earned most is told after each round."
)


def _before(state: State, number: int) -> State:
    """The state at the beginning of that round, counted from 1."""
    ledgers = tuple(ledger[: number - 1] for ledger in state.ledgers)
    return State(state.options, ledgers, (Sealed(),) * state.seats, state.rounds[: number - 1])


def _view_before(state: State, number: int) -> View:
    return game.view(_before(state, number), 0)


def _match_explanation(last: Course, own: float, best: float) -> Words:
    view = game.view(last.state, 0)
    assert view.end is not None
    final = _round_explanation(last, len(last.state.rounds))
    result = WORDS.everywhere(
        "You have {score} points and place {place} of {seats}.\n"
        "Your submissions earn {own:.1f} on average; the best of every round {best:.1f}.",
        score=view.end.scores[0],
        place=view.end.places[0],
        seats=SEATS,
        own=own,
        best=best,
    )
    return {lang: f"{result[lang]}\n{final[lang]}" for lang in WORDS.languages}


def _round_explanation(course: Course, number: int) -> Words:
    """The picks, the best pick, and the reason."""
    before, made = _before(course.state, number), [ledger[number - 1] for ledger in course.state.ledgers]
    after = course.state.rounds[number - 1].values
    means = averages(game.view(before, 0))
    best = max(means, key=means.__getitem__)
    own = made[0]
    lucky, most = in_hindsight(before, [line.pick for line in made])
    values = {
        "round": number,
        "pick": write_pick(own.pick),
        "earned": own.points.total,
        "mean": means[own.pick],
        "best": write_pick(best),
        "top": means[best],
        "lucky": write_pick(lucky),
        "most": most,
        "nodes": ", ".join(
            f"{letter} {was}→{now}" for letter, was, now in zip(LETTERS, before.values, after, strict=False)
        ),
    }
    reason = _reason(before, [lucky, *(line.pick for line in made[1:])])
    bots = list(zip(course.habits, made[1:], strict=True))
    return {
        lang: "\n".join((_round_text(values, reason[lang], lang), *_bot_texts(bots, lang)))
        for lang in WORDS.languages
    }


def _round_text(values: Mapping[str, Any], reason: str, lang: str) -> str:
    return WORDS.t(
        "Round {round}: your {pick} earned {earned}; on average it earns {mean:.1f}.\n"
        "Against anything that the others may submit {best} earns most: {top:.1f}.\n"
        "Against what they did {lucky} would have earned most, {most}: {reason}.\n"
        "The nodes: {nodes}.",
        lang,
        reason=reason,
        **values,
    )


def _bot_texts(bots: Sequence[tuple[str, Line]], lang: str) -> Iterator[str]:
    """One sentence for each bot, about its habit and its round."""
    for seat, (habit, line) in enumerate(bots, start=1):
        yield WORDS.t(
            "Bot {seat} – {pick} ({points}): {rule}.",
            lang,
            seat=seat,
            pick=write_pick(line.pick),
            points=line.points.total,
            rule=WORDS.t(HABITS[habit].rule, lang),
        )


def _reason(before: State, made: list[Pick]) -> Words:
    """The reason for the points of the first of these picks."""
    ruled = terms(before.options, before.round)
    values = added(before.values, made, ruled)
    points = scored(values, made, ruled)[0]
    node = made[0].scoring
    numbers = {"letter": LETTERS[node], "value": values[node], "digits": points.digits}
    if points.bonus:
        return WORDS.everywhere(
            "{letter} comes to {value}, whose digits give {digits}, and the bonus {bonus}",
            bonus=points.bonus,
            **numbers,
        )
    return WORDS.everywhere("{letter} comes to {value}, whose digits give {digits}", **numbers)
