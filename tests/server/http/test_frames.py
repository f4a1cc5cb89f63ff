"""Frames of clients, however the network cuts them up: each message is answered once, in order."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import time
from collections.abc import Iterator
from typing import Any

import pytest

from numberhouse.server.http.connections.websocket import READ_AT_ONCE, Wire
from tests.server.conftest import Guest, House

TEXT, CONTINUATION, CLOSE, PING, PONG = 0x1, 0x0, 0x8, 0x9, 0xA
MASK = b"\x01\x02\x03\x04"


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, masked: bool = True) -> bytes:
    size, bit = len(payload), 0x80 if masked else 0
    length = bytes([bit | size]) if size < 126 else struct.pack("!BH", bit | 126, size)
    mask = MASK if masked else b""
    body = bytes(byte ^ MASK[index % 4] for index, byte in enumerate(payload)) if masked else payload
    return bytes([(0x80 if fin else 0) | opcode]) + length + mask + body


def act(key: str, padding: int = 0) -> bytes:
    """An action that is refused; the refusal names the key."""
    return json.dumps({"type": "act", "action": {"type": "pass", "x": " " * padding}, "key": key}).encode()


class RawClient:
    """A client that sends bytes as it likes."""

    def __init__(self, house: House, guest: Guest, match: str) -> None:
        host, port = house.socket.getsockname()
        self.socket = socket.create_connection((host, port), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = (
            f"GET /api/matches/{match}/live HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13",
            f"Cookie: numberhouse={guest.cookies['numberhouse']}",
        )
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.reader = self.socket.makefile("rb")
        while self.reader.readline().strip():
            pass

    def frames(self) -> Iterator[tuple[int, bytes]]:
        while head := self.reader.read(2):
            size = head[1]
            if size == 126:
                (size,) = struct.unpack("!H", self.reader.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.reader.read(8))
            yield head[0] & 0xF, self.reader.read(size)

    def refused(self, count: int) -> list[Any]:
        """The keys of the next refusals."""
        keys = []
        for opcode, payload in self.frames():
            if opcode == TEXT and (message := json.loads(payload))["type"] == "refused":
                keys.append(message["key"])
            if len(keys) == count:
                break
        return keys

    def closed(self) -> int:
        """The code with which the server closes."""
        for opcode, payload in self.frames():
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big")
        return 0


@pytest.fixture
def client(house: House) -> Iterator[RawClient]:
    match, players = house.begun("mixmath")
    awaited = int(players[0].view(match)["view"]["turn"]["seat"])
    client = RawClient(house, players[1 - awaited], match)
    yield client
    client.reader.close()
    client.socket.close()


def test_frames_that_arrive_together_are_answered_one_by_one(client: RawClient) -> None:
    client.socket.sendall(frame(act("1")) + frame(b"?", PING) + frame(act("2", 300)) + frame(act("3")))
    assert client.refused(3) == ["1", "2", "3"]


@pytest.mark.parametrize("begun", [3, 20])
def test_a_frame_that_arrives_in_pieces_is_put_together(client: RawClient, begun: int) -> None:
    data = frame(act("1")) + frame(act("2", 300)) + frame(act("3"))
    cut = len(frame(act("1")))
    for first, last in (
        (0, cut + begun),
        (cut + begun, cut + 40),
        (cut + 40, len(data) - 1),
        (len(data) - 1, None),
    ):
        client.socket.sendall(data[first:last])
        if first == 0:
            assert client.refused(1) == ["1"]
    client.socket.sendall(frame(act("4")))
    assert client.refused(3) == ["2", "3", "4"]


def test_a_message_of_several_frames_is_put_together(client: RawClient) -> None:
    message = act("1")
    client.socket.sendall(frame(message[:10], fin=False))
    client.socket.sendall(frame(b"?", PING))
    assert next(opcode for opcode, _ in client.frames() if opcode != TEXT) == PONG
    client.socket.sendall(frame(message[10:], CONTINUATION) + frame(act("2")))
    assert client.refused(2) == ["1", "2"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frame(act("1"), masked=False), 1002),
        (frame(b"?", 0x3), 1002),
        (frame(b"?", 0xB), 1002),
        (frame(b"?", CONTINUATION), 1002),
        (frame(b"\xff"), 1007),
        (frame(b"\x03\xe8", CLOSE), 1000),
    ],
)
def test_what_is_no_frame_ends_the_connection(client: RawClient, data: bytes, code: int) -> None:
    client.socket.sendall(frame(act("1")))
    assert client.refused(1) == ["1"]
    client.socket.sendall(data + frame(act("2")))
    assert client.closed() == code


@pytest.mark.parametrize(
    "flood",
    [
        frame(b"", fin=False) + frame(b"", CONTINUATION, fin=False) * 3000,
        frame(b"", PONG) * 3000,
        frame(b"!" * 125, PING) * 3000,
        frame(b'{"type":"heartbeat"}') * 3000,
    ],
    ids=["fragments", "pongs", "pings", "heartbeats"],
)
def test_a_client_that_sends_too_many_frames_is_disconnected(
    client: RawClient, flood: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One packet of tiny frames would hold up every other client while it is read."""
    left: list[float] = []
    refuse = Wire._refuse_frames

    def record(wire: Wire) -> None:
        left.append(wire._frames_left)
        refuse(wire)

    monkeypatch.setattr(Wire, "_refuse_frames", record)
    with contextlib.suppress(OSError):  # closed before all is sent
        client.socket.sendall(flood)
    with contextlib.suppress(OSError):
        assert client.closed() in (1008, 0)
    assert left, "the client wasn't refused"
    assert left[0] > -READ_AT_ONCE / 6, "the rest of the packet was read"


def test_frames_are_counted_over_time(client: RawClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.http.connections.websocket.FRAMES_PER_SECOND", 1e6)
    for _ in range(20):
        client.socket.sendall(frame(b"", PING) * 100)
        time.sleep(0.01)
    client.socket.sendall(frame(act("1")))
    assert client.refused(1) == ["1"]
