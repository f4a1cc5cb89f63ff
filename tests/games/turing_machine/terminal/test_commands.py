"""`numberhouse generate` and `census` for Turing Machine."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.turing_machine.problems.generator import codes_after_an_answer
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.problem import MIN_CODES, MIN_CODES_ANSWERED, Problem
from numberhouse.games.turing_machine.terminal.commands.census import census
from numberhouse.games.turing_machine.terminal.commands.generate import generate


def run(command: Any, *args: str) -> Result:
    return CliRunner().invoke(command, args)


def test_generate_prints_seed_ids_and_cards_but_no_laws() -> None:
    first = run(generate, "--count", "3")
    assert first.exit_code == 0
    seed, *rows = first.output.splitlines()
    assert len(rows) == 3
    for row in rows:
        text, _, cards = row.partition("  ")
        assert tuple((int(card),) for card in cards.split()) == Problem.from_id(text).layout.cards
    assert run(generate, "--count", "3", "--seed", seed.split()[1]).output == first.output


def test_generate_as_json_and_revealed() -> None:
    plain = run(generate, "--mode", "extreme", "--level", "hard", "--seed", "a", "--with", "4,9", "--json")
    answer = json.loads(plain.output)
    (found,) = answer["problems"]
    problem = Problem.from_id(found["id"])
    assert answer["seed"] == "a"
    assert set(found) == {"id", "mode", "cards", "level"}
    assert tuple(map(tuple, found["cards"])) == problem.layout.cards
    assert {4, 9} <= set(problem.layout.flat)
    shown = run(
        generate, "--mode", "extreme", "--level", "hard", "--seed", "a", "--with", "4 9", "--json", "--reveal"
    )
    (revealed,) = json.loads(shown.output)["problems"]
    assert revealed["code"] == problem.code
    assert [(law["card"], law["law"] - 1) for law in revealed["laws"]] == list(map(tuple, problem.laws))


def test_generate_writes_pairs_with_a_plus() -> None:
    output = run(generate, "--mode", "extreme", "--seed", "a").output
    assert output.splitlines()[1].count("+") == 4


def test_tm_6_generate_with_a_wish_for_codes() -> None:
    args = ("--verifiers", "6", "--level", "standard", "--count", "20", "--seed", "a", "--json")
    for wish, least in (((), 1), (("--min-codes", "12"), 12)):
        problems = json.loads(run(generate, *args, *wish).output)["problems"]
        layouts = [Problem.from_id(problem["id"]).layout for problem in problems]
        fewest = min(len(Knowledge(layout).codes) for layout in layouts)
        assert least <= fewest < least + 4


def test_tm_6_generate_makes_fair_problems_as_matches_deal_them() -> None:
    args = ("--level", "hard", "--count", "20", "--seed", "a", "--json", "--fair")
    problems = json.loads(run(generate, *args).output)
    layouts = [Problem.from_id(problem["id"]).layout for problem in problems["problems"]]
    assert min(len(Knowledge(layout).codes) for layout in layouts) >= MIN_CODES["hard"]
    assert min(map(codes_after_an_answer, layouts)) >= MIN_CODES_ANSWERED["hard"]


def test_tm_7_generate_the_problem_of_a_day() -> None:
    assert run(generate, "--daily", "2027-01-31").output == "C5004K4M4E  2 6 14 18 21\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--with", "x"), "'x' is no card; cards are numbers from 1 to 48"),
        (("--with", ""), "'' is no card"),
        (("--with", "49"), "There is no card 49"),
        (("--with", "28,29", "--with", "37 38"), "There is no valid classic problem of 4 verifiers"),
        (("--daily", "2027-01-31", "--seed", "a"), "--daily goes with --mode, --verifiers and --level only"),
        (("--daily", "2027-01-31", "--min-codes", "3"), "--daily goes with --mode"),
        (("--with", "4,9,11,14", "--min-codes", "3"), "leaves 3 codes before a question; the most is 2"),
        (("--min-codes", "0"), "not in the range"),
        (("--daily", "tomorrow"), "does not match"),
        (("--verifiers", "7"), "not in the range"),
        (("--count", "0"), "not in the range"),
    ],
)
def test_generate_refuses_with_the_reason_and_status_2(args: tuple[str, ...], message: str) -> None:
    result = run(generate, *args)
    assert result.exit_code == 2
    assert message in result.output


def test_tm_5_census_prints_a_table_and_json() -> None:
    table = run(census, "--verifiers", "4", "--threads", "1")
    assert table.exit_code == 0
    assert table.output.splitlines()[1].split() == ["4", "all", "1,033,950", "108,839"]
    (found,) = json.loads(run(census, "--verifiers", "4", "--json").output)
    assert (found["problems"], found["card_sets"]) == (1_033_950, 108_839)


@pytest.mark.parametrize("args", [("--verifiers", "3"), ("--threads", "0"), ("--threads", "1000")])
def test_census_refuses_with_status_2(args: tuple[str, ...]) -> None:
    assert run(census, *args).exit_code == 2
