"""Practice: a whole match of six rounds against bots, each round explained when it has closed.

All submissions are published after each round, so whatever is explained can be worked out from what the
person sees: what was submitted, what would have earned most, and the rules that the bots go by.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from numberhouse.contract.drill import DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.addition_crypt.bots.drifter import submit
from numberhouse.games.addition_crypt.coach.expectation import averages, in_hindsight
from numberhouse.games.addition_crypt.coach.habits import HABITS
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.model import Action, Lock, Pick, Sealed, State, View
from numberhouse.games.addition_crypt.rules.options import LETTERS, Options, Variation, terms
from numberhouse.games.addition_crypt.rules.scoring import added, scored
from numberhouse.games.addition_crypt.words.notation import write_pick

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
"""By level, the habits of the bots, before they are shuffled."""

SEATS: Final = 6

SOLVED: Final = 0.85
"""Of what the best submissions earn on average, for a match to count as solved."""


class Course(msgspec.Struct, frozen=True):
    """A match and its bots."""

    state: State
    """With every closed round published."""
    habits: tuple[str, ...]
    """Of the bots on seats 1 to 5: which they are is no secret."""


class SixRounds:
    """Submit and lock, six times."""

    card = DrillCard(
        title={"en": "Six rounds against bots", "ru": "Шесть раундов против ботов"},
        task={
            "en": "Five bots play with you. After each round you see what all have submitted, what would "
            "have earned most, and what each bot goes by.",
            "ru": "С вами играют пять ботов. После каждого раунда видно, кто что выбрал, что принесло бы "
            "больше всего и чем руководствуется каждый бот.",
        },
        levels={
            "drifters": {"en": "Bots that take anything", "ru": "Боты берут что попало"},
            "mixed": {"en": "A mixed table", "ru": "Смешанный стол"},
            "weighers": {"en": "Bots that calculate", "ru": "Боты считают"},
        },
        seats=SEATS,
        position_type=Course,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Course]:
        """A new match. What comes of it is luck in part, and nobody has measured how hard the bots are to
        meet: no rating."""
        state = game.setup(Options(rounds=ROUNDS), SEATS, chance.fork("deal"))
        return Posed(Course(state, tuple(chance.shuffled(TABLES[level]))))

    def view(self, position: Course) -> View:
        """Seat 0's."""
        return game.view(position.state, 0)

    def legal(self, position: Course) -> Legal[Action]:
        """As in a match."""
        return Legal() if self.over(position) else game.legal(self.view(position), 0)

    def apply(self, position: Course, action: Action, chance: Chance) -> Course:
        """As in a match; with the lock the bots submit and lock too, and the round is published."""
        before = position.state
        state = game.apply(before, 0, action, chance).state
        if not isinstance(action, Lock):
            return replace(position, state=state)
        for seat, habit in enumerate(position.habits, start=1):
            # All at once: nobody knows the others' submissions of the round.
            pick = HABITS[habit].pick(game.view(before, seat), chance.fork(str(seat)))
            state = game.apply(state, seat, submit(pick), chance).state
            state = game.apply(state, seat, Lock(), chance).state
        made = tuple(ledger[-1].pick for ledger in state.ledgers)
        closed = replace(state.rounds[-1], published=made)
        return replace(position, state=replace(state, rounds=(*state.rounds[:-1], closed)))

    def over(self, position: Course) -> bool:
        """All rounds have closed."""
        return position.state.over

    def parts(self, position: Course) -> int:
        """The rounds that have closed."""
        return len(position.state.rounds)

    def explain(self, position: Course) -> Words:
        """The last closed round."""
        return _round_told(position, len(position.state.rounds))

    def judge(self, first: Course, last: Course) -> Verdict:  # noqa: ARG002 - it has the whole match
        """By what the submissions earn on average, against those that earn most."""
        own, best = 0.0, 0.0
        for number, line in enumerate(last.state.ledgers[0], start=1):
            means = averages(_view_before(last.state, number))
            own += means[line.pick]
            best += max(means.values())
        score = own / best if self.over(last) and best else 0.0
        told = _match_told(last, own, best) if self.over(last) else NOT_OVER
        return Verdict(score=score, right=score >= SOLVED, told=told)


