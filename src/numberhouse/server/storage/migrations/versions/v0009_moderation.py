"""Members' names get the digests by which look-alike names are found; blocks, bans and reports get tables.

Of stored names that look alike the oldest member's keeps the digests. The others stay as they are.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

COLUMNS = (("look", 64), ("folded_look", 64), ("former_key", 80))


def upgrade() -> None:
    """Forward."""
    for name, length in COLUMNS:
        op.add_column("people", sa.Column(name, sa.String(length=length), nullable=True))
    _store_looks()
    for name, _ in COLUMNS:
        op.create_index(op.f(f"ix_people_{name}"), "people", [name], unique=True)
    op.add_column("messages", sa.Column("hidden", sa.Float(), nullable=True))
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_blocks_person"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["people.id"], name=op.f("fk_blocks_other"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "other", "kind", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_other"), "blocks", ["other"], unique=False)
    op.create_table(
        "bans",
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_bans_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_bans")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("reporter", sa.String(length=32), nullable=True),
        sa.Column("about", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("room", sa.String(length=400), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("reported", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(length=12), nullable=True),
        sa.Column("decided", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["reporter"], ["people.id"], name=op.f("fk_reports_reporter")),
        sa.ForeignKeyConstraint(["about"], ["people.id"], name=op.f("fk_reports_about")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    for name in ("at", "reporter", "about"):
        op.create_index(op.f(f"ix_reports_{name}"), "reports", [name], unique=False)


def downgrade() -> None:
    """Backward."""
    for table in ("reports", "bans", "blocks"):
        op.drop_table(table)
    op.drop_column("messages", "hidden")
    for name, _ in COLUMNS:
        op.drop_index(op.f(f"ix_people_{name}"), "people")
        op.drop_column("people", name)


def _store_looks() -> None:
    # The code of today and not a copy: names that are registered later are compared with these digests.
    from numberhouse.server.base.look_alikes import looks_of

    people = sa.table(
        "people",
        *(sa.column(name) for name in ("id", "name", "kind", "created", "look", "folded_look")),
    )
    connection = op.get_bind()
    members = (
        sa.select(people.c.id, people.c.name).where(people.c.kind == "member").order_by(people.c.created)
    )
    written: set[str] = set()
    folded: set[str] = set()
    for member in connection.execute(members).all():
        looks = looks_of(member.name)
        values = {}
        if looks.written not in written:
            values["look"] = looks.written
        if looks.folded not in folded:
            values["folded_look"] = looks.folded
        written.add(looks.written)
        folded.add(looks.folded)
        if values:
            connection.execute(sa.update(people).where(people.c.id == member.id).values(**values))
