"""Refusals in the reader's language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games import mixmath
from numberhouse.games.mixmath.rules.checks import not_on_rack
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Action,
    Exchange,
    Line,
    Options,
    Pass,
    Place,
    State,
    game,
)
from numberhouse.games.mixmath.terminal.text import refuse
from numberhouse.registry import find
from numberhouse.words import words_of
from tests.games.mixmath.rules.test_board import board
from tests.games.mixmath.rules.test_rules import CHALLENGE, CHANCE, SEVEN, do, table

FOLDER = Path(mixmath.__file__).parent
WORDS = words_of("numberhouse.games.mixmath")
RAISING = ("IllegalAction", "Refusal", "_refusal")


def raised() -> Iterator[tuple[str, ast.Call]]:
    """Every refusal in the folder's sources, with its place."""
    for path in sorted(set(FOLDER.rglob("*.py")) - {FOLDER / "terminal" / "commands.py"}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISING:
                yield f"{path.name}:{node.lineno}", node


def literal(node: ast.expr) -> str | None:
    """A text that is written out, marked or not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def fields(template: str) -> set[str]:
    """The names of a template's placeholders."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_refusal_has_russian_words() -> None:
    templates = {literal(node.args[1]): place for place, node in raised()}
    assert len(templates) > 30
    for template, place in templates.items():
        if template is not None:
            assert WORDS.translated(template, "ru") != template, place


def test_every_placeholder_of_a_refusal_has_its_value() -> None:
    checked = 0
    for place, node in raised():
        template, *values = literal(node.args[1]), *node.args[2:]
        if template is None or (values and not isinstance(values[0], ast.Dict)):
            continue
        names = {keyword.arg for keyword in node.keywords}
        for written in values:
            assert isinstance(written, ast.Dict)
            names |= {literal(key) for key in written.keys if key is not None}
        for text in (template, WORDS.translated(template, "ru")):
            assert fields(text) <= names, place
        checked += 1
    assert checked > 25


BEFORE = table((3, 3, 4, 5, 20, 64), SEVEN)


@pytest.mark.parametrize(
    ("state", "action", "english", "russian"),
    [
        (
            BEFORE,
            Place("F7", 20),
            "20 on F7 is no result of 1 and 2",
            "20 на F7 не получается из чисел: 1 и 2.",
        ),
        (
            do(BEFORE, Place("F7", 3)),
            Place("E7", 3),
            "3 on E7 is no result of 3 and 1 with +, the sign of that square",
            "3 на E7 не получается из чисел: 3 и 1, а на этой клетке годится только знак +.",
        ),
        (
            do(BEFORE, Place("F7", 3)),
            Place("F7", 3),
            "F7 is taken: 3 lies there; choose an empty cell",
            "F7 занята: там лежит 3; выберите пустую клетку.",
        ),
        (
            do(BEFORE, Place("F7", 3)),
            Pass(),
            "no pass after a placement in the same turn; end the turn instead",
            "Если фишка выложена, пасовать в этот ход нельзя; закончите ход.",
        ),
        (
            BEFORE,
            Place("F7", 81),
            "81 isn't on your rack that many times; you have 3 3 4 5 20 64",
            "На вашей подставке нет столько таких фишек: 81. У вас: 3 3 4 5 20 64.",
        ),
        (
            BEFORE,
            Exchange((3, 3, 4, 5, 20, 64)),
            "6 tiles can't be exchanged, the bag has 5; exchange fewer or pass",
            "Столько фишек не обменять: нужно 6, в мешке 5; обменяйте меньше или пасуйте.",
        ),
        (
            BEFORE,
            Line((Place("F7", 3),)),
            "a line of one placement ends the turn, or it is just a placement",
            "Строка из одной фишки заканчивает ход; без этого кладите просто фишку.",
        ),
        (
            table((20,), SEVEN, board=board(A4=4, B4=2, C4=2, D5=3, D6=4), options=Options(chains=True)),
            Place("D4", 20),
            "20 on D4 is no result of 2 and 2 or 3 and 4, nor of more numbers of the line 2 2 4 beside it, "
            "read from either end",
            "20 на D4 не получается ни из чисел: 2 и 2 или 3 и 4, ни из большего числа чисел соседнего ряда "
            "2 2 4, прочитанных с любого конца.",
        ),
        (
            BEFORE,
            Place("F7", 3, blank=True),
            "a blank isn't on your rack that many times; you have 3 3 4 5 20 64",
            "На вашей подставке нет столько пустых фишек. У вас: 3 3 4 5 20 64.",
        ),
        (
            BEFORE,
            Accept(),
            "there is no tile that this seat could challenge or accept now; in this match only right tiles "
            "can be laid",
            "Сейчас нет фишки, которую вы могли бы принять или оспорить; "
            "в этой партии ложатся только верные.",
        ),
    ],
)
def test_whole_sentences(state: State, action: Action, english: str, russian: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, 0, action, CHANCE)
    assert refuse(caught.value) == refuse(caught.value, "de") == english
    assert find("mixmath").refuse(caught.value) == english
    assert refuse(caught.value, "ru") == russian


@pytest.mark.parametrize(
    ("text", "russian"),
    [
        ("12 to Q7", "«12» непонятно"),
        ("12@A15", "Клетки A15 нет; клетки — от A1 до N14, например G7."),
        ("exchange", "Для обмена назовите от 1 до 7 фишек с подставки, например: обмен 3 3 17."),
        (" ", "Ничего не написано; положите фишку"),
        ("9" * 501, "В строке символов: 501; читаются не больше 500."),
        ("9" * 10_001, "в действии знаков 10001; читаются не больше 10000"),
        ("\x1b[2J", "«\N{REPLACEMENT CHARACTER}[2j» непонятно"),
        ("обмен \x1b[2J", "«\N{REPLACEMENT CHARACTER}[2j» — не фишка"),
    ],
)
def test_what_was_written(text: str, russian: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        find("mixmath").parse(text)
    assert refuse(caught.value, "ru").startswith(russian)


@pytest.mark.parametrize(
    ("options", "russian"),
    [
        (Options(idle_rounds=9), "Кругов без фишек может быть от 0 до 4, а не 9."),
        (Options(turn_ends="bot"), "Ход кончается сам (itself) или по слову игрока (player), а не «bot»."),  # type: ignore[arg-type]
        (Options(blanks=1), "Пустых фишек может быть 0 или 2, а не 1."),  # type: ignore[arg-type]
    ],
)
def test_options(options: Options, russian: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.setup(options, 2, CHANCE)
    assert refuse(caught.value, "ru") == russian


def test_an_empty_rack_has_nothing() -> None:
    assert refuse(not_on_rack(4, ())) == "4 isn't on your rack that many times; you have nothing"
    assert refuse(not_on_rack(4, ()), "ru") == "На вашей подставке нет столько таких фишек: 4. У вас: ничего."


def test_other_players_are_called_by_their_names() -> None:
    state = do(table(SEVEN, SEVEN, SEVEN, options=CHALLENGE), Place("F7", 3))
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, 0, Pass(), CHANCE)
    assert refuse(caught.value, "en", ["Ann", "", "Cyd"]) == (
        "the last tile may still be challenged by: seat 2, Cyd; wait for their answers"
    )
    assert refuse(caught.value, "ru", ["Ann", "", "Cyd"]) == (
        "Последнюю фишку ещё могут оспорить: место 2, Cyd; дождитесь их ответа."
    )
    with pytest.raises(IllegalAction) as caught:
        game.apply(table(SEVEN, SEVEN), 1, Pass(), CHANCE)
    assert refuse(caught.value, "en", ["Ann"]) == "it is the turn of Ann; wait until it has come round"
    assert str(caught.value) == "it is the turn of seat 1; wait until it has come round"
