"""Terminal of Sign Cook: the board as text, and commands."""
