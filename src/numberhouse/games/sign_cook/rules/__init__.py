"""Rules of Sign Cook: the game as the rulings read, in plain Python."""

from numberhouse.games.sign_cook.rules.gameplay import earlier_versions, game

__all__ = ["earlier_versions", "game"]
