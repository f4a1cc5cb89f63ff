"""Reviews: timelines and evaluations of matches and records, and their refusals."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from numberhouse.games.set_theory.catalogue.predicates import values
from numberhouse.match import Match
from numberhouse.record import read, write
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.worker import perform
from numberhouse.server.storage.journal_entry import Stop
from numberhouse.server.workers.tasks import ReadRecord
from tests.server.conftest import Guest, House
from tests.server.support.hosting import by_consent
from tests.server.support.listening import entered

LONG_ONE = {"mode": "extreme", "problem": "X50187FJP2HAFCD"}
"""Many codes are left after one answer."""

RECORDS = Path(__file__).resolve().parents[2] / "record" / "corpus"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for all tests, so that each game's code is compiled once."""
    database = str(tmp_path_factory.mktemp("house") / "house.sqlite")
    with House(Settings(database=database, bots=0)) as shared:
        shared.service.limits.rates.clear()
        yield shared


@pytest.fixture
def alone(settings: Settings) -> Iterator[House]:
    """A house for tests that change it."""
    with House(settings) as made:
        yield made


def lost_solo_match(house: House) -> tuple[str, Guest]:
    """A solo match of Turing Machine that Ann loses with an immediate guess."""
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    for action in (
        {"type": "propose", "code": "345"},
        {"type": "ask", "verifier": 0},
        {"type": "finish"},
    ):
        ann.act(match, action).raise_for_status()
    ann.act(match, {"type": "solve", "code": "555"}).raise_for_status()
    return match, ann


def evaluations_of(client: httpx.Client, match: str, **query: Any) -> list[Any]:
    """All evaluations, requested until there are no more."""
    evaluations: list[Any] = []
    first: int | None = 1
    while first is not None:
        answer = client.get(
            f"/api/matches/{match}/evaluations", params={"first": first, **query}, timeout=120
        )
        page = answer.raise_for_status().json()
        evaluations += page["evaluations"]
        assert page["timed_out"] == []
        first = page["next"]
    return evaluations


def following(view: dict[str, Any], items: list[Any]) -> dict[str, Any]:
    """The last view of a client that follows the timeline."""
    for item in items:
        view = view | item.get("set", {})
        for name, more in item.get("add", {}).items():
            view[name] = view[name] + more
    return view


def test_a_timeline_has_every_action_and_leads_to_the_last_view(house: House) -> None:
    match, ann = lost_solo_match(house)
    timeline = ann.get(f"/api/matches/{match}/review", params={"perspective": "0"}).raise_for_status().json()
    assert [step["notation"] for step in timeline["steps"]][:3] == ["345", "A", "done"]
    assert timeline["outcome"]["reason"] == "lost"
    assert timeline["has_reviewer"]
    assert timeline["steps"][-1]["item"] == len(timeline["items"])
    last = ann.get(f"/api/matches/{match}/view", params={"seen_as": 0}).json()["view"]
    assert following(timeline["first"], timeline["items"]) == last
    half = timeline["steps"][1]["item"]
    text = ann.get(f"/api/matches/{match}/review/text", params={"perspective": "0", "entry": 2, "lang": "ru"})
    game = find("turing-machine").game
    view = msgspec.convert(following(timeline["first"], timeline["items"][:half]), game.view_type)
    assert text.json()["text"] == find("turing-machine").draw(view, "ru", ["Ann"])


def test_the_perspective_everything_has_secret_events_and_a_spectator_has_none(house: House) -> None:
    match, ann = lost_solo_match(house)
    lines = {
        perspective: ann.get(f"/api/matches/{match}/review", params={"perspective": perspective}).json()[
            "steps"
        ][1]["lines"]
        for perspective in ("everything", "spectator", "0")
    }
    assert len(lines["everything"]) > len(lines["spectator"])
    assert any(line.startswith("[Ann]") for line in lines["everything"])
    assert len(lines["0"]) == len(lines["everything"])


def test_actions_are_evaluated_in_both_languages(house: House) -> None:
    match, ann = lost_solo_match(house)
    evaluations = evaluations_of(ann, match)
    assert [evaluation["number"] for evaluation in evaluations] == [1, 2, 3, 4]
    verdict = evaluations[-1]
    assert verdict["mark"] == "blunder"
    assert verdict["better"][0]["notation"] == "not yet"
    assert "guess" in verdict["reason"] or "answers" in verdict["reason"]
    assert verdict["position_value"]["lower_is_better"]
    assert "Код" in evaluations_of(ann, match, lang="ru")[-1]["hindsight"]


