"""Rules of Mixmath: the game as the rulings read, in plain Python."""

from numberhouse.games.mixmath.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
