"""From numbers and signs to the steps that work an expression out, by the grammar of `expression.lark`.

The parser is LALR: its time grows with the length of the text alone, and nothing in it recurses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from numberhouse.games.sign_cook.expression import BadExpression, Cuisine
from numberhouse.games.sign_cook.writing import Token

if TYPE_CHECKING:
    from lark import Lark

__all__ = ["NEGATIVE", "program"]

NEGATIVE = "negative"
"""The step that a minus with no number before it makes; the other signs are steps under their own names."""


def program(written: Sequence[Token], length: int, cuisine: Cuisine) -> list[str]:
    """The numbers and signs in the order of working out, a sign after what it works on: 1+2x3 is 1 2 3 x +.

    `length` is that of the text. Raises `BadExpression` with the code `empty` or `syntax`.
    """
    if not written:
        raise BadExpression("empty", "an expression has at least a number; this is empty")
    if len(written) == 1 and written[0].kind == "NUMBER":
        return [written[0].text]
    from lark.exceptions import UnexpectedToken

    try:
        tree = parser(cuisine).parse(written)
    except UnexpectedToken as problem:
        raise _unexpected(
            written, length, problem.token.type, problem.token.start_pos, problem.accepts
        ) from None
    return list(_steps(tree))


@cache
def parser(cuisine: Cuisine) -> Lark:
    """The parser of that cuisine; making it takes about 10 ms."""
    import lark
    from lark.lexer import Lexer

    class Read(Lexer):
        """Hands on what `tokens` found."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, written: Sequence[Token]) -> Iterator[lark.Token]:  # type: ignore[override]
            """The tokens in lark's form."""
            for kind, text, position in written:
                yield lark.Token(kind, text, position)

    class Tree(lark.Transformer[Any, Any]):
        """Plain tuples: the sign, then what it works on."""

        def between(self, parts: list[Any]) -> Any:
            left, sign, right = parts
            return sign.value, left, right

        def before(self, parts: list[Any]) -> Any:
            return NEGATIVE, parts[1]

    return lark.Lark(
        files(__package__).joinpath("expression.lark").read_text(encoding="utf-8"),
        parser="lalr",
        start=f"{cuisine.power_groups}_{cuisine.unary_minus}",
        lexer=Read,
        transformer=Tree(),
    )


def _steps(tree: Any) -> Iterator[str]:
    """The tree's nodes, each after its branches. Left to right, for what is refused first to stand first."""
    pending = [tree]
    found = []
    while pending:
        node = pending.pop()
        if isinstance(node, tuple):
            found.append(node[0])
            pending += node[1:]
        else:
            found.append(node.value)
    return reversed(found)


def _unexpected(
    written: Sequence[Token], length: int, kind: str, position: int | None, accepts: set[str]
) -> BadExpression:
    """What stands there, and what was expected."""
    number = "NUMBER" in accepts
    expected = "number" if number else "sign"
    wanted = "a number" if number else "a sign or the end"
    if number and "MINUS" in accepts:
        expected, wanted = "number-or-minus", "a number or a minus"
    if kind == "$END":
        column = length + 1
        return BadExpression(
            "syntax",
            f"column {column}: the expression ends where {wanted} is expected",
            column,
            expected=expected,
        )
    assert position is not None
    found = next(token for token in written if token.position == position)
    hint = "; digits with a space between don't make one number" if kind == "NUMBER" else ""
    return BadExpression(
        "syntax",
        f"column {position}: {wanted} is expected, not {found.text[:20]}{hint}",
        position,
        expected=expected,
        found=found.text[:20],
    )
