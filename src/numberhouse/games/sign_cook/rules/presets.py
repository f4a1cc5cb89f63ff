"""Options of Sign Cook that people choose by one name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.presets import Preset
from numberhouse.games.sign_cook.rules.options import Options

__all__ = ["presets"]

presets: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "imaginary-numbers": Preset(
            options=Options(unary_minus="tight"),
            title={"en": "Imaginary numbers allowed", "ru": "С мнимыми числами"},
            about={
                "en": "A minus may stand before a number and belongs to it: -1^2^-1 is the imaginary unit.",
                "ru": "Перед числом может стоять минус и относится к нему: -1^2^-1 это мнимая единица.",
            },
        ),
        "unknown-words-refused": Preset(
            options=Options(unknown_words="refused"),
            title={"en": "Unknown words are refused", "ru": "Незнакомые слова не принимают"},
            about={
                "en": "A dessert that isn't in the word list is refused with nothing lost, not placed last.",
                "ru": "Десерт не из списка слов не принимают, и ничего не теряется; иначе он последний.",
            },
        ),
    }
)
