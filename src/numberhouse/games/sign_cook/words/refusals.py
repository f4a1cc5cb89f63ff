"""Refusals in words, from this game's catalogues."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.sign_cook.words.phrases import phrase
from numberhouse.words import Format, words_of

__all__ = ["refuse"]

WORDS: Final = words_of("numberhouse.games.sign_cook")


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal in words. In addition to the house's formats, a translation may use `{place:place}` and
    `{course:course}` for the name of a place or a course."""
    formats: dict[str, Format] = {
        "": lambda value: _plain(value, lang),
        "place": lambda place: phrase(place, lang),
        "course": lambda course: phrase(course, lang),
    }
    return refusal_text(WORDS, illegal, lang, names, formats)


def _plain(value: Any, lang: str) -> str:
    """A value that is shown unchanged. For a long number the rules give its first and last digits and, in
    English, its number of digits."""
    return re.sub(
        r"\((\d+) digits\)", lambda found: WORDS.t("({count} digits)", lang, count=found[1]), str(value)
    )
