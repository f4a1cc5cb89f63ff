"""The tiles of the box (MX-3, MX-4)."""

from __future__ import annotations

from typing import Final

__all__ = ["BLANK", "BOX", "RACK", "VALUES", "box", "words"]

RACK: Final = 7
"""Number of tiles of a full rack (MX-5, MX-15)."""

BLANK: Final = -1
"""Value of a blank in racks and bags (MX-4). As -1 it counts as the lowest tile."""

PRODUCTS: Final = tuple(n for n in range(21, 100) if any(n % a == 0 and n // a <= 10 for a in range(1, 11)))
"""The products of two numbers up to 10 that are above 20, except 100 (MX-3)."""

BOX: Final = tuple(sorted([*range(1, 11)] * 7 + [0, *range(11, 21), *PRODUCTS]))
"""The 106 tiles by value (MX-3)."""

VALUES: Final = tuple(sorted(set(BOX)))
"""The values that tiles have."""


def box(blanks: int) -> tuple[int, ...]:
    """All tiles of a match with that number of blanks, in order."""
    return (BLANK,) * blanks + BOX


def words(tiles: tuple[int, ...]) -> str:
    """Tiles as text in a row: `3 3 17`; a blank is `*`."""
    return " ".join("*" if tile == BLANK else str(tile) for tile in tiles)
