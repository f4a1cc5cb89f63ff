"""AC-16: everything variable is an option, and what can't be played with is refused exactly."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.cli.base.options import chosen_options
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import game
from numberhouse.games.addition_crypt.rules.options import Options, Terms, terms
from tests.games.addition_crypt.play import begin, only, play, points, values


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": (1, 2, 3)}, "start names 3 nodes; 4 to 26 are possible"),
        ({"start": (0,) * 27}, "start names 27 nodes; 4 to 26 are possible"),
        ({"start": (0, -1, 0, 0)}, "start, node B: -1; 0 to 1000000 is possible"),
        ({"start": (0, 0, 0, 1_000_001)}, "start, node D: 1000001; 0 to 1000000 is possible"),
        ({"rounds": ()}, "rounds names 0 rounds; 1 to 30 are possible"),
        ({"rounds": (("theme",),) * 31}, "rounds names 31 rounds; 1 to 30 are possible"),
        ({"rounds": ((),)}, "round 1 has no variation; a round without any is called theme"),
        ({"rounds": (("theme",), ("sixify", "sixify"))}, "round 2 names a variation twice; once is possible"),
        (
            {"rounds": (("theme", "sixify"),)},
            "round 1 is theme and something else; theme means no variation and stands alone",
        ),
        (
            {"rounds": (("sevenify",),)},
            "round 1 can't be 'sevenify'; possible are: theme, standout, increment, write-off, sixify, "
            "up-is-down, area-of-effect",
        ),
        ({"amounts": (1001, 0)}, "amounts, first node: 1001; 0 to 1000 is possible"),
        ({"amounts": (0, -1)}, "amounts, second node: -1; 0 to 1000 is possible"),
        ({"increment": (-1, 0)}, "increment, first node: -1; 0 to 1000 is possible"),
        ({"spread": 1001}, "spread: 1001; 0 to 1000 is possible"),
        ({"base": 1}, "base: 1; 2 to 36 is possible"),
        ({"sixify_base": 37}, "sixify_base: 37; 2 to 36 is possible"),
        ({"standout": 101}, "standout: 101; 0 to 100 is possible"),
        ({"write_off": -1}, "write_off: -1; 0 to 100 is possible"),
        ({"write_off_places": 8}, "write_off_places: 8; 0 to 7 is possible"),
        (
            {"node_rooms": "ever"},
            "node_rooms can't be 'ever'; possible are: one-round, all-rounds",
        ),
        (
            {"rounds_close": "never"},
            "rounds_close can't be 'never'; possible are: all-locked, deadline",
        ),
        ({"tie_break": "dice"}, "tie_break can't be 'dice'; possible are: none, last-round, best-round"),
    ],
)
def test_ac_16_what_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        begin(2, **options)
    assert (caught.value.code, str(caught.value)) == ("options", message)


@pytest.mark.parametrize("seats", [1, 0, -1, 27])
def test_ac_1_2_to_26_seats(seats: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.setup(Options(), seats, Chance("x"))
    assert caught.value.code == "seats"
    assert str(caught.value) == f"Addition Crypt can't be played by {seats}; 2 to 26 seats are possible"


def test_ac_16_rounds_from_the_command_line() -> None:
    pairs = ["rounds=sixify,theme,increment+up-is-down", "start=5,5,5,5", "amounts=3,4"]
    options = chosen_options(game, None, pairs)
    assert options == Options(
        start=(5, 5, 5, 5),
        rounds=(("sixify",), ("theme",), ("increment", "up-is-down")),
        amounts=(3, 4),
    )


def test_ac_16_what_the_variations_come_to() -> None:
    options = Options(
        rounds=(
            ("increment", "up-is-down", "area-of-effect", "sixify"),
            ("standout", "write-off"),
            ("theme",),
        ),
        increment=(5, 7),
        spread=2,
        sixify_base=12,
        standout=9,
        write_off=8,
        write_off_places=1,
    )
    assert terms(options, 1) == Terms((-5, -7), -2, 12, 0, 0, 1, False)
    assert terms(options, 2) == Terms((1, 2), 0, 10, 9, 8, 1, True)
    assert terms(options, 3) == Terms((1, 2), 0, 10, 0, 0, 1, False)


def test_ac_16_amounts_base_and_bonuses_are_played() -> None:
    terms = only("standout", "write-off", start=(0, 0, 0, 50), amounts=(10, 20), base=8, standout=5)
    match = play(begin(2, write_off=7, write_off_places=1, **terms), ["A* B", "B* D"])
    assert values(match) == (10, 30, 0, 70)
    assert points(match) == [1 + 2 + 5, 3 + 6 + 5]
    match = play(begin(2, write_off=7, write_off_places=2, **terms), ["A* B", "B* D"])
    assert points(match) == [1 + 2 + 5 + 7, 3 + 6 + 5]


def test_26_seats_and_26_nodes() -> None:
    match = begin(26, start=(1,) * 26, **only("area-of-effect"))
    play(match, ["Z* Y"] * 26)
    assert values(match) == (27, *(1,) * 23, 1 + 3 * 26, 27)
