"""Tokens of programs: their scopes, their end, and what they never open."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.server.conftest import Guest, House, make_administrator

DAY = 86_400.0
PASSWORD = "long enough"


def member(house: House, name: str) -> Guest:
    guest = house.guest("")
    guest.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
    return guest


def program(house: House, owner: Guest, *scopes: str, **more: Any) -> Guest:
    """A client with a token of these scopes."""
    given = {"scopes": scopes} if scopes else {}
    answer = owner.post("/api/me/tokens", json={"name": "my bot", **given, **more})
    client = house.guest("")
    client.headers["Authorization"] = f"Bearer {answer.raise_for_status().json()['token']}"
    return client


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_token_ends_and_the_list_says_when(house: House) -> None:
    ann = member(house, "Ann")
    bot = program(house, ann)
    (listed,) = ann.get("/api/me/tokens").json()
    assert listed["expires"] == house.clock.time + 90 * DAY
    assert listed["scopes"] == ["read", "play"]
    house.clock.time += 90 * DAY - 1
    assert bot.get("/api/me").json()["scopes"] == ["read", "play"]
    house.clock.time += 1
    assert refusal(bot.get("/api/me")) == (401, "token")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"days": 0}, "token-days"),
        ({"days": 366}, "token-days"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["all"]}, "request"),
    ],
)
def test_a_token_without_a_scope_or_for_more_than_a_year_is_refused(
    house: House, wish: dict[str, Any], code: str
) -> None:
    answer = member(house, "Ann").post("/api/me/tokens", json={"name": "my bot", **wish})
    assert refusal(answer) == (400, code)


def test_a_token_that_reads_sees_the_seat_and_cant_act(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    reader = program(house, ann, "read")
    assert reader.get(f"/api/matches/{match}").json()["seat"] == 0
    reader.view(match)
    answer = reader.act(match, {"type": "pass"})
    assert refusal(answer) == (403, "scope")
    assert answer.json()["values"] == {"needed": "play", "scopes": ["read"]}
    url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    headers = {"Authorization": reader.headers["Authorization"]}
    with connect(url, additional_headers=headers, max_size=1 << 24) as live:
        assert json.loads(live.recv())["type"] == "snapshot"
        live.send(json.dumps({"type": "act", "action": {"type": "pass"}, "key": "k"}))
        messages = [json.loads(live.recv(timeout=10))]
        while messages[-1]["type"] not in ("accepted", "refused"):
            messages.append(json.loads(live.recv(timeout=10)))
    assert messages[-1]["code"] == "scope"


def test_a_token_that_plays_has_nothing_of_the_host(house: House) -> None:
    ann = member(house, "Ann")
    match = house.drafted(ann, "mixmath")
    player, host = program(house, ann, "read", "play"), program(house, ann, "read", "host")
    assert player.get(f"/api/matches/{match}").json()["roles"] == ["spectator"]
    assert "host" in host.get(f"/api/matches/{match}").json()["roles"]
    assert refusal(player.get(f"/api/matches/{match}/desk")) == (403, "scope")
    assert host.get(f"/api/matches/{match}/desk").status_code == 200
    private = ann.post("/api/matches", json={"game": "mixmath"}).json()["id"]
    assert refusal(player.get(f"/api/matches/{private}")) == (404, "no-match")
    assert host.get(f"/api/matches/{private}").status_code == 200


def test_no_token_has_the_powers_of_an_administrator(house: House) -> None:
    root = member(house, "Root")
    make_administrator(house, root)
    bot = program(house, root, "read", "play", "host")
    assert bot.get("/api/me").json()["administrator"] is False
    match = house.drafted(house.guest("Ann"), "mixmath")
    assert bot.delete(f"/api/matches/{match}").status_code == 403
    assert refusal(bot.get("/api/admin/audit")) == (403, "session-only")
    assert root.delete(f"/api/matches/{match}").status_code == 204


def test_registering_ends_the_tokens_and_sessions_of_the_guest(house: House) -> None:
    ann = house.guest("Ann")
    bot, thief = program(house, ann), house.guest("")
    thief.cookies = ann.cookies.__class__(ann.cookies)
    assert bot.get("/api/me").json()["name"] == thief.get("/api/me").json()["name"] == "Ann"
    fresh = house.guest("")
    fresh.cookies = ann.cookies.__class__(ann.cookies)
    before = dict(fresh.cookies)
    fresh.post("/api/register", json={"name": "Ann", "password": PASSWORD}).raise_for_status()
    assert fresh.cookies["numberhouse"] != before["numberhouse"]
    assert refusal(bot.get("/api/me")) == (401, "token")
    assert thief.get("/api/me").json() is None
    assert len(fresh.get("/api/me/sign-ins").json()) == 1


def test_a_token_cant_make_its_guest_a_member(house: House) -> None:
    bot = program(house, house.guest("Ann"))
    answer = bot.post("/api/register", json={"name": "Thief", "password": PASSWORD})
    assert refusal(answer) == (403, "session-only")
