"""A service in processes of its own, under load, killed at any moment; and checks of its database.

Every action is sent with a key and sent again until it is answered: accepted or refused. So at the end the
log must hold exactly the accepted ones, each once; whatever anybody was shown must still be so; and every
match must replay to a record that verifies.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import random
import resource
import signal
import socket
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import msgspec
import psycopg

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Chance
from numberhouse.protocol.terms import Terms
from numberhouse.record import verify, write
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.run import run
from numberhouse.server.play.sessions.session import Occupant, Row, Session
from numberhouse.server.play.sessions.stream import Stream
from numberhouse.server.storage.journal import decode_entries
from numberhouse.server.storage.journal_entry import check_whole

__all__ = ["PreferencesInfo", "Processes", "Report", "check", "load"]

GAMES = ("mixmath", "addition-crypt", "set-theory")
PAGE = 4096
"""The largest file of the limited process, in bytes."""

TWICE = 0.2
"""The share of requests that are sent twice at once."""


class Processes:
    """One or several processes that serve one database, each on a port of its own. In any case they
    end with the `with`, or with this process."""

    def __init__(self, database: str, count: int = 1) -> None:
        self.settings = [
            Settings(database=database, port=free_port(), bots=0, secret="s" * 32,
                     max_matches_per_host=100_000,
                     actions_per_minute=1_000_000, requests_per_minute=1_000_000, log_format="json",
                     precompile=False)
            for _ in range(count)
        ]  # fmt: skip
        self.addresses = [f"http://127.0.0.1:{one.port}" for one in self.settings]
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["tests.server.support.driver", "numberhouse.server.http.application"]
        )
        self._running: list[Any] = [None] * count

    def __enter__(self) -> Processes:
        for which in range(len(self.settings)):
            self.start(which)
        for address in self.addresses:
            wait_until_ready(address)
        return self

    def __exit__(self, *_: object) -> None:
        for which in range(len(self.settings)):
            self.kill(which)

    def start(self, which: int) -> None:
        """Start the processes; `wait_until_ready` waits for them."""
        self._running[which] = self._context.Process(target=serve, args=(self.settings[which],), daemon=True)
        self._running[which].start()

    def fill_disk(self, full: bool) -> None:
        """Stop the processes from writing beyond the first page of any file, or allow it again."""
        for process in self._running:
            size = PAGE if full else resource.RLIM_INFINITY
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def alive(self) -> bool:
        """Whether all processes are those that were started last."""
        return all(process is not None and process.is_alive() for process in self._running)

    def kill(self, which: int) -> None:
        """Kill the process as the system does, without any cleanup."""
        if self._running[which] is not None:
            self._running[which].kill()
            self._running[which].join()
            self._running[which].close()
            self._running[which] = None


def serve(settings: Settings) -> None:
    """Serve until killed, or until the parent has ended. The log is dropped: the disk may be full."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    run(settings)


def free_port() -> int:
    """A port below those of outgoing connections, so that it stays free between two starts."""
    while True:
        port = random.randrange(18_000, 32_000)
        with socket.socket() as trial, contextlib.suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port


