"""Pasts by constraint programming, for views whose pasts the search of `beliefs_kernel` doesn't find.

In long or lopsided matches no single history can change without moving the nodes off their values. Then
CP-SAT gets the last try of the search as a hint and changes all histories together. That usually takes
seconds. The extreme of the options takes a minute or two: 26 seats, 30 rounds, nearly all submissions equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from ortools.sat.python.cp_model import FEASIBLE, OPTIMAL, CpModel, CpSolver

from numberhouse.games.addition_crypt.rules.company import NOTHING, Company
from numberhouse.games.addition_crypt.rules.options import Terms

__all__ = ["solved"]

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
SEEDS: Final = 2**31 - 1


def solved(
    seed: np.uint64,
    pairs: Numbers,
    ruled: Sequence[Terms],
    goal: Numbers,
    floor: Flags,
    allowed: Flags,
    hint: Numbers,
    known: Company = NOTHING,
) -> Numbers:
    """Pairs near the hint, int64[round, seat], whose sums meet all goals. The arguments are those of
    `beliefs_kernel.search`; `ruled` are the terms of each round, and `known` is the knowledge that leaves a
    choice open. Raises `ValueError` if there are none."""
    rounds, seats, _ = allowed.shape
    nodes = goal.shape[1]
    model = CpModel()
    # uses[number][seat][place][node]: whether the node is the seat's first, or second, of that round.
    uses = [[[[model.new_bool_var("") for _ in range(nodes)] for _ in range(2)] for _ in range(seats)]
            for _ in range(rounds)]  # fmt: skip
    for number in range(rounds):
        for seat in range(seats):
            first, second = uses[number][seat]
            model.add_exactly_one(first)
            model.add_exactly_one(second)
            for node in range(nodes):
                running = [first[node], second[node]]
                if number:
                    running += [place[node] for place in uses[number - 1][seat]]
                model.add_at_most_one(running)
            _hold_to(model, uses[number][seat], pairs[allowed[number, seat]])
            for place, node in zip(uses[number][seat], pairs[hint[number, seat]], strict=True):
                for other, used in enumerate(place):
                    model.add_hint(used, other == node)
        _meet(model, uses[number], ruled[number], goal[number], floor[number])
    for seat, node, last in known.sometime:
        model.add_bool_or(place[node] for number in range(last + 1) for place in uses[number][seat])
    for number, viewer, nodes_shared in known.shared:
        _share(model, [own for seat, own in enumerate(uses[number]) if seat != viewer], nodes_shared)
    solver = CpSolver()
    solver.parameters.num_workers = 1  # so that the same seed finds the same past
    solver.parameters.random_seed = int(seed) % SEEDS
    solver.parameters.randomize_search = True
    solver.parameters.repair_hint = True
    solver.parameters.catch_sigint_signal = False  # otherwise OR-Tools keeps Ctrl-C for itself
    if solver.solve(model) not in (FEASIBLE, OPTIMAL):
        raise ValueError("no past fits this view")
    index = {(one, other): pair for pair, (one, other) in enumerate(pairs.tolist())}

    def node_of(place: Sequence[Any]) -> int:
        return next(node for node, used in enumerate(place) if solver.boolean_value(used))

    return np.array([[index[node_of(first), node_of(second)] for first, second in row] for row in uses])


def _hold_to(model: CpModel, places: Sequence[Sequence[Any]], allowed: Numbers) -> None:
    """Allow only pairs that agree with the published facts: a list of pairs, or all pairs that have certain
    nodes and lack others."""
    nodes = len(places[0])
    for place, used in enumerate(places):
        possible = set(allowed[:, place].tolist())
        for node in range(nodes):
            if node not in possible:
                model.add(used[node] == 0)
    for node in range(nodes):
        having = (allowed == node).any(axis=1)
        if having.all():
            model.add(places[0][node] + places[1][node] == 1)


def _share(model: CpModel, others: Sequence[Sequence[Sequence[Any]]], nodes: tuple[int, int]) -> None:
    """Require that at least one of the seats has used both nodes."""
    both = [model.new_bool_var("") for _ in others]
    for one, places in zip(both, others, strict=True):
        for node in nodes:
            model.add(places[0][node] + places[1][node] == 1).only_enforce_if(one)
    model.add_bool_or(both)


def _meet(
    model: CpModel, uses: Sequence[Sequence[Sequence[Any]]], ruled: Terms, goal: Numbers, floor: Flags
) -> None:
    """Require that the sum of all pairs is the change of each node, or at least that for a node that stopped
    at 0."""
    nodes = len(goal)
    one, two = abs(ruled.amounts[0]), abs(ruled.amounts[1])
    for node in range(nodes):
        given: Any = 0
        for first, second in uses:
            near = first[node - 1] + first[(node + 1) % nodes]
            given += one * first[node] + two * second[node] + abs(ruled.spread) * near
        if floor[node]:
            model.add(given >= int(goal[node]))
        else:
            model.add(given == int(goal[node]))
