"""Refusals in Russian: every one that the game can raise has words, and the words fill in."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.turing_machine.problems.layout import CARDS_EACH, Layout
from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.rules.deal import HANDICAPS
from numberhouse.games.turing_machine.rules.gameplay import Options, game
from numberhouse.games.turing_machine.rules.sheet import UNKNOWN
from numberhouse.games.turing_machine.terminal.text import refuse
from numberhouse.games.turing_machine.words.notation import parse
from numberhouse.games.turing_machine.words.phrases import WORDS
from numberhouse.match import Match

PROBLEM = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))

FOLDER = Path(str(files("numberhouse.games.turing_machine")))
RAISING = {"IllegalAction": 1, "_refuse": 0, "BadLayout": 0}
"""Calls that make a refusal, with the place of their template."""
HELPERS = {"round.py": 1, "notation.py": 0}
"""The same for `_refusal`, which is short for `IllegalAction`, by file."""


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            yield node


def raised() -> Iterator[tuple[str, ast.expr]]:
    """Where a refusal is made, and its template."""
    for path in FOLDER.rglob("*.py"):
        places = {**RAISING, "_refusal": HELPERS.get(path.name, 0)}
        for call in calls(ast.parse(path.read_text(encoding="utf-8")), *places):
            yield f"{path.name}:{call.lineno}", call.args[places[call.func.id]]  # type: ignore[attr-defined]


def test_every_refusal_is_a_text_of_the_catalogue_with_russian_words() -> None:
    seen = dict(raised())
    assert len(seen) > 40
    for where, template in seen.items():
        marked = isinstance(template, ast.Call) and getattr(template.func, "id", "") == "message"
        literal = template.args[0] if isinstance(template, ast.Call) and marked else template
        if isinstance(literal, ast.Constant):
            assert WORDS.translated(str(literal.value), "ru") != literal.value, where
        else:
            # A text that is marked elsewhere: by a name, from a mapping, or handed on.
            assert isinstance(literal, ast.Name | ast.Subscript | ast.Attribute), where


@pytest.mark.parametrize("texts", [CARDS_EACH, HANDICAPS, UNKNOWN])
def test_refusals_that_differ_by_a_setting_have_russian_words(texts: Mapping[Any, str]) -> None:
    for text in texts.values():
        assert WORDS.translated(text, "ru") != text


def refused(seat: int, text: str, *before: tuple[int, str], **options: Any) -> str:
    match = Match(game, "seed", Options(problem=PROBLEM.id, **options), 2)
    for mover, line in before:
        match.act(mover, parse(line))
    with pytest.raises(IllegalAction) as caught:
        match.act(seat, parse(text))
    assert refuse(caught.value) == refuse(caught.value, "en") == caught.value.message
    return refuse(caught.value, "ru")


def test_what_a_player_reads() -> None:
    assert refused(0, "A") == "спрашивать пока не о чем; сначала предложите код, например 345"
    assert refused(0, "111", (0, "345")) == (
        "345 уже предложено, в этом раунде предложение не меняют; "
        "спросите о нём проверяющего или закончите вопросы"
    )
    assert refused(0, "A", (0, "345"), (0, "A")) == (
        "проверяющий A уже ответил на 345; спросите другого или закончите вопросы"
    )
    assert refused(0, "E", (0, "345")) == "такого проверяющего нет; здесь проверяющие A, B, C, D"
    assert refused(0, "solve 241") == (
        "решения говорят, когда все закончили спрашивать; пока предлагайте, спрашивайте или закончите вопросы"
    )
    assert refused(0, "345", (0, "done"), (1, "done")) == (
        "вопросы в этом раунде окончены; назовите код или скажите «ещё нет»"
    )
    assert refused(1, "345", style="team") == (
        "в раунде 1 за команду действует место 1; перо идёт по кругу, а пока можно вести заметки"
    )
    assert refused(0, "note A.9") == (
        "«A.9» здесь вычеркнуть нельзя; можно цифру, например t1, s5 или c3, закон, например A.2"
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"cards": ((4,), (4,), (9,), (11,))},
            "карта 4 лежит больше одного раза; все карты должны быть разными",
        ),
        ({"cards": ((4,), (9,))}, "в задаче 4, 5 или 6 проверяющих, а не 2"),
        ({"cards": ((4, 5), (9,), (11,), (14,))}, "у проверяющего A карт: 2; в этом режиме нужна 1"),
        ({"handicap": (1,)}, "указано фор: 1, а нужно 2 или ни одной"),
        ({"problem": "XYZ"}, "номер задачи не читается; номера печатает `numberhouse generate`"),
        ({"level": "odd"}, "настройка level не может быть «odd»; возможно: easy, standard, hard, any"),
    ],
)
def test_what_a_host_reads(options: dict[str, Any], words: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.setup(Options(**options), 2, Chance("seed", 0))
    assert refuse(caught.value, "ru") == words


@pytest.mark.parametrize(
    "text", ["", "x" * 6000, "фы фы", "ask a b", "в", "z", "389", "1", "note q9", "note: \\q"]
)
def test_lines_of_text_that_are_refused_are_refused_in_russian(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        parse(text)
    words = refuse(caught.value, "ru")
    assert words != caught.value.message
    assert "{" not in words


def test_what_has_no_russian_words_is_shown_in_english() -> None:
    assert refuse(IllegalAction("of-tomorrow", "not today"), "ru") == "not today"
