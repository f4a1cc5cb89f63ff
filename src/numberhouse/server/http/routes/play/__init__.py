"""Routes of a match under way: actions, the live connection, rooms, advice."""
