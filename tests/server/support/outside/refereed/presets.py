"""Presets of `Pick`."""

from numberhouse.contract.presets import Preset
from tests.contract.sound import Options

presets = {
    "long": Preset(
        Options(rounds=3),
        {"en": "Long match", "ru": "Долгая партия"},
        {"en": "Three rounds instead of two.", "ru": "Три раунда вместо двух."},
    ),
    "short": Preset(
        Options(rounds=1),
        {"en": "Short match", "ru": "Короткая партия"},
        {"en": "One round decides.", "ru": "Всё решает один раунд."},
    ),
}
