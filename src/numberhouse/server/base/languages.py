"""The languages that a request may name: those of the house's catalogues. A game without words in one of them
answers in English."""

from __future__ import annotations

from collections.abc import Mapping

from numberhouse.server.base.refusals import Refused
from numberhouse.words import HOUSE

__all__ = ["check_language", "in_language"]


def check_language(lang: str) -> None:
    """Raises `Refused` where the house has no catalogue in the language."""
    if lang not in HOUSE.languages:
        there = ", ".join(HOUSE.languages)
        raise Refused(
            400,
            "language",
            f"this house has no words in the language {lang[:20]!r}; there are: {there}",
            languages=there,
        )


def in_language(words: Mapping[str, str], lang: str) -> str:
    """The words in that language, or else in English."""
    return words.get(lang) or words.get("en", "")
