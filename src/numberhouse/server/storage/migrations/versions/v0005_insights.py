"""What people have seen of matches beyond their own seat is stored for good.

The matches that aren't over have hosts who may have seen secrets before this step: they are entered as if
they had, so that none of them takes a seat now.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SECRET_OPTIONS: dict[str, dict[str, Any]] = {
    "set-theory": {"sets": [], "worths": [], "example_numbers": []},
    "turing-machine": {"problem": ""},
}
"""By game, its secret options with their defaults, as of this step."""

MATCHES = sa.table(
    "matches",
    sa.column("id"),
    sa.column("game"),
    sa.column("status"),
    sa.column("options"),
    sa.column("created"),
)
HOSTS = sa.table("hosts", sa.column("match"), sa.column("person"))
SEATS = sa.table("seats", sa.column("match"), sa.column("person"))


def upgrade() -> None:
    """Forward."""
    table = op.create_table(
        "insights",
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("seen", sa.String(12), nullable=False),
        sa.Column("subject", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(24), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_insights_match", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_insights_person"),
        sa.PrimaryKeyConstraint("match", "person", "seen", "subject", "digest", name="pk_insights"),
    )
    op.create_index("ix_insights_person", "insights", ["person"])
    rows = _rows()
    if rows:
        op.bulk_insert(table, rows)


def downgrade() -> None:
    """Backward."""
    op.drop_index("ix_insights_person", "insights")
    op.drop_table("insights")


def _rows() -> list[dict[str, Any]]:
    connection = op.get_bind()
    seated = {(row.match, row.person) for row in connection.execute(sa.select(SEATS)).all()}
    hosts: dict[str, list[str]] = {}
    for host in connection.execute(sa.select(HOSTS)).all():
        hosts.setdefault(host.match, []).append(host.person)
    rows: list[dict[str, Any]] = []
    unfinished = MATCHES.c.status.in_(("draft", "open", "running", "paused"))
    for match in connection.execute(sa.select(MATCHES).where(unfinished)).all():
        begun = match.status in ("running", "paused")
        options = json.loads(match.options)
        for person in hosts.get(match.id, ()):
            row = {"match": match.id, "person": person, "at": match.created}
            if begun and (match.id, person) not in seated:
                rows.append({**row, "seen": "everything", "subject": "", "digest": "", "reason": "hosting"})
            for name, default in SECRET_OPTIONS.get(match.game, {}).items():
                if not begun and options.get(name, default) not in (default, None):
                    digest = _digest(match.id, options[name])
                    rows.append(
                        {**row, "seen": "option", "subject": name, "digest": digest, "reason": "handed in"}
                    )
    return rows


def _digest(match: str, value: object) -> str:
    text = json.dumps([match, value], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
