"""Offers: nobody sits, hosts or plays again who hasn't said yes."""

from __future__ import annotations

import time
from typing import Any

import httpx
import pytest

from numberhouse.server.matches import offer_rows
from tests.server.conftest import Guest, House
from tests.server.support.hosting import desk, hosted_match, member, post_desk, refusal


def offers_of(guest: Guest) -> list[dict[str, Any]]:
    return list(guest.get("/api/me/offers").raise_for_status().json())


def info_of(guest: Guest, match: str) -> dict[str, Any]:
    return dict(guest.get(f"/api/matches/{match}").raise_for_status().json())


def offer_seat(host: Guest, match: str, name: str, seat: int = 1) -> httpx.Response:
    return host.put(f"/api/matches/{match}/seats/{seat}", json={"member": name})


def answer(guest: Guest, how: str, **body: Any) -> httpx.Response:
    return guest.post(f"/api/me/offers/{offers_of(guest)[0]['id']}/{how}", json=body)


# Seats before the start


def test_a_person_named_for_a_seat_sits_there_only_after_accepting(house: House) -> None:
    host, bob, eve = house.guest("Hanna"), member(house, "Bob"), house.guest("Eve")
    match = house.drafted(host, "mixmath", bots=["random"])
    offer_seat(host, match, "Bob").raise_for_status()
    assert [seat["name"] for seat in info_of(host, match)["seats"]] == ["Random", ""]
    assert [info_of(one, match)["seats"][1]["offered_to"] for one in (host, bob, eve)] == ["Bob", "Bob", ""]
    refused = host.post(f"/api/matches/{match}/start")
    assert refusal(refused) == (409, "unanswered-offers")
    assert "seat 2 waits for Bob's answer" in refused.json()["message"]
    assert "offered" in info_of(bob, match)["roles"]
    mine = bob.get("/api/matches", params={"which": "mine"}).json()
    assert [one["id"] for one in mine] == [match]
    (offer,) = offers_of(bob)
    assert (offer["by"], offer["seat"], offer["running"]) == ("Hanna", 1, False)
    accepted = answer(bob, "accept", contribution="ab" * 16).raise_for_status().json()
    assert (accepted["seat"], accepted["seats"][1]["offered_to"]) == (1, None)
    assert accepted["seats"][1]["contributed"]
    assert offers_of(bob) == []
    host.post(f"/api/matches/{match}/start").raise_for_status()


@pytest.mark.parametrize("road", ["seat", "desk", "schedule", "copy"])
def test_every_road_to_a_seat_is_an_offer(house: House, road: str) -> None:
    host, bob = member(house, "Hanna"), member(house, "Bob")
    match = house.drafted(host, "mixmath")
    if road == "seat":
        offer_seat(host, match, "Bob").raise_for_status()
    elif road == "desk":
        post_desk(host, match, "seats/1/replace", member="Bob").raise_for_status()
    elif road == "schedule":
        row = {"game": "mixmath", "players": ["Hanna", "Bob"]}
        (made,) = host.post("/api/schedule", json={"rows": [row]}).raise_for_status().json()
        match = made["id"]
        assert info_of(host, match)["seat"] == 0
    else:
        bob.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
        match = host.post(f"/api/matches/{match}/copy", json={"people": True}).json()["id"]
        assert "offered" in info_of(bob, match)["roles"]
    assert info_of(bob, match)["seat"] is None
    assert bob.accept_offers() == [match]
    assert info_of(bob, match)["seat"] == 1


def test_an_offered_seat_is_kept_for_that_person(house: House) -> None:
    host, bob, eve = house.guest("Hanna"), member(house, "Bob"), house.guest("Eve")
    match = house.drafted(host, "mixmath")
    offer_seat(host, match, "Bob", 0).raise_for_status()
    assert refusal(eve.post(f"/api/matches/{match}/join", json={"seat": 0})) == (409, "offered-seat")
    assert eve.post(f"/api/matches/{match}/join", json={}).raise_for_status().json()["seat"] == 1
    assert bob.post(f"/api/matches/{match}/join", json={}).raise_for_status().json()["seat"] == 0
    assert offers_of(bob) == []


