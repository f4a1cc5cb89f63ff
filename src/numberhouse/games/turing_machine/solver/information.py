"""The information of a question: the expected information about the code, in bits.

All remaining worlds are equally likely. If the answer of a question isn't certain, it makes some codes more
likely than others. The expected reduction of uncertainty about the code is the question's information.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.turing_machine.problems.answers import worlds_saying_yes
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.worlds import Worlds

__all__ = ["information"]

Numbers: TypeAlias = NDArray[np.float64]


def information(worlds: Worlds) -> tuple[Numbers, Numbers]:
    """The expected information about the code, and the uncertainty of the answer itself, for every question:
    float64[125, n] by proposal and verifier. Both are in bits, and exactly 0 where the answer is certain."""
    yes = worlds_saying_yes(worlds)
    every = np.bincount(worlds.codes, worlds.weights, len(CODES))
    present = np.flatnonzero(every)
    yes, every = yes[present], every[present]
    no = every[:, None, None] - yes
    total = every.sum()
    left = _spread(yes) + _spread(no)
    answer = np.stack([yes.sum(axis=0), no.sum(axis=0)])
    doubt = np.where(answer.min(axis=0) > 0, _spread(answer) / total, 0.0)
    gained = (_spread(every) - left) / total
    return np.where(doubt > 0, gained, 0.0), doubt


def _spread(weights: Any) -> Any:
    """The entropy of the first axis in bits, times the sum of its weights."""
    total = weights.sum(axis=0)
    return _plogp(total) - _plogp(weights).sum(axis=0)


def _plogp(weights: Any) -> Any:
    """w log₂ w, and 0 for 0."""
    return weights * np.log2(np.where(weights > 0, weights, 1))
