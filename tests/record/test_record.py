"""The record: written, sealed, read, replayed, and all of its errors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from numberhouse import record
from numberhouse.contract.game import Chance, Step
from numberhouse.match import Match, seed_digest, state_digest
from numberhouse.record import read, verify, write
from numberhouse.registry import installed_game
from tests.contract.broken import TwoVersions
from tests.contract.sound import Add, Note, Options, Pick, PickGame, RaceGame, Track, Void

PICK = installed_game(PickGame())
SEED = "a seed with a snowman ☃"


def pick_match(moves: int | None = None) -> Match[Any, Any, Any, Any]:
    """Pick, with an expiry and a note; `moves` of it or all."""
    match: Match[Any, Any, Any, Any] = Match(PICK.game, SEED, Options(2, (1, 2)))
    steps: list[Callable[[], Any]] = [
        lambda: match.act(0, Pick(0, 3), at=1000.5),
        lambda: match.act(0, Note("ещё\u2028раз"), at=1001.0),
        lambda: match.expire(1, at=2000.0),
        lambda: match.act(1, Pick(1, 4)),
        lambda: match.act(0, Pick(1, 2)),
    ]
    for step in steps[:moves]:
        step()
    return match


def text(moves: int | None = None, open: bool = True) -> str:
    return write(pick_match(moves), ["Ann", "Боб"], installed=PICK, open=open)


def forge(change: Callable[[list[dict[str, Any]]], object], moves: int | None = None) -> str:
    """A forged record with a correct digest."""
    lines = [json.loads(line) for line in text(moves).split("\n")[:-1]]
    change(lines)
    written = [json.dumps(line, ensure_ascii=False) + "\n" for line in lines]
    lines[-1]["lines"] = hashlib.sha256("".join(written[:-1]).encode()).hexdigest()
    return "".join(written[:-1]) + json.dumps(lines[-1]) + "\n"


def kinds(findings: list[record.RecordError]) -> list[str]:
    return [type(finding).__name__ for finding in findings]


def test_a_finished_match_gives_an_open_record_whole_and_replayable() -> None:
    for source in (text(open=False), text(open=True)):
        assert verify(source, PICK) == []
        restored = read(source)
        assert not restored.sealed
        assert restored.header.players == ("Ann", "Боб")
        again = restored.replay(PICK)
        assert (again.log, again.state, again.outcome) == (
            pick_match().log,
            pick_match().state,
            pick_match().outcome,
        )


def test_the_lines_are_as_documented() -> None:
    header, *lines, closing = [json.loads(line) for line in text().split("\n")[:-1]]
    assert header == {
        "kind": "header",
        "format": 1,
        "game": "pick",
        "rules": 1,
        "options": {"rounds": 2, "cards": [1, 2]},
        "players": ["Ann", "Боб"],
        "seed_digest": hashlib.sha256(SEED.encode()).hexdigest(),
        "seed": SEED,
    }
    assert lines[0] == {
        "kind": "action",
        "number": 1,
        "seat": 0,
        "at": 1000.5,
        "notation": '{"type":"pick","round":0,"number":3}',
        "action": {"type": "pick", "round": 0, "number": 3},
    }
    assert lines[2] == {"kind": "expiry", "number": 3, "seat": 1, "at": 2000.0}
    assert closing["status"] == "finished"
    assert closing["actions"] == 5
    assert closing["outcome"]["scores"] == [6.0, 4.0]
    assert closing["state"] == state_digest(pick_match().state)
    before = text().rsplit("\n", 2)[0] + "\n"
    assert closing["lines"] == hashlib.sha256(before.encode()).hexdigest()


def test_a_ruling_is_a_record_line_of_its_own_kind() -> None:
    match = pick_match()
    match.rule(Void(0, 0), "late", at=3000.0)
    source = write(match, ["Ann", "Bob"], installed=PICK)
    line = json.loads(source.split("\n")[-3])
    ruling = {"type": "void", "round": 0, "seat": 0}
    assert line == {"kind": "ruling", "number": 6, "at": 3000.0, "ruling": ruling, "reason": "late"}
    assert verify(source, PICK) == []
    again = read(source).replay(PICK)
    assert (again.log, again.state, again.outcome) == (match.log, match.state, match.outcome)


def test_a_record_is_replayed_by_the_version_of_the_rules_that_it_names() -> None:
    earlier = NeverBelowTwo()
    match: Match[Any, Any, Any, Any] = Match(earlier, SEED)
    while match.outcome is None:
        match.act(min(match.to_act), Add(1))
    source = write(match, ["Ann", "Bob"], installed=installed_game(earlier))
    assert verify(source, TwoVersions(earlier)) == []
    assert kinds(verify(source, TwoVersions(RaceGame()))) == ["OutcomeDiffers", "StateDiffers"]
    only = type("Only", (RaceGame,), {"card": replace(RaceGame.card, rules_version=2)})
    (gone,) = verify(source, installed_game(only()))
    assert isinstance(gone, record.OlderRules)
    assert str(gone) == "the match was played by version 1 of the rules of race; this house knows: 2"


class NeverBelowTwo(RaceGame):
    """The earlier version of Race: a 1 counts as 2."""

    def apply(self, state: Track, seat: int, action: Add, chance: Chance) -> Step[Track]:
        return super().apply(state, seat, Add(max(action.number, 2)), chance)


def test_the_record_of_a_running_match_is_sealed_by_default() -> None:
    sealed = text(2, open=False)
    assert SEED not in sealed
    assert seed_digest(SEED) in sealed
    assert [json.loads(line)["kind"] for line in sealed.split("\n")[:-1]] == ["header", "closing"]
    restored = read(sealed)
    assert restored.sealed
    assert json.loads(bytes(restored.header.options)) == {"rounds": 2}
    assert restored.closing is not None
    assert (restored.closing.state, restored.closing.actions) == (None, 0)
    with pytest.raises(record.Sealed, match="can be replayed only when the match has ended"):
        restored.replay(PICK)
    assert kinds(verify(sealed, PICK)) == ["Sealed"]


def test_a_sealed_record_of_a_hidden_game_hides_its_actions() -> None:
    assert text(1, open=False) == text(0, open=False)


def test_a_sealed_record_of_an_open_game_shows_its_actions() -> None:
    match = Match(RaceGame(), SEED)
    match.act(0, Add(2))
    restored = read(write(match, ["a", "b"], installed=installed_game(match.game)))
    assert restored.sealed
    assert [line.number for line in restored.lines] == [1]


def test_a_running_match_resumes_from_its_open_record() -> None:
    again = read(text(3)).replay(PICK)
    assert again.outcome is None
    again.act(1, Pick(1, 4))
    again.act(0, Pick(1, 2))
    assert again.state == pick_match().state


def test_the_number_of_players_is_the_number_of_seats() -> None:
    with pytest.raises(ValueError, match="1 players for 2 seats"):
        write(pick_match(), ["Ann"], installed=PICK)


def test_a_record_is_read_from_a_file_with_either_line_end(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(text().encode())
    assert verify(path, PICK) == []
    path.write_bytes(text().replace("\n", "\r\n").encode())
    assert verify(path, PICK) == []
    path.write_bytes(text().rstrip("\n").encode())
    assert verify(path, PICK) == []
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\n",
        "hello",
        "[]",
        "{}",
        '{"kind":"header"}',
        '{"kind":"header","format":1}',
        "[" * 100_000,
        "\ud800",
        '{"kind":"action","format":1,"number":1}',
        text().replace('"format":1', '"format":0'),
        text().split("\n", 1)[1],
        text().split("\n")[0][:40],
    ],
)
def test_a_file_that_isnt_a_record_is_named_as_such(source: str) -> None:
    with pytest.raises(record.NotARecord, match=r"^not a record: "):
        read(source)
    assert kinds(verify(source, PICK)) == ["NotARecord"]


def test_bytes_that_are_no_text_are_no_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"\xff\xfe\x00" * 100)
    with pytest.raises(record.NotARecord):
        read(path)


def test_a_newer_format_is_refused_before_anything_else() -> None:
    with pytest.raises(record.NewerFormat, match="has format 4; this version of Numberhouse reads up to 3"):
        read('{"kind":"header","format":4,"all":"new"}\nwhatever\n')


def test_newer_rules_are_refused() -> None:
    newer = forge(lambda lines: lines[0].update(rules=2))
    with pytest.raises(record.NewerRules, match="version 2 of the rules of pick; this house knows version 1"):
        read(newer).replay(PICK)
    assert kinds(verify(newer, PICK)) == ["NewerRules"]


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(record.MissingGame, match="there is no game 'pick'"):
        read(text()).replay()
    with pytest.raises(record.MissingGame, match="the record is of 'pick', not of 'race'"):
        read(text()).replay(RaceGame())


@pytest.mark.parametrize("keep", range(1, 6))
def test_a_record_without_its_end_names_the_last_whole_entry(keep: int) -> None:
    lines = text().split("\n")
    for cut, where in (
        ("\n".join(lines[:keep]) + "\n", "before its closing line"),
        ("\n".join(lines[:keep]) + "\n" + lines[keep][:20], "in the middle of a line"),
    ):
        with pytest.raises(record.CutOff, match=f"cut off {where}: {keep - 1} actions are whole") as caught:
            read(cut)
        assert caught.value.actions == keep - 1
        assert caught.value.record.replay(PICK).log == pick_match().log[: keep - 1]
        assert kinds(verify(cut, PICK)) == ["CutOff"]


def test_a_cut_closing_line_is_a_cut_record() -> None:
    with pytest.raises(record.CutOff, match="in the middle of a line: 5 actions are whole"):
        read(text()[:-30])


def test_an_edited_record_names_the_line_where_replay_first_disagrees() -> None:
    edited = text().replace('"round":1,"number":2', '"round":1,"number":1')
    edited = edited.replace(r"\"round\":1,\"number\":2", r"\"round\":1,\"number\":1")
    with pytest.raises(record.Edited, match="changed after it was written"):
        read(edited)
    findings = verify(edited, PICK)
    assert kinds(findings) == ["Edited", "ActionRefused"]
    assert str(findings[0]) == (
        "line 6 is not as it was written: action 5 is refused on replay: 1 is your own card"
    )


def test_an_edited_name_is_found_though_the_match_replays() -> None:
    findings = verify(text().replace("Ann", "Eve"), PICK)
    assert kinds(findings) == ["Edited"]
    assert "only names, times or spelling were changed" in str(findings[0])


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: lines.__setitem__(2, "{"), 3),
        (lambda lines: lines.insert(2, ""), 3),
        (lambda lines: lines.pop(2), 3),
        (lambda lines: lines.append(lines[1]), 8),
        (lambda lines: lines.insert(3, lines[0]), 4),
        (lambda lines: lines.append("{"), 8),
    ],
)
def test_a_line_that_is_out_of_place_is_named(change: Callable[[list[str]], object], line: int) -> None:
    lines = text().rstrip("\n").split("\n")
    change(lines)
    for end in ("", "\n"):
        with pytest.raises(record.Edited, match=f"line {line} is not as it was written") as caught:
            read("\n".join(lines) + end)
        assert caught.value.line == line


@pytest.mark.parametrize(
    ("options", "why"),
    [({"rounds": "two"}, "Expected `int`"), ({"rounds": 9}, "9 rounds; 1 to 3"), ([], "Expected `object`")],
)
def test_options_that_cannot_be_are_refused(options: Any, why: str) -> None:
    bad = forge(lambda lines: lines[0].update(options=options))
    with pytest.raises(record.BadOptions, match=f"Pick can't be played with the record's options: {why}"):
        read(bad).replay(PICK)


def test_a_seed_without_its_digest_is_refused() -> None:
    other = forge(lambda lines: lines[0].update(seed="another"))
    with pytest.raises(record.SeedDiffers):
        read(other).replay(PICK)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"type": "pick", "round": 0, "number": 1}, "1 is your own card"),
        ({"type": "pick", "round": 0, "number": "x"}, "Expected `int`"),
        ({"type": "jump"}, "Invalid value 'jump'"),
        (json.loads("[" * 500 + "]" * 500), "Expected `object`"),
    ],
)
def test_an_action_refused_on_replay_is_named_with_the_reason(action: Any, why: str) -> None:
    bad = forge(lambda lines: lines[1].update(action=action))
    with pytest.raises(record.ActionRefused, match=f"action 1 is refused on replay: .*{why}") as caught:
        read(bad).replay(PICK)
    assert (caught.value.number, caught.value.line) == (1, 2)


def test_an_expiry_of_a_seat_that_isnt_awaited_is_refused() -> None:
    bad = forge(lambda lines: lines[3].update(seat=0))
    with pytest.raises(
        record.ActionRefused, match=r"action 3 is refused on replay: .*doesn't wait for seat 1"
    ):
        read(bad).replay(PICK)


@pytest.mark.parametrize("notation", ['{"type":"pick","round":0,"number":4}', "rubbish", "9" * 20_000])
def test_notation_and_action_of_a_line_agree(notation: str) -> None:
    bad = forge(lambda lines: lines[1].update(notation=notation))
    with pytest.raises(record.NotationDiffers, match="action 1 is written as one thing"):
        read(bad).replay(PICK)


def test_another_outcome_is_found() -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[-1]["outcome"]["scores"] = [0, 9]

    with pytest.raises(
        record.OutcomeDiffers, match=r"scores \(6.0, 4.0\).*record says.*\(0.0, 9.0\)"
    ) as caught:
        read(forge(change)).replay(PICK)
    assert caught.value.line == 7


def test_a_finished_match_recorded_as_running_is_found() -> None:
    bad = forge(lambda lines: lines[-1].update(status="running", outcome=None))
    with pytest.raises(record.OutcomeDiffers, match="replay leaves the match finished"):
        read(bad).replay(PICK)


def test_another_final_state_is_found() -> None:
    bad = forge(lambda lines: lines[-1].update(state="0" * 64))
    with pytest.raises(record.StateDiffers):
        read(bad).replay(PICK)


def test_verify_lists_everything() -> None:
    def change(lines: list[dict[str, Any]]) -> None:
        lines[1]["notation"] = lines[2]["notation"] = "rubbish"
        lines[-1].update(state="0" * 64, status="running")

    spoiled = forge(change).replace("Ann", "Eve")
    assert kinds(verify(spoiled, PICK)) == [
        "Edited",
        "NotationDiffers",
        "NotationDiffers",
        "OutcomeDiffers",
        "StateDiffers",
    ]


def test_verify_accepts_a_parsed_record() -> None:
    assert verify(read(text()), PICK) == []


def test_size_is_bounded_before_work(tmp_path: Path) -> None:
    header = text().split("\n")[0]
    path = tmp_path / "big.jsonl"
    path.write_bytes(b"\n" * (record.MOST_BYTES + 1))
    for source, why in (
        (path, f"more than {record.MOST_BYTES} bytes"),
        ("x" * (record.MOST_BYTES + 1), f"at most {record.MOST_BYTES} bytes"),
        ("☃" * (record.MOST_BYTES // 2), f"more than {record.MOST_BYTES} bytes"),
        (header + "\n" * (record.MOST_ACTIONS + 3), f"more than {record.MOST_ACTIONS} actions"),
        (header + "\n" + "x" * (record.LONGEST_LINE + 1), f"at most {record.LONGEST_LINE} are read"),
    ):
        with pytest.raises(record.TooBig, match=why):
            read(source)


def test_every_replayed_match_ends_as_it_was_played() -> None:
    for number in range(20):
        match: Match[Any, Any, Any, Any] = Match(PICK.game, f"{number}", Options(3), 3)
        while match.to_act:
            dice = Chance("dice", len(match.log))
            seat = dice.choice(sorted(match.to_act))
            match.act(seat, match.legal(seat).sample(dice))
        assert verify(write(match, ["a", "b", "c"], installed=PICK), PICK) == []
