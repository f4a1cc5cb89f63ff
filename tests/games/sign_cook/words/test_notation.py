"""Actions as text: what is written, what is read, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules.gameplay import Action, Buy, Mine, Serve, Visit
from numberhouse.games.sign_cook.words.notation import LONGEST, parse, write

WRITTEN = {
    "visit minus-market 9": Visit("minus-market", 9),
    "visit strange-square 0 sure": Visit("strange-square", 0, sure=True),
    "mine B8 A8 A7 2+1=3": Mine(("B8", "A8", "A7"), "2+1=3"),
    "buy ^": Buy("^"),
    "buy 0": Buy("0"),
    "serve 91/7; 6+8; 3x5; 2^4": Serve(("91/7", "6+8", "3x5", "2^4")),
    "serve nothing": Serve(()),
}


@pytest.mark.parametrize(("text", "action"), WRITTEN.items())
def test_the_canonical_form(text: str, action: Action) -> None:
    assert write(action) == text
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  VISIT  Minus-Market 9 ", "visit minus-market 9"),
        ("visit market 9", "visit minus-market 9"),
        ("обменять рынок 9", "visit minus-market 9"),
        ("обменять площадь 0 точно", "visit strange-square 0 sure"),
        ("mine b8 a8 a7 2 + 1 = 3", "mine B8 A8 A7 2+1=3"),
        ("добыть В8 А8 А7 2+1=3", "mine B8 A8 A7 2+1=3"),
        ("mine A1 B1 C1 6÷3=2", "mine A1 B1 C1 6/3=2"),
        ("mine A1 B1 C1 6×3−2=16", "mine A1 B1 C1 6x3-2=16"),
        ("buy ×", "buy x"),
        ("buy −", "buy -"),
        ("купить ^", "buy ^"),
        ("serve 91/7,6+8", "serve 91/7; 6+8"),
        ("serve 91 / 7 ;6+8;", "serve 91 / 7; 6+8"),
        ("подать ничего", "serve nothing"),
        ("Serve NOTHING", "serve nothing"),
    ],
)
def test_other_ways_to_write_are_read(text: str, same: str) -> None:
    assert write(parse(text)) == same


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing is written"),
        ("bake 3", "'bake' is not understood"),
        ("visit", "a visit names a place and a number tile"),
        ("visit minus-market", "a visit names"),
        ("visit minus-market 10", "'10' is no number tile; one digit is exchanged, 0 to 9"),
        ("visit minus-market +", "'+' is no number tile"),
        ("visit moon 3", "there is no place 'moon'; there are plus-palace"),
        ("visit sure", "a visit names"),
        ("mine 2+1=3", "mining names the cells"),
        ("mine B8 A8 A7", "mining names the cells"),
        ("mine B8 A8 A7 2^1=3", "'^' can't stand in an equation"),
        ("buy 10", "'10' is no tile"),
        ("buy", "'' is no tile"),
        ("serve", "no dish is written"),
        ("serve ;", "expression 1 of the dish is empty"),
        ("serve 1+1;;2", "expression 2 of the dish is empty"),
        ("x" * (LONGEST + 1), "the line is"),
        (f"mine {'A1 ' * 100} 1+1=2", "101 words are too many"),
    ],
)
def test_what_is_no_action_is_refused(text: str, why: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(text)
    assert caught.value.code == "notation"
    assert why in str(caught.value)


@given(st.text("vismnerbuy 0123456789ABab+-x/^=;,.\u0663ВА", max_size=40) | st.text(max_size=40))
def test_whatever_is_read_is_written_and_read_again(rest: str) -> None:
    for text in (rest, f"serve {rest}", f"mine A1 {rest}", f"visit {rest}", f"buy {rest}"):
        try:
            action = parse(text)
        except IllegalAction:
            continue
        assert parse(write(action)) == action
        assert write(action).splitlines() == [write(action)]
