"""Dishes: the expressions that may be presented as a starter, a main course or a dessert (SC-13 … SC-15).

`prepare` reads a dish and refuses an invalid one before any tile is spent. `judge.py` compares dishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from numberhouse.games.sign_cook.rules.bad_input import BadInput
from numberhouse.games.sign_cook.rules.edition import PRESENT, Edition
from numberhouse.games.sign_cook.rules.expressions.expression import (
    UNDECIDED,
    BadExpression,
    Cuisine,
    Expression,
    Written,
    parse,
    shown,
    taste,
    write,
)
from numberhouse.games.sign_cook.rules.expressions.roots import Undecided
from numberhouse.games.sign_cook.rules.expressions.value import Work
from numberhouse.games.sign_cook.rules.pantry import in_print
from numberhouse.words import message

__all__ = [
    "LETTERS",
    "SECRET_INGREDIENT",
    "BadDish",
    "Course",
    "Dish",
    "fitting",
    "parsed",
    "prepare",
    "written",
]

Course: TypeAlias = Literal["starter", "main", "dessert"]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The letters that a dessert's values stand for, from 1."""

SECRET_INGREDIENT: Final = "538"
"""The written number that earns a point (SC-17)."""

MOST_NAMED: Final = 8
"""Largest number of values in a refusal's message. A longer list is cut off."""


class Dish(msgspec.Struct, frozen=True):
    """A dish that can be judged."""

    course: Course
    expressions: tuple[Expression, ...]
    """The expressions in the order presented; exactly one in a main course."""
    values: tuple[str, ...]
    """The values of the expressions, as they are shown."""
    word: str | None
    """The word that a dessert spells, in capitals, with `?` for an undecided letter. None in other courses,
    and if a letter has no value."""
    ruined: bool
    """Whether an expression of the dish is ruined (SC-11)."""
    has_538: bool
    """Whether a written number is 538 (SC-17)."""
    fits: bool = True
    """Whether the expressions make a dish of the course. Only the host's decision on an undecided value can
    make this false."""

    @property
    def undecided(self) -> tuple[int, ...]:
        """The numbers, from 1, of the expressions whose values are left to the host (SC-10)."""
        numbered = enumerate(self.expressions, start=1)
        return tuple(number for number, one in numbered if isinstance(one.value, Undecided))


class BadDish(BadInput):
    """Expressions that don't make a dish of the course.

    `code` is one of empty-dish, one-expression, no-sign, not-whole, not-consecutive, no-letter.
    """

    def __init__(self, code: str, template: str, **values: Any) -> None:
        super().__init__(code, template, values)


def prepare(
    course: Course,
    texts: Sequence[str],
    cuisine: Cuisine = Cuisine(),  # noqa: B008 - frozen
    edition: Edition = PRESENT,
) -> Dish:
    """The dish that the expressions make. Raises `BadDish`, and `BadExpression` with the number of the
    expression, from 1, as its value `item`.

    An expression without a value, divided by 0, ruins the dish and is accepted in any course. Undecided
    values are accepted as long as the other values leave room for them.
    """
    if not texts:
        raise BadDish(
            "empty-dish", message("a dish has at least one expression; to present none, serve nothing")
        )
    lines = written(texts, edition)
    _check_form(course, lines)
    work = Work(edition)
    expressions = tuple(_tasted(number, one, cuisine, work) for number, one in enumerate(lines, start=1))
    CHECKS[course](expressions)
    return Dish(
        course=course,
        expressions=expressions,
        values=tuple(shown(expression.value) for expression in expressions),
        word=_word(expressions) if course == "dessert" else None,
        ruined=any(expression.ruined for expression in expressions),
        has_538=any(SECRET_INGREDIENT in expression.numbers for expression in expressions),
    )


def written(texts: Sequence[str], edition: Edition) -> list[Written]:
    """The tokens of the expressions, without their values. Raises `BadExpression` as `prepare` does."""
    lines = []
    for number, text in enumerate(texts, start=1):
        with _about(number):
            lines.append(write(text, edition))
    return lines


def parsed(lines: Sequence[Written], cuisine: Cuisine) -> None:
    """Check the expressions by the grammar only. Raises `BadExpression` as `prepare` does."""
    for number, one in enumerate(lines, start=1):
        with _about(number):
            parse(one, cuisine)


def fitting(dish: Dish, expressions: tuple[Expression, ...], values: tuple[str, ...]) -> Dish:
    """The dish with its expressions after the host's decisions. `fits` is true if the decided dish could be
    served."""
    fits = True
    try:
        CHECKS[dish.course](expressions)
    except BadDish:
        fits = False
    word = _word(expressions) if dish.course == "dessert" and fits else None
    return replace(dish, expressions=expressions, values=values, word=word, fits=fits)


