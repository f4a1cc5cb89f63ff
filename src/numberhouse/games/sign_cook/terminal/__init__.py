"""The terminal part of Sign Cook: the board as text, and commands."""
