"""`numberhouse sets`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.set_theory.catalogue import CATALOGUE
from numberhouse.games.set_theory.catalogue.bitmaps import count
from numberhouse.games.set_theory.catalogue.predicates import values
from numberhouse.games.set_theory.terminal.commands import prepare, sets


def run(*args: str) -> Result:
    return CliRunner().invoke(sets, args)


def test_the_catalogue_as_json() -> None:
    rows = json.loads(run("--json").output)
    assert [row["id"] for row in rows] == list(CATALOGUE)
    primes = next(row for row in rows if row["id"] == "prime")
    assert primes == {
        "id": "prime",
        "family": "primes",
        "tier": "plain",
        "statement": "is prime",
        "flags": [],
        "density": 78_494 / 999_990,
        "members": 78_494,
    }


def test_a_family_in_russian_and_a_text() -> None:
    output = run("--family", "names", "--lang", "ru").output
    assert "name-has-w " in output
    assert "имеет английское название с буквой w" in output
    assert "\nprime " not in output
    found = run("--find", "МЕРТЕНСА").output
    assert found.startswith("a002321-positive ")
    assert found.endswith("1 of 250 properties\n")
    assert "[same-in-range]" in run("--find", "contains-8").output


def test_members_and_overlaps() -> None:
    answer = json.loads(run("prime", "n % 7 = 3", "--json").output)
    assert [one["set"] for one in answer["sets"]] == ["prime", "n % 7 == 3"]
    assert answer["sets"][1]["below_1000"][:3] == [10, 17, 24]
    assert answer["sets"][1]["members"] == count("residue-3-mod-7")
    assert answer["overlaps"][0]["sets"] == ["prime", "n % 7 == 3"]
    (five,) = json.loads(run("multiple-of-5", "--json").output)["sets"]
    assert (five["below_1000"][0], five["below_1000"][-1]) == (10, 995)
    both = run("prime", "multiple-of-2").output
    assert "both prime and multiple-of-2: 0\n" in both
    assert "  below 1000 (164): 11 13 17 " in both  # 168 primes less 2, 3, 5, 7


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("prim",), "no property is called 'prim'; did you mean prime"),
        (("prim",), "a condition on n is accepted too"),
        (("n % 7",), "'n % 7': at character 1: not a condition"),
        (("n % (n - 12) == 0",), "division by zero for n = 12"),
        (("--family", "prime"), "no family is called 'prime'; there are divisibility, primes,"),
        (("prime", "--find", "x"), "--family, --find and --tier choose from the catalogue"),
        (("prime",) * 27, "27 sets; at most 26 are compared at once"),
    ],
)
def test_refused_with_status_2(args: tuple[str, ...], words: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert words in result.output


def test_a_condition_that_would_take_a_minute_is_refused_with_status_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(values, "MOST_STEPS", 100_000)
    result = run("is_palindrome(n * n, 3)")
    assert result.exit_code == 2
    assert "at character 1: more than 100,000 steps" in result.output


def test_st_11_a_condition_that_is_just_short_enough_is_shown_however_it_is_spaced() -> None:
    text = "+".join(["n"] * 247) + ">=2470"
    assert len(text) <= 500
    result = run(text, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["sets"][0]["members"] == 999_990


def test_prepare() -> None:
    assert CliRunner().invoke(prepare).exit_code == 0
