"""No accepted entry is lost when processes are killed, the disk fills up or the database goes away."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.support.driver import Processes, Report, check, load, wait_until_ready

SHORT = 2
LONG = 200
"""Number of kills."""


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it doesn't come to that"
        time.sleep(0.005)


def more_accepted(report: Report) -> None:
    before = len(report.accepted)
    until(lambda: len(report.accepted) > before + 2)


def more_refused(report: Report) -> None:
    before = report.unstored
    until(lambda: report.unstored > before + 3)


def killing(processes: Processes, kills: int) -> Callable[[Report], None]:
    """Kills a process at random moments under load and starts it again, `kills` times."""

    def disturb(report: Report) -> None:
        for _ in range(kills):
            more_accepted(report)
            time.sleep(random.random() * 0.5)
            process = random.randrange(len(processes.settings))
            processes.kill(process)
            report.kills += 1
            processes.start(process)
        for address in processes.addresses:
            wait_until_ready(address)

    return disturb


def killed(database: str, kills: int, count: int = 1) -> Report:
    with Processes(database, count) as processes:
        report = load(processes, killing(processes, kills))
    print(report)
    check(database, report)
    assert report.kills == kills
    assert len(report.accepted) >= 3 * kills
    return report


def test_nothing_is_lost_or_done_twice_when_the_service_is_killed_on_sqlite(tmp_path: Path) -> None:
    killed(str(tmp_path / "house.sqlite"), SHORT)


@pytest.mark.long  # the gate kills one of two, below
def test_nothing_is_lost_or_done_twice_when_the_service_is_killed_on_postgresql(postgres: str) -> None:
    killed(postgres, SHORT)


def test_nothing_is_lost_or_done_twice_when_one_of_two_racing_processes_is_killed(postgres: str) -> None:
    killed(postgres, SHORT, count=2)


def test_actions_are_refused_on_a_full_disk_and_accepted_afterwards(tmp_path: Path) -> None:
    database = str(tmp_path / "house.sqlite")
    with Processes(database) as processes:

        def disturb(report: Report) -> None:
            for _ in range(2):
                more_accepted(report)
                processes.fill_disk(True)
                more_refused(report)
                processes.fill_disk(False)
            more_accepted(report)

        report = load(processes, disturb)
        assert processes.alive()
    print(report)
    check(database, report)
    assert report.unstored > 6
    assert report.unreached == 0


@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.long), 2])
def test_actions_are_refused_without_the_database_and_accepted_afterwards(
    postgres: str, postgres_cluster: Any, count: int
) -> None:
    with Processes(postgres, count) as processes:

        def disturb(report: Report) -> None:
            for _ in range(2):
                more_accepted(report)
                postgres_cluster.stop()
                more_refused(report)
                postgres_cluster.ensure_postgres_running()
            more_accepted(report)

        try:
            report = load(processes, disturb)
        finally:
            postgres_cluster.ensure_postgres_running()
        assert processes.alive()
    print(report)
    check(postgres, report)
    assert report.unstored > 6
    assert report.unreached == 0


@pytest.mark.long
def test_nothing_is_lost_in_two_hundred_kills_on_sqlite(tmp_path: Path) -> None:
    killed(str(tmp_path / "house.sqlite"), LONG)


@pytest.mark.long
def test_nothing_is_lost_in_two_hundred_kills_on_postgresql(postgres: str) -> None:
    killed(postgres, LONG)


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 4])
def test_nothing_is_lost_in_two_hundred_kills_of_racing_processes(postgres: str, count: int) -> None:
    killed(postgres, LONG, count=count)
