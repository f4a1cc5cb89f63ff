"""Expressions (SC-9 … SC-12): what is written, in its normal form, and what it comes to, exactly.

`read` is the one way in; for the expressions of a dish, which are looked at together, it is `write` and then
`taste`. Text becomes signs and numbers (`writing.py`), those become a tree by the grammar of the cuisine
(`grammar.py`, `expression.lark`), and the tree is worked out with exact numbers and with its size bounded
beforehand (`value.py`; `roots.py` for what isn't rational). Nothing is ever evaluated as a program.
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
"""Characters; a longer text is refused unread."""

LONGEST_SHOWN: Final = 60
"""Digits of a whole number that is shown in full."""
SHOWN_ENDS: Final = 20
"""Digits shown of each end of a longer one."""

UNDECIDED: Final = "?"
"""How a value that is left to the host is shown."""

Value: TypeAlias = Fraction | Algebraic | RootSum | Complex | Undecided | None
"""`Algebraic` only in the first version of the rules; `RootSum`, `Undecided` and, said by the host, `Complex`
only in later ones."""


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


class Written(NamedTuple):
    """An expression that may be one: its numbers and signs are known, and not yet how they go together."""

    text: str
    """Without a claim."""
    tokens: list[Token]
    claim: Claim | None
    """What stands behind `=`."""

    @property
    def tiles(self) -> str:
        """The tiles that it takes, in the order written."""
        return "".join(token.text for token in self.tokens)


def read(text: str, cuisine: Cuisine = Cuisine(), edition: Edition = PRESENT) -> Expression:  # noqa: B008 - frozen
    """The expression that `text` means under the rules of `cuisine`. Raises `BadExpression`."""
    return taste(write(text, edition), cuisine, Work(edition))


def write(text: str, edition: Edition = PRESENT) -> Written:
    """What is written; the time it takes grows with the length alone. Raises `BadExpression`."""
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
    """The steps that work the expression out (`grammar.program`). Raises `BadExpression`."""
    return program(written.tokens, written.text, cuisine)


def taste(written: Written, cuisine: Cuisine, work: Work) -> Expression:
    """The expression worked out, as far as `work` lasts. Raises `BadExpression`."""
    value, ruined = worked_out(parse(written, cuisine), work)
    if written.claim is not None:
        check(written.text, written.claim, value)
    normal = written.tiles
    numbers = sorted((token.text for token in written.tokens if token.type == "NUMBER"), reverse=True)
    numbers.sort(key=len, reverse=True)  # no leading zeros, and a number may be too long for `int`
    signs = len(written.tokens) - len(numbers)
    return Expression(normal, signs, tuple(numbers), tuple(sorted(normal)), ruined, value)


def shown(value: Value) -> str:
    """A value in words that always fit a line: `24`, `22/7`, `-1/2`.

    Of whole numbers with more than 60 digits the first and the last twenty are shown, and how many there are:
    `10668785343961428802…16646725432445200001 (314901 digits)`. What isn't rational is shown by its first
    decimals: `1.41421…`, `1.41421…i`. What has no value is `none`, and what is left to the host `?`.
    """
    return _in_words(value, _ends)


def exact(value: Value) -> str:
    """A value with all of its digits, however many there are; what isn't rational as in `shown`."""
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
    if number.bit_length() <= LONGEST_SHOWN * 3:  # surely fewer digits than that
        return sign + str(number)
    first, count = _first_digits(number)
    if count <= LONGEST_SHOWN:
        return sign + str(number)
    return f"{sign}{first}…{number % 10**SHOWN_ENDS:0{SHOWN_ENDS}} ({count} digits)"


def _first_digits(number: int) -> tuple[str, int]:
    """The first digits of a number and how many it has, without writing all of them, which takes long."""
    shift = max(0, number.bit_length() - CARRIED_BITS)
    context = Context(prec=CARRIED_DIGITS, Emax=10**6, Emin=-(10**6))
    near = context.multiply(context.create_decimal(number >> shift), context.power(2, shift))
    count = near.adjusted() + 1
    digits = "".join(map(str, near.as_tuple().digits)).ljust(CARRIED_DIGITS, "0")
    rest = digits[SHOWN_ENDS : 2 * SHOWN_ENDS]
    if rest.strip("9") and rest.strip("0"):
        return digits[:SHOWN_ENDS], count
    # What is left out might carry into the first digits.
    from flint import fmpz

    exact = str((fmpz(number) // fmpz(10) ** (count - SHOWN_ENDS - 1)).str())
    return exact[:SHOWN_ENDS], count - SHOWN_ENDS - 1 + len(exact)


CARRIED_BITS: Final = 256
CARRIED_DIGITS: Final = 70
"""Of the first digits: right to more than forty, of which twenty are shown."""


def _digits(number: int) -> str:
    if number.bit_length() <= LONGEST_SHOWN * 3:  # surely fewer digits than that
        return str(number)
    from flint import fmpz  # Python takes seconds to write what is near the limit of SC-12

    return str(fmpz(number).str())
