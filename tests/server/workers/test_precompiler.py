"""The precompiler compiles in the background; nobody waits for pieces that are not needed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from numberhouse.registry import find, games, precompile
from numberhouse.registry.precompile import Piece, is_prepared, pieces, prepare_once
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.workers.pool import Pool, WorkerFailed
from numberhouse.server.workers.precompiler import Precompiler
from numberhouse.server.workers.tasks import Prepare, Reply, Task
from tests.server.conftest import House

MATCH = Piece("set-theory", "match")
INDUCTION = Piece("set-theory", "drill", "induction")
TELLING = Piece("set-theory", "drill", "telling-number")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing has been prepared."""
    monkeypatch.setenv("NUMBERHOUSE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


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


def test_every_game_is_precompiled_matches_first_then_drills_reviews_and_bots() -> None:
    for installed in games().values():
        kinds = [piece.kind for piece in pieces(installed)]
        assert kinds == ["match"] + ["drill"] * len(installed.drills()) + ["review"] * bool(
            installed.reviewer()
        ) + ["bots"]


def test_only_a_task_that_needs_the_piece_waits_for_it() -> None:
    async def check() -> None:
        precompiler = Slow()
        await precompiler.start()
        await until(lambda: precompiler.piece == MATCH)
        await asyncio.wait_for(precompiler.wait(TELLING, 60.0), 0.5)
        waiting = asyncio.create_task(precompiler.wait(MATCH, 60.0))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        assert not precompiler.ready(MATCH)
        precompiler.gate.set()
        await asyncio.wait_for(waiting, 0.5)
        await until(lambda: precompiler.piece is None)
        assert precompiler.ready(MATCH)
        await until(lambda: bool(precompiler.ended))
        assert precompiler.pieces_asked == pieces(find("set-theory"))
        await precompiler.close()

    run(check)


def test_a_task_waits_for_a_bounded_time() -> None:
    async def check() -> None:
        precompiler = Slow()
        await precompiler.start()
        await until(lambda: precompiler.piece is not None)
        await asyncio.wait_for(precompiler.wait(MATCH, 0.01), 1.0)
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


def test_a_game_is_refused_until_what_a_match_needs_is_ready() -> None:
    async def check() -> None:
        precompiler = Slow(("mixmath", "set-theory"))
        await precompiler.start()
        await until(lambda: precompiler.piece is not None)
        assert not precompiler.matches_ready
        with pytest.raises(Refused, match="0 of 2 games are ready") as refused:
            precompiler.check_ready("set-theory")
        assert (refused.value.status, refused.value.values["retry_after"]) == (503, 5)
        precompiler.gate.set()
        await until(lambda: precompiler.matches_ready)
        assert precompiler.pieces_asked[:2] == [Piece("mixmath", "match"), MATCH]
        precompiler.check_ready("set-theory")
        await precompiler.close()

    run(check)


def test_a_game_that_cant_be_prepared_is_tried_all_the_same() -> None:
    async def check() -> None:
        precompiler = Slow(fault="ValueError")
        precompiler.gate.set()
        await precompiler.start()
        await until(lambda: precompiler.matches_ready)
        precompiler.check_ready("set-theory")
        await precompiler.close()

    run(check)


def test_without_a_precompiler_every_game_is_ready() -> None:
    async def check() -> None:
        precompiler = Precompiler(lambda: [find("mixmath")], enabled=False)
        await precompiler.start()
        assert precompiler.matches_ready
        precompiler.check_ready("mixmath")

    run(check)


def test_what_has_been_prepared_on_the_machine_is_ready_at_the_next_start() -> None:
    async def check() -> None:
        for piece in pieces(find("mixmath")):
            prepare_once(find("mixmath"), piece)
        precompiler = Slow(("mixmath",))
        await precompiler.start()
        assert precompiler.matches_ready
        await until(lambda: bool(precompiler.ended))
        assert precompiler.pieces_asked == []
        await precompiler.close()

    run(check)


def test_the_first_piece_goes_before_the_others_and_is_awaited() -> None:
    async def check() -> None:
        precompiler = Slow()
        precompiler.first = lambda: TELLING
        await precompiler.start()
        waiting = asyncio.create_task(precompiler.tried(TELLING))
        await until(lambda: precompiler.piece is not None)
        assert not waiting.done()
        precompiler.gate.set()
        await waiting
        assert precompiler.pieces_asked[:2] == [MATCH, TELLING]
        await until(lambda: bool(precompiler.ended))
        await precompiler.tried(Piece("no-such-game", "drill"))
        await precompiler.close()

    run(check)


def test_two_processes_prepare_a_piece_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Piece] = []

    def compile_slowly(_: object, piece: Piece) -> None:
        compiled.append(piece)
        time.sleep(0.2)

    monkeypatch.setattr(precompile, "compile_piece", compile_slowly)
    with ThreadPoolExecutor(2) as pool:  # locks of two threads are as apart as those of two processes
        list(pool.map(lambda _: prepare_once(find("mixmath"), Piece("mixmath", "match")), range(2)))
    assert compiled == [Piece("mixmath", "match")]
    assert is_prepared(find("mixmath"), Piece("mixmath", "match"))
    assert not is_prepared(find("mixmath"), Piece("mixmath", "bots"))
    assert cache.is_dir()


@pytest.fixture
def precompiling_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr("numberhouse.server.workers.precompiler.SOON", 0.0)
    settings = Settings(database=str(tmp_path / "house.sqlite"), bots=0, games=("turing-machine",))
    with House(settings, precompile=True) as made:
        made.service.precompiler._soon = 0.0
        yield made


def test_a_precompiling_service_answers_and_stops_at_once(precompiling_house: House) -> None:
    guest = precompiling_house.guest("Ann")
    assert guest.get("/healthz").status_code == 200
    until_then = time.monotonic() + 60
    while precompiling_house.service.precompiler.piece is None and time.monotonic() < until_then:
        time.sleep(0.01)
    assert precompiling_house.service.precompiler.piece is not None
    began = time.monotonic()
    precompiling_house.server.should_exit = True
    precompiling_house.thread.join()
    assert time.monotonic() - began < 10
    assert precompiling_house.service.precompiler.piece is None


def test_a_match_of_a_game_that_isnt_ready_is_refused_and_the_service_isnt_ready(
    precompiling_house: House,
) -> None:
    precompiler, guest = precompiling_house.service.precompiler, precompiling_house.guest("Ann")
    match = precompiling_house.drafted(guest, "turing-machine") if precompiler.matches_ready else None
    precompiler._ready.clear()
    refused = guest.post("/api/matches", json={"game": "turing-machine"})
    assert (refused.status_code, refused.json()["code"]) == (503, "game-not-ready")
    assert refused.headers["Retry-After"] == "5"
    readiness = guest.get("/readyz")
    assert (readiness.status_code, readiness.json()["games"]) == (503, False)
    assert match is None or guest.get(f"/api/matches/{match}").status_code == 200
    precompiler.mark_ready(Piece("turing-machine", "match"))
    assert guest.post("/api/matches", json={"game": "turing-machine"}).status_code == 201
