"""What the seats of a match are called, everywhere: people by their names, bots by their titles, told apart
where several of one kind play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from numberhouse.contract.names import distinct_names
from numberhouse.registry import InstalledGame

__all__ = ["SeatName", "display_names", "names_in"]

OTHERS = ("ru",)
"""The languages besides English."""


class Sitter(Protocol):
    """Whoever sits on a seat, or nobody, as it is stored."""

    @property
    def name(self) -> str:
        """Of a person; empty for nobody, and for somebody who has left the house."""

    @property
    def bot(self) -> str | None:
        """As in the registry."""


class SeatName(msgspec.Struct, frozen=True):
    """What a seat is called."""

    name: str
    """Empty for a seat that goes by its number."""
    translated: Mapping[str, str] = {}
    """By language, where it isn't the same as in English: bots have names in every language."""


def display_names(installed: InstalledGame, sitters: Sequence[Sitter]) -> tuple[SeatName, ...]:
    """By seat."""
    english = _names(installed, sitters, "en")
    others = {lang: _names(installed, sitters, lang) for lang in OTHERS}
    return tuple(
        SeatName(name, {lang: names[seat] for lang, names in others.items() if names[seat] != name})
        for seat, name in enumerate(english)
    )


def names_in(lang: str, all_called: Sequence[SeatName]) -> list[str]:
    """The names for readers of that language."""
    return [one.translated.get(lang, one.name) for one in all_called]


def _names(installed: InstalledGame, sitters: Sequence[Sitter], lang: str) -> list[str]:
    titles = ["" if one.bot is None else installed.bot_title(one.bot, lang) for one in sitters]
    return [title or one.name for title, one in zip(distinct_names(titles), sitters, strict=True)]
