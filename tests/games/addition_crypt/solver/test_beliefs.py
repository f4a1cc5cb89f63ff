"""Pasts that fit a view: every one that is drawn fits, and every one that fits may be drawn."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.addition_crypt.rules.gameplay import Closed, Line, Lock, Pick, View, game
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.options import NodeRooms, Options, Variation, terms
from numberhouse.games.addition_crypt.rules.round import opened
from numberhouse.games.addition_crypt.solver.beliefs import past
from numberhouse.games.addition_crypt.solver.beliefs_solver import solved
from tests.games.addition_crypt.play import AnyMatch, begin, play

OPTIONS = {
    "default": Options(),
    "four nodes": Options(start=(0, 1, 2, 3)),
    "five nodes": Options(
        start=(0,) * 5, rounds=(("area-of-effect",), ("theme",), ("write-off",), ("theme",))
    ),
    "down": Options(
        start=(2, 1, 9, 0, 30), rounds=(("up-is-down",), ("increment", "up-is-down", "area-of-effect"))
    ),
    "strange amounts": Options(amounts=(1, 1000), increment=(0, 31), spread=50),
    "nothing added": Options(amounts=(0, 0), increment=(0, 0), spread=0),
    "kept rooms": Options(node_rooms="all-rounds"),
    "kept rooms of few": Options(start=(0, 1, 2, 3), node_rooms="all-rounds"),
    "equal amounts": Options(amounts=(3, 3), increment=(6, 3)),
}


def random_match(options: Options, seats: int, seed: str) -> AnyMatch:
    """All but the last round, some seats late."""
    match = begin(seats, **{name: getattr(options, name) for name in options.__struct_fields__})
    dice = Chance(seed)
    while len(match.state.rounds) < len(options.rounds) - 1:
        seat = min(match.to_act)
        if dice.below(10) == 0:
            match.expire(seat)
        else:
            match.act(seat, match.legal(seat).sample(dice))
    return match


@pytest.mark.parametrize("seats", [2, 3, 13, 26])
@pytest.mark.parametrize("name", OPTIONS)
def test_what_is_imagined_looks_like_the_view(name: str, seats: int) -> None:
    for number in range(3):
        match = random_match(OPTIONS[name], seats, f"{name} {number}")
        viewers: tuple[Seat | None, ...] = (None, 0, seats - 1)
        for viewer in viewers:
            view = match.view(viewer)
            assert game.view(game.imagine(view, viewer, Chance("x", number)), viewer) == view


def test_long_matches_and_crowded_nodes_are_imagined_too() -> None:
    long = random_match(Options(rounds=(("theme",),) * 30), 13, "long")
    crowded = play(begin(13), ["A* B"] * 13, ["C* D"] * 12 + ["G* F"], ["A* B"] * 13)
    for match in (long, crowded):
        for viewer in (None, 5):
            view = match.view(viewer)
            assert game.view(game.imagine(view, viewer, Chance("y")), viewer) == view


LOPSIDED = {
    "four nodes": Options(start=(0, 1, 2, 3), rounds=(("theme",),) * 12),
    "large amounts": Options(
        amounts=(7, 100),
        increment=(13, 200),
        spread=3,
        rounds=(("theme",), ("increment",), ("area-of-effect",), ("up-is-down",)) * 2,
    ),
}


@pytest.mark.parametrize("name", LOPSIDED)
def test_where_nearly_all_do_the_same_a_past_is_still_found(name: str) -> None:
    """No history can change alone here: without the solver the search went on for ever."""
    options = LOPSIDED[name]
    match = begin(13, **{name: getattr(options, name) for name in options.__struct_fields__})
    while len(match.state.rounds) < len(options.rounds) - 1:
        for seat in range(13):
            match.act(seat, match.legal(seat).actions[0 if seat else -1])
            match.act(seat, Lock())
    for viewer in (None, 0, 12):
        view = match.view(viewer)
        assert game.view(game.imagine(view, viewer, Chance("z")), viewer) == view


def test_the_solver_leaves_the_interrupt_to_python() -> None:
    """In a process of its own, since a handler once lost is lost for all that comes after."""
    script = (
        "import os, signal\n"
        "from tests.games.addition_crypt.solver.test_beliefs import solve_one\n"
        "solve_one([[2, 4, 0, 0]])\n"
        "try:\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    signal.pause()\n"
        "except KeyboardInterrupt:\n"
        "    print('caught')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "caught\n", done.stderr


def test_the_solver_finds_no_past_where_there_is_none() -> None:
    assert solve_one([[2, 4, 0, 0]]) == [[0, 0]]
    with pytest.raises(ValueError, match="no past fits"):
        solve_one([[5, 0, 0, 0]])


def solve_one(goal: list[list[int]]) -> object:
    """Two seats, one round, four nodes that are to change by so much."""
    pairs = np.array([(one, other) for one in range(4) for other in range(4) if one != other])
    told = np.ones((1, 2, len(pairs)), np.bool_)
    goals = np.array(goal)
    ruled, hint = [terms(Options(), 1)], np.array([[0, 0]])
    return solved(np.uint64(1), pairs, ruled, goals, goals < 0, told, hint).tolist()


Nodes: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""By round and seat, a pair of nodes."""


