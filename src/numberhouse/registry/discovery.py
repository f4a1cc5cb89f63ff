"""The games that are installed, found by their entry points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType

from numberhouse.registry.entries import GAMES, entries_by_name
from numberhouse.registry.errors import UnknownGame
from numberhouse.registry.installed import AnyGame, InstalledGame

__all__ = ["find", "games", "installed_game"]


@cache
def games() -> Mapping[str, InstalledGame]:
    """All installed games by id, in order of id. The result is cached; `games.cache_clear()` empties the
    cache.

    Raises `NameClash` where two packages announce different games under one name.
    """
    entries = entries_by_name(entry_points(group=GAMES))
    return MappingProxyType({name: InstalledGame(name, entries[name].value) for name in sorted(entries)})


def find(game_id: str) -> InstalledGame:
    """The game of that id. Raises `UnknownGame`."""
    installed = games().get(game_id)
    if installed is None:
        raise UnknownGame(game_id, games())
    return installed


def installed_game(game: AnyGame) -> InstalledGame:
    """The registered entry of exactly this game, or an entry with only the game in it."""
    registered = games().get(game.card.id)
    if registered is not None and registered.versions.get(game.card.rules_version) is game:
        return registered.version(game.card.rules_version)
    return InstalledGame(game.card.id, game=game)
