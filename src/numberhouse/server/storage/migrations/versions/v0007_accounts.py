"""Tokens get scopes and an end; known devices, links to reset passwords, and the audit log get tables.

A token of before may play and read, and ends 90 days after the migration: its owner sees the end in the list
and makes another one. Administrators stay those of the column `administrator`.
"""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TOKEN_SECONDS = 90 * 86_400


def upgrade() -> None:
    """Forward."""
    op.add_column("sign_ins", sa.Column("confirmed_until", sa.Float(), nullable=True))
    op.add_column(
        "tokens", sa.Column("scopes", sa.String(length=40), nullable=False, server_default="read play")
    )
    op.add_column("tokens", sa.Column("expires", sa.Float(), nullable=False, server_default="0"))
    op.execute(
        sa.update(sa.table("tokens", sa.column("expires"))).values(expires=time.time() + TOKEN_SECONDS)
    )
    op.create_table(
        "devices",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("last_used", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_devices_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", "person", name=op.f("pk_devices")),
    )
    op.create_index(op.f("ix_devices_person"), "devices", ["person"], unique=False)
    op.create_table(
        "password_resets",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_password_resets_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_password_resets")),
    )
    op.create_index(op.f("ix_password_resets_person"), "password_resets", ["person"], unique=False)
    op.create_table(
        "audit_log",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("about", sa.String(length=32), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_audit_log_person")),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name=op.f("fk_audit_log_about")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_audit_log")),
    )
    op.create_index(op.f("ix_audit_log_person"), "audit_log", ["person"], unique=False)
    op.create_index(op.f("ix_audit_log_about"), "audit_log", ["about"], unique=False)


def downgrade() -> None:
    """Backward."""
    op.drop_table("audit_log")
    op.drop_table("password_resets")
    op.drop_table("devices")
    op.drop_column("tokens", "expires")
    op.drop_column("tokens", "scopes")
    op.drop_column("sign_ins", "confirmed_until")
