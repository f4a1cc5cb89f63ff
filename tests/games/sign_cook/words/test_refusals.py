"""Refusals in the reader's language: every code has Russian words, and they say what would be accepted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import polib
import pytest

import numberhouse.games.sign_cook as folder
from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules.gameplay import Options, game
from numberhouse.games.sign_cook.terminal.text import refuse
from numberhouse.games.sign_cook.words.notation import parse
from numberhouse.match import Match
from numberhouse.words import words_of
from tests.games.sign_cook.play import begin, refused

HERE = Path(folder.__file__).parent
WORDS = words_of("numberhouse.games.sign_cook")
RAISERS = {"IllegalAction", "BadExpression", "BadDish", "BadWords", "MissingWords"}
PASSED_ON = {"self.template", "self.in_dish", "template", "REFUSED[course]", "SEATS"}
"""What stands for a template where it isn't written: those are marked at another place."""
BESIDES = {"open"}
"""Placeholders of Russian alone: how many values are undecided, where English names them."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Whatever makes a refusal anywhere in the folder."""
    for path in sorted(HERE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS:
                yield f"{path.name}:{node.lineno}", node


def literal(node: ast.expr) -> str | None:
    """The text that is written there, marked or not."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "message":
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_every_refusal_is_a_template_with_russian_words() -> None:
    """A text that was put together from pieces would be in no catalogue."""
    codes = set()
    for place, call in calls():
        codes.add(literal(call.args[0]))
        texts = call.args[:1] if "Words" in ast.unparse(call.func) else call.args[1:2]
        texts += call.args[2:3] if ast.unparse(call.func) == "BadExpression" else []
        for text in texts:
            template = literal(text)
            if template is None:
                assert ast.unparse(text) in PASSED_ON, place
            else:
                assert WORDS.translated(template, "ru") != template, place
    assert {"not-owned", "closed-cell", "notation", "options", "too-large", "no-letter"} <= codes


def test_a_translation_takes_the_values_of_the_template() -> None:
    catalogue = polib.pofile((HERE / "locale" / "ru.po").read_text(encoding="utf-8"))
    for entry in catalogue:
        if any(path.endswith(".py") for path, _ in entry.occurrences):
            assert fields(entry.msgstr) <= fields(entry.msgid) | BESIDES, entry.msgid


@pytest.mark.parametrize(
    ("lines", "text", "told"),
    [
        ([], "visit minus-market 0 sure", "в кладовой не хватает: 0; там есть: 1 2 3 4 5 6 7 8 9 + − × ÷ ^"),
        ([], "visit plus-palace 9 sure", "9 меняют и так; подтверждение нужно только для 0"),
        (["buy 0"], "visit plus-palace 0", "Дворец плюсов: за 0 не дают ничего, а он потрачен; если это"),
        (["buy 0"], "buy 1", "купить фишку можно один раз за партию; вы уже купили 0"),
        (["visit plus-palace 1"] * 1 + ["visit plus-palace 2", "visit plus-palace 3"], "visit plus-palace 4",
         "посещений в раунде 3, и все они сделаны; подавайте блюдо"),
        (["serve nothing"], "serve nothing", "ваше блюдо раунда 1 у судьи; подождите остальных"),
        ([], "mine B8 A8 2=1", "ячеек на пути 2; добыть можно от 3 до 7"),
        ([], "mine B8 A8 A9 2+1=3", "ячейки A9 нет; они идут от A1 до H8"),
        ([], "mine B8 A8 B8 2+1=2", "B8 стоит на пути дважды; можно один раз"),
        ([], "mine B8 A8 A6 2+1=2", "A8 и A6 не соседи по стороне; за A8 могут идти: A7 B8"),
        (["mine B8 A8 A7 2+1=3"], "mine A8 A7 A6 1+3=2", "A8 закрыта: вы её уже добыли"),
        ([], "mine B8 A8 A7 2+1=4", "в ячейках B8 A8 A7 стоят 2 1 3, в равенстве 2 1 4; нужны все они"),
        ([], "mine B8 A8 A7 2-1=3", "2−1=3: неверно, слева направо выходит 1"),
        ([], "mine B8 A8 A7 21=3", "21=3: нужен один из + − × ÷, последним знак ="),
        ([], "serve 1+", "выражение 1, позиция 3: выражение кончается там, где ожидается число"),
        ([], "serve 1+2; 3 4", "выражение 2, позиция 3: ожидается знак или конец, а стоит 4"),
        ([], "serve (1+2)", "выражение 1, позиция 1: скобок здесь нет; его пишут цифрами"),
        ([], "serve 05+1", "выражение 1, позиция 1: число из нескольких цифр не начинается с 0"),
        ([], "serve 7", "выражение 1, 7, без знака; в закуске знак есть в каждом"),
        ([], "serve 7/2", "выражение 1, 7÷2, даёт 7/2; нужно целое число"),
        ([], "serve 7-2; 9+1", "значения закуски идут подряд, каждое один раз; от 5 до 10 нет 6, 7, 8, 9"),
        ([], "serve 8^97654321", "выражение 1: слишком велико, чтобы судить: знак ^ даёт число"),
        ([], "visit bazaar 9", "места bazaar нет; есть дворец, рынок, станция, кухня и площадь"),
        ([], "dance", "dance: непонятно; пишут: обменять"),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_in_russian(lines: list[str], text: str, told: str) -> None:
    match = begin()
    for line in lines:
        match.act(0, parse(line))
    refusal = refused(match, 0, text)
    assert refuse(refusal, "ru").startswith(told)
    assert refuse(refusal) == refuse(refusal, "fr") == refusal.message


@pytest.mark.parametrize(
    ("options", "seats", "told"),
    [
        ({}, 1, "Sign Cook: мест 1, а может быть от 2 до 8"),
        ({"mine": ("12", "3")}, 2, "ячеек в строке 2 шахты 1, а в строке 1 их 2"),
        ({"mine": ("12", "3x")}, 2, "в строке 2 шахты стоит x; можно цифры от 0 до 9"),
        ({"garnets": (1, 2, 3)}, 2, "чисел гранатов 3 на мест 2; можно одно на всех или каждому своё"),
        ({"garnets": -1}, 2, "гранатов -1; можно от 0 до 1000000"),
        ({"overruled": ("Ace",)}, 2, "среди слов, о которых решено иначе, есть Ace; можно 2–15"),
        ({"words": "ace b"}, 2, "слово 2 списка: b; в слове от 2 до 15 букв, каждая от a до z"),
    ],
)
def test_options_are_refused_in_russian(options: dict[str, Any], seats: int, told: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        Match(game, "seed", Options(**options), seats)
    assert refuse(caught.value, "ru").startswith(told)


def test_a_code_of_the_house_keeps_its_message() -> None:
    assert refuse(IllegalAction("late", "too late"), "ru") == "too late"


def test_no_english_is_left_in_russian() -> None:
    """Of words only names stand there in Latin letters."""
    refusal = refused(begin(), 0, "serve 9^9^6-1; 9")
    assert not re.search("[a-z]{4,}", refuse(refusal, "ru"))
