"""Rules of Set Theory: the game as the rulings read, in plain Python."""
