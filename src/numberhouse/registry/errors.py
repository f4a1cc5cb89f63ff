"""The errors of the registry. Each names the game or part that is wrong, and the nearest names that exist."""

# ruff: noqa: N818 - each error is named after its cause

from __future__ import annotations

import difflib
from collections.abc import Iterable
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numberhouse.registry.installed import InstalledGame

__all__ = [
    "BrokenFolder",
    "NameClash",
    "NoRulesPage",
    "RegistryError",
    "UnknownBot",
    "UnknownDrill",
    "UnknownGame",
    "UnknownPreset",
    "UnknownVersion",
]


class RegistryError(LookupError):
    """A game, or a part of one, can't be found or used."""


class _UnknownName(RegistryError):
    kind = ""

    def __init__(self, name: str, names: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(names)
        self.close = tuple(difflib.get_close_matches(name[:200], self.known, n=3))
        suggestion = f"Did you mean {' or '.join(self.close)}? " if self.close else ""
        shortened = name if len(name) <= 60 else name[:60] + "…"
        names = ", ".join(self.known) or "none"
        super().__init__(f"there is no {self.kind} {shortened!r}. {suggestion}Known: {names}")


class UnknownGame(_UnknownName):
    """There is no game of that id. `close` has the nearest ids, `known` all ids."""

    kind = "game"


class UnknownBot(_UnknownName):
    """The game has no bot of that name. `close` has the nearest names, `known` all names."""

    kind = "bot"


class UnknownDrill(_UnknownName):
    """The game has no drill of that name. `close` has the nearest names, `known` all names."""

    kind = "drill"


class UnknownPreset(_UnknownName):
    """The game has no preset of that name. `close` has the nearest names, `known` all names."""

    kind = "preset"


class UnknownVersion(RegistryError):
    """The game doesn't have that version of its rules."""

    def __init__(self, installed: InstalledGame, number: int) -> None:
        self.number = number
        self.known = tuple(installed.versions)
        listing = ", ".join(map(str, self.known))
        super().__init__(
            f"there is no version {number} of the rules of {installed.id!r}; there are: {listing}"
        )


class NameClash(RegistryError):
    """Two packages announce different things under one name."""

    def __init__(self, first: EntryPoint, second: EntryPoint) -> None:
        super().__init__(
            f"{first.name!r} is announced twice in {first.group}: as {first.value} and as {second.value}; "
            "uninstall one of the two packages"
        )


class BrokenFolder(RegistryError):
    """A game is announced but can't be used."""

    def __init__(self, installed: InstalledGame, problem: str) -> None:
        super().__init__(f"the game {installed.id!r} can't be used: {problem}")


class NoRulesPage(RegistryError):
    """The game has no rules page in that language."""

    def __init__(self, installed: InstalledGame, lang: str) -> None:
        listing = ", ".join(installed.languages) or "no language"
        super().__init__(f"{installed.id} has no rules page in {lang!r}; it has one in: {listing}")
