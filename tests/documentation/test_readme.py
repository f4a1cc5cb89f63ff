"""The README is true: its Python and its commands print what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from numberhouse.cli.house import house

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize(
    "page", [README, README.parent / "docs" / "write-a-bot.md"], ids=lambda path: path.name
)
def test_python_of_a_page(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert not failed


def console_examples() -> list[tuple[str, str]]:
    """The commands of the README with what they print."""
    blocks = re.findall(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return [
        (command, output)
        for block in blocks
        for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def test_readme_has_commands() -> None:
    assert len(console_examples()) >= 2


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_commands_of_the_readme(command: str, output: str) -> None:
    program, *args = shlex.split(command)
    assert program == "numberhouse"
    result = CliRunner().invoke(house, args)
    assert result.exit_code == 0
    assert result.stdout == output
