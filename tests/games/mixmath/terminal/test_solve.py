"""`numberhouse solve mixmath`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from numberhouse.games.mixmath.rules.board import OPENING, SIDE
from numberhouse.games.mixmath.terminal.commands import solve


def run(*args: str, lines: str | None = None) -> Result:
    return CliRunner().invoke(solve, args, input=lines)


def board(**tiles: int) -> str:
    cells = OPENING
    for cell, value in tiles.items():
        cells, _ = cells.place(cell, value)
    words = ["." if value is None else str(value) for value in cells.cells]
    return "\n".join(" ".join(words[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE))


def test_turns_are_ranked_and_the_same_seed_gives_the_same(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(board(F7=3, I7=2), encoding="ascii")
    args = ("--board", str(path), "--rack", "1 2 3 4 5 6 7", "--count", "3", "--worlds", "2", "--json")
    answer = json.loads(run(*args).output)
    assert answer == json.loads(run(*args).output)
    assert answer["how"] == "imagined"
    values = [turn["value"] for turn in answer["turns"]]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)
    assert all(0 <= turn["chance"] <= 1 for turn in answer["turns"])


def test_an_empty_bag_is_solved_to_the_end() -> None:
    output = run("--board", "-", "--rack", "3", "--unseen", "90", lines=board()).output
    assert "to the end, proven" in output
    assert "+93.0" in output  # 3 points, and the other keeps 90


def test_nothing_can_be_laid() -> None:
    assert run("--rack", "90", "--unseen", "80").output == "nothing can be laid\n"


@pytest.mark.parametrize(
    ("args", "lines", "words"),
    [
        (("--rack", "22"), None, "'22' is no tile"),
        (("--rack", "1 1 1 1 1 1 1 1"), None, "the rack has 8 tiles; 1 to 7 are possible"),
        (("--rack", ""), None, "the rack has 0 tiles"),
        (("--rack", "90 90"), None, "2 tiles 90 together; the box has 1"),
        (("--rack", "1 2"), None, "the rack has 2 tiles while the bag isn't empty"),
        (("--rack", "1", "--unseen", "11 11"), None, "unseen: 2 tiles 11; 1 are left in the box"),
        (("--rack", "1", "--unseen", ""), None, "no tile is unseen"),
        (("--rack", "1", "--board", "-"), "1 2", "the board has 1 rows"),
        (("--rack", "1", "--board", "-"), "1 2\n" * 14, "row 1 of the board has 2 squares"),
        (("--rack", "1", "--board", "-"), ". " * 14 + "\n" + (". " * 14 + "\n") * 13, "G7 has the printed"),
        (("--rack", "1", "--board", "-"), "." * 30_000, "the board is too long"),
        (("--rack", "1", "--worlds", "1000"), None, "1000 is not in the range"),
    ],
)
def test_refusals(args: tuple[str, ...], lines: str | None, words: str) -> None:
    result = run(*args, lines=lines)
    assert result.exit_code == 2
    assert words in result.output
    assert len(result.output) < 700
