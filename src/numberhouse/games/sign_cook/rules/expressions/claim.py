"""Claims: a value written after an expression, as in `1+1=2`. A true claim is accepted (SC-9)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NamedTuple

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.games.sign_cook.rules.expressions.roots import Undecided
from numberhouse.games.sign_cook.rules.expressions.value import Value
from numberhouse.words import message

__all__ = ["Claim", "check", "split"]

VALUE: Final = re.compile(
    r"[ \t]*(?P<minus>[-\N{MINUS SIGN}]?)[ \t]*(?P<above>0|[1-9][0-9]*)"
    r"([ \t]*[/\N{DIVISION SIGN}:][ \t]*(?P<below>[1-9][0-9]*))?[ \t]*"
)
"""The notation of values: 24, -3, 22/7. A fraction needn't be in lowest terms."""

LONGEST_QUOTED: Final = 20

LONGEST_INT: Final = 300
"""Largest number of digits that Python converts to an integer directly."""


class Claim(NamedTuple):
    """The claimed value: a fraction, as the digits of its parts."""

    minus: bool
    above: str
    below: str


def split(text: str) -> tuple[str, Claim]:
    """The expression without its claim, and the claim. Raises `BadExpression` with the code `claim`."""
    body, _, rest = text.partition("=")
    value = VALUE.fullmatch(rest)
    if value is None:
        position = len(body) + 1
        raise BadExpression(
            "claim",
            message("column {position}: behind = stands one value, such as 24, 22/7 or -3; or leave = out"),
            message(
                "expression {item}: column {position}: behind = stands one value, such as 24, 22/7 or -3; "
                "or leave = out"
            ),
            position,
        )
    return body, Claim(bool(value["minus"]), value["above"], value["below"] or "1")


def check(body: str, claim: Claim, value: Value) -> None:
    """Raises `BadExpression`: `untrue`, whose message doesn't reveal the value, or `undecided-claim`."""
    quoted = body.strip()[:LONGEST_QUOTED]
    if isinstance(value, Undecided):
        raise BadExpression(
            "undecided-claim",
            message("{text}: its value is left to the host, so nothing can stand behind =; leave = out"),
            message(
                "expression {item}: {text}: its value is left to the host, so nothing can stand behind =; "
                "leave = out"
            ),
            text=quoted,
        )
    if not isinstance(value, Fraction) or not _true(claim, value):
        raise BadExpression(
            "untrue",
            message("{text}: what stands behind = isn't its value; correct it or leave = out"),
            message(
                "expression {item}: {text}: what stands behind = isn't its value; correct it or leave = out"
            ),
            text=quoted,
        )


def _true(claim: Claim, value: Fraction) -> bool:
    above = -_whole(claim.above) if claim.minus else _whole(claim.above)
    return value.numerator * _whole(claim.below) == above * value.denominator


def _whole(digits: str) -> int:
    if len(digits) <= LONGEST_INT:
        return int(digits)
    from flint import fmpz  # reads numbers of any length

    return int(fmpz(digits))