@contextmanager
def _about(number: int) -> Iterator[None]:
    """Add the expression's number, from 1, to refusals."""
    try:
        yield
    except BadExpression as problem:
        raise problem.of_item(number) from None


def _tasted(number: int, one: Written, cuisine: Cuisine, work: Work) -> Expression:
    with _about(number):
        return taste(one, cuisine, work)


def _check_form(course: Course, lines: Sequence[Written]) -> None:
    """Check the form before any value is computed: each expression of a starter has a sign (SC-13), and a
    main course is one expression (SC-14)."""
    if course == "main" and len(lines) > 1:
        raise BadDish(
            "one-expression",
            message("a main course is one expression; these are {expressions}"),
            expressions=len(lines),
        )
    for number, one in enumerate(lines, start=1):
        if course == "starter" and len(one.tokens) == 1 and one.tokens[0].type == "NUMBER":
            raise BadDish(
                "no-sign",
                message("expression {item}, {text}, has no sign; in a starter each has one"),
                item=number,
                text=in_print(one.tiles[:20]),
            )


def _check_starter(expressions: Sequence[Expression]) -> None:
    """Check that the values are consecutive whole numbers, each once (SC-13)."""
    numbered = enumerate(expressions, start=1)
    values = [whole for number, each in numbered if (whole := _whole(number, each)) is not None]
    undecided = sum(isinstance(each.value, Undecided) for each in expressions)
    if values and len(values) + undecided == len(expressions):
        _check_consecutive(values, undecided)


def _check_consecutive(values: Sequence[int], undecided: int) -> None:
    """Check that the values are consecutive. Each undecided value may fill one gap."""
    lowest, top = min(values), max(values)
    doubled = sorted(value for value, count in Counter(values).items() if count > 1)
    # This bound gives enough values for the message, even if the values are far apart.
    reach = lowest + len(values) + undecided + MOST_NAMED
    missing = sorted(set(range(lowest, min(top, reach))).difference(values))
    if not doubled and len(missing) <= undecided:
        return
    if doubled and missing:
        template = message(
            "the values of a starter follow one another, each once; from {lowest} to {top} there is "
            "{repeated} more than once and no {absent}"
        )
    elif doubled:
        template = message(
            "the values of a starter follow one another, each once; from {lowest} to {top} there is "
            "{repeated} more than once"
        )
    else:
        template = message(
            "the values of a starter follow one another, each once; from {lowest} to {top} there is no "
            "{absent}"
        )
    raise BadDish(
        "not-consecutive",
        template,
        lowest=_text(lowest),
        top=_text(top),
        missing=[_text(value) for value in missing[:MOST_NAMED]],
        doubled=[_text(value) for value in doubled[:MOST_NAMED]],
        absent=_listed(missing),
        repeated=_listed(doubled),
    )


def _check_dessert(expressions: Sequence[Expression]) -> None:
    """Check that each value stands for a letter (SC-15)."""
    for number, expression in enumerate(expressions, start=1):
        value = _whole(number, expression)
        if value is not None and not 1 <= value <= len(LETTERS):
            raise BadDish(
                "no-letter",
                message("expression {item}, {text}, comes to {value}; letters are 1 to {last}"),
                item=number,
                text=in_print(expression.text[:20]),
                value=_text(value),
                last=len(LETTERS),
            )


CHECKS: Final[Mapping[Course, Callable[[Sequence[Expression]], None]]] = {
    "starter": _check_starter,
    "main": lambda expressions: None,  # noqa: ARG005 - any value is valid
    "dessert": _check_dessert,
}


def _whole(number: int, expression: Expression) -> int | None:
    """The value of the expression with this number, from 1; None if it has no decided value. Raises `BadDish`
    for a value that isn't whole."""
    value = expression.value
    if value is None or isinstance(value, Undecided):
        return None
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise BadDish(
            "not-whole",
            message("expression {item}, {text}, comes to {value}; a whole number is needed"),
            item=number,
            text=in_print(expression.text[:20]),
            value=shown(value),
        )
    return value.numerator


def _word(expressions: Sequence[Expression]) -> str | None:
    letters = []
    for number, expression in enumerate(expressions, start=1):
        letter = _whole(number, expression)
        if expression.value is None:
            return None
        letters.append(UNDECIDED if letter is None else LETTERS[letter - 1])
    return "".join(letters)


def _listed(values: Sequence[int]) -> str:
    more = ", …" if len(values) > MOST_NAMED else ""
    return ", ".join(_text(value) for value in values[:MOST_NAMED]) + more


def _text(value: int) -> str:
    return shown(Fraction(value))
