"""Refusals in the reader's language."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games import addition_crypt
from numberhouse.games.addition_crypt.rules.model import Lock, Submit
from numberhouse.games.addition_crypt.rules.options import Options, check
from numberhouse.games.addition_crypt.terminal.text import refuse
from numberhouse.games.addition_crypt.words.notation import parse
from numberhouse.games.addition_crypt.words.refusals import NOTATION, OPTIONS, RUSSIAN
from numberhouse.registry import find
from tests.games.addition_crypt.play import begin, play

FOLDER = Path(str(addition_crypt.__file__)).parent


def first_words(name: str, *functions: str) -> set[str]:
    """The first argument, where it is written out, of every call of one of the functions in a module."""
    tree = ast.parse((FOLDER / name).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in functions]
    return {
        constant.value
        for call in named
        for constant in ast.walk(call.args[0])
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_every_code_has_russian_words() -> None:
    raised: set[str] = set()
    for path in FOLDER.rglob("*.py"):
        raised |= first_words(str(path), "IllegalAction")
    raised |= first_words("rules/round.py", "_refusal")
    assert raised == set(RUSSIAN)
    assert first_words("rules/options.py", "_refuse") == set(OPTIONS)
    assert first_words("words/notation.py", "_refusal") == set(NOTATION)


def said(illegal: pytest.ExceptionInfo[IllegalAction]) -> str:
    assert refuse(illegal.value) == illegal.value.message
    return refuse(illegal.value, "ru")


def test_what_a_seat_is_refused() -> None:
    match = play(begin(3), ["A* B", "C* A", "E* F"])
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(0, 2, 0))
    assert said(illegal) == "A был у вас в раунде 1, в раунде 2 его брать нельзя; можно C D E F G."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 2, 2))
    assert said(illegal) == "C назван дважды; назовите два разных узла."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 7, 2))
    assert said(illegal) == "Узла H нет; узлы от A до G."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 4))
    assert said(illegal).startswith("У одного из двух узлов должна быть звёздочка")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Lock())
    assert said(illegal).startswith("В раунде 2 ещё ничего не подано")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=1))
    assert said(illegal).startswith("Поздно: раунд 1 закрыт, идёт раунд 2")
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=3))
    assert said(illegal) == "Рано: это для раунда 3, а ещё идёт раунд 2."
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Submit(2, 3, 2, round=8))
    assert said(illegal) == "Раунда 8 нет; раунды от 1 до 7, сейчас идёт раунд 2."
    match.act(0, Submit(2, 3, 2))
    match.act(0, Lock())
    with pytest.raises(IllegalAction) as illegal:
        match.act(0, Lock())
    assert said(illegal).startswith("Заявка раунда 2 уже подтверждена")
    with pytest.raises(IllegalAction) as illegal:
        match.expire(0)
    assert find("addition-crypt").refuse(illegal.value, "ru", ["Ann", "Bob", ""]) == (
        "Ann: партия не ждёт этого хода, и его время выйти не может; ждут: Bob, место 2"
    )
    match.expire(1)
    with pytest.raises(IllegalAction) as illegal:
        match.act(1, Submit(2, 3, 2))
    assert said(illegal) == "Поздно: в раунде 2 время вышло; ждите следующего."


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
    assert said(illegal).startswith(f"{words}; напишите два узла")


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
    ],
)
def test_options_that_are_refused(options: Options, words: str) -> None:
    with pytest.raises(IllegalAction) as illegal:
        check(options, 13)
    assert said(illegal) == words


def test_too_few_seats() -> None:
    with pytest.raises(IllegalAction) as illegal:
        check(Options(), 1)
    assert said(illegal) == "Для Склепа сложения не годится число мест 1; можно от 2 до 26."


def test_a_code_without_words_is_told_as_it_is() -> None:
    assert refuse(IllegalAction("other", "something else", {}), "ru") == "something else"
