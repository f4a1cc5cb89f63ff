"""Presets of Set Theory: the narrower tiers of its properties (ST-11)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.presets import Preset
from numberhouse.games.set_theory.rules.model import Options
from numberhouse.words import words_of

__all__ = ["presets"]

TEXTS: Final = words_of("numberhouse.games.set_theory")

presets: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "plain": Preset(
            options=Options(tier="plain"),
            title=TEXTS.everywhere("Plain properties"),
            about=TEXTS.everywhere(
                "Some forty properties that people know from school, and mostly small example numbers."
            ),
        ),
        "mixed": Preset(
            options=Options(tier="mixed"),
            title=TEXTS.everywhere("Mixed properties"),
            about=TEXTS.everywhere(
                "More properties, each of which a sentence explains; half of the example numbers are small."
            ),
        ),
    }
)
