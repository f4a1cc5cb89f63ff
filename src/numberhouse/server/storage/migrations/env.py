"""Run by Alembic: the steps use the connection that was passed to `upgrade`."""

from __future__ import annotations

from alembic import context

from numberhouse.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
