"""Notifications: each person gets each of them once, at a receiver that is a web server."""

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
from numberhouse.server.storage.journal_entry import Stop
from numberhouse.server.storage.schema import notifications
from tests.server.conftest import BEGAN, Guest, House
from tests.server.support.hosting import by_consent
from tests.server.support.listening import PASS, entered, inside, mover
from tests.server.support.receiving import Receiver, receiving

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
        notification_services=("json", "discord"),
        notification_hosts=("127.0.0.1",),
        origin="http://play.example.org",
        hosts=("play.example.org", "127.0.0.1"),
    )


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    with House(settings) as running:
        yield running


def member(house: House, name: str, *addresses: str) -> Guest:
    player = Guest(house.address)
    player.headers["Origin"] = "http://play.example.org"
    house._guests.callback(player.close)
    player.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
    for address in addresses:
        player.post("/api/me/addresses", json={"address": address}).raise_for_status()
    return player


def started_match(house: House, players: list[Guest], game: str = "mixmath", **more: Any) -> str:
    match = house.drafted(players[0], game, seats=len(players), **more)
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    players[0].post(f"/api/matches/{match}/start").raise_for_status()
    return match


def alone(house: House, player: Guest, **more: Any) -> str:
    """A match that waits for the player, and for a guest without an address."""
    return started_match(house, [player, house.guest("Somebody")], "addition-crypt", **more)


def send_due_at(house: House, moment: float, service: Service | None = None) -> None:
    """Set the clock to that time and send the due notifications. From the first call on the service sends
    none by itself: the test would miss a delivery that is under way."""
    service = service or house.service
    outbox = service.notifications

    async def turn() -> None:
        await silence(service)
        house.clock.time = moment
        await outbox.flush()
        await outbox.delivery.send_due()
        await outbox.delivery.close()

    inside(house, turn())


def rows(house: House) -> list[Any]:
    async def read() -> list[Any]:
        async with house.service.database.read() as connection:
            return list(await connection.execute(select(notifications)))

    return inside(house, read())


def match_of_two(house: House, receiver: Receiver, **more: Any) -> tuple[str, list[Guest], int]:
    """A match of two members with an address each, and the member to move."""
    players = [
        member(house, "Ann", receiver.address + "/ann"),
        member(house, "Bob", receiver.address + "/bob"),
    ]
    match = started_match(house, players, **more)
    return match, players, mover(match, players)


def path(seat: int) -> str:
    return ("/ann", "/bob")[seat]


def test_a_turn_sends_one_notification_with_the_link_to_its_player(house: House, receiver: Receiver) -> None:
    match, players, first = match_of_two(house, receiver, terms={"title": "Friday"})
    send_due_at(house, BEGAN + 10)
    assert receiver.bodies(path(first)) == [f"Friday: your turn.\nhttp://play.example.org/matches/{match}"]
    send_due_at(house, BEGAN + 500)
    assert len(receiver.requests) == 1
    players[first].act(match, PASS).raise_for_status()
    send_due_at(house, BEGAN + 510)
    assert [request_path for request_path, _ in receiver.requests] == [path(first), path(1 - first)]


def test_a_turn_that_ended_before_the_digest_is_left_out(house: House, receiver: Receiver) -> None:
    match, players, first = match_of_two(house, receiver)
    players[first].act(match, PASS).raise_for_status()
    send_due_at(house, BEGAN + 10)
    assert [request_path for request_path, _ in receiver.requests] == [path(1 - first)]


def test_a_present_player_gets_no_turn_notification(house: House, receiver: Receiver) -> None:
    match, players, first = match_of_two(house, receiver)
    other = 1 - first
    send_due_at(house, BEGAN + 10)
    cookies = "; ".join(f"{name}={value}" for name, value in players[other].cookies.items())
    url = f"{house.address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    headers = {"Cookie": cookies, "Origin": "http://play.example.org"}
    with connect(url, additional_headers=headers) as live:
        live.recv(timeout=5)
        players[first].act(match, PASS).raise_for_status()
        send_due_at(house, BEGAN + 100)
    send_due_at(house, BEGAN + 200)
    assert receiver.bodies(path(other)) == []
    assert len(receiver.bodies(path(first))) == 1


