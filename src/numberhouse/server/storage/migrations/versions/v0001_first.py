"""The tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=128), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("opens", sa.Float(), nullable=True),
        sa.Column("starts", sa.Float(), nullable=True),
        sa.Column("opened", sa.Float(), nullable=True),
        sa.Column("started", sa.Float(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("copied_from", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_due"), "matches", ["due"], unique=False)
    op.create_index(op.f("ix_matches_game"), "matches", ["game"], unique=False)
    op.create_index(op.f("ix_matches_opens"), "matches", ["opens"], unique=False)
    op.create_index(op.f("ix_matches_starts"), "matches", ["starts"], unique=False)
    op.create_index(op.f("ix_matches_status"), "matches", ["status"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=80), nullable=True),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("administrator", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("noticed", sa.Float(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name_key", name=op.f("uq_people_name_key")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "hosts",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_hosts_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_hosts_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_hosts")),
    )
    op.create_index(op.f("ix_hosts_person"), "hosts", ["person"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("revoked", sa.Float(), nullable=True),
        sa.Column("used", sa.Float(), nullable=True),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_invitations_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_invitations_person")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_match"), "invitations", ["match"], unique=False)
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
        "messages",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=400), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("edited", sa.Float(), nullable=True),
        sa.Column("edits", sa.Integer(), nullable=False),
        sa.Column("readers", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.id"], name=op.f("fk_messages_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_messages_person")),
        sa.PrimaryKeyConstraint("match", "room", "number", name=op.f("pk_messages")),
        sa.UniqueConstraint("match", "person", "key", name="uq_messages_key"),
        sa.UniqueConstraint("match", "room", "change", name="uq_messages_change"),
        sa.UniqueConstraint("match", "serial", name="uq_messages_serial"),
    )
    op.create_index("ix_messages_person", "messages", ["person", "at"], unique=False)
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
        "seats",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=60), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("joined", sa.Float(), nullable=True),
        sa.Column("assistance", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_seats_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_seats_person")),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("match", "person", name=op.f("uq_seats_match")),
    )
    op.create_index(op.f("ix_seats_person"), "seats", ["person"], unique=False)
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
        "tokens",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_tokens_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_person"), "tokens", ["person"], unique=False)
    op.create_table(
        "problems",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("drill", sa.String(length=60), nullable=False),
        sa.Column("level", sa.String(length=40), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=True),
        sa.Column("posed", sa.Text(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=True),
        sa.Column("made", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_problems")),
        sa.UniqueConstraint("game", "drill", "level", "day", name=op.f("uq_problems_game")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("problem", sa.String(length=32), nullable=False),
        sa.Column("begun", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("explained", sa.Text(), nullable=False),
        sa.Column("running", sa.String(length=170), nullable=True),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("solved", sa.Boolean(), nullable=True),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("gained", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name=op.f("fk_attempts_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["problem"], ["problems.id"], name=op.f("fk_attempts_problem")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("person", "problem", name=op.f("uq_attempts_person")),
        sa.UniqueConstraint("person", "running", name="uq_attempts_running"),
    )


def downgrade() -> None:
    """Back."""
    op.drop_table("attempts")
    op.drop_table("problems")
    op.drop_index(op.f("ix_tokens_person"), table_name="tokens")
    op.drop_table("tokens")
    op.drop_index(op.f("ix_sessions_person"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("ix_seats_person"), table_name="seats")
    op.drop_table("seats")
    op.drop_table("receivers")
    op.drop_index("ix_notices_due", table_name="notices")
    op.drop_table("notices")
    op.drop_index("ix_messages_person", table_name="messages")
    op.drop_table("messages")
    op.drop_table("lines")
    op.drop_index(op.f("ix_invitations_match"), table_name="invitations")
    op.drop_table("invitations")
    op.drop_index(op.f("ix_hosts_person"), table_name="hosts")
    op.drop_table("hosts")
    op.drop_table("pulse")
    op.drop_table("people")
    op.drop_index(op.f("ix_matches_status"), table_name="matches")
    op.drop_index(op.f("ix_matches_starts"), table_name="matches")
    op.drop_index(op.f("ix_matches_opens"), table_name="matches")
    op.drop_index(op.f("ix_matches_game"), table_name="matches")
    op.drop_index(op.f("ix_matches_due"), table_name="matches")
    op.drop_table("matches")
