"""Entry points, by which packages announce games and bots."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint

from numberhouse.registry.errors import NameClash

__all__ = ["BOTS", "GAMES", "entries_by_name"]

GAMES = "numberhouse.games"
BOTS = "numberhouse.bots"


def entries_by_name(entries: Iterable[EntryPoint]) -> dict[str, EntryPoint]:
    """The entries by name. Two equal entries count as one: an editable install can be seen from two places.
    Raises `NameClash`."""
    by_name: dict[str, EntryPoint] = {}
    for entry in entries:
        if by_name.setdefault(entry.name, entry).value != entry.value:
            raise NameClash(by_name[entry.name], entry)
    return by_name
