"""A real service on a port of its own, with a clock that stands still unless a test sets it."""

from __future__ import annotations

import atexit
import contextlib
import shutil
import socket
import sqlite3
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar import Litestar
from sqlalchemy import create_engine
from websockets.sync.client import ClientConnection, connect

from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.application import create_app, create_routes
from numberhouse.server.matches.access.content_options import content_names
from numberhouse.server.ops.serve import HouseServer
from numberhouse.server.service import Service
from numberhouse.server.storage.migrations import upgrade
from tests.server.support.postgres import new_database, postgres, postgres_cluster, postgres_server

__all__ = ["Guest", "House", "MockClock", "new_database", "postgres", "postgres_cluster", "postgres_server"]

TLS = ssl.create_default_context()
"""One for all clients, because creating one takes longer than most requests."""

IDLE_ROUTES: list[Litestar] = []
"""Routes of closed houses, kept because creating them takes longer than most tests."""

BEGAN = 1_800_000_000.0


class MockClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = BEGAN

    def __call__(self) -> float:
        return self.time


class Guest(httpx.Client):
    """A person with a browser's cookies."""

    def __init__(self, address: str, name: str = "") -> None:
        super().__init__(base_url=address, timeout=20, verify=TLS)
        self.address = address
        if name:
            self.post("/api/guest", json={"name": name}).raise_for_status()

    def live(self, match: str, **query: Any) -> ClientConnection:
        """A socket that watches or plays the match."""
        query_string = "&".join(f"{name}={value}" for name, value in query.items())
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        url = f"{self.address.replace('http', 'ws', 1)}/api/matches/{match}/live?{query_string}"
        return connect(url, additional_headers=headers, max_size=1 << 24)

    def act(self, match: str, action: Any, **more: Any) -> httpx.Response:
        """Act for the own seat."""
        return self.post(f"/api/matches/{match}/act", json={"action": action, **more})

    def accept_offers(self) -> list[str]:
        """Accept everything that hosts have offered, and return the matches."""
        offers = self.get("/api/me/offers").raise_for_status().json()
        for offer in offers:
            self.post(f"/api/me/offers/{offer['id']}/accept", json={}).raise_for_status()
        return [offer["match"] for offer in offers]

    def view(self, match: str) -> Any:
        """The snapshot of the match."""
        return self.get(f"/api/matches/{match}/view").raise_for_status().json()


@cache
def idle_app() -> Litestar:
    """The application of a service that is never opened, for its routes and its document: to make one takes
    longer than to collect most files of tests."""
    return create_app(Settings(database="never-opened.sqlite", bots=0))


@cache
def migrated() -> Path:
    """A new SQLite database with all migrations: each test would take most of its start to make its own."""
    path = Path(tempfile.mkdtemp(prefix="numberhouse-tests-")) / "empty.sqlite"
    atexit.register(shutil.rmtree, path.parent, ignore_errors=True)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA journal_mode = DELETE").fetchone() == ("delete",)  # one file to copy
    path.chmod(0o600)
    return path


class House:
    """The service, running in a thread."""

    def __init__(
        self,
        settings: Settings,
        clock: MockClock | None = None,
        *,
        now: Callable[[], float] | None = None,
        precompile: bool = False,
        dozing: bool = True,
    ) -> None:
        """With `dozing`, bots may take seats though no worker runs: they never act. `now` replaces the
        clock that a test sets."""
        settings = msgspec.structs.replace(settings, precompile=precompile)
        place = Path(settings.database)
        if settings.migrate and place.parent.is_dir() and not place.exists():
            shutil.copy(migrated(), place)
        self.settings = settings
        self.clock = clock or MockClock()
        self.service = Service(settings, now or self.clock)
        self.service.matches.bots |= dozing
        self.routes = IDLE_ROUTES.pop() if IDLE_ROUTES else create_routes()
        self.server = HouseServer(self.service, routes=self.routes)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],))
        self._guests = contextlib.ExitStack()

    def __enter__(self) -> House:
        self.thread.start()
        with httpx.Client(verify=TLS) as client:
            client.get(self.address + "/api/games", timeout=20)
        return self

    def __exit__(self, *_: object) -> None:
        self._guests.close()
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()
        IDLE_ROUTES.append(self.routes)

    def guest(self, name: str) -> Guest:
        """A guest; without a name a client without a session."""
        guest = Guest(self.address, name)
        self._guests.callback(guest.close)
        return guest

    def drafted(self, host: Guest, game: str, **more: Any) -> str:
        """A new match, open; one of Mixmath has no clock unless a test names one, so that nothing is due. One
        of Set Theory doesn't wait for the first look unless a test says so."""
        if game == "mixmath":
            more = {"clock": {"type": "none"}, **more}
        if game == "set-theory":
            more["terms"] = {"clock_starts": "at-once"} | more.get("terms", {})
        answer = host.post("/api/matches", json={"game": game, **more})
        assert answer.status_code == 201, answer.text
        match = str(answer.json()["id"])
        host.post(f"/api/matches/{match}/open").raise_for_status()
        return match

    def begun(self, game: str, names: str = "Ann Bob", **more: Any) -> tuple[str, list[Guest]]:
        """A running match and its players in order of seats. The first is its host, unless the options hand
        in the content of the match: then its host doesn't play."""
        guests = [self.guest(name) for name in names.split()]
        content = set(content_names(find(game).game.card)) & set(more.get("options", ()))
        host = self.guest("Hanna") if content else guests[0]
        match = self.drafted(host, game, seats=len(guests), **more)
        for seat, guest in enumerate(guests):
            guest.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
        host.post(f"/api/matches/{match}/start").raise_for_status()
        return match, guests


def make_administrator(house: House, member: Guest, password: str = "long enough") -> None:
    """Grant a member the powers of an administrator, and open them in the member's session."""
    name = member.get("/api/me").json()["name"]
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        connection.execute("UPDATE people SET administrator = true WHERE name = ?", (name,))
    member.post("/api/me/confirm", json={"password": password}).raise_for_status()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "house.sqlite"), bots=0)


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    with House(settings) as made:
        yield made
