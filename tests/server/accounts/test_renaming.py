"""A person's new name is shown in every place at once."""

from __future__ import annotations

import json

import httpx
import pytest

from numberhouse.server.storage.journal_entry import Seated
from tests.server.conftest import Guest, House, make_administrator
from tests.server.support.hosting import by_consent, member, refusal
from tests.server.support.listening import entered, received, until

PASSWORD = "a long password"


def rename(guest: Guest, name: str) -> httpx.Response:
    return guest.put("/api/me/name", json={"name": name})


def sign_in(house: House, name: str) -> httpx.Response:
    return house.guest("").post("/api/sign-in", json={"name": name, "password": PASSWORD})


def say(guest: Guest, match: str, text: str) -> None:
    guest.post(f"/api/matches/{match}/messages", json={"room": "lobby", "text": text}).raise_for_status()


@pytest.mark.parametrize("kind", ["guest", "member"])
def test_a_new_name_replaces_the_old_one_in_every_place(house: House, kind: str) -> None:
    ann, host = house.guest("Ann"), house.guest("Hanna")
    bob = house.guest("Robert") if kind == "guest" else member(house, "Robert")
    match = house.drafted(host, "mixmath", seats=2)
    for guest in (ann, bob):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    say(bob, match, "hello")
    host.post(f"/api/matches/{match}/start").raise_for_status()
    bob.post(f"/api/matches/{match}/resign").raise_for_status()
    assert "Robert" in ann.get("/api/matches?which=mine").text
    assert rename(bob, "Rob").json()["name"] == "Rob"
    assert bob.get("/api/me").json()["name"] == "Rob"
    paths = ("", "/view", "/transcript", "/messages?room=lobby", "/text")
    own = [f"/api/matches/{match}{path}" for path in paths]
    for path in ("/api/matches?which=mine", "/api/me/opponents", *own):
        answer = ann.get(path).raise_for_status()
        assert "Robert" not in answer.text, path
    for path in (own[0], own[1], own[2], own[3], "/api/matches?which=mine"):
        assert '"Rob"' in ann.get(path).text or "Rob" in ann.get(path).text, path
    for path in ("/review", "/record"):
        assert "Robert" not in ann.get(f"/api/matches/{match}{path}").raise_for_status().text
    desk = host.get(f"/api/matches/{match}/desk").raise_for_status().text
    assert "Robert" not in desk
    assert "Rob" in desk


def test_open_pages_get_the_new_name_of_players_and_authors(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    for guest in (ann, bob):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    say(bob, match, "hello")
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    with ann.live(match) as live:
        received(live)
        live.send(json.dumps({"type": "subscribe"}))
        assert until(live, "messages")["messages"][0]["name"] == "Bob"
        rename(bob, "Robin").raise_for_status()
        update = received(live)
        assert update["public_match"]["seats"][1]["name"] == "Robin"
        messages = until(live, "messages")["messages"]
        assert [(message["name"], message["text"]) for message in messages] == [("Robin", "hello")]


def test_a_lobby_shows_the_new_name_of_a_player(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    bob.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    with ann.live(match) as live:
        received(live)
        rename(bob, "Robin").raise_for_status()
        assert until(live, "lobby")["public_match"]["seats"][0]["name"] == "Robin"


def test_a_player_who_took_over_a_seat_is_renamed_in_the_journal_too(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    cyd = house.guest("Cyd")
    person = cyd.get("/api/me").json()["id"]
    entered(house, match, Seated("Cyd", person=person), seat=1)
    rename(cyd, "Sid").raise_for_status()
    house.service.sessions.forget(match)  # the next reader gets the names of the journal
    assert ann.view(match)["public_match"]["seats"][1]["name"] == "Sid"


def test_a_renamed_member_signs_in_by_the_new_name_and_the_old_one_is_free(house: House) -> None:
    bob = member(house, "Bob")
    rename(bob, "Robin").raise_for_status()
    assert sign_in(house, "robin").json()["name"] == "Robin"
    assert refusal(sign_in(house, "Bob")) == (403, "wrong-password")
    assert refusal(house.guest("").post("/api/guest", json={"name": "Robin"})) == (409, "name-taken")
    assert member(house, "Bob").get("/api/me").json()["name"] == "Bob"
    assert rename(bob, "ROBIN").json()["name"] == "ROBIN"  # the own name isn't taken


def test_a_member_may_not_take_the_name_of_another(house: House) -> None:
    member(house, "Bob")
    cyd = member(house, "Cyd")
    for name in ("Bob", "b\u043eb"):
        assert refusal(rename(cyd, name)) == (409, "name-taken")
    assert refusal(rename(cyd, "Host")) == (400, "name-reserved")
    assert cyd.get("/api/me").json()["name"] == "Cyd"


@pytest.mark.parametrize(
    "name",
    [
        *("You", "Y\u043eu", "вы", "ВЫ", "host", "Ведущий", "owner", "хозяин"),
        *("seat", "Seat 2", "Место 2", "место №3"),
    ],
)
def test_nobody_is_called_as_the_house_calls_readers_seats_and_hosts(house: House, name: str) -> None:
    nobody = house.guest("")
    assert refusal(nobody.post("/api/guest", json={"name": name})) == (400, "name-reserved")
    account = {"name": name, "password": "long enough"}
    assert refusal(nobody.post("/api/register", json=account)) == (400, "name-reserved")


def test_a_new_name_differs_from_those_at_tables_that_go_on(house: House) -> None:
    match, players = house.begun("mixmath")
    _, bob = players
    assert refusal(rename(bob, "ann")) == (409, "same-name")
    by_consent(players, match, "stop")
    assert rename(bob, "ann").json()["name"] == "ann"


def test_a_member_renamed_by_an_operator_signs_in_by_the_new_name_and_doesnt_change_it(house: House) -> None:
    ann, bob = house.guest("Ann"), member(house, "Bob")
    match = house.drafted(bob, "mixmath", seats=2)
    report = ann.post("/api/reports", json={"match": match, "host": "Bob", "reason": "name"}).json()
    root = member(house, "Root")
    make_administrator(house, root, PASSWORD)
    decision = {"action": "rename", "reason": "a rude name"}
    root.post(f"/api/admin/reports/{report['id']}", json=decision).raise_for_status()
    name = bob.get("/api/me").json()["name"]
    assert name.startswith("Player ")
    assert sign_in(house, name).json()["name"] == name
    assert refusal(rename(bob, "Bobby")) == (409, "renamed-by-operator")
    assert bob.get(f"/api/matches/{match}").json()["hosts"] == [name]


def test_names_are_changed_a_few_times_a_minute(house: House) -> None:
    ann = house.guest("Ann")
    answers = [rename(ann, f"Ann {letter}").status_code for letter in "ABCDEFGHIJK"]
    assert answers == [200] * 10 + [429]
