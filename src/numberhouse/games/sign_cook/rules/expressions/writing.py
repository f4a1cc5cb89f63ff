"""Splits the text of an expression into numbers and signs (SC-9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final, NamedTuple

from numberhouse.games.sign_cook.rules.bad_input import BadExpression
from numberhouse.words import message

__all__ = ["SIGNS", "Token", "column", "tokens"]

SIGNS: Final[Mapping[str, tuple[str, str]]] = {
    "+": ("PLUS", "+"),
    **dict.fromkeys("-\N{MINUS SIGN}", ("MINUS", "-")),
    **dict.fromkeys("xX*\N{MULTIPLICATION SIGN}", ("TIMES", "x")),
    **dict.fromkeys("/\N{DIVISION SIGN}:", ("DIVIDE", "/")),
    "^": ("POWER", "^"),
}
"""The meaning of each mark, and its canonical form."""

PIECE: Final = re.compile(r"[0-9]+|[^ \t]")


class Token(NamedTuple):
    """One number or sign."""

    type: str
    """The token's name in the grammar. lark reads this attribute."""
    text: str
    """The token's canonical text."""


MARKS: Final[Mapping[str, Token]] = {mark: Token(*meant) for mark, meant in SIGNS.items()}


def tokens(text: str) -> list[Token]:
    """The tokens of the text, in order. Spaces may separate tokens and never join them. Raises
    `BadExpression` with the code `character` or `leading-zero`."""
    pieces = PIECE.findall(text)
    known = dict(MARKS)
    for piece in set(pieces).difference(MARKS):
        if not "0" <= piece[0] <= "9" or (piece[0] == "0" and piece != "0"):
            raise _stray(text)
        known[piece] = Token("NUMBER", piece)
    return [known[piece] for piece in pieces]


def column(text: str, index: int) -> int:
    """The column, from 1, of the token with this index, from 0; the column after the text if there is no such
    token."""
    piece = next(islice(PIECE.finditer(text), index, None), None)
    return 1 + (len(text) if piece is None else piece.start())


def _stray(text: str) -> BadExpression:
    """The error for the first piece of text that is neither a sign nor a number."""
    for piece in PIECE.finditer(text):
        mark, position = piece[0], piece.start() + 1
        if mark in MARKS or mark == "0":
            continue
        if mark[0] == "0":
            return BadExpression(
                "leading-zero",
                message("column {position}: a number of several digits doesn't begin with 0"),
                message(
                    "expression {item}: column {position}: a number of several digits doesn't begin with 0"
                ),
                position,
            )
        if not "0" <= mark[0] <= "9":
            break
    if mark in "()":
        return BadExpression(
            "character",
            message(
                "column {position}: parentheses aren't allowed; it is written with digits and the signs "
                "+ − × ÷ ^"
            ),
            message(
                "expression {item}: column {position}: parentheses aren't allowed; it is written with "
                "digits and the signs + − × ÷ ^"
            ),
            position,
            character=mark,
        )
    return BadExpression(
        "character",
        message(
            "column {position}: {character!r} is no part of an expression; it is written with digits and "
            "the signs + − × ÷ ^"
        ),
        message(
            "expression {item}: column {position}: {character!r} is no part of an expression; it is written "
            "with digits and the signs + − × ÷ ^"
        ),
        position,
        character=mark,
    )
