"""`numberhouse arena`: what it prints, keeps and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from numberhouse.cli.house import house

PLAN = ("arena", "turing-machine", "--bots", "casual,hasty", "--deals", "2", "--nodes", "50")


def test_it_prints_standings_and_keeps_a_report(tmp_path: Path) -> None:
    result = CliRunner().invoke(house, [*PLAN, "--save", str(tmp_path / "run")])
    assert result.exit_code == 0, result.output
    assert "casual against hasty:" in result.output or "hasty against casual:" in result.output
    assert (tmp_path / "run" / "report.html").is_file()
    assert len((tmp_path / "run" / "results.jsonl").read_text().splitlines()) == 4


def test_its_json_has_a_row_for_each_bot() -> None:
    result = CliRunner().invoke(house, [*PLAN, "--json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.stdout)["rows"]
    assert {row["name"] for row in rows} == {"casual", "hasty"}
    assert all(row["usage"]["thoughts"] > 0 for row in rows)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--bots", "casual"], "two bots or more"),
        (["--bots", "casual,casual"], "another name"),
        (["--bots", "casual,nobody"], "Did you mean|Known:"),
        (["--sprt", "0.7,0.5"], "the lower first"),
        (["--seats", "900"], "seats"),
        (["--deals", "0"], "deals"),
    ],
)
def test_what_cannot_be_played_is_refused(more: list[str], words: str) -> None:
    result = CliRunner().invoke(house, [*PLAN, *more])
    assert result.exit_code == 2
    import re

    assert re.search(words, result.output), result.output
