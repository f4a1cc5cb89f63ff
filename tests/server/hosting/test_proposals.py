"""Proposals: what a host who plays can't do alone happens when the other players agree."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from numberhouse.protocol.matches import MatchInfo
from numberhouse.server.hosting.proposals import Proposing
from numberhouse.server.storage.journal_entry import Resign
from tests.server.conftest import Guest, House
from tests.server.support.hosting import FIRST, ROUND, by_consent, member, post_desk, refusal

CLOCK = {"type": "turn", "seconds": 600}
PASS = {"type": "pass"}


def propose(guest: Guest, match: str, kind: str, seat: int | None = None, **request: Any) -> httpx.Response:
    body = {"kind": kind, "seat": seat, "request": request}
    return guest.post(f"/api/matches/{match}/proposals", json=body)


def consent(guest: Guest, match: str, number: int = 1, *, agrees: bool = True) -> httpx.Response:
    return guest.post(f"/api/matches/{match}/proposals/{number}/consent", json={"agrees": agrees})


def proposals(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}/proposals").raise_for_status().json()["proposals"]


def status(guest: Guest, match: str) -> str:
    return str(guest.get(f"/api/matches/{match}").json()["status"])


def test_a_proposal_happens_when_all_have_agreed_and_names_them(house: House) -> None:
    match, (ann, bob, cyd) = house.begun("addition-crypt", "Ann Bob Cyd")
    (proposal,) = propose(ann, match, "pause").raise_for_status().json()["proposals"]
    assert (proposal["kind"], proposal["by"], proposal["waits_for"]) == ("pause", 0, [1, 2])
    for viewer in (ann, bob, cyd, house.guest("")):
        assert viewer.view(match)["public_match"]["proposals"] == [proposal]
    assert consent(bob, match).json()["carried_out"] is False
    assert (status(ann, match), proposals(cyd, match)[0]["agreed"]) == ("running", [1])
    assert consent(cyd, match).json()["carried_out"] is True
    assert (status(ann, match), proposals(ann, match)) == ("paused", [])
    ((_, text),) = house.guest("").view(match)["public_match"]["announcements"]
    assert text == "Ann proposes: pause the match. It is done. Agreed: Bob, Cyd"


@pytest.mark.parametrize("who", [0, 1])
def test_one_refusal_closes_a_proposal(house: House, who: int) -> None:
    match, players = house.begun("addition-crypt", "Ann Bob Cyd")
    propose(players[0], match, "stop").raise_for_status()
    assert consent(players[who], match, agrees=False).json()["proposals"] == []
    assert refusal(consent(players[2], match)) == (409, "no-proposal")
    assert status(players[0], match) == "running"


def test_only_those_who_are_asked_answer(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath", clock=CLOCK)
    propose(ann, match, "pause").raise_for_status()
    assert refusal(consent(ann, match)) == (403, "not-asked")
    assert refusal(consent(house.guest("Eve"), match)) == (403, "not-allowed")
    assert refusal(consent(bob, match, 2)) == (404, "no-proposal")
    assert refusal(propose(bob, match, "pause")) == (403, "not-allowed")


def test_a_repeated_key_finds_its_own_proposal_and_refuses_another(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath", clock=CLOCK)
    url = f"/api/matches/{match}/proposals"
    pause = {"kind": "pause", "key": "a"}
    invite = {"kind": "invite", "seat": 1, "key": "b"}
    assert ann.post(url, json=pause).raise_for_status().json()["number"] == 1
    first = ann.post(url, json=invite).raise_for_status().json()
    assert (first["number"], bool(first["invitation"])) == (2, True)
    propose(ann, match, "stop").raise_for_status()
    for body, number in ((pause, 1), (invite, 2)):
        again = ann.post(url, json=body).raise_for_status().json()
        assert (again["number"], again["invitation"], again["carried_out"]) == (number, None, False)
        assert len(again["proposals"]) == 3
    for other in (
        {**pause, "kind": "stop"},
        {**invite, "seat": 0},
        {"kind": "extend", "request": {"seconds": 60}, "key": "a"},
    ):
        assert refusal(ann.post(url, json=other)) == (409, "key-reused")
    consent(bob, match, 1).raise_for_status()
    assert ann.post(url, json=pause).json()["number"] == 1  # carried out, and still its own
    assert status(ann, match) == "paused"


def test_a_proposal_about_the_turn_lapses_with_it(house: House) -> None:
    match, players = house.begun("mixmath", clock=CLOCK)
    turn = players[0].view(match)["view"]["turn"]["seat"]
    propose(players[0], match, "expire", 1).raise_for_status()
    propose(players[0], match, "stop").raise_for_status()
    players[turn].act(match, PASS).raise_for_status()
    assert [each["kind"] for each in proposals(players[1], match)] == ["stop"]
    assert refusal(consent(players[1], match)) == (409, "no-proposal")


def test_a_secret_action_ends_no_proposal(house: House) -> None:
    match, (ann, bob, cyd) = house.begun("addition-crypt", "Ann Bob Cyd")
    propose(ann, match, "pause").raise_for_status()
    before = cyd.view(match)
    bob.act(match, FIRST).raise_for_status()
    assert cyd.view(match) == before


def test_at_most_three_proposals_are_open(house: House) -> None:
    match, (ann, _) = house.begun("mixmath", clock=CLOCK)
    for _ in range(3):
        propose(ann, match, "stop").raise_for_status()
    assert refusal(propose(ann, match, "stop")) == (409, "too-many")


def test_bots_agree_at_once(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath", seats=2, bots=[None, "random"])
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert propose(ann, match, "pause").json()["carried_out"] is True
    assert status(ann, match) == "paused"


def test_an_invitation_by_consent_is_good_only_afterwards(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath", clock=CLOCK)
    house.clock.time += 1
    eve = house.guest("Eve")
    secret = propose(ann, match, "invite", 1).json()["invitation"]
    early = eve.post("/api/invitation/accept", json={"secret": secret})
    assert refusal(early) == (404, "no-invitation")
    assert consent(bob, match).json()["carried_out"] is True
    assert eve.post("/api/invitation/accept", json={"secret": secret}).json()["seat"] == 1


def test_each_kind_does_what_the_desk_does(house: House) -> None:
    dan = member(house, "Dan")
    match, players = house.begun("mixmath", clock=CLOCK)
    turn = players[0].view(match)["view"]["turn"]["seat"]
    due = players[0].view(match)["public_match"]["seats"][turn]["due"]
    by_consent(players, match, "extend", seconds=60)
    assert players[0].view(match)["public_match"]["seats"][turn]["due"] == due + 60
    by_consent(players, match, "pause")
    by_consent(players, match, "resume")
    by_consent(players, match, "expire", turn)
    assert players[0].view(match)["view"]["turn"]["seat"] == 1 - turn
    by_consent(players, match, "amend", number=1, notation="pass")
    by_consent(players, match, "replace", 1, member="Dan")
    assert players[0].get(f"/api/matches/{match}").json()["seats"][1]["name"] == "Bob"
    dan.accept_offers()
    assert players[0].get(f"/api/matches/{match}").json()["seats"][1]["name"] == "Dan"


def test_the_own_seat_needs_no_consent(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath", clock=CLOCK)
    assert refusal(post_desk(ann, match, "seats/1/resign")) == (403, "needs-consent")
    post_desk(ann, match, "seats/0/resign").raise_for_status()
    assert bob.view(match)["public_match"]["resigned"] == [0]


def test_a_host_who_doesnt_play_needs_no_proposal(house: House) -> None:
    other = member(house, "Other")
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", clock=CLOCK)
    ann.post(f"/api/matches/{match}/hosts", json={"name": "Other"}).raise_for_status()
    other.accept_offers()
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    post_desk(other, match, "pause").raise_for_status()
    assert refusal(propose(other, match, "resume")) == (403, "not-allowed")


@pytest.mark.parametrize(
    ("kind", "seat", "request_body"),
    [("expire", None, {}), ("pause", 1, {}), ("extend", None, {"bogus": 1}), ("replace", 1, {})],
)
def test_an_impossible_proposal_is_refused(
    house: House, kind: str, seat: int | None, request_body: dict[str, Any]
) -> None:
    match, (ann, _) = house.begun("mixmath", clock=CLOCK)
    refused = propose(ann, match, kind, seat, **request_body)
    assert refused.status_code == 400
    assert proposals(ann, match) == []


ALONE = [
    ("amend", None, {"number": 1, "notation": "pass"}),
    ("expire", 0, {}),
    ("expire", 1, {}),
    ("resign", 1, {}),
    ("extend", None, {"seconds": -30}),
    ("extend", None, {"until": -30}),
]
"""What changes the past or another seat's play; `until` counts from the deadline."""


