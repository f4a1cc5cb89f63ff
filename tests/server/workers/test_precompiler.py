"""The precompiler compiles in the background; nobody waits for pieces that are not needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.registry import find, games
from numberhouse.registry.precompile import Piece, pieces
from numberhouse.server.base.settings import Settings
from numberhouse.server.workers.pool import Pool, WorkerFailed
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.tasks import Prepare, Reply, Task
from tests.server.conftest import House

INDUCTION = Piece("set-theory", "drill", "induction")
TELLING = Piece("set-theory", "drill", "telling-number")


class SlowPool(Pool):
    """A process whose tasks last until the test releases them."""

    def __init__(self, owner: Slow) -> None:
        super().__init__(0)
        self.owner = owner

    async def ask(self, task: Task, *_: Any, **__: Any) -> Reply:
        assert isinstance(task, Prepare)
        self.owner.pieces_asked.append(task.piece)
        await self.owner.gate.wait()
        if self.owner.fault:
            raise WorkerFailed(self.owner.fault)
        return Reply()

    async def close(self) -> None:
        self.owner.ended += 1


class Slow(Precompiler):
    """A precompiler whose pieces last until the test releases them."""

    def __init__(self, games: tuple[str, ...] = ("set-theory",), fault: str = "") -> None:
        super().__init__(lambda: [find(one) for one in games], enabled=True, soon=0.0)
        self.pieces_asked: list[Piece] = []
        self.gate = asyncio.Event()
        self.fault = fault
        self.ended = 0
        self.pool = SlowPool(self)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.001)


def run(check: Callable[[], Awaitable[Any]]) -> None:
    asyncio.run(check())  # type: ignore[arg-type]


def test_every_game_is_precompiled_drills_first_then_reviews_and_bots() -> None:
    for installed in games().values():
        kinds = [piece.kind for piece in pieces(installed)]
        assert kinds == ["drill"] * len(installed.drills()) + ["review"] * bool(installed.reviewer()) + [
            "bots"
        ]


def test_only_a_task_that_needs_the_piece_waits_for_it() -> None:
    async def check() -> None:
        precompiler = Slow()
        await precompiler.start()
        await until(lambda: precompiler.piece == INDUCTION)
        await asyncio.wait_for(precompiler.wait(TELLING, 60.0), 0.5)
        waiting = asyncio.create_task(precompiler.wait(INDUCTION, 60.0))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert not precompiler.ready(INDUCTION)
        precompiler.gate.set()
        await asyncio.wait_for(waiting, 0.5)
        await until(lambda: precompiler.piece is None)
        assert precompiler.ready(INDUCTION)
        await until(lambda: bool(precompiler.ended))
        assert precompiler.pieces_asked == pieces(find("set-theory"))
        await precompiler.close()

    run(check)


def test_a_task_waits_for_a_bounded_time() -> None:
    async def check() -> None:
        precompiler = Slow()
        await precompiler.start()
        await until(lambda: precompiler.piece is not None)
        await asyncio.wait_for(precompiler.wait(INDUCTION, 0.01), 1.0)
        await precompiler.close()
        assert precompiler.piece is None

    run(check)


def test_a_piece_compiled_elsewhere_is_not_compiled_again() -> None:
    async def check() -> None:
        precompiler = Slow()
        precompiler.mark_ready(TELLING)
        precompiler.gate.set()
        await precompiler.start()
        await until(lambda: bool(precompiler.ended))
        assert TELLING not in precompiler.pieces_asked
        assert INDUCTION in precompiler.pieces_asked
        await precompiler.close()

    run(check)


def test_a_failing_piece_is_skipped() -> None:
    async def check() -> None:
        precompiler = Slow(fault="ValueError")
        precompiler.gate.set()
        await precompiler.start()
        await until(lambda: bool(precompiler.ended))
        assert precompiler.pieces_asked == pieces(find("set-theory"))
        assert not any(map(precompiler.ready, precompiler.pieces_asked))
        await precompiler.close()

    run(check)


@pytest.fixture
def precompiling_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("numberhouse.server.workers.precompiler.SOON", 0.0)
    settings = Settings(database=str(tmp_path / "house.sqlite"), bots=0, games=("turing-machine",))
    with House(settings, precompile=True) as made:
        made.service.precompiler._soon = 0.0
        yield made


def test_a_precompiling_service_answers_and_stops_at_once(precompiling_house: House) -> None:
    guest = precompiling_house.guest("Ann")
    assert guest.get("/readyz").status_code == 200
    until_then = time.monotonic() + 60
    while precompiling_house.service.precompiler.piece is None and time.monotonic() < until_then:
        time.sleep(0.01)
    assert precompiling_house.service.precompiler.piece is not None
    began = time.monotonic()
    precompiling_house.server.should_exit = True
    precompiling_house.thread.join()
    assert time.monotonic() - began < 10
    assert precompiling_house.service.precompiler.piece is None
