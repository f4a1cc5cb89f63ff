"""Old matches stay replayable: every record in `tests/record/corpus` verifies by the rules of its start.

The corpus only grows. A record that stops verifying means that a change of rules broke old matches.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from numberhouse.record import read, verify
from numberhouse.registry import games

RECORDS = sorted((Path(__file__).parent / "corpus").glob("*.jsonl"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    assert [str(finding) for finding in verify(path)] == []
    assert read(path).closing is not None


def test_every_game_of_ours_has_a_record() -> None:
    ours = {
        name
        for name, installed in games().items()
        if (installed.package or "").startswith("numberhouse.games.")
    }
    assert ours <= {read(path).header.game for path in RECORDS}
