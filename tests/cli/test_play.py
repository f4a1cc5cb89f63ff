"""A person at the terminal: whole matches from piped input, the house's words, saving, leaving."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import pytest

from numberhouse.match import Match
from numberhouse.record import read, verify, write
from numberhouse.registry import find
from tests.cli.conftest import Run, Spawn

SHY = ("play", "pebbles", "--seed", "a", "--bots", "shy")


def test_a_whole_match_from_piped_input(run: Run) -> None:
    result = run(*SHY, lines="take 3\ntake 3\n")
    assert result.exit_code == 0
    assert result.stderr == ""
    text = result.stdout
    assert "Pile ●●●●●●● 7, lucky 6" in text
    assert "> take 3\nSeat 0 took 3\nSeat 1 took 1\n\n7 before. Pile ●●● 3, lucky 6\n" in text
    assert "The match is over: pile empty.\n  1. you, seat 1: 1\n  2. Shy, seat 2: 0\n" in text
    assert "\nFarewell from a pile of 7\nThe seed was a\n" in text


def test_a_match_by_a_preset(run: Run) -> None:
    text = run(*SHY, "--preset", "quick", lines="take 1\ntake 1\n").stdout
    assert "Pile ●●● 3" in text
    refused = run(*SHY, "--preset", "quik")
    assert refused.exit_code == 2
    assert "there is no preset 'quik'. Did you mean quick? Known: quick" in refused.stderr
    refused = run("play", "sealed-bid", "--preset", "quick")
    assert "there is no preset 'quick'. Known: none" in refused.stderr
    refused = run("play", "--resume", "match.jsonl", "--preset", "quick")
    assert "--resume takes everything from its file; --preset can't be given with it" in refused.stderr


def test_a_whole_match_in_a_process_of_its_own(spawn: Spawn) -> None:
    process = spawn(*SHY)
    out, err = process.communicate("take 3\ntake 3\n", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "1. you, seat 1: 1" in out


def test_a_game_with_rules_alone_can_be_played(run: Run) -> None:
    result = run("play", "sealed-bid", lines='help\n{"type":"bid","value":12}\n{"type":"bid","value":9}\n')
    assert result.exit_code == 0
    assert '"type":"bid"' in result.stdout.partition("> help")[2].partition("> {")[0]
    assert "a bid of 12; 0 to 9 are accepted" in result.stdout
    assert "all open" in result.stdout


def test_a_refusal_is_printed_and_the_prompt_returns(run: Run) -> None:
    text = run(*SHY, lines="take 9\ntake many\n\nfoo\ntake 3\ntake 3\n").stdout
    assert "> take 9\n9 can't be taken; take one of (1, 2, 3)\n> take many\n'take many' is no move" in text
    assert "> \n> foo\n'foo' is no move" in text
    assert "1. you, seat 1: 1" in text


def test_an_input_line_that_isnt_text_is_refused(spawn: Spawn) -> None:
    process = spawn(*SHY)
    out, err = process.communicate("\udcff\udcfe\ntake 3\ntake 3\n", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "is no move" in out


def test_the_words_of_the_house(run: Run) -> None:
    text = run(*SHY, lines="help\nmoves\nLEGAL\nboard\nrules\nhint\nquit\n").stdout
    assert "> help\nWhat can be played now, for instance:\n  take 1\n  take 2\n  take 3\n" in text
    assert "  resign     give up: it ends a match for two" in text
    assert text.count("  take 1\n  take 2\n  take 3\n") == 3
    assert "> board\n\nPile ●●●●●●● 7, lucky 6\n" in text
    assert "> rules\n# Pebbles\n" in text
    assert "> hint\nNo hints: this match is played without assistance." in text


@pytest.mark.parametrize("allowed", [("--assistance",), ("--set", "assistance=true")])
def test_hints_where_assistance_is_on(run: Run, allowed: tuple[str, ...]) -> None:
    text = run(*SHY, *allowed, lines="hint\nquit\n").stdout
    assert "> hint\ngreedy would play: take 3  (as many as I can)\n" in text
    without_bot = run("play", "sealed-bid", "--assistance", lines="hint\nquit\n").stdout
    assert "No hints: this game has no bot of its own." in without_bot


def test_the_record_says_whether_assistance_was_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    run(*SHY, "--assistance", "--save", str(path), lines="quit\n")
    assert json.loads(path.read_text().splitlines()[0])["options"]["assistance"] is True
    assert "greedy would play" in run("play", "--resume", str(path), lines="hint\nquit\n").stdout


def test_russian(run: Run) -> None:
    text = run(*SHY, lines="help\ntake 3\ntake 3\n", env={"LC_ALL": "ru_RU.UTF-8"}).stdout
    assert "Куча" in text
    assert "Ваш ход" in text
    assert "  resign     сдаться" in text
    assert "  1. вы, место 1: 1" in text


def test_my_seat_and_the_bots_order(run: Run) -> None:
    text = run("play", "pebbles", "--seat", "2", "--bots", "shy,greedy", "--seed", "a", lines="quit\n").stdout
    assert "  seat 1: Shy\n  seat 2: you\n  seat 3: Greedy\n" in text
    assert text.index("Seat 0 took 1") < text.index("Your move, seat 2")


def test_a_match_for_one_needs_no_bot(run: Run) -> None:
    text = run("play", "pebbles", "--seats", "1", "--set", "pile=2", lines="take 1\ntake 1\n").stdout
    assert "  seat 1: you\n" in text
    assert "shy" not in text.lower()
    assert "1. you, seat 1: 1" in text


def test_the_terminal_prints_only_what_the_seat_may_see(run: Run) -> None:
    for seed in "abcdefgh":
        text = run("play", "pebbles", "--seed", seed, "--bots", "shy", lines="take 1\ntake 1\nquit\n").stdout
        assert "Seat 1 is lucky" not in text


def test_quit_leaves_and_says_whether_the_match_is_saved(run: Run, tmp_path: Path) -> None:
    result = run(*SHY, lines="take 1\nquit\n")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "The match was not saved.")
    path = tmp_path / "match.jsonl"
    result = run(*SHY, "--save", str(path), lines="take 1\nquit\n")
    assert result.stdout.endswith(f"Saved in {path}. To go on: numberhouse play --resume {path}\n")
    assert run("verify", str(path)).exit_code == 0


def test_the_end_of_input_leaves_with_130_and_the_match_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    result = run(*SHY, "--save", str(path), lines="take 1\n")
    assert result.exit_code == 130
    assert f"Saved in {path}" in result.stdout
    assert result.stderr.strip() == "Interrupted."
    resumed = run("play", "--resume", str(path), lines="take 3\ntake 1\n")
    assert resumed.exit_code == 0
    assert "Going on after 2 actions." in resumed.stdout
    assert "Pile ●●●●● 5, lucky 6" in resumed.stdout
    assert "  1. you, seat 1: 1\n  2. Shy, seat 2: 0\n" in resumed.stdout
    assert f"The record is in {path}." in resumed.stdout
    assert run("verify", str(path)).exit_code == 0
    assert '"finished"' in path.read_text()


def test_resuming_plays_as_if_it_had_never_stopped(run: Run, tmp_path: Path) -> None:
    moves = ["take 2\n", "take 1\n", "take 1\n", "take 1\n", "take 1\n"]
    args = ("--bots", "random", "--seed", "a", "--set", "pile=9", "--save")
    whole, halves = tmp_path / "whole.jsonl", tmp_path / "halves.jsonl"
    assert run("play", "pebbles", *args, str(whole), lines="".join(moves)).exit_code == 0
    assert run("play", "pebbles", *args, str(halves), lines="".join(moves[:2])).exit_code == 130
    assert run("play", "pebbles", "--resume", str(halves), lines="".join(moves[2:])).exit_code == 0
    closings = [json.loads(path.read_text().splitlines()[-1]) for path in (whole, halves)]
    assert closings[0]["outcome"] == closings[1]["outcome"]
    assert closings[0]["state"] == closings[1]["state"]


def test_save_while_playing(run: Run, tmp_path: Path) -> None:
    path, other = tmp_path / "match.jsonl", tmp_path / "other.jsonl"
    other.write_text("precious")
    text = run(*SHY, lines=f"take 1\nsave\nsave {other}\nsave {tmp_path}/no/x\nsave {path}\ntake 1\n").stdout
    assert "> save\nsave needs a file: save FILE\n" in text
    assert f"{other} is there already and stays as it is." in text
    assert "No such file or directory" in text
    assert other.read_text() == "precious"
    assert "Pile" in run("replay", str(path)).stdout
    assert path.read_text().count('"kind":"action"') == 4  # what came after `save` is there too


def test_resigning_ends_a_match_for_two_as_a_loss(run: Run) -> None:
    result = run(*SHY, lines="take 1\nresign\n")
    assert result.exit_code == 0
    assert "You have resigned. The match is over." in result.stdout
    assert "The match is over: resigned." in result.stdout
    assert "  1. Shy, seat 2: 1\n" in result.stdout


def test_resigning_alone_ends_the_match(run: Run) -> None:
    result = run("play", "pebbles", "--seats", "1", lines="resign\n")
    assert result.exit_code == 0
    assert "The match is over: resigned." in result.stdout


def test_hotseat_gives_everyone_a_turn_and_their_own_secrets(run: Run) -> None:
    args = ("play", "pebbles", "--hotseat", "--seats", "2", "--seed", "a", "--set", "pile=3")
    text = run(*args, lines="take 1\ntake 2\n").stdout
    assert "  seat 1: you\n  seat 2: you\n" in text
    first, second = text.partition("--- seat 2 ---")[::2]
    assert "--- seat 1 ---" in first
    assert "> take 1\nSeat 0 took 1\n" in first
    assert second.startswith("\nSeat 0 took 1\n\nPile ●● 2, lucky ")
    assert "1. you, seat 2: 1" in second


def test_hotseat_with_bots_between(run: Run) -> None:
    args = ("play", "pebbles", "--hotseat", "--bots", "shy", "--seats", "3")
    assert "seat 1: you\n  seat 2: you\n  seat 3: Shy\n" in run(*args, lines="quit\n").stdout
    text = run(*args, "--seat", "1", "--seat", "3", lines="quit\n").stdout
    assert "seat 1: you\n  seat 2: Shy\n  seat 3: you\n" in text


def test_resuming_a_cut_record_continues_after_its_last_whole_action(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    run(*SHY, "--save", str(path), lines="take 1\ntake 1\n")
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:3]) + '{"kind":"act')
    result = run("play", "--resume", str(path), lines="quit\n")
    assert result.exit_code == 0
    assert (
        "cut off in the middle of a line: 2 actions are whole; the match goes on from there" in result.stderr
    )
    assert "Going on after 2 actions." in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "pebbles, sealed-bid"),  # among all the games there are
        (("pebbles", "--seat", "3"), "--seat 3: the match has 2 seats; 1 to 2 exist"),
        (("pebbles", "--seat", "-1"), "-1 is not in the range x>=1"),
        (("pebbles", "--seat", "1", "--seat", "2"), "several people at one terminal need --hotseat"),
        (("pebbles", "--seats", "5"), "Pebbles is for 1 to 4 seats, not 5"),
        (("pebbles", "--bots", "a,b,c,d"), "Pebbles is for 1 to 4 seats, not 5"),
        (("pebbles", "--bots", "shy,shy", "--seats", "2"), "2 bots for 1 free seats"),
        (("pebbles", "--bots", "shy,shy", "--seats", "2", "--hotseat"), "leave none for a person"),
        (("pebbles", "--bots", "nobody"), "no bot 'nobody'"),
        (("pebbles", "--options", "{"), "--options is not JSON"),
        (("pebbles", "--lang", "fr"), "'fr' is not one of"),
        (("pebbles", "--resume", "x.jsonl", "--seed", "a"), "--seed can't be given with it"),
        (("--resume", "x.jsonl", "--bots", "shy"), "--bots can't be given with it"),
        (("--resume", "no-such-file.jsonl"), "no-such-file.jsonl: No such file or directory"),
    ],
)
def test_bad_input_is_refused(run: Run, args: tuple[str, ...], message: str) -> None:
    result = run("play", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_resuming_continues_by_the_rules_version_of_the_record(run: Run, tmp_path: Path) -> None:
    installed, path = find("pebbles"), tmp_path / "old.jsonl"
    assert list(installed.versions) == [1, 2]
    match = Match(installed.versions[1], "a", installed.game.options_type(), 2)
    path.write_text(write(match, ["you", "shy"], installed=installed.version(1), open=True))
    text = run("play", "--resume", str(path), lines="take 1\ntake 3\ntake 1\n").stdout
    assert "is lucky" not in text  # seat 1 is, in version 2
    assert "The match is over" in text
    record = read(path)
    assert record.header.rules == 1
    assert verify(path) == []
    assert "is lucky" in run(*SHY, lines="take 1\ntake 3\ntake 1\n").stdout


def test_an_unusable_record_is_not_resumed_and_stays_unchanged(
    run: Run, record: Path, tmp_path: Path
) -> None:
    before = record.read_bytes()
    over = run("play", "--resume", str(record))
    assert over.exit_code == 2
    assert f"is over; to see it: numberhouse replay {record}" in over.stderr
    assert (
        "a match of pebbles, not of sealed-bid" in run("play", "sealed-bid", "--resume", str(record)).stderr
    )
    bots = tmp_path / "bots.jsonl"
    assert run("watch", "pebbles", "--bots", "cheat", "--save", str(bots)).exit_code == 70
    assert "only bots sit at the match" in run("play", "--resume", str(bots)).stderr
    assert record.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_at_the_prompt(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    process = spawn(*SHY, "--save", str(path))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("take 1\n")
    process.stdin.flush()
    while "Pile ●●●●● 5" not in process.stdout.readline():
        pass
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"Saved in {path}" in out
    assert "Traceback" not in err
    assert path.read_text().count('"kind":"action"') == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_while_a_bot_thinks(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    process = spawn("play", "pebbles", "--bots", "ponderer", "--think", "600", "--save", str(path))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("take 1\n")
    process.stdin.flush()
    while "Seat 0 took 1" not in process.stdout.readline():
        pass
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"Saved in {path}" in out
    assert "Traceback" not in err
    assert path.read_text().count('"kind":"action"') == 1


@pytest.mark.parametrize("game", ["mixmath", "sign-cook"])
def test_sc_20_moves_are_listed_only_with_assistance(run: Run, game: str) -> None:
    text = run("play", game, "--seed", "a", "--seats", "2", "--hotseat", lines="moves\nhelp\nquit\n").stdout
    assert "> moves\nWhat can be played is yours to find: this match is played without assistance." in text
    assert "for instance" not in text
    helped = run(
        "play", game, "--seed", "a", "--seats", "2", "--hotseat", "--assistance", lines="help\nquit\n"
    ).stdout
    assert "for instance" in helped
