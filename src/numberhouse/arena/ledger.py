"""What was played, on disk: a plan, a line of JSON for each match, and its records.

A line is written when its match is over. After a kill the last line may be torn; it is dropped and its match
played again. A table counts once, however often it was played.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from numberhouse.arena.match import MatchResult

__all__ = ["Ledger", "OtherPlan"]

PLAN: Final = "plan.json"
RESULTS: Final = "results.jsonl"
RECORDS: Final = "records"


class OtherPlan(ValueError):  # noqa: N818 - what is wrong
    """The folder has the results of another plan."""


class Ledger:
    """The results of a tournament, in memory and, with a folder, on disk."""

    def __init__(self, folder: Path | None = None, plan: Any = None) -> None:
        """Open the folder, or make it. Raises `OtherPlan` where another plan's results are, and `OSError`."""
        self.folder = folder
        self.results: dict[str, MatchResult] = {}
        if folder is None:
            return
        (folder / RECORDS).mkdir(parents=True, exist_ok=True)
        text = msgspec.json.format(msgspec.json.encode(plan, order="sorted")) + b"\n"
        place = folder / PLAN
        if not place.exists():
            place.write_bytes(text)
        elif place.read_bytes() != text:
            raise OtherPlan(
                f"{folder} has the results of another plan (see {place}); name an empty folder, or ask for "
                "the same bots, game, options, deals and budgets to go on"
            )
        self._read(folder / RESULTS)

    def _read(self, place: Path) -> None:
        if not place.exists():
            return
        data = place.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) != len(data):
            with place.open("r+b") as file:
                file.truncate(len(whole))
        for line in whole.splitlines():
            result = msgspec.json.decode(line, type=MatchResult)
            self.results.setdefault(result.table.key, result)

    def add(self, result: MatchResult, record: str = "") -> bool:
        """Keep a result, durably; whether it is new. The record is written first: a result in the ledger has
        its record."""
        key = result.table.key
        if key in self.results:
            return False
        if self.folder is not None:
            if record:
                name = hashlib.sha256(key.encode()).hexdigest()[:24]
                (self.folder / RECORDS / f"{name}.jsonl").write_text(record, "utf-8")
            with (self.folder / RESULTS).open("ab") as file:
                file.write(msgspec.json.encode(result) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        self.results[key] = result
        return True

    def __iter__(self) -> Iterator[MatchResult]:
        return iter(self.results.values())
