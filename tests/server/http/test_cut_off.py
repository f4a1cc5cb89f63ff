"""Slow and vanished connections are closed; other viewers see no difference."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from importlib import import_module

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.connections import websocket as wire
from numberhouse.server.storage.journal import RowChange
from numberhouse.server.storage.journal_entry import Announce, JournalEntry, Seated
from tests.server.conftest import House
from tests.server.support.listening import (
    LIVE,
    PASS,
    Deaf,
    closed,
    entered,
    inside,
    mover,
    present,
    received,
    settled,
    silent,
    until,
)

# Disconnection


def test_signing_out_everywhere_closes_live_connections(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    cookies = dict(ann.cookies)
    with ann.live(match) as live, bob.live(match) as other:
        received(live), received(other)
        ann.post("/api/sign-out-everywhere").raise_for_status()
        code, messages = closed(live)
        assert (code, messages[-1]["code"]) == (4403, "signed-out")
        while present(until(other, "update")) != [False, True]:
            pass
    ann.cookies.update(cookies)
    assert ann.act(match, PASS).status_code == 401


def test_an_action_is_finished_though_its_connection_is_closed_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    log = house.service.sessions.journal
    append, begun, goes_on = log.append, threading.Event(), asyncio.Event()

    async def held(line: JournalEntry, head: RowChange) -> None:
        begun.set()
        await asyncio.wait_for(goes_on.wait(), 10)
        await append(line, head)

    monkeypatch.setattr(log, "append", held)
    with players[turn].live(match) as live, players[1 - turn].live(match) as other:
        settled(live, other)
        live.send(json.dumps({"type": "act", "action": PASS}))
        assert begun.wait(5)
        players[turn].post("/api/sign-out-everywhere").raise_for_status()
        code, messages = closed(live)
        assert (code, messages[-1]["code"]) == (4403, "signed-out")
        assert not any(message.get("items") for message in messages)

        async def go_on() -> None:
            goes_on.set()

        inside(house, go_on())
        while not until(other, "update").get("items"):
            pass
    assert mover(match, players[1 - turn :]) == 1 - turn


def test_signing_out_of_another_session_closes_no_connection(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    who = house.service.people.find(ann.get("/api/me").json()["id"])
    person = inside(house, who)
    assert person is not None
    phone = house.guest("")
    phone.cookies.set("numberhouse", inside(house, house.service.people.begin_login(person)))
    with ann.live(match) as live, phone.live(match) as other:
        settled(live, other)
        phone.post("/api/sign-out").raise_for_status()
        assert closed(other)[1][-1]["code"] == "signed-out"
        assert silent(live)
        live.send(json.dumps({"type": "act", "action": 1}))
        assert received(live)["type"] == "refused"


def test_a_sign_out_in_another_process_closes_the_connection(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(LIVE), "LOOKED_UP", 0.5)
    match, (ann, _) = house.begun("mixmath")
    with ann.live(match) as live:
        received(live)
        inside(house, house.service.people.end_login(ann.cookies["numberhouse"]))
        code, messages = closed(live)
        assert (code, messages[-1]["code"]) == (4403, "signed-out")


def test_a_replaced_player_is_disconnected_and_cant_act_in_between(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    eve = house.guest("Eve")
    who = eve.get("/api/me").json()["id"]
    with players[turn].live(match) as live, eve.live(match) as next_one:
        received(live)
        assert received(next_one)["seat"] is None
        entered(house, match, Seated("Eve", person=who), seat=turn)
        live.send(json.dumps({"type": "act", "action": PASS, "key": "x"}))
        code, messages = closed(live)
        assert code == 4403
        assert {message.get("code") for message in messages if message["type"] == "refused"} == {"seat-lost"}
        assert not any(
            message["type"] in ("accepted", "snapshot") or "items" in message for message in messages
        )
        assert until(next_one, "snapshot")["seat"] == turn
        next_one.send(json.dumps({"type": "act", "action": PASS, "key": "y"}))
        assert until(next_one, "accepted")["number"] == 1
    with players[turn].live(match) as live:
        assert received(live)["seat"] is None


def test_a_page_of_another_site_gets_no_connection(house: House) -> None:
    match, players = house.begun("mixmath")
    cookie = f"numberhouse={players[0].cookies['numberhouse']}"
    url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    elsewhere = {"Cookie": cookie, "Origin": "https://evil.example"}
    with connect(url, additional_headers=elsewhere) as live:
        code, messages = closed(live)
    assert (code, [message["code"] for message in messages]) == (4403, ["origin"])


def test_a_private_match_looks_like_a_missing_one(house: House) -> None:
    match = house.drafted(house.guest("Ann"), "mixmath", terms={"visibility": "private"})
    answers = []
    for one in (match, "nothing"):
        with house.guest("").live(one) as live:
            answers.append(closed(live))
    assert answers[0] == answers[1]
    assert answers[0][1][0]["code"] == "no-match"


def test_the_connections_of_a_person_are_limited(settings: Settings) -> None:
    settings = msgspec.structs.replace(settings, max_connections_per_person=3)
    with House(settings) as house, contextlib.ExitStack() as opened:
        match, (ann, bob) = house.begun("mixmath")
        for _ in range(3):
            received(opened.enter_context(ann.live(match)))
        with ann.live(match) as live:
            code, messages = closed(live)
            assert (code, messages[0]["code"], messages[0]["values"]) == (
                4403,
                "too-many-connections",
                {"most": 3},
            )
        assert ann.get(f"/api/matches/{match}/updates").status_code == 429
        with bob.live(match) as live:
            assert received(live)["type"] == "snapshot"
        opened.close()
        time.sleep(0.3)
        with ann.live(match) as live:
            assert received(live)["type"] == "snapshot"
    assert len(house.service.presence) == 0
    assert not house.service.presence._counts


def test_all_addresses_of_one_ipv6_network_share_their_connections(settings: Settings) -> None:
    """The owner of one address has all others of its network, and would otherwise have no limit."""
    settings = msgspec.structs.replace(settings, max_connections_per_address=2, proxies=1)
    with House(settings) as house, contextlib.ExitStack() as opened:
        match, _ = house.begun("mixmath")
        url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"

        def watch(address: str) -> ClientConnection:
            return connect(url, additional_headers={"X-Forwarded-For": address})

        for host in ("1", "2:3"):
            assert received(opened.enter_context(watch(f"2001:db8::{host}")))["type"] == "snapshot"
        with watch("2001:db8::4") as live:
            assert closed(live)[1][0]["code"] == "too-many-connections"
        with watch("2001:db8:0:1::4") as live:
            assert received(live)["type"] == "snapshot"


# Slow readers


def test_a_client_that_doesnt_read_is_disconnected_and_delays_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "SLOWEST", 5.0)
    match, (ann, bob) = house.begun("mixmath")
    with ann.live(match) as live, contextlib.ExitStack() as others:
        received(live)
        for _ in range(3):
            deaf = Deaf(house, match)
            others.callback(deaf.close)
        time.sleep(0.3)
        assert len(house.service.presence) == 4
        waits = []
        for _ in range(8):
            entered(house, match, Announce("x" * 600_000))
            began = time.monotonic()
            until(live, "update")
            bob.get(f"/api/matches/{match}").raise_for_status()
            waits.append(time.monotonic() - began)
        assert len(house.service.presence) == 4
        assert max(waits) < 2.5
        gone = time.monotonic() + 15
        while len(house.service.presence) > 1 and time.monotonic() < gone:
            time.sleep(0.1)
        assert len(house.service.presence) == 1
        ann.act(match, PASS)


# Several processes, and connections that are dead


def test_an_action_in_one_process_is_shown_by_another(settings: Settings, postgres: str) -> None:
    settings = msgspec.structs.replace(settings, database=postgres)
    with House(settings) as here, House(settings) as there:
        match, players = here.begun("mixmath")
        turn = mover(match, players)
        who = there.guest("")
        who.cookies.update(players[1 - turn].cookies)
        with who.live(match) as live:
            received(live)
            for number, player in ((1, players[turn]), (2, players[1 - turn])):
                player.act(match, PASS).raise_for_status()
                while "items" not in (message := until(live, "update")):
                    pass
                assert [item["number"] for item in message["items"]] == [number]
                there.service.sessions.forget(match)  # as if others had been wanted more


def test_a_client_that_doesnt_answer_a_ping_is_disconnected(settings: Settings) -> None:
    house = House(settings)
    house.server.config.ws_ping_interval = house.server.config.ws_ping_timeout = 0.5
    with house, contextlib.ExitStack() as opened:
        match, _ = house.begun("mixmath")
        opened.callback(Deaf(house, match).close)
        deadline = time.monotonic() + 10
        while not len(house.service.presence):
            assert time.monotonic() < deadline, "the client isn't there"
            time.sleep(0.01)
        with house.guest("").live(match) as live:
            time.sleep(3.0)
            assert len(house.service.presence) == 1
            received(live)
