"""Actions as text."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.rules.gameplay import Action, Lock, OpenRoom, Submit
from numberhouse.games.addition_crypt.words.notation import parse, write


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("C* B", Submit(2, 1, 2)),
        ("C B*", Submit(2, 1, 1)),
        ("Z A*", Submit(25, 0, 0)),
        ("3: C* B", Submit(2, 1, 2, 3)),
        ("30: C* B", Submit(2, 1, 2, 30)),
        ("lock", Lock()),
        ("room 0 2 5", OpenRoom((0, 2, 5))),
        ("room 25 3 0 1", OpenRoom((25, 3, 0, 1))),
        ("room", OpenRoom(())),
    ],
)
def test_ac_2_the_canonical_form(text: str, action: Action) -> None:
    assert parse(text) == action
    assert write(action) == text


@pytest.mark.parametrize(
    "text",
    ["c*b", " C*  B ", "C*, B", "c *b", "Ｃ* Ｂ", "C*\tB"],  # noqa: RUF001
)
def test_other_ways_to_write_it(text: str) -> None:
    assert parse(text) == Submit(2, 1, 2)


@pytest.mark.parametrize("text", ["ROOM 0, 2,5", " комната 0  2 5", "Room\t0 2 5"])
def test_ac_8_other_ways_to_open_a_room(text: str) -> None:
    assert parse(text) == OpenRoom((0, 2, 5))


@pytest.mark.parametrize("text", ["LOCK", " confirm ", "Подтвердить", "готово"])
def test_other_ways_to_lock(text: str) -> None:
    assert parse(text) == Lock()


def test_cyrillic_letters_that_can_only_be_latin_ones_are_read() -> None:
    assert parse("А* Е") == Submit(0, 4, 0)
    for cyrillic, latin in zip("АЕКМОРТХ", "AEKMOPTX", strict=True):
        assert parse(f"{cyrillic}* B") == parse(f"{latin}* B")


@pytest.mark.parametrize(
    ("letter", "meant"), [("В", "B or V"), ("С", "C or S"), ("Н", "H or N"), ("У", "Y or U")]
)
def test_cyrillic_letters_that_may_be_two_are_refused(letter: str, meant: str) -> None:
    with pytest.raises(IllegalAction, match=f"may mean {meant}; write a Latin letter"):
        parse(f"D* {letter.lower()}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is written"),
        ("C B", "'C B' has no asterisk; the scoring node alone has one, such as C* B"),
        ("C* B*", "'C* B*' has more than one asterisk; the scoring node alone has one, such as C* B"),
        ("C** B", "'C** B' has more than one asterisk"),
        ("C*", "'C*' is not understood; write two nodes"),
        ("A* B C", "'A* B C' is not understood"),
        ("С* B", "'С' here is a Cyrillic letter and may mean C or S; write a Latin letter"),
        ("12* B", "is not understood"),
        ("A* B" * 100, "the line is 400 characters long; at most 200 are read"),
    ],
)
def test_ac_17_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(text)
    assert caught.value.code == "notation"
    assert message in str(caught.value)
