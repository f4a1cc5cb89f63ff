"""The live view of a match, without a service: messages in, views out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosedOK

from numberhouse.client import MatchView
from numberhouse.client.live import live


class Wire:
    """A connection that has messages in bursts: those of a burst have come in together."""

    def __init__(self, *bursts: Sequence[dict[str, Any]]) -> None:
        self.bursts = [list(map(msgspec.json.encode, burst)) for burst in bursts]
        self.ready: list[bytes] = []

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def recv(self, timeout: float) -> bytes:
        if not self.ready and timeout:
            self.ready = self.bursts.pop(0)
        if not self.ready:
            raise TimeoutError if self.bursts else ConnectionClosedOK(None, None)
        return self.ready.pop(0)


def public(awaited: bool, status: str = "running") -> dict[str, Any]:
    seat = {"name": "A", "bot": None, "present": True, "awaited": awaited, "due": None, "reserves": None}
    return {"status": status, "seats": [seat], "resigned": [], "announcements": [], "spectators": 0}


def snapshot(number: int, awaited: bool) -> dict[str, Any]:
    return {
        "type": "snapshot",
        "epoch": 0,
        "number": number,
        "seat": 0,
        "view": {"total": number},
        "public_match": public(awaited),
    }


def update(number: int, awaited: bool, status: str = "running") -> dict[str, Any]:
    item = {
        "number": number,
        "at": 0.0,
        "events": [{"code": "added", "values": {"total": number}}],
        "set": {"total": number},
    }
    return {"type": "update", "epoch": 0, "items": [item], "public_match": public(awaited, status)}


def views(wire: Wire, acts: dict[int, int]) -> Iterator[MatchView]:
    """The views; at a view of a number in `acts` the client acts, and its action is that item."""
    acted = [(-1, -1)]
    for current in live(lambda *_: wire, 1.0, lambda: acted[-1]):  # type: ignore[arg-type]
        assert isinstance(current, MatchView)
        yield current
        if current.number in acts:
            acted.append((0, acts[current.number]))


def test_nothing_from_before_the_clients_own_action_says_that_it_is_awaited() -> None:
    # Another seat's sealed action is item 1: the client's own, which answers item 0, is item 2.
    wire = Wire([snapshot(0, True)], [update(1, True)], [update(2, False)], [update(3, True, "finished")])
    seen = list(views(wire, {0: 2}))
    assert [(view.number, view.awaited) for view in seen] == [(0, True), (2, False), (3, True)]
    assert [event["values"]["total"] for event in seen[1].events] == [1, 2]


def test_a_backlog_is_one_view() -> None:
    backlog = [snapshot(0, True), update(1, True), update(2, True), update(3, False)]
    wire = Wire(backlog, [{"type": "heartbeat"}], [update(4, True, "finished")])
    seen = list(views(wire, {}))
    assert [view.number for view in seen] == [3, 4]
    assert [event["values"]["total"] for event in seen[0].events] == [1, 2, 3]
    assert seen[0].view == {"total": 3}
    assert seen[1].over


def test_the_end_is_seen_though_the_connection_closes_with_it() -> None:
    seen = list(views(Wire([snapshot(0, True), update(1, False, "finished")]), {0: 9}))
    assert [view.number for view in seen] == [1]
