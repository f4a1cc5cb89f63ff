"""Backups, and the folder in which the newest of them are kept."""
