"""Processes of two versions serve one PostgreSQL while one after the other is upgraded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from numberhouse.server.storage.migrations import head

ENVIRONMENT = {"NUMBERHOUSE_BOTS": "0", "NUMBERHOUSE_PRECOMPILE": "false"}

NEXT_STEP = """
    import sqlalchemy as sa
    from alembic import op

    revision, down_revision, branch_labels, depends_on = "9001", {before!r}, None, None

    def upgrade():
        op.create_table("next_version", sa.Column("id", sa.Integer, primary_key=True))
        op.add_column("people", sa.Column("next_version", sa.Text, nullable=True))
        op.add_column("matches", sa.Column("next_version", sa.Integer, nullable=False, server_default="7"))
"""

NEXT_VERSION = """
    import sys
    from numberhouse.server.storage import migrations

    config = migrations._config

    def with_next_step():
        made = config()
        own = made.get_main_option("script_location") + "/versions"
        made.set_main_option("version_locations", own + ";" + {folder!r})
        made.set_main_option("version_path_separator", ";")
        return made

    migrations._config = with_next_step
    from numberhouse.cli import main
    main()
"""


@pytest.fixture
def next_version(tmp_path: Path) -> list[str]:
    """The command of a version with one more step, which only adds."""
    folder = tmp_path / "versions"
    folder.mkdir()
    (folder / "v9001_next.py").write_text(textwrap.dedent(NEXT_STEP.format(before=head())))
    program = tmp_path / "next_version.py"
    program.write_text(textwrap.dedent(NEXT_VERSION.format(folder=str(folder))))
    return [sys.executable, str(program)]


THIS_VERSION = [sys.executable, "-m", "numberhouse"]


@contextmanager
def served(command: list[str], database: str) -> Iterator[str]:
    """The address of a process of that version."""
    process = subprocess.Popen(
        [*command, "serve", "--port", "0", "--database", database],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | ENVIRONMENT | {"NUMBERHOUSE_MIGRATE": "false"},
    )
    assert process.stderr is not None
    lines = []
    try:
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"is open: (\S+)", line):
                yield found[1]
                return
        raise AssertionError("".join(lines))
    finally:
        process.terminate()
        process.stderr.close()
        process.wait(30)


def run(command: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=os.environ | ENVIRONMENT,
    )


def play(house: httpx.Client) -> str:
    """A new match with a first entry; its id."""
    response = house.post("/api/matches", json={"game": "turing-machine", "seats": 1})
    assert response.status_code == 201, response.text
    match = str(response.json()["id"])
    house.post(f"/api/matches/{match}/open").raise_for_status()
    house.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    house.post(f"/api/matches/{match}/start").raise_for_status()
    return match


def test_two_versions_serve_together_while_one_replaces_the_other(
    postgres: str, next_version: list[str]
) -> None:
    assert run(THIS_VERSION, "admin", "migrate", "--database", postgres).returncode == 0
    with ExitStack() as stack:
        old_address = stack.enter_context(served(THIS_VERSION, postgres))
        old = stack.enter_context(httpx.Client(base_url=old_address, timeout=30))
        old.post("/api/guest", json={"name": "Ann"}).raise_for_status()
        before = play(old)
        migrated = run(next_version, "admin", "migrate", "--database", postgres)
        assert migrated.returncode == 0, migrated.stderr
        assert "9001" in migrated.stdout
        # The old process serves the tables of the new version, and is ready.
        assert old.get("/readyz").status_code == 200
        during = play(old)
        new_address = stack.enter_context(served(next_version, postgres))
        new = stack.enter_context(httpx.Client(base_url=new_address, cookies=dict(old.cookies), timeout=30))
        assert new.get("/readyz").status_code == 200
        for match in (before, during, play(new), play(old)):
            for house in (old, new):
                shown = house.get(f"/api/matches/{match}/view").raise_for_status().json()
                assert shown["public_match"]["status"] == "running"
        refused = run(THIS_VERSION, "serve", "--port", "0", "--database", postgres)
        assert refused.returncode == 2
        assert "newer Numberhouse" in refused.stderr
    with psycopg.connect(postgres) as connection:
        found = connection.execute("SELECT DISTINCT next_version FROM matches").fetchall()
    assert found == [(7,)]
