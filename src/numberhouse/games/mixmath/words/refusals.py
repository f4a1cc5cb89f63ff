"""Refusals in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.mixmath.rules.refusals import formats
from numberhouse.words import words_of

__all__ = ["refuse"]

WORDS: Final = words_of("numberhouse.games.mixmath")


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal for readers of that language, with players by their names."""
    return refusal_text(WORDS, illegal, lang, names, formats(lang))
