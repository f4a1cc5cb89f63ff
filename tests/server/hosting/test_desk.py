"""The hosting desk: the host's view of a running match and the host's actions on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from numberhouse.server.base.settings import Settings
from tests.server.conftest import BEGAN, House, MockClock
from tests.server.support.hosting import (
    CRYPT,
    FIRST,
    LOCK,
    ROUND,
    desk,
    hosted_match,
    member,
    post_desk,
    refusal,
    run_in_loop,
    standings,
)
from tests.server.support.listening import exchange


class Ticking(MockClock):
    """A clock that advances a little with every reading, as real ones do."""

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


def test_the_first_round_began_when_the_match_started(tmp_path: Path) -> None:
    """The desk distinguishes the first round from later ones by this time."""
    settings = Settings(database=str(tmp_path / "house.sqlite"), bots=0)
    with House(settings, Ticking()) as house:
        match, host, _ = hosted_match(house, clock=ROUND)
        info = host.get(f"/api/matches/{match}").raise_for_status().json()
        assert desk(host, match)["round_started"] == info["started"]


# Submissions


def test_submitted_confirmed_and_defaulted_are_distinct_statuses(house: House) -> None:
    match, host, players = hosted_match(house, names="Ann Bob Cyd Dan", clock=ROUND)
    assert standings(host, match) == ["asked"] * 4
    players[0].act(match, FIRST).raise_for_status()
    players[1].act(match, FIRST).raise_for_status()
    players[1].act(match, LOCK).raise_for_status()
    assert standings(host, match) == ["submitted", "confirmed", "asked", "asked"]
    assert post_desk(host, match, "seats/2/expire").status_code == 200
    assert post_desk(host, match, "seats/0/expire").status_code == 200
    assert standings(host, match) == ["ran-out", "confirmed", "defaulted", "asked"]
    players[3].act(match, FIRST).raise_for_status()
    players[3].act(match, LOCK).raise_for_status()
    assert standings(host, match) == ["asked"] * 4


def test_submissions_are_shown_only_on_request(house: House) -> None:
    match, host, players = hosted_match(house)
    players[0].act(match, FIRST).raise_for_status()
    assert "A*" not in json.dumps(desk(host, match))
    assert desk(host, match)["submissions"] is None
    submissions = desk(host, match, everything=True)["submissions"]
    assert [(submission["seat"], submission["notation"]) for submission in submissions] == [(0, "A* B")]


def test_a_playing_host_sees_only_the_awaited_seats(house: House) -> None:
    match, (host, bob, _) = house.begun(CRYPT, "Ann Bob Cyd")
    before = desk(host, match)
    assert [seat["timeouts"] for seat in before["seats"]] == [None] * 3
    bob.act(match, FIRST).raise_for_status()
    assert desk(host, match) == before
    bob.act(match, LOCK).raise_for_status()
    assert standings(host, match) == ["asked", "settled", "asked"]
    assert refusal(host.get(f"/api/matches/{match}/desk", params={"everything": True})) == (
        403,
        "not-allowed",
    )


def test_players_and_strangers_have_no_desk(house: House) -> None:
    match, _, players = hosted_match(house)
    for client in (players[0], house.guest("Eve")):
        assert refusal(client.get(f"/api/matches/{match}/desk")) == (403, "not-allowed")
        for deed in ("pause", "resume", "stop", "release", "extend", "seats/0/expire", "seats/1/resign"):
            answer = post_desk(client, match, deed, **({"seconds": 5} if deed == "extend" else {}))
            assert refusal(answer) == (403, "not-allowed"), deed
        assert refusal(post_desk(client, match, "announcements", text="subscribe")) == (403, "not-allowed")
        assert refusal(post_desk(client, match, "seats/1/replace", bot="random")) == (403, "not-allowed")
        assert refusal(post_desk(client, match, "amendments/preview", number=1)) == (403, "not-allowed")
    assert refusal(house.guest("").get(f"/api/matches/{match}/desk")) == (401, "not-signed-in")


def test_a_note_is_no_submission(house: House) -> None:
    match, host, players = hosted_match(house, "turing-machine", "Ann Bob")
    players[0].act(match, {"type": "note"}).raise_for_status()
    assert standings(host, match) == ["asked", "asked"]
    players[0].act(match, {"type": "propose", "code": "123"}).raise_for_status()
    assert standings(host, match) == ["submitted", "asked"]


# Time


def test_time_is_extended_for_all_for_one_and_to_a_moment(house: House) -> None:
    match, host, _ = hosted_match(house, clock=ROUND)
    assert [seat["due"] for seat in desk(host, match)["seats"]] == [BEGAN + 3600] * 3
    post_desk(host, match, "extend", seconds=60).raise_for_status()
    post_desk(host, match, "extend", seconds=-30, seats=[1]).raise_for_status()
    assert [seat["due"] - BEGAN for seat in desk(host, match)["seats"]] == [3660, 3630, 3660]
    post_desk(host, match, "extend", until="2027-01-15T12:00:00+01:00").raise_for_status()
    assert [seat["due"] for seat in desk(host, match)["seats"]] == [1800010800.0] * 3
    post_desk(host, match, "extend", until=BEGAN + 100, seats=[0]).raise_for_status()
    assert desk(host, match)["due"] == BEGAN + 100


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "extension"),
        ({"seconds": 5, "until": BEGAN + 5}, "extension"),
        ({"seconds": 0}, "extension"),
        ({"seconds": 1e12}, "extension"),
        ({"seconds": -3600}, "deadline-in-past"),
        ({"until": BEGAN}, "deadline-in-past"),
        ({"until": "tomorrow"}, "until"),
        ({"until": "2027-01-15T12:00:00"}, "until"),
        ({"until": BEGAN + 1e9}, "until"),
        ({"seconds": 5, "seats": []}, "seats"),
        ({"seconds": 5, "seats": [3]}, "not-awaited"),
        ({"seconds": 5, "seats": [-1]}, "not-awaited"),
        ({"seconds": 5, "reason": "x" * 501}, "reason"),
    ],
)
def test_an_impossible_extension_is_refused(house: House, body: dict[str, Any], code: str) -> None:
    match, host, _ = hosted_match(house, clock=ROUND)
    answer = post_desk(host, match, "extend", **body)
    assert answer.json()["code"] == code
    assert desk(host, match)["due"] == BEGAN + 3600


def test_without_a_clock_there_is_no_time_to_extend(house: House) -> None:
    match, host, _ = hosted_match(house, clock={"type": "none"})
    assert refusal(post_desk(host, match, "extend", seconds=5)) == (409, "no-clock")


def test_a_repeated_request_is_the_same_request(house: House) -> None:
    match, host, _ = hosted_match(house, clock=ROUND)
    for _ in range(3):
        post_desk(host, match, "extend", seconds=60, key="k").raise_for_status()
        post_desk(host, match, "announcements", text="Hear!", key="k").raise_for_status()
        post_desk(host, match, "seats/1/expire", key="k").raise_for_status()
    overview = desk(host, match)
    assert overview["due"] == BEGAN + 3660
    assert overview["announcements"] == [[BEGAN, "Hear!"]]
    assert overview["seats"][1]["submission_status"] == "defaulted"


def test_a_pause_costs_no_seat_any_time(house: House) -> None:
    match, host, players = hosted_match(house, clock=ROUND)
    house.clock.time += 100
    overview = post_desk(host, match, "pause").raise_for_status().json()
    assert (overview["status"], overview["paused_at"], overview["due"]) == ("paused", BEGAN + 100, None)
    assert refusal(players[0].act(match, FIRST)) == (409, "wrong-status")
    assert refusal(post_desk(host, match, "extend", until=BEGAN + 9000)) == (409, "paused")
    house.clock.time += 10_000
    overview = post_desk(host, match, "resume").raise_for_status().json()
    assert (overview["status"], overview["due"]) == ("running", BEGAN + 13_600)


def test_time_runs_out_only_where_it_runs_and_only_in_the_turn_that_was_meant(house: House) -> None:
    match, host, players = hosted_match(house, "mixmath", "Ann Bob", clock={"type": "turn", "seconds": 60})
    turn = players[0].view(match)["view"]["turn"]["seat"]
    assert refusal(post_desk(host, match, f"seats/{1 - turn}/expire")) == (409, "not-awaited")
    assert refusal(post_desk(host, match, "seats/7/expire")) == (404, "no-seat")
    since = desk(host, match)["seats"][turn]["turn_started"]
    house.clock.time += 1
    for player in (players[turn], players[1 - turn]):
        player.act(match, exchange(match, player)).raise_for_status()
    assert refusal(post_desk(host, match, f"seats/{turn}/expire", turn_started=since)) == (409, "late")
    since = desk(host, match)["seats"][turn]["turn_started"]
    assert post_desk(host, match, f"seats/{turn}/expire", turn_started=since).status_code == 200


# Seats


def test_a_replacement_gets_the_seat_with_everything_it_has(house: House) -> None:
    match, host, (ann, _, _) = hosted_match(house)
    eve = member(house, "Eve")
    ann.act(match, FIRST).raise_for_status()
    own = ann.view(match)["view"]
    with ann.live(match) as live:
        live.recv()
        post_desk(host, match, "seats/0/replace", member="eve").raise_for_status()
        assert eve.view(match)["seat"] is None
        eve.accept_offers()
        overview = desk(host, match)
        assert [seat["name"] for seat in overview["seats"]] == ["Eve", "Bob", "Cyd"]
        assert json.loads(live.recv())["code"] == "seat-lost"
    assert eve.view(match)["view"] == own
    assert refusal(ann.act(match, LOCK)) == (403, "not-allowed")
    assert eve.act(match, LOCK).status_code == 200


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_a_seat_that_changed_hands_is_the_same_after_a_restart(
    settings: Settings, where: str, request: pytest.FixtureRequest
) -> None:
    if where == "postgresql":
        settings = Settings(database=request.getfixturevalue("postgres"), bots=0)
    with House(settings) as house:
        match, host, _ = hosted_match(house)
        eve = member(house, "Eve")
        post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
        eve.accept_offers()
        post_desk(host, match, "seats/1/replace", bot="random").raise_for_status()
        cookies = dict(eve.cookies)
        seats = host.get(f"/api/matches/{match}").json()["seats"]
        clock = house.clock
    assert [(seat["name"], seat["bot"]) for seat in seats] == [
        ("Eve", None),
        ("Random", "random"),
        ("Cyd", None),
    ]
    with House(settings, clock) as house:
        eve = house.guest("")
        eve.cookies.update(cookies)
        fresh = eve.view(match)
        assert fresh["seat"] == 0
        assert [seat["name"] for seat in fresh["public_match"]["seats"]] == ["Eve", "Random", "Cyd"]
        assert eve.get(f"/api/matches/{match}").json()["seat"] == 0


def test_a_seat_is_not_given_to_unsuitable_people(house: House) -> None:
    match, host, _ = hosted_match(house)
    eve = member(house, "Eve")
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    eve.accept_offers()
    assert refusal(post_desk(host, match, "seats/1/replace", member="Eve")) == (409, "has-a-seat")
    assert refusal(post_desk(host, match, "seats/1/replace", bot="clever")) == (400, "unknown-bot")
    assert refusal(post_desk(host, match, "seats/1/replace")) == (400, "replacement")
    assert refusal(post_desk(host, match, "seats/1/replace", member="Eve", bot="random")) == (
        400,
        "replacement",
    )
    assert post_desk(host, match, "seats/1/replace", member="Nobody").status_code == 404
    assert refusal(post_desk(host, match, "seats/3/replace", bot="random")) == (404, "no-seat")


def test_a_host_who_has_seen_the_secrets_cant_take_a_seat(house: House) -> None:
    host = member(house, "Hanna")
    player = house.guest("Ann")
    match = house.drafted(host, CRYPT, seats=2)
    player.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    post_desk(host, match, "seats/1/replace", bot="random").raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert refusal(post_desk(host, match, "seats/0/replace", member="Hanna")) == (409, "knows-secrets")
    house.clock.time += 1
    secret = host.post(f"/api/matches/{match}/invitations", json={"seat": 0}).json()["secret"]
    assert refusal(host.post("/api/invitation/accept", json={"secret": secret})) == (409, "knows-secrets")


def test_a_look_at_an_invitation_says_whose_seat_it_takes_over(house: House) -> None:
    """The page says what an invitation from before the start is good for by then: nothing."""
    host, players = house.guest("Hanna"), [house.guest(name) for name in ("Ann", "Bob")]
    match = house.drafted(host, "mixmath", seats=2)
    early = host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).json()["secret"]

    def takes_over(secret: str) -> int | None:
        answer = house.guest("").post("/api/invitation/preview", json={"secret": secret})
        seat: int | None = answer.raise_for_status().json()["takes_over"]
        return seat

    assert takes_over(early) is None
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    house.clock.time += 1
    late = host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).json()["secret"]
    assert (takes_over(early), takes_over(late)) == (None, 1)
    post_desk(host, match, "stop").raise_for_status()
    assert (takes_over(early), takes_over(late)) == (None, None)


def test_only_an_invitation_from_after_the_start_replaces_a_player(house: House) -> None:
    host, ann, bob, eve = (house.guest(name) for name in ("Hanna", "Ann", "Bob", "Eve"))
    match = house.drafted(host, CRYPT, seats=2)
    old = host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).json()["secret"]
    for seat, player in enumerate((ann, bob)):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    house.clock.time += 1
    assert eve.post("/api/invitation/accept", json={"secret": old}).status_code == 409
    new = host.post(f"/api/matches/{match}/invitations", json={"seat": 1}).json()["secret"]
    info = eve.post("/api/invitation/accept", json={"secret": new}).raise_for_status().json()
    assert (info["seat"], [seat["name"] for seat in info["seats"]]) == (1, ["Ann", "Eve"])
    assert refusal(ann.post("/api/invitation/accept", json={"secret": new})) == (404, "no-invitation")
    assert eve.act(match, FIRST).status_code == 200


def test_a_seat_resigned_by_the_host_is_inactive_until_it_is_replaced(house: House) -> None:
    match, host, _ = hosted_match(house)
    overview = post_desk(host, match, "seats/2/resign").raise_for_status().json()
    assert overview["seats"][2]["resigned"] is True
    assert overview["seats"][2]["submission_status"] == "defaulted"
    overview = post_desk(host, match, "seats/2/replace", bot="random").raise_for_status().json()
    assert overview["seats"][2]["resigned"] is False


def test_a_replacement_on_a_resigned_seat_can_resign_too(house: House) -> None:
    match, host, (ann, _, _) = hosted_match(house)
    eve = member(house, "Eve")
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    eve.accept_offers()
    assert desk(host, match)["seats"][0]["resigned"] is False
    for _ in range(2):
        eve.post(f"/api/matches/{match}/resign").raise_for_status()
    assert desk(host, match)["seats"][0]["resigned"] is True
    lines = run_in_loop(house, house.service.journal.read(match))
    assert [line.kind for line in lines].count("resign") == 2


# The end, announcements, spectators


def test_a_stopped_match_is_over_and_open(house: House) -> None:
    match, host, players = hosted_match(house)
    assert post_desk(host, match, "stop", reason="rain").json()["status"] == "abandoned"
    assert players[0].view(match)["public_match"]["stopped"] == "host"
    assert refusal(players[0].act(match, FIRST)) == (409, "wrong-status")
    assert players[0].get(f"/api/matches/{match}").json()["seed"]
    assert refusal(post_desk(host, match, "stop")) == (403, "not-allowed")


def test_announcements_reach_everybody(house: House) -> None:
    match, host, players = hosted_match(house)
    post_desk(host, match, "announcements", text="  Dinner\r\nat eight ").raise_for_status()
    for viewer in (players[0], house.guest("Eve")):
        assert viewer.view(match)["public_match"]["announcements"] == [[BEGAN, "Dinner\nat eight"]]
    for text in ("", "   ", "x" * 4001, "bell\x07"):
        assert refusal(post_desk(host, match, "announcements", text=text)) == (400, "announcement")


def test_an_announcement_is_cut_for_a_chat_only_where_it_is_too_long(house: House) -> None:
    match, host, players = hosted_match(house)
    path = f"/api/matches/{match}/desk/announcements/pieces"
    assert host.post(path, json={"text": "Dinner\nat eight"}).json() == ["Dinner\nat eight"]
    lines = [f"{number}. {'x' * 90}" for number in range(30)]
    pieces = host.post(path, json={"text": "\n".join(lines)}).json()
    assert [piece.split("\n")[0] for piece in pieces] == ["(1/2)", "(2/2)"]
    assert all(len(piece) <= 2000 for piece in pieces)
    assert [line for piece in pieces for line in piece.split("\n")[1:]] == lines
    assert refusal(host.post(path, json={"text": "x" * 4001})) == (400, "announcement")
    assert refusal(players[0].post(path, json={"text": "Dinner"})) == (403, "not-allowed")


def test_a_drafted_announcement_describes_the_last_round_without_secrets(house: House) -> None:
    match, host, players = hosted_match(house, terms={"language": "ru", "title": "Вечер"}, clock=ROUND)
    draft = f"/api/matches/{match}/desk/announcements/draft"
    first = host.get(draft).json()["text"]
    assert first.startswith("Вечер\nРаунд 1 из 7: Тема.\n")
    assert "\nХод за: Ann, Bob, Cyd.\nВремя до пт 2027-01-15, 09:00 UTC." in first
    for player in players:
        player.act(match, FIRST).raise_for_status()
        player.act(match, LOCK).raise_for_status()
    lines = host.get(draft, params={"lang": "en"}).json()["text"].splitlines()
    assert "A 3, B 7" in lines[1]
    assert lines[2] == "Round 2 of 7: Standout."
    assert lines[-2:] == ["Now waiting for: Ann, Bob, Cyd.", "Time until Fri 2027-01-15, 09:00 UTC."]
    assert len(lines) == 8, lines
    assert refusal(players[0].get(draft)) == (403, "not-allowed")


def test_released_spectators_see_everything_at_once(house: House) -> None:
    match, host, players = hosted_match(house, "mixmath", "Ann Bob", terms={"spectator_delay": 600})
    turn = players[0].view(match)["view"]["turn"]["seat"]
    players[turn].act(match, {"type": "pass"}).raise_for_status()
    eve = house.guest("Eve")
    assert eve.view(match)["number"] == 0
    assert post_desk(host, match, "release").json()["released"] is True
    assert eve.view(match)["number"] == 1
