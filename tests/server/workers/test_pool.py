"""Worker pools: people are served in turn, and what nobody waits for any more isn't done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from numberhouse.registry.precompile import Piece
from numberhouse.server.base.refusals import Refused
from numberhouse.server.workers import pool as pool_module
from numberhouse.server.workers.asker import Asker, set_asker
from numberhouse.server.workers.pool import STALLED, Pool, WorkerFailed
from numberhouse.server.workers.tasks import Prepare, Reply, Task


class MockProcesses:
    """Processes whose tasks end when the test says so."""

    def __init__(self) -> None:
        self.time = 0.0
        self.begun: list[str] = []
        self.limits: list[float] = []
        self.ends: list[asyncio.Future[Reply]] = []

    def now(self) -> float:
        return self.time

    async def end(self, seconds: float = 1.0, *, unfinished: bool = False) -> None:
        """End the task that began first, after so many seconds."""
        self.time += seconds
        self.ends.pop(0).set_result(Reply(unfinished=unfinished))
        await settle()

    def make(self, *_: Any) -> MockProcess:
        return MockProcess(self)


class MockProcess:
    def __init__(self, processes: MockProcesses) -> None:
        self.topics: set[tuple[str, ...]] = set()
        self._processes = processes

    async def ask(self, task: Task, limit: float, topic: tuple[str, ...]) -> Reply:
        assert isinstance(task, Prepare)
        self._processes.limits.append(limit)
        self._processes.begun.append(task.piece.game)
        end: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._processes.ends.append(end)
        self.topics.add(topic)
        return await end


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> MockProcesses:
    made = MockProcesses()
    monkeypatch.setattr(pool_module, "_Process", made.make)
    return made


def new_pool(processes: MockProcesses, count: int = 1, **more: Any) -> Pool:
    return Pool(count, now=processes.now, **more)


def ask(pool: Pool, person: str, name: str = "", gone: Any = None, **more: Any) -> asyncio.Task[Reply]:
    """A task of that person."""

    async def asked() -> Reply:
        set_asker(Asker(person, gone))
        return await pool.ask(Prepare(Piece(name or person, "bots")), 20.0, **more)

    return asyncio.ensure_future(asked())


def run(check: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(check())  # type: ignore[arg-type]


def test_one_task_waits_for_at_most_one_of_fifty_slow_ones(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes, most_each=50)
        slow = [ask(pool, "Ann") for _ in range(50)]
        await settle()
        quick = ask(pool, "Bob")
        await settle()
        assert processes.begun == ["Ann"]
        await processes.end(20.0)
        assert processes.begun == ["Ann", "Bob"]
        await processes.end()
        assert quick.done()
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    run(check)


def test_one_person_has_one_of_two_processes_while_another_waits(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes, 2)
        tasks = [ask(pool, "Ann") for _ in range(4)]
        await settle()
        assert pool.busy == 2  # nobody else waits
        tasks += [ask(pool, "Bob") for _ in range(4)]
        await settle()
        for _ in range(6):
            await processes.end()
        assert processes.begun == ["Ann", "Ann", "Bob", "Ann", "Bob", "Ann", "Bob", "Bob"]
        await processes.end()
        await processes.end()
        await asyncio.gather(*tasks)
        assert pool.busy == 0

    run(check)


def test_a_long_task_gives_way_between_its_steps(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes)
        long = ask(pool, "Ann")
        await settle()
        short = ask(pool, "Bob")
        await settle()
        await processes.end(0.2, unfinished=True)
        assert processes.begun == ["Ann", "Bob"]
        await processes.end(0.2)
        assert short.done()
        assert processes.begun == ["Ann", "Bob", "Ann"]
        await processes.end()
        assert long.done()

    run(check)


def test_the_steps_together_have_the_limit_of_one_task(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes)
        long = ask(pool, "Ann", first=5.0)
        await settle()
        for _ in range(2):
            await processes.end(8.0, unfinished=True)
        assert processes.limits == [25.0, 12.0, 4.0]
        await processes.end(4.0, unfinished=True)
        with pytest.raises(WorkerFailed, match=STALLED):
            await long

    run(check)


def test_a_person_with_too_many_waiting_tasks_is_refused_alone(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes, most_each=2)
        tasks = [ask(pool, "Ann") for _ in range(3)]
        await settle()
        with pytest.raises(Refused) as refused:
            await ask(pool, "Ann")
        assert (refused.value.status, refused.value.code) == (429, "busy")
        assert refused.value.values == {"waiting": 2, "most": 2, "retry_after": 5}
        tasks.append(ask(pool, "Bob"))
        for _ in range(4):
            await settle()
            await processes.end()
        await asyncio.gather(*tasks)

    run(check)


def test_where_all_are_too_many_the_person_with_most_tasks_loses_one(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes, most_of_all=2)
        tasks = [ask(pool, "Ann") for _ in range(3)]
        await settle()
        tasks.append(ask(pool, "Bob"))
        await settle()
        with pytest.raises(Refused, match="tasks of yours"):
            await tasks.pop(2)
        for _ in range(3):
            await processes.end()
        await asyncio.gather(*tasks)
        assert processes.begun == ["Ann", "Bob", "Ann"]

    run(check)


def test_a_request_whose_client_has_gone_leaves_the_queue(processes: MockProcesses) -> None:
    async def check() -> None:
        pool = new_pool(processes)
        gone = asyncio.Event()
        tasks = [
            ask(pool, "Ann"),
            ask(pool, "Bob", gone=gone.wait),
            ask(pool, "Cem", gone=asyncio.Event().wait),
        ]
        await settle()
        gone.set()
        await settle()
        assert (pool.waiting("Bob"), pool.waiting("Cem")) == (0, 1)
        with pytest.raises(Refused, match="closed the connection"):
            await tasks.pop(1)
        await processes.end()
        assert processes.begun == ["Ann", "Cem"]
        await processes.end()
        await asyncio.gather(*tasks)

    run(check)


def test_a_task_that_is_cancelled_when_its_turn_comes_gives_the_process_back(
    processes: MockProcesses,
) -> None:
    async def check() -> None:
        pool = new_pool(processes)
        first, second, third = (ask(pool, name) for name in ("Ann", "Bob", "Cem"))
        await settle()
        processes.ends.pop(0).set_result(Reply())
        while not pool._processes or pool.waiting("Bob"):
            await asyncio.sleep(0)
        second.cancel()  # the process is Bob's, and Bob's task hasn't been told yet
        await settle()
        assert first.done()
        assert processes.begun == ["Ann", "Cem"]
        await processes.end()
        assert third.done()
        assert pool.busy == 0

    run(check)


def test_a_worker_shares_the_cache_of_the_service_and_none_of_its_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NUMBERHOUSE_CACHE", "/cache")
    monkeypatch.setenv("NUMBERHOUSE_SECRET", "s" * 32)
    monkeypatch.setenv("PGPASSWORD", "secret")
    environment = pool_module._environment()
    assert environment["NUMBERHOUSE_CACHE"] == "/cache"
    assert not {"NUMBERHOUSE_SECRET", "PGPASSWORD"} & set(environment)
