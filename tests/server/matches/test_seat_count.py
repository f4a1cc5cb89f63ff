"""A match that hasn't begun grows and shrinks, and begins with as many as have come."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import click.testing
import pytest

from numberhouse.cli import house as commands
from numberhouse.client import Client
from numberhouse.seeding import seed_of
from tests.server.conftest import Guest, House
from tests.server.support.hosting import member, refusal

GAME = "addition-crypt"
COMING: Any = {"drop_free_seats": True}
WORTHS = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]
NAMES = ("Ann", "Bob", "Cleo", "Dora")
BYTES = ("a1" * 32, "b2" * 32, "c3" * 32, "d4" * 32)


def info_of(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}").raise_for_status().json()


def set_count(host: Guest, match: str, seats: int) -> Any:
    return host.put(f"/api/matches/{match}/seats", json={"seats": seats})


def names_at(guest: Guest, match: str) -> list[str]:
    return [seat["name"] for seat in info_of(guest, match)["seats"]]


def come(house: House, match: str, seats: tuple[int, ...]) -> list[Guest]:
    """Guests who take these seats, each with a contribution of its own."""
    guests = [house.guest(name) for name in NAMES[: len(seats)]]
    for guest, seat, contribution in zip(guests, seats, BYTES, strict=False):
        request = {"seat": seat, "contribution": contribution}
        guest.post(f"/api/matches/{match}/join", json=request).raise_for_status()
    return guests


def test_a_match_for_as_many_as_come_begins_without_its_free_seats(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=13, terms=COMING)
    guests = come(house, match, (1, 4, 12))
    host.post(f"/api/matches/{match}/start").raise_for_status()
    info = info_of(host, match)
    assert (info["status"], names_at(host, match)) == ("running", ["Ann", "Bob", "Cleo"])
    assert [info_of(guest, match)["seat"] for guest in guests] == [0, 1, 2]
    assert info["contributions"] == list(BYTES[:3])


def test_the_seed_is_made_of_the_contributions_of_those_who_came(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=6, terms=COMING)
    come(house, match, (0, 5))
    host.post(f"/api/matches/{match}/start").raise_for_status()
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    info = info_of(host, match)
    assert info["seed"] == seed_of(match, info["secret"], BYTES[:2])


def test_a_client_whose_seat_gets_another_number_checks_the_seed(house: House, tmp_path: Any) -> None:
    with Client(house.address) as ann, Client(house.address) as bob:
        ann.guest("Ann")
        bob.guest("Bob")
        match = house.drafted(host := house.guest("Hanna"), GAME, seats=4, terms=COMING)
        ann.match(match)
        ann.join(match, 3)
        bob.join(match, 1)
        host.post(f"/api/matches/{match}/start").raise_for_status()
        host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
        assert (ann.match(match).seat, ann.contributions[match].seat) == (1, 3)
        result = ann.check_seed(match)
        assert (result.passed, result.own) == (True, True)
        file = tmp_path / "match.jsonl"
        file.write_bytes(house.guest("").get(f"/api/matches/{match}/record").content)
    verified = click.testing.CliRunner().invoke(commands.house, ["verify", str(file)], standalone_mode=False)
    assert verified.exit_code == 0, verified.output


def test_a_match_with_fixed_seats_keeps_its_free_ones(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=3)
    come(house, match, (0, 1))
    assert refusal(host.post(f"/api/matches/{match}/start"))[1] == "empty-seats"
    assert len(names_at(host, match)) == 3


def test_too_few_players_are_refused_and_lose_no_seat(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=5, terms=COMING)
    assert refusal(host.post(f"/api/matches/{match}/start"))[1] == "empty-seats"
    come(house, match, (3,))
    answer = host.post(f"/api/matches/{match}/start")
    assert refusal(answer) == (409, "seat-count")
    assert answer.json()["values"] == {"seats": 1, "fewest": 2, "most": 26}
    assert names_at(host, match) == ["", "", "", "Ann", ""]


def test_options_that_name_every_seat_keep_the_number(house: House) -> None:
    """Garnets for each of four seats: nobody could say whose are dropped."""
    host = house.guest("Hanna")
    options = {"garnets": [1, 2, 3, 4]}
    match = house.drafted(host, "sign-cook", seats=4, terms=COMING, options=options)
    come(house, match, (0, 3))
    assert host.post(f"/api/matches/{match}/start").json()["code"] == "options"
    assert set_count(host, match, 3).json()["code"] == "options"
    assert names_at(host, match) == ["Ann", "", "", "Bob"]


def test_free_seats_are_added_and_the_last_free_ones_dropped(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=3)
    come(house, match, (0, 2))
    assert len(set_count(host, match, 6).raise_for_status().json()["seats"]) == 6
    assert names_at(host, match) == ["Ann", "", "Bob", "", "", ""]
    set_count(host, match, 2).raise_for_status()
    assert names_at(host, match) == ["Ann", "Bob"]
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert info_of(host, match)["contributions"] == list(BYTES[:2])


def test_seats_that_are_taken_or_offered_stay(house: House) -> None:
    host, _ = house.guest("Hanna"), member(house, "Olga")
    match = house.drafted(host, GAME, seats=4)
    come(house, match, (0, 1))
    host.put(f"/api/matches/{match}/seats/3", json={"member": "Olga"}).raise_for_status()
    assert refusal(set_count(host, match, 2)) == (409, "seats-taken")
    set_count(host, match, 3).raise_for_status()
    assert [seat["offered_to"] for seat in info_of(host, match)["seats"]] == [None, None, "Olga"]


def test_an_offer_of_a_dropped_seat_is_withdrawn_and_the_others_follow_their_seats(house: House) -> None:
    host, olga = house.guest("Hanna"), member(house, "Olga")
    match = house.drafted(host, GAME, seats=5, terms=COMING)
    come(house, match, (2, 4))
    host.put(f"/api/matches/{match}/seats/0", json={"member": "Olga"}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert names_at(host, match) == ["Ann", "Bob"]
    assert olga.get("/api/me/offers").json() == []


def test_a_link_to_a_dropped_seat_is_revoked_and_one_to_another_seat_follows_it(house: House) -> None:
    host, guest, late = house.guest("Hanna"), house.guest("Greta"), house.guest("Lena")
    match = house.drafted(host, GAME, seats=4)
    come(house, match, (0, 1))
    invite = f"/api/matches/{match}/invitations"
    lost, kept = (host.post(invite, json={"seat": seat}).json()["secret"] for seat in (3, 2))
    set_count(host, match, 3).raise_for_status()
    assert refusal(late.post("/api/invitation/accept", json={"secret": lost})) == (404, "no-invitation")
    guest.post("/api/invitation/accept", json={"secret": kept}).raise_for_status()
    assert names_at(host, match) == ["Ann", "Bob", "Greta"]


@pytest.mark.parametrize(("seats", "code"), [(1, "seat-count"), (27, "seat-count"), (0, "request")])
def test_a_number_that_the_game_doesnt_know_is_refused(house: House, seats: int, code: str) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=3)
    assert set_count(host, match, seats).json()["code"] == code
    assert len(names_at(host, match)) == 3


def test_only_hosts_change_the_number_and_only_before_the_start(house: House) -> None:
    match, (ann, bob) = house.begun(GAME)
    assert refusal(set_count(ann, match, 3)) == (403, "not-allowed")
    match = house.drafted(ann, GAME, seats=3)
    assert refusal(set_count(bob, match, 4)) == (403, "not-allowed")


def test_a_match_that_starts_when_full_begins_with_its_last_seat(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath", seats=2, terms={"starts_when_full": True})
    first, second = house.guest("Ann"), house.guest("Bob")
    assert first.post(f"/api/matches/{match}/join", json={}).json()["status"] == "open"
    secret = host.post(f"/api/matches/{match}/invitations", json={}).json()["secret"]
    answer = second.post("/api/invitation/accept", json={"secret": secret, "contribution": BYTES[1]})
    assert answer.json()["status"] == "running"
    assert info_of(second, match)["contributions"] == ["", BYTES[1]]


def test_a_seat_is_taken_even_where_the_match_cant_begin(house: House) -> None:
    """The host has kept it as a draft, and seats themselves last."""
    host = house.guest("Hanna")
    terms = {"starts_when_full": True}
    match = str(host.post("/api/matches", json={"game": "mixmath", "seats": 2, "terms": terms}).json()["id"])
    host.put(f"/api/matches/{match}/seats/1", json={"bot": "random"}).raise_for_status()
    answer = host.post(f"/api/matches/{match}/join", json={})
    assert (answer.status_code, answer.json()["status"], answer.json()["seat"]) == (200, "draft", 0)


def test_people_at_a_table_talk_before_it_begins_and_keep_their_seats_in_the_messages(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=4, terms=COMING)
    ann, bob = come(house, match, (1, 3))
    said = {"room": "lobby", "text": "Hello, who else comes?"}
    bob.post(f"/api/matches/{match}/messages", json=said).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    (message,) = ann.get(f"/api/matches/{match}/messages?room=lobby").json()["messages"]
    assert (message["name"], message["seat"]) == ("Bob", 1)


def test_the_start_checks_the_seats_of_all_connections_before_it_sends_them_anything(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ann watches from seat 1, which is Bob's after the start, and says that she has its first item."""
    host = house.guest("Hanna")
    match = house.drafted(host, GAME, seats=4, terms=COMING)
    ann, bob = come(house, match, (1, 3))
    presence, rechecked = house.service.presence, list[str]()
    recheck = presence.recheck_match

    def note(found: str) -> None:
        rechecked.append(found)
        recheck(found)

    monkeypatch.setattr(presence, "recheck_match", note)
    with ann.live(match, epoch=0, number=0) as live:
        assert json.loads(live.recv(timeout=10))["type"] == "lobby"
        host.post(f"/api/matches/{match}/start").raise_for_status()
        assert rechecked == [match]
        bob.act(match, {"type": "submit", "first": 0, "second": 1, "scoring": 0}).raise_for_status()
        ann.act(match, {"type": "submit", "first": 2, "second": 3, "scoring": 3}).raise_for_status()
        received = []
        with contextlib.suppress(TimeoutError):
            while True:
                received.append(json.loads(live.recv(timeout=1)))
    own = ann.get(f"/api/matches/{match}/updates?epoch=0&number=0").json()["items"]
    sent = [item for message in received if message["type"] == "update" for item in message.get("items", ())]
    assert sent
    assert all(item in own for item in sent)


