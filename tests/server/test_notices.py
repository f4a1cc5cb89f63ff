"""Notices: who is told what, once, through a receiver that is a web server here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from websockets.sync.client import connect

from numberhouse.contract.game import Chance
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.delivery import LEASE, MOST_FAILURES, PAUSES
from numberhouse.server.service import Service
from numberhouse.server.storage.schema import notices
from tests.server.conftest import BEGAN, Guest, House
from tests.server.listening import PASS, inside, mover
from tests.server.receiving import Receiver, receiving

PASSWORD = "a long password"
HOUR = 3600.0


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as server:
        yield server


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        database=str(tmp_path / "house.sqlite"),
        bots=0,
        notice_kinds=("json", "discord"),
        notice_hosts=("127.0.0.1",),
        origin="http://play.example.org",
    )


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    with House(settings) as made:
        yield made


def member(house: House, name: str, *addresses: str) -> Guest:
    made = Guest(house.address)
    made.headers["Origin"] = "http://play.example.org"
    house._guests.callback(made.close)
    made.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
    for address in addresses:
        made.post("/api/me/addresses", json={"address": address}).raise_for_status()
    return made


def begun(house: House, players: list[Guest], game: str = "mixmath", **more: Any) -> str:
    match = house.drafted(players[0], game, seats=len(players), **more)
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    players[0].post(f"/api/matches/{match}/start").raise_for_status()
    return match


def alone(house: House, player: Guest, **more: Any) -> str:
    """A match that waits for the player, and for a guest of whom there is nothing to tell."""
    return begun(house, [player, house.guest("Somebody")], "addition-crypt", **more)


def at(house: House, moment: float, service: Service | None = None) -> None:
    """It is that moment: what is to be sent is sent. From the first such moment on nothing is sent by itself,
    so that what is under way there isn't missed here."""
    service = service or house.service
    noticing = service.notices

    async def turn() -> None:
        await silenced(service)
        house.clock.time = moment
        await noticing.flush()
        await noticing.delivery.send_due()
        await noticing.delivery.close()

    inside(house, turn())


def rows(house: House) -> list[Any]:
    async def read() -> list[Any]:
        async with house.service.database.read() as connection:
            return list(await connection.execute(select(notices)))

    return inside(house, read())


def two(house: House, receiver: Receiver, **more: Any) -> tuple[str, list[Guest], int]:
    """A match of two members with an address each, and whose turn it is."""
    players = [
        member(house, "Ann", receiver.address + "/ann"),
        member(house, "Bob", receiver.address + "/bob"),
    ]
    match = begun(house, players, **more)
    return match, players, mover(match, players)


def path(seat: int) -> str:
    return ("/ann", "/bob")[seat]


def test_whose_turn_it_is_is_told_once_with_the_link_and_nobody_else(
    house: House, receiver: Receiver
) -> None:
    match, players, first = two(house, receiver, terms={"title": "Friday"})
    at(house, BEGAN + 10)
    assert receiver.bodies(path(first)) == [f"Friday: your turn.\nhttp://play.example.org/matches/{match}"]
    at(house, BEGAN + 500)
    assert len(receiver.told) == 1
    players[first].act(match, PASS).raise_for_status()
    at(house, BEGAN + 510)
    assert [there for there, _ in receiver.told] == [path(first), path(1 - first)]


def test_a_turn_that_is_over_when_the_digest_goes_isn_t_told(house: House, receiver: Receiver) -> None:
    match, players, first = two(house, receiver)
    players[first].act(match, PASS).raise_for_status()
    at(house, BEGAN + 10)
    assert [there for there, _ in receiver.told] == [path(1 - first)]


def test_who_looks_at_the_match_isn_t_told_whose_turn_it_is(house: House, receiver: Receiver) -> None:
    match, players, first = two(house, receiver)
    other = 1 - first
    at(house, BEGAN + 10)
    cookies = "; ".join(f"{name}={value}" for name, value in players[other].cookies.items())
    url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    headers = {"Cookie": cookies, "Origin": "http://play.example.org"}
    with connect(url, additional_headers=headers) as live:
        live.recv(timeout=5)
        players[first].act(match, PASS).raise_for_status()
        at(house, BEGAN + 100)
    at(house, BEGAN + 200)
    assert receiver.bodies(path(other)) == []
    assert len(receiver.bodies(path(first))) == 1


