"""Running matches: sessions, the one path on which an action is accepted, and the messages to every
viewer."""
