"""The exact search, with OR-Tools, for a history that fits: visits that let a seat cook all dishes that it
presented.

The variables of each round are the number of exchanges of each digit for each sign, the mined paths, and
whether a tile is bought. A round's exchanges may use digits mined in the same round. Such actions can always
be put in a valid order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ortools.sat.python import cp_model

from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.model import VISITS, Buy, DiaryEntry, Mine, Visit
from numberhouse.games.sign_cook.rules.pantry import DIGITS, ORDER, PLACES, SIGNS, START

if TYPE_CHECKING:
    from numberhouse.games.sign_cook.solver.beliefs import Needs

__all__ = ["diaries"]

WORK: Final = 60.0
"""Limit of the search in the solver's own units, the same on every machine. A unit is about a second."""


def diaries(grid: mine.Grid, needs: Needs, seed: int) -> list[list[DiaryEntry]] | None:
    """The seat's actions by closed round: mining, buying, then exchanges. None if no history fits."""
    model = cp_model.CpModel()
    rounds = range(len(needs.used))
    swaps: dict[Any, Any] = {
        (number, digit, sign): model.new_int_var(0, VISITS, "")
        for number in rounds
        for digit in DIGITS[1:]
        for sign in SIGNS
    }
    buys: dict[Any, Any] = {
        (number, tile): model.new_bool_var("") for number in rounds for tile in ORDER if needs.buys
    }
    routes = {number: _routes(grid, needs, number) for number in rounds}
    digs: dict[Any, Any] = {
        (number, path): model.new_bool_var("") for number in rounds for path in routes[number]
    }
    if buys:
        model.add_at_most_one(list(buys.values()))
    cells: dict[str, list[Any]] = {}
    for (_, path), dug in digs.items():
        for cell in path:
            cells.setdefault(cell, []).append(dug)
    for several in cells.values():
        model.add_at_most_one(several)
    for number in rounds:
        exchanged = [count for key, count in swaps.items() if key[0] == number]
        dug = [one for key, one in digs.items() if key[0] == number]
        model.add(sum(exchanged) + sum(dug) <= VISITS)
        if number in needs.must:
            model.add_at_least_one(
                [digs[number, path] for path in routes[number] if len(path) == needs.longest[number]]
            )
    names = mine.cell_names(grid)
    held: dict[str, Any] = {tile: START.count(tile) for tile in ORDER}
    for number in rounds:
        for tile in ORDER:
            gained = [buys[number, tile]] if buys else []
            if tile in SIGNS:
                gained += [swaps[number, digit, tile] * int(digit) for digit in DIGITS[1:]]
            else:
                gained += [
                    digs[number, path] * count
                    for path in routes[number]
                    if (count := sum(names[cell] == tile for cell in path))
                ]
            spent = [swaps[number, tile, sign] for sign in SIGNS] if tile in DIGITS[1:] else []
            held[tile] = held[tile] + sum(gained) - sum(spent) - needs.used[number].count(tile)
            model.add(held[tile] >= 0)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C stops working in Python
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = WORK
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    places = {sign: place for place, sign in PLACES.items()}
    done: list[list[DiaryEntry]] = [[] for _ in rounds]
    for (number, path), dug in digs.items():
        if solver.value(dug):
            digits = "".join(names[cell] for cell in path)
            done[number].append(Mine(path, mine.first_equation(digits)))
    for (number, tile), bought in buys.items():
        if solver.value(bought):
            done[number].append(Buy(tile))
    for (number, digit, sign), count in swaps.items():
        done[number] += [Visit(places[sign], int(digit))] * solver.value(count)
    return done


def _routes(grid: mine.Grid, needs: Needs, number: int) -> list[tuple[str, ...]]:
    """Paths to mine in that round, no longer than the published longest sequence; one for each set of
    cells."""
    # NumPy and Numba are of the extra `bots`
    from numberhouse.games.sign_cook.solver.mine_kernel import mineable

    found: dict[tuple[frozenset[str]], tuple[str, ...]] = {}
    for length in range(mine.LENGTHS[0], needs.longest[number] + 1):
        for path in mineable(grid, length):
            found.setdefault((frozenset(path),), path)
    return list(found.values())
