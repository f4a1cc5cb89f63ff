"""Advice on a dish that a player is writing.

With assistance (SC-20) the adviser computes the value of each expression exactly as the judge does. It also
says whether a word counts, with assistance or where the host allows lookups (SC-21).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.sign_cook.rules.dishes.dish import LETTERS, Dish
from numberhouse.games.sign_cook.rules.dishes.judge import AIM
from numberhouse.games.sign_cook.rules.edition import PRESENT
from numberhouse.games.sign_cook.rules.expressions.expression import (
    BadExpression,
    Cuisine,
    Expression,
    shown,
    taste,
    write,
)
from numberhouse.games.sign_cook.rules.expressions.roots import Undecided
from numberhouse.games.sign_cook.rules.expressions.value import Work
from numberhouse.games.sign_cook.rules.model import COURSES, View
from numberhouse.games.sign_cook.rules.options import cuisine
from numberhouse.games.sign_cook.rules.pantry import ORDER, lacking
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.round import check_length
from numberhouse.games.sign_cook.rules.wordlists.wordbook import counts
from numberhouse.games.sign_cook.rules.wordlists.words import LONGEST, SHORTEST
from numberhouse.games.sign_cook.words.phrases import phrase
from numberhouse.games.sign_cook.words.refusals import refuse

__all__ = ["DishDraft", "Tasted", "Tasting", "adviser"]

MOST_LINES = 200
"""Largest number of expressions in a draft."""

Ruin: TypeAlias = Literal["", "operand", "partial", "division"]
"""The reason why an expression ruins the dish (SC-11). `operand`: an operand is 0. `partial`: a partial
result is 0. `division`: the expression has no value, because it divides by 0 or raises 0 to 0. Empty: the
expression doesn't ruin the dish."""


class DishDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft of a dish, a word to look up, or both."""

    lines: Annotated[tuple[str, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    """One text for each expression. Empty texts are skipped."""
    word: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    """The word to look up, in letters a to z; empty for none."""


class Tasted(msgspec.Struct, frozen=True):
    """The result for one line of the draft."""

    value: str = ""
    """The exact value, as the judge shows it; empty if the value is undecided."""
    signs: int = 0
    numbers: int = 0
    """Number of written numbers."""
    ruined: Ruin = ""
    letter: str = ""
    """The letter that a dessert spells with this value."""
    problem: str = ""
    """The reason why the line can't be read or judged, in words."""
    undecided: bool = False
    """Whether the value is left to the host."""


class Tasting(msgspec.Struct, frozen=True):
    """The judge's result for a draft of a dish."""

    lines: tuple[Tasted, ...]
    """One result for each line of the draft; None for an empty line."""
    problem: str
    """The reason why the draft isn't a dish of the course yet, in words; empty if it is a dish or nothing is
    written."""
    served: bool
    """Whether the judge would accept the draft: it is a dish, and the pantry has all its tiles."""
    ruined: bool
    lacking: str
    """Tiles that the dish needs and the pantry lacks."""
    sums: str
    """The quantities by which the judge compares dishes, in words: the distance from 24, the word, the length
    of the list."""
    unlisted: bool = False
    """Whether the dish spells a word that doesn't count: it would be last, or refused."""
    word: str = ""
    """The word that was looked up, in capitals."""
    counts: bool = False
    """Whether the word counts in this match."""


class DishAdviser:
    """The adviser of Sign Cook."""

    draft_type = DishDraft
    result_type = Tasting

    def open_to(self, view: View, draft: DishDraft) -> bool:
        """Whether the draft may be judged without assistance. A word may be looked up if the match's options
        allow it."""
        return view.options.lookups and bool(draft.word) and not any(draft.lines)

    def advise(self, view: View, seat: Seat, draft: DishDraft, lang: str) -> Advice:  # noqa: ARG002
        """The values of the lines, and whether they make a dish of the running course. Raises `IllegalAction`
        for a dish that is longer than the limit."""
        check_length(draft.lines)
        word = _checked_word(draft.word)
        course = COURSES[view.round - 1]
        work = Work(PRESENT)
        readings = [_read(line.strip(), cuisine(view.options), work) for line in draft.lines]
        lines = tuple(_tasted(one, course == "dessert", lang) for one in readings)
        problem, dish = _dish(view, tuple(line.strip() for line in draft.lines if line.strip()), lang)
        if any(isinstance(one, BadExpression) for one in readings):
            problem = ""  # the line already shows the problem
        missing = _missing(view, [one for one in readings if isinstance(one, Expression)])
        tasting = Tasting(
            lines=lines,
            problem=problem,
            served=dish is not None and not missing,
            ruined=any(line.ruined for line in lines),
            lacking=missing,
            sums=" ".join(_sums(view, dish, lang)) if dish is not None else "",
            unlisted=bool(dish is not None and dish.word and not counts(view, dish.word.lower())),
            word=word.upper(),
            counts=bool(word) and counts(view, word),
        )
        return Advice(tasting, tuple(_lines(tasting, draft, lang)))


