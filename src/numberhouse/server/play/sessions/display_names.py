"""The displayed names of a match's seats, in all interfaces: names of people and titles of bots, which are
made distinct where several bots of one kind play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from numberhouse.contract.names import distinct_names
from numberhouse.registry import InstalledGame
from numberhouse.words import HOUSE

__all__ = ["SeatName", "display_names", "names_in"]


class AnyOccupant(Protocol):
    """The occupant of a seat as it is stored, or nobody."""

    @property
    def name(self) -> str:
        """The person's name; empty for nobody, and for a person who has closed the account."""

    @property
    def bot(self) -> str | None:
        """The bot's name in the registry."""


class SeatName(msgspec.Struct, frozen=True):
    """The displayed name of a seat."""

    name: str
    """Empty for a seat that goes by its number."""
    translated: Mapping[str, str] = {}
    """By language, where it differs from the English one: bots have names in every language."""


def display_names(installed: InstalledGame, sitters: Sequence[AnyOccupant]) -> tuple[SeatName, ...]:
    """The displayed names, by seat."""
    english = _names_in_language(installed, sitters, "en")
    others = {lang: _names_in_language(installed, sitters, lang) for lang in HOUSE.languages[1:]}
    return tuple(
        SeatName(name, {lang: names[seat] for lang, names in others.items() if names[seat] != name})
        for seat, name in enumerate(english)
    )


def names_in(lang: str, names: Sequence[SeatName]) -> list[str]:
    """The names for readers of that language."""
    return [name.translated.get(lang, name.name) for name in names]


def _names_in_language(installed: InstalledGame, sitters: Sequence[AnyOccupant], lang: str) -> list[str]:
    titles = ["" if sitter.bot is None else installed.bot_title(sitter.bot, lang) for sitter in sitters]
    return [title or sitter.name for title, sitter in zip(distinct_names(titles), sitters, strict=True)]
