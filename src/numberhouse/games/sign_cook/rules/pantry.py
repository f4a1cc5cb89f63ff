"""Tiles: digits and signs (SC-2). A pantry is a text of them in a fixed order, `123456789+-x/^`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

__all__ = ["DIGITS", "ORDER", "PLACES", "SIGNS", "START", "Place", "Tile", "joined", "lacking", "without"]

SIGNS: Final = "+-x/^"
DIGITS: Final = "0123456789"
ORDER: Final = DIGITS + SIGNS
"""All kinds of tiles, in the order in which a pantry holds them."""

START: Final = "123456789" + SIGNS
"""What everybody begins with (SC-2)."""

Tile: TypeAlias = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "+", "-", "x", "/", "^"]

Place: TypeAlias = Literal[
    "plus-palace", "minus-market", "multiplication-station", "division-kitchen", "strange-square"
]
PLACES: Final[dict[Place, str]] = dict(zip(get_args(Place), SIGNS, strict=True))
"""Where a number tile is exchanged for which sign (SC-3)."""

_RANK: Final = {tile: rank for rank, tile in enumerate(ORDER)}


def joined(pantry: str, tiles: Iterable[str]) -> str:
    """The pantry with these tiles in it."""
    return "".join(sorted([*pantry, *tiles], key=_RANK.__getitem__))


def lacking(pantry: str, tiles: Iterable[str]) -> str:
    """Those of the tiles that the pantry hasn't got, in order; as often as they are missing."""
    wanted = "".join(tiles)
    return "".join(tile * (wanted.count(tile) - pantry.count(tile)) for tile in ORDER if tile in wanted)


def without(pantry: str, tiles: Iterable[str]) -> str:
    """What is left when these tiles, all of which are there, are taken out."""
    for tile in tiles:
        pantry = pantry.replace(tile, "", 1)
    return pantry