def test_declining_frees_the_seat_tells_the_host_and_lasts(house: House) -> None:
    host, bob, eve = house.guest("Hanna"), member(house, "Bob"), house.guest("Eve")
    match = house.drafted(host, "mixmath")
    offer_seat(host, match, "Bob").raise_for_status()
    assert answer(bob, "decline").raise_for_status().json() == []
    (told,) = host.get(f"/api/matches/{match}/offers").json()
    assert told["name"] == "Bob"
    assert told["declined"] is not None
    assert info_of(host, match)["seats"][1]["offered_to"] is None
    assert refusal(offer_seat(host, match, "Bob")) == (409, "declined")
    eve.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()


def test_a_declined_offer_can_be_put_away_and_still_forbids_another(house: House) -> None:
    host, bob = house.guest("Hanna"), member(house, "Bob")
    match = house.drafted(host, "mixmath")
    offer_seat(host, match, "Bob").raise_for_status()
    answer(bob, "decline").raise_for_status()
    url = f"/api/matches/{match}/offers"
    (declined,) = host.get(url).raise_for_status().json()
    host.delete(f"{url}/{declined['id']}").raise_for_status()
    assert host.get(url).json() == []
    assert refusal(host.delete(f"{url}/{declined['id']}")) == (404, "no-offer")
    assert refusal(offer_seat(host, match, "Bob")) == (409, "declined")


@pytest.mark.parametrize("how", ["withdrawn", "a bot", "nobody", "another"])
def test_the_host_may_withdraw_an_offer(house: House, how: str) -> None:
    host, bob, _ = house.guest("Hanna"), member(house, "Bob"), member(house, "Dan")
    match = house.drafted(host, "mixmath")
    offer_seat(host, match, "Bob").raise_for_status()
    (offer,) = offers_of(bob)
    url = f"/api/matches/{match}"
    if how == "withdrawn":
        assert refusal(bob.delete(f"{url}/offers/{offer['id']}")) == (403, "not-allowed")
        host.delete(f"{url}/offers/{offer['id']}").raise_for_status()
    elif how == "another":
        offer_seat(host, match, "Dan").raise_for_status()
    else:
        body = {"bot": "random" if how == "a bot" else None}
        host.put(f"{url}/seats/1", json=body).raise_for_status()
    assert offers_of(bob) == []
    late = bob.post(f"/api/me/offers/{offer['id']}/accept", json={})
    assert refusal(late) == (404, "no-offer")


def test_nobody_answers_for_another(house: House) -> None:
    host, bob, eve = house.guest("Hanna"), member(house, "Bob"), member(house, "Eve")
    match = house.drafted(host, "mixmath")
    offer_seat(host, match, "Bob").raise_for_status()
    (offer,) = offers_of(bob)
    for person in (eve, host):
        for how in ("accept", "decline"):
            refused = person.post(f"/api/me/offers/{offer['id']}/{how}", json={})
            assert refusal(refused) == (404, "no-offer")


def test_a_private_match_is_seen_until_the_offer_is_declined(house: House) -> None:
    host, bob = house.guest("Hanna"), member(house, "Bob")
    match = house.drafted(host, "mixmath", terms={"visibility": "private"})
    assert bob.get(f"/api/matches/{match}").status_code == 404
    offer_seat(host, match, "Bob").raise_for_status()
    assert info_of(bob, match)["roles"] == ["offered"]
    assert refusal(bob.post(f"/api/matches/{match}/join", json={"seat": 0})) == (403, "not-allowed")
    answer(bob, "decline").raise_for_status()
    assert bob.get(f"/api/matches/{match}").status_code == 404


def test_a_timetable_starts_the_match_when_the_last_one_accepts(house: House) -> None:
    host, bob = member(house, "Hanna"), member(house, "Bob")
    row = {"game": "mixmath", "players": ["Hanna", "Bob"], "starts": "2027-01-15T09:00:00Z"}
    (made,) = host.post("/api/schedule", json={"rows": [row]}).raise_for_status().json()
    house.clock.time = made["starts"] + 1
    assert [seat["offered_to"] for seat in info_of(host, made["id"])["seats"]] == [None, "Bob"]
    bob.accept_offers()
    for _ in range(200):
        if info_of(host, made["id"])["status"] == "running":
            return
        time.sleep(0.02)
    raise AssertionError("the match hasn't begun")


