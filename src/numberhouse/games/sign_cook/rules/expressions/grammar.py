"""From numbers and signs to the steps that work an expression out, by the grammar of `expression.lark`.

The parser is LALR: its time grows with the length of the text alone, and nothing in it recurses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.games.sign_cook.rules.expressions.writing import Token, column
from numberhouse.words import message

if TYPE_CHECKING:
    from lark import Lark

__all__ = ["NEGATIVE", "Cuisine", "program"]

NEGATIVE = "negative"
"""The step that a minus with no number before it makes; the other signs are steps under their own names."""

BETWEEN = 3
"""Parts of a node whose sign stands between two; a minus before a number makes two."""

LONGEST_QUOTED = 20
"""Digits of a number quoted in a message."""

WANTED: Final[Mapping[str, str]] = {
    "number": message("a number"),
    "number-or-minus": message("a number or a minus"),
    "sign": message("a sign or the end"),
}


class Cuisine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How expressions are read (SC-9)."""

    power_groups: Literal["right", "left"] = "right"
    """Whether 2^3^2 is 2^9 (right) or 8^2 (left)."""
    unary_minus: Literal["off", "loose", "tight"] = "off"
    """Whether a minus may stand with no number before it: not at all; loose, so that -2^2 is -4; or tight, a
    part of the number, so that -2^2 is 4. At most one stands before a number."""


OPERANDS: Final[Mapping[Cuisine, str]] = {
    Cuisine("right", "off"): """
        ?operand: power
        power: NUMBER POWER (NUMBER | power) -> between
    """,
    Cuisine("left", "off"): """
        ?operand: power
        power: (NUMBER | power) POWER NUMBER -> between
    """,
    # Loose: -2^2 is -(2^2), and an exponent may begin with a minus.
    Cuisine("right", "loose"): """
        ?operand: power | negative
        power: NUMBER POWER (NUMBER | power | negative) -> between
        negative: MINUS (NUMBER | power) -> before
    """,
    Cuisine("left", "loose"): """
        ?operand: power | negative
        power: (NUMBER | power) POWER (NUMBER | exponent) -> between
        negative: MINUS (NUMBER | power) -> before
        exponent: MINUS NUMBER -> before
    """,
    # Tight: the minus belongs to the number, so that -2^2 is (-2)^2.
    Cuisine("right", "tight"): """
        ?operand: power | negative
        power: (NUMBER | negative) POWER (NUMBER | negative | power) -> between
        negative: MINUS NUMBER -> before
    """,
    Cuisine("left", "tight"): """
        ?operand: power | negative
        power: (NUMBER | negative | power) POWER (NUMBER | negative) -> between
        negative: MINUS NUMBER -> before
    """,
}
"""What ^ and a minus without a number before it make, as rules beside those of `expression.lark` (SC-9)."""


def program(written: Sequence[Token], text: str, cuisine: Cuisine) -> list[str]:
    """The numbers and signs in the order of working out, a sign after what it works on: 1+2x3 is 1 2 3 x +.

    `written` are the tokens of `text`. Raises `BadExpression` with the code `empty` or `syntax`.
    """
    if not written:
        raise BadExpression(
            "empty",
            message("an expression has at least a number; this is empty"),
            message("expression {item}: an expression has at least a number; this is empty"),
        )
    if len(written) == 1 and written[0].type == "NUMBER":
        return [written[0].text]
    from lark.exceptions import UnexpectedToken  # slow to import

    parsing: Any = parser(cuisine).parse_interactive()
    feed = parsing.parser_state.feed_token
    index = 0
    try:
        for index, token in enumerate(written):  # noqa: B007 - where it goes wrong
            feed(token)
        index = len(written)
        tree = parsing.feed_eof()
    except UnexpectedToken as problem:
        raise _unexpected(written, index, text, problem.expected) from None
    return list(_steps(tree))


@cache
def parser(cuisine: Cuisine) -> Lark:
    """The parser of that cuisine; making it takes about 10 ms. Tokens are fed to it."""
    import lark  # slow to import

    class Fed(lark.lexer.Lexer):
        """Has nothing to do."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, *_: Any) -> Iterator[lark.Token]:
            """No token of its own."""
            yield from ()

    class Tree(lark.Transformer[Any, Any]):
        """Plain tuples: the sign, then what it works on."""

        def between(self, parts: list[Any]) -> Any:
            left, sign, right = parts
            return sign, left, right

        def before(self, parts: list[Any]) -> Any:
            return parts

    return lark.Lark(
        files(__package__).joinpath("expression.lark").read_text(encoding="utf-8")
        + dedent(OPERANDS[cuisine]),
        parser="lalr",
        start="expression",
        lexer=Fed,
        transformer=Tree(),
    )


def _steps(tree: Any) -> Iterator[str]:
    """The tree's nodes, each after its branches, the left one first."""
    pending = [tree]
    backwards = []
    while pending:
        node = pending.pop()
        if isinstance(node, Token):
            backwards.append(node.text)
        elif len(node) == BETWEEN:
            sign, left, right = node
            backwards.append(sign.text)
            pending += left, right
        else:
            backwards.append(NEGATIVE)
            pending.append(node[1])
    return reversed(backwards)


def _unexpected(written: Sequence[Token], index: int, text: str, awaited: set[str]) -> BadExpression:
    """What stands there, or that nothing does, and what was expected."""
    expected = "sign"
    if "NUMBER" in awaited:
        expected = "number-or-minus" if "MINUS" in awaited else "number"
    position = column(text, index)
    values = {"expected": expected, "wanted": WANTED[expected]}
    if index == len(written):
        return BadExpression(
            "syntax",
            message("column {position}: the expression ends where {wanted:t} is expected"),
            message("expression {item}: column {position}: the expression ends where {wanted:t} is expected"),
            position,
            **values,
        )
    stray = written[index].text[:LONGEST_QUOTED]
    if written[index].type == "NUMBER":
        return BadExpression(
            "syntax",
            message(
                "column {position}: {wanted:t} is expected, not {found}; digits with a space between don't "
                "make one number"
            ),
            message(
                "expression {item}: column {position}: {wanted:t} is expected, not {found}; digits with a "
                "space between don't make one number"
            ),
            position,
            **values,
            found=stray,
        )
    return BadExpression(
        "syntax",
        message("column {position}: {wanted:t} is expected, not {found}"),
        message("expression {item}: column {position}: {wanted:t} is expected, not {found}"),
        position,
        **values,
        found=stray,
    )
