"""Answers about a pantry and a mine, each with a bound, so that it is known which are proven to be best.

Where all expressions of a course can be listed, the answer is exact: they are worked out by the rules. Else a
search of a restricted form gives a dish, and the tiles give an upper bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, Final, NamedTuple

from ortools.sat.python import cp_model

from numberhouse.games.sign_cook.rules.expressions.expression import BadExpression, Expression, read
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, SIGNS, lacking
from numberhouse.games.sign_cook.rules.wordlists.words import LONGEST
from numberhouse.games.sign_cook.solver.cooking import MOST_FOUND, Limits, cooked, courses
from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled, word_needs

__all__ = ["Answer", "best_starter", "longest_word", "nearest"]

MOST_LISTED: Final = 40_000
"""Largest number of expressions that are listed."""

FARTHEST: Final = 12
"""Largest distance from the target at which a value is searched, if not all expressions are listed."""

WORDS: Final = 12
"""Largest number of words that are tried with signs."""


class Answer(NamedTuple):
    """The best dish that was found."""

    dish: tuple[str, ...]
    """The expressions; empty if none was found."""
    length: int
    """Courses of a starter, signs of a main course, letters of a word."""
    most: int
    """No dish as good in what counts before the length (the distance from the target) can be longer."""
    proven: bool
    """Whether no dish is better in the order of the rules, ties by the last measure included."""
    word: str = ""
    """The word of a dessert."""
    distance: Fraction | None = None
    """Distance of a main course from the target."""
    least_distance: Fraction | None = None
    """Proven lower bound of the distance."""


def best_starter(pantry: str, work: float) -> Answer:
    """The longest starter, and among these the one with the highest top value (SC-13). `work` limits the
    search in the solver's own units, about seconds."""
    numbers, signs = _numbers(pantry), _signs(pantry)
    most = bound = min(signs, numbers // 2)
    proven = True
    for count in range(bound, 0, -1):
        spare_digits = sum(tile in DIGITS for tile in pantry) - 2 * count
        listed = list(
            islice(expressions(pantry, 2 + spare_digits, 1 + signs - count, least=1), MOST_LISTED + 1)
        )
        if len(listed) <= MOST_LISTED:
            dish, exact = _best_window(pantry, listed, count, work)
        else:
            dish, exact = courses(pantry, count, Limits(work / 2)), False
        if dish:
            return Answer(dish, count, most, proven and exact)
        proven = proven and exact
        if proven:
            most = count - 1
    return Answer((), 0, most, proven)


def nearest(pantry: str, target: int, work: float) -> Answer:
    """The main course nearest to the target: then the one with the most signs, then with the largest numbers
    (SC-14)."""
    listed = list(islice(expressions(pantry, len(pantry), len(pantry)), MOST_LISTED + 1))
    if len(listed) <= MOST_LISTED:
        return _nearest_listed(listed, target)
    most = min(_signs(pantry), _numbers(pantry) - 1)
    for far in range(FARTHEST + 1):
        for value in {target - far, target + far}:
            found = cooked(pantry, [value], Limits(work)) if 0 < value <= MOST_FOUND else None
            if found:
                return Answer(
                    found, _signs(found[0]), most, False, distance=Fraction(far), least_distance=Fraction(0)
                )
    return Answer((), 0, most, False, least_distance=Fraction(0))


def longest_word(options: Options, pantry: str, work: float) -> Answer:
    """The longest word that can be spelled (SC-15)."""
    words, lengths, needs = word_needs(options.words)
    digits = "".join(tile for tile in pantry if tile in DIGITS)
    # A letter from J on takes two digits at least, any other one; each takes one that isn't 0.
    possible = (needs.sum(axis=1) <= len(digits)) & (lengths <= _numbers(pantry))
    counting = [
        int(length)
        for word, length, can in zip(words, lengths, possible, strict=True)
        if can and word not in options.overruled
    ]
    most = min(LONGEST, max(counting, default=0))
    tried = 0
    for word, lacks in spelled(options, digits, 2, 4):
        letters = letters_of(word)
        if not lacks:
            return Answer(tuple(map(str, letters)), len(word), most, len(word) == most, word)
        if len(word) > most or tried == WORDS:
            continue
        tried += 1
        dish = cooked(pantry, letters, Limits(work / WORDS))
        if dish:
            return Answer(dish, len(word), most, len(word) == most, word)
    return Answer((), 0, most, not most)


# All expressions


def expressions(pantry: str, digits: int, signs: int, least: int = 0) -> Iterator[str]:
    """Every expression of at most so many digits and signs, and at least `least` signs, each once."""
    left = Counter(pantry)

    def numbers(text: str, digits: int) -> Iterator[tuple[str, int]]:
        for digit in DIGITS:
            if left[digit] and digits and (text or digit != "0"):
                left[digit] -= 1
                yield text + digit, digits - 1
                yield from numbers(text + digit, digits - 1)
                left[digit] += 1

    def onward(text: str, digits: int, signs: int, used: int) -> Iterator[str]:
        for number, rest in numbers("", digits):
            if used >= least:
                yield text + number
            for sign in SIGNS if signs and rest else "":
                if left[sign]:
                    left[sign] -= 1
                    yield from onward(text + number + sign, rest, signs - 1, used + 1)
                    left[sign] += 1

    return onward("", digits, signs, 0)


def _tasted(texts: Sequence[str]) -> Iterator[tuple[str, Expression]]:
    for text in texts:
        try:
            tasted = read(text)
        except BadExpression:  # too large to judge
            continue
        if not tasted.ruined and isinstance(tasted.value, Fraction):
            yield text, tasted


def _nearest_listed(listed: Sequence[str], target: int) -> Answer:
    best: tuple[Any, str, Expression] | None = None
    for text, tasted in _tasted(listed):
        assert isinstance(tasted.value, Fraction)
        key = (-abs(tasted.value - target), tasted.signs, [(len(one), one) for one in tasted.numbers])
        if best is None or key > best[0]:
            best = key, text, tasted
    if best is None:
        return Answer((), 0, 0, True)
    far, signs = -best[0][0], best[2].signs
    return Answer((best[1],), signs, signs, True, distance=far, least_distance=far)


def _best_window(pantry: str, listed: Sequence[str], count: int, work: float) -> tuple[tuple[str, ...], bool]:
    """The starter of so many courses with the highest top value from the listed expressions, and whether that
    is proven."""
    items: dict[tuple[int, str], str] = {}
    for text, tasted in _tasted(listed):
        assert isinstance(tasted.value, Fraction)
        if tasted.value.denominator == 1:
            items.setdefault((tasted.value.numerator, "".join(sorted(text))), text)
    values = {value for value, _ in items}
    tops = [value for value in values if all(value - below in values for below in range(count))]
    if not tops:
        return (), True
    within = {top - below for top in tops for below in range(count)}
    model = cp_model.CpModel()
    taken = {item: model.new_bool_var("") for item in items if item[0] in within}
    top_vars = {top: model.new_bool_var("") for top in tops}
    model.add_exactly_one(top_vars.values())
    by_value: dict[int, list[Any]] = {value: [] for value in within}
    for (value, _), var in taken.items():
        by_value[value].append(var)
    for value, here in by_value.items():
        model.add(sum(here) == sum(top_vars[top] for top in range(value, value + count) if top in top_vars))
    for tile in ORDER:
        uses = [tiles.count(tile) * var for (_, tiles), var in taken.items() if tile in tiles]
        model.add(sum(uses) <= pantry.count(tile))
    model.maximize(sum(top * var for top, var in top_vars.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C stops working in Python
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = work
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return (), status == cp_model.INFEASIBLE
    dish = tuple(items[item] for item in sorted(taken) if solver.value(taken[item]))
    assert not lacking(pantry, "".join(dish))
    return dish, status == cp_model.OPTIMAL


def _signs(text: str) -> int:
    return sum(tile in SIGNS for tile in text)


def _numbers(pantry: str) -> int:
    """The largest number of numbers that the pantry's digits can make."""
    return sum(tile in DIGITS and tile != "0" for tile in pantry)
