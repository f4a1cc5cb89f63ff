"""Running matches: sessions, the one path on which an action is accepted, and what every viewer is sent."""
