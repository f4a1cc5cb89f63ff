"""Long work on options is done by a worker process, whichever road they come in by."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import IllegalAction
from numberhouse.games.set_theory.catalogue.predicates import values
from numberhouse.server.base.settings import Settings
from numberhouse.server.workers.asker import current_asker
from numberhouse.server.workers.options_worker import OptionsWorker
from numberhouse.server.workers.pool import Pool
from numberhouse.server.workers.tasks import Reply, SetUp
from tests.server.conftest import Guest, House

TEN = ["n % 3 == 0", "n % 5 == 1", "n % 7 == 2", "is_prime(n)", "n % 4 == 3"]
TEN += ["n % 11 == 4", "n % 13 == 5", "n % 6 == 1", "n % 9 == 7", "n % 10 == 8"]
DEAR = [*TEN[:9], "+".join(["digit_sum(n*n)"] * 20) + " > 3"]
TASK = SetUp("pick", 1, b"{}", 2, "seed")


@pytest.fixture
def only_the_worker_evaluates(monkeypatch: pytest.MonkeyPatch) -> None:
    def over_range(*_: Any) -> None:
        raise AssertionError("the serving process evaluates a condition")

    monkeypatch.setattr(values, "over_range", over_range)


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


@pytest.mark.usefixtures("only_the_worker_evaluates")
def test_no_road_makes_the_serving_process_evaluate_conditions(house: House) -> None:
    host = house.guest("Hanna")
    draft = {"game": "set-theory", "options": {"sets": TEN}}
    match = host.post("/api/matches", json=draft).raise_for_status().json()["id"]
    host.put(f"/api/matches/{match}", json=draft).raise_for_status()
    host.put(f"/api/matches/{match}/desk/secrets", json={"secrets": {"sets": TEN[::-1]}}).raise_for_status()
    host.get(f"/api/matches/{match}/desk").raise_for_status()
    rows = [{"game": "set-theory", "options": {"sets": TEN}}]
    host.post("/api/schedule", json={"rows": rows, "dry_run": True}).raise_for_status()
    host.post(f"/api/matches/{match}/copy", json={}).raise_for_status()


@pytest.mark.usefixtures("only_the_worker_evaluates")
def test_every_road_refuses_what_is_beyond_the_budget(settings: Settings) -> None:
    with House(msgspec.structs.replace(settings, bots=1)) as house:
        refuses_on_every_road(house, house.guest("Hanna"))


def refuses_on_every_road(house: House, host: Guest) -> None:
    match = house.drafted(host, "set-theory", seats=2)
    options = {"options": {"sets": DEAR}}
    assert refused_for_work(host, "/api/matches", {"game": "set-theory"} | options)
    played = host.post("/api/play", json={"game": "set-theory"} | options)
    assert refusal(played) == (409, "too-much-work"), played.text
    assert refusal(host.put(f"/api/matches/{match}", json={"game": "set-theory"} | options)) == (
        409,
        "too-much-work",
    )
    secrets = {"secrets": {"sets": DEAR}}
    assert refusal(host.put(f"/api/matches/{match}/desk/secrets", json=secrets)) == (409, "too-much-work")
    rows = [{"game": "set-theory", "options": {"sets": DEAR}}]
    response = host.post("/api/schedule", json={"rows": rows, "dry_run": True})
    assert refusal(response) == (400, "schedule")
    assert "at most 500 are accepted" in response.json()["message"]


def refused_for_work(host: Guest, path: str, body: Any) -> bool:
    return refusal(host.post(path, json=body)) == (409, "too-much-work")


class Gate(Pool):
    """A process whose tasks last until the test releases them."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(0)
        self.gate = asyncio.Event()
        self.askers: list[str] = []
        self.reply = reply

    async def ask(self, *_: Any, **__: Any) -> Reply:
        self.askers.append(current_asker().key)
        await self.gate.wait()
        return self.reply


def test_a_task_is_the_persons_and_done_once() -> None:
    async def run() -> None:
        worker = OptionsWorker()
        worker.pool = gate = Gate(Reply(b"{}"))
        other = msgspec.structs.replace(TASK, seed="another")
        waiting = [asyncio.create_task(worker.ask(TASK, name)) for name in ("ann", "bob", "cat")]
        waiting.append(asyncio.create_task(worker.ask(other, "bob")))
        await asyncio.sleep(0.01)
        assert gate.askers == ["ann", "bob"]
        gate.gate.set()
        assert await asyncio.gather(*waiting) == [b"{}"] * 4
        assert gate.askers == ["ann", "bob"]

    asyncio.run(run())


def test_a_refusal_of_the_game_keeps_its_code_template_and_values() -> None:
    async def run() -> None:
        worker = OptionsWorker()
        worker.pool = gate = Gate(
            Reply(code="seats", message="3 seats", values={"n": 3}, template="{n} seats")
        )
        gate.gate.set()
        with pytest.raises(IllegalAction) as refused:
            await worker.ask(TASK, "ann")
        assert (refused.value.code, refused.value.message) == ("seats", "3 seats")
        assert refused.value.template == "{n} seats"

    asyncio.run(run())
