"""The hosting desk: secrets handed in, copies of a match, and the history of hosts' actions."""

from __future__ import annotations

import json

import pytest

from numberhouse.server.matches.matches import Matches
from tests.server.conftest import Guest, House
from tests.server.support.hosting import ROUND, hosted_match, member, post_desk, refusal

# Secrets handed in


def test_secrets_are_handed_in_and_shown_to_no_player(house: House) -> None:
    ten = ["n % 3 == 0", "n % 5 == 1", "n % 7 == 2", "is_prime(n)", "n % 4 == 3"]
    ten += ["n % 11 == 4", "n % 13 == 5", "n % 6 == 1", "n % 9 == 7", "n % 10 == 8"]
    host, ann, bob = (house.guest(name) for name in ("Hanna", "Ann", "Bob"))
    match = house.drafted(host, "set-theory", seats=2)
    url = f"/api/matches/{match}/desk/secrets"
    assert refusal(ann.put(url, json={"secrets": {"sets": ten}})) == (403, "not-allowed")
    assert refusal(host.put(url, json={"secrets": {"examples": 5}})) == (400, "secrets")
    response = host.put(url, json={"secrets": {"sets": ten[:9]}})
    assert response.status_code == 409
    assert "9 handed in; 10 are accepted" in response.json()["message"]
    response = host.put(url, json={"secrets": {"sets": ten}})
    assert response.json()["secrets_set"] == ["sets"]
    worths = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]
    assert host.put(url, json={"secrets": {"worths": worths}}).json()["secrets_set"] == ["sets", "worths"]
    for seat, player in enumerate((ann, bob)):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert "sets" not in host.get(f"/api/matches/{match}").json()["options"]
    assert host.get(url).json()["secrets"]["sets"] == ten
    for player in (ann, bob, house.guest("Eve")):
        visible = player.get(f"/api/matches/{match}").text + json.dumps(player.view(match))
        assert "n % 11" not in visible
        assert ann.view(match)["view"]["handed_in"] is True
    assert refusal(host.put(url, json={"secrets": {"sets": ten}})) == (403, "not-allowed")


def test_a_player_is_refused_before_anything_is_computed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2)
    host.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    checked: list[object] = []

    async def check(_matches: Matches, *about: object) -> None:
        checked.append(about)

    monkeypatch.setattr(Matches, "_check_options", check)
    secrets = {"worths": [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]}
    url = f"/api/matches/{match}"
    assert refusal(host.put(f"{url}/desk/secrets", json={"secrets": secrets})) == (409, "plays")
    assert refusal(host.put(url, json={"game": "set-theory", "options": secrets})) == (409, "plays")
    assert checked == []
    host.put(url, json={"game": "set-theory", "options": {"examples": 4}}).raise_for_status()
    assert len(checked) == 1


def test_remarks_on_secrets_reach_only_their_sender_in_every_language(house: House) -> None:
    ten = ["square", "n < 5000", "n % 7 == 2", "is_prime(n)", "n % 4 == 3"]
    ten += ["n % 11 == 4", "n % 13 == 5", "n % 6 == 1", "n % 9 == 7", "n % 10 == 8"]
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2)
    url = f"/api/matches/{match}/desk/secrets"
    remarks = host.put(url, json={"secrets": {"sets": ten}}).json()["remarks"]
    assert [remark["en"].split(":")[0].split(";")[0] for remark in remarks] == [
        "Set A is thin",
        "Set B is finite",
    ]
    assert remarks[1]["ru"] == "Множество B конечно, а в игре множества бесконечные."
    assert host.get(f"/api/matches/{match}/desk").json()["remarks"] == []
    assert host.put(url, json={"secrets": {"sets": None}}).json()["remarks"] == []


def test_examples_that_a_host_chooses_are_open_from_the_start_on_and_not_before(house: House) -> None:
    ten = ["n % 3 == 0", "n % 5 == 1", "n % 7 == 2", "is_prime(n)", "n % 4 == 3"]
    ten += ["n % 11 == 4", "n % 13 == 5", "n % 6 == 1", "n % 9 == 7", "n % 10 == 8"]
    chosen = [[], [], [], [10_007, 19], *[[]] * 6]
    host, ann, bob = (house.guest(name) for name in ("Hanna", "Ann", "Bob"))
    match = house.drafted(host, "set-theory", seats=2)
    url = f"/api/matches/{match}/desk/secrets"
    alone = host.put(url, json={"secrets": {"example_numbers": chosen}})
    assert (alone.status_code, alone.json()["code"]) == (409, "examples-without-sets")
    both = {"sets": ten, "example_numbers": chosen}
    overview = host.put(url, json={"secrets": both}).raise_for_status().json()
    assert overview["secrets_set"] == ["sets", "example_numbers"]
    for seat, player in enumerate((ann, bob)):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
        for path in ("", "/view"):
            assert "10007" not in player.get(f"/api/matches/{match}{path}").text
    host.post(f"/api/matches/{match}/start").raise_for_status()
    for player in (ann, bob):
        assert player.view(match)["view"]["examples"][3] == [19, 10_007]
        assert "10007" not in player.get(f"/api/matches/{match}").text


