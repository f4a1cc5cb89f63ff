"""Problems for the tests: any structurally sound one, and valid ones by mode."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Layout
from numberhouse.games.turing_machine.problems.problem import LEVELS, Problem


def classic(*laws: tuple[int, int]) -> Problem:
    """A classic problem of these (card, place of the law)."""
    return Problem(Layout("classic", tuple((card,) for card, _ in laws)), laws)


def valid_on(*cards: int) -> list[Problem]:
    """All valid classic problems on these cards."""
    choices = product(*([(card, place) for place in range(len(CARDS[card].laws))] for card in cards))
    return [problem for problem in (classic(*laws) for laws in choices) if problem.valid]


def valid_problems() -> st.SearchStrategy[Problem]:
    """Valid problems of all classes."""
    return st.builds(
        lambda seed, mode, verifiers, level: draw(Chance(seed), mode, verifiers, level),
        st.text(max_size=8),
        st.sampled_from(MODES),
        st.sampled_from(VERIFIERS),
        st.sampled_from(LEVELS),
    )
