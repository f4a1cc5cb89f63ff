"""Refusals in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.mixmath.rules.refusals import formats
from numberhouse.words import message, words_of

__all__ = ["refuse"]

WORDS: Final = words_of("numberhouse.games.mixmath")


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal for readers of that language, with players by their names."""
    return refusal_text(WORDS, _in_own_words(illegal), lang, names, formats(lang))


def _in_own_words(illegal: IllegalAction) -> IllegalAction:
    """What the house refuses before it asks the game, by a template that the game's catalogue has."""
    for code, key, template in OF_THE_HOUSE:
        if illegal.code == code and key in illegal.values:
            return IllegalAction(code, template, illegal.values)
    return illegal


OF_THE_HOUSE: Final = (
    ("seats", "fewest", message("Mixmath is for {fewest} to {most} seats, not {seats}")),
    ("notation", "longest", message("an action of {length} characters; at most {longest} are read")),
)
"""Code, a value that the refusal has, and the template."""
