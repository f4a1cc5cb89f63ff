"""Promises between players, and the private notes of a player about the others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "promises",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=400), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("promised", sa.Text(), nullable=False),
        sa.Column("offered", sa.Text(), nullable=False),
        sa.Column("answers", sa.Text(), nullable=False),
        sa.Column("withdrawn", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_promises_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_promises_person")),
        sa.PrimaryKeyConstraint("match", "room", "number", name=op.f("pk_promises")),
    )
    op.create_index("ix_promises_person", "promises", ["person", "match"], unique=False)
    op.create_table(
        "trust_notes",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=8), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_trust_notes_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_trust_notes_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "person", "seat", name=op.f("pk_trust_notes")),
    )
    op.create_index(op.f("ix_trust_notes_person"), "trust_notes", ["person"], unique=False)


def downgrade() -> None:
    """Backward."""
    for table in ("trust_notes", "promises"):
        op.drop_table(table)
