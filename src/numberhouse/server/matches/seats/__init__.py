"""The people of a match: its seats and hosts, and how people come to them and leave them."""
