"""Refusals in the reader's language."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games import mixmath
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
from numberhouse.games.mixmath.words.refusals import RUSSIAN
from numberhouse.registry import find
from tests.games.mixmath.test_rules import CHANCE, SEVEN, do, table

FOLDER = Path(mixmath.__file__).parent


def raised() -> Iterator[tuple[str, str]]:
    """The first word of every refusal in the folder's sources: its code, or why a line isn't understood."""
    for path in sorted(set(FOLDER.rglob("*.py")) - {FOLDER / "terminal" / "commands.py"}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
                first = node.args[0]
                called = node.func.id in ("refusal", "_refusal", "IllegalAction")
                if called and isinstance(first, ast.Constant):
                    yield path.stem, str(first.value)
                elif called and not isinstance(first, ast.Name):
                    raise AssertionError(f"{path}:{node.lineno}: the code isn't written out")


def test_every_refusal_has_russian_words() -> None:
    found = set(raised())
    assert len(found) > 30
    for stem, code in found - {("notation", "notation")}:
        name = f"notation: {code}" if stem == "notation" else code
        assert any(known == name or known.startswith(f"{name}: ") for known in RUSSIAN), name


def test_no_russian_words_are_left_over() -> None:
    codes = {f"notation: {code}" if stem == "notation" else code for stem, code in raised()}
    elsewhere = {"line-of-one"}
    assert {name for name in RUSSIAN if name not in codes | elsewhere} == {
        "nothing-to-challenge: right",
        "options: blanks",
        "options: idle_rounds",
        "options: operations",
        "options: turn_ends",
        "sign: chains",
        "unsolved: chains",
    }


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
            "81 is not on your rack as often as that; you have 3 3 4 5 20 64",
            "На вашей подставке столько раз этого нет: 81. У вас: 3 3 4 5 20 64.",
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
    assert refuse(caught.value, "ru") == russian


@pytest.mark.parametrize(
    ("text", "russian"),
    [
        ("12 to Q7", "«12» непонятно"),
        ("12@A15", "Клетки A15 нет; клетки — от A1 до N14, например G7."),
        ("exchange", "Для обмена назовите от 1 до 7 фишек с подставки, например: обмен 3 3 17."),
        (" ", "Ничего не написано; положите фишку"),
        ("9" * 501, "В строке символов: 501; читаются не больше 500."),
        ("9" * 10_001, "В строке символов: 10001; читаются не больше 10000."),
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


def test_every_phrase_is_filled_by_what_its_refusal_holds() -> None:
    fields = {name for text in RUSSIAN.values() for _, name, _, _ in string.Formatter().parse(text) if name}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    for name in fields:
        assert f"{name}=" in sources or f'"{name}"' in sources, name


def test_other_players_are_called_by_their_names() -> None:
    refused = IllegalAction("waiting", "…", {"waiting": [0, 2]})
    assert refuse(refused, "en", ["Ann", "", "Cyd"]).startswith(
        "the last tile may still be challenged by: Ann, Cyd;"
    )
    assert refuse(refused, "ru", ["", "", "Cyd"]) == (
        "Последнюю фишку ещё могут оспорить: место 0, Cyd; дождитесь их ответа."
    )
