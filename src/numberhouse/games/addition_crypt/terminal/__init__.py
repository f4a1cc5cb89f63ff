"""Terminal of Addition Crypt: the board as text, and commands."""
