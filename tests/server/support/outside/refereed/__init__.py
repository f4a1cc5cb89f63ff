"""A game with rulings, for tests of the house: `Pick` of the contract suite."""

from __future__ import annotations

from numberhouse.contract.package import GamePackage
from tests.contract.sound import pick_game

from .presets import presets
from .text import text

package = GamePackage(
    id="pick",
    game=lambda: pick_game,
    text=lambda: text,
    presets=lambda: presets,
)
