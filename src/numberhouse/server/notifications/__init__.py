"""Notifications: their triggers, the outbox, and their delivery to people's addresses."""
