"""Practice: a problem alone against its verifiers, compared with best play (TM-12).

The solver computes the average effort of best play on the cards. This effort gives the problem its rating.
The player's rounds and questions are compared with it separately.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from numberhouse.contract.bot import Budget
from numberhouse.contract.drill import Drill, DrillCard, Posed, Verdict
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.turing_machine.coach.ending import machine_lines
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.layout import Mode
from numberhouse.games.turing_machine.problems.problem import MIN_CODES, Level, Problem
from numberhouse.games.turing_machine.rules.gameplay import game
from numberhouse.games.turing_machine.rules.model import Action, Options, Paper, State, Track, View
from numberhouse.games.turing_machine.rules.sheet import Sheet
from numberhouse.words import words_of

__all__ = ["Solo", "drills", "merit", "rating_of"]

WORDS: Final = words_of("numberhouse.games.turing_machine")

NODES: Final = 300_000
"""Limit of the solver's search, in positions. It is the same on every machine, and nearly always enough for
an exact value."""

RATED: Final = (600.0, 200.0)
"""The base rating of a problem, and the rating that each round and each question of best play adds."""


class Kind(NamedTuple):
    """The options of the problems of one level of the drill."""

    mode: Mode
    verifiers: int
    level: Level


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "easy": Kind("classic", 4, "easy"),
        "standard": Kind("classic", 5, "standard"),
        "hard": Kind("classic", 6, "hard"),
        "extreme": Kind("extreme", 4, "standard"),
        "nightmare": Kind("nightmare", 4, "standard"),
    }
)


class Solo:
    """The drill: one seat at an ordinary match."""

    card = DrillCard(
        title=WORDS.everywhere("Alone with the machine"),
        task=WORDS.everywhere(
            "Find the code in as few rounds and questions as you can. You are measured by best play."
        ),
        levels={
            "easy": WORDS.everywhere("Easy, 4 verifiers"),
            "standard": WORDS.everywhere("Standard, 5 verifiers"),
            "hard": WORDS.everywhere("Hard, 6 verifiers"),
            "extreme": WORDS.everywhere("Extreme"),
            "nightmare": WORDS.everywhere("Nightmare"),
        },
        position_type=State,
        action_type=Action,
    )

    def pose(self, level: str, chance: Chance) -> Posed[State]:
        """A problem of the level, each equally likely. Problems that are nearly decided are excluded
        (TM-6)."""
        mode, verifiers, cards = KINDS[level]
        problem = draw(chance, mode, verifiers, cards, min_codes=MIN_CODES[cards])
        options = Options(mode=mode, verifiers=verifiers, level=cards)
        return Posed(State(options, problem, (Track(),), (Paper(),), (Sheet(),)), rating_of(problem))

    def view(self, position: State) -> View:
        """The view of the only seat."""
        return game.view(position, 0)

    def legal(self, position: State) -> Legal[Action]:
        """The legal actions, as in a match."""
        return game.legal(self.view(position), 0)

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """The effect of the action, as in a match."""
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """Whether a code has been named, right or wrong."""
        return position.phase == "over"

    def judge(self, first: State, last: State) -> Verdict:
        """Judge the result: first whether the code is right, then the rounds and questions compared with the
        average of best play."""
        right = bool(last.winners)
        rounds, questions = len(last.tracks[0].turns), last.tracks[0].questions
        score = merit(first.problem, rounds, questions) if right else 0.0
        opened = replace(last, phase="over", reason=last.reason or "nobody")
        view = self.view(opened)
        assert view.end is not None
        own = WORDS.everywhere(
            "The code is {code}.\nYou: rounds {rounds}, questions {questions}.",
            code=last.problem.code,
            rounds=rounds,
            questions=questions,
        )
        return Verdict(
            score=score,
            solved=right,
            explanation={
                lang: "\n".join([text, *machine_lines(view, view.end, lang)]) for lang, text in own.items()
            },
            best=None if self.over(last) else view,
        )


def merit(problem: Problem, rounds: int, questions: int) -> float:
    """The merit from 0 to 1. Half of it is for rounds and half for questions. The effort of best play or less
    earns a half in full, and twice the effort earns half of it."""
    best = _best(problem)
    shares = [
        min(1.0, least / used) if used else 1.0 for least, used in zip(best, (rounds, questions), strict=True)
    ]
    return sum(shares) / 2


def rating_of(problem: Problem) -> float:
    """The rating of the problem, by the effort of best play on its cards."""
    begin, each = RATED
    return round(begin + each * sum(_best(problem)))


def _best(problem: Problem) -> tuple[float, float]:
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import solver_for

    return tuple(solver_for(problem.layout).expected(budget=Budget(nodes=NODES)).best)  # type: ignore[return-value]


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType({"solo": Solo()})
