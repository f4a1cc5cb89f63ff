"""ST-4, ST-11: example numbers that the host chooses, and those of thin sets."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Named
from numberhouse.games.set_theory.rules.deal import dealt
from numberhouse.games.set_theory.rules.gameplay import Options, Place, game
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN

CHOSEN = ((48, 12), (70,), (101, 11, 97), (), *[()] * 6)


def test_st_11_the_host_chooses_examples_as_many_as_it_likes_for_each_set() -> None:
    match = Match(game, "chosen", Options(sets=TEN, example_numbers=CHOSEN))
    assert match.state.examples == ((12, 48), (70,), (11, 97, 101), (), *[()] * 6)
    for viewer in (0, 1, None):
        assert match.view(viewer).examples == match.state.examples


def test_st_3_examples_that_the_host_chose_can_not_be_placed() -> None:
    match = Match(game, "chosen", Options(sets=TEN, example_numbers=CHOSEN))
    with pytest.raises(IllegalAction, match="70 is an example of set B"):
        match.act(1, Place(70, "A1"))
    match.act(1, Place(14, "A1"))


def test_st_11_they_are_secret_until_the_start_and_stand_in_no_options_then() -> None:
    assert "example_numbers" in game.card.secret_options
    state = Match(game, "chosen", Options(sets=TEN, example_numbers=CHOSEN)).state
    assert state.options.example_numbers == ()


def test_st_11_two_sets_may_share_an_example() -> None:
    shared = ((70,), (70,), *[()] * 8)
    assert Match(game, "x", Options(sets=TEN, example_numbers=shared)).state.examples[:2] == ((70,), (70,))


@pytest.mark.parametrize(
    ("chosen", "code", "words"),
    [
        (CHOSEN[:9], "options", "example_numbers: 9 lists handed in; 10 are accepted, from A to J"),
        (
            (tuple(range(10, 32, 2)), *[()] * 9),
            "many-examples",
            "set A: 11 examples; at most 10 are accepted",
        ),
        (((8,), *[()] * 9), "example-out-of-range", "8 can't be an example; numbers from 10 to 999999"),
        (((10**30,), *[()] * 9), "example-out-of-range", "a number of so many digits can't be"),
        (((1_000_000,), *[()] * 9), "example-out-of-range", "set A: 1000000 can't be an example"),
        (((12, 14, 12), *[()] * 9), "example-twice", "set A: 12 is an example twice"),
        (((), (48,), *[()] * 8), "not-a-member", "set B: 48 doesn't belong to it"),
    ],
)
def test_st_11_what_is_refused_of_chosen_examples(
    chosen: tuple[tuple[int, ...], ...], code: str, words: str
) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        dealt(Options(sets=TEN, example_numbers=chosen), Chance("x"))
    assert caught.value.code == code


def test_st_11_examples_are_chosen_for_sets_that_are_handed_in() -> None:
    with pytest.raises(IllegalAction, match="hand in the ten sets too") as caught:
        dealt(Options(example_numbers=CHOSEN), Chance("x"))
    assert caught.value.code == "examples-without-sets"


@pytest.mark.parametrize(
    "thin",
    [
        "square",
        "cube",
        "16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072, 262144",
    ],
)
def test_st_4_examples_of_thin_sets_are_drawn_at_once(thin: str, samples: Callable[[int, int], int]) -> None:
    """Of 97 cubes, 120 draws without preference show about 70."""
    found = set[int]()
    for number in range(samples(12, 30)):
        state = dealt(Options(sets=(thin, *TEN[1:]), examples=10), Chance("thin", number))
        assert len(set(state.examples[0])) == 10
        found.update(state.examples[0])
    assert isinstance(state.sets[0], Named | Listed)
    assert len(found) > 14 if isinstance(state.sets[0], Listed) else len(found) > samples(55, 80)


def test_st_11_a_list_is_read_from_a_line_of_numbers() -> None:
    text = " ".join(map(str, range(30, 9, -1)))
    state = dealt(Options(sets=(text, *TEN[1:])), Chance("x"))
    assert state.sets[0] == Listed(tuple(range(10, 31)))
    again = dealt(Options(sets=(Listed((*range(30, 9, -1), 30)), *TEN[1:])), Chance("x"))
    assert again.sets[0] == state.sets[0]
