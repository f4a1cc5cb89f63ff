"""Refusals in the reader's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games import set_theory
from numberhouse.games.set_theory.catalogue.hidden_set import Listed, Written
from numberhouse.games.set_theory.rules.gameplay import Options, Place, game
from numberhouse.games.set_theory.terminal.text import refuse
from numberhouse.games.set_theory.words.phrases import WORDS
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.set_theory.examples import TEN
from tests.games.set_theory.play import begin, do

HOME = Path(str(set_theory.__file__)).parent
RAISING = {"_refuse", "_refusal", "BadSets", "BadExpression", "IllegalAction"}
"""Calls that refuse: a code, then a template."""
ONLY_IN_RUSSIAN = {"it is decided already who begins; put a number on an empty cell": {"begins"}}
"""Placeholders that the English template leaves out, by template."""


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in the source, with the name of the function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            yield name, node


def refusals() -> Iterator[tuple[str, ast.expr, str]]:
    """Code, template and function of every refusal in the game's source."""
    for path in HOME.rglob("*.py"):
        for name, call in calls(path):
            if name in RAISING and len(call.args) > 1 and isinstance(call.args[0], ast.Constant):
                code, at = call.args[0].value, 2 if name == "BadExpression" else 1
                yield str(code), call.args[at], name
            elif name == "note" and isinstance(call.args[1], ast.Constant):
                yield str(call.args[1].value), call.args[2], name


def marked() -> set[str]:
    """All texts that are marked as ones to be translated, and the templates of refusals."""
    calls_with_text = [
        call.args[1 if name == "IllegalAction" else 0]
        for path in HOME.rglob("*.py")
        for name, call in calls(path)
        if name in ("message", "IllegalAction")
    ]
    return {str(one.value) for one in calls_with_text if isinstance(one, ast.Constant)}


def placeholders(text: str) -> set[str]:
    """Names of values; `{who}` and `{Who}`, as a sentence begins, are one."""
    return {re.split(r"[.\[]", name)[0].lower() for _, name, _, _ in Formatter().parse(text) if name}


def test_no_refusal_has_a_template_that_catalogues_miss() -> None:
    codes = set()
    for code, template, function in refusals():
        codes.add(code)
        assert not isinstance(template, ast.JoinedStr), code
        assert function == "IllegalAction" or not isinstance(template, ast.Constant), f"mark {template}"
    assert {"used", "example", "taken", "equal", "unknown-property", "seats", "options"} <= codes
    assert {"far-out", "no-cell", "not-understood"} <= codes  # of notation
    assert {"syntax", "division-by-zero", "too-many-calls"} <= codes  # of conditions


def test_every_text_has_russian_words_with_the_same_placeholders() -> None:
    texts = marked()
    assert len(texts) > 250
    for text in texts:
        russian = WORDS.translated(text, "ru")
        assert russian != text or not re.search("[a-z]", re.sub(r"{.*?}", "", text)), text
        assert placeholders(russian) <= placeholders(text) | ONLY_IN_RUSSIAN.get(text, set()), text


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
    assert refuse(caught.value, "ru") == "сейчас ходит место 2, а не место 1"


@pytest.mark.parametrize(
    ("seat", "text", "words"),
    [
        (0, "72@D4", ("seat 2 decides first who begins", "сначала место 2 решает, кто начинает")),
        (
            *(0, "dmo begins"),
            ("seat 2 decides who begins, not seat 1", "кто начинает, решает место 2, а не место 1"),
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
    assert refuse(caught.value, "ru") == "уже решено, что начинает место 1; поставьте число на пустую клетку"
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
    assert refuse(caught.value, "ru") == "в Теорию множеств играют двое, а мест 3"


def test_numbers_of_too_many_digits_are_not_shown() -> None:
    for options, english, russian in (
        (
            {"sets": (*TEN[:9], Listed((10**30,)))},
            "set J: a number of so many digits is listed; numbers from 10 to 999999 are accepted",
            "множество J: в списке есть число из стольких цифр; можно числа от 10 до 999999",
        ),
        (
            {"sets": TEN, "example_numbers": ((10**30,), *[()] * 9)},
            "set A: a number of so many digits can't be an example; numbers from 10 to 999999 are accepted",
            "множество A: число из стольких цифр не может быть примером; можно числа от 10 до 999999",
        ),
    ):
        with pytest.raises(IllegalAction) as caught:
            Match(game, "seed", Options(**options))
        assert (caught.value.message, refuse(caught.value, "ru")) == (english, russian)
    with pytest.raises(IllegalAction) as caught:
        begin().act(1, Place(10**30, "A1"))
    assert (
        refuse(caught.value, "ru")
        == "число из стольких цифр не подходит; можно ставить числа от 10 до 999999"
    )


def test_what_comes_from_elsewhere_stays_english() -> None:
    assert refuse(IllegalAction("strange", "no such thing"), "ru") == "no such thing"