def alone_with_bots(house: House, **more: Any) -> tuple[str, Guest]:
    """A running match of a host who plays, and one bot, which doesn't move here."""
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath", seats=2, bots=[None, "random"], clock=CLOCK, **more)
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    if ann.view(match)["view"]["turn"]["seat"] == 0:
        ann.act(match, PASS).raise_for_status()
    return match, ann


def with_a_bot(house: House) -> tuple[str, list[Guest]]:
    """A running match of two people, the first its host, and one bot. The host has acted."""
    players = [house.guest("Ann"), house.guest("Bob")]
    match = house.drafted(players[0], "addition-crypt", seats=3, bots=[None, None, "random"], clock=ROUND)
    for player in players:
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    players[0].post(f"/api/matches/{match}/start").raise_for_status()
    players[0].act(match, FIRST).raise_for_status()
    return match, players


@pytest.mark.parametrize(("kind", "seat", "request_body"), ALONE)
def test_a_host_alone_with_bots_changes_no_past_and_no_others_play(
    house: House, kind: str, seat: int | None, request_body: dict[str, Any]
) -> None:
    match, ann = alone_with_bots(house)
    before = ann.view(match)
    if "until" in request_body:
        request_body = {"until": before["public_match"]["seats"][1]["due"] + request_body["until"]}
    refused = propose(ann, match, kind, seat, **request_body)
    assert refusal(refused) == (409, "nobody-consents")
    assert f"{kind}: nobody else plays here who could consent" in refused.json()["message"]
    assert ann.view(match) == before


