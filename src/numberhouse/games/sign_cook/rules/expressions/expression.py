"""Expressions (SC-9 … SC-12): their canonical text and their exact value.

`read` handles a single expression. The expressions of a dish share one limit of work, so they go through
`write` and then `taste`. The text is split into signs and numbers (`writing.py`), the grammar of the cuisine
turns these into a tree (`grammar.py`, `expression.lark`), and the tree is computed with exact numbers whose
size is bounded beforehand (`value.py`; `roots.py` for values that aren't rational). No text is ever evaluated
as a program.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import msgspec

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.games.sign_cook.rules.edition import PRESENT, Edition
from numberhouse.games.sign_cook.rules.expressions.algebraic import Algebraic
from numberhouse.games.sign_cook.rules.expressions.claim import Claim, check, split
from numberhouse.games.sign_cook.rules.expressions.grammar import Cuisine, program
from numberhouse.games.sign_cook.rules.expressions.roots import Complex, RootSum, Undecided, digits
from numberhouse.games.sign_cook.rules.expressions.value import Work, worked_out
from numberhouse.games.sign_cook.rules.expressions.writing import Token, tokens
from numberhouse.words import message

__all__ = [
    "LONGEST",
    "UNDECIDED",
    "BadExpression",
    "Cuisine",
    "Expression",
    "Value",
    "Written",
    "exact",
    "parse",
    "read",
    "shown",
    "taste",
    "write",
]

LONGEST: Final = 10_000
"""Longest expression, in characters. A longer text is refused without reading it."""

LONGEST_SHOWN: Final = 60
"""Largest number of digits of a whole number that is shown in full."""
SHOWN_ENDS: Final = 20
"""Number of digits shown at each end of a longer number."""

UNDECIDED: Final = "?"
"""The text shown for a value that is left to the host."""

Value: TypeAlias = Fraction | Algebraic | RootSum | Complex | Undecided | None
"""The value of an expression. `Algebraic` occurs only in the first version of the rules. `RootSum`,
`Undecided` and, in a host's ruling, `Complex` occur only in later versions."""


class Expression(msgspec.Struct, frozen=True):
    """An expression that has been read and computed."""

    text: str
    """The canonical text, with the signs + - x / ^ and no spaces. Reading it again gives the same
    expression."""
    signs: int
    """Number of signs. A minus with no number before it counts too (SC-14)."""
    numbers: tuple[str, ...]
    """The written numbers, the largest first, without the minus that belongs to one."""
    tiles: tuple[str, ...]
    """The tiles of the expression, sorted: digits and signs."""
    ruined: bool
    """Whether an operand or a partial result is 0, or a number is divided by 0 (SC-11)."""
    value: Value
    """The value. None if the expression divides by 0 or raises 0 to 0. A ruined expression may still have a
    value."""


class Written(NamedTuple):
    """The tokens of a possible expression: its numbers and signs, not yet checked by the grammar."""

    text: str
    """The text without a claim."""
    tokens: list[Token]
    claim: Claim | None
    """The claim after `=`."""

    @property
    def tiles(self) -> str:
        """The tiles of the expression, in the order written."""
        return "".join(token.text for token in self.tokens)


def read(text: str, cuisine: Cuisine = Cuisine(), edition: Edition = PRESENT) -> Expression:  # noqa: B008 - frozen
    """The expression that `text` means under the rules of `cuisine`. Raises `BadExpression`."""
    return taste(write(text, edition), cuisine, Work(edition))


def write(text: str, edition: Edition = PRESENT) -> Written:
    """The tokens of the text. The time grows only with the length. Raises `BadExpression`."""
    if len(text) > LONGEST:
        raise BadExpression(
            "too-long",
            message("an expression of {length} characters; at most {longest} are read"),
            message("expression {item}: an expression of {length} characters; at most {longest} are read"),
            length=len(text),
            longest=LONGEST,
        )
    body, claim = split(text) if edition.claims and "=" in text else (text, None)
    return Written(body, tokens(body), claim)


