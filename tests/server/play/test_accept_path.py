"""The number of our calls and files between the frame of an action and the frames of its viewers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import numberhouse
from numberhouse.server.http.connections.websocket import Wire
from tests.server.conftest import House
from tests.server.support.listening import inside, until

MOST_CALLS = 55
MOST_FILES = 12
"""A session is one object in three files: its state, what an entry would change, and the change."""

SOURCE = str(Path(numberhouse.__file__).parent) + "/"


class Count:
    """Counts calls of our functions, resumed ones included, in the thread of the service's loop."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(SOURCE):
            self.calls.append((name.removeprefix(SOURCE), frame.f_code.co_name))

    def within(self, folder: str) -> tuple[int, int]:
        """Calls and files."""
        here = [file for file, _ in self.calls if file.startswith(folder)]
        return len(here), len(set(here))


def test_an_action_takes_few_calls_and_files(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, (ann, bob) = house.begun("set-theory")
    count, sent = Count(), []
    push = Wire.push

    def counted(wire: Wire, text: bytes) -> bool:
        written = push(wire, text)
        sent.append(json.loads(text)["type"])
        if sent.count("update") == 2 and "accepted" in sent:
            sys.setprofile(None)
        return written

    async def begin() -> None:
        sys.setprofile(count)

    monkeypatch.setattr(Wire, "push", counted)
    with ann.live(match) as first, bob.live(match) as second:
        for live in (first, second):
            until(live, "snapshot")
        turn = first if until(first, "update")["public_match"]["seats"][0]["awaited"] else second
        inside(house, begin())
        sent.clear()
        count.calls.clear()
        turn.send(
            json.dumps({"type": "act", "action": {"type": "place", "number": 20, "cell": "A1"}, "key": "1"})
        )
        for live in (first, second):
            assert until(live, "update")["items"]
    assert sent[:2] == ["update", "update"]
    calls, files = count.within("server/")
    assert 20 < calls <= MOST_CALLS, sorted(count.calls)
    assert 5 < files <= MOST_FILES, sorted({file for file, _ in count.calls if "server" in file})


def test_the_page_about_the_path_has_these_bounds() -> None:
    page = Path(__file__).parents[3] / "docs" / "service" / "how-an-action-travels.md"
    bounds = f"at most {MOST_CALLS} calls in {MOST_FILES} files"
    assert bounds in " ".join(page.read_text(encoding="utf-8").split())
