"""Options that the contract suite plays besides the default ones."""

from __future__ import annotations

from typing import Final

from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.rules.gameplay import Options

PROBLEM: Final = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))

options: Final = (
    Options(verifiers=6, level="hard"),
    Options(verifiers=4, style="team"),
    Options(mode="extreme", verifiers=4, level="any"),
    Options(mode="nightmare", verifiers=4, level="easy", assistance=True),
    Options(cards=((3,), (7,), (10,), (14,))),
    Options(problem=PROBLEM.id),
    Options(problem=PROBLEM.id, handicap=(1, 2)),
)