# A running match


def test_a_replacement_sees_no_seat_before_accepting(house: House) -> None:
    match, host, (ann, *_) = hosted_match(house)
    eve = member(house, "Eve")
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    assert eve.view(match)["seat"] is None
    assert refusal(eve.get(f"/api/matches/{match}/view", params={"as": 0})) == (403, "not-allowed")
    assert ann.view(match)["seat"] == 0
    assert info_of(ann, match)["seats"][0]["offered_to"] == "Eve"
    assert offers_of(eve)[0]["running"]
    answer(eve, "accept").raise_for_status()
    assert (ann.view(match)["seat"], eve.view(match)["seat"]) == (None, 0)


def test_a_declined_replacement_leaves_the_seat_alone(house: House) -> None:
    match, host, (ann, *_) = hosted_match(house)
    eve = member(house, "Eve")
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    answer(eve, "decline").raise_for_status()
    assert ann.view(match)["seat"] == 0
    assert desk(host, match)["seats"][0]["name"] == "Ann"


def test_a_bot_on_the_seat_ends_its_offer(house: House) -> None:
    match, host, _ = hosted_match(house)
    eve = member(house, "Eve")
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    post_desk(host, match, "seats/0/replace", bot="random").raise_for_status()
    assert offers_of(eve) == []


def test_who_has_seen_meanwhile_cant_accept(house: House) -> None:
    match, host, _ = hosted_match(house)
    eve = member(house, "Eve")
    host.post(f"/api/matches/{match}/hosts", json={"name": "Eve"}).raise_for_status()
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    hosting = next(offer for offer in offers_of(eve) if offer["seat"] is None)
    eve.post(f"/api/me/offers/{hosting['id']}/accept", json={}).raise_for_status()
    eve.get(f"/api/matches/{match}/state").raise_for_status()
    assert refusal(answer(eve, "accept")) == (409, "knows-secrets")
    assert len(offers_of(eve)) == 1


def test_an_offer_ends_with_its_match(house: House) -> None:
    match, host, _ = hosted_match(house)
    eve = member(house, "Eve")
    post_desk(host, match, "seats/0/replace", member="Eve").raise_for_status()
    (offer,) = offers_of(eve)
    post_desk(host, match, "stop").raise_for_status()
    assert offers_of(eve) == []
    assert refusal(eve.post(f"/api/me/offers/{offer['id']}/accept", json={})) == (404, "no-offer")
    assert info_of(eve, match)["roles"] == ["spectator"]
    assert info_of(host, match)["seats"][0]["offered_to"] is None


# Hosting


def test_nobody_hosts_without_accepting(house: House) -> None:
    host, bob = house.guest("Hanna"), member(house, "Bob")
    match = house.drafted(host, "mixmath")
    host.post(f"/api/matches/{match}/hosts", json={"name": "Bob"}).raise_for_status()
    assert info_of(bob, match)["hosts"] == ["Hanna"]
    assert refusal(bob.get(f"/api/matches/{match}/desk")) == (403, "not-allowed")
    assert offers_of(bob)[0]["seat"] is None
    answer(bob, "accept").raise_for_status()
    bob.get(f"/api/matches/{match}/desk").raise_for_status()


def test_a_host_who_plays_by_now_makes_nobody_a_host_of_the_running_match(house: House) -> None:
    ann, bob, friend = house.guest("Ann"), house.guest("Bob"), member(house, "Friend")
    match = house.drafted(ann, "mixmath")
    ann.post(f"/api/matches/{match}/hosts", json={"name": "Friend"}).raise_for_status()
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert refusal(answer(friend, "accept")) == (409, "no-offer")
    assert "Friend" not in info_of(ann, match)["hosts"]


