"""Rules of Sign Cook: the game as the rulings read, in plain Python."""
