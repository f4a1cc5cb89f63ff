"""Terminal of Mixmath: the board as text, and commands."""
