"""Looking back at a match: the points that a number could be expected to score where it was put.

What the sets are likely to be, and what they are worth, follows exactly from what everybody had seen, so the
expectation is exact too. What a number tells about the sets, and what it opens to the other, isn't counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import Alternative, Judgement, Standing, Words, mark_for
from numberhouse.games.set_theory.bots.collector import best_on, gains_of, promising_cells
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Action, Begin, Place, View

if TYPE_CHECKING:
    from numberhouse.games.set_theory.solver.posterior import Posterior

__all__ = ["SetTheoryReviewer", "reviewer"]

MOST_BETTER: Final = 3

SMALL: Final = 4.0
"""Points: of less than these a share says little, so what is lost is measured by at least as many."""

LIKELY: Final = 0.5
"""From this chance on a set is named."""

POINTS: Final[Words] = {"en": "points that can be expected", "ru": "очков, которых можно ожидать"}


class SetTheoryReviewer:
    """See the module."""

    def judge(
        self,
        view: View,
        seat: Seat,
        action: Action,
        legal: Legal[Action],  # noqa: ARG002 - the view says it
        budget: Budget,
    ) -> Judgement | None:
        """What could be expected of the number on its cell, and of the best numbers on other cells. Who
        begins is not judged."""
        from numberhouse.games.set_theory.solver.posterior import posterior

        if view.end is not None or isinstance(action, Begin):
            return None
        known = posterior(view)
        cells, used = empty(view), sorted(barred(view))
        gains = gains_of(view, known, cells)
        played = float(known.belongs([action.number])[0] @ gains[cells.index(action.cell)])
        found: list[tuple[float, Place]] = []
        promising = promising_cells(gains)[::-1]
        for looked, place in enumerate(promising):
            if looked and budget.spent(looked):
                break
            number, value = best_on(known, gains[place], used)
            found.append((value, Place(number, cells[place])))
        found.sort(key=lambda one: -one[0])
        best = max(played, found[0][0])
        better = tuple(
            Alternative(place, value, _likely(known, place.number, value))
            for value, place in found[:MOST_BETTER]
            if value > played + 0.005
        )
        return Judgement(
            mark_for((best - played) / max(best, SMALL), 0.1, 0.35, 0.7),
            played,
            best,
            POINTS,
            {
                "en": f"{played:.1f} points could be expected; {best:.1f} were the most that was found.",
                "ru": f"Можно было ожидать очков: {played:.1f}. Наибольшее из найденного: {best:.1f}.",
            },
            better,
            exact=False,
            standing=Standing(float(view.scores[seat]), {"en": "points", "ru": "очки"}),
        )

    def hindsight(self, view: View, seat: Seat, action: Action, end: View) -> Words:  # noqa: ARG002
        """What it scored."""
        if isinstance(action, Begin):
            return {}
        turn = end.past[len(view.past)] if len(end.past) > len(view.past) else None
        if turn is None:
            return {}
        where = turn.sets or "–"
        return {
            "en": f"It scored {turn.points} points; its sets: {where}.",
            "ru": f"Принесло очков: {turn.points}; множества: {where}.",
        }


reviewer: Final = SetTheoryReviewer()


def _likely(known: Posterior, number: int, value: float) -> Words:
    chances = known.belongs([number])[0]
    named = [f"{LABELS[k]} {100 * chances[k]:.0f} %" for k in range(len(LABELS)) if chances[k] >= LIKELY]
    listed = ", ".join(named) or "–"
    return {
        "en": f"{value:.1f} points; likely sets: {listed}",
        "ru": f"очков: {value:.1f}; вероятные множества: {listed}",
    }
