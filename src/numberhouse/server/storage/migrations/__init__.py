"""Migrates a database to this version, step by step, by Alembic."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

__all__ = ["NewerDatabase", "check_known", "head", "is_servable", "revision_of", "upgrade"]

LOCK_KEY: Final = 0x6E756D62
"""The key of the advisory lock of PostgreSQL for which processes that start together queue."""


class NewerDatabase(Exception):  # noqa: N818
    """A newer Numberhouse has migrated this database; this version doesn't know its tables."""


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run every step that is missing, up to step `to`, in the connection's transaction. Raises
    `NewerDatabase`."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK_KEY})
    revision = revision_of(connection)
    check_known(revision)
    if to == "head" and revision == head():
        return
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision_of(connection: Connection) -> str | None:
    """The last step that the database has; None before the first."""
    return MigrationContext.configure(connection).get_current_revision()


def head() -> str:
    """The last step of this version."""
    revision = _steps().get_current_head()
    assert revision is not None
    return revision


def check_known(revision: str | None) -> None:
    """Raises `NewerDatabase` for a step that this version doesn't have."""
    revisions = _revisions()
    if revision is not None and revision not in revisions:
        raise NewerDatabase(
            f"the tables are as of step {revision} of a newer Numberhouse; this one knows the steps up to "
            f"{revisions[0]}: install the newer one, or restore a backup that this one has made"
        )


def is_servable(revision: str | None) -> bool:
    """Whether a process that serves may go on with a database of this step: the last one of this version, or
    a later one, which a newer version has added meanwhile. Such steps only add (docs/service/index.md)."""
    return revision == head() or (revision is not None and revision not in _revisions())


def _revisions() -> list[str]:
    """The steps of this version, the last one first."""
    return [step.revision for step in _steps().walk_revisions()]


@cache
def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
