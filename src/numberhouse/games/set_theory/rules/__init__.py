"""Rules of Set Theory: the game as the rulings read, in plain Python."""

from numberhouse.games.set_theory.rules.gameplay import game

__all__ = ["game"]
