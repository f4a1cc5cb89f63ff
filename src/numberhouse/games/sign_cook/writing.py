"""The numbers and signs of an expression, as they are written (SC-9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from numberhouse.games.sign_cook.expression import BadExpression

__all__ = ["SIGNS", "Token", "tokens"]

SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "+": ("PLUS", "+"),
    **dict.fromkeys("-\N{MINUS SIGN}", ("MINUS", "-")),
    **dict.fromkeys("xX*\N{MULTIPLICATION SIGN}", ("TIMES", "x")),
    **dict.fromkeys("/\N{DIVISION SIGN}:", ("DIVIDE", "/")),
    "^": ("POWER", "^"),
}
"""What a mark means, and how the normal form writes it."""

PIECE: Final = re.compile(r"([0-9]+)|([^ \t])")


class Token(NamedTuple):
    """One number or sign."""

    type: str
    """The grammar's name of it: lark asks for it under this name."""
    text: str
    """As the normal form writes it."""
    position: int
    """Its column, from 1."""


def tokens(text: str) -> list[Token]:
    """What is written, in order; spaces may stand between, and join nothing. Raises `BadExpression` with the
    code `character` or `leading-zero`."""
    found = []
    for piece in PIECE.finditer(text):
        number, mark = piece.groups()
        position = piece.start() + 1
        if number is None:
            if mark not in SIGNS:
                raise _stray(mark, position)
            found.append(Token(*SIGNS[mark], position))
        elif number[0] == "0" and len(number) > 1:
            raise BadExpression(
                "leading-zero",
                f"column {position}: a number of several digits doesn't begin with 0",
                position,
            )
        else:
            found.append(Token("NUMBER", number, position))
    return found


def _stray(mark: str, position: int) -> BadExpression:
    known = "parentheses aren't allowed" if mark in "()" else f"{mark!r} is no part of an expression"
    return BadExpression(
        "character",
        f"column {position}: {known}; it is written with digits and the signs + - x / ^",
        position,
        character=mark,
    )
