"""The board and events in words."""

from __future__ import annotations

from msgspec.structs import replace

from numberhouse.contract.game import Event
from numberhouse.games.set_theory.rules.gameplay import Options, Patched, Turn, game
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS
from numberhouse.games.set_theory.terminal.text import draw, tell
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.set_theory.play import begin, do, finish, nearly_full


def test_the_board_shows_numbers_and_who_is_in_which_set() -> None:
    match = begin()
    do(match, "72@D4", "48@D5", "11@A1", "")
    drawn = draw(match.view(0))
    lines = drawn.splitlines()
    assert [line.split() for line in lines if line.startswith("4 ")] == [
        ["4", ".", ".", ".", "72", ".", ".", ".", "."]
    ]
    assert "A: no examples; in: all but 11" in lines
    assert "B: no examples; in: 72" in lines
    assert "  72@D4 seat 2: sets ABE, points 5" in lines
    assert "  11@A1 seat 2: no set, points 0" not in lines  # 11 is prime: set C
    assert "  seat 1: time ran out" in lines
    assert any(line.startswith("Seat 1 (candidate), you: points") and "time-outs 1" in line for line in lines)
    assert lines[-1] == "Now: it is the turn of seat 2."
    assert "Now: put a number from 10 to 999999" in draw(match.view(1))


def test_of_the_numbers_placed_the_shorter_list_is_shown() -> None:
    match = begin()
    do(match, "72@A1", "48@A2")
    lines = draw(match.view(0)).splitlines()
    assert "A: no examples; in: all" in lines
    assert "B: no examples; in: 72" in lines
    assert "I: no examples" in lines


def test_options_stand_in_the_head() -> None:
    match = begin(on_time_out="lose", assistance=True)
    head = " ".join(draw(match.view(None)).splitlines()[:2])
    assert "the host's sets, who runs out of time loses, assistance is on" in head
    assert "множества ведущего" in draw(match.view(None), "ru")


def test_the_sets_are_told_at_the_end_and_not_before() -> None:
    state = nearly_full(1, {0: 5})
    assert "is even" not in draw(game.view(state, 0))
    over = draw(game.view(finish(state), 0))
    assert "A, worth 2: is even" in over
    assert "C, worth 3: is prime" in over
    assert "C, цена 3: простое" in draw(game.view(finish(state), 0), "ru")
    assert over.splitlines()[-1] == "First: Seat 1 (candidate), you."


def test_the_widest_board_stays_within_80_columns() -> None:
    state = Match(game, "wide", Options(examples=10)).state
    past = tuple(Turn(place % 2, 999_900 + place, cell, LABELS, 999) for place, cell in enumerate(CELLS))
    sets = (Patched("prime", tuple(range(100_000, 100_060))), *state.sets[1:])
    for full in (replace(state, past=past[:-1]), replace(state, past=past, sets=sets, reason="grid-full")):
        for lang in ("en", "ru"):
            assert max(map(len, draw(game.view(full, 0), lang).splitlines())) <= 80


def test_events_in_words() -> None:
    placed = Event("placed", {"seat": 1, "number": 72, "cell": "D4", "sets": "AB", "points": 3})
    assert tell(placed, 0) == "Seat 2 puts 72 on D4: sets AB, points 3."
    assert tell(placed, 1) == "You put 72 on D4: sets AB, points 3."
    assert tell(placed, None, "ru") == "Место 2 ставит 72 на D4: множества AB, очков 3."
    nothing = Event("placed", {"seat": 1, "number": 11, "cell": "D4", "sets": "", "points": 0})
    assert tell(nothing, 0) == "Seat 2 puts 11 on D4: it belongs to no set."
    late = Event("time-ran-out", {"seat": 0})
    assert tell(late, 0) == "Your time has run out."
    assert tell(late, 1, "ru") == "Место 1: время вышло."
    over = Event("match-over", {"reason": "grid-full", "scores": [3, 4], "places": [2, 1]})
    assert tell(over, 1) == "The grid is full: the match is over. Points: seat 1 3, you 4. First: you."


def test_log_tells_a_turn_and_its_answer_together() -> None:
    installed = find("set-theory")
    begins = Event("begins", {"seat": 0, "by": 1})
    first = Event("placed", {"seat": 0, "number": 72, "cell": "D4", "sets": "AB", "points": 3})
    answer = Event("placed", {"seat": 1, "number": 11, "cell": "D5", "sets": "", "points": 0})
    late = Event("time-ran-out", {"seat": 1})
    over = Event("match-over", {"reason": "four-skipped", "scores": [3, 0], "places": [1, 2]})
    ends = [installed.ends_part(event) for event in (begins, first, answer, late, over)]
    assert ends == [False, False, True, True, True]
    assert installed.tell_part([begins, first], 0) == [
        "Seat 2 decides: you begin.",
        "You put 72 on D4: sets AB, points 3.",
    ]
    assert (
        installed.tell_part([first, answer], 0, "ru")[1]
        == "Место 2 ставит 11 на D5: не входит ни в одно множество."
    )
