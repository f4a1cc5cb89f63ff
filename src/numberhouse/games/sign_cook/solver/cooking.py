"""A search for dishes with OR-Tools: the best dishes of a restricted form that can be cooked from a pantry.

A starter expression is two numbers with a sign between them. Any other expression is a sum of *terms*, such
as 7, 12, 3x4, 8/2, 2^3: first the added terms, then the subtracted ones. Therefore no partial result is ever
0 (SC-11). One term may be 1^N, whose N uses up all remaining digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log2
from typing import Any, Final, NamedTuple

from ortools.sat.python import cp_model

from numberhouse.games.sign_cook.rules.dishes.dish import SECRET_INGREDIENT
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, SIGNS, without

__all__ = ["MOST_FOUND", "Limits", "cooked", "courses", "starter"]

MOST_VALUE: Final = 99
"""Largest value of a term, unless a larger value is to be cooked."""

MOST_FOUND: Final = 9999
"""Largest value that is cooked."""

LONGEST_NUMBER: Final = 3
"""Largest number of digits of a written number in a term. The 1^N may have more."""

MOST_LETTER: Final = 30
"""Largest value of a term in a dish with several expressions. Larger terms would make the search too long."""

MOST_TOP: Final = 24
"""Largest value of a starter."""


class Limits(NamedTuple):
    """Limits of a search."""

    work: float
    """Limit in the solver's own units, the same on every machine. A unit is about a second."""
    seconds: float | None = None


def starter(pantry: str, limits: Limits, keep: str = "") -> tuple[str, ...]:
    """The longest list of sums, differences, products, quotients and powers of two numbers with consecutive
    values; among these the one with the highest top value (SC-13). Tiles in `keep` stay in the pantry. Empty
    if there is none."""
    have = without(pantry, [tile for tile in ORDER for _ in range(min(keep.count(tile), pantry.count(tile)))])
    best: tuple[int, int, tuple[str, ...]] = (0, 0, ())
    for top in range(MOST_TOP, 1, -1):
        found = _starter(have, top, best[0] + 1, Limits(limits.work / MOST_TOP, limits.seconds))
        if found:
            best = len(found), top, found
    return best[2]


def _starter(pantry: str, top: int, least: int, limits: Limits) -> tuple[str, ...]:
    """The longest list with the top value `top`, if it has at least `least` courses."""
    items = [item for item in _pairs() if item.value <= top and _can(item.tiles, pantry)]
    values = {item.value for item in items}
    if not all(value in values for value in range(top, top - least, -1)):
        return ()
    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in items]
    by_value: dict[int, list[Any]] = {value: [] for value in range(1, top + 1)}
    for item, var in zip(items, taken, strict=True):
        by_value[item.value].append(var)
    for value, here in by_value.items():
        # The values go down from the top without a gap.
        if value > top - least:
            model.add_exactly_one(here)
        else:
            model.add(sum(here) <= sum(by_value[value + 1]))
    for tile in ORDER:
        uses = [
            item.tiles.count(tile) * var for item, var in zip(items, taken, strict=True) if tile in item.tiles
        ]
        model.add(sum(uses) <= pantry.count(tile))
    model.maximize(sum(taken))
    solver = _solved(model, limits)
    if solver is None:
        return ()
    chosen = [item for item, var in zip(items, taken, strict=True) if solver.value(var)]
    return tuple(item.text for item in sorted(chosen, key=lambda item: item.value))


