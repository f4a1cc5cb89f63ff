"""Nothing lost: processes are killed at any moment, the disk fills up, the database goes and comes back."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.driver import Processes, Report, check, load, wait_until_ready

SHORT = 5
LONG = 200
"""Kills."""


def killing(processes: Processes, kills: int) -> Callable[[Report], None]:
    """Kills a process at random moments under load, and starts it again, so many times."""

    def disturb(report: Report) -> None:
        for _ in range(kills):
            before, until = len(report.accepted), time.monotonic() + 60
            while len(report.accepted) < before + 3:
                assert time.monotonic() < until, "nothing is accepted any more"
                time.sleep(0.005)
            time.sleep(random.random() * 0.5)
            which = random.randrange(len(processes.settings))
            processes.kill(which)
            report.kills += 1
            processes.start(which)
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


def test_nothing_is_lost_or_done_twice_when_the_service_is_killed_on_postgresql(postgres: str) -> None:
    killed(postgres, SHORT)


def test_nothing_is_lost_or_done_twice_when_one_of_two_racing_processes_is_killed(postgres: str) -> None:
    killed(postgres, SHORT, count=2)


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
