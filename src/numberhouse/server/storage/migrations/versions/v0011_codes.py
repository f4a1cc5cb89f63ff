"""Codes to type: a match that hasn't begun may have one.

Nobody keeps a code for long, so a step back drops them all.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "codes",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_codes_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_codes")),
    )
    op.create_index(op.f("ix_codes_code"), "codes", ["code"], unique=True)


def downgrade() -> None:
    """Backward."""
    op.drop_table("codes")