def courses(pantry: str, count: int, limits: Limits, keep: str = "") -> tuple[str, ...]:
    """A starter of exactly `count` courses with the highest top value that the search finds. Each course is
    two numbers with a sign between them. Tiles in `keep` stay in the pantry. Empty if none is found."""
    have = without(pantry, [tile for tile in ORDER for _ in range(min(keep.count(tile), pantry.count(tile)))])
    spare = sum(tile in DIGITS for tile in have) - 2 * count
    if count < 1 or spare < 0 or sum(tile in SIGNS for tile in have) < count:
        return ()
    items = [item for item in _pairs() if len(item.tiles) <= 3 + spare and _can(item.tiles, have)]
    model = cp_model.CpModel()
    taken = [model.new_bool_var("") for _ in items]
    tops = {top: model.new_bool_var("") for top in range(count, MOST_TOP + 1)}
    model.add_exactly_one(tops.values())
    by_value: dict[int, list[Any]] = {}
    for item, var in zip(items, taken, strict=True):
        by_value.setdefault(item.value, []).append(var)
    for value in {*by_value, *range(1, MOST_TOP + 1)}:
        over = [var for top, var in tops.items() if top - count < value <= top]
        model.add(sum(by_value.get(value, [])) == sum(over))
    for tile in ORDER:
        uses = [
            item.tiles.count(tile) * var for item, var in zip(items, taken, strict=True) if tile in item.tiles
        ]
        model.add(sum(uses) <= have.count(tile))
    model.maximize(sum(top * var for top, var in tops.items()))
    solver = _solved(model, limits)
    if solver is None:
        return ()
    chosen = [item for item, var in zip(items, taken, strict=True) if solver.value(var)]
    return tuple(item.text for item in sorted(chosen, key=lambda item: item.value))


