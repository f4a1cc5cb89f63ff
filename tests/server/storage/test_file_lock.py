"""One process alone serves a SQLite file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.database import Database, NoDatabase
from numberhouse.server.storage.sqlite.file_lock import FileLock, LockedElsewhere

pytest.importorskip("fcntl")


@contextmanager
def serving(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A service on the file, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "numberhouse", "serve", "--port", "0", "--database", str(path)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"NUMBERHOUSE_BOTS": "0", "NUMBERHOUSE_PRECOMPILE": "false"},
    )
    assert process.stderr is not None
    try:
        assert any(re.search(r"is open: (\S+)", line) for line in process.stderr)
        yield process
    finally:
        process.kill()
        process.stderr.close()
        process.wait()


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "numberhouse", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | {"NUMBERHOUSE_BOTS": "0", "NUMBERHOUSE_PRECOMPILE": "false"},
    )


def test_a_second_service_on_a_file_refuses_to_start_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "house.sqlite"
    link = tmp_path / "other.sqlite"
    with serving(path) as first:
        link.symlink_to(path)
        for database in (path, link):
            second = command("serve", "--port", "0", "--database", str(database))
            assert second.returncode == 2
            assert f"process {first.pid} serves it already" in second.stderr
            assert "postgresql://" in second.stderr
        # Tools that read work meanwhile; those that change the tables don't.
        backup = command("admin", "backup", str(tmp_path / "copy.sqlite"), "--database", str(path))
        assert backup.returncode == 0, backup.stderr
        assert command("admin", "check", "--database", str(path)).returncode == 0
        migrate = command("admin", "migrate", "--database", str(path))
        assert (migrate.returncode, f"process {first.pid}" in migrate.stderr) == (2, True)
        first.send_signal(signal.SIGKILL)
        first.wait()
    with serving(path):  # the lock of a killed process is gone
        pass


def test_a_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    lock = FileLock.of(tmp_path / "house.sqlite")
    with pytest.raises(LockedElsewhere, match=f"process {os.getpid()}"):
        FileLock.of(tmp_path / "house.sqlite")
    lock.release()
    FileLock.of(tmp_path / "house.sqlite").release()


def test_a_claim_ends_with_the_database_and_leaves_a_missing_folder_to_the_start(tmp_path: Path) -> None:
    async def claim_twice() -> None:
        database, other = (Database(Settings(database=str(tmp_path / "house.sqlite"))) for _ in range(2))
        database.claim()
        database.claim()  # it is ours
        with pytest.raises(NoDatabase, match="serves it already"):
            other.claim()
        await database.close()
        other.claim()
        await other.close()
        nowhere = Database(Settings(database=str(tmp_path / "no" / "house.sqlite")))
        nowhere.claim()
        with pytest.raises(NoDatabase, match="there is no folder"):
            await nowhere.prepare(migrate=True)
        await nowhere.close()

    asyncio.run(claim_twice())
