"""The lines that a view names."""

from __future__ import annotations

from msgspec.structs import replace

from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.rules.course import course
from numberhouse.games.set_theory.rules.gameplay import Patched, game
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.match import Match
from tests.games.set_theory.examples import WORTHS
from tests.games.set_theory.play import begin, do, finish, nearly_full, table


def test_st_6_the_worked_example() -> None:
    match = begin()
    do(match, "72@D4", "48@D5")
    assert match.view(0).lines == ()
    do(match, "174@D6", "", "100@D7")
    lines = [(line.turn, line.cells, line.sets[0]) for line in match.view(None).lines]
    assert lines == [(2, ("D4", "D5", "D6"), "A"), (4, ("D5", "D6", "D7"), "A")]
    assert "B" not in match.view(None).lines[0].sets


def test_a_number_in_the_middle_completes_a_line_too() -> None:
    match = begin()
    do(match, "12@A1", "14@C3", "16@B2")
    (line,) = match.view(1).lines
    assert (line.turn, line.cells) == (2, ("A1", "B2", "C3"))


def test_membership_and_the_lines_are_all_the_points_there_are() -> None:
    match = Match(game, "lines")
    while (seats := match.to_act) and len(match.state.past) < 40:
        (seat,) = seats
        match.act(seat, match.legal(seat).sample(Chance("lines", len(match.state.past))))
    worth = dict(zip(LABELS, match.state.worths, strict=True))
    lines = match.view(None).lines
    for place, turn in enumerate(match.state.past):
        here = [line for line in lines if line.turn == place]
        gained: int = sum(worth[label] for label in turn.sets)
        gained += sum(3 * worth[label] for line in here for label in line.sets)
        assert gained == turn.points


def test_no_number_no_line() -> None:
    assert course(table().past).lines == ()
    assert course(nearly_full(1, {}).past).lines == ()


def test_st_2_the_end_tells_what_the_sets_were() -> None:
    end = game.view(finish(nearly_full(1, {})), 0).end
    assert end is not None
    assert end.statements[0] == {"en": "is even", "ru": "is even"}
    assert end.statements[2] == {"en": "is prime", "ru": "простое"}
    assert end.worths == WORTHS


def test_exceptions_are_told_too() -> None:
    state = finish(nearly_full(1, {}))
    imagined = replace(state, sets=(Patched("multiple-of-2", (13,)), *state.sets[1:]))
    end = game.view(imagined, None).end
    assert end is not None
    english, russian = "is a multiple of 2 (except for 13)", "делится на 2 (кроме 13)"
    assert end.statements[0] == {"en": english, "ru": russian}