def test_an_evaluation_says_why_in_both_languages(house: House) -> None:
    match, ann = lost_solo_match(house)
    english, russian = (evaluations_of(ann, match, lang=lang) for lang in ("en", "ru"))
    said = {one["number"]: " ".join(one["why"]) for one in english}
    assert "codes were left" in said[2]
    assert "after yes" in said[2] or "certain before" in said[2]
    assert said[4].startswith("555 was impossible. ") or said[4].startswith("Just as possible: ")
    for one, other in zip(english, russian, strict=True):
        assert len(one["why"]) == len(other["why"])
        assert not one["why"] or one["why"] != other["why"]


def test_a_round_of_sealed_submissions_is_one_step_and_a_round_of_questions_is_not(house: House) -> None:
    ann = house.guest("Ann")

    def ends(name: str) -> list[int]:
        record = (RECORDS / f"{name}.jsonl").read_text()
        timeline = ann.post("/api/review", json={"record": record}, timeout=60).raise_for_status().json()
        return [step["round_end"] for step in timeline["steps"]]

    crypt = ends("addition-crypt-13")
    assert crypt[:28] == [26] * 26 + [52] * 2
    assert sorted(set(crypt)) == [26 * number for number in range(1, 8)]
    assert set(ends("turing-machine-race")) == {0}
    assert set(ends("sign-cook-cook")) == {0}
    assert set(ends("mixmath-greedy-2")) == {0}


@pytest.mark.parametrize("close", ["all-locked", "deadline"])
def test_a_round_in_which_rooms_were_opened_is_one_step_too(house: House, close: str) -> None:
    options = {"rounds": [["theme"]], "rounds_close": close, "node_rooms": "all-rounds"}
    match, players = house.begun("addition-crypt", "Ann Bob Cyd Dan", options=options)
    for seat, player in enumerate(players):
        for left_out in {0, 1, 2, 3} - {seat}:
            seats = [other for other in range(4) if other != left_out]
            player.act(match, {"type": "open-room", "seats": seats}).raise_for_status()
    for player in players:
        player.act(match, {"type": "submit", "first": 2, "second": 1, "scoring": 2}).raise_for_status()
        player.act(match, {"type": "lock"}).raise_for_status()
    if close == "deadline":
        entered(house, match, Stop())
    steps = players[0].get(f"/api/matches/{match}/review").raise_for_status().json()["steps"]
    assert {step["round_end"] for step in steps} == {len(steps)}


def test_an_unrated_action_has_the_games_reason(house: House) -> None:
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    ann.act(match, {"type": "note", "sheet": ann.view(match)["view"]["sheet"]}).raise_for_status()
    ann.act(match, {"type": "propose", "code": "345"}).raise_for_status()
    ann.act(match, {"type": "solve", "code": "555"})
    entered(house, match, Stop())
    page = ann.get(f"/api/matches/{match}/evaluations", timeout=120).raise_for_status().json()
    assert page["unrated"] == [{"number": 1, "reason": "A note changes nothing in the match."}]


# What if


def what_if(client: Guest, match: str, entry: int, action: dict[str, Any]) -> httpx.Response:
    return client.post(f"/api/matches/{match}/review/what-if", json={"entry": entry, "action": action})


def test_what_if_shows_another_action_and_changes_nothing(house: House) -> None:
    match, ann = lost_solo_match(house)
    better = evaluations_of(ann, match)[-1]["better"][0]
    before = ann.get(f"/api/matches/{match}/review", params={"perspective": "0"}).json()
    result = what_if(ann, match, 4, better["action"]).raise_for_status().json()
    assert result["seat"] == 0
    assert result["lines"]
    assert result["view"]["phase"] != "over"
    assert ann.get(f"/api/matches/{match}/review", params={"perspective": "0"}).json() == before


def test_doing_the_same_leads_to_the_same(house: House) -> None:
    text = (RECORDS / "mixmath-greedy.jsonl").read_text()
    ann, record = house.guest("Ann"), read(text)
    match = record.replay()
    number = 3
    entry = match.log[number - 1]
    game, again = match.game, Match(match.game, match.seed, match.options, match.seats)
    for entry in match.log[:number]:
        again.apply(entry)
    result = ann.post(
        "/api/review/what-if",
        json={"record": text, "entry": number, "action": msgspec.to_builtins(entry.action)},
        timeout=60,
    ).raise_for_status()
    expected = msgspec.json.decode(msgspec.json.encode(game.view(again.state, entry.seat)))
    assert result.json()["view"] == expected, "with the luck that the match had"


