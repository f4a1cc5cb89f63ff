"""Operation: health, metrics, addresses behind proxies, logs without secrets."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import sqlite3
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from numberhouse.server.base.logs import WITHHELD, configure_logging
from numberhouse.server.base.metrics import readable_from
from numberhouse.server.base.settings import Settings
from numberhouse.server.http.connections.client_address import address_of
from numberhouse.server.storage import health
from numberhouse.server.storage.journal import JournalFailed
from tests.server.conftest import House


def value_of(metrics: str, line: str) -> float:
    """The value of the sample with exactly these labels; 0 where there is none."""
    found = re.search(rf"^{re.escape(line)} (\S+)$", metrics, re.M)
    return float(found[1]) if found else 0.0


# Health


def test_a_working_service_is_alive_and_ready(house: House) -> None:
    client = house.guest("")
    assert client.get("/healthz").text == "alive\n"
    answer = client.get("/readyz")
    assert (answer.status_code, set(answer.json().values())) == (200, {True})


@pytest.fixture
def without_health_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    monkeypatch.setattr(health, "LONGEST", 0.3)


@pytest.mark.usefixtures("without_health_cache")
def test_a_service_whose_tables_are_of_an_older_version_isnt_ready(house: House, settings: Settings) -> None:
    with contextlib.closing(sqlite3.connect(settings.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    answer = house.guest("").get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "database": True,
        "migration": False,
        "writing": False,
        "games": True,
        "open": True,
    }
    assert house.guest("").get("/healthz").status_code == 200


@pytest.mark.usefixtures("without_health_cache")
def test_a_service_that_cant_write_isnt_ready_until_it_can(house: House, settings: Settings) -> None:
    connection = sqlite3.connect(settings.database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    answer = house.guest("").get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "database": True,
        "migration": True,
        "writing": False,
        "games": True,
        "open": True,
    }
    connection.execute("ROLLBACK")
    connection.close()
    assert house.guest("").get("/readyz").status_code == 200


@pytest.mark.usefixtures("without_health_cache")
def test_a_service_without_the_logs_writer_isnt_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.service.journal, "at_work", lambda: False)
    assert house.guest("").get("/readyz").json()["writing"] is False


def test_repeated_readiness_requests_share_one_check(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []
    look = house.service.health._look

    async def count_sockets() -> Any:
        looks.append(1)
        return await look()

    monkeypatch.setattr(house.service.health, "_look", count_sockets)
    with house.guest("") as client:
        began = time.monotonic()
        for _ in range(20):
            client.get("/readyz")
        assert len(looks) <= 1 + (time.monotonic() - began)


# Metrics


def test_metrics_count_by_route_game_and_result_without_ids(house: House) -> None:
    match, players = house.begun("mixmath")
    turn = players[0].view(match)["view"]["turn"]["seat"]
    mover, other = players[turn], players[1 - turn]
    assert mover.act(match, {"type": "pass"}, last_item=0, key="1").status_code == 200
    assert mover.act(match, {"type": "pass"}, last_item=0, key="1").json()["repeated"] is True
    assert other.act(match, {"type": "pass"}, last_item=0, key="2").json()["code"] == "late"
    assert mover.act(match, {"type": "pass"}).status_code == 409
    other.get(f"/no/such/{match}")
    with other.live(match) as live:
        live.recv()
        metrics_text = house.guest("").get("/metrics").text
    for result, count in {"accepted": 1, "repeated": 1, "late": 1, "refused": 1, "not-stored": 0}.items():
        line = f'numberhouse_actions_total{{game="mixmath",result="{result}"}}'
        assert value_of(metrics_text, line) == count, result
    assert value_of(metrics_text, "numberhouse_action_seconds_count") == 1
    act = 'numberhouse_requests_total{method="POST",route="/api/matches/{match}/act",status="%d"}'
    assert (value_of(metrics_text, act % 200), value_of(metrics_text, act % 409)) == (2, 2)
    assert value_of(metrics_text, 'numberhouse_requests_total{method="GET",route="none",status="404"}') == 1
    assert value_of(metrics_text, 'numberhouse_matches{status="running"}') == 1
    assert value_of(metrics_text, "numberhouse_connections") >= 1
    assert value_of(metrics_text, "numberhouse_sessions") == 1
    assert value_of(metrics_text, "numberhouse_journal_batch_entries_sum") == 2  # the start and the pass
    assert value_of(metrics_text, "numberhouse_journal_commit_seconds_count") == 2
    assert match not in metrics_text
    people = [player.get("/api/me").json()["id"] for player in players]
    assert not any(person in metrics_text for person in people)


def test_an_unknown_method_makes_no_label(house: House) -> None:
    house.guest("").request("BREW", "/api/games")
    metrics_text = house.guest("").get("/metrics").text
    assert "BREW" not in metrics_text
    assert 'method="other"' in metrics_text


def test_metrics_are_for_the_addresses_that_the_settings_name(tmp_path: Path) -> None:
    with House(
        Settings(database=str(tmp_path / "a.sqlite"), bots=0, metrics_networks=("10.0.0.0/8",))
    ) as house:
        assert house.guest("").get("/metrics").status_code == 403
    with House(Settings(database=str(tmp_path / "b.sqlite"), bots=0)) as house:
        assert house.guest("").get("/metrics").status_code == 200
        # Behind a local proxy that the settings don't name, every client has this machine's address.
        through = house.guest("").get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
        assert through.status_code == 403
    with House(Settings(database=str(tmp_path / "c.sqlite"), bots=0, proxies=1)) as house:
        ask = house.guest("").get
        assert ask("/metrics", headers={"X-Forwarded-For": "127.0.0.1, 8.8.8.8"}).status_code == 403
        assert ask("/metrics", headers={"X-Forwarded-For": "8.8.8.8, 127.0.0.1"}).status_code == 200


@pytest.mark.parametrize(
    ("address", "allowed", "so"),
    [
        ("127.0.0.1", ("127.0.0.1",), True),
        ("127.0.0.2", ("127.0.0.1",), False),
        ("10.1.2.3", ("::1", "10.0.0.0/8"), True),
        ("::ffff:10.1.2.3", ("10.0.0.0/8",), True),
        ("fd00::1", ("10.0.0.0/8", "fd00::/8"), True),
        ("127.0.0.1", (), False),
        ("", ("0.0.0.0/0",), False),
        ("a socket", ("0.0.0.0/0", "::/0"), False),
    ],
)
def test_metrics_are_served_to_the_allowed_networks(address: str, allowed: tuple[str, ...], so: bool) -> None:
    assert readable_from(address, allowed) is so


# Addresses


@pytest.mark.parametrize(
    ("lines", "proxies", "address"),
    [
        (["9.9.9.9, 1.2.3.4"], 1, "1.2.3.4"),
        (["9.9.9.9, 1.2.3.4, 10.0.0.1"], 2, "1.2.3.4"),
        (["9.9.9.9", "1.2.3.4"], 1, "1.2.3.4"),
        (["9.9.9.9", "1.2.3.4,10.0.0.1"], 2, "1.2.3.4"),
        (["2001:db8::1"], 1, "2001:db8::1"),
        (["[2001:db8::1]"], 1, "2001:db8::1"),
        (["1.2.3.4"], 2, None),
        ([], 1, None),
        (["1.2.3.4, unknown"], 1, None),
        (["1.2.3.4, "], 1, None),
    ],
)
def test_only_the_configured_number_of_proxies_is_trusted(
    lines: list[str], proxies: int, address: str | None
) -> None:
    assert address_of(lines, proxies) == address


# Logs


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """The log as JSON while the test runs."""
    root = logging.getLogger()
    before = root.handlers[:], root.level, {name: logging.getLogger(name).level for name in ("uvicorn",)}
    shown = warnings.showwarning
    stream = io.StringIO()
    configure_logging("json", stream)
    yield stream
    logging.captureWarnings(False)
    warnings.showwarning = shown
    root.handlers[:], level, levels = before
    root.setLevel(level)
    for name, old in levels.items():
        logging.getLogger(name).setLevel(old)
    structlog.reset_defaults()


def _closed(live: ClientConnection) -> ConnectionClosed:
    with pytest.raises(ConnectionClosed) as caught:
        list(live)
    return caught.value


def test_a_session_with_faults_leaves_no_secret_in_the_log(
    house: House, settings: Settings, log_output: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (ann, bob) = house.begun("turing-machine", options={"mode": "nightmare"})
    password = "correct horse battery"
    ann.post("/api/register", json={"name": "Anna", "password": password}).raise_for_status()
    ann.post("/api/sign-in", json={"name": "Anna", "password": password + "?"})
    token = ann.post("/api/me/tokens", json={"name": "my bot"}).json()["token"]
    invitation = ann.post(f"/api/matches/{match}/invitations", json={}).json().get("secret", "none-made")
    action = {"type": "test", "code": "513", "verifier": 0}
    ann.act(match, action)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection, connection:
        (seed,) = connection.execute("SELECT seed FROM matches").fetchone()
        delivery = [row[0] for row in connection.execute("SELECT digest FROM sign_ins")]
    cookie = ann.cookies["numberhouse"]
    secrets = [
        password,
        token,
        invitation,
        seed,
        cookie,
        bob.cookies["numberhouse"],
        "'513'",
        '"513"',
        *delivery,
    ]

    def failing(*_: object, **__: object) -> None:
        held = (seed, cookie)  # a value of a variable
        raise RuntimeError(f"{action} {seed} {cookie} {token} {held}")

    with monkeypatch.context() as patch:
        patch.setattr(house.service.sessions, "act", failing)
        assert ann.act(match, action).status_code == 500
        with ann.live(match) as live:
            live.send(json.dumps({"type": "act", "action": action, "key": "k"}))
            closed = _closed(live)
        # An unknown address is the client's mistake: who asks for it over and over doesn't fill the log.
        with pytest.raises(InvalidStatus), ann.live(""):
            pass
    assert closed.rcvd is not None
    with monkeypatch.context() as patch:

        async def full(*_: object) -> None:
            raise JournalFailed("the log can't be written: database or disk is full")

        patch.setattr(house.service.journal, "append", full)
        turn = ann if house.service.sessions.in_memory()[match].match.to_act & {0} else bob
        assert turn.act(match, action).status_code in (503, 409)
    with contextlib.closing(sqlite3.connect(settings.database)) as connection, connection:
        connection.execute("ALTER TABLE sign_ins RENAME TO gone")
    assert ann.get("/api/me").status_code >= 500
    ann.get(f"/api/matches/accept/{invitation}?token={token}")
    structlog.get_logger("numberhouse").warning("x", session_token=token, seed=seed, code="513", kind="y")
    lines = [json.loads(line) for line in log_output.getvalue().splitlines()]
    events = [line["event"] for line in lines]
    assert events.count("live connection failed") == 1
    assert events.count("request failed") >= 2, events
    failed = [line for line in lines if "RuntimeError" in line.get("exception", "")]
    assert re.search(r"test_operation\.py:\d+ failing", failed[0]["exception"])
    assert failed[0]["route"] == "/api/matches/{match}/act"
    assert "no such table: sign_ins" in log_output.getvalue()
    assert lines[-1]["session_token"] == lines[-1]["seed"] == lines[-1]["code"] == WITHHELD
    assert lines[-1]["kind"] == "y"
    found = [secret for secret in secrets if secret in log_output.getvalue()]
    assert found == []


def test_logs_as_text_are_for_people_and_hold_as_little(log_output: io.StringIO) -> None:
    del log_output
    stream = io.StringIO()
    configure_logging("text", stream)
    try:
        raise RuntimeError("the seed is sesame")
    except RuntimeError:
        structlog.get_logger("numberhouse").exception("it failed", match="abc")
        logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: the seed is sesame")
    text = stream.getvalue()
    assert "it failed" in text
    assert "match=abc" in text
    assert "builtins.RuntimeError\n" in text
    assert "Task exception was never retrieved" in text
    assert "sesame" not in text


def test_logs_of_libraries_are_stripped_of_paths_and_addresses(log_output: io.StringIO) -> None:
    for name in ("uvicorn.error", "uvicorn.access", "httpx"):
        logging.getLogger(name).info("GET /api/matches/accept/secret")
    logging.getLogger("apprise").error("discord://secret failed")
    assert log_output.getvalue() == ""


# The end


def test_waiting_requests_are_answered_when_the_service_stops(tmp_path: Path) -> None:
    answers: list[httpx.Response] = []
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0)) as house:
        match, (ann, _) = house.begun("mixmath")
        there = ann.view(match)
        query = {"epoch": there["epoch"], "number": there["number"], "wait": 25}
        waiting = threading.Thread(
            target=lambda: answers.append(ann.get(f"/api/matches/{match}/updates", params=query))
        )
        waiting.start()
        while not len(house.service.presence):
            time.sleep(0.01)
        began = time.monotonic()
        house.server.should_exit = True
        waiting.join()
        house.thread.join()
        assert time.monotonic() - began < 5
    assert answers[0].status_code == 200


def test_a_part_that_cant_begin_ends_those_that_have(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(settings)
    ended = []
    close = house.service.journal.close

    async def closed() -> None:
        ended.append("log")
        await close()

    async def failing() -> None:
        raise OSError("no")

    monkeypatch.setattr(house.service.journal, "close", closed)
    monkeypatch.setattr(house.service.deadlines, "start", failing)
    with pytest.raises(SystemExit):
        house.server.run([house.socket])
    house.socket.close()
    assert ended == ["log"]
