"""Live connections and polling: what viewers are sent, when, and who is cut off."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from importlib import import_module
from typing import Any, TypeVar

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from numberhouse.game import IllegalAction
from numberhouse.server import hub, wire
from numberhouse.server.line import Amend, Announce, Body, Expire, Seated, Stop
from numberhouse.server.settings import Settings
from tests.server.conftest import Guest, House, MockClock

T = TypeVar("T")

LIVE = "numberhouse.server.routes.live"

PASS = {"type": "pass"}


def inside(house: House, doing: Coroutine[Any, Any, T]) -> T:
    """Done in the service's own loop."""
    loop = house.service.deadlines._tasks[0].get_loop()
    future: Future[T] = asyncio.run_coroutine_threadsafe(doing, loop)
    return future.result(10)


def entered(house: House, match: str, body: Body, seat: int | None = None, key: str | None = None) -> None:
    async def enter() -> None:
        async with house.service.tables.at(match) as table:
            await house.service.tables.enter(table, seat, body, key=key)

    inside(house, enter())


def received(live: ClientConnection, wait: float = 5.0) -> Any:
    return json.loads(live.recv(timeout=wait))


def until(live: ClientConnection, kind: str) -> Any:
    """The next message of that kind; what comes before is of no interest."""
    before: list[Any] = []
    while True:
        try:
            message = received(live)
        except TimeoutError:
            raise AssertionError(f"no {kind}, but {before}") from None
        if message["type"] == kind:
            return message
        before.append(message)


def silent(live: ClientConnection, seconds: float = 0.4) -> bool:
    """Whether nothing comes for so long."""
    try:
        live.recv(timeout=seconds)
    except TimeoutError:
        return True
    return False


def closed(live: ClientConnection, wait: float = 5.0) -> tuple[int, list[Any]]:
    """The code with which the server closes, and what it says before."""
    said: list[Any] = []
    try:
        while True:
            said.append(received(live, wait))
    except ConnectionClosed as ended:
        return ended.rcvd.code if ended.rcvd is not None else 0, said


def mover(match: str, players: list[Guest]) -> int:
    return int(players[0].view(match)["view"]["turn"]["seat"])


def submission(first: int = 1, second: int = 2) -> dict[str, Any]:
    return {"type": "submit", "first": first, "second": second, "scoring": first}


# Before the start


