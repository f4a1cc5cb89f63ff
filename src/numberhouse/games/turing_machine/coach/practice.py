"""Practice: a problem alone against its verifiers, compared with best play (TM-12).

What best play takes on the average of the cards is found by the solver. It gives the problem
its rating, and the solver's effort is measured by it: rounds by rounds and questions by questions.
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
"""Positions looked at to find what best play takes: the same on every machine, and enough for an exact answer
nearly always."""

RATED: Final = (600.0, 200.0)
"""The rating of a problem that takes nothing, and what every round and every question adds to it."""


class Kind(NamedTuple):
    """What is drawn for a level of the drill."""

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
    """One seat at an ordinary match."""

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
        """A problem of that level, each equally likely; never one that is nearly decided (TM-6)."""
        mode, verifiers, cards = KINDS[level]
        problem = draw(chance, mode, verifiers, cards, min_codes=MIN_CODES[cards])
        options = Options(mode=mode, verifiers=verifiers, level=cards)
        return Posed(State(options, problem, (Track(),), (Paper(),), (Sheet(),)), rating_of(problem))

    def view(self, position: State) -> View:
        """The only seat's."""
        return game.view(position, 0)

    def legal(self, position: State) -> Legal[Action]:
        """As in a match."""
        return game.legal(self.view(position), 0)

    def apply(self, position: State, action: Action, chance: Chance) -> State:
        """As in a match."""
        return game.apply(position, 0, action, chance).state

    def over(self, position: State) -> bool:
        """The code has been said, right or wrong."""
        return position.phase == "over"

    def judge(self, first: State, last: State) -> Verdict:
        """Right is what counts, then rounds and questions against what best play takes on the average."""
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
    """0 … 1: half of it for rounds, half for questions; what best play takes or fewer is worth all of it,
    twice as many half."""
    best = _best(problem)
    shares = [
        min(1.0, least / used) if used else 1.0 for least, used in zip(best, (rounds, questions), strict=True)
    ]
    return sum(shares) / 2


def rating_of(problem: Problem) -> float:
    """How hard the problem's cards are for a solver."""
    begin, each = RATED
    return round(begin + each * sum(_best(problem)))


def _best(problem: Problem) -> tuple[float, float]:
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.solver.best_play import solver_for

    return tuple(solver_for(problem.layout).expected(budget=Budget(nodes=NODES)).best)  # type: ignore[return-value]


drills: Final[Mapping[str, Drill[State, Action]]] = MappingProxyType({"solo": Solo()})
