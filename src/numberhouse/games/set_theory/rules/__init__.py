"""Rules of Set Theory: the game as the rulings read, in plain Python."""

from numberhouse.games.set_theory.rules.game import game

__all__ = ["game"]
