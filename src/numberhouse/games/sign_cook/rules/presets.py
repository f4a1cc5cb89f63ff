"""Presets of Sign Cook: named groups of options."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.presets import Preset
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.words import words_of

__all__ = ["presets"]

TEXTS: Final = words_of("numberhouse.games.sign_cook")

presets: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "imaginary-numbers": Preset(
            options=Options(unary_minus="tight"),
            title=TEXTS.everywhere("Imaginary numbers allowed"),
            about=TEXTS.everywhere(
                "A minus may stand before a number and belongs to it: -1^2^-1 is the imaginary unit."
            ),
        ),
        "unknown-words-refused": Preset(
            options=Options(unknown_words="refused"),
            title=TEXTS.everywhere("Unknown words are refused"),
            about=TEXTS.everywhere(
                "A dessert that isn't in the word list is refused with nothing lost, not placed last."
            ),
        ),
    }
)
