"""Invitations say whether a code gave them: such an invitation ends with its code.

Of the invitations before this step nobody knows which a code gave; they stay good.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column(
        "invitations", sa.Column("by_code", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Backward."""
    op.drop_column("invitations", "by_code")
