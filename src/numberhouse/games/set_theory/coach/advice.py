"""The probability that a number is in each set, and its expected points, for matches with assistance
(ST-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import Seat
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, LINE, lines_by_set
from numberhouse.games.set_theory.rules.model import View
from numberhouse.games.set_theory.words.phrases import phrase

__all__ = ["NumberDraft", "NumberEstimate", "adviser"]


class NumberDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that a player is entering."""

    number: Annotated[int, msgspec.Meta(ge=FIRST, le=LAST)]
    cell: Annotated[str, msgspec.Meta(max_length=2)] = ""
    """The chosen cell; empty if none is chosen."""


class NumberEstimate(msgspec.Struct, frozen=True):
    """An estimate for a number, from public information."""

    chances: tuple[float, ...]
    """Probability of membership in each set, A to J."""
    worths: tuple[float, ...]
    """Average worth of each set, A to J."""
    expected: float
    """Expected points, for the sets and for the lines that the number would complete on the cell."""


class NumberAdviser:
    """Estimates numbers by the sets that are still possible."""

    draft_type = NumberDraft
    result_type = NumberEstimate

    def advise(self, view: View, seat: Seat, draft: NumberDraft, lang: str) -> Advice:  # noqa: ARG002
        """The estimate for the number, whether or not it may still be placed."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        known = posterior(view)
        chances = tuple(float(chance) for chance in known.belongs([draft.number])[0])
        worths = tuple(float(worth) for worth in known.expected_worths)
        lines = _lines(view, draft.cell)
        expected = sum(
            chance * worth * (1 + LINE * count)
            for chance, worth, count in zip(chances, worths, lines, strict=True)
        )
        estimate = NumberEstimate(chances, worths, expected)
        return Advice(estimate, tuple(_lines_of(estimate, draft, lang)))


adviser = NumberAdviser()


def _lines(view: View, cell: str) -> tuple[int, ...]:
    """Number of lines in each set that the number would complete if it belonged to that set."""
    grid = {place: turn.sets for place, turn in view.grid.items()}
    if cell not in CELLS or cell in grid:
        return (0,) * len(LABELS)
    return lines_by_set(grid, cell, LABELS)


def _lines_of(estimate: NumberEstimate, draft: NumberDraft, lang: str) -> Iterator[str]:
    chances = "  ".join(
        f"{label} {chance:.0%}"
        for label, chance in zip(LABELS, estimate.chances, strict=True)
        if chance >= 0.005
    )
    yield phrase("weighed", lang, number=draft.number, chances=chances or phrase("weighed_none", lang))
    yield phrase("weighed_points", lang, points=f"{estimate.expected:.2f}")
