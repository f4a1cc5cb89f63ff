"""Review of a match: the expected points of each number on its cell.

The probabilities of the sets and their worths follow exactly from information that was public at that time.
So the expectation is exact too. It ignores the information that a number reveals and the lines that it opens
to the opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import Alternative, Evaluation, Explanation, Standing, Words, mark_for
from numberhouse.games.set_theory.bots.collector import best_on, gains_of, promising_cells
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Begin, Place, View
from numberhouse.words import in_context, message, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from numberhouse.games.set_theory.solver.posterior import Posterior

    Floats = NDArray[np.float64]

__all__ = ["SetTheoryReviewer", "reviewer"]

MOST_BETTER: Final = 3

SMALL: Final = 4.0
"""Lowest divisor, in points, of the relative loss. Relative to fewer points, a small loss would look
large."""

LIKELY: Final = 0.5
"""Lowest probability of a set that the review names."""

MOST_SETS: Final = 10
"""Most sets that an explanation names."""

SOME: Final = 0.05
"""Fewest expected points for which an explanation names a set."""

WORDS: Final = words_of("numberhouse.games.set_theory")


class SetTheoryReviewer:
    """Reviewer of Set Theory, as the module describes."""

    def evaluate(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Evaluation | None:
        """The expected points of the number on its cell, and of the best numbers on other cells. The decision
        who begins is not evaluated."""
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.end is not None or isinstance(action, Begin):
            return None
        known = posterior(view)
        cells, used = empty(view), sorted(barred(view))
        gains = gains_of(view, known, cells)
        played = float(known.belongs([action.number])[0] @ gains[cells.index(action.cell)])
        placements: list[tuple[float, Place]] = []
        promising = promising_cells(gains)[::-1]
        for looked, place in enumerate(promising):
            if looked and budget.spent(looked):
                break
            number, value = best_on(known, gains[place], used)
            placements.append((value, Place(number, cells[place])))
        placements.sort(key=lambda one: -one[0])
        best = max(played, placements[0][0])
        better = tuple(
            Alternative(place, value, _likely(known, place.number, value))
            for value, place in placements[:MOST_BETTER]
            if value > played + 0.005
        )
        return Evaluation(
            mark_for((best - played) / max(best, SMALL), 0.1, 0.35, 0.7),
            played,
            best,
            WORDS.everywhere("points that can be expected"),
            WORDS.everywhere(
                "{played:.1f} points could be expected; {best:.1f} were the most that was found.",
                played=played,
                best=best,
            ),
            better,
            exact=False,
            standing=Standing(float(view.scores[seat]), WORDS.everywhere(in_context("a score", "points"))),
            why=tuple(
                _sources(known, place, gains[cells.index(place.cell)])
                for place in (action, *(one.action for one in better[:1]))
            ),
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:  # noqa: ARG002
        """The real points of the number."""
        if isinstance(action, Begin):
            return {}
        turn = end.past[len(view.past)] if len(end.past) > len(view.past) else None
        if turn is None:
            return {}
        return WORDS.everywhere(
            "It scored {points} points; its sets: {sets}.", points=turn.points, sets=turn.sets or "–"
        )


reviewer: Final = SetTheoryReviewer()


def _sources(known: Posterior, place: Place, gain: Floats) -> Explanation:
    """The sets from which the points of a number on its cell could be expected, the most fruitful first."""
    chances = known.belongs([place.number])[0]
    expected = chances * gain
    values: dict[str, str | int] = {"number": place.number, "cell": place.cell}
    ranked = sorted(range(len(LABELS)), key=lambda k: -expected[k])
    sets = tuple(
        Explanation(
            message("{set} {points:.1f} ({chance:.0f} %)"),
            {"set": LABELS[k], "points": float(expected[k]), "chance": float(100 * chances[k])},
        )
        for k in ranked[:MOST_SETS]
        if expected[k] >= SOME
    )
    if not sets:
        return Explanation(message("{number} on {cell}: likely in no set."), values)
    return Explanation(
        message("{number} on {cell}, points to be expected by set and how likely it is in it: {sets}."),
        {**values, "sets": sets},
    )


def _likely(known: Posterior, number: int, value: float) -> Words:
    chances = known.belongs([number])[0]
    named = [f"{LABELS[k]} {100 * chances[k]:.0f} %" for k in range(len(LABELS)) if chances[k] >= LIKELY]
    return WORDS.everywhere(
        "{value:.1f} points; likely sets: {sets}", value=value, sets=", ".join(named) or "–"
    )
