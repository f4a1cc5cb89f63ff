"""Two games from outside the house, found by their entry points, and ways to run the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

import numberhouse
from numberhouse.cli.base.verbs import tools, verbs
from numberhouse.cli.house import house
from numberhouse.registry import games

OUTSIDE = Path(__file__).parent / "outside"
# A process of its own must import the sources of this one, not those of the installed package.
PATHS = os.pathsep.join([str(OUTSIDE), str(Path(numberhouse.__file__).parents[1])])

Run: TypeAlias = Callable[..., Result]
Spawn: TypeAlias = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(autouse=True)
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`pebbles`, with everything a game's package can bring, and `sealed-bid`, with rules alone."""
    monkeypatch.syspath_prepend(OUTSIDE)
    games.cache_clear()
    verbs.cache_clear()
    tools.cache_clear()
    yield
    games.cache_clear()
    verbs.cache_clear()
    tools.cache_clear()


@pytest.fixture
def run() -> Run:
    """Run the command line in this process; keywords go to click's runner."""

    def run_here(*args: str, lines: str | None = None, env: dict[str, str | None] | None = None) -> Result:
        quiet: dict[str, str | None] = {"LC_ALL": "C.UTF-8", "NO_COLOR": None, "COLUMNS": "100"}
        return CliRunner(env=quiet | (env or {})).invoke(house, args, input=lines)

    return run_here


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Start the command line in a process of its own, all streams piped unless named."""
    started: list[subprocess.Popen[str]] = []

    def start(*args: str, env: dict[str, str] | None = None, **streams: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "numberhouse", *args]
        environment = os.environ | {"PYTHONPATH": PATHS, "LC_ALL": "C.UTF-8"} | (env or {})
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | streams
        process: subprocess.Popen[str] = subprocess.Popen(
            command,
            env=environment,
            encoding="utf-8",
            errors="surrogateescape",
            **pipes,  # type: ignore[call-overload]
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()
        process.wait()


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    """A finished match of pebbles between two bots: take 3, take 3, take 1."""
    path = tmp_path / "match.jsonl"
    assert run("watch", "pebbles", "--seed", "a", "--save", str(path)).exit_code == 0
    return path