@pytest.mark.parametrize(
    ("entry", "action", "status", "code"),
    [
        (1, {"type": "ask", "verifier": 0}, 400, None),
        (1, {"type": "dance"}, 400, "unreadable"),
        (1, ["propose"], 400, "unreadable"),
        (99, {"type": "propose", "code": "345"}, 404, "no-entry"),
        (0, {"type": "propose", "code": "345"}, 404, "no-entry"),
    ],
)
def test_what_if_refuses_an_illegal_action(
    house: House, entry: int, action: Any, status: int, code: str | None
) -> None:
    match, ann = lost_solo_match(house)
    refused = what_if(ann, match, entry, action)
    assert refused.status_code == status, refused.text
    assert code is None or refused.json()["code"] == code
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    of_record = ann.post(
        "/api/review/what-if", json={"record": text, "entry": entry, "action": action}, timeout=60
    )
    assert of_record.status_code == status
    assert code is None or of_record.json()["code"] == code


def test_evaluations_and_what_if_are_refused_before_the_end(house: House) -> None:
    match, (ann, bob) = house.begun("turing-machine", "Ann Bob")
    for guest in (ann, bob, house.guest("Eve")):
        assert what_if(guest, match, 1, {"type": "propose", "code": "345"}).status_code == 403
        assert guest.get(f"/api/matches/{match}/win-probabilities").status_code == 403
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    request = {"record": text, "entry": 1, "action": {"type": "propose", "code": "345"}}
    assert ann.post("/api/review/what-if", json=request).json()["code"] == "assistance-off"
    assert ann.post("/api/review/win-probabilities", json={"record": text}).json()["code"] == "assistance-off"


# Probabilities of winning


def test_a_race_has_win_probabilities_with_their_error(house: House) -> None:
    ann = house.guest("Ann")
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    chances: list[Any] = []
    first: int | None = 1
    while first is not None and len(chances) < 4:
        response = ann.post(
            "/api/review/win-probabilities", json={"record": text, "first": first}, timeout=150
        )
        response.raise_for_status()
        chances += response.json()["probabilities"]
        first = response.json()["next"]
    assert len(chances) >= 4
    assert response.json()["bot"] in ("careful", "")
    for chance in chances:
        assert 0 <= chance["probability"] <= 1
        assert 0 < chance["error"] <= 0.5
        assert chance["playouts"] >= 8
        assert (chance["loss"] is None) == (chance["loss_error"] is None)


def test_a_solo_match_has_no_win_probabilities(house: House) -> None:
    match, ann = lost_solo_match(house)
    evaluations_of(ann, match)
    page = ann.get(f"/api/matches/{match}/win-probabilities", timeout=120).raise_for_status().json()
    assert page == {"probabilities": [], "bot": "", "next": None}


def test_repeated_evaluations_come_from_the_cache(house: House) -> None:
    match, ann = lost_solo_match(house)
    evaluations_of(ann, match)
    began = time.monotonic()
    evaluations_of(ann, match)
    assert time.monotonic() - began < 1


def test_evaluations_open_at_the_end(house: House) -> None:
    match, (ann, bob) = house.begun("turing-machine", "Ann Bob")
    for guest in (ann, bob, house.guest("Eve"), house.guest("")):
        for path in ("review", "review/text", "evaluations"):
            refused = guest.get(f"/api/matches/{match}/{path}")
            assert refused.status_code == 403, (path, refused.text)
            assert refused.json()["code"] == "not-allowed"


def test_a_host_who_doesnt_play_reviews_a_running_match_without_evaluations(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "turing-machine", seats=1)
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    ann.act(match, {"type": "propose", "code": "123"}).raise_for_status()
    assert len(host.get(f"/api/matches/{match}/review").json()["steps"]) == 1
    ann.act(match, {"type": "ask", "verifier": 0}).raise_for_status()
    assert len(host.get(f"/api/matches/{match}/review").json()["steps"]) == 2
    assert host.get(f"/api/matches/{match}/evaluations").json()["code"] == "not-over"


