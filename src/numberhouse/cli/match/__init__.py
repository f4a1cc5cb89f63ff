"""A match at this terminal: its seating, a person's turn, the bots' thinking and the printed output."""
