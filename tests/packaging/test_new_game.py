"""`numberhouse new-game` writes a package that passes the contract suite at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from numberhouse.cli.house import house
from numberhouse.testing import PROPERTIES


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(house, ["new-game", *arguments])
    return result.exit_code, result.output


def test_a_written_package_passes_the_suite_and_speaks_russian(tmp_path: Path) -> None:
    folder = tmp_path / "written"
    status, output = run("race-to-ten", "--folder", str(folder))
    assert status == 0, output
    assert "numberhouse play race-to-ten" in output
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert "src/race_to_ten/rules.py" in files
    assert not [name for name, path in files.items() if "wenty" in name + path.read_text(encoding="utf-8")]
    environment = os.environ | {"PYTHONPATH": str(folder / "src")}
    suite = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "tests"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert f"{len(PROPERTIES)} passed" in suite.stdout, suite.stdout
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "from race_to_ten import package; from race_to_ten.rules import State;"
            "print(package.text().draw(State(21, 4, 1), 'ru', ['Ann', 'Bob']))",
        ],
        env=environment | {"PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert result.stdout == "Счёт: 4. Проигрывает место, назвавшее 21.\nСейчас: Bob прибавляет 1, 2 или 3.\n"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("My-Game", "lower-case words joined by hyphens"),
        ("my--game", "lower-case words joined by hyphens"),
        ("../etc", "lower-case words joined by hyphens"),
        ("x" * 41, "at most 40 characters"),
        ("class", "a name of Python's"),
        ("numberhouse", "or of the house"),
    ],
)
def test_a_name_that_no_game_can_have_is_refused(name: str, reason: str, tmp_path: Path) -> None:
    status, output = run(name, "--folder", str(tmp_path / "here"))
    assert status == 2
    assert reason in output
    assert not (tmp_path / "here").exists()


def test_new_game_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine", encoding="utf-8")
    status, output = run("my-game", "--folder", str(tmp_path / "mine"))
    assert status == 2
    assert "not empty" in output
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]
