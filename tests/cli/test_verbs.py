from __future__ import annotations

import json

from tests.cli.conftest import Run


def test_a_verb_of_a_game_is_a_command_of_the_house(run: Run) -> None:
    result = run("solve", "pebbles", "7")
    assert (result.exit_code, result.stdout) == (0, "take 3\n")
    assert json.loads(run("solve", "pebbles", "7", "--json").stdout) == {"take": 3}
    assert run("tally", "pebbles").stdout == "1 2 3\n"


def test_a_verb_alone_lists_the_games_that_have_it(run: Run) -> None:
    result = run("solve")
    assert result.exit_code == 0
    assert "\n  numberhouse solve pebbles\n" in result.stdout
    assert "sealed-bid" not in result.stdout


def test_a_game_without_the_verb_is_refused_naming_those_that_have_it(run: Run) -> None:
    result = run("tally", "sealed-bid")
    assert result.exit_code == 2
    assert result.stderr == "Error: sealed-bid has no `tally`; games that have it: pebbles\n"
    assert json.loads(run("tally", "sealed-bid", "--json").stderr)["error"] == "no-such-verb"


def test_an_input_that_the_game_refuses_has_the_status_of_refused_input(run: Run) -> None:
    refused = run("solve", "pebbles", "--json", "--", "-3")
    assert refused.exit_code == 2
    assert json.loads(refused.stderr) == {"error": "pile", "message": "a pile of -3; 0 or more is accepted"}
    clicked = run("solve", "pebbles", "13")
    assert (clicked.exit_code, clicked.stderr) == (2, "Error: nobody touches 13 pebbles\n")
    assert run("solve", "pebbles", "many").exit_code == 2


def test_help_of_a_verb_and_of_a_games_verb(run: Run) -> None:
    assert "Commands:\n  pebbles" in run("tally", "--help").stdout
    assert "Usage: numberhouse solve pebbles [OPTIONS] PILE" in run("solve", "pebbles", "--help").stdout
    assert run("solve", "--nonsense").exit_code == 2


def test_a_tool_of_a_game_is_a_command_of_the_house_without_the_games_name(run: Run) -> None:
    assert run("weigh", "3").stdout == "15 g\n"
    assert "weigh" in run("--help").stdout
    assert "Usage: numberhouse weigh [OPTIONS] PEBBLES" in run("weigh", "--help").stdout


def test_a_tool_never_takes_the_name_of_a_verb(run: Run) -> None:
    assert "Games that have `solve`" in run("solve").stdout
    assert "Warning: pebbles brings `solve`, which is taken" in run("--help").stderr
