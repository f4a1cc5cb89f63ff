"""Notifications: what triggers them, the outbox, and their delivery to people's addresses."""
