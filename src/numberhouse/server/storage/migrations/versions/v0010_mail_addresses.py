"""Members' mail addresses get a table; known devices the time of a password reset; declined offers the time
at which a host put them away.

An address must never be shown to others; only its owner's export has it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.add_column("devices", sa.Column("password_reset", sa.Float(), nullable=True))
    op.add_column("offers", sa.Column("put_away", sa.Float(), nullable=True))
    op.create_table(
        "mail_addresses",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=254), nullable=True),
        sa.Column("confirmed", sa.Float(), nullable=True),
        sa.Column("pending", sa.String(length=254), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("expires", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_mail_addresses_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_mail_addresses")),
    )


def downgrade() -> None:
    """Backward."""
    op.drop_table("mail_addresses")
    op.drop_column("offers", "put_away")
    op.drop_column("devices", "password_reset")
