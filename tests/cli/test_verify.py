from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_true_record(run: Run, record: Path) -> None:
    result = run("verify", str(record))
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        f"{record}: whole, unchanged and true",
        f"{record}: nobody had committed to its seed, so the maker of the match may have chosen it",
    ]
    answer = json.loads(run("verify", str(record), "--json").stdout)
    assert answer == {"file": str(record), "valid": True, "findings": [], "seeding": None}


def test_an_edited_record_is_bad_input_and_the_line_is_named(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace('"count":1', '"count":2'))
    result = run("verify", str(record))
    assert result.exit_code == 2
    assert "line 4" in result.stdout
    answer = json.loads(run("verify", str(record), "--json").stdout)
    assert answer["valid"] is False
    assert answer["findings"][0]["error"] == "edited"
    assert answer["findings"][0]["line"] == 4


def test_an_unreadable_file_is_bad_input_and_stops_no_other_file(
    run: Run, record: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(record.read_text().splitlines(keepends=True)[:2]))
    newer = tmp_path / "newer.jsonl"
    newer.write_text(record.read_text().replace('"format":1', '"format":99', 1))
    none = tmp_path / "none.jsonl"
    result = run("verify", str(cut), str(newer), str(none), str(record))
    assert result.exit_code == 2
    lines = result.stdout.splitlines()
    assert lines[0] == f"{cut}: the record is cut off before its closing line: 1 actions are whole"
    assert lines[1].startswith(f"{newer}: the record has format 99")
    assert lines[2] == f"{none}: No such file or directory"
    assert lines[3].endswith("whole, unchanged and true")
    codes = [
        [finding["error"] for finding in json.loads(line)["findings"]]
        for line in run("verify", "--json", str(cut), str(newer), str(none)).stdout.splitlines()
    ]
    assert codes == [["cut-off"], ["newer-format"], ["file"]]


def test_newer_rules_are_no_verdict(run: Run, record: Path) -> None:
    record.write_text(record.read_text().replace('"rules":2', '"rules":3', 1))
    result = run("verify", str(record))
    assert result.exit_code == 2
    assert "version 3 of the rules of pebbles" in result.stdout


def test_standard_input(run: Run, record: Path) -> None:
    assert run("verify", "-", lines=record.read_text()).exit_code == 0
    assert run("verify", "-", lines="\n").exit_code == 2


def test_no_file_is_refused(run: Run) -> None:
    assert run("verify").exit_code == 2
