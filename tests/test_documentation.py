"""The documentation tells the truth: its Python runs, its paths, links and commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

from numberhouse.registry import InstalledGame
from numberhouse.testing import PROPERTIES

ROOT = Path(__file__).parents[1]
CONTRACT = ROOT / "docs" / "contract.md"


# The game of the contract's page


@pytest.fixture(scope="module")
def odds_and_evens(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The page's blocks without prompts as one module: a game has its source in a file."""
    folder = tmp_path_factory.mktemp("contract")
    blocks = [block for block in python_blocks(CONTRACT) if ">>> " not in block]
    (folder / "odds_and_evens.py").write_text("\n\n".join(blocks), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        return importlib.import_module("odds_and_evens")


def python_blocks(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_contract_run(odds_and_evens: ModuleType) -> None:
    failed, tried = doctest.testfile(
        str(CONTRACT), module_relative=False, encoding="utf-8", globs=vars(odds_and_evens).copy()
    )
    assert tried > 15
    assert not failed


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_game_of_the_contract_keeps_it(odds_and_evens: ModuleType, name: str) -> None:
    installed = InstalledGame("odds-and-evens", "odds_and_evens")
    assert installed.game is odds_and_evens.game
    PROPERTIES[name](installed, [odds_and_evens.Options(most=5)])
