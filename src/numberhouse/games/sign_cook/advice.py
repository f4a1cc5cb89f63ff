"""What a dish that is being written comes to, where assistance is on (SC-20): the judge's own reckoning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from numberhouse.advice import Advice
from numberhouse.game import IllegalAction, Seat
from numberhouse.games.sign_cook.algebraic import Algebraic
from numberhouse.games.sign_cook.dish import LETTERS, Dish
from numberhouse.games.sign_cook.expression import BadExpression, Cuisine, Expression, read, shown
from numberhouse.games.sign_cook.judge import AIM
from numberhouse.games.sign_cook.options import cuisine
from numberhouse.games.sign_cook.pantry import ORDER, lacking
from numberhouse.games.sign_cook.phrases import phrase
from numberhouse.games.sign_cook.refusals import in_russian
from numberhouse.games.sign_cook.round import prepared
from numberhouse.games.sign_cook.table import COURSES, LONGEST_DISH, View
from numberhouse.games.sign_cook.wordbook import wordlist

__all__ = ["DishDraft", "Tasted", "Tasting", "adviser"]

MOST_LINES = 200
"""Expressions of a dish that are looked at."""

Ruin: TypeAlias = Literal["", "operand", "partial", "division"]
"""Why an expression ruins the dish (SC-11): an operand is 0, a partial result is, or something has no value
because it is divided by 0 or 0 is raised to 0; empty: it doesn't."""


class DishDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dish as it is being written."""

    lines: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    """One for each expression; empty ones are passed over."""


class Tasted(msgspec.Struct, frozen=True):
    """One line."""

    value: str = ""
    """What it comes to, exactly, as the judge shows it; empty where that can't be told."""
    signs: int = 0
    numbers: int = 0
    """How many are written."""
    ruined: Ruin = ""
    letter: str = ""
    """That a dessert reads it as."""
    problem: str = ""
    """Why it can't be read or judged, in words."""


class Tasting(msgspec.Struct, frozen=True):
    """A dish that is being written, as the judge would have it."""

    lines: tuple[Tasted, ...]
    """One for each line of the draft; of an empty one nothing is told."""
    problem: str
    """Why this is no dish of the course yet, in words; empty where it is one, or nothing is written."""
    served: bool
    """Whether the judge would take it: it is a dish, and all its tiles are there."""
    ruined: bool
    lacking: str
    """Tiles that the pantry hasn't got."""
    sums: str
    """What the judge goes by, in words: how far from 24, the word, how long the list is."""


class DishAdviser:
    """The judge, asked beforehand."""

    draft_type = DishDraft
    found_type = Tasting

    def advise(self, view: View, seat: Seat, draft: DishDraft, lang: str) -> Advice:  # noqa: ARG002
        """What the lines come to, and whether they make a dish of the running course. Raises
        `IllegalAction` for a dish that is longer than one can be."""
        characters = sum(map(len, draft.lines))
        if characters + len(draft.lines) > LONGEST_DISH:
            raise IllegalAction(
                "dish-length",
                f"the dish has {characters} characters; at most {LONGEST_DISH} are read",
                {"length": characters, "longest": LONGEST_DISH},
            )
        course = COURSES[view.round - 1]
        found = [_read(line.strip(), cuisine(view.options)) for line in draft.lines]
        lines = tuple(_tasted(one, course == "dessert", lang) for one in found)
        problem, dish = _dish(view, tuple(line.strip() for line in draft.lines if line.strip()), lang)
        if any(isinstance(one, BadExpression) for one in found):
            problem = ""  # it stands with the line already
        missing = _missing(view, [one for one in found if isinstance(one, Expression)])
        tasting = Tasting(
            lines=lines,
            problem=problem,
            served=dish is not None and not missing,
            ruined=any(line.ruined for line in lines),
            lacking=missing,
            sums=" ".join(_sums(view, dish, lang)) if dish is not None else "",
        )
        return Advice(tasting, tuple(_told(tasting, draft, lang)))