@pytest.mark.parametrize(
    "query", [{"perspective": "7"}, {"perspective": "all"}, {"perspective": "-1"}, {"perspective": "²"}]
)
def test_an_unknown_perspective_is_refused(house: House, query: dict[str, str]) -> None:
    match, ann = lost_solo_match(house)
    assert ann.get(f"/api/matches/{match}/review", params=query).json()["code"] == "perspective"
    record = (RECORDS / "turing-machine-race.jsonl").read_text()
    assert upload(ann, record, **query).json()["code"] == "perspective"


def test_unknown_action_numbers_are_refused(house: House) -> None:
    match, ann = lost_solo_match(house)
    for path, query in (
        ("review/text", {"entry": 99}),
        ("evaluations", {"first": 0}),
        ("evaluations", {"first": 9}),
    ):
        assert ann.get(f"/api/matches/{match}/{path}", params=query).json()["code"] == "no-entry"


@pytest.mark.parametrize("number", [2**64, -(2**64), 10**40])
@pytest.mark.parametrize(
    ("path", "more"),
    [("text", {}), ("what-if", {"action": {"type": "done"}})],
)
def test_a_number_beyond_all_bounds_is_refused(
    house: House, path: str, more: dict[str, Any], number: int
) -> None:
    ann = house.guest("Ann")
    body = {"record": (RECORDS / "turing-machine-race.jsonl").read_text(), **more}
    header = {"Content-Type": "application/json"}
    sound = ann.post(f"/api/review/{path}", json={**body, "entry": 2}).json()
    assert sound.get("code") != "request", "the number alone is to be wrong"
    answer = ann.post(f"/api/review/{path}", content=json.dumps({**body, "entry": number}), headers=header)
    assert (answer.status_code, answer.json()["code"]) in ((400, "request"), (404, "no-entry"))


# Records


def test_a_record_of_every_game_is_reviewed_like_a_match(house: House) -> None:
    ann = house.guest("Ann")
    for path in sorted(RECORDS.glob("*.jsonl")):
        text = path.read_text()
        timeline = upload(ann, text, perspective="0").raise_for_status().json()
        record = read(text)
        assert len(timeline["steps"]) == len(record.lines)
        assert following(timeline["first"], timeline["items"]) == view_at_end(record.replay(), 0)


def test_a_record_has_evaluations_and_positions(house: House) -> None:
    ann = house.guest("Ann")
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    response = ann.post("/api/review/evaluations", json={"record": text, "lang": "ru"}, timeout=120)
    assert response.raise_for_status().json()["evaluations"]
    words = ann.post("/api/review/text", json={"record": text, "entry": 3, "perspective": "1"})
    assert "111" in words.raise_for_status().json()["text"]


def test_uploading_a_record_needs_a_session(house: House) -> None:
    assert upload(house.guest(""), "x").status_code == 401


def test_a_saved_match_has_the_same_review(house: House) -> None:
    match, ann = lost_solo_match(house)
    record = ann.get(f"/api/matches/{match}/record").raise_for_status().text
    for perspective in ("0", "spectator", "everything"):
        of_match = ann.get(f"/api/matches/{match}/review", params={"perspective": perspective}).json()
        of_record = upload(ann, record, perspective=perspective).raise_for_status().json()
        for timeline in (of_match, of_record):
            # A record doesn't say in which version of the house it was played.
            for name in ("epoch", "status"):
                timeline.pop(name)
        assert of_record == of_match
    page = ann.post("/api/review/evaluations", json={"record": record}, timeout=120).json()
    assert page["evaluations"] == evaluations_of(ann, match)
    for entry in (0, 2, 4):
        query = {"perspective": "0", "entry": entry}
        of_match = ann.get(f"/api/matches/{match}/review/text", params=query).json()
        assert ann.post("/api/review/text", json={"record": record, **query}).json() == of_match


HOSTILE = {
    "nothing": ("", "record-not-a-record"),
    "no-record": ("Hello", "record-not-a-record"),
    "deep": ("[" * 200_000, "record-not-a-record"),
    "large": ("x" * 600_000, "record-too-big"),
    "many": ("{}\n" * 5_000, "record-too-big"),
    "zeroes": ("\0" * 1_000, "record-not-a-record"),
    "numbers": ("9" * 100_000, "record-not-a-record"),
    "nested": ('{"a":' * 40_000 + "1" + "}" * 40_000, "record-not-a-record"),
}


