"""A refusal in the reader's language, from its template and the catalogue of the game or of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numberhouse.contract.game import IllegalAction
from numberhouse.contract.names import Names
from numberhouse.words import HOUSE, Catalogues, Format, alternatives, fill

__all__ = ["refusal_text"]


def refusal_text(
    words: Catalogues,
    illegal: IllegalAction,
    lang: str,
    names: Sequence[str] | None = None,
    formats: Mapping[str, Format] | None = None,
) -> str:
    """The refusal in that language, with players by their names.

    In a template `{turn:seat}` is the name of a seat or its number, `{awaited:seats}` several of them,
    `{why:t}` a text of the catalogue, filled in with the same values, `{sets:and}` and `{cards:or}` several
    values in a sentence; `formats` adds the game's own.
    """
    called = Names(names, lang)
    of_the_house: dict[str, Format] = {
        "seat": called.of,
        "seats": called.listed,
        "t": lambda text: fill(words.translated(str(text), lang), illegal.values, {**every, "t": str}),
        "and": lambda values: alternatives(values, HOUSE.t("and", lang)),
        "or": lambda values: alternatives(values, HOUSE.t("or", lang)),
    }
    every = {**of_the_house, **(formats or {})}
    template = words.translated(illegal.template, lang)
    if template == illegal.template:  # the house may have refused, such as a number of seats
        template = HOUSE.translated(template, lang)
    try:
        return fill(template, illegal.values, every)
    except (LookupError, ValueError, TypeError):
        return illegal.message  # no template, or one without its values
