"""What is offered is what is accepted: MX-7, MX-11, MX-16, MX-17."""

from __future__ import annotations

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.board import CELLS, SIGN
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Challenge,
    Line,
    Options,
    Pass,
    Place,
    State,
    game,
)
from numberhouse.games.mixmath.rules.tiles import BLANK, VALUES
from tests.games.mixmath.rules.test_rules import CHALLENGE, CHANCE, SEVEN, do, refused, table


def accepted(state: State) -> set[Place]:
    """Every placement on a spot, or beside one, that isn't refused."""
    found = set()
    for index in (0, *state.board.spots()):
        for tile in VALUES:
            for blank in (False, True):
                for draw in (False, True) if index in SIGN else (False,):
                    place = Place(CELLS[index], tile, blank, draw)
                    try:
                        game.apply(state, state.turn.seat, place, CHANCE)
                    except IllegalAction:
                        continue
                    found.add(place)
    return found


def test_mx_7_and_mx_11_every_right_placement_is_listed_and_no_other() -> None:
    for bag in ((), (5, 6)):
        start = table((BLANK, 1, 3, 4, 4, 12), SEVEN, bag=bag, options=Options(blanks=2))
        state = do(start, Place("F7", 3))
        legal = game.legal(game.view(state, 0), 0)
        listed = {action for action in legal.actions if isinstance(action, Place)}
        assert listed == accepted(state)
        assert any(place.draw for place in listed) == bool(bag)


def test_mx_16_and_mx_17_the_kinds_of_action_that_are_offered() -> None:
    fresh = table(SEVEN, SEVEN, bag=(5, 6))
    parts = {part.name: part for part in game.legal(game.view(fresh, 0), 0).parts}
    assert set(parts) == {"line", "exchange"}
    assert parts["exchange"].describe["properties"]["tiles"]["maxItems"] == 2
    waiting = game.legal(game.view(fresh, 1), 1)
    assert (waiting.actions, waiting.parts) == ((), ())
    state = table(SEVEN, SEVEN, SEVEN, options=CHALLENGE)
    assert {part.name for part in game.legal(game.view(state, 0), 0).parts} == {"place", "exchange"}
    state = do(do(state, Place("F7", 90)), Accept(), seat=1)
    offered = [game.legal(game.view(state, seat), seat).actions for seat in range(3)]
    assert offered == [(), (), (Accept(), Challenge())]


def test_mx_12_a_line_needs_each_tile_as_often_as_it_lays_it() -> None:
    state = table((3, 4, 90), SEVEN, bag=(3,))
    line = Line((Place("F7", 3), Place("E7", 4, draw=True), Place("I7", 3)), end=True)
    assert "3 isn't on your rack that many times" in refused("not-on-rack", state, line)


def test_mx_18_passing_brings_the_end_nearer_and_the_table_is_one_room() -> None:
    state = game.setup(Options(), 2, CHANCE)
    before = game.progress(state)
    state = do(state, Pass())
    assert before < game.progress(state) < 1
    assert game.rooms(state) == {"table": frozenset((0, 1))}
