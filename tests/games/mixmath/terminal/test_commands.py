"""`numberhouse score mixmath`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.mixmath.terminal.commands import prepare, score

GAMES = Path(__file__).parents[1] / "scored_games.json"


def run(*args: str, lines: str | bytes | None = None) -> Result:
    return CliRunner().invoke(score, args, input=lines)


def sheet(*moves: Any, **turn: Any) -> str:
    return json.dumps({"games": [{"id": "g", "turns": [{"moves": list(moves), **turn}]}]})


def test_official_scores_as_json() -> None:
    answer = json.loads(run(str(GAMES), "--json").output)
    official = [
        {"id": game["id"], "turns": [turn["official_turn_score"] for turn in game["turns"]]}
        for game in json.loads(GAMES.read_text(encoding="utf-8"))["games"]
    ]
    assert answer == {"games": official}


def test_points_beside_the_official_ones() -> None:
    output = run(str(GAMES)).output
    assert "turns that agree: 13 of 13" in output
    assert "turns that agree: 14 of 14" in output
    assert "    1      99        99  Player2\n" in output
    assert "differs" not in output


def test_other_official_points_are_marked() -> None:
    output = run("-", lines=sheet({"cell": "F7", "tile": 3}, official_turn_score=4, player="Ann")).output
    assert "    1       3         4  Ann  differs\n" in output
    assert "turns that agree: 0 of 1" in output


def test_official_points_and_players_may_be_left_out() -> None:
    output = run("-", lines=sheet({"cell": "F7", "tile": 3})).output
    assert output.splitlines()[-1].split() == ["1", "3", "-", "-"]
    assert run("-", "--json", lines='{"games": []}').output == '{"games":[]}\n'


def test_a_byte_order_mark_is_no_fault() -> None:
    lines = b"\xef\xbb\xbf" + sheet({"cell": "F7", "tile": 3}).encode()
    assert json.loads(run("-", "--json", lines=lines).output) == {"games": [{"id": "g", "turns": [3]}]}


def test_what_would_steer_the_terminal_is_not_printed() -> None:
    assert "\x1b" not in run("-", lines=sheet({"cell": "F7", "tile": 3}, player="\x1b[2J")).output
    assert "\x1b" not in run("-", lines=sheet({"cell": "\x1b[2J", "tile": 3})).output


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "Expected `object`, got `array`"),
        ("{}", "missing required field `games`"),
        ('{"games": [{"id": "g"}]}', "missing required field `turns` - at `$.games[0]`"),
        ('{"games": [{"id": 1, "turns": []}]}', "Expected `str`, got `int` - at `$.games[0].id`"),
        (sheet({"cell": "F7"}), "missing required field `tile` - at `$.games[0].turns[0].moves[0]`"),
        (sheet({"cell": "F7", "tile": "3"}), "Expected `int`, got `str`"),
        (sheet({"cell": "F7", "tile": 3.5}), "Expected `int`, got `float`"),
        (sheet({"cell": "F7", "tile": 4}), "'g', turn 1, move 1 (4@F7): 4 on F7 is no result of 1 and 2"),
        (sheet({"cell": "Z7", "tile": 3}), "there is no cell 'Z7'"),
        (sheet({"cell": "F7", "tile": 22}), "there is no tile 22"),
        (sheet({"cell": "G7", "tile": 3}), "has a printed number"),
        (sheet({"cell": "A1", "tile": 3}), "has no two numbers next to it"),
        (sheet({"cell": "F7", "tile": 3}, {"cell": "F7", "tile": 3}), "move 2 (3@F7): F7 is taken"),
        (sheet({"cell": "F7", "tile": 3}, {"cell": "E7", "tile": 2}), "with +, the sign of that square"),
        ('{"more": ' + "[" * 100_000, "no JSON"),
        (b'{"games": [{"id": "\xff", "turns": []}]}', "no JSON"),
        (" " * 10_000_001, "too long; at most 10000000 bytes are read"),
    ],
)
def test_malformed_files_are_refused_with_the_place_and_status_2(lines: str | bytes, words: str) -> None:
    result = run("-", lines=lines)
    assert result.exit_code == 2
    assert words in result.output
    assert len(result.output) < 700


def test_a_missing_file() -> None:
    assert run("nowhere.json").exit_code == 2


def test_prepare() -> None:
    assert CliRunner().invoke(prepare).exit_code == 0