def wait_until_ready(address: str, seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while True:
        with contextlib.suppress(httpx.TransportError):
            if httpx.get(f"{address}/api/games", timeout=5).status_code == 200:
                return
        assert time.monotonic() < until, f"{address} doesn't answer"
        time.sleep(0.01)


class PreferencesInfo(msgspec.Struct, frozen=True):
    """The stream of a seat as a client saw it."""

    match: str
    seat: int
    number: int
    view: Any


class Report:
    """The match as its players know it."""

    def __init__(self) -> None:
        self.accepted: dict[str, tuple[str, int, Any]] = {}
        """Accepted actions: by key, the match, the seat and the action."""
        self.repeated = 0
        self.refused: dict[str, str] = {}
        """Refused actions: by key, the code."""
        self.shown: list[PreferencesInfo] = []
        self.unstored = 0
        """Number of `not-stored` answers."""
        self.unreached = 0
        """Number of requests without an answer."""
        self.matches = 0
        self.kills = 0

    def __str__(self) -> str:
        refused = dict(Counter(self.refused.values()))
        return (
            f"{self.kills} kills, {self.matches} matches, {len(self.accepted)} accepted, {self.repeated} of "
            f"them repeated, {self.unreached} requests without an answer, {self.unstored} not stored, "
            f"refused {refused}"
        )


class Player:
    """Two people who play match after match, through any of the processes."""

    def __init__(self, name: str, addresses: Sequence[str], report: Report, stop: asyncio.Event) -> None:
        self.name = name
        self.addresses = addresses
        self.report = report
        self.stop = stop
        self.random = random.Random(name)
        self.number = 0

    async def play(self) -> None:
        """Play until stopped, and finish the action that is under way."""
        async with httpx.AsyncClient(timeout=30) as one, httpx.AsyncClient(timeout=30) as other:
            self.clients = (one, other)
            while not self.stop.is_set():
                with contextlib.suppress(Again):
                    await self._one_match()

    async def _one_match(self) -> None:
        game = self.random.choice(GAMES)
        for client, name in zip(self.clients, ("Ann", "Bob"), strict=True):
            await self._request(client, "POST", "/api/guest", {"name": name})
        host, other = self.clients
        drafted = await self._request(host, "POST", "/api/matches", {"game": game, "seats": 2})
        match = drafted["id"]
        path = f"/api/matches/{match}"
        await self._request(host, "POST", f"{path}/open")
        await self._request(host, "POST", f"{path}/join", {"seat": 0})
        await self._request(other, "POST", f"{path}/join", {"seat": 1})
        await self._request(host, "POST", f"{path}/start")
        self.report.matches += 1
        while not self.stop.is_set():
            seat = self.random.randrange(2)
            fresh = await self._request(self.clients[seat], "GET", f"{path}/view", tries=10_000)
            if fresh["public_match"]["status"] != "running":
                return
            if self.random.random() < 0.05:
                self.report.shown.append(PreferencesInfo(match, seat, fresh["number"], fresh["view"]))
            if fresh["public_match"]["seats"][seat]["awaited"]:
                await self._act(game, match, seat, fresh)

    async def _act(self, game: str, match: str, seat: int, fresh: Any) -> None:
        rules = find(game).game
        view = msgspec.convert(fresh["view"], rules.view_type)
        self.number += 1
        key = f"{self.name}-{self.number}"
        try:
            action = rules.legal(view, seat).sample(Chance(key))
        except LookupError:
            return
        sent = {
            "action": msgspec.json.decode(msgspec.json.encode(action)),
            "key": key,
            "last_item": fresh["number"],
        }
        times = 2 if self.random.random() < TWICE else 1
        answers = await asyncio.gather(*(self._send(seat, match, sent) for _ in range(times)))
        for answer in answers:
            if answer.status_code == 200:
                self.report.accepted[key] = match, seat, sent["action"]
                self.report.repeated += answer.json()["repeated"]
            else:
                assert answer.status_code == 409, answer.text
                self.report.refused[key] = answer.json()["code"]

    async def _send(self, seat: int, match: str, sent: Any) -> httpx.Response:
        """The answer; the request is repeated until there is one."""
        while True:
            address = self.random.choice(self.addresses)
            try:
                answer = await self.clients[seat].post(f"{address}/api/matches/{match}/act", json=sent)
            except httpx.TransportError:
                self.report.unreached += 1
            else:
                if answer.status_code != 503:
                    return answer
                assert answer.json()["code"] == "not-stored", answer.text
                self.report.unstored += 1
            await asyncio.sleep(0.02)

    async def _request(
        self, client: httpx.AsyncClient, method: str, path: str, body: Any = None, tries: int = 1
    ) -> Any:
        """Give up requests that can't be repeated safely, and begin another match."""
        for _ in range(tries):
            address = self.random.choice(self.addresses)
            with contextlib.suppress(httpx.TransportError):
                answer = await client.request(method, address + path, json=body)
                if answer.is_success:
                    return answer.json()
                assert answer.status_code in (409, 503), answer.text
                self.report.unstored += answer.status_code == 503
            await asyncio.sleep(0.02)
        raise Again


class Again(Exception):  # noqa: N818
    """A request before the start was interrupted."""


def load(
    processes: Processes, disturb: Callable[[Report], None], pairs: int = 4, report: Report | None = None
) -> Report:
    """Play while `disturb` runs in a thread of its own."""
    recorded = report or Report()

    async def playing() -> None:
        stop = asyncio.Event()
        names = [f"{random.randrange(1 << 40):x}" for _ in range(pairs)]
        players = [
            asyncio.create_task(Player(name, processes.addresses, recorded, stop).play()) for name in names
        ]
        disturbing = asyncio.create_task(asyncio.to_thread(disturb, recorded))
        await asyncio.wait([*players, disturbing], return_when=asyncio.FIRST_COMPLETED)
        stop.set()
        await asyncio.gather(disturbing, *players)

    asyncio.run(playing())
    return recorded


def check(database: str, report: Report) -> None:
    """Check all promises of durability."""
    rows, agreed = stored_streams(database)
    by_key = Counter(key for lines in rows.values() for *_, key in lines if key is not None and "-" in key)
    twice = {key: count for key, count in by_key.items() if count > 1}
    assert not twice
    assert set(report.accepted) <= set(by_key), "accepted and not there"
    assert not set(report.refused) & set(by_key), "refused and there all the same"
    assert set(by_key) <= set(report.accepted), "there, and never accepted"
    shown = defaultdict(list)
    for one in report.shown:
        shown[one.match].append(one)
    for match, lines in rows.items():
        check_whole(decode_entries(match, lines))
        session = replayed(agreed[match], lines)
        record = write(session.match, ["Somebody"] * session.row.seats, open=True)
        wrong = [str(finding) for finding in verify(record)]
        assert not wrong, wrong
        status = agreed[match]["status"]
        assert session.status == status, (session.status, status)
        for _, seat, body, _, key in lines:
            if key in report.accepted:
                sent = report.accepted[key]
                did = match, seat, msgspec.json.decode(body)["action"]
                assert did == sent, (did, sent, key)
        for one in shown[match]:
            assert one.view == view_shown(session, session.stream(one.seat), one.number)


def view_shown(session: Session, stream: Stream, number: int) -> Any:
    """The view after an item of the stream."""
    assert number <= stream.number, "something was shown and is no more"
    state = session.states[stream.entries_seen(number)]
    return msgspec.json.decode(msgspec.json.encode(session.match.game.view(state, stream.viewer)))


def replayed(row: Any, lines: Sequence[Any]) -> Session:
    """The streams computed from the stored entries, without the service."""
    installed = find(row["game"])
    options = msgspec.json.decode(row["options"], type=installed.game.options_type)
    clock = msgspec.json.decode(row["clock"], type=Clock)
    agreed = Row(row["id"], options, row["seats"], row["seed"], clock, Terms(), row["created"])
    session = Session(installed, agreed, [Occupant("Somebody")] * row["seats"])
    for line in decode_entries(row["id"], lines):
        session.apply_stored(line)
    return session


def stored_streams(database: str) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """By match, its entries and its row."""
    of_lines = "SELECT match, number, seat, body, at, key FROM journal_entries ORDER BY match, number"
    of_rows = "SELECT id, game, options, seats, seed, clock, status, created FROM matches"
    connection: Any = (
        psycopg.connect(database) if "://" in database else contextlib.closing(sqlite3.connect(database))
    )
    with connection as opened:
        names = ("id", "game", "options", "seats", "seed", "clock", "status", "created")
        agreed = {row[0]: dict(zip(names, row, strict=True)) for row in opened.execute(of_rows)}
        rows = defaultdict(list)
        for match, *line in opened.execute(of_lines):
            rows[match].append(tuple(line))
    return rows, agreed
