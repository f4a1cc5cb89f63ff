"""A match with many notes: what it takes to write them, to load the match, and to answer for its text.

    python bench/service/bench_notes.py 30000

Processor time of this process. The journal is in memory, so that the disk isn't measured.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
import tracemalloc
from typing import Any

import msgspec

from numberhouse.contract.clock import NoClock
from numberhouse.protocol.terms import Terms
from numberhouse.registry import find
from numberhouse.server.play.accept import Sessions
from numberhouse.server.play.sessions.session import Occupant, Row, Session
from numberhouse.server.play.text_view import text_view
from numberhouse.server.storage.journal_entry import JournalEntry, Start

NOW = 1_800_000_000.0


class Journal:
    """One match in memory."""

    shared = False
    on_commit = None

    def __init__(self) -> None:
        self.entries: dict[int, JournalEntry] = {}

    async def append(self, entry: JournalEntry, change: Any) -> None:
        """Store it, in place of the one that it replaces."""
        self.entries[entry.number] = entry
        self.entries.pop(getattr(change, "replaces", None) or 0, None)

    async def read(self, match: str, after: int = 0) -> list[JournalEntry]:  # noqa: ARG002
        """All later entries."""
        return [entry for number, entry in sorted(self.entries.items()) if number > after]


def fresh() -> Session:
    """The match before its journal."""
    installed = find("turing-machine")
    row = Row("m", installed.game.options_type(), 2, "seed", NoClock(), Terms(), NOW)
    return Session(installed, row, [Occupant("Ann"), Occupant("Bob")])


async def load(match: str) -> Session:  # noqa: ARG001
    """As the service does it."""
    return fresh()


async def measure(notes: int) -> None:
    """Print one line of figures."""
    journal: Any = Journal()
    sessions = Sessions(journal, load, lambda: NOW)
    async with sessions.at("m") as session:
        await sessions.enter(session, None, Start())
    began = time.process_time()
    for count in range(notes):
        text = f"{count:05} " + "x" * 200
        action = msgspec.Raw(json.dumps({"type": "note", "sheet": {"text": text}}).encode())
        await sessions.act("m", 0, action, last_item=None, key=str(count), at=NOW, steady=True)
    writing = time.process_time() - began
    await asyncio.sleep(0)  # watchers and meters, which are called right after
    sessions.forget("m")
    del session
    gc.collect()
    tracemalloc.start()
    began = time.process_time()
    async with sessions.at("m") as session:
        session.stream(0)
        loading = time.process_time() - began
        memory = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        began = time.process_time()
        answer = msgspec.json.encode(text_view(session, 0, NOW, "en"))
        telling = time.process_time() - began
    stored = sum(len(msgspec.json.encode(entry.body)) for entry in journal.entries.values())
    print(
        f"{notes} notes: written in {writing:.2f} s; {len(journal.entries)} entries, {stored} bytes; "
        f"loaded in {1000 * loading:.1f} ms into {memory / 1e6:.2f} MB; "
        f"text of {len(answer)} bytes in {1000 * telling:.1f} ms"
    )


if __name__ == "__main__":
    for number in (1, int(sys.argv[1]) if len(sys.argv) > 1 else 30_000):
        asyncio.run(measure(number))
