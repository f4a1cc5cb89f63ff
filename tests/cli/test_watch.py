from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_bots_play_to_the_end(run: Run) -> None:
    result = run("watch", "pebbles", "--seed", "a", "--bots", "greedy")
    assert result.exit_code == 0
    assert "Seat 0 took 3" in result.stdout
    assert "  1. Greedy 1, seat 1: 1\n  2. Greedy 2, seat 2: 0\n" in result.stdout
    assert result.stdout.endswith("The seed was a\n")


def test_the_same_seed_is_the_same_match(run: Run) -> None:
    args = ("watch", "pebbles", "--bots", "random", "--set", "pile=30", "--as", "all", "--seed")
    assert run(*args, "a").stdout == run(*args, "a").stdout != run(*args, "b").stdout


def test_a_spectator_sees_no_secret_and_all_shows_every_secret(run: Run) -> None:
    seed = lucky_seed(run)
    args = ("watch", "pebbles", "--seed", seed, "--bots", "greedy")
    spectator, seat_1, everyone = (
        run(*args, "--as", perspective).stdout for perspective in ("spectator", "2", "all")
    )
    assert "lucky" not in spectator
    assert "is lucky" not in seat_1
    assert ", lucky " in seat_1
    assert "Seat 0 is lucky" in everyone
    assert "Seat 0 is lucky" in run(*args, "--as", "1").stdout


def lucky_seed(run: Run) -> str:
    """A seed with which seat 1's first taking leaves its lucky number."""
    for seed in "abcdefghijklmnopqrstuvwxyz":
        entries = lines_of(run("watch", "pebbles", "--seed", seed, "--as", "all", "--json").stdout)
        if any(event["code"] == "lucky" for event in entries[1]["events"]):
            return seed
    raise AssertionError("no seed is lucky")


def test_json_shows_actions_only_to_those_who_may_see_them(run: Run) -> None:
    args = ("watch", "sealed-bid", "--seed", "a", "--json", "--as")
    for perspective, actors in (("spectator", set()), ("2", {1}), ("all", {0, 1})):
        head, *entries, end = lines_of(run(*args, perspective).stdout)
        assert head["match"] == "sealed-bid"
        assert "seed" not in head
        assert {entry["seat"] for entry in entries if "action" in entry} == actors
        assert end["end"] == "finished"
        assert end["outcome"]["reason"] == "all-open"
        assert end["seed"] == "a"


def test_a_bots_reason_is_shown_only_with_its_action(run: Run) -> None:
    assert "as many as I can" in run("watch", "pebbles", "--as", "all").stdout
    assert "as many as I can" not in run("watch", "pebbles", "--bots", "shy,greedy", "--as", "1").stdout


def test_a_bot_never_holds_the_matchs_seed(run: Run) -> None:
    output = run("watch", "pebbles", "--bots", "spy", "--as", "all", "--seed", "the-secret-seed").stdout
    reasons = [line for line in output.splitlines() if "(seed " in line]
    assert reasons
    assert not any("the-secret-seed" in line for line in reasons)


def test_the_number_of_bots_is_the_number_of_seats(run: Run) -> None:
    output = run("watch", "pebbles", "--bots", "shy,greedy,random").stdout
    assert "  seat 3: Random\n" in output
    assert "  seat 4: Shy 4\n" in run("watch", "pebbles", "--bots", "shy", "--seats", "4").stdout


def test_russian(run: Run) -> None:
    output = run("watch", "pebbles", "--lang", "ru", "--seed", "a").stdout
    assert "Куча" in output
    assert "Партия окончена" in output


def test_save_makes_a_record_that_verifies_and_never_overwrites(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    assert run("watch", "pebbles", "--save", str(path)).exit_code == 0
    before = path.read_bytes()
    assert run("verify", str(path)).exit_code == 0
    result = run("watch", "pebbles", "--save", str(path), "--json")
    assert result.exit_code == 2
    assert json.loads(result.stderr)["error"] == "file-exists"
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["new.jsonl"]
    missing = run("watch", "pebbles", "--save", str(tmp_path / "no" / "where.jsonl"))
    assert missing.exit_code == 2
    assert "No such file or directory" in missing.stderr


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (("--seats", "9"), "Pebbles is for 1 to 4 seats, not 9"),
        (("--seats", "0"), "0 is not in the range x>=1"),
        (("--bots", "nobody"), "no bot 'nobody'"),
        (("--bots", "gredy"), "Did you mean greedy?"),
        (("--bots", "shy,greedy", "--seats", "3"), "2 bots for 3 free seats"),
        (("--bots", "shy,,greedy"), "has an empty name"),
        (("--as", "3"), "--as 3: the match has 2 seats; 1 to 2 exist"),
        (("--as", "me"), "a seat's number, spectator or all is accepted"),
        (("--delay", "-1"), "-1.0 is not in the range"),
        (("--think", "0"), "0.0 is not in the range"),
        (("--seed", ""), "a seed has 1 to 1000 bytes"),
        (("--seed", "\udcff"), "a seed is text in UTF-8"),
        (("--set", "pile"), "NAME=VALUE is accepted"),
        (("--set", "pile=99"), "accepted: a whole number from 1 to 50"),
        (("--set", "takes=2,3"), "would leave somebody without a move"),
    ],
)
def test_bad_input_is_refused(run: Run, args: tuple[str, ...], error: str) -> None:
    result = run("watch", "pebbles", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert error in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("bot", "error"), [("cheat", "did what it may not: 99 can't be taken"), ("fainter", "too many pebbles")]
)
def test_a_failing_bot_is_an_internal_error_and_the_record_is_saved(
    run: Run, tmp_path: Path, bot: str, error: str
) -> None:
    path = tmp_path / "match.jsonl"
    result = run("watch", "pebbles", "--bots", f"shy,{bot}", "--save", str(path))
    assert result.exit_code == 70
    assert error in result.stderr
    record = path.read_text()
    assert '"take 1"' in record
    assert '"running"' in record


def test_a_bot_thinks_no_longer_than_it_may(run: Run) -> None:
    result = run(
        "watch", "pebbles", "--bots", "ponderer", "--think", "0.05", "--set", "pile=2", "--as", "all"
    )
    assert result.exit_code == 0
    assert result.stdout.count("(time is up)") == 2
