"""Expressions (SC-9 … SC-12): what is written, in its normal form, and what it comes to, exactly.

`read` is the one way in. Text becomes signs and numbers (`writing.py`), those become a tree by the grammar of
the cuisine (`grammar.py`, `expression.lark`), and the tree is worked out with exact numbers and with its size
bounded beforehand (`value.py`; `algebraic.py` for what isn't rational). Nothing is ever evaluated as a
program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec

from numberhouse.games.sign_cook.algebraic import Algebraic

__all__ = ["LONGEST", "BadExpression", "Cuisine", "Expression", "exact", "read", "shown"]

LONGEST: Final = 10_000
"""Characters; a longer text is refused unread."""

LONGEST_SHOWN: Final = 60
"""Digits of a whole number that is shown in full."""
SHOWN_ENDS: Final = 20
"""Digits shown of each end of a longer one."""

Value = Fraction | Algebraic | None


class Cuisine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How expressions are read (SC-9)."""

    power_groups: Literal["right", "left"] = "right"
    """Whether 2^3^2 is 2^9 (right) or 8^2 (left)."""
    unary_minus: Literal["off", "loose", "tight"] = "off"
    """Whether a minus may stand with no number before it: not at all; loose, so that -2^2 is -4; or tight, a
    part of the number, so that -2^2 is 4. At most one stands before a number."""


class Expression(msgspec.Struct, frozen=True):
    """An expression that was read and worked out."""

    text: str
    """Normal form, the signs as + - x / ^ and no spaces: reading it again gives the same expression."""
    signs: int
    """How many signs there are; a minus with no number before it is one (SC-14)."""
    numbers: tuple[str, ...]
    """The written numbers, the largest first, without the minus that belongs to one."""
    tiles: tuple[str, ...]
    """The tiles it takes, sorted: digits and signs."""
    ruined: bool
    """Whether an operand or a partial result is 0, or something is divided by 0 (SC-11)."""
    value: Value
    """What it comes to; None where something is divided by 0 or 0 is raised to 0. A ruined expression may
    have a value all the same."""


class BadExpression(ValueError):  # noqa: N818 - what was handed in is bad, not the program
    """Text that is no expression, or one that can't be judged.

    `code` is one of empty, character, syntax, leading-zero, too-long, too-large, undecided; `position` the
    column, from 1, where it goes wrong, or None; `values` what the message is made of, for other languages.
    """

    def __init__(self, code: str, message: str, position: int | None = None, **values: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.position = position
        place = {} if position is None else {"position": position}
        self.values: Mapping[str, Any] = {**place, **values}


def read(text: str, cuisine: Cuisine = Cuisine()) -> Expression:  # noqa: B008 - frozen
    """The expression that `text` means under the rules of `cuisine`. Raises `BadExpression`."""
    from numberhouse.games.sign_cook.grammar import program
    from numberhouse.games.sign_cook.value import worked_out
    from numberhouse.games.sign_cook.writing import tokens

    if len(text) > LONGEST:
        raise BadExpression(
            "too-long",
            f"an expression of {len(text)} characters; at most {LONGEST} are read",
            length=len(text),
            longest=LONGEST,
        )
    written = tokens(text)
    steps = program(written, text, cuisine)
    value, ruined = worked_out(steps)
    normal = "".join(token.text for token in written)
    numbers = sorted((token.text for token in written if token.type == "NUMBER"), reverse=True)
    numbers.sort(key=len, reverse=True)  # no leading zeros, and a number may be too long for `int`
    return Expression(
        normal, len(written) - len(numbers), tuple(numbers), tuple(sorted(normal)), ruined, value
    )


def shown(value: Value) -> str:
    """A value in words that always fit a line: `24`, `22/7`, `-1/2`.

    Of whole numbers with more than 60 digits the first and the last twenty are shown, and how many there are:
    `10668785343961428802…16646725432445200001 (314901 digits)`. An algebraic number is shown by its first
    decimals and its equation. What has no value is `none`.
    """
    return _in_words(value, _ends)


def exact(value: Value) -> str:
    """A value with all of its digits, however many there are; an algebraic number as in `shown`."""
    return _in_words(value, _digits)


def _in_words(value: Value, written: Callable[[int], str]) -> str:
    if value is None:
        return "none"
    if isinstance(value, Algebraic):
        return value.text
    if value.denominator == 1:
        return written(value.numerator)
    return f"{written(value.numerator)}/{written(value.denominator)}"


def _ends(number: int) -> str:
    digits = _digits(abs(number))
    sign = "-" if number < 0 else ""
    if len(digits) <= LONGEST_SHOWN:
        return sign + digits
    return f"{sign}{digits[:SHOWN_ENDS]}…{digits[-SHOWN_ENDS:]} ({len(digits)} digits)"


def _digits(number: int) -> str:
    if number.bit_length() <= LONGEST_SHOWN * 3:  # surely fewer digits than that
        return str(number)
    from flint import fmpz  # Python takes seconds to write what is near the limit of SC-12

    return str(fmpz(number).str())