def test_a_person_who_cant_sit_down_sees_why_before(house: House) -> None:
    host, other = house.guest("Hanna"), house.guest("Olga")
    match = house.drafted(host, "set-theory", seats=2, options={"worths": WORTHS})
    assert info_of(host, match)["knows_secrets"] == ["worths"]
    assert host.get("/api/matches?which=mine").json()[0]["knows_secrets"] == ["worths"]
    assert host.post(f"/api/matches/{match}/join", json={}).json()["code"] == "knows-secrets"
    assert info_of(other, match)["knows_secrets"] == []


def test_a_person_who_sits_down_may_write_at_once(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, GAME, seats=4, terms=COMING)
    with ann.live(match) as live:
        live.send(json.dumps({"type": "subscribe", "received": {}}))
        while (message := json.loads(live.recv(timeout=10)))["type"] != "messages":
            pass
        assert message["rooms"] == []
        ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        while not (message.get("rooms") or ()):
            message = json.loads(live.recv(timeout=10))
        assert [(room["id"], room["writable"]) for room in message["rooms"]] == [("lobby", True)]


FULL = {"starts_when_full": True}
CLOCK = {"type": "turn", "seconds": 90.0}
GROWS = {"game": "mixmath", "options": {"challenge": True}, "terms": FULL}


