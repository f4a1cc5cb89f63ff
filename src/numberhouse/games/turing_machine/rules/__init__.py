"""Rules of Turing Machine: the game as the rulings read, in plain Python."""

from numberhouse.games.turing_machine.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