def test_a_person_gets_one_digest_a_minute(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")

    alone(house, ann)
    at(house, BEGAN + 10)
    matches = [alone(house, ann) for _ in range(2)]
    at(house, BEGAN + 69)
    assert len(receiver.told) == 1
    at(house, BEGAN + 71)
    assert len(receiver.told) == 2
    last = receiver.told[1][1]
    assert last["title"] == "Numberhouse: 2 notices"
    assert all(match in last["message"] for match in matches)


def test_what_one_doesn_t_want_to_hear_of_isn_t_sent_and_the_rest_is_in_one_s_language(
    house: House, receiver: Receiver
) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")
    ann.put("/api/me/settings", json={"language": "ru", "about": ["over"]}).raise_for_status()
    match = alone(house, ann, terms={"title": "Friday"})
    at(house, BEGAN + 10)
    assert receiver.told == []
    ann.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    at(house, BEGAN + 20)
    (told,) = receiver.bodies("/ann")
    assert told.startswith("Friday: партия окончена.")


def test_a_deadline_is_told_of_the_agreed_time_ahead_and_once(house: House, receiver: Receiver) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    match, _, first = two(house, receiver, clock=clock, terms={"reminder": HOUR})
    at(house, BEGAN + 10)
    at(house, BEGAN + 9 * HOUR - 60)
    assert len(receiver.told) == 1
    at(house, BEGAN + 9 * HOUR + 1)
    at(house, BEGAN + 9 * HOUR + 200)
    told = receiver.bodies(path(first))
    assert len(told) == len(receiver.told) == 2
    assert "time is running out" in told[1]
    assert match in told[1]


def test_a_deadline_that_was_moved_is_told_of_at_its_new_time(house: House, receiver: Receiver) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    match, players, first = two(house, receiver, clock=clock, terms={"reminder": HOUR})
    at(house, BEGAN + 10)
    players[0].post(f"/api/matches/{match}/desk/extend", json={"seconds": 5 * HOUR}).raise_for_status()
    at(house, BEGAN + 9 * HOUR + 1)
    assert len(receiver.bodies(path(first))) == 1
    at(house, BEGAN + 14 * HOUR + 1)
    assert len(receiver.bodies(path(first))) == 2


def test_deadlines_and_turns_survive_a_crash_before_they_were_written_down(
    settings: Settings, receiver: Receiver
) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    with House(settings) as house:
        inside(house, silenced(house.service))
        _, _, first = two(house, receiver, clock=clock, terms={"reminder": HOUR})
        house.service.notices._seen.clear()
        assert rows(house) == []
        moment = house.clock
    with House(settings, moment) as house:
        inside(house, house.service.notices.make_up())
        at(house, BEGAN + 10)
        at(house, BEGAN + 9 * HOUR + 1)
        assert len(receiver.bodies(path(first))) == 2


async def silenced(service: Service) -> None:
    """Nothing is written down by itself any more."""
    if (task := service.notices._task) is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Together:
    """Nobody is done before all have begun; what runs beside them by itself doesn't count as another one."""

    def __init__(self, number: int) -> None:
        self.missing = set(range(number))
        self.all_here = asyncio.Event()

    def wrapped(self, number: int, doing: Any) -> Any:
        async def done(row: Any) -> Any:
            result = await doing(row)
            self.missing.discard(number)
            if not self.missing:
                self.all_here.set()
            await self.all_here.wait()
            return result

        return done


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_several_processes_tell_the_same_thing_once(
    settings: Settings, receiver: Receiver, where: str, request: pytest.FixtureRequest
) -> None:
    if where == "postgresql":
        settings = msgspec.structs.replace(settings, database=request.getfixturevalue("postgres"))
    with House(settings) as house:
        _, _, first = two(house, receiver)
        house.clock.time = BEGAN + 10
        others = [Service(house.settings, house.clock) for _ in range(3)]

        async def race() -> None:
            everybody = [house.service, *others]
            await asyncio.gather(*(one.notices.make_up() for one in everybody))
            await house.service.notices.flush()
            house.clock.time = BEGAN + 20
            together = Together(len(everybody))
            for number, one in enumerate(everybody):
                waiting = together.wrapped(number, one.notices.delivery._said)
                one.notices.delivery._said = waiting  # type: ignore[method-assign]
            await asyncio.gather(*(one.notices.delivery.send_due() for one in everybody))
            await asyncio.gather(*(one.notices.delivery.close() for one in everybody))
            for one in others:
                await one.sessions.close()
                await one.database.close()

        for one in others:
            one.journal = one.sessions.journal = one.sessions.cache.journal = house.service.journal
            one.sessions.acceptor.journal = house.service.journal
        inside(house, race())
        assert len(receiver.bodies(path(first))) == len(receiver.told) == 1


def test_a_receiver_that_fails_is_tried_again_after_growing_pauses_then_left_alone_and_its_owner_told(
    house: House, receiver: Receiver
) -> None:
    receiver.status = 500
    ann = member(house, "Ann", receiver.address + "/ann")
    alone(house, ann)
    moment = BEGAN + 10
    for tried, pause in enumerate(PAUSES, 1):
        at(house, moment)
        assert len(receiver.told) == tried
        at(house, moment + pause - 1)
        assert len(receiver.told) == tried
        (told,) = ann.get("/api/me/settings").json()["addresses"]
        assert (told["failed"], told["off"]) == (moment, False)
        moment += pause
    at(house, moment)
    (told,) = ann.get("/api/me/settings").json()["addresses"]
    assert (told["failed"], told["off"]) == (moment, True)
    alone(house, ann)
    at(house, moment + 10 * HOUR)
    assert len(receiver.told) == MOST_FAILURES
    # Added anew it is tried anew.
    receiver.status = 200
    ann.post("/api/me/addresses", json={"address": receiver.address + "/ann"}).raise_for_status()
    alone(house, ann)
    at(house, moment + 11 * HOUR)
    assert len(receiver.told) == MOST_FAILURES + 1
    (told,) = ann.get("/api/me/settings").json()["addresses"]
    assert (told["failed"], told["off"]) == (None, False)


def test_a_slow_receiver_delays_nobody_else_and_no_action(house: House, receiver: Receiver) -> None:
    with receiving() as quick:
        receiver.open.clear()
        ann, bob = (
            member(house, "Ann", receiver.address + "/ann"),
            member(house, "Bob", quick.address + "/bob"),
        )
        house.service.notices.delivery.sender.longest = 3.0
        slow, fast = alone(house, ann), alone(house, bob)
        inside(house, house.service.notices.flush())
        house.clock.time = BEGAN + 10
        inside(house, house.service.notices.delivery.send_due())
        began = time.monotonic()
        while not quick.told:
            assert time.monotonic() - began < 2
            time.sleep(0.01)
        began = time.monotonic()
        acted(ann, slow)
        acted(bob, fast)
        assert time.monotonic() - began < 2
        at(house, BEGAN + 11)
        (told,) = ann.get("/api/me/settings").json()["addresses"]
        assert told["failed"] is not None


def test_no_redirect_is_followed(house: House, receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, receiver.address.replace("json", "http") + "/secret"
    alone(house, member(house, "Ann", receiver.address + "/ann"))
    at(house, BEGAN + 10)
    assert [there for there, _ in receiver.told] == ["/ann"]


def test_an_address_that_may_not_be_used_isn_t_kept(house: House) -> None:
    ann = member(house, "Ann")
    answer = ann.post("/api/me/addresses", json={"address": "json://10.0.0.1/x"})
    assert (answer.status_code, answer.json()["code"]) == (400, "address")
    assert ann.get("/api/me/settings").json()["addresses"] == []


def test_who_is_given_a_seat_by_name_is_told(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann")
    member(house, "Bob", receiver.address + "/bob")
    match = house.drafted(ann, "mixmath", seats=2, terms={"title": "Friday"})
    answer = ann.post(f"/api/matches/{match}/desk/seats/1/replace", json={"member": "Bob"})
    assert answer.is_success, answer.text
    at(house, BEGAN + 1)
    (told,) = receiver.bodies("/bob")
    assert told.startswith("Friday: you have been given a seat.")


def test_the_end_of_a_round_is_told_to_all_but_who_brought_it_about(house: House, receiver: Receiver) -> None:
    players = [
        member(house, "Ann", receiver.address + "/ann"),
        member(house, "Bob", receiver.address + "/bob"),
    ]
    for player in players:
        player.put("/api/me/settings", json={"about": ["round"]}).raise_for_status()
    match = begun(house, players, "addition-crypt")
    for player in players:
        confirm(player, match)
    at(house, BEGAN + 10)
    assert [there for there, _ in receiver.told] == ["/ann"]
    assert "the round is over" in receiver.bodies("/ann")[0]


def acted(player: Guest, match: str, number: int = 0) -> bool:
    """Do something, if the match waits for this player; whether it did."""
    game = find("addition-crypt").game
    seat = player.get(f"/api/matches/{match}").json()["seat"]
    fresh = player.view(match)
    if not fresh["position"]["seats"][seat]["awaited"]:
        return False
    view = msgspec.convert(fresh["view"], game.view_type)
    action = game.legal(view, seat).sample(Chance(f"{seat} {number}"))
    player.act(match, msgspec.to_builtins(action)).raise_for_status()
    return True


def confirm(player: Guest, match: str) -> None:
    """Do what there is to do, until the match doesn't wait for this seat."""
    assert any(not acted(player, match, number) for number in range(200))


def test_a_claim_that_nobody_ended_is_anybody_s_after_a_while(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")
    alone(house, ann)
    inside(house, house.service.notices.flush())
    house.clock.time = BEGAN + 10

    async def crashed(*_: Any) -> None:
        """The process ends before anything is sent."""

    delivery = house.service.notices.delivery
    sending, delivery._send = delivery._send, crashed  # type: ignore[method-assign, assignment]
    at(house, BEGAN + 10)
    delivery._send = sending  # type: ignore[method-assign]
    at(house, BEGAN + 10 + LEASE - 1)
    assert receiver.told == []
    at(house, BEGAN + 10 + LEASE + 1)
    assert len(receiver.told) == 1
