"""Tables, columns and stored JSON get the names that the code uses.

A table whose constraints carry its name is copied, because SQLite can't rename a constraint.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COLUMNS = (
    ("people", "password", "password_hash"),
    ("people", "settings", "preferences"),
    ("people", "noticed", "last_digest"),
    ("matches", "rules", "rules_version"),
    ("problems", "posed", "first_position"),
    ("problems", "made", "created"),
    ("attempts", "begun", "started"),
    ("attempts", "explained", "explanations"),
    ("attempts", "gained", "rating_change"),
)
"""Table, old name, new name."""

COPIED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("lines", "journal_entries", {}),
    (
        "notices",
        "notifications",
        {"mark": "subject", "receiver": "address", "made": "created", "due": "send_at", "tries": "attempts"},
    ),
    (
        "receivers",
        "delivery_statuses",
        {"receiver": "address", "failed": "last_failure", "reached": "last_success"},
    ),
    ("sessions", "sign_ins", {}),
    ("pulse", "service_heartbeat", {}),
)
"""Old name, new name, and the new names of columns by their old ones."""

JSON_FIELDS = (
    ("people", "preferences", {"about": "notification_kinds"}),
    ("attempts", "verdict", {"right": "solved", "told": "explanation"}),
)
"""Table, column with a JSON object, and the new names of its fields by their old ones."""


def upgrade() -> None:
    """Forward."""
    for table, old, new in COLUMNS:
        _rename_column(table, old, new)
    for table, column, names in JSON_FIELDS:
        _rename_fields(table, column, names)
    _set_kind("gone", "closed")
    _create_new_tables()
    for old, new, names in COPIED:
        _move_rows(old, new, names)


def downgrade() -> None:
    """Backward."""
    _create_old_tables()
    for old, new, names in COPIED:
        _move_rows(new, old, _reversed(names))
    _set_kind("closed", "gone")
    for table, column, names in JSON_FIELDS:
        _rename_fields(table, column, _reversed(names))
    for table, old, new in COLUMNS:
        _rename_column(table, new, old)


def _reversed(names: Mapping[str, str]) -> dict[str, str]:
    return {new: old for old, new in names.items()}


def _rename_column(table: str, old: str, new: str) -> None:
    # Raw SQL, because Alembic would copy the whole table in SQLite.
    op.execute(sa.text(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}"))


def _rename_fields(table: str, column: str, names: Mapping[str, str]) -> None:
    connection = op.get_bind()
    stored = sa.table(table, sa.column("id"), sa.column(column))
    query = sa.select(stored.c.id, stored.c[column]).where(stored.c[column].is_not(None))
    for key, text in connection.execute(query).all():
        fields = json.loads(text)
        renamed = {names.get(name, name): value for name, value in fields.items()}
        if renamed != fields:
            text = json.dumps(renamed, ensure_ascii=False, separators=(",", ":"))
            connection.execute(sa.update(stored).where(stored.c.id == key).values({column: text}))


def _set_kind(old: str, new: str) -> None:
    people = sa.table("people", sa.column("kind"))
    op.execute(sa.update(people).where(people.c.kind == old).values(kind=new))


def _move_rows(source: str, target: str, names: Mapping[str, str]) -> None:
    old = [column["name"] for column in sa.inspect(op.get_bind()).get_columns(source)]
    new = ", ".join(names.get(name, name) for name in old)
    op.execute(sa.text(f"INSERT INTO {target} ({new}) SELECT {', '.join(old)} FROM {source}"))
    op.drop_table(source)


def _create_new_tables() -> None:
    op.create_table(
        "journal_entries",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_journal_entries_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_journal_entries")),
        sa.UniqueConstraint("match", "seat", "key", name=op.f("uq_journal_entries_match")),
    )
    op.create_table(
        "notifications",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=16), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("send_at", sa.Float(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_notifications_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_notifications_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(
            "person", "match", "kind", "subject", "address", name=op.f("pk_notifications")
        ),
    )
    op.create_index("ix_notifications_send_at", "notifications", ["send_at"], unique=False)
    op.create_table(
        "delivery_statuses",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=16), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("last_failure", sa.Float(), nullable=True),
        sa.Column("last_success", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_delivery_statuses_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "address", name=op.f("pk_delivery_statuses")),
    )
    op.create_table(
        "sign_ins",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_sign_ins_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sign_ins")),
    )
    op.create_index(op.f("ix_sign_ins_person"), "sign_ins", ["person"], unique=False)
    op.create_table(
        "service_heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_service_heartbeat")),
    )


def _create_old_tables() -> None:
    op.create_table(
        "lines",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_lines_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_lines")),
        sa.UniqueConstraint("match", "seat", "key", name=op.f("uq_lines_match")),
    )
    op.create_table(
        "notices",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("mark", sa.String(length=40), nullable=False),
        sa.Column("receiver", sa.String(length=16), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_notices_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_notices_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "match", "kind", "mark", "receiver", name=op.f("pk_notices")),
    )
    op.create_index("ix_notices_due", "notices", ["due"], unique=False)
    op.create_table(
        "receivers",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("receiver", sa.String(length=16), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Float(), nullable=True),
        sa.Column("reached", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_receivers_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("person", "receiver", name=op.f("pk_receivers")),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("expires", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_sessions_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
