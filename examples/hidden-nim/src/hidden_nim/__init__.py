"""Hidden Nim: an outside game for Numberhouse."""

from hidden_nim.rules import game
from numberhouse.contract.package import GamePackage

__all__ = ["package"]

package = GamePackage(
    id="hidden-nim",
    game=lambda: game,
    board="board.js",
)
