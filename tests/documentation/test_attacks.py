"""The table of attacks in the page about security names tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "service" / "security.md"
TITLE = "## Attacks, and the tests that hold them off"
NO_TEST = "none"


def rows() -> list[list[str]]:
    """The cells of each row of the section's tables."""
    section = PAGE.read_text(encoding="utf-8").partition(TITLE)[2]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [row for row in cells if row[0] not in ("found", "---") and not row[0].startswith("---")]


ROWS = rows()


def test_the_page_has_the_table() -> None:
    assert len(ROWS) > 80
    assert all(len(row) == 3 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_each_attack_names_tests_that_exist(row: list[str]) -> None:
    found, _, tests = row
    if tests == NO_TEST:
        return
    named = re.findall(r"`([\w/.]*)(?:::(\w+))?(?:\[[^`]*)?`", tests)
    assert named, f"{found}: names no test, and doesn't say {NO_TEST!r}"
    file = ""
    for path, name in named:
        file = path or file
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or re.search(rf"^(?:async )?def {name}\(", text, re.MULTILINE), (
            f"{file} has no {name}"
        )
