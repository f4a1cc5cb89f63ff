"""People in turn, through the running service: nobody waits for all that another person has asked for."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.workers.pool import Pool
from tests.server.conftest import Guest, House
from tests.server.support.listening import inside

RECORD = Path(__file__).resolve().parents[2] / "record" / "corpus" / "addition-crypt-13.jsonl"
DRILL = "/api/practice/turing-machine/solo"
PROBLEM = {"level": "easy", "daily": False}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=1, bot_seconds=0.1, proxies=1)) as made:
        yield made


def guest_at(house: House, number: int) -> Guest:
    """A guest with an address of its own."""
    guest = house.guest("")
    guest.headers["X-Forwarded-For"] = address_of(number)
    guest.post("/api/guest", json={"name": f"Guest {number}"}).raise_for_status()
    return guest


def address_of(number: int) -> str:
    return f"198.51.100.{number}"


def again_as(house: House, guest: Guest) -> Guest:
    """The same guest, with another connection."""
    again = house.guest("")
    again.cookies.update(guest.cookies)
    again.headers["X-Forwarded-For"] = guest.headers["X-Forwarded-For"]
    return again


class Held:
    """The order in which a pool serves people; nothing is served before `release`."""

    def __init__(self, house: House, pool: Pool) -> None:
        self.house, self.pool = house, pool
        self.served: list[str] = []
        take = pool._queue.take

        def taken() -> Any:
            if (next_one := take()) is not None:
                self.served.append(next_one[0])
            return next_one

        pool._queue.take = taken  # type: ignore[method-assign]
        self._free, pool._free = pool._free, []

    def release(self) -> None:
        async def free() -> None:
            self.pool._free += self._free
            self.pool._assign()

        inside(self.house, free())

    def wait_for(self, count: int) -> None:
        """Wait until so many tasks wait."""
        until = time.monotonic() + 20
        while len(self.pool._queue) != count:
            assert time.monotonic() < until, f"{len(self.pool._queue)} tasks wait"
            time.sleep(0.01)


def person_of(house: House, guest: Guest) -> str:
    async def found() -> str:
        person = await house.service.people.of_login(guest.cookies["numberhouse"])
        assert person is not None
        return person.id

    return inside(house, found())


def second_is_served_second(
    house: House, pool: Pool, first: Callable[[int], httpx.Response], second: Callable[[], httpx.Response]
) -> None:
    """Three requests of Ann come before one of Bob, who is served after the first of them."""
    held = Held(house, pool)
    with ThreadPoolExecutor(4) as threads:
        answers = []
        for number in range(3):
            answers.append(threads.submit(first, number))
            held.wait_for(number + 1)
        answers.append(threads.submit(second))
        held.wait_for(4)
        held.release()
        assert all(answer.result().status_code in (200, 201) for answer in answers)
    first_steps = list(dict.fromkeys(held.served))
    assert len(first_steps) == 2
    assert held.served.index(first_steps[1]) == 1


def test_one_persons_records_dont_delay_anothers(house: House) -> None:
    ann, bob = guest_at(house, 1), guest_at(house, 2)
    again = again_as(house, ann)
    house.service.limits.rates.clear()
    text = RECORD.read_text(encoding="utf-8").splitlines()

    def upload(guest: Guest, entry: int) -> httpx.Response:
        body = {"record": "\n".join(text) + "\n", "entry": entry}
        return guest.post("/api/review/text", json=body, timeout=120)

    assert upload(ann, 1).status_code == 200  # the record is read: only positions are asked for from here on
    pool = house.service.reviews._readers.pool
    held = Held(house, pool)
    with ThreadPoolExecutor(3) as threads:
        answers = [threads.submit(upload, ann, 2)]
        held.wait_for(1)
        answers.append(threads.submit(upload, again, 3))
        held.wait_for(2)
        answers.append(threads.submit(upload, bob, 4))
        held.wait_for(3)
        held.release()
        assert [answer.result().status_code for answer in answers] == [200] * 3
    # Bob comes first, because Ann has used the process already.
    assert held.served == [address_of(number) for number in (2, 1, 1)]


def test_one_persons_drills_dont_delay_anothers(house: House) -> None:
    ann, bob = guest_at(house, 1), guest_at(house, 2)
    levels = ("easy", "standard", "hard")

    def begin(number: int) -> httpx.Response:
        with again_as(house, ann) as again:
            return again.post(DRILL, json={**PROBLEM, "level": levels[number]}, timeout=120)

    second_is_served_second(
        house,
        house.service.practice._worker.pool,
        begin,
        lambda: bob.post(DRILL, json=PROBLEM, timeout=120),
    )


def test_one_hosts_matches_of_bots_dont_delay_anothers(house: House) -> None:
    held = Held(house, house.service.bots.pool)
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for number, host in enumerate((ann, ann, ann, bob), start=1):
        match = house.drafted(host, "mixmath", seats=2, bots=["random", "random"])
        host.post(f"/api/matches/{match}/start", json={}).raise_for_status()
        held.wait_for(number)
    held.release()
    until = time.monotonic() + 60
    while len(held.served) < 4:
        assert time.monotonic() < until
        time.sleep(0.02)
    assert held.served[:2] == [person_of(house, ann), person_of(house, bob)]


def test_guests_of_one_address_share_a_turn_and_members_have_their_own(house: House) -> None:
    held = Held(house, house.service.practice._worker.pool)
    guests = [guest_at(house, 1), guest_at(house, 1)]
    member = house.guest("")
    member.headers["X-Forwarded-For"] = address_of(1)
    credentials = {"name": "Member", "password": "correct horse battery staple"}
    member.post("/api/register", json=credentials).raise_for_status()
    with ThreadPoolExecutor(3) as threads:
        answers = []
        for number, person in enumerate((*guests, member), start=1):
            answers.append(threads.submit(person.post, DRILL, json=PROBLEM, timeout=120))
            held.wait_for(number)
        held.release()
        assert [answer.result().status_code for answer in answers] == [201] * 3
    assert held.served == [address_of(1), person_of(house, member), address_of(1)]


def test_a_request_whose_client_has_gone_is_not_served(house: House) -> None:
    ann = guest_at(house, 1)
    pool = house.service.practice._worker.pool
    held = Held(house, pool)
    host, _, port = house.address.removeprefix("http://").partition(":")
    body = b'{"level": "easy", "daily": false}'
    head = (
        f"POST {DRILL} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Cookie: numberhouse={ann.cookies['numberhouse']}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((host, int(port))) as leaving:
        leaving.sendall(head.encode() + body)
        held.wait_for(1)
    held.wait_for(0)
    held.release()
    assert ann.post(DRILL, json=PROBLEM, timeout=120).status_code == 201
    assert held.served == [address_of(1)]


def test_a_person_with_too_many_requests_is_refused_and_others_are_served(house: House) -> None:
    ann, bob = guest_at(house, 1), guest_at(house, 2)
    held = Held(house, house.service.practice._worker.pool)

    def begin(path: str, level: str) -> httpx.Response:
        with again_as(house, ann) as again:
            return again.post(f"/api/practice/{path}", json={**PROBLEM, "level": level}, timeout=120)

    drills = (("turing-machine/solo", ("easy", "standard")), ("mixmath/best-turn", ("early", "middle")))
    problems = [(path, level) for path, levels in drills for level in levels]
    with ThreadPoolExecutor(6) as threads:
        for number, problem in enumerate(problems, start=1):
            threads.submit(begin, *problem)
            held.wait_for(number)
        refused = ann.post("/api/practice/turing-machine/solo", json={**PROBLEM, "level": "hard"})
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        assert refused.headers["Retry-After"] == "5"
        other = threads.submit(lambda: bob.post(DRILL, json=PROBLEM, timeout=120))
        held.wait_for(5)
        held.release()
        assert other.result().status_code == 201
