"""Rules of Addition Crypt: the game as the rulings read, in plain Python."""

from numberhouse.games.addition_crypt.rules.gameplay import game

__all__ = ["game"]
