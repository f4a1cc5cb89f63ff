"""Moderation: reports of messages, names and matches, and the decisions of administrators on them."""
