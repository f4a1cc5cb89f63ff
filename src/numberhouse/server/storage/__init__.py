"""Storage: database, schema, migrations, backups, and the journal of every match. Nothing here knows any
rules."""
