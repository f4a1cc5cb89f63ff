"""A match commits to a secret; its seed is made at the start, of that secret and the players' contributions.

A match that exists already has its seed, and keeps it: nobody committed to it, and nobody contributes to it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("matches", sa.Column("secret", sa.String(length=64)))
    op.add_column("matches", sa.Column("contributions", sa.Text()))
    op.add_column("seats", sa.Column("contribution", sa.String(length=128)))


def downgrade() -> None:
    """Backward. A match with a commitment that hasn't begun has no seed, and can't begin without one."""
    for table, column in (("seats", "contribution"), ("matches", "contributions"), ("matches", "secret")):
        with op.batch_alter_table(table) as batch:
            batch.drop_column(column)
