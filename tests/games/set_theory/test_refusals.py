"""Refusals in the reader's language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games import set_theory
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Written
from numberhouse.games.set_theory.rules.gameplay import Options, game
from numberhouse.games.set_theory.terminal.text import refuse
from numberhouse.games.set_theory.words.refusals import PROBLEMS, SENTENCES
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.set_theory.examples import TEN
from tests.games.set_theory.play import begin, do

HOME = Path(str(set_theory.__file__)).parent
SEVERAL = {"options", "notation"}
"""Codes that stand for several things."""
WRITTEN = {
    "catalogue/predicates/predicate.py": "BadExpression",
    "catalogue/predicates/values.py": "note",
}
"""Where the problems of conditions are raised, and by what."""


def called(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source, with the name of what is called."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def texts(call: ast.Call) -> list[str]:
    return [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def codes() -> set[str]:
    raising = {"IllegalAction", "BadSets", "_refuse"}
    return {
        texts(call)[0]
        for path in HOME.rglob("*.py")
        for name, call in called(path)
        if name in raising and call.args and isinstance(call.args[0], ast.Constant)
    }


def test_every_code_has_russian_words() -> None:
    found = codes()
    assert {"used", "example", "taken", "equal", "unknown-property", "seats"} <= found
    assert found - SEVERAL <= set(SENTENCES)


def test_every_problem_of_notation_has_russian_words() -> None:
    problems = {texts(call)[0] for name, call in called(HOME / "words" / "notation.py") if name == "_refusal"}
    assert len(problems) > 5
    assert {f"notation {problem}" for problem in problems} <= set(SENTENCES)


def test_every_problem_of_a_condition_has_russian_words() -> None:
    problems = {
        texts(call)[0] for path, by in WRITTEN.items() for name, call in called(HOME / path) if name == by
    }
    assert {"syntax", "division-by-zero"} <= problems
    assert problems == set(PROBLEMS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("72@D5", "число 72 уже стоит на поле, на клетке D4; поставьте другое"),
        ("48@D4", "на D4 уже стоит 72; выберите пустую клетку"),
        ("7@A1", "в числе 7 одна цифра, такие запрещены; можно ставить числа от 10 до 999999"),
        ("1000000@A1", "число 1000000 не подходит; можно ставить числа от 10 до 999999"),
        ("48@K9", "клетки K9 нет; клетки называются от A1 до H8, например D4"),
        ("hello", "непонятно: 'hello'; напишите целое число от 10 до 999999 и пустую клетку, например 72@D4"),
    ],
)
def test_turns(text: str, words: str) -> None:
    match = begin()
    do(match, "72@D4")
    with pytest.raises(IllegalAction) as caught:
        match.act(0, find("set-theory").parse(text))
    assert refuse(caught.value, "ru") == words
    assert refuse(caught.value) == caught.value.message
    assert find("set-theory").refuse(caught.value, "ru") == words


def test_not_your_turn() -> None:
    with pytest.raises(IllegalAction) as caught:
        begin().act(0, find("set-theory").parse("72@D4"))
    assert refuse(caught.value, "ru") == "сейчас ходит место 1, а не место 0"


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (0, "72@D4", ("seat 1 decides first who begins", "сначала место 1 решает, кто начинает")),
        (
            *(0, "dmo begins"),
            ("seat 1 decides who begins, not seat 0", "кто начинает, решает место 1, а не место 0"),
        ),
    ],
)
def test_st_1_before_it_is_decided_who_begins(seat: int, text: str, words: tuple[str, str]) -> None:
    match = begin(first="dmo-decides")
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, find("set-theory").parse(text))
    assert (refuse(caught.value), refuse(caught.value, "ru")) == words


def test_st_1_it_is_decided_once() -> None:
    match = begin(first="dmo-decides")
    match.act(1, find("set-theory").parse("candidate begins"))
    with pytest.raises(IllegalAction) as caught:
        match.act(1, find("set-theory").parse("dmo begins"))
    assert refuse(caught.value, "ru") == "уже решено, что начинает место 0; поставьте число на пустую клетку"
    assert "decided already" in refuse(caught.value)


def test_an_example() -> None:
    match: Any = Match(game, "example")
    number = match.state.examples[2][0]
    with pytest.raises(IllegalAction) as caught:
        match.act(1, find("set-theory").parse(f"{number}@A1"))
    assert refuse(caught.value, "ru") == (
        f"число {number} — пример множества C; примеры ставить нельзя, другие числа можно"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sets": TEN[:3]}, "множеств передано 3; нужно десять, от A до J, или ни одного"),
        ({"worths": (1, 2)}, "цен передано 2; нужно десять, от A до J, или ни одной"),
        ({"worths": (4,) * 10}, "цена каждого множества — 1, 2 или 3"),
        ({"examples": 11}, "примеров может быть от 0 до 10, а указано 11"),
        (
            {"sets": ("prmie", *TEN[1:])},
            "множество A: свойства 'prmie' нет; может быть, prime или twin-prime или sexy-prime?",
        ),
        (
            {"sets": (Written("n % 0 == 1"), *TEN[1:])},
            "множество A, знак 5: деление на нуль при n = 10; условие должно иметь смысл для любого числа",
        ),
        (
            {"sets": (*TEN[:9], Written("n +"))},
            "множество J, знак 4: здесь это стоять не может, или условие не дописано",
        ),
        (
            {"sets": (*TEN[:9], TEN[0])},
            "множества A и J состоят из одних и тех же чисел; все десять должны различаться",
        ),
        (
            {"sets": (*TEN[:9], Written("n < 20"))},
            "в множестве J чисел от 10 до 999999: 10; нужно не меньше 15",
        ),
        (
            {"sets": (*TEN[:9], "9 10 11")},
            "множество J: в списке есть 9; можно числа от 10 до 999999",
        ),
        (
            {"sets": (*TEN[:9], Written("n > 5", "x" * 300))},
            "множество J: знаков 300; можно не больше 200",
        ),
        (
            {"sets": (*TEN[:9], Listed(tuple(range(10, 2000))))},
            "множество J: в списке чисел 1990; можно не больше 1000",
        ),
        (
            {"example_numbers": ((11,),) * 10},
            "примеры можно выбрать только для переданных множеств; передайте и десять множеств или не "
            "передавайте примеров: тогда их выберет жребий",
        ),
        (
            {"sets": TEN, "example_numbers": ((12,),)},
            "списков примеров передано 1; нужно десять, от A до J, или ни одного: тогда решит жребий",
        ),
        (
            {"sets": TEN, "example_numbers": (tuple(range(10, 32, 2)), *[()] * 9)},
            "множество A: примеров 11; можно не больше 10",
        ),
        (
            {"sets": TEN, "example_numbers": ((8,), *[()] * 9)},
            "множество A: 8 не может быть примером; можно числа от 10 до 999999",
        ),
        (
            {"sets": TEN, "example_numbers": ((12, 14, 12), *[()] * 9)},
            "множество A: 12 дано примером дважды; примеры множества должны различаться",
        ),
        (
            {"sets": TEN, "example_numbers": ((), (72, 48), *[()] * 8)},
            "множество B: число 48 в него не входит; примером может быть только число множества",
        ),
    ],
)
def test_options(options: dict[str, Any], words: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        Match(game, "seed", Options(**options))
    assert refuse(caught.value, "ru") == words


def test_seats() -> None:
    with pytest.raises(IllegalAction) as caught:
        game.setup(Options(), 3, Chance("x"))
    assert refuse(caught.value, "ru") == "в Set Theory играют двое, а мест 3"


def test_what_comes_from_elsewhere_stays_english() -> None:
    assert refuse(IllegalAction("strange", "no such thing"), "ru") == "no such thing"