# Copies


def test_a_copy_has_the_same_options_and_another_commitment(house: House) -> None:
    match, host, players = hosted_match(house, options={"start": [6, 5, 4, 3, 2, 1, 0]}, clock=ROUND)
    post_desk(host, match, "seats/2/replace", bot="random").raise_for_status()
    url = f"/api/matches/{match}/copy"
    bare = host.post(url, json={"bots": False, "title": "Again"}).raise_for_status().json()
    copied = host.post(url, json={"people": True}).raise_for_status().json()
    first = host.get(f"/api/matches/{match}").json()
    assert copied["options"]["start"] == [6, 5, 4, 3, 2, 1, 0]
    assert (bare["terms"]["title"], bare["clock"]) == ("Again", first["clock"])
    assert len({info["commitment"] for info in (first, bare, copied)}) == 3
    assert [seat["name"] for seat in bare["seats"]] == ["", "", ""]
    assert [seat["name"] for seat in copied["seats"]] == ["", "", "Random"]
    assert [seat["offered_to"] for seat in copied["seats"]] == ["Ann", "Bob", None]
    assert refusal(players[0].post(url, json={})) == (403, "not-allowed")


def test_a_copy_leaves_out_what_was_handed_in_for_everybody(house: House) -> None:
    ann, bob, host = (house.guest(name) for name in ("Ann", "Bob", "Hanna"))
    match = house.drafted(host, "set-theory", seats=2)
    worths = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1]
    host.put(f"/api/matches/{match}/desk/secrets", json={"secrets": {"worths": worths}}).raise_for_status()
    for seat, player in enumerate((ann, bob)):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    copies = [host.post(f"/api/matches/{match}/copy", json={}).json()]
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    copies.append(host.post(f"/api/matches/{match}/copy", json={}).json())
    copies.append(ann.post(f"/api/matches/{match}/rematch").raise_for_status().json())
    for copied in copies:
        assert copied["left_out"] == ["worths"]
        assert copied["handed_in"] == {}
        assert host.get(f"/api/matches/{copied['id']}/desk/secrets").json().get("secrets", {}) == {}


def test_only_hosts_see_which_host_did_an_action(house: House) -> None:
    match, host, (ann, *_) = hosted_match(house)
    eve, dan = member(house, "Eve"), member(house, "Dan")
    host.post(f"/api/matches/{match}/hosts", json={"name": "Eve"}).raise_for_status()
    eve.accept_offers()
    post_desk(eve, match, "pause").raise_for_status()
    post_desk(host, match, "resume").raise_for_status()
    post_desk(eve, match, "announcements", text="On we go.").raise_for_status()
    post_desk(eve, match, "seats/1/expire").raise_for_status()
    post_desk(host, match, "seats/1/replace", member="Dan").raise_for_status()
    dan.accept_offers()
    post_desk(eve, match, "amendments", number=1, notation="A* B").raise_for_status()

    def by(guest: Guest, **query: str) -> list[str]:
        answer = guest.get(f"/api/matches/{match}/transcript", params={"form": "json", **query})
        return [step.get("by", "") for step in answer.raise_for_status().json()["steps"]]

    both = ["Hanna", "Eve", "Hanna", "Eve", "Eve", "Hanna", "Eve"]
    assert by(host, perspective="everything") == by(eve, perspective="everything") == both
    assert set(by(ann)) == set(by(house.guest("Zoe"))) == {""}
    for form in ("text", "markdown", "html", "json", "pieces"):
        assert "Eve" not in ann.get(f"/api/matches/{match}/transcript", params={"form": form}).text
    eve.post("/api/me/delete", json={"password": "a long password"}).raise_for_status()
    assert set(by(host, perspective="everything")) == {"Hanna", ""}
