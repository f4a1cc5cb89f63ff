"""`numberhouse prepare`: what games bring themselves, then whatever their drills, reviews and bots need."""

from __future__ import annotations

import re

from tests.cli.conftest import Run


def test_a_game_is_prepared_and_each_piece_is_told(run: Run) -> None:
    told = run("prepare", "addition-crypt", "pebbles")
    assert told.exit_code == 0
    lines = [re.sub(r", [\d.]+ s$", "", line) for line in told.stdout.splitlines()]
    assert lines == [
        "Ready.",
        "addition-crypt: what it prepares itself",
        "addition-crypt: one-round",
        "addition-crypt: six-rounds",
        "addition-crypt: review",
        "addition-crypt: bots",
        "pebbles: bots",
    ]


def test_a_game_that_is_not_there_is_refused(run: Run) -> None:
    assert run("prepare", "chess").exit_code == 2