def test_a_person_gets_one_digest_a_minute(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")

    alone(house, ann)
    send_due_at(house, BEGAN + 10)
    matches = [alone(house, ann) for _ in range(2)]
    send_due_at(house, BEGAN + 69)
    assert len(receiver.requests) == 1
    send_due_at(house, BEGAN + 71)
    assert len(receiver.requests) == 2
    last = receiver.requests[1][1]
    assert last["title"] == "Numberhouse: 2 notifications"
    assert all(match in last["message"] for match in matches)


def test_preferences_choose_the_kinds_and_the_language(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")
    ann.put("/api/me/preferences", json={"language": "ru", "notification_kinds": ["over"]}).raise_for_status()
    match = alone(house, ann, terms={"title": "Friday"})
    send_due_at(house, BEGAN + 10)
    assert receiver.requests == []
    entered(house, match, Stop())
    send_due_at(house, BEGAN + 20)
    (body,) = receiver.bodies("/ann")
    assert body.startswith("Friday: партия окончена.")


def test_a_reminder_is_sent_once_at_the_agreed_time(house: House, receiver: Receiver) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    match, _, first = match_of_two(house, receiver, clock=clock, terms={"reminder": HOUR})
    send_due_at(house, BEGAN + 10)
    send_due_at(house, BEGAN + 9 * HOUR - 60)
    assert len(receiver.requests) == 1
    send_due_at(house, BEGAN + 9 * HOUR + 1)
    send_due_at(house, BEGAN + 9 * HOUR + 200)
    bodies = receiver.bodies(path(first))
    assert len(bodies) == len(receiver.requests) == 2
    assert "time is running out" in bodies[1]
    assert match in bodies[1]


def test_a_moved_deadline_moves_its_reminder(house: House, receiver: Receiver) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    match, players, first = match_of_two(house, receiver, clock=clock, terms={"reminder": HOUR})
    send_due_at(house, BEGAN + 10)
    by_consent(players, match, "extend", seconds=5 * HOUR)
    send_due_at(house, BEGAN + 9 * HOUR + 1)
    assert len(receiver.bodies(path(first))) == 1
    send_due_at(house, BEGAN + 14 * HOUR + 1)
    assert len(receiver.bodies(path(first))) == 2


def test_notifications_survive_a_crash_before_they_were_stored(
    settings: Settings, receiver: Receiver
) -> None:
    clock = {"type": "turn", "seconds": 10 * HOUR}
    with House(settings) as house:
        inside(house, silence(house.service))
        _, _, first = match_of_two(house, receiver, clock=clock, terms={"reminder": HOUR})
        house.service.notifications._pending.clear()
        assert rows(house) == []
        moment = house.clock
    with House(settings, moment) as house:
        inside(house, house.service.notifications.catch_up())
        send_due_at(house, BEGAN + 10)
        send_due_at(house, BEGAN + 9 * HOUR + 1)
        assert len(receiver.bodies(path(first))) == 2


async def silence(service: Service) -> None:
    """Stop the outbox's own task, so that it stores nothing by itself."""
    if (task := service.notifications._task) is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Together:
    """Calls that return only when all of them have begun. The calls of one process count once."""

    def __init__(self, number: int) -> None:
        self.missing = set(range(number))
        self.all_here = asyncio.Event()

    def wait_for_all(self, number: int, function: Any) -> Any:
        async def synchronised(row: Any) -> Any:
            result = await function(row)
            self.missing.discard(number)
            if not self.missing:
                self.all_here.set()
            await self.all_here.wait()
            return result

        return synchronised


@pytest.mark.parametrize("where", ["sqlite", "postgresql"])
def test_several_processes_send_a_notification_once(
    settings: Settings, receiver: Receiver, where: str, request: pytest.FixtureRequest
) -> None:
    if where == "postgresql":
        settings = msgspec.structs.replace(settings, database=request.getfixturevalue("postgres"))
    with House(settings) as house:
        _, _, first = match_of_two(house, receiver)
        house.clock.time = BEGAN + 10
        others = [Service(house.settings, house.clock) for _ in range(3)]

        async def race() -> None:
            everybody = [house.service, *others]
            await asyncio.gather(*(service.notifications.catch_up() for service in everybody))
            await house.service.notifications.flush()
            house.clock.time = BEGAN + 20
            together = Together(len(everybody))
            for number, service in enumerate(everybody):
                synchronised = together.wait_for_all(
                    number, service.notifications.delivery._notification_text
                )
                service.notifications.delivery._notification_text = synchronised  # type: ignore[method-assign]
            await asyncio.gather(*(service.notifications.delivery.send_due() for service in everybody))
            await asyncio.gather(*(service.notifications.delivery.close() for service in everybody))
            for service in others:
                await service.sessions.close()
                await service.database.close()

        for other in others:
            other.journal = other.sessions.journal = house.service.journal
        inside(house, race())
        assert len(receiver.bodies(path(first))) == len(receiver.requests) == 1


def test_a_failing_address_is_retried_with_growing_pauses_and_then_disabled(
    house: House, receiver: Receiver
) -> None:
    receiver.status = 500
    ann = member(house, "Ann", receiver.address + "/ann")
    alone(house, ann)
    moment = BEGAN + 10
    for attempts, pause in enumerate(PAUSES, 1):
        send_due_at(house, moment)
        assert len(receiver.requests) == attempts
        send_due_at(house, moment + pause - 1)
        assert len(receiver.requests) == attempts
        (address,) = ann.get("/api/me/preferences").json()["addresses"]
        assert (address["last_failure"], address["disabled"]) == (moment, False)
        moment += pause
    send_due_at(house, moment)
    (address,) = ann.get("/api/me/preferences").json()["addresses"]
    assert (address["last_failure"], address["disabled"]) == (moment, True)
    alone(house, ann)
    send_due_at(house, moment + 10 * HOUR)
    assert len(receiver.requests) == MOST_FAILURES
    # An address that is added again is tried again.
    receiver.status = 200
    ann.post("/api/me/addresses", json={"address": receiver.address + "/ann"}).raise_for_status()
    alone(house, ann)
    send_due_at(house, moment + 11 * HOUR)
    assert len(receiver.requests) == MOST_FAILURES + 1
    (address,) = ann.get("/api/me/preferences").json()["addresses"]
    assert (address["last_failure"], address["disabled"]) == (None, False)


def test_a_slow_receiver_delays_no_other_notification_and_no_action(house: House, receiver: Receiver) -> None:
    with receiving() as quick:
        receiver.open.clear()
        ann, bob = (
            member(house, "Ann", receiver.address + "/ann"),
            member(house, "Bob", quick.address + "/bob"),
        )
        house.service.notifications.delivery.sender.longest = 3.0
        slow, fast = alone(house, ann), alone(house, bob)
        inside(house, house.service.notifications.flush())
        house.clock.time = BEGAN + 10
        inside(house, house.service.notifications.delivery.send_due())
        began = time.monotonic()
        while not quick.requests:
            assert time.monotonic() - began < 2
            time.sleep(0.01)
        began = time.monotonic()
        try_to_act(ann, slow)
        try_to_act(bob, fast)
        assert time.monotonic() - began < 2
        send_due_at(house, BEGAN + 11)
        (address,) = ann.get("/api/me/preferences").json()["addresses"]
        assert address["last_failure"] is not None


def test_no_redirect_is_followed(house: House, receiver: Receiver) -> None:
    receiver.status, receiver.location = 307, receiver.address.replace("json", "http") + "/secret"
    alone(house, member(house, "Ann", receiver.address + "/ann"))
    send_due_at(house, BEGAN + 10)
    assert [request_path for request_path, _ in receiver.requests] == ["/ann"]


def test_a_forbidden_address_is_not_stored(house: House) -> None:
    ann = member(house, "Ann")
    answer = ann.post("/api/me/addresses", json={"address": "json://10.0.0.1/x"})
    assert (answer.status_code, answer.json()["code"]) == (400, "address")
    assert ann.get("/api/me/preferences").json()["addresses"] == []


def test_a_seat_offered_by_name_sends_a_notification(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann")
    member(house, "Bob", receiver.address + "/bob")
    match = house.drafted(ann, "mixmath", seats=2, terms={"title": "Friday"})
    answer = ann.post(f"/api/matches/{match}/desk/seats/1/replace", json={"member": "Bob"})
    assert answer.is_success, answer.text
    send_due_at(house, BEGAN + 1)
    (body,) = receiver.bodies("/bob")
    assert body.startswith("Friday: Ann offers you a seat.")


def test_a_proposal_notifies_those_whose_consent_it_needs(house: House, receiver: Receiver) -> None:
    players = [
        member(house, name, receiver.address + "/" + name.lower()) for name in ("Ann", "Bob", "Cyd", "Dan")
    ]
    for player in players:
        player.put("/api/me/preferences", json={"notification_kinds": ["invitation"]}).raise_for_status()
    match = started_match(house, players[:3], "addition-crypt")
    url = f"/api/matches/{match}/proposals"
    players[0].post(url, json={"kind": "pause"}).raise_for_status()
    players[2].post(f"{url}/1/consent", json={"agrees": True}).raise_for_status()
    send_due_at(house, BEGAN + 10)
    assert [request_path for request_path, _ in receiver.requests] == ["/bob"]  # Cyd has answered already
    assert "Ann proposes something that needs your consent" in receiver.bodies("/bob")[0]


def test_the_end_of_a_round_notifies_all_but_the_last_player(house: House, receiver: Receiver) -> None:
    players = [
        member(house, "Ann", receiver.address + "/ann"),
        member(house, "Bob", receiver.address + "/bob"),
    ]
    for player in players:
        player.put("/api/me/preferences", json={"notification_kinds": ["round"]}).raise_for_status()
    match = started_match(house, players, "addition-crypt")
    for player in players:
        confirm(player, match)
    send_due_at(house, BEGAN + 10)
    assert [request_path for request_path, _ in receiver.requests] == ["/ann"]
    assert "the round is over" in receiver.bodies("/ann")[0]


def try_to_act(player: Guest, match: str, number: int = 0) -> bool:
    """Act if the match waits for this player; returns whether it did."""
    game = find("addition-crypt").game
    seat = player.get(f"/api/matches/{match}").json()["seat"]
    snapshot = player.view(match)
    if not snapshot["public_match"]["seats"][seat]["awaited"]:
        return False
    view = msgspec.convert(snapshot["view"], game.view_type)
    action = game.legal(view, seat).sample(Chance(f"{seat} {number}"))
    player.act(match, msgspec.to_builtins(action)).raise_for_status()
    return True


def confirm(player: Guest, match: str) -> None:
    """Act until the match doesn't wait for this seat."""
    assert any(not try_to_act(player, match, number) for number in range(200))


def test_an_unfinished_claim_expires(house: House, receiver: Receiver) -> None:
    ann = member(house, "Ann", receiver.address + "/ann")
    alone(house, ann)
    inside(house, house.service.notifications.flush())
    house.clock.time = BEGAN + 10

    async def crash(*_: Any) -> None:
        """The process ends before anything is sent."""

    delivery = house.service.notifications.delivery
    send, delivery._send = delivery._send, crash  # type: ignore[method-assign, assignment]
    send_due_at(house, BEGAN + 10)
    delivery._send = send  # type: ignore[method-assign]
    send_due_at(house, BEGAN + 10 + LEASE - 1)
    assert receiver.requests == []
    send_due_at(house, BEGAN + 10 + LEASE + 1)
    assert len(receiver.requests) == 1