adviser = DishAdviser()


def _checked_word(text: str) -> str:
    """The word in small letters. Raises `IllegalAction` for a text that no word list can hold."""
    word = text.strip().lower()
    if word and not re.fullmatch(f"[a-z]{{{SHORTEST},{LONGEST}}}", word):
        raise IllegalAction(
            "lookup",
            "{word!r} can't be looked up; words of {fewest} to {most} letters a to z can",
            {"word": text, "fewest": SHORTEST, "most": LONGEST},
        )
    return word


def _read(text: str, cuisine: Cuisine, work: Work) -> Expression | BadExpression | None:
    if not text:
        return None
    try:
        return taste(write(text), cuisine, work)
    except BadExpression as problem:
        return problem


def _tasted(reading: Expression | BadExpression | None, dessert: bool, lang: str) -> Tasted:
    if reading is None:
        return Tasted()
    if isinstance(reading, BadExpression):
        return Tasted(problem=refuse(reading.refusal(), lang))
    return Tasted(
        value=""
        if reading.value is None or isinstance(reading.value, Undecided)
        else _value_words(reading, lang),
        signs=reading.signs,
        numbers=len(reading.numbers),
        ruined=_ruin(reading),
        letter=_letter(reading) if dessert else "",
        undecided=isinstance(reading.value, Undecided),
    )


def _value_words(reading: Expression, lang: str) -> str:
    text = shown(reading.value)
    return text.replace(" digits)", f" {phrase('digits', lang)})")


def _ruin(reading: Expression) -> Ruin:
    if not reading.ruined:
        return ""
    if reading.value is None:
        return "division"
    return "operand" if reading.signs and "0" in reading.numbers else "partial"


def _letter(reading: Expression) -> str:
    value = reading.value
    if not isinstance(value, Fraction) or value.denominator != 1:
        return ""
    return LETTERS[value.numerator - 1] if 1 <= value.numerator <= len(LETTERS) else ""


def _dish(view: View, texts: tuple[str, ...], lang: str) -> tuple[str, Dish | None]:
    """The reason why the lines aren't a dish, and the dish; at least one of them is empty."""
    if not texts:
        return "", None
    try:
        return "", prepared(view.options, view.round, texts)
    except IllegalAction as refusal:
        return refuse(refusal, lang), None


def _missing(view: View, expressions: Sequence[Expression]) -> str:
    tiles = "".join(tile for one in expressions for tile in one.tiles if tile in ORDER)
    return lacking(view.kitchen.pantry, tiles) if view.kitchen is not None else ""


def _sums(view: View, dish: Dish, lang: str) -> Iterator[str]:
    """The quantities that the judge compares (SC-13 … SC-15), in words."""
    values = [one.value for one in dish.expressions]
    if dish.ruined:
        yield phrase("tasted_ruined", lang)
    elif dish.undecided:
        yield phrase("tasted_undecided", lang)
    elif dish.course == "starter":
        top = max(value for value in values if isinstance(value, Fraction))
        yield phrase("tasted_starter", lang, count=len(values), top=shown(top))
    elif dish.course == "main":
        (one,) = dish.expressions
        if isinstance(one.value, Fraction):
            far = shown(abs(one.value - AIM))
            yield phrase("tasted_main", lang, far=far, signs=one.signs, numbers=", ".join(one.numbers[:8]))
    elif dish.word:
        known = counts(view, dish.word.lower())
        yield phrase(_word_phrase(view, known), lang, word=dish.word)
    if dish.has_538 and not dish.ruined:
        yield phrase("tasted_538", lang)


def _word_phrase(view: View, known: bool) -> str:
    if known:
        return "tasted_word"
    return "tasted_no_word" if view.options.unknown_words == "last" else "tasted_refused_word"


def _lines(tasting: Tasting, draft: DishDraft, lang: str) -> Iterator[str]:
    for line, one in zip(draft.lines, tasting.lines, strict=True):
        if not line.strip():
            continue
        name = line.strip()[:40]
        if one.problem:
            yield f"{name}: {one.problem}"
        elif one.undecided:
            yield f"{name}: {phrase('undecided_value', lang)}"
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
    if tasting.word:
        yield phrase("looked_up" if tasting.counts else "looked_up_not", lang, word=tasting.word)