def test_the_offers_of_a_former_host_lapse(house: House) -> None:
    host, second, bob = member(house, "Hanna"), member(house, "Second"), member(house, "Bob")
    match = house.drafted(host, "mixmath")
    host.post(f"/api/matches/{match}/hosts", json={"name": "Second"}).raise_for_status()
    second.accept_offers()
    offer_seat(second, match, "Bob").raise_for_status()
    host.delete(f"/api/matches/{match}/hosts", params={"name": "Second"}).raise_for_status()
    assert offers_of(bob) == []


# Numbers


def test_offers_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offer_rows, "MOST_OF_GUEST", 1)
    monkeypatch.setattr(offer_rows, "MOST_RECEIVED", 2)
    monkeypatch.setattr(offer_rows, "MOST_OF_PAIR", 1)
    guest, host, other = house.guest("Guest"), member(house, "Hanna"), member(house, "Other")
    bob, dan = member(house, "Bob"), member(house, "Dan")
    offer_seat(guest, house.drafted(guest, "mixmath"), "Bob").raise_for_status()
    again = offer_seat(guest, house.drafted(guest, "mixmath"), "Dan")
    assert refusal(again) == (429, "too-many-offers")
    offer_seat(host, house.drafted(host, "mixmath"), "Bob").raise_for_status()
    assert refusal(offer_seat(host, house.drafted(host, "mixmath"), "Bob")) == (429, "too-many-offers")
    refused = offer_seat(other, house.drafted(other, "mixmath"), "Bob")
    assert refusal(refused) == (429, "too-many-offers")
    assert "wait for Bob's answer" in refused.json()["message"]
    assert (len(offers_of(bob)), offers_of(dan)) == (2, [])


def test_all_offers_of_one_host_are_declined_at_once(house: House) -> None:
    host, other, bob = house.guest("Hanna"), house.guest("Other"), member(house, "Bob")
    offer_seat(other, house.drafted(other, "mixmath"), "Bob").raise_for_status()
    for _ in range(3):
        offer_seat(host, house.drafted(host, "mixmath"), "Bob").raise_for_status()
    offer = next(one for one in offers_of(bob) if one["by"] == "Hanna")
    rest = bob.post(f"/api/me/offers/{offer['id']}/decline", json={"all_from_host": True}).json()
    assert [one["by"] for one in rest] == ["Other"]


# Rematches


def finished(house: House) -> tuple[str, list[Guest]]:
    match, players = house.begun("mixmath")
    players[0].post(f"/api/matches/{match}/resign").raise_for_status()
    return match, players


def test_a_rematch_offers_the_other_seat_and_begins_when_it_is_accepted(house: House) -> None:
    match, (ann, bob) = finished(house)
    rematch = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
    assert [seat["name"] for seat in rematch["seats"]] == ["", "Ann"]
    assert rematch["seats"][0]["offered_to"] == "Bob"
    (offer,) = offers_of(bob)
    assert (offer["by"], offer["rematch_of"]) == ("Ann", match)
    begun = answer(bob, "accept").raise_for_status().json()
    assert (begun["id"], begun["status"], begun["seat"]) == (rematch["id"], "running", 0)


def test_asking_for_a_rematch_too_accepts_it_even_after_declining(house: House) -> None:
    match, (ann, bob) = finished(house)
    rematch = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
    answer(bob, "decline").raise_for_status()
    begun = bob.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
    assert (begun["id"], begun["status"]) == (rematch["id"], "running")


def test_a_rematch_never_enters_a_copy(house: House) -> None:
    match, (ann, bob) = finished(house)
    copied = ann.post(f"/api/matches/{match}/copy", json={}).raise_for_status().json()["id"]
    secret = {"game": "mixmath", "seats": 2, "terms": {"visibility": "private"}}
    ann.put(f"/api/matches/{copied}", json=secret).raise_for_status()
    ann.post(f"/api/matches/{copied}/open").raise_for_status()
    rematch = bob.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()
    assert rematch["id"] != copied
    assert info_of(ann, copied)["seats"][1]["name"] == ""


