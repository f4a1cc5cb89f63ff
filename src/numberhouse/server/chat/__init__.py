"""Chat at a match: its rooms, its messages, and the access to them."""
