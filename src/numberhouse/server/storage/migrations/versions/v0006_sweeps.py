"""The heartbeat says when old rows were last swept, so that one process of several does it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("service_heartbeat", sa.Column("swept", sa.Float))


def downgrade() -> None:
    """Backward."""
    op.drop_column("service_heartbeat", "swept")
