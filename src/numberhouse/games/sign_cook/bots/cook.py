"""The bot `cook`: it mines for many digits, exchanges one of them for signs, and serves the best dish that
OR-Tools finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, IllegalAction, Legal, Seat
from numberhouse.games.sign_cook.bots.apprentice import Apprentice
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.model import COURSES, VISITS, Action, Kitchen, Mine, Serve, View, Visit
from numberhouse.games.sign_cook.rules.pantry import DIGITS, SIGNS, lacking
from numberhouse.games.sign_cook.rules.ranking import prepared

__all__ = ["WORTH", "Cook", "Journeyman", "SousChef", "best_dish", "best_path", "exchange", "good_paths"]

WORK: Final = 1.0
"""Limit of one search in the solver's own units. A unit is about a second."""

WORTH: Final = {"0": -2.0, "1": 1.3, "2": 1.1, "9": 1.1}
"""Values of mined digits; other digits have the value 1. A 1 makes it possible to use up other digits as 1^N,
a 9 buys nine signs, and a 0 is seldom useful."""

KEPT: Final = {"starter": "11^+", "main": "1^+"}
"""Tiles that the dish of a course leaves for later courses, if the pantry has them. The term 1^N in the
dessert uses up all digits that are left."""

MOST_WORDS: Final = 6
"""Largest number of words that the bot tries to spell with all its tiles."""

A_LENGTH: Final = 2
"""Largest number of those words with the same length."""

MOST_LACKING: Final = 1
"""Largest number of digits that such a word may lack if its letters are written as plain numbers."""


class Cook:
    """The stronger bot. It mines twice and exchanges a digit in the first rounds, and mines three times
    before the dessert. Its starter and main course use as many tiles as possible, but leave a 1, a ^ and a +.
    With these the dessert uses up all remaining tiles."""

    name = "cook"

    def choose(
        self,
        view: View,
        seat: Seat,
        legal: Legal[Action],  # noqa: ARG002 - the view says it all
        budget: Budget,
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a visit while one is possible, then the dish."""
        kitchen = view.kitchen
        assert kitchen is not None
        assert seat == view.seat
        if kitchen.visits < VISITS:
            visit = _visit(view, kitchen, chance)
            if visit is not None:
                return visit
        return best_dish(view, kitchen, budget)


class Journeyman:
    """A cook in the courses of which it knows the recipe, and an apprentice in the others.

    The courses depend on the mine and on the seat. Everybody knows them, so the bot needs no memory."""

    name = "journeyman"
    recipes = 33
    """How often it knows the recipe, of a hundred courses."""

    def choose(
        self, view: View, seat: Seat, legal: Legal[Action], budget: Budget, chance: Chance
    ) -> Thought[Action]:
        """The choice of a cook or of an apprentice."""
        knows = Chance(f"{view.grid} {seat}", view.round).below(100) < self.recipes
        bot = Cook() if knows else Apprentice()
        return bot.choose(view, seat, legal, budget, chance)


class SousChef(Journeyman):
    """A cook that forgets a recipe now and then."""

    name = "sous-chef"
    recipes = 72


def best_path(grid: mine.Grid, closed: frozenset[str], chance: Chance) -> Mine | None:
    """The most valuable path of open cells that can be mined, by the values of its digits."""
    return next(good_paths(grid, closed, chance), None)


def good_paths(
    grid: mine.Grid, closed: frozenset[str], chance: Chance, worths: Mapping[str, float] = WORTH
) -> Iterator[Mine]:
    """Paths of open cells that can be mined: the longest first, and among equally long ones the most valuable
    first. A digit that isn't in `worths` has the value 1."""
    import numpy as np  # NumPy and Numba are of the extra `bots`

    from numberhouse.games.sign_cook.solver.mine_kernel import path_table

    names = list(mine.cell_names(grid))
    worth = np.array([worths.get(digit, 1.0) for digit in "".join(grid)])
    for cell in closed:
        worth[names.index(cell)] = -100.0
    for length in range(mine.LENGTHS[1], mine.LENGTHS[0] - 1, -1):
        table = path_table(len(grid[0]), len(grid), length)
        values = worth[table].sum(axis=1)
        # Chance decides between equal paths. Otherwise all cooks would mine the same path.
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
    """Exchange a digit for as many signs as the dish can use between its remaining numbers."""
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
    """The dish that the bot would serve now, or an empty dish."""
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
    """Dishes for the running course, the best first."""
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
    """Dessert dishes: long words that use all tiles, then the longest word that can be spelled in plain
    numbers."""
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