@pytest.mark.parametrize("agreed", [(True, True), (True, False), (False, False)])
@pytest.mark.parametrize("way", ["accept", "ask"])
def test_a_rematch_keeps_the_options_and_each_players_agreement_to_assistance(
    house: House, agreed: tuple[bool, bool], way: str
) -> None:
    players = [house.guest("Ann"), house.guest("Bob")]
    match = house.drafted(players[0], "mixmath", seats=2, options={"idle_rounds": 4})
    for player, agrees in zip(players, agreed, strict=True):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        player.post(f"/api/matches/{match}/assistance", json={"assistance": agrees}).raise_for_status()
    ann, bob = players
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    before = info_of(ann, match)
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    rematch = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()["id"]
    if way == "accept":
        answer(bob, "accept").raise_for_status()
    else:
        bob.post(f"/api/matches/{match}/rematch", json={}).raise_for_status()
    after = info_of(bob, rematch)
    assert [seat["name"] for seat in after["seats"]] == ["Bob", "Ann"]
    assert [seat["assistance"] for seat in after["seats"]] == [agreed[1], agreed[0]]
    assert after["options"] == before["options"]
    assert after["clock"] == before["clock"]
    assert after["options"]["assistance"] is all(agreed)


def rematch_asked(house: House) -> tuple[str, str, list[Guest]]:
    """A finished match, and its rematch for which Ann has asked."""
    match, players = finished(house)
    answer = players[0].post(f"/api/matches/{match}/rematch", json={}).raise_for_status()
    return match, answer.json()["id"], players


def test_whoever_asked_for_a_rematch_cannot_change_what_is_played(house: House) -> None:
    _, rematch, (ann, _) = rematch_asked(house)
    before = info_of(ann, rematch)
    other = {"game": "mixmath", "seats": 2, "clock": {"type": "turn", "seconds": 1}}
    assert ann.put(f"/api/matches/{rematch}", json=other).json()["code"] == "rematch-fixed"
    assert ann.put(f"/api/matches/{rematch}/seats", json={"seats": 3}).json()["code"] == "rematch-fixed"
    assert info_of(ann, rematch) == before


@pytest.mark.parametrize("leaves", [True, False])
def test_nobody_else_takes_a_seat_of_a_rematch(house: House, leaves: bool) -> None:
    """Neither the seat that a player has declined nor the one that its player has left."""
    _, rematch, (ann, bob) = rematch_asked(house)
    cleo = member(house, "Cleo")
    if leaves:
        ann.post(f"/api/matches/{rematch}/leave").raise_for_status()
    else:
        answer(bob, "decline").raise_for_status()
    for body in ({}, {"seat": 0}, {"seat": 1}):
        assert cleo.post(f"/api/matches/{rematch}/join", json=body).json()["code"] == "rematch-fixed"
    if leaves:
        ann.post(f"/api/matches/{rematch}/join", json={}).raise_for_status()
        assert info_of(ann, rematch)["seats"][1]["name"] == "Ann"


def test_the_rematch_of_a_private_match_is_private(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    private = {"game": "mixmath", "seats": 2, "terms": {"visibility": "private"}}
    ann.put(f"/api/matches/{match}", json=private).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    rematch = ann.post(f"/api/matches/{match}/rematch", json={}).raise_for_status().json()["id"]
    assert house.guest("Cleo").get(f"/api/matches/{rematch}").status_code == 404
    assert info_of(bob, rematch)["terms"]["visibility"] == "private"
    answer(bob, "accept").raise_for_status()
    assert info_of(ann, rematch)["status"] == "running"


def test_asking_twice_for_a_rematch_against_bots_begins_one_match(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath", seats=2, bots=[None, "random"])
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    first, second = (ann.post(f"/api/matches/{match}/rematch", json={}).json()["id"] for _ in "ab")
    assert first == second != match


def test_asks_for_a_rematch_are_limited(house: House) -> None:
    match, (ann, _) = finished(house)
    answers = []
    for _ in range(8):
        asked = ann.post(f"/api/matches/{match}/rematch", json={})
        answers.append(asked.status_code)
        if asked.status_code == 200:
            ann.delete(f"/api/matches/{asked.json()['id']}").raise_for_status()
    assert answers == [200] * 6 + [429] * 2
