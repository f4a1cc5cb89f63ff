"""`numberhouse prepare`: the games' own pieces, then those that drills, reviews and bots need."""

from __future__ import annotations

import re

from tests.cli.conftest import Run


def test_prepare_reports_each_piece_and_continues_after_a_failure(run: Run) -> None:
    result = run("prepare", "pebbles", "addition-crypt")
    assert result.exit_code == 1
    lines = [re.sub(r", [\d.]+ s$", "", line) for line in result.stdout.splitlines()]
    assert lines == [
        "pebbles: match",
        "Ready.",
        "addition-crypt: what it prepares itself",
        "addition-crypt: match",
        "addition-crypt: one-round",
        "addition-crypt: six-rounds",
        "addition-crypt: review",
        "addition-crypt: bots",
    ]
    assert result.stderr == "pebbles: bots failed: ZeroDivisionError('too many pebbles')\n"


def test_an_unknown_game_is_refused(run: Run) -> None:
    assert run("prepare", "chess").exit_code == 2
