"""Text forms of the values in a refusal: tiles, pairs and lines of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.games.mixmath.rules.tiles import words
from numberhouse.words import SOURCE, Format, fill, words_of

__all__ = ["Refusal", "formats"]

WORDS: Final = words_of("numberhouse.games.mixmath")


class Refusal(IllegalAction):
    """A refusal whose template uses formats of this game, or several seats."""

    @property
    def message(self) -> str:
        """The refusal in English, with seat numbers instead of names."""
        return fill(self.template, self.values, {"seats": Names(None, SOURCE).listed, **formats(SOURCE)})


def formats(lang: str) -> Mapping[str, Format]:
    """The formats of this game in a language: `{rack:tiles}` is "3 3 17", `{pairs:pairs}` is "1 and 2 or 3
    and 4", and `{chains:lines}` is "4 2 2 or 1 2 3"."""
    return {
        "tiles": lambda tiles: words(tuple(tiles)) or WORDS.t("nothing", lang),
        "pairs": lambda pairs: _joined(
            (_joined(pair, WORDS.t("and", lang)) for pair in pairs), WORDS.t("or", lang)
        ),
        "lines": lambda lines: _joined((" ".join(map(str, line)) for line in lines), WORDS.t("or", lang)),
    }


def _joined(values: Iterable[Any], conjunction: str) -> str:
    return f" {conjunction} ".join(map(str, values))
