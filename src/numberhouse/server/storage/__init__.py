"""What is kept: database, schema, migrations, backups, and the journal of every match. Knows no rules."""
