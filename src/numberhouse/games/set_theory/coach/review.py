"""Review of a match: the expected points of each number on its cell.

The probabilities of the sets and their worths follow exactly from information that was public at that time.
So the expectation is exact too. It ignores the information that a number reveals and the lines that it opens
to the opponent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Legal, Seat
from numberhouse.contract.review import Alternative, Evaluation, Explanation, Standing, Words, mark_for
from numberhouse.games.set_theory.bots.collector import best_on, gains_of, promising_cells
from numberhouse.games.set_theory.catalogue import find
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
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

POSSIBLE: Final = 1e-9
"""Lowest probability of a property that counts as possible."""

LEAST_NAMED: Final = 0.005
"""Lowest probability of a property that an explanation names; lower ones would read as 0 %."""

MOST_UNDECIDED: Final = 2
"""Most undecided sets of which an explanation names the possible properties."""

MOST_PROPERTIES: Final = 3
"""Most properties that an explanation names for a set."""

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
            why=(
                _settled(known),
                *(
                    sentence
                    for place in (action, *(one.action for one in better[:1]))
                    for sentence in _reasons(known, place, gains[cells.index(place.cell)])
                ),
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


def _settled(known: Posterior) -> Explanation:
    """The number of sets for which one property is left."""
    settled = sum(1 for k in range(len(LABELS)) if len(known.likely(k, POSSIBLE)) == 1)
    return Explanation(
        message("Sets of which only one property was still possible then: {settled} of {sets}."),
        {"settled": settled, "sets": len(LABELS)},
    )


def _reasons(known: Posterior, place: Place, gain: Floats) -> Iterator[Explanation]:
    """The sets from which the points of a number on its cell could be expected, the most fruitful first, and
    the properties that these sets could still be."""
    chances = known.belongs([place.number])[0]
    expected = chances * gain
    values: dict[str, str | int] = {"number": place.number, "cell": place.cell}
    ranked = [k for k in sorted(range(len(LABELS)), key=lambda k: -expected[k]) if expected[k] >= SOME]
    if not ranked:
        yield Explanation(message("{number} on {cell}: likely in no set."), values)
        return
    sets = tuple(
        Explanation(
            message("{set} {points:.1f} ({chance:.0f} %)"),
            {"set": LABELS[k], "points": float(expected[k]), "chance": float(100 * chances[k])},
        )
        for k in ranked
    )
    yield Explanation(
        message("{number} on {cell}, points to be expected by set and how likely it is in it: {sets}."),
        {**values, "sets": sets},
    )
    possible = {k: known.likely(k, POSSIBLE) for k in ranked}
    certain = tuple(
        Explanation(
            message("{set} “{property}”"), {"set": LABELS[k], "property": _statement(possible[k][0][0])}
        )
        for k in ranked
        if len(possible[k]) == 1
    )
    if certain:
        yield Explanation(
            message("Certain for {number}, since no other property of the catalogue fits the set: {sets}."),
            {**values, "sets": certain},
        )
    undecided = [k for k in ranked if len(possible[k]) > 1]
    either_way = [k for k in undecided if chances[k] > 1 - POSSIBLE]
    if either_way:
        yield Explanation(
            message("{number} has every property that these sets could still be: {sets}."),
            {**values, "sets": ", ".join(LABELS[k] for k in either_way)},
        )
    for k in [k for k in undecided if k not in either_way][:MOST_UNDECIDED]:
        yield _undecided(LABELS[k], possible[k], place.number)
    for k in ranked:
        if not possible[k]:
            yield Explanation(
                message(
                    "No property of the catalogue fits {set}; its chance follows from the numbers so far."
                ),
                {"set": LABELS[k]},
            )


def _certain(label: str, name: str) -> Explanation:
    return Explanation(message("{set} “{property}”"), {"set": label, "property": _statement(name)})


def _undecided(label: str, possible: Sequence[tuple[str, float]], number: int) -> Explanation:
    """The properties that a set could still be, and whether each has the number."""
    items = tuple(
        Explanation(
            message("“{property}” ({chance:.0f} %), {number} is in it")
            if belongs(name, number)
            else message("“{property}” ({chance:.0f} %), {number} is not in it"),
            {"property": _statement(name), "chance": 100 * chance, "number": number},
        )
        for name, chance in possible[:MOST_PROPERTIES]
        if chance >= LEAST_NAMED
    )
    if not items:
        return Explanation(
            message("Properties that {set} could still be: {count}, each of them unlikely."),
            {"set": label, "count": len(possible)},
        )
    text = (
        message("Properties that {set} could still be: {count}. {properties}.")
        if len(items) == len(possible)
        else message("Properties that {set} could still be: {count}, the likeliest first: {properties}.")
    )
    return Explanation(text, {"set": label, "count": len(possible), "properties": items})


def _statement(name: str) -> tuple[Explanation]:
    """The statement of a property, to stand after a number."""
    found = find(name)
    return (Explanation(found.text, dict(found.parameters)),)


def _likely(known: Posterior, number: int, value: float) -> Words:
    chances = known.belongs([number])[0]
    named = [f"{LABELS[k]} {100 * chances[k]:.0f} %" for k in range(len(LABELS)) if chances[k] >= LIKELY]
    return WORDS.everywhere(
        "{value:.1f} points; likely sets: {sets}", value=value, sets=", ".join(named) or "–"
    )