def test_before_the_start_a_connection_shows_who_sits_where_and_then_the_match(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    with bob.live(match) as live:
        first = received(live)
        assert (first["type"], first["seat"]) == ("lobby", None)
        assert [place["name"] for place in first["position"]["seats"]] == ["Ann", ""]
        assert "view" not in first
        bob.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
        joined = received(live)
        assert (joined["type"], joined["seat"]) == ("lobby", 1)
        assert [place["present"] for place in joined["position"]["seats"]] == [False, True]
        live.send(json.dumps({"type": "act", "action": PASS}))
        assert until(live, "refused")["code"] == "not-allowed"
        ann.post(f"/api/matches/{match}/start").raise_for_status()
        begun = until(live, "fresh")
        assert (begun["seat"], begun["epoch"], begun["number"]) == (1, 0, 0)
        assert begun["view"] == bob.view(match)["view"]


def test_polling_shows_the_lobby_and_the_start_too(house: House) -> None:
    ann = house.guest("Ann")
    match = house.drafted(ann, "mixmath", seats=2, bots=[None, "random"])
    first = ann.get(f"/api/matches/{match}/news")
    assert first.json()["type"] == "lobby"
    tag = {"If-None-Match": first.headers["etag"]}
    assert ann.get(f"/api/matches/{match}/news", headers=tag).status_code == 304
    packed = {"If-None-Match": "W/" + tag["If-None-Match"]}
    assert ann.get(f"/api/matches/{match}/news", headers=packed).status_code == 304
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    assert ann.get(f"/api/matches/{match}/news", headers=tag).json()["seat"] == 0
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert ann.get(f"/api/matches/{match}/news", headers=tag).json()["type"] == "fresh"


# Numbers


def test_a_connection_goes_on_after_the_last_item_that_was_had(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    for turn in range(3):
        players[(first + turn) % 2].act(match, PASS).raise_for_status()
    with players[0].live(match, epoch=0, number=1) as live:
        told = received(live)
        assert told["type"] == "news"
        assert [item["number"] for item in told["items"]] == [2, 3]
        assert told["position"]["status"] == "running"
    polled = players[0].get(f"/api/matches/{match}/news?epoch=0&number=1").json()
    assert polled["items"] == told["items"]


@pytest.mark.parametrize(
    "had", [{"epoch": 0, "number": 9}, {"epoch": 7, "number": 0}, {"epoch": 0, "number": -5}]
)
def test_who_had_what_there_isnt_gets_everything(house: House, had: dict[str, int]) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match, **had) as live:
        told = received(live)
    assert (told["type"], told["number"]) == ("fresh", 0)


def test_after_a_correction_everybody_gets_everything_and_acts_upon_the_past_are_late(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    with players[1 - first].live(match) as live:
        received(live)
        players[first].act(match, PASS).raise_for_status()
        until(live, "news")
        entered(house, match, Amend(1, None, "it was no pass"))
        again = until(live, "fresh")
        assert (again["epoch"], again["number"]) == (1, 1)
        live.send(json.dumps({"type": "act", "action": PASS, "answers": 1, "key": "a"}))
        late = until(live, "refused")
        assert (late["code"], late["key"], late["values"]["epoch"]) == ("late", "a", 1)
        live.send(json.dumps({"type": "act", "action": PASS, "answers": 1, "epoch": 1, "key": "b"}))
        assert until(live, "accepted")["epoch"] == 1
    refused = players[first].act(match, PASS, answers=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "late")


def test_what_isnt_there_yet_cant_be_answered(house: House) -> None:
    match, players = house.begun("mixmath")
    refused = players[mover(match, players)].act(match, PASS, answers=4)
    assert (refused.status_code, refused.json()["code"]) == (409, "answers")
    refused = players[0].act(match, PASS, answers=-1)
    assert (refused.status_code, refused.json()["code"]) == (400, "request")


# Sealed rounds


def test_what_is_submitted_in_secret_sends_nothing_to_anybody_else(house: House) -> None:
    match, (ann, bob, cid) = house.begun("addition-crypt", "Ann Bob Cid")
    watcher = house.guest("")
    with bob.live(match) as live, watcher.live(match) as looking:
        settled(live, looking)
        polled = bob.get(f"/api/matches/{match}/news?epoch=0&number=0")
        ann.act(match, submission()).raise_for_status()
        ann.act(match, submission(3, 4)).raise_for_status()
        assert silent(live)
        assert silent(looking, 0.1)
        tag = {"If-None-Match": polled.headers["etag"]}
        assert bob.get(f"/api/matches/{match}/news?epoch=0&number=0", headers=tag).status_code == 304
        ann.act(match, {"type": "lock"}).raise_for_status()
        assert received(live)["items"][0]["number"] == 1
        assert cid.view(match)["number"] == 1


def settled(*lives: ClientConnection) -> None:
    """Everybody has heard of everybody's coming."""
    time.sleep(hub.COUNTING + 0.2)
    for live in lives:
        while not silent(live, 0.1):
            pass


@pytest.mark.parametrize("clock", [{"type": "turn", "seconds": 60}, {"type": "round", "seconds": 60}])
def test_what_is_submitted_in_secret_moves_no_clock(house: House, clock: Any) -> None:
    match, (ann, bob) = house.begun("addition-crypt", clock=clock)
    before = bob.view(match)["position"]
    assert [place["due"] for place in before["seats"]] == [house.clock.time + 60] * 2
    house.clock.time += 20
    ann.act(match, submission()).raise_for_status()
    assert bob.view(match)["position"]["seats"] == before["seats"]
    assert bob.get(f"/api/matches/{match}").json()["due"] == before["seats"][0]["due"]
    ann.act(match, {"type": "lock"}).raise_for_status()
    assert bob.view(match)["position"]["seats"][0]["due"] is None


def test_a_heartbeat_comes_when_it_would_come_without_what_is_done_in_secret(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(LIVE), "HEARTBEAT", 1.5)
    match, (ann, bob) = house.begun("addition-crypt")
    with bob.live(match) as live:
        received(live)
        began = time.monotonic()
        time.sleep(0.9)
        ann.act(match, submission()).raise_for_status()
        assert received(live)["type"] == "beat"
        assert 1.2 < time.monotonic() - began < 2.1


# Who is there


def test_the_others_see_who_is_there(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    with ann.live(match) as live:
        assert present(received(live)) == [True, False]
        with bob.live(match):
            assert present(received(live)) == [True, True]
        assert present(received(live)) == [True, False]


def present(message: Any) -> list[bool]:
    return [place["present"] for place in message["position"]["seats"]]


def test_who_polls_stays_there_between_two_polls(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LINGERING", 1.0)
    match, (ann, bob) = house.begun("mixmath")
    with ann.live(match) as live:
        received(live)
        bob.get(f"/api/matches/{match}/news").raise_for_status()
        assert present(received(live)) == [True, True]
        time.sleep(0.6)
        bob.get(f"/api/matches/{match}/news").raise_for_status()
        assert silent(live, 0.6)
        assert present(received(live)) == [True, False]


def test_spectators_are_counted_once_for_many_who_come_and_go(house: House) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match) as live, contextlib.ExitStack() as others:
        received(live)
        for _ in range(5):
            others.enter_context(house.guest("").live(match))
        assert received(live)["position"]["spectators"] == 5
        assert silent(live, 1.2)


# Spectators who wait


@pytest.fixture
def punctual(settings: Settings) -> Iterator[House]:
    class Now(MockClock):
        def __call__(self) -> float:
            return time.time()

    with House(settings, Now()) as made:
        yield made


def test_a_spectator_who_waits_is_shown_it_later_without_anything_happening(punctual: House) -> None:
    match, players = punctual.begun("mixmath", terms={"spectator_delay": 1.0})
    with punctual.guest("").live(match) as live:
        first = received(live)
        turn = mover(match, players)
        players[turn].act(match, PASS).raise_for_status()
        began = time.monotonic()
        hidden = until(live, "news")
        assert "items" not in hidden
        assert not any(place["awaited"] for place in hidden["position"]["seats"])
        assert punctual.guest("").view(match)["view"] == first["view"]
        while "items" not in (shown := until(live, "news")):
            pass
        assert 0.8 < time.monotonic() - began < 2.0
        assert [item["number"] for item in shown["items"]] == [1]
        assert shown["position"]["seats"][1 - turn]["awaited"]


def test_polling_waits_no_longer_than_the_delay(punctual: House) -> None:
    match, players = punctual.begun("mixmath", terms={"spectator_delay": 1.0})
    players[mover(match, players)].act(match, PASS).raise_for_status()
    began = time.monotonic()
    watcher = punctual.guest("")
    tag = watcher.get(f"/api/matches/{match}/news?epoch=0&number=0").headers["etag"]
    told = watcher.get(f"/api/matches/{match}/news?epoch=0&number=0&wait=10", headers={"If-None-Match": tag})
    assert [item["number"] for item in told.json()["items"]] == [1]
    assert time.monotonic() - began < 3


# Polling


def test_a_request_for_news_waits_until_there_is_some(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)

    async def later() -> None:
        await asyncio.sleep(0.5)

        async with house.service.tables.at(match) as table:
            await house.service.tables.enter(table, turn, Expire())

    waiting = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(later(), waiting)
    began = time.monotonic()
    told = players[1 - turn].get(f"/api/matches/{match}/news?epoch=0&number=0&wait=20").json()
    assert [item["number"] for item in told["items"]] == [1]
    assert 0.3 < time.monotonic() - began < 5


@pytest.mark.parametrize("wait", ["0.4", "-3", "nan", "0"])
def test_a_request_for_news_ends_without_any_when_its_time_is_up(house: House, wait: str) -> None:
    match, players = house.begun("mixmath")
    url = f"/api/matches/{match}/news?epoch=0&number=0&wait={wait}"
    players[0].get(url).raise_for_status()
    began = time.monotonic()
    first = players[0].get(url)
    assert (first.status_code, first.json().get("items", [])) == (200, [])
    same = players[0].get(url, headers={"If-None-Match": first.headers["etag"]})
    assert (same.status_code, same.content) == (304, b"")
    assert time.monotonic() - began < 2


def test_what_is_for_one_pair_of_eyes_may_be_kept_by_nobody_on_the_way(house: House) -> None:
    match, players = house.begun("mixmath")
    for path in ("view", "news?epoch=0&number=0"):
        headers = players[0].get(f"/api/matches/{match}/{path}").headers
        assert headers["cache-control"] == "private, no-cache"
        assert headers["vary"] == "Cookie, Authorization"
    tag = players[0].get(f"/api/matches/{match}/view").headers["etag"]
    assert players[0].get(f"/api/matches/{match}/view", headers={"If-None-Match": tag}).status_code == 304
    assert players[1].get(f"/api/matches/{match}/view", headers={"If-None-Match": tag}).status_code == 200


# Who is cut off


def test_who_signs_out_everywhere_is_cut_off(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    cookies = dict(ann.cookies)
    with ann.live(match) as live, bob.live(match) as other:
        received(live), received(other)
        ann.post("/api/sign-out-everywhere").raise_for_status()
        code, said = closed(live)
        assert (code, said[-1]["code"]) == (4403, "signed-out")
        while present(until(other, "news")) != [False, True]:
            pass
    ann.cookies.update(cookies)
    assert ann.act(match, PASS).status_code == 401


def test_who_signs_out_elsewhere_stays(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    who = house.service.people.find(ann.get("/api/me").json()["id"])
    person = inside(house, who)
    assert person is not None
    phone = house.guest("")
    phone.cookies.set("numberhouse", inside(house, house.service.people.begin_session(person)))
    with ann.live(match) as live, phone.live(match) as other:
        settled(live, other)
        phone.post("/api/sign-out").raise_for_status()
        assert closed(other)[1][-1]["code"] == "signed-out"
        assert silent(live)
        live.send(json.dumps({"type": "act", "action": 1}))
        assert received(live)["type"] == "refused"


def test_another_process_may_know_that_somebody_has_signed_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module(LIVE), "LOOKED_UP", 0.5)
    match, (ann, _) = house.begun("mixmath")
    with ann.live(match) as live:
        received(live)
        inside(house, house.service.people.end_session(ann.cookies["numberhouse"]))
        code, said = closed(live)
        assert (code, said[-1]["code"]) == (4403, "signed-out")


def test_who_has_lost_the_seat_is_cut_off_and_can_do_nothing_in_between(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    eve = house.guest("Eve")
    who = eve.get("/api/me").json()["id"]
    with players[turn].live(match) as live, eve.live(match) as next_one:
        received(live)
        assert received(next_one)["seat"] is None
        entered(house, match, Seated("Eve", person=who), seat=turn)
        live.send(json.dumps({"type": "act", "action": PASS, "key": "x"}))
        code, said = closed(live)
        assert code == 4403
        assert {message.get("code") for message in said if message["type"] == "refused"} == {"seat-lost"}
        assert not any(message["type"] in ("accepted", "fresh") or "items" in message for message in said)
        assert until(next_one, "fresh")["seat"] == turn
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
        code, said = closed(live)
    assert (code, [message["code"] for message in said]) == (4403, ["origin"])


def test_a_match_that_is_none_of_ones_business_is_like_one_that_isnt_there(house: House) -> None:
    match = house.drafted(house.guest("Ann"), "mixmath", terms={"visibility": "private"})
    answers = []
    for one in (match, "nothing"):
        with house.guest("").live(one) as live:
            answers.append(closed(live))
    assert answers[0] == answers[1]
    assert answers[0][1][0]["code"] == "no-match"


def test_one_person_has_so_many_connections_and_no_more(settings: Settings) -> None:
    settings = msgspec.structs.replace(settings, connections_each=3)
    with House(settings) as house, contextlib.ExitStack() as opened:
        match, (ann, bob) = house.begun("mixmath")
        for _ in range(3):
            received(opened.enter_context(ann.live(match)))
        with ann.live(match) as live:
            code, said = closed(live)
            assert (code, said[0]["code"], said[0]["values"]) == (4403, "too-many-connections", {"most": 3})
        assert ann.get(f"/api/matches/{match}/news").status_code == 429
        with bob.live(match) as live:
            assert received(live)["type"] == "fresh"
        opened.close()
        time.sleep(0.3)
        with ann.live(match) as live:
            assert received(live)["type"] == "fresh"
    assert len(house.service.hub) == 0
    assert not house.service.hub._counts


# What clients send


@pytest.mark.parametrize(
    "message",
    [
        "",
        "x",
        "{}",
        '{"type":"legal"}',
        '{"type":"act"}',
        '{"type":"act","action":1,"more":2}',
        b"\x00",
        "[" * 9000,
    ],
)
def test_what_is_no_message_is_refused_and_the_connection_goes_on(house: House, message: str | bytes) -> None:
    match, players = house.begun("mixmath")
    with players[mover(match, players)].live(match) as live:
        received(live)
        live.send(message)
        refused = until(live, "refused")
        assert refused["code"] == "message"
        live.send(json.dumps({"type": "beat"}))
        live.send(json.dumps({"type": "act", "action": PASS, "key": "k"}))
        assert until(live, "accepted")["key"] == "k"


def test_a_message_that_is_too_large_ends_the_connection(house: House) -> None:
    match, players = house.begun("mixmath")
    with players[0].live(match) as live:
        received(live)
        live.send("x" * 70_000)
        assert closed(live)[0] == 1009


def test_a_refusal_is_shown_to_nobody_but_who_acted(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    with players[turn].live(match) as live, players[1 - turn].live(match) as other:
        settled(live, other)
        other.send(json.dumps({"type": "act", "action": PASS}))
        assert until(other, "refused")["code"] == "not-your-turn"
        assert silent(live)
        assert silent(other, 0.1)


def test_who_looks_on_does_nothing(house: House) -> None:
    match, _ = house.begun("mixmath")
    with house.guest("Eve").live(match) as live:
        received(live)
        live.send(json.dumps({"type": "act", "action": PASS, "key": "k"}))
        refused = until(live, "refused")
    assert (refused["code"], refused["key"]) == ("not-allowed", "k")


# Slow readers


class Deaf:
    """A client that shakes hands and then never reads."""

    def __init__(self, house: House, match: str) -> None:
        host, port = house.socket.getsockname()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.connect((host, port))
        asked = (
            f"GET /api/matches/{match}/live HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
        )
        self.socket.sendall(("\r\n".join(asked) + "\r\n\r\n").encode())

    def close(self) -> None:
        self.socket.close()


def test_who_doesnt_read_is_cut_off_and_holds_up_nobody(
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
        assert len(house.service.hub) == 4
        waits = []
        for _ in range(8):
            entered(house, match, Announce("x" * 600_000))
            began = time.monotonic()
            until(live, "news")
            bob.get(f"/api/matches/{match}").raise_for_status()
            waits.append(time.monotonic() - began)
        assert len(house.service.hub) == 4
        assert max(waits) < 2.5
        gone = time.monotonic() + 15
        while len(house.service.hub) > 1 and time.monotonic() < gone:
            time.sleep(0.1)
        assert len(house.service.hub) == 1
        ann.act(match, PASS)


# The end


def test_a_graceful_stop_says_that_the_service_will_be_back(settings: Settings) -> None:
    with House(settings) as house:
        match, players = house.begun("mixmath")
        with players[0].live(match) as live:
            received(live)
            house.server.should_exit = True
            assert closed(live)[0] == 1012
    assert not house.thread.is_alive()


def test_after_the_end_everything_is_open_and_before_it_is_not(house: House) -> None:
    match, players = house.begun("mixmath")
    watcher = house.guest("")
    looks = ["view?as=0", "view?as=1", "news?as=1", "state", "state?entry=0", "legal?as=0"]
    turn = mover(match, players)
    for who in (*players, watcher):
        for look in looks:
            answer = who.get(f"/api/matches/{match}/{look}")
            assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed"), look
        with who.live(match, **{"as": 1}) as live:
            assert closed(live)[0] == 4403
    players[turn].act(match, PASS).raise_for_status()
    entered(house, match, Stop())
    for who in (*players, watcher):
        for look in looks:
            assert who.get(f"/api/matches/{match}/{look}").status_code == 200, look
        with who.live(match, **{"as": 1}) as live:
            assert received(live)["seat"] == 1
    own = [players[seat].view(match)["view"] for seat in (0, 1)]
    assert [watcher.get(f"/api/matches/{match}/view?as={seat}").json()["view"] for seat in (0, 1)] == own
    state = watcher.get(f"/api/matches/{match}/state").json()
    assert (state["entry"], state["entries"]) == (1, 1)
    assert watcher.get(f"/api/matches/{match}/state?entry=0").json()["state"] != state["state"]
    assert watcher.get(f"/api/matches/{match}/state?entry=9").status_code == 404
    assert watcher.get(f"/api/matches/{match}/view?as=5").status_code == 404
    could = watcher.get(f"/api/matches/{match}/legal?as={turn}&entry=0").json()
    assert could["actions"] or could["parts"]


def test_a_host_who_doesnt_play_sees_with_any_eyes_once_the_match_has_begun(house: House) -> None:
    host, ann = house.guest("Host"), house.guest("Ann")
    match = house.drafted(host, "mixmath", seats=2, bots=["random", None])
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert host.get(f"/api/matches/{match}/state").status_code == 403
    assert host.get(f"/api/matches/{match}/view?as=1").json()["type"] == "lobby"
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert host.get(f"/api/matches/{match}/view?as=1").json()["view"] == ann.view(match)["view"]
    assert host.get(f"/api/matches/{match}/state").status_code == 200
    assert host.get(f"/api/matches/{match}/legal?as=1").status_code == 403


def test_the_last_thing_a_connection_shows_is_the_outcome(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = mover(match, players)
    with players[0].live(match) as live:
        received(live)
        for step in range(100):
            try:
                entered(house, match, Expire(), seat=(turn + step) % 2)
            except IllegalAction:
                break
        told = until(live, "news")
        while told.get("position", {}).get("status") != "finished":
            told = until(live, "news")
        assert told["position"]["outcome"]["places"]


# Several processes, and connections that are dead


def test_what_is_done_in_one_process_is_shown_by_another(settings: Settings, postgres: str) -> None:
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
                while "items" not in (told := until(live, "news")):
                    pass
                assert [item["number"] for item in told["items"]] == [number]
                there.service.tables.forget(match)  # as if others had been wanted more


def test_who_doesnt_answer_a_ping_is_gone(settings: Settings) -> None:
    house = House(settings)
    house.server.config.ws_ping_interval = house.server.config.ws_ping_timeout = 0.3
    with house, contextlib.ExitStack() as opened:
        match, _ = house.begun("mixmath")
        opened.callback(Deaf(house, match).close)
        time.sleep(0.2)
        assert len(house.service.hub) == 1
        with house.guest("").live(match) as live:
            time.sleep(2.0)
            assert len(house.service.hub) == 1
            received(live)
