"""The files of the database are their owner's alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.sqlite.private_file import create_private, warn_if_open
from tests.server.conftest import House

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_database_and_its_log_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "house.sqlite"
    path.parent.mkdir()
    before = os.umask(0)
    try:
        create_private(path)
        with House(Settings(database=str(path), bots=0)) as house:
            house.guest("Ann")
            files = sorted(path.parent.iterdir())
            assert [file.name for file in files] == [
                f"house.sqlite{end}" for end in ("", "-shm", "-wal", ".lock")
            ]
            assert {mode(file) for file in files} == {0o600}
    finally:
        os.umask(before)


def test_a_database_that_others_can_read_is_reported_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    path.touch()
    path.chmod(0o640)
    with capture_logs() as logs:
        warn_if_open(path)
    assert [(entry["log_level"], entry["mode"], entry["remedy"]) for entry in logs] == [
        ("warning", "0640", f"chmod 600 {path}")
    ]
    assert mode(path) == 0o640
    path.chmod(0o600)
    with capture_logs() as logs:
        warn_if_open(path)
    assert logs == []
