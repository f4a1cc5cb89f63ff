"""Several processes at one address with one PostgreSQL."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are found in /proc")

Served = tuple[subprocess.Popen[str], str]


@pytest.fixture
def served(postgres: str) -> Iterator[Served]:
    """Two processes, and their address."""
    args = ["serve", "--port", "0", "--database", postgres, "--processes", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "numberhouse", *args],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"NUMBERHOUSE_BOTS": "0"},
    )
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"is open: (\S+)", line):
            yield process, found[1]
            break
    process.kill()
    process.stderr.close()
    process.wait()


def workers(process: subprocess.Popen[str]) -> list[int]:
    """Process ids."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(one) for one in children if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]


def test_processes_share_the_work_are_replaced_and_end_together(served: Served) -> None:
    process, address = served
    for _ in range(10):
        assert httpx.post(f"{address}/api/guest", json={"name": "Ann"}).status_code == 201
    counted = 'numberhouse_requests_total{method="POST",route="/api/guest",status="201"} 10.0'
    assert counted in httpx.get(f"{address}/metrics").text
    first, second = workers(process)
    os.kill(first, signal.SIGKILL)
    until = time.monotonic() + 30
    while len(now := workers(process)) < 2 or first in now:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert second in now
    assert httpx.get(f"{address}/readyz", timeout=30).status_code == 200
    assert counted in httpx.get(f"{address}/metrics").text  # what the dead one had counted is kept
    process.terminate()
    assert process.wait(30) == 0
    assert not any(Path(f"/proc/{one}").exists() for one in now)


def test_all_processes_end_when_their_supervisor_is_killed(served: Served) -> None:
    process, _ = served
    left = workers(process)
    process.kill()
    process.wait()
    until = time.monotonic() + 20
    while any(Path(f"/proc/{one}").exists() for one in left):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_bots_elsewhere_play_on_and_lose_nothing_while_processes_are_killed(
    served: Served, postgres: str
) -> None:
    process, address = served
    numberhouse = [sys.executable, "-m", "numberhouse"]
    with httpx.Client(base_url=address, timeout=30) as host:
        host.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        drafted = host.post("/api/matches", json={"game": "addition-crypt", "seats": 2}).raise_for_status()
        match = drafted.json()["id"]
        host.post(f"/api/matches/{match}/open").raise_for_status()
        players = [
            subprocess.Popen(
                [*numberhouse, "seat", f"{address}/matches/{match}", "--bot", "drifter", "--name", name],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            for name in ("Bob", "Cid")
        ]
        try:
            until = time.monotonic() + 60
            while any(not seat["name"] for seat in host.get(f"/api/matches/{match}").json()["seats"]):
                assert time.monotonic() < until
                time.sleep(0.1)
            host.post(f"/api/matches/{match}/start").raise_for_status()
            for _ in range(3):
                if any(player.poll() is None for player in players):
                    os.kill(workers(process)[0], signal.SIGKILL)
                until = time.monotonic() + 120
                while len(workers(process)) < 2:
                    assert time.monotonic() < until
                    time.sleep(0.05)
            outputs = [player.communicate(timeout=300)[0] for player in players]
        finally:
            for player in players:
                player.kill()
    assert [player.returncode for player in players] == [0, 0], outputs
    acknowledged = [int(re.findall(r"Actions: (\d+)", output)[0]) for output in outputs]
    with psycopg.connect(postgres) as connection:
        stored = connection.execute(
            "SELECT count(*), count(DISTINCT key) FROM journal_entries WHERE kind = 'act'"
        ).fetchone()
    assert stored == (sum(acknowledged), sum(acknowledged))
    checked = subprocess.run(
        [*numberhouse, "admin", "check", "--database", postgres], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
