"""A running match in memory: its state, what an entry would change, and what its viewers are sent."""
