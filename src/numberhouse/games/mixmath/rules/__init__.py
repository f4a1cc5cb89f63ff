"""Rules of Mixmath: the game as the rulings read, in plain Python."""
