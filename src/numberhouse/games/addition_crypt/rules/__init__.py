"""Rules of Addition Crypt: the game as the rulings read, in plain Python."""
