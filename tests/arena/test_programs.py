"""Programs as entrants: what they are told, and what happens to those that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from numberhouse.arena import play
from numberhouse.registry import InstalledGame, find

FIRST = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert set(question) == {"game", "seat", "view", "legal", "more", "samples", "seconds", "nodes", "chance"}
    choices = question["legal"] or question["samples"]
    print(json.dumps(choices[question["chance"] % len(choices)]), flush=True)
"""


@pytest.fixture
def game() -> InstalledGame:
    return find("turing-machine")


def program(tmp_path: Path, text: str) -> str:
    place = tmp_path / "program.py"
    place.write_text(text)
    return f"it=program:{sys.executable} {place}"


def test_a_program_plays_a_match_to_its_end(game: InstalledGame, tmp_path: Path) -> None:
    result = play(game, [program(tmp_path, FIRST), "hasty"], seed="t", nodes=50, seconds=None)
    assert result.ended == "played"
    assert result.usage[0].thoughts > 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("print('rubbish', flush=True); input(); input()", "is no action"),
        ("import sys; sys.exit(3)", "has ended"),
        ("print('x' * 3_000_000, flush=True); input(); input()", "bytes|is no action"),
        ("bytearray(8 << 30)", "has ended"),
    ],
    ids=["rubbish", "ends", "floods", "fills-memory"],
)
def test_a_program_that_fails_loses_and_nothing_else_happens(
    game: InstalledGame, tmp_path: Path, text: str, fault: str
) -> None:
    result = play(game, [program(tmp_path, text), "hasty"], seed="t", nodes=50, seconds=None)
    assert (result.ended, result.culprit) == ("failed", 0)
    import re

    assert re.search(fault, result.fault)


def test_a_program_that_says_nothing_is_ended(
    game: InstalledGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberhouse.arena.programs.PATIENCE", 0.3)
    silent = program(tmp_path, "import time; time.sleep(60)")
    result = play(game, [silent, "hasty"], seed="t", nodes=50, seconds=None)
    assert (result.ended, result.culprit) == ("failed", 0)
    assert "no answer in time" in result.fault
