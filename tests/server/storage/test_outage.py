"""Outages: requests are refused at once, each outage is logged once, and its end is seen within a second."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import psycopg
import pytest
from psycopg import errors

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage import health, outage
from numberhouse.server.storage.journal import JournalFailed
from numberhouse.server.storage.outage import CALM, Outage, is_reported, kind_of
from tests.server.conftest import House
from tests.server.ops.test_operation import log_output
from tests.server.support.driver import Processes

__all__ = ["log_output"]


def events(log: io.StringIO) -> list[Any]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def sqlite_error(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError("x")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "full"),
        (sqlite_error(sqlite3.SQLITE_IOERR | (3 << 8)), "full"),
        (sqlite_error(sqlite3.SQLITE_BUSY), "busy"),
        (sqlite_error(sqlite3.SQLITE_ERROR), None),
        (errors.DiskFull(), "full"),
        (errors.AdminShutdown(), "unreachable"),
        (errors.TooManyConnections(), "busy"),
        (errors.UndefinedTable(), None),
        (psycopg.OperationalError("connection refused"), "unreachable"),
        (OSError(errno.ENOSPC, "no room"), "full"),
        (ConnectionRefusedError(), "unreachable"),
        (TimeoutError(), "unreachable"),
    ],
)
def test_failures_have_kinds(error: Exception, kind: str | None) -> None:
    assert kind_of(error) == kind


def test_an_outage_is_logged_once_and_ends_after_a_calm(log_output: io.StringIO) -> None:
    seconds = [100.0]
    state = Outage(lambda: seconds[0])
    for _ in range(600):
        seconds[0] += 0.01
        failure = state.failed(sqlite_error(sqlite3.SQLITE_FULL), "the journal")
        assert is_reported(failure)
        state.succeeded()  # a small write found room
    assert state.full
    seconds[0] += CALM
    state.succeeded()
    assert not state.full
    began, ended = events(log_output)
    assert (began["event"], began["kind"]) == ("the database fails", "full")
    assert (ended["event"], ended["failures"], ended["seconds"]) == ("the database works again", 600, 9.0)


def test_queries_under_way_are_cut_off_and_later_ones_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, log_output: io.StringIO
) -> None:
    """The server neither answers nor refuses, as behind a cable that is cut."""
    monkeypatch.setattr(outage, "INTERVAL", 0.01)
    monkeypatch.setattr(outage, "INTERVAL_DOWN", 0.01)
    monkeypatch.setattr(outage, "LONGEST_LOOK", 0.02)

    async def cut() -> None:
        answering = asyncio.Event()
        answering.set()
        state = Outage()
        state.start(answering.wait)
        began = asyncio.get_running_loop().time()

        async def query() -> None:
            async with state.guarded():
                await asyncio.Event().wait()

        queries = [asyncio.create_task(query()) for _ in range(50)]
        await asyncio.sleep(0)
        answering.clear()
        failures = await asyncio.gather(*queries, return_exceptions=True)
        assert all(isinstance(failure, JournalFailed) for failure in failures)
        for _ in range(50):
            with pytest.raises(JournalFailed):
                state.refuse_if_closed_off()
        assert asyncio.get_running_loop().time() - began < 5
        answering.set()
        while state.closed_off:
            await asyncio.sleep(0.001)
        await state.close()

    asyncio.run(cut())
    assert [line["event"] for line in events(log_output)] == [
        "the database fails",
        "the database works again",
    ]


class Load:
    """Requests of several clients without a pause: their statuses and times."""

    def __init__(self, house: House) -> None:
        self.address = house.address
        self.going = True
        self.answers: list[tuple[float, float, int]] = []

    def ask(self, cookies: Any) -> None:
        with httpx.Client(base_url=self.address, cookies=cookies, timeout=60) as client:
            while self.going:
                began = time.monotonic()
                status = client.get("/api/me").status_code
                self.answers.append((began, time.monotonic() - began, status))
                time.sleep(0.005)


@pytest.fixture
def started_again(postgres_cluster: Any) -> Iterator[Callable[[], None]]:
    """Starts the server again, in any case."""
    yield postgres_cluster.ensure_postgres_running
    postgres_cluster.ensure_postgres_running()


def test_without_its_server_a_process_refuses_at_once_and_is_itself_again_within_a_second(
    settings: Settings,
    postgres: str,
    postgres_cluster: Any,
    started_again: Callable[[], None],
    log_output: io.StringIO,
) -> None:
    busy = msgspec.structs.replace(settings, database=postgres, requests_per_minute=1_000_000)
    with House(busy) as house:
        guest = house.guest("Ann")
        cookies = dict(guest.cookies)
        load = Load(house)
        threads = [threading.Thread(target=load.ask, args=(cookies,), daemon=True) for _ in range(4)]
        for thread in threads:
            thread.start()
        try:
            time.sleep(0.5)
            postgres_cluster.stop()
            time.sleep(4)
            readiness = [guest.get("/readyz").status_code]
            started_again()
            running_at = time.monotonic()
            time.sleep(2.5)
            readiness.append(guest.get("/readyz").status_code)
        finally:
            load.going = False
            for thread in threads:
                thread.join(30)
        assert readiness == [503, 200]
        assert {status for *_, status in load.answers} == {200, 503}
        refused = [(began, took) for began, took, status in load.answers if status == 503]
        assert len(refused) > 100
        # Refused at once: the few whose query was cut off waited until the look failed.
        assert sorted(took for _, took in refused)[len(refused) * 9 // 10] < 0.5
        assert max(took for _, took, _ in load.answers) < 6
        # A second, and another one for a machine that is busy with other tests.
        last_refused = max(began for began, _ in refused)
        assert last_refused < running_at + 2.0, (running_at, last_refused)
    lines = [line["event"] for line in events(log_output)]
    assert lines.count("the database fails") == 1, lines
    assert lines.count("the database works again") == 1
    assert len(lines) <= 6, lines


def test_readiness_sees_a_full_disk(tmp_path: Path) -> None:
    with Processes(str(tmp_path / "house.sqlite")) as processes:
        (address,) = processes.addresses

        def status() -> int:
            time.sleep(health.FRESH)
            return httpx.get(f"{address}/readyz", timeout=20).status_code

        assert status() == 200
        processes.fill_disk(True)
        assert status() == 503
        processes.fill_disk(False)
        until = time.monotonic() + 20
        while status() != 200:
            assert time.monotonic() < until


def test_readiness_sees_a_disk_without_room_before_it_is_full(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    client = house.guest("")
    assert client.get("/readyz").status_code == 200
    monkeypatch.setattr(health, "LEAST_ROOM", 1 << 80)
    assert client.get("/readyz").json()["writing"] is False


def test_readiness_stores_a_row_each_time_it_looks(house: House, settings: Settings) -> None:
    def stored() -> float:
        with sqlite3.connect(settings.database) as connection:
            return float(connection.execute("SELECT at FROM service_heartbeat").fetchone()[0])

    before = stored()
    house.clock.time += 7
    time.sleep(health.FRESH)
    assert house.guest("").get("/readyz").status_code == 200
    assert stored() == before + 7
