"""Seats and hosting are offered, and the person answers; a rematch says which match it repeats.

Rematches that haven't begun at this step aren't found any more: the next player who asks makes another.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("matches", sa.Column("rematch_of", sa.String(32)))
    op.create_index("ix_matches_rematch_of", "matches", ["rematch_of"])
    op.create_table(
        "offers",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("proposal", sa.Integer()),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("declined", sa.Float()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_offers_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_offers_person", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["by"], ["people.id"], name="fk_offers_by", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_offers"),
    )
    for column in ("match", "person", "by"):
        op.create_index(f"ix_offers_{column}", "offers", [column])


def downgrade() -> None:
    """Backward."""
    op.drop_table("offers")
    op.drop_index("ix_matches_rematch_of", "matches")
    op.drop_column("matches", "rematch_of")
