"""Refusals in the reader's language."""

from __future__ import annotations

import ast
from pathlib import Path
from string import Formatter

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games import addition_crypt
from numberhouse.games.addition_crypt.rules.model import Lock, Submit
from numberhouse.games.addition_crypt.rules.options import Options, check
from numberhouse.games.addition_crypt.terminal.text import refuse
from numberhouse.games.addition_crypt.words.notation import parse
from numberhouse.games.addition_crypt.words.phrases import WORDS
from numberhouse.registry import find
from tests.games.addition_crypt.play import begin, play
from tools.update_words import python_texts

FOLDER = Path(str(addition_crypt.__file__)).parent
RAISING = (*sorted((FOLDER / "rules").glob("*.py")), FOLDER / "words" / "notation.py")


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_refusal_has_russian_words_for_the_same_values() -> None:
    templates = {str(text) for path in RAISING for text, _ in python_texts(path)}
    assert len(templates) > 30
    for template in templates:
        russian = WORDS.translated(template, "ru")
        assert russian != template
        # Whatever is refused of a notation brings what is accepted; English doesn't always show it.
        assert placeholders(russian) - {"accepted"} <= placeholders(template), template


def test_every_refusal_is_a_text_of_the_catalogue() -> None:
    for path in RAISING:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            place = {"IllegalAction": 1, "message": 0, "_refusal": 1}.get(node.func.id)
            if place is not None:
                template = node.args[place]
                literal = isinstance(template, ast.Constant)
                assert literal or isinstance(template, ast.Name | ast.Call), ast.unparse(node)


def both(caught: pytest.ExceptionInfo[IllegalAction]) -> str:
    """The refusal in Russian; in English it is the message itself."""
    assert refuse(caught.value) == caught.value.message
    return refuse(caught.value, "ru")


def test_what_a_seat_is_refused() -> None:
    match = play(begin(3), ["A* B", "C* A", "E* F"])
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(0, 2, 0))
    assert both(illegal) == "A был у вас в раунде 1, в раунде 2 его брать нельзя; можно C D E F G."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 2, 2))
    assert both(illegal) == "C назван дважды; назовите два разных узла."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 7, 2))
    assert both(illegal) == "Узла H нет; узлы от A до G."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 4))
    assert both(illegal).startswith("У одного из двух узлов должна быть звёздочка")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Lock())
    assert both(illegal).startswith("В раунде 2 ещё ничего не подано")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=1))
    assert both(illegal).startswith("Поздно: раунд 1 закрыт, идёт раунд 2")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=3))
    assert both(illegal) == "Рано: это для раунда 3, а ещё идёт раунд 2."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=8))
    assert both(illegal) == "Раунда 8 нет; раунды от 1 до 7, сейчас идёт раунд 2."
    match.act(0, Submit(2, 3, 2))
    match.act(0, Lock())
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Lock())
    assert both(illegal).startswith("Заявка раунда 2 уже подтверждена")
    with pytest.raises(IllegalAction) as illegal:
        match.expire(0)
    assert find("addition-crypt").refuse(illegal.value, "ru", ["Ann", "Bob", ""]) == (
        "Ann: партия не ждёт этого хода, и его время выйти не может; ждут: Bob, место 3"
    )
    match.expire(1)
    with pytest.raises(IllegalAction) as illegal:
        match.act(1, Submit(2, 3, 2))
    assert both(illegal) == "Поздно: в раунде 2 время вышло; ждите следующего."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Ничего не написано"),
        ("hello", "«hello» не понять"),
        ("C B", "В «C B» нет звёздочки"),
        ("C* B*", "В «C* B*» больше одной звёздочки"),
        ("С* B", "Буква «С» здесь кириллическая и может значить C или S; нужна латинская"),
        ("C" * 300, "В строке знаков: 300; читается не больше 200"),
    ],
)
def test_what_is_not_understood(text: str, words: str) -> None:
    with pytest.raises(IllegalAction) as illegal:
        parse(text)
    assert both(illegal).startswith(f"{words}; напишите два узла")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(start=(1, 2)), "В start названо узлов: 2; можно от 4 до 26."),
        (Options(rounds=()), "В rounds названо раундов: 0; можно от 1 до 30."),
        (Options(rounds=((),)), "В раунде 1 не названо ничего; обычный раунд называется theme."),
        (Options(rounds=(("sixify", "sixify"),)), "В раунде 1 одно и то же названо дважды; можно один раз."),
        (
            Options(rounds=(("theme", "sixify"),)),
            "Раунд 1 назван theme и ещё чем-то; theme значит обычный раунд и стоит один.",
        ),
        (Options(base=1), "base: 1; можно от 2 до 36."),
        (Options(amounts=(0, -1)), "amounts, второй узел: -1; можно от 0 до 1000."),
        (Options(start=(0, 0, -1, 0)), "start, узел C: -1; можно от 0 до 1000000."),
    ],
)
def test_options_that_are_refused(options: Options, words: str) -> None:
    with pytest.raises(IllegalAction) as illegal:
        check(options, 13)
    assert both(illegal) == words


def test_too_few_seats() -> None:
    with pytest.raises(IllegalAction) as illegal:
        check(Options(), 1)
    assert both(illegal) == "Для Склепа сложения не годится число мест 1; можно от 2 до 26."


def test_a_code_without_words_is_told_as_it_is() -> None:
    assert refuse(IllegalAction("other", "something else", {}), "ru") == "something else"
