"""The compiled search against the plain rules: the same placements, points and numbers of states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.rules.arithmetic import OPERATIONS, PLAIN, Arithmetic
from numberhouse.games.mixmath.rules.board import CELLS, SIGN, Board
from numberhouse.games.mixmath.rules.ending import BONUS
from numberhouse.games.mixmath.rules.gameplay import Options, Place, State, game
from numberhouse.games.mixmath.rules.legal import placements
from numberhouse.games.mixmath.rules.model import MOST_IDLE
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.rules.tiles import BLANK, BOX
from numberhouse.games.mixmath.solver.kernels import BONUS_POINTS, SQUARES, workspace
from numberhouse.games.mixmath.solver.match_kernel import (
    DREW,
    ENDED,
    EXCHANGED,
    PLACED,
    REFILLED,
    RETURNED,
    STARTED,
    log_of,
    play,
)
from numberhouse.games.mixmath.solver.search import BestTurn, best_turn
from numberhouse.match import Match
from tests.games.mixmath.rules.test_arithmetic import arithmetics

MOST = 2_000
"""States that the plain rules walk through in a test."""


def plainly(
    board: Board, rack: Sequence[int], bonus: bool, arithmetic: Arithmetic = PLAIN
) -> tuple[int, int]:
    """States and best points by the plain rules: all sets of placements, by layers."""
    layer = {frozenset[Place](): (0, board, tuple(rack))}
    states = best = 0
    while layer:
        states += len(layer)
        deeper: dict[frozenset[Place], tuple[int, Board, tuple[int, ...]]] = {}
        for laid, (points, now, left) in layer.items():
            best = max(best, points + (BONUS if bonus and not left else 0))
            for place in placements(now, left, draws=False, arithmetic=arithmetic):
                after, scores = now.place(place.cell, place.tile, arithmetic)
                total = points + (0 if place.blank else scores)
                key = laid | {place}
                if key not in deeper or total > deeper[key][0]:
                    deeper[key] = total, after, without(left, [BLANK if place.blank else place.tile])
        layer = deeper
    return states, best


def replayed(
    board: Board, rack: Sequence[int], bonus: bool, found: BestTurn, arithmetic: Arithmetic = PLAIN
) -> int:
    """The points of the turn found, by the plain rules, which refuse what is wrong."""
    total, left = 0, tuple(rack)
    for place in found.placements:
        board, points = board.place(place.cell, place.tile, arithmetic)
        total += 0 if place.blank else points
        left = without(left, [BLANK if place.blank else place.tile])
    return total + (BONUS if bonus and not left else 0)


def position(seed: int, blanks: bool, arithmetic: Arithmetic = PLAIN) -> State:
    """Somewhere in a match of random play."""
    options = Options(blanks=2 if blanks else 0, operations=arithmetic.operations, chains=arithmetic.chains)
    match = Match(game, f"position {seed}", options)
    dice = Chance("position", seed)
    for _ in range(dice.below(60)):
        if not match.to_act:
            break
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(dice))
    return match.state


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans(), st.booleans())
def test_the_search_agrees_with_the_plain_rules(seed: int, blanks: bool, bonus: bool) -> None:
    state = position(seed, blanks)
    for hand in state.hands:
        found = best_turn(state.board, hand.rack, bonus)
        assert found.complete
        assert replayed(state.board, hand.rack, bonus, found) == found.points
        if found.states <= MOST:
            assert plainly(state.board, hand.rack, bonus) == (found.states, found.points)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.booleans(), st.booleans(), arithmetics)
def test_mx_20_and_mx_21_the_search_agrees_with_the_plain_rules(
    seed: int, blanks: bool, bonus: bool, arithmetic: Arithmetic
) -> None:
    state = position(seed, blanks, arithmetic)
    for hand in state.hands:
        rack = hand.rack[:2] if arithmetic.chains else hand.rack  # chains fit almost anywhere
        found = best_turn(state.board, rack, bonus, arithmetic=arithmetic)
        assert found.complete or arithmetic.chains
        assert replayed(state.board, rack, bonus, found, arithmetic) == found.points
        if found.complete and found.states <= MOST / 5:
            plain = plainly(state.board, rack, bonus, arithmetic)
            assert plain == (found.states, found.points)


@pytest.mark.parametrize("seed", range(2))
def test_mx_21_a_search_that_can_not_see_all_goes_on_from_the_best_it_has_seen(seed: int) -> None:
    arithmetic = Arithmetic(OPERATIONS, chains=True)
    state = position(seed, blanks=False, arithmetic=arithmetic)
    for rack in (state.hands[0].rack, (1, 2)):
        found = best_turn(state.board, rack, bonus=True, most=30, arithmetic=arithmetic)
        assert not found.complete
        assert replayed(state.board, rack, True, found, arithmetic) == found.points
        board, left = state.board, rack
        for place in found.placements:
            board = board.with_tile(CELLS.index(place.cell), place.tile, arithmetic)
            left = without(left, [place.tile])
        assert not list(placements(board, left, draws=False, arithmetic=arithmetic))


def test_mx_20_and_mx_21_a_search_has_the_arithmetic_that_it_was_asked_with() -> None:
    state = position(5, blanks=False, arithmetic=Arithmetic(OPERATIONS, chains=True))
    rack = state.hands[0].rack
    plain = best_turn(state.board, rack, bonus=False)
    more = best_turn(state.board, rack, bonus=False, arithmetic=Arithmetic(OPERATIONS, chains=True))
    assert more.states > plain.states
    assert best_turn(state.board, rack, bonus=False) == plain


@pytest.mark.parametrize(
    ("rack", "states", "points"),
    [
        ((), 1, 0),
        ((20, 90), 1, 0),
        ((1,), 5, 1),
        ((3,), 5, 3),
        ((1, 1), 11, 2),  # two of four squares; on E7 only the sum would do
        ((12, 12), 4, 24),
        ((2, 3, 4), 91, 9),
        ((1, 2, 3, 4, 5, 6, 7), 11_033, 35),
    ],
)
def test_counts_on_the_opening_board(rack: tuple[int, ...], states: int, points: int) -> None:
    found = best_turn(Board.opening(), rack, bonus=False)
    assert (found.states, found.points) == (states, points)


def test_mx_14_the_bonus_makes_a_turn_that_empties_the_rack_the_best() -> None:
    board = Board.opening()
    for cell, value in {"A1": 9, "B1": 9, "A3": 3, "B3": 1}.items():
        board = board.with_tile(CELLS.index(cell), value)
    with_bonus = best_turn(board, (3, 3), bonus=True)
    assert len(with_bonus.placements) == 2
    assert with_bonus.points == best_turn(board, (3, 3), bonus=False).points + BONUS_POINTS


def test_a_limited_search_gives_what_it_has_seen() -> None:
    rack = (1, 2, 3, 4, 5, 6, 7)
    whole = best_turn(Board.opening(), rack, bonus=False)
    part = best_turn(Board.opening(), rack, bonus=False, most=300)
    assert (part.complete, part.states) == (False, 300)
    assert 0 < replayed(Board.opening(), rack, False, part) == part.points <= whole.points


def test_a_larger_workspace_is_taken_where_it_is_needed() -> None:
    state = position(3, blanks=False)
    rack = (1, 1, 2, 2, 3, 3, 4)
    found = best_turn(state.board, rack, bonus=True)
    assert found.complete
    assert replayed(state.board, rack, True, found) == found.points


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_matches_keep_the_plain_rules(seats: int) -> None:
    space, log = workspace(1 << 16), log_of()
    cell = {int(square): CELLS[index] for index, square in enumerate(SQUARES)}
    ends = set()
    for seed in range(12):
        idle_rounds = 1 + seed % MOST_IDLE
        rows, searches, complete, scores = play(seed, seats, idle_rounds, space, log)
        assert complete
        bag = Counter(BOX)
        racks = [Counter[int]() for _ in range(seats)]
        totals = [0] * seats
        board = Board.opening()
        must_draw = False
        points, turns, began = 0, 0, 7
        started: list[tuple[int, int]] = []  # seats and the tiles that they keep from the start
        idle = passes = 0
        exchanged = laid = False
        over = ""
        expected: list[Place] | None = None  # what the bot would lay from here; None: to be searched
        for what, seat, number, square in log[:rows].tolist():
            if expected is None and what in (PLACED, EXCHANGED, ENDED):
                began = racks[seat].total()
                expected = list(best_turn(board, sorted(racks[seat].elements()), began == 7).placements)
            if what == STARTED:
                started.append((seat, number))
            if what in (STARTED, REFILLED, DREW, EXCHANGED):
                bag[number] -= 1
                racks[seat][number] += 1
                assert bag[number] >= 0
            assert not over
            if what == EXCHANGED:
                exchanged = True
            if what == PLACED:
                laid = True
                assert expected
                assert expected.pop(0) == Place(cell[square], number)
                board, scored = board.place(cell[square], number)
                points += scored
                racks[seat][number] -= 1
                may_draw = CELLS.index(cell[square]) in SIGN and bag.total() > 0
                must_draw = may_draw and not (began == 7 and not racks[seat].total())
            elif what == DREW:
                assert must_draw
                must_draw = False
                expected = list(best_turn(board, sorted(racks[seat].elements()), began == 7).placements)
            else:
                assert not must_draw
            if what == RETURNED:
                bag[number] += 1
                racks[seat][number] -= 1
            if what in (EXCHANGED, ENDED):
                assert not expected
            if what == ENDED:
                assert number - points in (0, BONUS)
                totals[seat] += number
                points, turns, expected = 0, turns + 1, None
                assert racks[seat].total() == 7 or not bag.total()
                idle = 0 if laid else idle + 1
                passes = 0 if laid or exchanged else passes + 1
                exchanged = laid = False
                if not racks[seat].total():
                    over = "rack-empty"
                elif passes == seats:
                    over = "all-passed"
                elif idle == seats * idle_rounds:
                    over = "idle"
        assert over
        ends.add(over)
        assert [seat for seat, _ in started] == [(started[0][0] + step) % seats for step in range(seats)]
        assert started[0][1] == max(tile for _, tile in started)
        assert searches >= turns
        left = [sum(tile * count for tile, count in rack.items()) for rack in racks]
        assert [total - loss for total, loss in zip(totals, left, strict=True)] == scores.tolist()
    assert len(ends) > 1


@pytest.mark.parametrize("idle_rounds", [0, MOST_IDLE + 1])
def test_compiled_matches_that_could_outgrow_their_log_are_refused(idle_rounds: int) -> None:
    with pytest.raises(ValueError, match="idle_rounds"):
        play(1, 2, idle_rounds, workspace(1 << 16), log_of())
