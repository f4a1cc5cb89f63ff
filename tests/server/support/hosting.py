"""A hosted match, and its host's requests, for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import httpx

from tests.server.conftest import Guest, House

T = TypeVar("T")

CRYPT = "addition-crypt"
ROUND = {"type": "round", "seconds": 3600}
FIRST = {"type": "submit", "first": 0, "second": 1, "scoring": 0}
LOCK = {"type": "lock"}


def run_in_loop(house: House, coroutine: Coroutine[Any, Any, T]) -> T:
    loop = house.service.deadlines._tasks[0].get_loop()
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result(20)


def hosted_match(
    house: House, game: str = CRYPT, names: str = "Ann Bob Cyd", **more: Any
) -> tuple[str, Guest, list[Guest]]:
    """A running match whose host doesn't play."""
    host, players = house.guest("Hanna"), [house.guest(name) for name in names.split()]
    match = house.drafted(host, game, seats=len(players), **more)
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    return match, host, players


def post_desk(host: Guest, match: str, deed: str, **body: Any) -> httpx.Response:
    return host.post(f"/api/matches/{match}/desk/{deed}", json=body)


def by_consent(
    players: list[Guest], match: str, kind: str, seat: int | None = None, **request: Any
) -> httpx.Response:
    """What the first player, who hosts the match, proposes and all others agree to."""
    url = f"/api/matches/{match}/proposals"
    body = {"kind": kind, "seat": seat, "request": request}
    answer = players[0].post(url, json=body).raise_for_status()
    for number in [proposal["number"] for proposal in answer.json()["proposals"]][-1:]:
        for player in players[1:]:
            answer = player.post(f"{url}/{number}/consent", json={"agrees": True}).raise_for_status()
    assert answer.json()["carried_out"], answer.text
    return answer


def desk(host: Guest, match: str, **query: Any) -> Any:
    return host.get(f"/api/matches/{match}/desk", params=query).raise_for_status().json()


def standings(host: Guest, match: str) -> list[str]:
    return [seat["submission_status"] for seat in desk(host, match)["seats"]]


def member(house: House, name: str) -> Guest:
    guest = house.guest("")
    body = {"name": name, "password": "a long password"}
    guest.post("/api/register", json=body).raise_for_status()
    return guest


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]
