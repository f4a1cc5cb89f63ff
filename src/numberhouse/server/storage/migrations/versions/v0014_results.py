"""Seats have the result of their player; seats and hosts are found in the order of the lists of matches.

Matches that ended before this step have no stored result: only a replay knows it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("seats", sa.Column("score", sa.Float()))
    op.add_column("seats", sa.Column("place", sa.Integer()))
    unfinished, seated = sa.text("NOT over"), sa.text("kind = 'seated'")
    for table in ("hosts", "seats"):
        op.add_column(table, sa.Column("created", sa.Float()))
        op.add_column(table, sa.Column("over", sa.Boolean(), nullable=False, server_default=sa.false()))
        op.execute(
            f"UPDATE {table} SET created = (SELECT created FROM matches WHERE id = {table}.match), "
            f"over = (SELECT status IN ('finished', 'abandoned') FROM matches WHERE id = {table}.match)"
        )
        listed = ["person", "created", "match"]
        op.create_index(f"ix_{table}_listed", table, listed)
        op.create_index(
            f"ix_{table}_unfinished", table, listed, sqlite_where=unfinished, postgresql_where=unfinished
        )
        op.drop_index(f"ix_{table}_person", table)
    op.create_index(
        "ix_journal_entries_seated",
        "journal_entries",
        ["match"],
        sqlite_where=seated,
        postgresql_where=seated,
    )


def downgrade() -> None:
    """Backward."""
    op.drop_index("ix_journal_entries_seated", "journal_entries")
    for table in ("hosts", "seats"):
        op.create_index(f"ix_{table}_person", table, ["person"])
        op.drop_index(f"ix_{table}_unfinished", table)
        op.drop_index(f"ix_{table}_listed", table)
        op.drop_column(table, "over")
        op.drop_column(table, "created")
    op.drop_column("seats", "place")
    op.drop_column("seats", "score")
