"""The bot `cook`: it mines for many digits, exchanges one of them for signs, and serves what OR-Tools
finds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Legal, Seat
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.model import COURSES, VISITS, Action, Kitchen, Mine, Serve, View, Visit
from numberhouse.games.sign_cook.rules.pantry import DIGITS, SIGNS, lacking
from numberhouse.games.sign_cook.rules.ranking import prepared

__all__ = ["WORTH", "Cook", "best_dish", "best_path", "exchange", "good_paths"]

WORK: Final = 1.0
"""Of the solver's own units for one question, about as many seconds."""

WORTH: Final = {"0": -2.0, "1": 1.3, "2": 1.1, "9": 1.1}
"""What a mined digit is worth, 1 if it isn't here: a 1 gets rid of others as 1^N, a 9 brings nine signs, and
a 0 helps with little."""

KEPT: Final = {"starter": "11^+", "main": "1^+"}
"""Tiles that stay for later courses, as far as they are there: 1^N+… eats up whatever is left."""

MOST_WORDS: Final = 6
"""Words that it tries to spell without leaving anything."""

A_LENGTH: Final = 2
"""Of them, those of one length."""

MOST_LACKING: Final = 1
"""Digits that such a word may lack, if its letters are written as plain numbers."""


class Cook:
    """It mines twice and exchanges a digit, and before the dessert mines three times. Starter and main course
    take what they can and leave a 1, a ^ and a +, with which the dessert eats up the rest."""

    name = "cook"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """A visit as long as there is one to make, then the dish."""
        kitchen = view.kitchen
        assert kitchen is not None
        assert seat == view.seat
        if kitchen.visits < VISITS:
            visit = _visit(view, kitchen, chance)
            if visit is not None:
                return visit
        return best_dish(view, kitchen, budget)


def best_path(grid: mine.Grid, closed: frozenset[str], chance: Chance) -> Mine | None:
    """The path of open cells whose digits are worth most, of those that can be mined."""
    return next(good_paths(grid, closed, chance), None)


def good_paths(grid: mine.Grid, closed: frozenset[str], chance: Chance) -> Iterator[Mine]:
    """Paths of open cells that can be mined, the longest first and of those the ones worth most."""
    import numpy as np  # NumPy and Numba are of the extra `bots`

    from numberhouse.games.sign_cook.solver.mine_kernel import path_table

    names = list(mine.cell_names(grid))
    worth = np.array([WORTH.get(digit, 1.0) for digit in "".join(grid)])
    for cell in closed:
        worth[names.index(cell)] = -100.0
    for length in range(mine.LENGTHS[1], mine.LENGTHS[0] - 1, -1):
        table = path_table(len(grid[0]), len(grid), length)
        values = worth[table].sum(axis=1)
        # Between equals chance decides, or every cook would mine the same.
        start = chance.below(max(1, len(table)))
        order = np.argsort(-np.roll(values, start), kind="stable")
        for place in order[:500]:
            row = (int(place) - start) % len(table)
            if values[row] < -50:
                break
            cells = tuple(names[cell] for cell in table[row])
            equation = mine.first_equation("".join(mine.digit(grid, cell) for cell in cells))
            if equation:
                yield Mine(cells, equation)


def _visit(view: View, kitchen: Kitchen, chance: Chance) -> Thought[Action] | None:
    course = COURSES[view.round - 1]
    mined = sum(isinstance(entry, Mine) for entry in kitchen.diary[-1])
    if course == "dessert" or mined < VISITS - 1:
        path = best_path(view.grid, kitchen.closed, chance)
        if path is not None:
            return Thought(path, f"{len(path.cells)} digits at once are the most there is")
    return exchange(kitchen, course)


def exchange(kitchen: Kitchen, course: str) -> Thought[Action] | None:
    """A digit for as many signs as the dish still has numbers for."""
    if course == "dessert":
        return None
    numbers = sum(digit != "0" for digit in kitchen.pantry if digit in DIGITS)
    signs = sum(tile in SIGNS for tile in kitchen.pantry)
    lacking_signs = (numbers // 2 if course == "starter" else numbers - 4) - signs
    spare = [int(digit) for digit in set(kitchen.pantry) & set("23456789")]
    if lacking_signs < 2 or not spare:
        return None
    tile = min(spare, key=lambda digit: (abs(lacking_signs - digit), digit))
    place = "plus-palace" if course == "starter" else "minus-market"
    return Thought(Visit(place, tile), f"{lacking_signs} more signs can be used")  # type: ignore[arg-type]


# Dishes


def best_dish(view: View, kitchen: Kitchen, budget: Budget) -> Thought[Action]:
    """The dish that it would serve now, or none."""
    for dish, reason in _dishes(view, kitchen, budget):
        try:
            made = prepared(view.options, view.round, dish)
        except IllegalAction:
            continue
        tiles = [tile for expression in made.expressions for tile in expression.tiles]
        if not made.ruined and not lacking(kitchen.pantry, tiles):
            return Thought(Serve(tuple(expression.text for expression in made.expressions)), reason)
    return Thought(Serve(()), "nothing that can be served was found")


def _dishes(view: View, kitchen: Kitchen, budget: Budget) -> Iterator[tuple[tuple[str, ...], str]]:
    """The best first."""
    # OR-Tools is of the extra `bots`
    from numberhouse.games.sign_cook.solver.cooking import Limits, cooked, starter

    course = COURSES[view.round - 1]
    limits = Limits(WORK, budget.seconds and budget.seconds / 4)
    if course == "starter":
        dish = starter(kitchen.pantry, limits, KEPT[course])
        yield dish, f"{len(dish)} courses, the most that were found"
    elif course == "main":
        for kept in (KEPT[course], ""):
            found = cooked(kitchen.pantry, [24], limits, kept)
            if found:
                yield found, "24, with as many signs as were found"
        yield (max(kitchen.pantry, key=DIGITS.find, default="0"),), "it is a number"
    else:
        yield from _desserts(view, kitchen, budget)


def _desserts(view: View, kitchen: Kitchen, budget: Budget) -> Iterator[tuple[tuple[str, ...], str]]:
    """Long words that use everything up, then the longest that can be spelled in plain numbers."""
    # NumPy and OR-Tools are of the extra `bots`
    from numberhouse.games.sign_cook.solver.cooking import Limits, cooked
    from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled

    digits = "".join(tile for tile in kitchen.pantry if tile in DIGITS)
    limits = Limits(WORK / MOST_WORDS, budget.seconds and budget.seconds / MOST_WORDS)
    words = spelled(view.options, digits, MOST_LACKING, A_LENGTH)
    for word, _ in islice(words, MOST_WORDS):
        if budget.spent():
            break
        found = cooked(kitchen.pantry, letters_of(word), limits, clean=True)
        if found:
            yield found, f"{word.upper()}, and nothing is left over"
    for word, _ in spelled(view.options, digits, 0, 1):
        yield tuple(map(str, letters_of(word))), f"{word.upper()}, with something left over"