ROUNDS: dict[NodeRooms, tuple[tuple[Variation, ...], ...]] = {
    "one-round": (("theme",), ("up-is-down",), ("theme",)),
    "all-rounds": (("theme",), ("standout",), ("theme",)),
}


@pytest.mark.parametrize(
    ("node_rooms", "viewer", "one", "two"),
    [
        ("one-round", None, ["D* E", "A B*", "B* C"], ["A* B", "C D*", "D* E"]),
        ("one-round", 0, ["D* E", "A B*", "B* C"], ["A* B", "C D*", "D* E"]),
        ("all-rounds", 0, ["A* B", "D* E", "A* C"], ["D* C", "C* B", "E* B"]),
        ("all-rounds", 1, ["A* B", "D* E", "A* C"], ["D* C", "C* B", "E* B"]),
        ("all-rounds", 0, ["C* B", "C* B", "B* C"], ["D* E", "E* A", "D* A"]),
        ("all-rounds", 1, ["A* E", "C* D", "E* A"], ["C* D", "E* A", "D* C"]),
    ],
)
def test_every_past_that_fits_and_no_other_is_drawn(
    node_rooms: NodeRooms, viewer: Seat | None, one: list[str], two: list[str]
) -> None:
    """Against all there are, where everything can be tried: three seats, five nodes, two rounds."""
    match = begin(3, start=(0,) * 5, rounds=ROUNDS[node_rooms], node_rooms=node_rooms)
    play(match, one, two)
    view = match.view(viewer)
    seen = _seen(view.rounds, view.ledger)
    fitting = {nodes for nodes in _all_nodes(view) if _shown(view, nodes, viewer) == seen}
    assert len(fitting) > 1
    drawn = {
        tuple(tuple(pick.nodes for pick in row) for row in past(view, Chance("draw", number)))
        for number in range(60 * len(fitting))
    }
    assert drawn == fitting


def _all_nodes(view: View) -> Iterator[Nodes]:
    """Every two rounds of pairs that lead to the values after the first and break no bar."""
    pairs = [pick.nodes for pick in picks(5, ()) if pick.scoring == pick.first]
    for first in product(pairs, repeat=3):
        if _opened(view, 1, view.options.start, first)[0] == view.rounds[0]:
            then = [[pair for pair in pairs if not set(pair) & set(used)] for used in first]
            yield from ((first, second) for second in product(*then))


def _shown(view: View, nodes: Nodes, viewer: Seat | None) -> object:
    """What the viewer would see of these two rounds."""
    one, ones = _opened(view, 1, view.options.start, nodes[0])
    kept = view.options.node_rooms == "all-rounds"
    two, twos = _opened(view, 2, one.values, nodes[1], [(line,) for line in ones] if kept else ())
    return _seen((one, two), () if viewer is None else (ones[viewer], twos[viewer]))


def _opened(
    view: View,
    number: int,
    values: Sequence[int],
    row: Sequence[tuple[int, int]],
    earlier: Sequence[tuple[Line, ...]] = (),
) -> tuple[Closed, tuple[Line, ...]]:
    drawn = [Pick(*pair, scoring=pair[0]) for pair in row]
    return opened(values, drawn, ["locked"] * len(drawn), terms(view.options, number), earlier)


def _seen(rounds: tuple[Closed, ...], ledger: tuple[Line, ...]) -> object:
    """Which node scores is left out: it is the viewer's own, and known."""
    return rounds, [(line.pick.nodes, line.points.bonus, line.rooms, line.kept) for line in ledger]


def test_no_past_before_the_first_round_closes() -> None:
    assert past(begin(2).view(0), Chance("x")) == []


def test_ac_11_what_was_published_is_known() -> None:
    match = begin(4, rounds=(("theme",), ("write-off",), ("theme",)))
    play(match, ["A* B", "B* C", "A C*", "F* G"], ["C* D", "D* A", "E* B", "A* B"])
    for number in range(20):
        drawn = past(match.view(None), Chance("p", number))
        assert drawn[1] == match.state.rounds[1].published
        assert not any(set(one.nodes) & set(two.nodes) for one, two in zip(*drawn, strict=True))