@pytest.mark.parametrize("which", HOSTILE)
def test_an_invalid_record_is_refused_with_its_error(house: House, which: str) -> None:
    text, code = HOSTILE[which]
    refused = upload(house.guest("Ann"), text)
    assert refused.status_code in (400, 413)
    assert refused.json()["code"] == code


def edit_record(old: str, new: str) -> str:
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"game":"turing-machine"', '"game":"chess"', "record-missing-game"),
        ('"notation":"345"', '"notation":"344"', "record-edited"),
        ('"seed":"', '"seed":"0', "record-seed-differs"),
        ('"seat":0', '"seat":999999', "record-"),
        ('"format":1', '"format":99', "record-newer-format"),
    ],
)
def test_a_changed_record_is_refused_with_its_errors(house: House, old: str, new: str, code: str) -> None:
    refusal = upload(house.guest("Ann"), edit_record(old, new)).json()
    assert refusal["code"].startswith("record-")
    assert refusal["message"]
    if code != "record-seed-differs":  # its digest finds the change first
        assert refusal["code"].startswith(code) or refusal["code"] == "record-edited"


def test_a_sealed_record_is_refused(house: House) -> None:
    match = Match(find("mixmath").game, "seed", None, 2)
    refusal = upload(house.guest("Ann"), write(match, ["Ann", "Bob"])).json()
    assert refusal["code"] == "record-sealed"


def test_a_record_that_takes_too_long_is_refused(alone: House, monkeypatch: pytest.MonkeyPatch) -> None:
    alone.service.reviews._readers.first = 0.0
    monkeypatch.setattr("numberhouse.server.review.sources.READING", 0.001)
    ann, text = alone.guest("Ann"), (RECORDS / "addition-crypt-13.jsonl").read_text()
    assert upload(ann, text).json()["code"] == "record-too-long"
    monkeypatch.setattr("numberhouse.server.review.sources.READING", 60.0)
    assert upload(ann, text).status_code == 200, "the next one has a new process"


def test_records_of_a_game_under_way_without_assistance_are_not_evaluated(house: House) -> None:
    text = (RECORDS / "turing-machine-race.jsonl").read_text()
    match, (ann, bob) = house.begun("turing-machine", "Ann Bob")
    refused = ann.post("/api/review/evaluations", json={"record": text})
    assert (refused.status_code, refused.json()["code"]) == (403, "assistance-off")
    assert upload(ann, text).status_code == 200
    by_consent([ann, bob], match, "stop")
    assert ann.post("/api/review/evaluations", json={"record": text}, timeout=120).status_code == 200


def test_a_game_that_is_not_offered_is_not_reviewed(tmp_path: Path) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, games=("mixmath",))) as house:
        text = (RECORDS / "turing-machine-race.jsonl").read_text()
        for path in ("review", "review/text", "review/evaluations"):
            refused = house.guest("Ann").post(f"/api/{path}", json={"record": text}, timeout=60)
            assert refused.json()["code"] == "unknown-game"


def test_records_are_limited_for_each_person(alone: House) -> None:
    ann = alone.guest("Ann")
    answers = [upload(ann, "x" * 600_000).json() for _ in range(125)]
    assert answers[0]["code"] == "record-too-big"
    assert answers[-1]["values"]["limit"] == "records"


def upload(client: Guest, text: str, **more: Any) -> httpx.Response:
    return client.post("/api/review", json={"record": text, **more}, timeout=120)


def view_at_end(match: Match[Any, Any, Any, Any], seat: int) -> Any:
    return msgspec.json.decode(msgspec.json.encode(match.view(seat)))


def test_a_record_of_earlier_rules_brings_no_options_beyond_the_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`numberhouse verify` reads it on one's own machine."""

    def over_range(*_: Any) -> None:
        raise AssertionError("a condition was evaluated")

    monkeypatch.setattr(values, "over_range", over_range)
    installed = find("set-theory").version(1)
    dear = tuple("+".join(["digit_sum(n*n)"] * 20) + f" > {bound}" for bound in range(10))
    options = installed.game.options_type(sets=dear)
    first = Match(installed.game, "seed", installed.game.options_type()).state
    text = write(
        Match(installed.game, "seed", options, state=first), ["A", "B"], installed=installed, open=True
    )
    reply = perform(ReadRecord(text, 0, "en"))
    assert reply.code == "too-much-work"
    assert "at most 500 are accepted" in reply.message
