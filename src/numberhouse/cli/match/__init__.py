"""A match at this terminal: who sits where, a person's turn, bots at work, what is printed."""
