"""Brings a database up to date, step by step, by Alembic."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

__all__ = ["NewerDatabase", "check_known", "head", "revision_of", "upgrade"]

ONE_AT_A_TIME: Final = 0x6E756D62
"""The lock of PostgreSQL that the processes which start together queue for."""


class NewerDatabase(Exception):  # noqa: N818
    """A newer Numberhouse has brought this database up to date; this one doesn't know its tables."""


def upgrade(connection: Connection, to: str = "head") -> None:
    """Run every step that the database hasn't had, up to that one, in the connection's transaction. Raises
    `NewerDatabase`."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
    check_known(revision_of(connection))
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def revision_of(connection: Connection) -> str | None:
    """The last step that the database has had; None before the first."""
    return MigrationContext.configure(connection).get_current_revision()


def head() -> str:
    """The last step there is."""
    last = _steps().get_current_head()
    assert last is not None
    return last


def check_known(revision: str | None) -> None:
    """Raises `NewerDatabase` for a step that this version doesn't have."""
    known = [step.revision for step in _steps().walk_revisions()]
    if revision is not None and revision not in known:
        raise NewerDatabase(
            f"the tables are as of step {revision} of a newer Numberhouse; this one knows the steps up to "
            f"{known[0]}: install the newer one, or restore a backup that this one has made"
        )


def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
