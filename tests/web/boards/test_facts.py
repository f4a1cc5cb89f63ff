"""The constants of boards in the browser equal those of the rules."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOLD = runpy.run_path(str(ROOT / "web" / "write_facts.py"))["told"]
FACTS = {f"{path.parents[1].name}/{path.stem}": (path, text) for path, text in TOLD()}


@pytest.mark.parametrize("name", sorted(FACTS))
def test_the_facts_of_a_board_are_written_from_the_rules(name: str) -> None:
    path, text = FACTS[name]
    assert path.read_text(encoding="utf-8") == text, "python web/write_facts.py writes it anew"


def test_no_board_has_facts_from_elsewhere() -> None:
    package = ROOT / "src" / "numberhouse" / "games"
    written = [*package.glob("*/board/facts.ts"), *package.glob("*/board/reference.ts")]
    assert {f"{path.parents[1].name}/{path.stem}" for path in written} == set(FACTS)
