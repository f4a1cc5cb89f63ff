"""Tiles: digits and signs (SC-2). A pantry is a text of tiles in a fixed order, `123456789+-x/^`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

__all__ = [
    "DIGITS",
    "ORDER",
    "PLACES",
    "SIGNS",
    "START",
    "Place",
    "Tile",
    "in_print",
    "joined",
    "lacking",
    "without",
]

SIGNS: Final = "+-x/^"
DIGITS: Final = "0123456789"
ORDER: Final = DIGITS + SIGNS
"""All kinds of tiles, in the order of a pantry."""

START: Final = "123456789" + SIGNS
"""The tiles of every seat at the start (SC-2)."""

Tile: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "-", "x", "/", "^"]

Place: TypeAlias = Literal[
    "plus-palace", "minus-market", "multiplication-station", "division-kitchen", "strange-square"
]
PLACES: Final[dict[Place, str]] = dict(zip(get_args(Place), SIGNS, strict=True))
"""The sign that each place gives for a number tile (SC-3)."""

_RANK: Final = {tile: rank for rank, tile in enumerate(ORDER)}


_PRINT: Final = str.maketrans({"-": "−", "x": "×", "/": "÷"})


def in_print(text: str) -> str:
    """Tiles or an expression with the signs as boards draw them, for refusals."""
    return text.translate(_PRINT)


def joined(pantry: str, tiles: Iterable[str]) -> str:
    """The pantry with these tiles added."""
    return "".join(sorted([*pantry, *tiles], key=_RANK.__getitem__))


def lacking(pantry: str, tiles: Iterable[str]) -> str:
    """The tiles that the pantry lacks, in order. A tile that is missing twice is listed twice."""
    wanted = "".join(tiles)
    return "".join(tile * (wanted.count(tile) - pantry.count(tile)) for tile in ORDER if tile in wanted)


def without(pantry: str, tiles: Iterable[str]) -> str:
    """The pantry without these tiles. It must contain all of them."""
    for tile in tiles:
        pantry = pantry.replace(tile, "", 1)
    return pantry
