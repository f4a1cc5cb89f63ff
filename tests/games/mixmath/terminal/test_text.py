"""The board and events in words."""

from __future__ import annotations

from msgspec.structs import replace

from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.rules.board import CELLS, INDEX
from numberhouse.games.mixmath.rules.gameplay import Exchange, Options, Pass, Place, State, game
from numberhouse.games.mixmath.rules.model import Draw, View
from numberhouse.games.mixmath.rules.tiles import BLANK
from numberhouse.games.mixmath.terminal.text import draw, tell
from tests.games.mixmath.rules.test_rules import SEVEN, do, table


def seen(state: State, seat: int | None = 0) -> View:
    return game.view(replace(state, opening=((Draw(0, 9), Draw(1, 3)),)), seat)


def test_the_board_shows_squares_and_tiles() -> None:
    state = do(
        table((BLANK, 3, 7, 90), SEVEN, options=Options(blanks=2)), Place("F7", 3, blank=True), Place("I7", 3)
    )
    lines = draw(seen(state)).splitlines()
    assert lines[9].split() == [
        "7",
        "x3",
        ".",
        ".",
        "[x]",
        "[+]",
        "*3!",
        "1",
        "2",
        "3!",
        "[x]",
        "[+]",
        ".",
        ".",
        "x3",
        "7",
    ]
    assert "Your rack: 7 90" in lines
    assert "  this turn: *3@F7 3@I7, points 3" in lines


def test_the_widest_board_stays_within_80_columns() -> None:
    state = table((90,) * 7, SEVEN, bag=(1,) * 99, scores=(12345, -500))
    full = state.board
    for cell in CELLS:
        if full.cells[INDEX[cell]] is None:
            full = full.with_tile(INDEX[cell], 90)
    for lang in ("en", "ru"):
        drawn = draw(seen(replace(state, board=full)), lang)
        assert max(map(len, drawn.splitlines())) <= 80


def test_others_racks_are_not_drawn() -> None:
    state = table((1, 1, 1), (81, 81, 81))
    assert "81" not in draw(seen(state, 0))
    assert "Your rack" not in draw(seen(state, None))


def test_events_in_words() -> None:
    state = table(SEVEN, SEVEN, bag=(7, 8, 9))
    events = game.apply(state, 0, Exchange((4, 90)), Chance("a")).events
    told = [tell(event, 1) for event in events if event.visible_to(1)]
    assert told == [
        "Seat 1 exchanges tiles: 2.",
        "Seat 1 ends the turn with points 0, total 0.",
    ]
    passed = game.apply(state, 0, Pass(), Chance("a")).events
    assert tell(passed[0], 0) == "You pass. Your turn ends with points 0, total 0."
    assert tell(passed[0], 1, "ru").startswith("Место 1 пасует.")


def test_the_end_in_words() -> None:
    state = do(table((3,), (9, 20), bag=()), Place("F7", 3))
    drawn = draw(seen(state, 1))
    assert "Seat 2, you: 0 points, less 29 left on the rack (9 20), makes -29." in drawn
    assert "First: Seat 1." in drawn
