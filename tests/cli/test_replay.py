from __future__ import annotations

import json
from pathlib import Path

import pytest

from numberhouse.match import Match
from numberhouse.record import verify, write
from numberhouse.registry import find, games
from tests.cli.conftest import Run
from tests.contract.sound import Pick, Void

REFEREED = Path(__file__).parents[1] / "server" / "support" / "outside"


def test_replay_prints_the_whole_match(run: Run, record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "1. seat 1: take 3\n   Seat 0 took 3\n" in result.stdout
    assert "3. seat 1: take 1" in result.stdout
    assert "  1. Greedy 1, seat 1: 1" in result.stdout


def test_as_a_seat_or_a_spectator(run: Run, record: Path) -> None:
    output = run("replay", str(record), "--as", "2").stdout
    assert ", lucky " in output
    assert "seat 1: take 3" not in output
    assert "seat 2: take 3" in output
    assert "lucky" not in run("replay", str(record), "--as", "spectator").stdout
    refused = run("replay", str(record), "--as", "8")
    assert refused.exit_code == 2
    assert "--as 8: the match has 2 seats" in refused.stderr


def test_replay_prints_json_lines(run: Run, record: Path) -> None:
    lines = [json.loads(line) for line in run("replay", str(record), "--json").stdout.splitlines()]
    assert lines[0]["players"] == ["greedy", "greedy"]
    assert [line["notation"] for line in lines[1:-1]] == ["take 3", "take 3", "take 1"]
    assert lines[-1]["end"] == "finished"


def test_replay_shows_a_ruling_as_the_hosts(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(REFEREED)
    games.cache_clear()
    installed, path = find("pick"), tmp_path / "ruled.jsonl"
    match = Match(installed.game, "a", installed.game.options_type(rounds=1, cards=(1, 2)), 2)
    for seat in range(2):
        match.act(seat, Pick(0, 4))
    match.rule(Void(0, 1), "too late")
    path.write_text(write(match, ["Ann", "Bob"], installed=installed, open=True))
    assert verify(path) == []
    output = run("replay", str(path), "--as", "1").stdout
    assert "3. the host rules: the pick of Bob in round 1 counts for nothing  (too late)\n" in output
    assert (
        "ведущий решает: выбор Bob в раунде 1 не считается" in run("replay", str(path), "--lang", "ru").stdout
    )
    lines = [json.loads(line) for line in run("replay", str(path), "--json").stdout.splitlines()]
    assert (lines[3]["seat"], lines[3]["reason"], lines[3]["ruling"]["type"]) == (-1, "too late", "void")


def test_standard_input(run: Run, record: Path) -> None:
    assert "3. seat 1: take 1" in run("replay", "-", lines=record.read_text()).stdout


def test_a_cut_record_is_replayed_up_to_the_cut(run: Run, record: Path) -> None:
    whole = record.read_text().splitlines(keepends=True)
    record.write_text("".join(whole[:3]))
    result = run("replay", str(record))
    assert result.exit_code == 2
    assert "2. seat 2: take 3" in result.stdout
    assert "The match is not over." in result.stdout
    assert "cut off before its closing line: 2 actions are whole" in result.stderr


def test_a_file_that_isnt_a_record_is_refused(run: Run, tmp_path: Path, record: Path) -> None:
    noise = tmp_path / "noise.jsonl"
    noise.write_bytes(b"\xff\xfe\x00 nothing")
    assert run("replay", str(noise)).exit_code == 2
    assert "not a record" in run("replay", str(noise)).stderr
    assert json.loads(run("replay", str(tmp_path / "none"), "--json").stderr)["error"] == "file"
    record.write_text(record.read_text().replace("take 3", "take 2"))
    assert json.loads(run("replay", str(record), "--json").stderr)["error"] == "edited"


def test_names_in_a_record_cant_control_the_terminal(run: Run, record: Path) -> None:
    import hashlib

    head, *body, last = record.read_text().splitlines()
    head = head.replace('["greedy"', '["\\u001b[2Jgreedy"')
    lines = "".join(line + "\n" for line in (head, *body))
    closing = json.loads(last) | {"lines": hashlib.sha256(lines.encode()).hexdigest()}
    record.write_text(lines + json.dumps(closing) + "\n")
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "[2Jgreedy" in result.stdout
    assert "\x1b" not in result.stdout