NOT_OVER: Final[Words] = {
    "en": "The match isn’t over. What would have earned most is told after each round.",
    "ru": "Партия не доиграна. Что принесло бы больше всего, сказано после каждого раунда.",
}


def _before(state: State, number: int) -> State:
    """As it was when that round began, from 1."""
    ledgers = tuple(ledger[: number - 1] for ledger in state.ledgers)
    return State(state.options, ledgers, (Sealed(),) * state.seats, state.rounds[: number - 1])


def _view_before(state: State, number: int) -> View:
    return game.view(_before(state, number), 0)


def _match_told(last: Course, own: float, best: float) -> Words:
    view = game.view(last.state, 0)
    assert view.end is not None
    score, place = view.end.scores[0], view.end.places[0]
    final = _round_told(last, len(last.state.rounds))
    return {
        "en": f"You have {score} points and place {place} of {SEATS}.\n"
        f"Your submissions earn {own:.1f} on average; the best of every round {best:.1f}.\n{final['en']}",
        "ru": f"У вас {score} и место {place} из {SEATS}.\n"
        f"В среднем ваши ходы приносят {own:.1f}, лучшие в каждом раунде — {best:.1f}.\n{final['ru']}",
    }


def _round_told(course: Course, number: int) -> Words:
    """What was submitted, what would have been best, and why."""
    before, made = _before(course.state, number), [ledger[number - 1] for ledger in course.state.ledgers]
    after = course.state.rounds[number - 1].values
    means = averages(game.view(before, 0))
    best = max(means, key=means.__getitem__)
    own = made[0]
    lucky, most = in_hindsight(before, [line.pick for line in made])
    nodes = ", ".join(
        f"{letter} {was}→{now}" for letter, was, now in zip(LETTERS, before.values, after, strict=False)
    )
    reason = _reason(before, [lucky, *(line.pick for line in made[1:])])
    bots = {
        lang: "\n".join(
            f"{name} {seat} – {write_pick(line.pick)} ({line.points.total}): {HABITS[habit].told[lang]}."
            for seat, (line, habit) in enumerate(zip(made[1:], course.habits, strict=True), start=1)
        )
        for lang, name in (("en", "Bot"), ("ru", "Бот"))
    }
    return {
        "en": f"Round {number}: your {write_pick(own.pick)} earned {own.points.total}; "
        f"on average it earns {means[own.pick]:.1f}.\n"
        f"Against anything that the others may submit {write_pick(best)} earns most: {means[best]:.1f}.\n"
        f"Against what they did {write_pick(lucky)} would have earned most, {most}: {reason['en']}.\n"
        f"The nodes: {nodes}.\n{bots['en']}",
        "ru": f"Раунд {number}: ваш выбор {write_pick(own.pick)} принёс {own.points.total}; "
        f"в среднем он приносит {means[own.pick]:.1f}.\n"
        f"Против всего, что могут выбрать другие, лучше всего {write_pick(best)}: {means[best]:.1f}.\n"
        f"Против того, что они выбрали, лучше всего был бы {write_pick(lucky)}, {most}: {reason['ru']}.\n"
        f"Узлы: {nodes}.\n{bots['ru']}",
    }


def _reason(before: State, made: list[Pick]) -> Words:
    """Why the first of these picks earns what it does."""
    ruled = terms(before.options, before.round)
    values = added(before.values, made, ruled)
    points = scored(values, made, ruled)[0]
    letter, value = LETTERS[made[0].scoring], values[made[0].scoring]
    told = {
        "en": f"{letter} comes to {value}, whose digits give {points.digits}",
        "ru": f"{letter} становится {value}, цифры дают {points.digits}",
    }
    if points.bonus:
        told = {
            "en": f"{told['en']}, and the bonus {points.bonus}",
            "ru": f"{told['ru']}, и бонус {points.bonus}",
        }
    return told
