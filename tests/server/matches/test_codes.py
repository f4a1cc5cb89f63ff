"""Codes to type: where they lead, who shows them, when they end, and how often one may guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.matches.seats.codes import LETTERS, PRIVATE_SECONDS, tidy_code
from numberhouse.server.matches.seats.invitations import BY_CODE_SECONDS
from tests.server.conftest import Guest, House


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "house.sqlite"), bots=0)


def opened(host: Guest, visibility: str, seats: int = 2) -> str:
    draft = {"game": "mixmath", "seats": seats, "terms": {"visibility": visibility}}
    match = str(host.post("/api/matches", json=draft).raise_for_status().json()["id"])
    host.post(f"/api/matches/{match}/open").raise_for_status()
    return match


def code_of(host: Guest, match: str) -> str:
    return str(host.post(f"/api/matches/{match}/code").raise_for_status().json()["code"])


def test_code_leads_to_an_unlisted_match_however_it_is_typed(house: House) -> None:
    host, stranger = house.guest("Hanna"), house.guest("")
    match = opened(host, "unlisted")
    code = code_of(host, match)
    assert len(code) == 6
    assert set(code) <= set(LETTERS)
    assert code_of(host, match) == code  # asked again
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} "):
        found = stranger.post("/api/code", json={"code": typed}).raise_for_status().json()
        assert found == {"match": match, "invitation": None}


def test_cyrillic_letters_that_look_the_same_are_read(house: House) -> None:
    assert tidy_code("внк мрт") == "BHKMPT"
    assert len(LETTERS) == len(set(LETTERS))
    assert house.guest("").post("/api/code", json={"code": "внкмрт"}).status_code == 404


def test_code_of_a_private_match_invites_and_ends_soon(house: House) -> None:
    host, stranger, late = house.guest("Hanna"), house.guest("Ben"), house.guest("Cleo")
    match = opened(host, "private", seats=3)
    code = code_of(host, match)
    found = stranger.post("/api/code", json={"code": code}).raise_for_status().json()
    assert found["match"] is None
    assert stranger.get(f"/api/matches/{match}").status_code == 404  # the code alone opens nothing
    stranger.post("/api/invitation/accept", json={"secret": found["invitation"]}).raise_for_status()
    assert stranger.get(f"/api/matches/{match}").json()["seat"] == 0
    house.clock.time += PRIVATE_SECONDS - 1
    assert code_of(host, match) == code  # the host's page asks again
    house.clock.time += PRIVATE_SECONDS - 1
    assert late.post("/api/code", json={"code": code}).status_code == 200
    house.clock.time += 1
    assert late.post("/api/code", json={"code": code}).json()["code"] == "no-code"
    assert code_of(host, match) != code


def test_code_ends_when_it_is_hidden_and_when_the_match_begins(house: House) -> None:
    host, ann, stranger = house.guest("Hanna"), house.guest("Ann"), house.guest("")
    match = opened(host, "unlisted")
    code = code_of(host, match)
    host.delete(f"/api/matches/{match}/code").raise_for_status()
    unknown = stranger.post("/api/code", json={"code": "BBBBBB"})
    assert stranger.post("/api/code", json={"code": code}).json() == unknown.json()
    code = code_of(host, match)
    for person in (host, ann):
        person.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert stranger.post("/api/code", json={"code": code}).json() == unknown.json()
    assert host.post(f"/api/matches/{match}/code").status_code in (403, 409)


def test_only_hosts_show_a_code(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = opened(host, "unlisted")
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert ann.post(f"/api/matches/{match}/code").status_code == 403
    assert ann.delete(f"/api/matches/{match}/code").status_code == 403
    assert house.guest("").post(f"/api/matches/{match}/code").status_code in (401, 403)


def test_codes_of_a_match_that_became_private_lead_nowhere(house: House) -> None:
    host, stranger = house.guest("Hanna"), house.guest("")
    match = opened(host, "unlisted")
    code = code_of(host, match)
    draft = {"game": "mixmath", "seats": 2, "terms": {"visibility": "private"}}
    host.put(f"/api/matches/{match}", json=draft).raise_for_status()
    assert stranger.post("/api/code", json={"code": code}).status_code == 404
    fresh = code_of(host, match)
    assert stranger.post("/api/code", json={"code": fresh}).json()["invitation"]


def invitation_by_code(house: House, host: Guest, match: str) -> str:
    found = house.guest("").post("/api/code", json={"code": code_of(host, match)})
    return str(found.raise_for_status().json()["invitation"])


def uses(house: House, secret: str, name: str = "Ben") -> list[tuple[int, str]]:
    """The answers to a look at the invitation, and to its use by a new person."""
    person, ways = house.guest(name), ("preview", "accept")
    answers = [person.post(f"/api/invitation/{way}", json={"secret": secret}) for way in ways]
    return [(answer.status_code, answer.json().get("code", "")) for answer in answers]


def test_invitations_by_a_code_end_with_the_code(house: House) -> None:
    host = house.guest("Hanna")
    match = opened(host, "private", seats=3)
    own = host.post(f"/api/matches/{match}/invitations", json={"seat": None}).raise_for_status().json()
    earlier = invitation_by_code(house, host, match)
    host.delete(f"/api/matches/{match}/code").raise_for_status()
    assert uses(house, earlier) == [(404, "no-invitation")] * 2
    later = invitation_by_code(house, host, match)  # by a new code
    assert uses(house, later) == [(200, ""), (200, "")]
    assert uses(house, own["secret"], "Dora") == [
        (200, ""),
        (200, ""),
    ]  # a link of the host's


def test_invitations_by_a_code_end_soon_by_themselves(house: House) -> None:
    host = house.guest("Hanna")
    match = opened(host, "private")
    secret = invitation_by_code(house, host, match)
    house.clock.time += BY_CODE_SECONDS - 1
    code_of(host, match)  # the host's page asks again: the code goes on, the invitation doesn't
    assert host.post("/api/invitation/preview", json={"secret": secret}).status_code == 200
    house.clock.time += 1
    assert uses(house, secret) == [(404, "code-ended")] * 2


@pytest.mark.parametrize("end", ["start", "delete"])
def test_invitations_by_a_code_end_with_the_table(house: House, end: str) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = opened(host, "private")
    secret, other = invitation_by_code(house, host, match), invitation_by_code(house, host, match)
    if end == "start":
        host.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        ann.post("/api/invitation/accept", json={"secret": other}).raise_for_status()
        host.post(f"/api/matches/{match}/start").raise_for_status()
        assert uses(house, secret) == [(404, "code-ended")] * 2
    else:
        host.delete(f"/api/matches/{match}").raise_for_status()
        assert uses(house, secret) == [(404, "no-invitation")] * 2


def test_guessing_is_limited_by_address(house: House) -> None:
    stranger = house.guest("")
    answers = [stranger.post("/api/code", json={"code": "BCDFGH"}).status_code for _ in range(21)]
    assert answers == [404] * 20 + [429]
