"""Turns numbers and signs into the steps that compute an expression, by the grammar of `expression.lark`.

The parser is LALR: its time grows only with the length of the text, and it never recurses.
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
"""The step for a minus with no number before it. Every other sign is a step under its own name."""

BETWEEN = 3
"""Number of parts of a node whose sign stands between two operands. A minus before a number makes two
parts."""

LONGEST_QUOTED = 20
"""Largest number of digits of a number that a message quotes."""

WANTED: Final[Mapping[str, str]] = {
    "number": message("a number"),
    "number-or-minus": message("a number or a minus"),
    "sign": message("a sign or the end"),
}


class Cuisine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for reading expressions (SC-9)."""

    power_groups: Literal["right", "left"] = "right"
    """Whether 2^3^2 is 2^9 (right) or 8^2 (left)."""
    unary_minus: Literal["off", "loose", "tight"] = "off"
    """Whether a minus may stand with no number before it. `off`: it may not. `loose`: -2^2 is -4. `tight`:
    the minus is a part of the number, so that -2^2 is 4. A number has at most one such minus."""


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
"""Grammar rules for ^ and for a minus without a number before it, in addition to `expression.lark` (SC-9)."""


def program(written: Sequence[Token], text: str, cuisine: Cuisine) -> list[str]:
    """The numbers and signs in the order of computation, each sign after its operands: 1+2x3 is 1 2 3 x +.

    `written` has the tokens of `text`. Raises `BadExpression` with the code `empty` or `syntax`.
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
        for index, token in enumerate(written):  # noqa: B007 - the index of the error
            feed(token)
        index = len(written)
        tree = parsing.feed_eof()
    except UnexpectedToken as problem:
        raise _unexpected(written, index, text, problem.expected) from None
    return list(_steps(tree))


@cache
def parser(cuisine: Cuisine) -> Lark:
    """The parser of the cuisine. Making it takes about 10 ms. The caller feeds tokens to it."""
    import lark  # slow to import

    class Fed(lark.lexer.Lexer):
        """A lexer without work: the caller feeds the tokens."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, *_: Any) -> Iterator[lark.Token]:
            """Yield no token."""
            yield from ()

    class Tree(lark.Transformer[Any, Any]):
        """Turns the parse into plain tuples: the sign, then its operands."""

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
    """The nodes of the tree, each after its branches, the left branch first."""
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
    """The error at the unexpected token, or at the end of the text, with the tokens that were expected."""
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
