"""Remarks to a host on sets that can be played with, but may not be intended (ST-11).

Remarks concern thin sets, broad sets, sets that are certainly finite, and pairs of sets of which one contains
most of the other. A remark is never a refusal, and only the host reads it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

import msgspec

from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet
from numberhouse.games.set_theory.catalogue.predicates.finiteness import is_finite
from numberhouse.games.set_theory.rules.deal import sets_of
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.model import Options
from numberhouse.games.set_theory.words.phrases import WORDS, phrase
from numberhouse.words import in_context

__all__ = ["Remark", "remarks", "remarks_on", "worded"]

NUMBERS: Final = LAST - FIRST + 1

THIN, BROAD = 0.001, 0.9
"""Bounds of the share of the numbers from 10 to 999,999 for thin and for broad sets."""

WIDE: Final = 0.5
MOSTLY: Final = 0.95
"""Lowest share of a set in another one for the remark that it lies mostly in it."""


class Remark(msgspec.Struct, frozen=True):
    """A remark on one set, or on two."""

    code: str
    """Kind of the remark: thin, broad, finite or within."""
    set: str
    """Letter of the set."""
    members: int
    """Number of members from 10 to 999,999. For `within`, the number of common members."""
    other: str = ""
    """The letter of the set that this one lies in."""

    @property
    def share(self) -> float:
        """Share of all numbers of the range."""
        return self.members / NUMBERS


def remarks(options: Options, lang: str = "en") -> tuple[str, ...]:
    """All remarks on the sets that the options hand in, in words; none if the sets are drawn. Raises
    `IllegalAction` for sets that can't be played with. The first call for a set takes seconds."""
    return tuple(worded(remark, lang) for remark in remarks_on(sets_of(options)))


def remarks_on(sets: Sequence[HiddenSet]) -> tuple[Remark, ...]:
    """All remarks, first on each set, then on pairs of sets."""
    return (*_on_each(sets), *_on_two(sets))


def worded(remark: Remark, lang: str = "en") -> str:
    """The remark as a sentence."""
    members = f"{remark.members:,}".replace(",", WORDS.t(in_context("between thousands", ","), lang))
    share = f"{100 * remark.share:.3g}".replace(".", WORDS.t(in_context("before decimals", "."), lang))
    values = {"set": remark.set, "other": remark.other, "members": members, "share": share}
    return phrase(f"remark_{remark.code}", lang, **values)


def _on_each(sets: Sequence[HiddenSet]) -> Iterator[Remark]:
    for label, hidden in zip(LABELS, sets, strict=False):
        size = int(members(hidden).sum())
        if size < THIN * NUMBERS:
            yield Remark("thin", label, size)
        if size > BROAD * NUMBERS:
            yield Remark("broad", label, size)
        if is_finite(hidden):
            yield Remark("finite", label, size)


def _on_two(sets: Sequence[HiddenSet]) -> Iterator[Remark]:
    sizes = [int(members(hidden).sum()) for hidden in sets]
    for one, other in permutations(range(min(len(sets), len(LABELS))), 2):
        if sizes[other] > WIDE * NUMBERS or (sizes[one], one) > (sizes[other], other):
            continue  # a set with most numbers contains most of nearly any set
        both = int((members(sets[one]) & members(sets[other])).sum())
        if both >= MOSTLY * sizes[one]:
            yield Remark("within", LABELS[one], both, LABELS[other])
