"""Finds games and bots by entry point, in the house and in other packages alike.

A game is one folder, a Python package, announced in the entry-point group `numberhouse.games` as `game-id =
dotted.path.of.the.package`. Its `__init__.py` has `package`, a `numberhouse.contract.package.GamePackage`,
which declares all parts of the game. A bot for another package's game is announced in the group
`numberhouse.bots` as `game-id.bot-name = module:factory`. No member of a game is imported before its first
use.
"""

from __future__ import annotations

from numberhouse.contract.package import SeatNames
from numberhouse.registry.discovery import find, games, installed_game
from numberhouse.registry.entries import BOTS, GAMES
from numberhouse.registry.errors import (
    BrokenFolder,
    NameClash,
    NoRulesPage,
    RegistryError,
    UnknownBot,
    UnknownDrill,
    UnknownGame,
    UnknownPreset,
    UnknownVersion,
)
from numberhouse.registry.installed import HOUSE_BOTS, LONGEST_NOTATION, AnyGame, Factory, InstalledGame

__all__ = [
    "BOTS",
    "GAMES",
    "HOUSE_BOTS",
    "LONGEST_NOTATION",
    "AnyGame",
    "BrokenFolder",
    "Factory",
    "InstalledGame",
    "NameClash",
    "NoRulesPage",
    "RegistryError",
    "SeatNames",
    "UnknownBot",
    "UnknownDrill",
    "UnknownGame",
    "UnknownPreset",
    "UnknownVersion",
    "find",
    "games",
    "installed_game",
]
