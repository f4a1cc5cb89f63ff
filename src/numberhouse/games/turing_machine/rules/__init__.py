"""Rules of Turing Machine: the game as the rulings read, in plain Python."""