@pytest.mark.parametrize("road", ["join", "invitation", "offer"])
def test_nobody_sits_down_to_what_has_changed_since_it_was_shown(house: House, road: str) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), member(house, "Bob")
    match = house.drafted(host, "mixmath", seats=2, terms=FULL)
    url = f"/api/matches/{match}"
    ann.post(f"{url}/join", json={}).raise_for_status()
    seen = info_of(bob, match)["setup"]
    assert seen
    assert seen == next(one["setup"] for one in bob.get("/api/matches").json() if one["id"] == match)
    path, body = f"{url}/join", dict[str, Any]()
    if road == "invitation":
        secret = host.post(f"{url}/invitations", json={}).json()["secret"]
        assert bob.post("/api/invitation/preview", json={"secret": secret}).json()["setup"] == seen
        path, body = "/api/invitation/accept", {"secret": secret}
    elif road == "offer":
        host.put(f"{url}/seats/1", json={"member": "Bob"}).raise_for_status()
        path = f"/api/me/offers/{bob.get('/api/me/offers').json()[0]['id']}/accept"
    host.put(url, json={"game": "mixmath", "clock": CLOCK}).raise_for_status()
    assert refusal(bob.post(path, json={**body, "setup": seen})) == (409, "setup-changed")
    now = info_of(bob, match)
    assert (now["status"], now["seat"], now["seats"][1]["name"]) == ("open", None, "")
    taken = bob.post(path, json={**body, "setup": now["setup"]}).raise_for_status().json()
    assert (taken["seat"], taken["status"]) == (1, "open")
    host.post(f"{url}/start").raise_for_status()
    assert info_of(bob, match)["setup"] == ""


