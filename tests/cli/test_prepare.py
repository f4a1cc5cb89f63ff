"""`numberhouse prepare`: what games bring themselves, then whatever their drills, reviews and bots need."""

from __future__ import annotations

import re

from tests.cli.conftest import Run


def test_each_piece_is_told_and_one_that_fails_stops_no_other(run: Run) -> None:
    result = run("prepare", "pebbles", "addition-crypt")
    assert result.exit_code == 1
    lines = [re.sub(r", [\d.]+ s$", "", line) for line in result.stdout.splitlines()]
    assert lines == [
        "Ready.",
        "addition-crypt: what it prepares itself",
        "addition-crypt: one-round",
        "addition-crypt: six-rounds",
        "addition-crypt: review",
        "addition-crypt: bots",
    ]
    assert result.stderr == "pebbles: bots failed: ZeroDivisionError('too many pebbles')\n"


def test_a_game_that_is_not_there_is_refused(run: Run) -> None:
    assert run("prepare", "chess").exit_code == 2