def parse(written: Written, cuisine: Cuisine) -> list[str]:
    """The steps that compute the expression (`grammar.program`). Raises `BadExpression`."""
    return program(written.tokens, written.text, cuisine)


def taste(written: Written, cuisine: Cuisine, work: Work) -> Expression:
    """Compute the expression within the limit of `work`. Raises `BadExpression`."""
    value, ruined = worked_out(parse(written, cuisine), work)
    if written.claim is not None:
        check(written.text, written.claim, value)
    normal = written.tiles
    numbers = sorted((token.text for token in written.tokens if token.type == "NUMBER"), reverse=True)
    numbers.sort(key=len, reverse=True)  # a number may be too long for `int`
    signs = len(written.tokens) - len(numbers)
    return Expression(normal, signs, tuple(numbers), tuple(sorted(normal)), ruined, value)


def shown(value: Value) -> str:
    """A value as a text that always fits on one line: `24`, `22/7`, `-1/2`.

    A whole number with more than 60 digits is shown by its first and last twenty digits and their number:
    `10668785343961428802…16646725432445200001 (314901 digits)`. A value that isn't rational is shown by its
    first decimals: `1.41421…`, `1.41421…i`. The text is `none` for an expression without a value, and `?` for
    a value that is left to the host.
    """
    return _in_words(value, _ends)


def exact(value: Value) -> str:
    """A value with all of its digits. A value that isn't rational is written as `shown` writes it."""
    return _in_words(value, _digits)


def _in_words(value: Value, written: Callable[[int], str]) -> str:
    if value is None:
        return "none"
    if isinstance(value, Algebraic):
        return value.text
    if isinstance(value, Undecided):
        return UNDECIDED
    if isinstance(value, RootSum):
        return _decimals(value)
    if isinstance(value, Complex):
        return value.text
    if value.denominator == 1:
        return written(value.numerator)
    return f"{written(value.numerator)}/{written(value.denominator)}"


@lru_cache(maxsize=1024)
def _decimals(value: RootSum) -> str:
    return digits(value)


def _ends(number: int) -> str:
    sign, number = "-" if number < 0 else "", abs(number)
    if number.bit_length() <= LONGEST_SHOWN * 3:  # fewer digits than that
        return sign + str(number)
    first, count = _first_digits(number)
    if count <= LONGEST_SHOWN:
        return sign + str(number)
    return f"{sign}{first}…{number % 10**SHOWN_ENDS:0{SHOWN_ENDS}} ({count} digits)"


def _first_digits(number: int) -> tuple[str, int]:
    """The first digits of a number and its number of digits. Writing all digits would take long."""
    shift = max(0, number.bit_length() - CARRIED_BITS)
    context = Context(prec=CARRIED_DIGITS, Emax=10**6, Emin=-(10**6))
    near = context.multiply(context.create_decimal(number >> shift), context.power(2, shift))
    count = near.adjusted() + 1
    digits = "".join(map(str, near.as_tuple().digits)).ljust(CARRIED_DIGITS, "0")
    rest = digits[SHOWN_ENDS : 2 * SHOWN_ENDS]
    if rest.strip("9") and rest.strip("0"):
        return digits[:SHOWN_ENDS], count
    # The omitted part might carry into the first digits.
    from flint import fmpz

    exact = str((fmpz(number) // fmpz(10) ** (count - SHOWN_ENDS - 1)).str())
    return exact[:SHOWN_ENDS], count - SHOWN_ENDS - 1 + len(exact)


CARRIED_BITS: Final = 256
CARRIED_DIGITS: Final = 70
"""Precision of the first digits: more than forty are correct, and twenty are shown."""


def _digits(number: int) -> str:
    if number.bit_length() <= LONGEST_SHOWN * 3:  # fewer digits than that
        return str(number)
    from flint import fmpz  # Python takes seconds near the limit of SC-12

    return str(fmpz(number).str())