adviser = DishAdviser()


@lru_cache(maxsize=1024)
def _read(text: str, cuisine: Cuisine) -> Expression | BadExpression | None:
    """Most lines are those of a moment ago."""
    if not text:
        return None
    try:
        return read(text, cuisine)
    except BadExpression as problem:
        return problem


def _tasted(found: Expression | BadExpression | None, dessert: bool, lang: str) -> Tasted:
    if found is None:
        return Tasted()
    if isinstance(found, BadExpression):
        return Tasted(problem=_said(IllegalAction(found.code, found.message, found.values), lang))
    return Tasted(
        value="" if found.value is None else _shown(found, lang),
        signs=found.signs,
        numbers=len(found.numbers),
        ruined=_ruin(found),
        letter=_letter(found) if dessert else "",
    )


def _shown(found: Expression, lang: str) -> str:
    text = shown(found.value)
    return text.replace(" digits)", f" {phrase('digits', lang)})")


def _ruin(found: Expression) -> Ruin:
    if not found.ruined:
        return ""
    if found.value is None:
        return "division"
    return "operand" if found.signs and "0" in found.numbers else "partial"


def _letter(found: Expression) -> str:
    value = found.value
    if value is None or isinstance(value, Algebraic) or value.denominator != 1:
        return ""
    return LETTERS[value.numerator - 1] if 1 <= value.numerator <= len(LETTERS) else ""


def _dish(view: View, texts: tuple[str, ...], lang: str) -> tuple[str, Dish | None]:
    """Why it is none, or the dish."""
    if not texts:
        return "", None
    try:
        return "", prepared(view.options, view.round, texts)
    except IllegalAction as refusal:
        return _said(refusal, lang), None


def _said(refusal: IllegalAction, lang: str) -> str:
    return in_russian(refusal) if lang == "ru" else refusal.message


def _missing(view: View, found: Sequence[Expression]) -> str:
    tiles = "".join(tile for one in found for tile in one.tiles if tile in ORDER)
    return lacking(view.kitchen.pantry, tiles) if view.kitchen is not None else ""


def _sums(view: View, dish: Dish, lang: str) -> Iterator[str]:
    """What the judge compares (SC-13 … SC-15)."""
    values = [one.value for one in dish.expressions]
    if dish.ruined:
        yield phrase("tasted_ruined", lang)
    elif dish.course == "starter":
        top = max(value for value in values if value is not None and not isinstance(value, Algebraic))
        yield phrase("tasted_starter", lang, count=len(values), top=_number(top))
    elif dish.course == "main":
        (one,) = dish.expressions
        if one.value is not None and not isinstance(one.value, Algebraic):
            far = _number(abs(one.value - AIM))
            yield phrase("tasted_main", lang, far=far, signs=one.signs, numbers=", ".join(one.numbers[:8]))
    elif dish.word:
        known = (dish.word.lower() in wordlist(view.options)) != (dish.word.lower() in view.options.overruled)
        yield phrase("tasted_word" if known else "tasted_no_word", lang, word=dish.word)
    if dish.has_538 and not dish.ruined:
        yield phrase("tasted_538", lang)


def _number(value: object) -> str:
    return shown(value)  # type: ignore[arg-type]


def _told(tasting: Tasting, draft: DishDraft, lang: str) -> Iterator[str]:
    for line, one in zip(draft.lines, tasting.lines, strict=True):
        if not line.strip():
            continue
        name = line.strip()[:40]
        if one.problem:
            yield f"{name}: {one.problem}"
        elif one.ruined:
            yield f"{name}: {phrase(f'ruined_{one.ruined}', lang, value=one.value)}"
        else:
            yield f"{name} = {one.value}" + (f" ({one.letter})" if one.letter else "")
    if tasting.problem:
        yield tasting.problem
    if tasting.lacking:
        yield phrase("tasted_lacking", lang, tiles=" ".join(tasting.lacking))
    if tasting.sums:
        yield tasting.sums
