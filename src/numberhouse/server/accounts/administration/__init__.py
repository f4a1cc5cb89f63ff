"""Administrators and their powers: bans, and the log of every use of a power."""
