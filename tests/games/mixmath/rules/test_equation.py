"""What a tile solves, as everybody may see it once the tile can't be challenged any more."""

from __future__ import annotations

from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.rules.arithmetic import results
from numberhouse.games.mixmath.rules.board import CELLS, SIGN, Board
from numberhouse.games.mixmath.rules.equation import Equation, equations
from numberhouse.games.mixmath.rules.gameplay import Accept, Challenge, Options, Place, game
from tests.games.mixmath.rules.test_rules import SEVEN, do, table


def test_an_equation_for_each_direction_that_is_solved() -> None:
    board, _ = Board.opening().place("F7", 3)
    assert equations(board, "F7", 3) == (Equation("G7", "H7", 1, "+", 2),)
    state = do(table((3, 4, 7, 90), SEVEN), Place("F7", 3), Place("E7", 4))
    assert [laid.equations for laid in state.turn.laid] == [
        (Equation("G7", "H7", 1, "+", 2),),
        (Equation("F7", "G7", 3, "+", 1),),
    ]


def test_the_sign_of_a_square_decides() -> None:
    board = Board.opening().with_tile(CELLS.index("G6"), 2).with_tile(CELLS.index("H6"), 2)
    # G5 is a multiplication square above 2 and 1: 2 is 2 × 1 there, and no quotient.
    assert equations(board, "G5", 2) == (Equation("G6", "G7", 2, "x", 1),)


def test_difference_and_quotient_have_the_larger_number_first() -> None:
    board = Board.opening().with_tile(CELLS.index("F7"), 3).with_tile(CELLS.index("F8"), 12)
    assert equations(board, "F6", 9) == (Equation("F7", "F8", 12, "-", 3),)
    assert equations(board, "F6", 4) == (Equation("F7", "F8", 12, "/", 3),)


def test_as_many_as_the_points_count() -> None:
    chance = Chance("equations", 3)
    state = game.setup(Options(), 2, chance)
    board = state.board
    for step in range(60):
        spots = [(index, value) for index, spot in board.spots().items() for value in spot.points if value]
        index, value = Chance("equations", step).choice(spots)
        found = equations(board, CELLS[index], value)
        points = board.spots()[index].points[value]
        assert points / (value * len(found)) in (1, 2, 3)
        for one in found:
            assert value in results(one.left, one.right, one.sign)
            assert SIGN.get(index) in (None, one.sign)
        board = board.with_tile(index, value)


def test_mx_17_nothing_is_told_while_a_tile_may_be_challenged() -> None:
    state = table((3, 64), SEVEN, SEVEN, options=Options(challenge=True))
    for tile, solved in ((3, (Equation("G7", "H7", 1, "+", 2),)), (64, ())):
        asked = do(state, Place("F7", tile))
        assert asked.turn.laid[-1].equations == ()
        one = do(asked, Accept(), seat=1)
        assert one.turn.laid[-1].equations == ()
        assert do(one, Accept(), seat=2).turn.laid[-1].equations == solved
    doubted = do(do(state, Place("F7", 3)), Challenge(), seat=1)
    assert doubted.turn.laid[-1].equations == (Equation("G7", "H7", 1, "+", 2),)
