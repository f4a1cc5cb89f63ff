"""Dishes: what may be presented as a starter, a main course and a dessert (SC-13 … SC-15).

`prepare` reads a dish and refuses what is none, with nothing lost; how dishes compare is in `judge.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

import msgspec

from numberhouse.games.sign_cook.expression import BadExpression, Cuisine, Expression, read, shown

__all__ = ["LETTERS", "SECRET_INGREDIENT", "BadDish", "Course", "Dish", "prepare"]

Course: TypeAlias = Literal["starter", "main", "dessert"]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What a dessert's values are read as, from 1."""

SECRET_INGREDIENT: Final = "538"
"""The written number that is worth a point (SC-17)."""

MOST_NAMED: Final = 8
"""Values named in a refusal; of more the first few."""


class Dish(msgspec.Struct, frozen=True):
    """A dish that can be judged."""

    course: Course
    expressions: tuple[Expression, ...]
    """In the order presented; exactly one in a main course."""
    word: str | None
    """What a dessert spells, in capitals; None in other courses, and where a letter has no value."""
    ruined: bool
    """Whether any of its expressions is (SC-11)."""
    has_538: bool
    """Whether a written number is 538 (SC-17)."""


class BadDish(ValueError):  # noqa: N818 - what was handed in is bad, not the program
    """Expressions that make no dish of the course.

    `code` is one of empty-dish, one-expression, no-sign, not-whole, not-consecutive, no-letter; `values` what
    the message is made of, for other languages.
    """

    def __init__(self, code: str, message: str, **values: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.values: Mapping[str, Any] = values


def prepare(course: Course, texts: Sequence[str], cuisine: Cuisine = Cuisine()) -> Dish:  # noqa: B008 - frozen
    """The dish that the expressions make. Raises `BadExpression`, whose values then name the `item`, from 1,
    that it is about; and `BadDish`.

    An expression without a value, divided by 0, ruins the dish and fits anywhere.
    """
    if not texts:
        raise BadDish("empty-dish", "a dish has at least one expression; to present none, serve nothing")
    expressions = tuple(_read(number, text, cuisine) for number, text in enumerate(texts, start=1))
    CHECKS[course](expressions)
    return Dish(
        course=course,
        expressions=expressions,
        word=_word(expressions) if course == "dessert" else None,
        ruined=any(expression.ruined for expression in expressions),
        has_538=any(SECRET_INGREDIENT in expression.numbers for expression in expressions),
    )


def _read(number: int, text: str, cuisine: Cuisine) -> Expression:
    try:
        return read(text, cuisine)
    except BadExpression as problem:
        values = {name: value for name, value in problem.values.items() if name != "position"}
        message = f"expression {number}: {problem.message}"
        raise BadExpression(problem.code, message, problem.position, item=number, **values) from None


def _check_starter(expressions: Sequence[Expression]) -> None:
    """Each has a sign, and the values are consecutive whole numbers, each once (SC-13)."""
    for number, expression in enumerate(expressions, start=1):
        if not expression.signs:
            raise BadDish(
                "no-sign",
                f"expression {number}, {expression.text[:20]}, has no sign; in a starter each has one",
                item=number,
                text=expression.text[:20],
            )
    numbered = enumerate(expressions, start=1)
    values = [whole for number, each in numbered if (whole := _whole(number, each)) is not None]
    if len(values) == len(expressions):
        _check_consecutive(values)


def _check_consecutive(values: Sequence[int]) -> None:
    lowest, top = min(values), max(values)
    doubled = sorted(value for value, count in Counter(values).items() if count > 1)
    # Looking no further than this finds enough to name, however far apart the values are.
    missing = sorted(set(range(lowest, min(top, lowest + len(values) + MOST_NAMED))).difference(values))
    if not doubled and not missing:
        return
    wrong = []
    if doubled:
        wrong.append(f"{_listed(doubled)} more than once")
    if missing:
        wrong.append(f"no {_listed(missing)}")
    raise BadDish(
        "not-consecutive",
        f"the values of a starter follow one another, each once; from {_text(lowest)} to {_text(top)} "
        f"there is {' and '.join(wrong)}",
        lowest=_text(lowest),
        top=_text(top),
        missing=[_text(value) for value in missing[:MOST_NAMED]],
        doubled=[_text(value) for value in doubled[:MOST_NAMED]],
    )


def _check_main(expressions: Sequence[Expression]) -> None:
    """It is one (SC-14)."""
    if len(expressions) > 1:
        raise BadDish(
            "one-expression",
            f"a main course is one expression; these are {len(expressions)}",
            expressions=len(expressions),
        )


def _check_dessert(expressions: Sequence[Expression]) -> None:
    """Each value is that of a letter (SC-15)."""
    for number, expression in enumerate(expressions, start=1):
        value = _whole(number, expression)
        if value is not None and not 1 <= value <= len(LETTERS):
            raise BadDish(
                "no-letter",
                f"expression {number}, {expression.text[:20]}, comes to {_text(value)}; letters are 1 to "
                f"{len(LETTERS)}",
                item=number,
                text=expression.text[:20],
                value=_text(value),
            )


CHECKS: Final[Mapping[Course, Callable[[Sequence[Expression]], None]]] = {
    "starter": _check_starter,
    "main": _check_main,
    "dessert": _check_dessert,
}


def _whole(number: int, expression: Expression) -> int | None:
    """The value of that expression, from 1, if it has one. Raises `BadDish` for one that isn't whole."""
    value = expression.value
    if value is None:
        return None
    if not isinstance(value, Fraction) or value.denominator != 1:
        raise BadDish(
            "not-whole",
            f"expression {number}, {expression.text[:20]}, comes to {shown(value)}; a whole number is needed",
            item=number,
            text=expression.text[:20],
            value=shown(value),
        )
    return value.numerator


def _word(expressions: Sequence[Expression]) -> str | None:
    letters = [_whole(number, expression) for number, expression in enumerate(expressions, start=1)]
    return (
        None if None in letters else "".join(LETTERS[letter - 1] for letter in letters if letter is not None)
    )


def _listed(values: Sequence[int]) -> str:
    more = ", …" if len(values) > MOST_NAMED else ""
    return ", ".join(_text(value) for value in values[:MOST_NAMED]) + more


def _text(value: int) -> str:
    return shown(Fraction(value))
