"""Matches of Mixmath keep the number of idle rounds that ended a match when they were drafted.

Before this step a match stored only the options that its host had named, so a changed default would change
the matches that don't name it. From this step on all options are stored.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

IDLE_ROUNDS = 2
"""The default of version 1 of the rules."""

MATCHES = sa.table("matches", sa.column("id"), sa.column("game"), sa.column("rules"), sa.column("options"))


def upgrade() -> None:
    """Forward."""
    connection = op.get_bind()
    query = sa.select(MATCHES.c.id, MATCHES.c.options)
    query = query.where(MATCHES.c.game == "mixmath", MATCHES.c.rules == 1)
    for row in connection.execute(query).all():
        options = json.loads(row.options)
        if "idle_rounds" in options:
            continue
        text = json.dumps({**options, "idle_rounds": IDLE_ROUNDS}, ensure_ascii=False, separators=(",", ":"))
        connection.execute(sa.update(MATCHES).where(MATCHES.c.id == row.id).values(options=text))


def downgrade() -> None:
    """Backward. Nothing to do: an option that equals the default of that version changes nothing there."""