def cooked(
    pantry: str,
    values: Sequence[int],
    limits: Limits,
    keep: str = "",
    clean: bool = False,
    secret: bool = False,
    large: bool = False,
) -> tuple[str, ...] | None:
    """Expressions with these values, 1 to `MOST_FOUND`, in order, with as many signs as the search finds.
    Tiles in `keep` stay in the pantry. `clean` uses every tile. `secret` writes the number 538 (SC-17), as
    1^538 or, to use up the digits N too, as 1^N^538. `large` prefers a large number
    among dishes with as many signs (SC-14). None if nothing is found."""
    model = cp_model.CpModel()
    largest = MOST_VALUE if len(values) == 1 else MOST_LETTER
    if max(values) > largest:
        # A difference or a quotient may begin above the value.
        largest = 10 ** len(str(max(values))) - 1
    terms = [term for term in _terms(largest) if _can(term.tiles, pantry)]
    most = {
        term.tiles: min(pantry.count(tile) // term.tiles.count(tile) for tile in term.tiles) for term in terms
    }
    added = [[model.new_int_var(0, most[term.tiles], "") for term in terms] for _ in values]
    taken = [[model.new_int_var(0, most[term.tiles], "") for term in terms] for _ in values]
    eats = [model.new_bool_var("") for _ in values]
    eaten = {digit: model.new_int_var(0, pantry.count(digit), "") for digit in DIGITS}
    model.add_at_most_one(eats)
    model.add(sum(eaten.values()) <= len(pantry) * sum(eats))
    uses: dict[str, Any] = dict.fromkeys(ORDER, 0)
    leading = sum(count for digit, count in eaten.items() if digit != "0")
    if secret:
        model.add_exactly_one(eats)
        more = model.new_bool_var("")
        model.add(sum(eaten.values()) <= len(pantry) * more)
        model.add(leading >= more)
        uses["^"] += more
        for digit in SECRET_INGREDIENT:
            uses[digit] += 1
    else:
        model.add(leading >= sum(eats))
    for value, plus, minus, eat in zip(values, added, taken, eats, strict=True):
        model.add(
            sum(term.value * (one - other) for term, one, other in zip(terms, plus, minus, strict=True)) + eat
            == value
        )
        model.add(sum(plus) + eat >= 1)
        uses["+"] += sum(plus) + eat - 1
        uses["-"] += sum(minus)
        uses["1"] += eat
        uses["^"] += eat
        for tile in ORDER:
            uses[tile] += sum(
                count * (one + other)
                for term, one, other in zip(terms, plus, minus, strict=True)
                if (count := term.tiles.count(tile))
            )
    for tile in ORDER:
        used = uses[tile] + eaten.get(tile, 0)
        if clean:
            model.add(used == pantry.count(tile))
        else:
            model.add(used <= max(0, pantry.count(tile) - keep.count(tile)))
    if not clean:
        best: Any = sum(uses[sign] for sign in SIGNS)
        if large:
            # One of the written numbers counts, as a second measure.
            picked, picks = [], []
            for index, term in enumerate(terms):
                if len(term.tiles) > 1 and term.tiles.isdigit():
                    pick = model.new_bool_var("")
                    model.add(sum(one[index] for one in (*added, *taken)) >= pick)
                    picked.append(term.value * pick)
                    picks.append(pick)
            model.add(sum(picks) <= 1)
            best = (largest + 1) * best + sum(picked)
        model.maximize(best)
    solver = _solved(model, limits)
    if solver is None:
        return None
    rest = "".join(
        sorted("".join(digit * solver.value(count) for digit, count in eaten.items()), reverse=True)
    )
    eating = "^".join(("1", *filter(None, (rest, SECRET_INGREDIENT if secret else ""))))
    return tuple(
        _written(solver, terms, plus, minus, eating if solver.value(eat) else "")
        for plus, minus, eat in zip(added, taken, eats, strict=True)
    )


class _Item(NamedTuple):
    text: str
    value: int
    tiles: str


def _written(
    solver: cp_model.CpSolver, terms: Sequence[_Item], plus: Sequence[Any], minus: Sequence[Any], eating: str
) -> str:
    first = [term.text for term, count in zip(terms, plus, strict=True) for _ in range(solver.value(count))]
    then = [term.text for term, count in zip(terms, minus, strict=True) for _ in range(solver.value(count))]
    return "-".join(("+".join((*filter(None, [eating]), *first)), *then))


def _solved(model: cp_model.CpModel, limits: Limits) -> cp_model.CpSolver | None:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C stops working in Python
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = limits.work
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = limits.seconds
    return solver if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None


def _can(tiles: str, pantry: str) -> bool:
    return all(pantry.count(tile) >= tiles.count(tile) for tile in tiles)


@lru_cache(maxsize=1)
def _pairs() -> tuple[_Item, ...]:
    """Two numbers of one or two digits with a sign between them, one for each set of tiles and value."""
    numbers = [*range(1, 10), *(number for number in range(11, 100) if number % 10)]
    return tuple(
        _one_each(
            item
            for one in numbers
            for other in numbers
            if one < 10 or other < 10
            for item in _worked(one, other)
        )
    )


@lru_cache(maxsize=8)
def _terms(largest: int) -> tuple[_Item, ...]:
    """Numbers, and products, quotients and powers of small numbers, with values up to `largest`."""
    written = min(largest, 10**LONGEST_NUMBER - 1)
    numbers = [_Item(str(number), number, str(number)) for number in range(1, written + 1)]
    factor = 9 if largest <= MOST_VALUE else 99
    worked = [
        item
        for one in range(1, factor + 1)
        for other in range(1, factor + 1)
        for item in _worked(one, other, largest)
        if not set(item.text).isdisjoint("x/^")
    ]
    return tuple(_one_each((*numbers, *worked)))


def _worked(one: int, other: int, largest: int = MOST_VALUE) -> Iterable[_Item]:
    found = {"+": one + other, "-": one - other, "x": one * other}
    if one % other == 0:
        found["/"] = one // other
    if one == 1 or other * log2(one) <= log2(largest) + 1:
        found["^"] = one**other
    for sign, value in found.items():
        if 1 <= value <= largest:
            yield _Item(f"{one}{sign}{other}", value, f"{one}{sign}{other}")


def _one_each(items: Iterable[_Item]) -> list[_Item]:
    kept: dict[tuple[str, int], _Item] = {}
    for item in items:
        kept.setdefault(("".join(sorted(item.tiles)), item.value), item)
    return list(kept.values())
