"""`numberhouse solve sign-cook`, and the answers behind it."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.sign_cook.rules.dishes.dish import prepare
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import START, lacking
from numberhouse.games.sign_cook.solver.answers import best_starter, expressions, longest_word, nearest
from numberhouse.games.sign_cook.terminal.solve import solve
from tests.games.sign_cook.play import WORDS
from tests.games.sign_cook.solver.test_cooking import writable


def run(*args: str) -> Result:
    return CliRunner().invoke(solve, args)


@pytest.mark.parametrize(("digits", "signs"), [("12", "+"), ("123", "+x"), ("1234", "+-^")])
def test_every_expression_is_listed_once(digits: str, signs: str) -> None:
    listed = list(expressions(digits + signs, 9, 9))
    assert len(listed) == len(set(listed)) == writable(len(digits), len(signs))


@pytest.mark.parametrize(
    ("pantry", "target", "distance", "signs"),
    [
        ("12345+-", 100, 5, 1),
        ("1234+-x", 24, 0, 2),
        ("50-", 24, 19, 0),
        ("-", 24, None, 0),
        ("77/", 24, 17, 0),
    ],
)
def test_small_pantries_are_proven(pantry: str, target: int, distance: int | None, signs: int) -> None:
    answer = nearest(pantry, target, 1.0)
    assert answer.proven
    assert answer.distance == (None if distance is None else Fraction(distance))
    assert answer.length == signs


def test_a_large_pantry_is_found_with_a_bound() -> None:
    answer = nearest("1234567+-x/", 538, 1.0)
    assert answer.distance == answer.least_distance == Fraction(0)
    assert (answer.most, answer.proven) == (4, False)
    assert prepare("main", answer.dish).values == ("538",)


def test_the_best_starter_of_a_pantry_is_proven() -> None:
    """Two courses take all four digits; by hand, 4 and 5 are the highest: 4/1 and 2+3."""
    answer = best_starter("1234+/", 2.0)
    assert (answer.length, answer.most, answer.proven) == (2, 2, True)
    values = sorted(map(int, prepare("starter", answer.dish).values))
    assert values == [4, 5]
    assert best_starter("1+", 1.0)[:4] == ((), 0, 0, True)


def test_facts_the_best_starter_of_the_starting_tiles_is_proven() -> None:
    answer = best_starter(START, 10.0)
    assert (answer.length, answer.most, answer.proven) == (4, 4, True)
    assert sorted(prepare("starter", answer.dish).values) == ["13", "14", "15", "16"]


def test_the_longest_word_within_its_bound() -> None:
    answer = longest_word(Options(words=WORDS), "125", 1.0)
    assert (answer.word, answer.length, answer.most, answer.proven) == ("be", 2, 3, False)
    answer = longest_word(Options(words=WORDS), "25", 1.0)
    assert (answer.word, answer.length, answer.most, answer.proven) == ("be", 2, 2, True)
    answer = longest_word(Options(words=WORDS), "10252", 1.0)
    assert not lacking("10252", "".join(answer.dish))
    assert answer.length <= answer.most


def test_the_answers_of_the_command() -> None:
    told = json.loads(run("--digits", "213", "--mine", "213,000,999", "--json").output)
    assert told["digits"]["equations"] == ["2+1=3"]
    assert told["path"]["proven"]
    assert "  1x1=1\n" in run("--digits", "111").output
    assert run("--digits", "198").output == "198: can't be mined (proven)\n"
    text = run("--course", "main", "--pantry", "1234+-x").output
    assert "distance 0 from 24 (proven)" in text
    assert "signs    2 (proven)" in text


@pytest.mark.parametrize(
    ("args", "refusal"),
    [
        ([], "nothing is asked"),
        (["--course", "main", "--pantry", "12a"], "there is no tile 'a'"),
        (["--course", "main", "--pantry", "1" * 61], "--pantry has 61 tiles; 1 to 60 are accepted"),
        (["--course", "main", "--target", "0"], "1 to 9999 is accepted"),
        (["--course", "starter", "--target", "24"], "--target goes with --course main only"),
        (["--mine", "123"], "--mine has 1 rows; 2 to 26 are accepted"),
        (["--mine", "123,12"], "row 2 has 2 cells"),
        (["--mine", "123,1x3"], "row 2 is '1x3'"),
        (["--digits", "12"], "3 to 7 digits are accepted"),
    ],
)
def test_refusals_say_what_is_accepted(args: list[str], refusal: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert refusal in result.output
