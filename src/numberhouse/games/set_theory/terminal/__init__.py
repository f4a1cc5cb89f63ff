"""Terminal of Set Theory: the board as text, and commands."""
