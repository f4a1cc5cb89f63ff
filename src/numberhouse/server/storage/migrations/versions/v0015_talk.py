"""Messages keep their earlier texts and the people whom they name; reactions and read marks get tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

LISTS = ("earlier", "mentions")


def upgrade() -> None:
    """Forward."""
    op.add_column("messages", sa.Column("deleted", sa.Float(), nullable=True))
    for name in LISTS:
        op.add_column("messages", sa.Column(name, sa.Text(), nullable=False, server_default="[]"))
    op.create_table(
        "reactions",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=400), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("sign", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_reactions_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_reactions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "room", "number", "person", "sign", name=op.f("pk_reactions")),
    )
    op.create_index(op.f("ix_reactions_person"), "reactions", ["person"], unique=False)
    op.create_table(
        "read_marks",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=400), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_read_marks_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_read_marks_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "person", "room", name=op.f("pk_read_marks")),
    )
    op.create_index(op.f("ix_read_marks_person"), "read_marks", ["person"], unique=False)


def downgrade() -> None:
    """Backward."""
    for table in ("read_marks", "reactions"):
        op.drop_table(table)
    for name in ("deleted", *LISTS):
        op.drop_column("messages", name)
