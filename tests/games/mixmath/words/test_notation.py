"""Actions as text."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Pass,
    Place,
)
from numberhouse.games.mixmath.words.notation import parse, parse_turn, write, write_turn

CASES: list[tuple[str, Action]] = [
    ("12@H7", Place("H7", 12)),
    ("12@H7+", Place("H7", 12, draw=True)),
    ("*12@H7", Place("H7", 12, blank=True)),
    ("*0@N14+", Place("N14", 0, blank=True, draw=True)),
    ("exchange 3 3 17", Exchange((3, 3, 17))),
    ("exchange * 3", Exchange((-1, 3))),
    ("pass", Pass()),
    ("end", Finish()),
    ("challenge", Challenge()),
    ("accept", Accept()),
    ("3@F7 4@E7", Line((Place("F7", 3), Place("E7", 4)))),
    ("3@F7 4@E7+ end", Line((Place("F7", 3), Place("E7", 4, draw=True)), end=True)),
    ("3@F7 end", Line((Place("F7", 3),), end=True)),
]


@pytest.mark.parametrize(("text", "action"), CASES)
def test_written_and_read(text: str, action: Action) -> None:
    assert write(action) == text
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  12@h7 ", Place("H7", 12)),
        ("１２＠Ｈ７＋", Place("H7", 12, draw=True)),  # noqa: RUF001
        ("12@Н7", Place("H7", 12)),
        ("обмен 17 3", Exchange((3, 17))),
        ("Пас", Pass()),
        ("3@F7 КОНЕЦ", Line((Place("F7", 3),), end=True)),
        ("принять", Accept()),
        ("оспорить", Challenge()),
    ],
)
def test_read_too(text: str, action: Action) -> None:
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing is written"),
        ("12@", "not understood"),
        ("12 H7", "not understood"),
        ("12@O7", "no cell O7"),
        ("12@H15", "no cell H15"),
        ("-3@H7", "not understood"),
        ("pass end", "not understood"),
        ("end end", "not understood"),
        ("exchange", "1 to 7 tiles"),
        ("exchange 1 1 1 1 1 1 1 1", "1 to 7 tiles"),
        ("exchange 3 x", "'x' is no tile"),
        ("3@F7 " * 41, "41 placements"),
        ("9" * 501, "at most 500"),
    ],
)
def test_refused_with_the_reason(text: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        parse(text)
    assert caught.value.code == "notation"


def test_a_turn_action_by_action() -> None:
    actions = (Place("F7", 3), Place("E7", 4, draw=True), Finish())
    assert write_turn(actions) == "3@F7 4@E7+ end"
    assert parse_turn("3@F7 4@E7+ end") == actions
    assert parse_turn("pass") == (Pass(),)
    assert parse_turn("exchange 3 17") == (Exchange((3, 17)),)
