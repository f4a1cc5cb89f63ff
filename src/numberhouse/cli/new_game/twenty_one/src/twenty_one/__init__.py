"""Twenty-One, a game for Numberhouse."""

from numberhouse.contract.package import GamePackage, GameText

from .rules import State, game

__all__ = ["package"]


def _text() -> GameText[State]:
    from .text import text  # not before a match is shown

    return text


package = GamePackage(
    id="twenty-one",
    game=lambda: game,
    text=_text,
)
