"""The extras: a plain installation plays, and an error names the command that installs a missing package."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import numberhouse
from numberhouse.extras import EXTRAS, MissingExtra, missing_extra, optional_import

SOURCE = Path(numberhouse.__file__).parent
PROJECT = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

PLAIN = f"""
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {set(EXTRAS)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""
"""Begins a program in which no package of any extra can be imported."""

COMMAND_LINE = PLAIN + "from numberhouse.cli import main; main()"


def run(program: str, *args: str, cache: Path | None = None) -> subprocess.CompletedProcess[str]:
    env = dict(os.environ) if cache is None else {**os.environ, "NUMBERHOUSE_CACHE": str(cache)}
    return subprocess.run([sys.executable, "-c", program, *args], capture_output=True, text=True, env=env)


def names(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\[>=<;]", requirement)[0]) for requirement in requirements}


def normal(name: str) -> str:
    """A distribution's name as registries compare it."""
    return name.lower().replace("_", "-")


def imported_packages() -> set[str]:
    """Every package that a module of the house imports, also inside functions. `twenty_one` is
    the package that `numberhouse new-game` copies."""
    modules = set()
    for path in SOURCE.glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    return modules - set(sys.stdlib_module_names) - {"numberhouse", "twenty_one"}


def test_every_package_that_is_imported_is_required_or_of_an_extra() -> None:
    brought_by = {"argon2": "argon2-cffi", "flint": "python-flint", "psycopg_pool": "psycopg"}
    for package in imported_packages():
        extra = EXTRAS.get(package)
        required = PROJECT["dependencies"] if extra is None else PROJECT["optional-dependencies"][extra]
        assert normal(brought_by.get(package, package)) in names(required), package


def test_no_extra_repeats_a_plain_requirement() -> None:
    plain = names(PROJECT["dependencies"])
    for extra, requirements in PROJECT["optional-dependencies"].items():
        assert not plain & names(requirements), extra
    assert set(EXTRAS.values()) <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("game", ["addition-crypt", "mixmath", "sign-cook"])
def test_a_plain_installation_plays(game: str, tmp_path: Path) -> None:
    record = str(tmp_path / "match.jsonl")
    watched = run(COMMAND_LINE, "watch", game, "--bots", "random", "--seed", "monday", "--save", record)
    assert watched.returncode == 0, watched.stderr
    assert "whole, unchanged and true\n" in run(COMMAND_LINE, "verify", record).stdout


def test_a_plain_installation_lists_games_and_commands() -> None:
    listed = run(COMMAND_LINE, "games")
    assert listed.returncode == 0, listed.stderr
    assert "census" in listed.stdout
    assert listed.stderr == ""


@pytest.mark.parametrize(
    ("args", "extra"),
    [
        (("serve",), "serve"),
        (("admin", "check"), "serve"),
        (("seat", "localhost:8000/matches/Zk3vQ0sXa1bR"), "client"),
        (("solve", "turing-machine", "4", "9", "11", "14"), "bots"),
        (("watch", "turing-machine", "--bots", "random"), "bots"),
        (("watch", "set-theory", "--bots", "random"), "bots"),
        (("watch", "mixmath", "--bots", "greedy"), "bots"),
        (("sets", "prime"), "bots"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value[:2]),
)
def test_a_missing_extra_names_the_command_that_installs_it(args: tuple[str, ...], extra: str) -> None:
    refused = run(COMMAND_LINE, *args)
    assert refused.returncode == 2
    assert f'pip install "numberhouse[{extra}]"' in refused.stderr
    assert "fault" not in refused.stderr


def test_programs_get_a_code() -> None:
    refused = run(COMMAND_LINE, "solve", "turing-machine", "4", "9", "11", "14", "--json")
    assert json.loads(refused.stderr)["error"] == "missing-extra"


def test_prepare_skips_games_without_their_extra(tmp_path: Path) -> None:
    # In a cache of its own: what is prepared already is not tried again.
    prepared = run(COMMAND_LINE, "prepare", "sign-cook", cache=tmp_path)
    assert prepared.returncode == 1
    assert 'pip install "numberhouse[bots]"' in prepared.stderr


def test_a_package_behind_another_error_is_found() -> None:
    fault = RuntimeError("the bot failed")
    fault.__cause__ = ModuleNotFoundError("No module named 'numpy.core'", name="numpy.core")
    modules = missing_extra(fault)
    assert modules is not None
    assert (modules.name, modules.extra) == ("numpy", "bots")


def test_an_error_of_an_unknown_package_is_unchanged() -> None:
    error = ModuleNotFoundError("No module named 'somebody'", name="somebody")
    assert missing_extra(error) is None
    with pytest.raises(ModuleNotFoundError, match="somebody"), optional_import():
        raise error


def test_an_optional_import_names_the_command_that_installs_it() -> None:
    with pytest.raises(MissingExtra, match=r'pip install "numberhouse\[client\]"'), optional_import():
        raise ModuleNotFoundError("No module named 'httpx'", name="httpx")
