"""Presets of Pebbles."""

from __future__ import annotations

from numberhouse.contract.presets import Preset

from .rules import Options

presets = {
    "quick": Preset(
        Options(pile=3, takes=(1,)),
        {"en": "Quick", "ru": "Быстро"},
        {"en": "Three pebbles, one at a time.", "ru": "Три камешка, по одному."},
    ),
}
