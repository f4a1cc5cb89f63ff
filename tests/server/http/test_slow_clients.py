"""Clients that send or read too slowly are cut off; odd handshakes of WebSockets are answered."""

from __future__ import annotations

import contextlib
import json
import logging
import socket
import time

import pytest

from numberhouse.server.base.large_bodies import MOST_EACH
from numberhouse.server.http.connections import http11
from tests.server.conftest import Guest, House
from tests.server.http.test_frames import act, frame

SECONDS = 0.6
HEAD = b"POST /api/guest HTTP/1.1\r\nHost: house\r\nContent-Type: application/json\r\n"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time limits of a fraction of a second."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(http11, name, SECONDS)


def connected(house: House) -> socket.socket:
    return socket.create_connection(house.socket.getsockname(), timeout=10)


def everything(connection: socket.socket) -> bytes:
    """What the server sends until it closes."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            received += part
    return received


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"G", b"the head of a request must arrive within"),
        (HEAD, b"the head of a request must arrive within"),
        (HEAD + b"Content-Length: 20\r\n\r\n", b"the body of a request must arrive within"),
        (HEAD + b'Content-Length: 20\r\n\r\n{"name', b"the body of a request must arrive within"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\n{}", b"the body of a request must arrive within"),
        (b"GET /api/me HTTP/1.1\r\nHost: house\r\nContent-Length: 9\r\n\r\n", b"null"),
        (b"GET /api/me HTTP/1.1\r\nHost: house\r\n\r\nGET /api", b"null"),
    ],
    ids=["nothing", "a byte", "half a head", "no body", "half a body", "half a chunk", "unread body", "next"],
)
@pytest.mark.usefixtures("hasty")
def test_a_request_that_isnt_finished_is_cut_off(
    house: House, sent: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    house.server.config.timeout_keep_alive = 1
    with caplog.at_level(logging.WARNING), connected(house) as connection:
        began = time.monotonic()
        connection.sendall(sent)
        assert answer in everything(connection)
        assert time.monotonic() - began < 8
    assert not caplog.records


@pytest.mark.usefixtures("hasty")
def test_a_body_that_trickles_is_cut_off_though_something_always_arrives(house: House) -> None:
    with connected(house) as connection:
        connection.sendall(HEAD + b"Content-Length: 100000\r\n\r\n")
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < 8:
                connection.sendall(b" ")
                time.sleep(0.05)
        assert time.monotonic() - began < 8


@pytest.mark.usefixtures("hasty")
def test_a_body_that_arrives_fast_enough_is_read_however_long_it_takes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http11, "BODY_RATE", 1000)
    body = json.dumps({"name": "Ann"}).encode() + b" " * 5000
    with connected(house) as connection:
        connection.sendall(HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
        for begin in range(0, len(body), 400):
            connection.sendall(body[begin : begin + 400])
            time.sleep(0.1)
        assert b"201 Created" in everything(connection)


@pytest.mark.usefixtures("hasty")
def test_an_answer_that_isnt_read_is_given_up(house: House) -> None:
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(house.socket.getsockname())
        ask = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: house\r\n\r\n"
        connection.sendall(ask * 100)
        until = time.monotonic() + 10
        while (connections := house.server.server_state.connections) and time.monotonic() < until:
            time.sleep(0.1)
        assert not connections


def test_many_unfinished_requests_leave_no_connection(house: House, hasty: None) -> None:  # noqa: ARG001
    with contextlib.ExitStack() as opened:
        for number in range(300):
            connection = opened.enter_context(connected(house))
            connection.sendall((b"", HEAD, HEAD + b"Content-Length: 9\r\n\r\n")[number % 3])
        until = time.monotonic() + 10
        while (connections := house.server.server_state.connections) and time.monotonic() < until:
            time.sleep(0.1)
        assert not connections


def test_an_address_sends_few_large_bodies_at_once(house: House) -> None:
    head = HEAD.replace(b"/api/guest", b"/api/matches") + b"Content-Length: 1000000\r\n\r\n"
    with contextlib.ExitStack() as opened:
        for _ in range(MOST_EACH):
            opened.enter_context(connected(house)).sendall(head + b"[" * 300_000)
        until = time.monotonic() + 10
        while house.service.large_bodies._by_address.total() < MOST_EACH and time.monotonic() < until:
            time.sleep(0.05)
        with connected(house) as connection:
            connection.sendall(head)
            assert b"429 Too Many Requests" in connection.recv(65536)
        elsewhere = socket.create_connection(house.socket.getsockname(), 10, ("127.0.0.2", 0))
        with elsewhere:
            elsewhere.sendall(head + b" " * 1_000_000)
            assert b"HTTP/1.1 400" in elsewhere.recv(65536)
        house.guest("Ann")  # a short body is none of them
    until = time.monotonic() + 10
    while house.service.large_bodies._by_address.total() and time.monotonic() < until:
        time.sleep(0.05)
    assert not house.service.large_bodies._by_address.total()


# Handshakes of WebSockets


@pytest.mark.usefixtures("hasty")
def test_a_live_connection_outlives_the_limits_of_requests(house: House) -> None:
    match, players = house.begun("mixmath")
    with connected(house) as connection:
        connection.sendall(handshake(house, players[0], match))
        received = connection.recv(65536)
        until = time.monotonic() + 3 * SECONDS
        number = 0
        while time.monotonic() < until:
            number += 1
            connection.sendall(frame(act(str(number))))
            time.sleep(0.1)
        last = f'"key":"{number}"'.encode()
        while last not in received and (part := connection.recv(65536)):
            received += part
    assert last in received
    assert b" 408 " not in received


def handshake(house: House, guest: Guest, match: str, *more: str) -> bytes:
    lines = (
        f"GET /api/matches/{match}/live HTTP/1.1",
        f"Host: {house.address.removeprefix('http://')}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
        f"Cookie: numberhouse={guest.cookies['numberhouse']}",
        *more,
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@pytest.mark.parametrize("header", ["Content-Length: 5", "Content-Length: 0", "Transfer-Encoding: chunked"])
def test_a_handshake_with_a_body_is_refused(house: House, header: str) -> None:
    match, players = house.begun("mixmath")
    with connected(house) as connection:
        connection.sendall(handshake(house, players[0], match, header))
        answer = everything(connection)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"leave out Content-Length, Transfer-Encoding" in answer


def test_a_handshake_that_the_parser_of_websockets_refuses_is_answered(house: House) -> None:
    match, players = house.begun("mixmath")
    with connected(house) as connection:
        connection.sendall(handshake(house, players[0], match, *(f"X-{number}: 1" for number in range(300))))
        assert everything(connection).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize("pause", [None, 0.0])
def test_frames_right_behind_the_handshake_are_answered(house: House, pause: float | None) -> None:
    match, players = house.begun("mixmath")
    with connected(house) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head, messages = handshake(house, players[0], match), frame(act("1")) + frame(act("2"))
        connection.sendall(head + messages if pause is None else head)
        if pause is not None:
            connection.sendall(messages)
        received = b""
        while b'"key":"2"' not in received:
            received += connection.recv(65536)
    assert received.index(b"101 Switching") < received.index(b'"key":"1"') < received.index(b'"key":"2"')


# Requests that are given up


@pytest.mark.parametrize("path", ["/api/matches/{match}/updates?wait=20&epoch=0&number=0", "/api/games"])
def test_a_request_whose_client_goes_is_no_error(
    house: House, path: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    match, players = house.begun("mixmath")
    cookie = f"numberhouse={players[0].cookies['numberhouse']}"
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            with connected(house) as connection:
                url = path.format(match=match)
                connection.sendall(f"GET {url} HTTP/1.1\r\nHost: house\r\nCookie: {cookie}\r\n\r\n".encode())
        for body in (b"", b'{"na'):
            with connected(house) as connection:
                connection.sendall(HEAD + b"Content-Length: 20\r\n\r\n" + body)
                time.sleep(0.1)
        for sent in (1, 60, 120):
            with connected(house) as connection:
                connection.sendall(handshake(house, players[0], match)[: 300 + sent])
        time.sleep(0.5)
        house.guest("").get("/api/games").raise_for_status()
    output = capsys.readouterr()
    assert "error" not in (output.out + output.err).lower()
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
