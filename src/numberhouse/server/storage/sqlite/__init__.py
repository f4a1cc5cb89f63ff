"""What is of SQLite alone: its journal, its settings, and the one process that has a file."""