def test_who_sits_down_changes_nothing_of_what_is_played(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, "mixmath", seats=3)
    url = f"/api/matches/{match}"
    seen = info_of(bob, match)["setup"]
    ann.post(f"{url}/join", json={"setup": seen}).raise_for_status()
    ann.post(f"{url}/assistance", json={"assistance": True}).raise_for_status()
    host.put(f"{url}/seats/2", json={"bot": "random"}).raise_for_status()
    assert {info_of(guest, match)["setup"] for guest in (host, ann, bob, house.guest(""))} == {seen}
    bob.post(f"{url}/join", json={"setup": seen}).raise_for_status()


@pytest.mark.parametrize(
    "change", [{"clock": CLOCK}, {"options": {"challenge": True}}, {"terms": {"title": "Monday"}}]
)
def test_an_open_match_that_changes_begins_by_the_hosts_press_alone(house: House, change: Any) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath", seats=2, terms=FULL)
    url = f"/api/matches/{match}"
    assert host.put(url, json={"game": "mixmath"}).json()["terms"]["starts_when_full"]
    assert not host.put(url, json={"game": "mixmath", **change}).json()["terms"]["starts_when_full"]
    again = host.put(url, json={"game": "mixmath", "terms": FULL}).json()
    assert not again["terms"]["starts_when_full"]  # the last seat would begin what nobody has seen
    for name in ("Ann", "Bob"):
        house.guest(name).post(f"{url}/join", json={}).raise_for_status()
    assert info_of(host, match)["status"] == "open"
    host.post(f"{url}/start").raise_for_status()


def test_a_draft_may_be_made_to_begin_by_itself(house: House) -> None:
    host = house.guest("Hanna")
    match = str(host.post("/api/matches", json={"game": "mixmath", "seats": 2}).json()["id"])
    assert host.put(f"/api/matches/{match}", json=GROWS).json()["terms"]["starts_when_full"]


def test_what_a_change_doesnt_name_stays_as_it_is(house: House) -> None:
    host = house.guest("Hanna")
    terms = {"visibility": "unlisted", "title": "Monday"}
    match = house.drafted(host, "mixmath", seats=3, terms=terms, clock=CLOCK, options={"challenge": True})
    url = f"/api/matches/{match}"
    before = info_of(host, match)
    assert host.put(url, json={"game": "mixmath"}).raise_for_status().json() == before
    titled = host.put(url, json={"game": "mixmath", "terms": {"title": "Tuesday"}}).json()
    assert titled["terms"] == before["terms"] | {"title": "Tuesday"}
    assert (titled["options"], titled["clock"]) == (before["options"], before["clock"])
    assert [one["id"] for one in house.guest("Eve").get("/api/matches").json()] == []
