"""A game in a package of its own: built, installed for the test only, found, checked by the suite, played."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.match import Match
from numberhouse.record import verify, write
from numberhouse.registry import InstalledGame, find, games
from numberhouse.testing import PROPERTIES

EXAMPLE = Path(__file__).parents[2] / "examples" / "hidden-nim"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the example's wheel is installed."""
    built = tmp_path_factory.mktemp("wheels")
    _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)], EXAMPLE)
    (wheel,) = built.glob("*.whl")
    installed = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    return installed


@pytest.fixture
def hidden_nim(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InstalledGame]:
    assert "hidden-nim" not in games()
    monkeypatch.syspath_prepend(site)
    games.cache_clear()
    yield find("hidden-nim")
    monkeypatch.undo()
    games.cache_clear()


def test_the_wheel_contains_rules_and_pages(site: Path) -> None:
    held = {path.name for path in (site / "hidden_nim").iterdir() if path.is_file()}
    assert held == {"__init__.py", "board.js", "rules.py", "RULES.en.md", "RULES.ru.md"}


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_outside_game_passes_the_suite(hidden_nim: InstalledGame, name: str) -> None:
    PROPERTIES[name](hidden_nim)


def test_its_own_three_lines_run_every_property(site: Path) -> None:
    output = _run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], EXAMPLE, site)
    assert f"{len(PROPERTIES)} passed" in output


def test_the_command_line_lists_it(site: Path) -> None:
    output = _run([sys.executable, "-c", "from numberhouse.cli import main; main()", "games"], EXAMPLE, site)
    assert "hidden-nim" in output


def test_the_random_bot_plays_it_and_its_record_verifies(hidden_nim: InstalledGame) -> None:
    match = Match(hidden_nim.game, "seed")
    bot = hidden_nim.bot("random")
    while match.to_act:
        (seat,) = match.to_act
        chance = Chance("bot", len(match.log))
        match.act(seat, bot.choose(match.view(seat), seat, match.legal(seat), Budget(), chance).action)
    assert match.outcome is not None
    assert verify(write(match, ["random", "random"])) == []


def _run(command: list[str], folder: Path, site: Path | None = None) -> str:
    path = os.pathsep.join([str(site)] if site else [])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "80"}
    process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert process.returncode == 0, process.stdout + process.stderr
    return process.stdout
