"""Presets: every game's have words in both languages, and can be played."""

from __future__ import annotations

import pytest

from numberhouse.match import Match
from numberhouse.registry import UnknownPreset, find, games


@pytest.mark.parametrize("game", games())
def test_presets_are_options_that_can_be_played_and_read_in_both_languages(game: str) -> None:
    installed = find(game)
    for name, preset in installed.presets().items():
        assert isinstance(preset.options, installed.game.options_type), name
        assert all(preset.title[lang] and preset.about[lang] for lang in ("en", "ru")), name
        assert Match(installed.game, name, preset.options).outcome is None


def test_an_unknown_preset_is_refused_with_the_existing_ones() -> None:
    with pytest.raises(UnknownPreset, match="there is no preset 'nonsense'") as refused:
        find("mixmath").preset("nonsense")
    assert refused.value.known == tuple(find("mixmath").presets())