def test_a_host_alone_with_bots_may_do_the_rest(house: House) -> None:
    match, ann = alone_with_bots(house)
    for kind, seat, body in (
        ("extend", None, {"seconds": 60}),
        ("pause", None, {}),
        ("resume", None, {}),
        ("replace", 1, {"bot": "random"}),
        ("invite", 1, {}),
        ("stop", None, {}),
    ):
        assert propose(ann, match, kind, seat, **body).json()["carried_out"] is True, kind
    match, ann = alone_with_bots(house)
    assert propose(ann, match, "resign", 0).json()["carried_out"] is True
    assert status(ann, match) == "finished"
    assert refusal(propose(ann, match, "amend", number=1)) == (409, "nobody-consents")


@pytest.mark.parametrize(("kind", "seat", "request_body"), [*ALONE[:4], ("resign", 0, {})])
def test_a_host_who_left_the_seat_to_a_bot_changes_nothing_alone_either(
    house: House, kind: str, seat: int | None, request_body: dict[str, Any]
) -> None:
    match, ann = alone_with_bots(house)
    post_desk(ann, match, "seats/0/replace", bot="random").raise_for_status()
    assert refusal(propose(ann, match, kind, seat, **request_body)) == (409, "nobody-consents")
    for deed in ("amendments", "amendments/preview"):
        assert refusal(post_desk(ann, match, deed, number=1)) == (403, "needs-consent")
    for deed in ("seats/0/expire", "seats/1/resign", "seats/0/resign"):
        assert refusal(post_desk(ann, match, deed)) == (403, "needs-consent")


def test_a_proposal_ends_when_nobody_is_left_who_could_consent(house: House) -> None:
    match, (ann, bob) = with_a_bot(house)
    propose(ann, match, "amend", number=1).raise_for_status()
    propose(ann, match, "stop").raise_for_status()
    bob.post(f"/api/matches/{match}/resign", json={}).raise_for_status()
    assert [each["kind"] for each in proposals(ann, match)] == ["stop"]
    assert refusal(propose(ann, match, "amend", number=1)) == (409, "nobody-consents")


@pytest.mark.parametrize(
    ("step", "kind", "request_body"),
    [
        ("_check", "amend", {"number": 1}),
        ("_check", "extend", {"seconds": -60}),
        ("_carry_out_if_agreed", "amend", {"number": 1}),
        ("_carry_out_if_agreed", "extend", {"seconds": -60}),
    ],
)
def test_nothing_is_carried_out_if_the_last_other_person_leaves_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch, step: str, kind: str, request_body: dict[str, Any]
) -> None:
    match, (ann, bob) = with_a_bot(house)
    original = getattr(Proposing, step)

    async def and_bob_leaves(self: Proposing, info: MatchInfo, *more: Any) -> Any:
        await self.host_actions.append(info.id, 1, Resign(), "bob leaves", "")
        return await original(self, info, *more)

    if step == "_carry_out_if_agreed":
        propose(ann, match, kind, **request_body).raise_for_status()
    monkeypatch.setattr(Proposing, step, and_bob_leaves)
    before = ann.view(match)
    answer = consent(bob, match) if step != "_check" else propose(ann, match, kind, **request_body)
    if step == "_check":
        assert refusal(answer) == (409, "nobody-consents")
    else:
        assert answer.json()["carried_out"] is False
    after = ann.view(match)
    assert after["public_match"]["resigned"] == [1]
    assert (after["epoch"], after["view"]["values"]) == (before["epoch"], before["view"]["values"])
    dues = [view["public_match"]["seats"][0]["due"] for view in (before, after)]
    assert dues[0] == dues[1]


def test_with_consent_the_past_is_amended_also_beside_a_bot(house: House) -> None:
    match, players = with_a_bot(house)
    by_consent(players, match, "amend", number=1)
    assert players[0].view(match)["epoch"] == 1
