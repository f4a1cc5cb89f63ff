from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.options import chosen_options, completions
from numberhouse.registry import find


def test_no_options_are_the_defaults() -> None:
    game = find("pebbles").game
    assert chosen_options(game, None) == game.options_type()
    assert chosen_options(game, "{}") == game.options_type()


def test_pairs_win_over_the_object_and_the_last_over_the_first() -> None:
    options = chosen_options(find("pebbles").game, '{"pile": 9, "motto": "a"}', ["pile=10", "pile=11"])
    assert (options.pile, options.motto) == (11, "a")


@pytest.mark.parametrize(
    ("pair", "value"),
    [
        ("end=last-loses", "last-loses"),
        ("assistance=true", True),
        ("takes=[1,4]", (1, 4)),
        ("takes=1,4", (1, 4)),
        ("takes=1", (1,)),
        ("motto=5", "5"),
        ("motto=", ""),
        ("motto=a=b", "a=b"),
        ('motto="quoted"', "quoted"),
    ],
)
def test_a_pairs_text_is_read_by_the_options_type(pair: str, value: object) -> None:
    options = chosen_options(find("pebbles").game, None, [pair])
    assert getattr(options, pair.partition("=")[0]) == value


@pytest.mark.parametrize(
    ("text", "pairs", "error"),
    [
        ("{", (), "--options is not JSON"),
        ("[" * 100_000, (), "--options is not JSON"),
        ("\udcff", (), "--options is not JSON"),
        ("[1]", (), "--options is [1]; an object is accepted"),
        (
            '{"pil": 3}',
            (),
            "Pebbles has no option 'pil'. Did you mean pile? Known: its options are: assistance,",
        ),
        ('{"pile": "3"}', (), 'option pile: "3" is refused'),
        ('{"end": "never"}', (), "accepted: last-wins or last-loses"),
        (None, ("pile=many",), "option pile: many is refused (Expected `int`, got `str`); accepted: a whole"),
        (None, ("pile=51",), "Expected `int` <= 50"),
        (None, ("takes=1,x",), "option takes: 1,x is refused (Expected `int`, got `str` - at `$[1]`)"),
        (None, ("assistance=perhaps",), "accepted: true or false"),
        (None, ("colour=red",), "has no option 'colour'"),
    ],
)
def test_a_refusal_names_the_accepted_values(text: str | None, pairs: tuple[str, ...], error: str) -> None:
    with pytest.raises(Refusal) as refused:
        chosen_options(find("pebbles").game, text, pairs)
    assert refused.value.code == "options"
    assert error in refused.value.message
    assert len(refused.value.message) < 400


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(Refusal, match="it has no options"):
        chosen_options(find("sealed-bid").game, '{"pile": 3}')


class Tables(msgspec.Struct, frozen=True):
    rows: tuple[tuple[int, ...], ...] = ()


class TableGame:
    options_type = Tables
    card = find("turing-machine").game.card


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("4,9,11", ((4,), (9,), (11,))),
        ("4+17, 9+20", ((4, 17), (9, 20))),
        ("4", ((4,),)),
        ("[[4],[9]]", ((4,), (9,))),
        ("", ()),
    ],
)
def test_lists_of_lists_are_written_with_plus_signs(text: str, rows: tuple[tuple[int, ...], ...]) -> None:
    game: Any = TableGame()
    assert chosen_options(game, None, [f"rows={text}"]) == Tables(rows)
    with pytest.raises(Refusal, match=r"option rows: 4\+x is refused \(Expected `int`.* at `\$\[0\]\[1\]`\)"):
        chosen_options(game, None, ["rows=4+x"])


def test_options_override_those_of_a_preset() -> None:
    installed = find("pebbles")
    preset = installed.preset("quick")
    assert chosen_options(installed.game, None, (), preset) == installed.game.options_type(pile=3, takes=(1,))
    options = chosen_options(installed.game, '{"pile": 9}', ["motto=a"], preset)
    assert (options.pile, options.takes, options.motto) == (9, (1,), "a")


def test_completions_name_values_where_there_are_few() -> None:
    assert list(completions(find("pebbles").game)) == [
        "pile=",
        "end=last-wins",
        "end=last-loses",
        "takes=",
        "motto=",
        "assistance=true",
        "assistance=false",
    ]


@pytest.mark.parametrize(
    ("pair", "error"),
    [
        ("rounds=theme,nope", "(Invalid enum value 'nope' - at `$[1][0]`); accepted: a list"),
        ("rounds=theme,,sixify", "(Invalid enum value '' - at `$[1][0]`)"),
        ("start=1,2,3,4.5", "(Expected `int`, got `str` - at `$[3]`)"),
        ("amounts=1,2,3", "(Expected `array` of length 2, got 3)"),
        ("amounts=1", "(Expected `array` of length 2, got 1)"),
        ("base=x", "(Expected `int`, got `str`)"),
    ],
)
def test_an_error_in_a_list_names_its_element(pair: str, error: str) -> None:
    with pytest.raises(Refusal) as refused:
        chosen_options(find("addition-crypt").game, None, [pair])
    assert error in refused.value.message
