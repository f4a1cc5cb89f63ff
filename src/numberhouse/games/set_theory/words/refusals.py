"""Refusals in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.set_theory.words.phrases import WORDS

__all__ = ["refuse"]


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal for readers of `lang`, with seats by their names."""
    return refusal_text(WORDS, illegal, lang, names)
