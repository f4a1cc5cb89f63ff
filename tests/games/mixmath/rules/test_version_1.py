"""Version 1 of the rules, as the records that began with it need it."""

from __future__ import annotations

from typing import Final

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.mixmath.rules.gameplay import (
    Action,
    Exchange,
    Options,
    Pass,
    Place,
    State,
    earlier_versions,
    game,
)
from numberhouse.record import read, verify, write
from numberhouse.registry import InstalledGame
from numberhouse.testing import PROPERTIES
from tests.games.mixmath.rules.test_rules import SEVEN, table
from tests.record.test_records import RECORDS

(first,) = earlier_versions
INSTALLED: Final = InstalledGame("mixmath", "numberhouse.games.mixmath", game=first)
"""As the registered game, with the earlier game in it."""

TELLING: Final = (
    "card", "longest", "to_act", "legal", "refusals", "expire", "outcome", "imagine", "leaks", "replay",
    "record",
)  # fmt: skip
"""Properties that the difference of editions could break."""


@pytest.mark.parametrize("name", TELLING)
def test_version_1_keeps_the_contract(name: str) -> None:
    PROPERTIES[name](INSTALLED, (Options(idle_rounds=2), Options(challenge=True, blanks=2, idle_rounds=1)))


def do(state: State, *actions: Action) -> State:
    for number, action in enumerate(actions):
        state = first.apply(state, state.turn.seat, action, Chance("version 1", number)).state
    return state


def test_records_of_version_1_are_replayed_and_written_again_by_it() -> None:
    old = [path for path in RECORDS if path.stem.startswith("mixmath") and read(path).header.rules == 1]
    assert len(old) == 3
    for path in old:
        record = read(path)
        match = record.replay()
        assert match.game is first
        again = write(match, record.header.players, open=True)
        assert read(again).header.rules == 1
        assert (verify(again), read(again).lines) == ([], record.lines)


def test_mx_5_the_starter_alone_keeps_its_tile() -> None:
    for number in range(20):
        state = first.setup(Options(), 3, Chance("start", number))
        starter = max(state.opening[-1], key=lambda draw: draw.tile)
        assert state.hands[starter.seat].drawn[0] == starter.tile
        view = first.view(state, None)
        assert view.shown == tuple(starter.tile if seat == starter.seat else None for seat in range(3))
        assert game.view(state, None).shown == tuple(draw.tile for draw in state.opening[0])


def test_mx_12_only_an_empty_rack_ends_a_turn() -> None:
    begin = table((3, 80, 90), SEVEN)
    assert do(begin, Place("F7", 3)).turn.seat == 0
    assert game.apply(begin, 0, Place("F7", 3), Chance("present")).state.turn.seat == 1
    assert do(table((3,), SEVEN), Place("F7", 3)).turn.seat == 1


def test_mx_18_idle_rounds_end_the_match_and_one_when_the_bag_is_empty() -> None:
    state = do(table(SEVEN, SEVEN, options=Options(idle_rounds=2)), Pass(), Pass(), Exchange((1,)))
    assert (state.reason, do(state, Pass()).reason) == ("", "idle")
    short = do(table(SEVEN, SEVEN, bag=(), options=Options(idle_rounds=4)), Pass())
    assert (short.reason, do(short, Pass()).reason) == ("", "idle")


def test_mx_18_a_match_without_idle_rounds_is_refused() -> None:
    with pytest.raises(IllegalAction, match="1 to 4 rounds are possible"):
        first.setup(Options(idle_rounds=0), 2, Chance("none"))
