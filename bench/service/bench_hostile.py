"""What does a member notice while ten guests do the worst known of each kind?

The service runs in a process of its own, on a new database. First nobody attacks, which says what the machine
does at this hour; then each kind alone for a few seconds; then all together for a minute. Targets on two
cores: the member's actions p99 under 100 ms, health checks p99 under 50 ms, and less than 100 MB more memory.
Where others use the machine, the processor time of the serving process without its workers says more.
`hostile/kinds.py` has the kinds.

    python bench/service/bench_hostile.py [--seconds 60] [--each 3] [--guests 10] [--kinds NAME ...]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import httpx
from hostile.attacker import Attacker
from hostile.kinds import KINDS
from hostile.load import Member, Noticed, attack, notice, percentile

MB = 1 << 20

POLITENESS = 10
"""By how much the priority of the attackers' process is lower."""


def main() -> None:
    """Print a line for each kind, and one for all together."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for all kinds together")
    parser.add_argument("--each", type=float, default=3.0, help="seconds for each kind alone; 0: not alone")
    parser.add_argument("--guests", type=int, default=10)
    parser.add_argument("--kinds", nargs="+", default=list(KINDS), choices=list(KINDS), metavar="NAME")
    given = parser.parse_args()
    runs: list[tuple[str, list[str], float]] = [("nobody attacks", [], max(given.each, 3.0))]
    runs += [(name, [name], given.each) for name in given.kinds if given.each]
    runs += [("all together", given.kinds, given.seconds)] if given.seconds else []
    print("| kind | actions p50 | p99 | health p50 | p99 | processor | memory | answers |")
    print("|---|--:|--:|--:|--:|--:|--:|---|")
    for name, names, seconds in runs:
        with served() as (address, process):
            before, used, began = memory(process), processor(process), time.monotonic()
            noticed = asyncio.run(measured(address, names, given.guests, seconds))
            share = (processor(process) - used) / (time.monotonic() - began)
            print(line(name, noticed, share, memory(process) - before), flush=True)


async def measured(address: str, names: list[str], guests: int, seconds: float) -> Noticed:
    """What is noticed of these kinds."""
    member = Member(address)
    await member.enter()
    with ProcessPoolExecutor(1, get_context("spawn"), os.nice, (POLITENESS,)) as elsewhere:
        answers = asyncio.wrap_future(elsewhere.submit(attacked, address, names, guests, seconds))
        try:
            actions, health = await notice(address, member, seconds)
            return Noticed(actions, health, await answers)
        finally:
            await member.close()


def attacked(address: str, names: list[str], guests: int, seconds: float) -> Counter[int | str]:
    """Attack by these kinds; the answers by their status."""

    async def run() -> Counter[int | str]:
        attackers = [Attacker(address, number) for number in range(guests)]
        try:
            return await attack(attackers, {name: KINDS[name] for name in names}, seconds)
        finally:
            await asyncio.gather(*(attacker.close() for attacker in attackers))

    return asyncio.run(run())


def line(name: str, noticed: Noticed, share: float, grown: int) -> str:
    """A line of the table. `share`: of one core, that the serving process used."""
    times = [
        f"{percentile(values, hundredth):,.0f} ms"
        for values in (noticed.actions, noticed.health)
        for hundredth in (50, 99)
    ]
    answers = ", ".join(f"{count} × {status}" for status, count in noticed.answers.most_common(5))
    return f"| {name} | {' | '.join(times)} | {share:.0%} | {grown // MB:+d} MB | {answers} |"


@contextmanager
def served() -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A service that trusts one proxy, so that every client may have an address of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free, tempfile.TemporaryDirectory() as folder:
        port = free.getsockname()[1]
        free.close()
        settings = {
            "NUMBERHOUSE_DATABASE": str(Path(folder, "house.sqlite")),
            "NUMBERHOUSE_PORT": str(port),
            "NUMBERHOUSE_PROXIES": "1",
            "NUMBERHOUSE_ACTIONS_PER_MINUTE": "100000",  # of the member, who acts as fast as possible
        }
        command = [sys.executable, "-m", "numberhouse", "serve"]
        silent = subprocess.DEVNULL
        with subprocess.Popen(command, env=os.environ | settings, stdout=silent, stderr=silent) as process:
            address = f"http://127.0.0.1:{port}"
            try:
                wait_until_ready(address)
                play_every_game(address)
                yield address, process
            finally:
                process.terminate()


def wait_until_ready(address: str) -> None:
    """Wait for a first start too, which compiles."""
    until = time.monotonic() + 600
    while time.monotonic() < until:
        try:
            if httpx.get(f"{address}/readyz", timeout=10).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise SystemExit("the service isn't ready after ten minutes")


def play_every_game(address: str) -> None:
    """Have one match of each game begun, which imports the game and maps its tables."""
    with httpx.Client(base_url=address, headers={"X-Forwarded-For": "203.0.113.8"}, timeout=120) as first:
        first.post("/api/guest", json={"name": "First"}).raise_for_status()
        for game in first.get("/api/games").raise_for_status().json():
            first.post("/api/play", json={"game": game["id"]}).raise_for_status()


def processor(process: subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that the serving process has used, without its workers."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[bytes]) -> int:
    """Bytes of memory that the serving process has, without its workers."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return 1024 * next(int(row.split()[1]) for row in status.splitlines() if row.startswith("VmRSS"))


if __name__ == "__main__":
    main()
