"""Squares, cubes, powers, and figurate numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def polygonal(sides: int) -> Recipe:
    """The polygonal numbers with that many sides: k((sides − 2)(k − 1) + 2) / 2."""
    return lambda x: x.of([k * ((sides - 2) * (k - 1) + 2) // 2 for k in range(1_500)])


def near_square(distance: int) -> Recipe:
    """Numbers at most `distance` from a square."""
    return lambda x: (x.n - x.root**2 <= distance) | ((x.root + 1) ** 2 - x.n <= distance)


def perfect_powers(x: Numbers) -> Any:
    """Perfect powers: a^b with b above 1."""
    return x.of([a**b for a in range(1_000) for b in range(2, 21) if a**b < 1_000_000])


def some_polygon(x: Numbers) -> Any:
    """Triangular, square, pentagonal or hexagonal numbers."""
    return sum(polygonal(sides)(x) for sides in (3, 4, 5, 6)) > 0


def square_begins(x: Numbers) -> Any:
    """Numbers whose square begins with 1."""
    square = x.n**2
    return sum((square >= 10**k) & (square < 2 * 10**k) for k in range(12)) > 0


def square_odd_length(x: Numbers) -> Any:
    """Numbers whose square has an odd number of digits."""
    return sum(x.n**2 >= 10**k for k in range(1, 12)) % 2 == 0


def product_of_neighbours(x: Numbers) -> Any:
    """Products of two or three neighbouring numbers above 0."""
    pairs = [k * (k + 1) for k in range(1, 1_000)]
    return x.of([*pairs, *(k * (k + 1) * (k + 2) for k in range(1, 100))])


ENTRIES = entries(
    "powers",
    ("square", message("is a square"), lambda x: x.root**2 == x.n),
    ("cube", message("is a cube"), lambda x: x.cube_root**3 == x.n),
    (
        "perfect-power",
        message("is a square, cube or higher power"),
        perfect_powers,
    ),
    ("triangular", message("is a triangular number"), polygonal(3)),
    ("pentagonal", message("is a pentagonal number"), polygonal(5)),
    (
        "triangular-to-hexagonal",
        message("is a triangular, square, pentagonal or hexagonal number"),
        some_polygon,
    ),
    (
        "product-of-neighbours",
        message("is a product of two or three neighbouring numbers"),
        product_of_neighbours,
    ),
    (
        "within-10-of-a-square",
        message("is at most 10 from a square"),
        near_square(10),
    ),
    (
        "within-100-of-a-cube",
        message("is at most 100 from a cube"),
        lambda x: (x.n - x.cube_root**3 <= 100) | ((x.cube_root + 1) ** 3 - x.n <= 100),
    ),
    (
        "square-below-nearer",
        message("is nearer to the square below, or is one, than to the square above"),
        lambda x: x.n - x.root**2 <= x.root,
    ),
    (
        "root-even",
        message("has a square root whose whole part is even"),
        lambda x: x.root % 2 == 0,
    ),
    (
        "root-prime",
        message("has a square root whose whole part is prime"),
        lambda x: x.prime[x.root],
    ),
    (
        "root-divides",
        message("is a multiple of the whole part of its square root"),
        lambda x: x.n % x.root.clip(1) == 0,
    ),
    (
        "cube-root-odd",
        message("has a cube root whose whole part is odd"),
        lambda x: x.cube_root % 2 == 1,
    ),
    (
        "square-odd-length",
        message("has a square with an odd number of digits"),
        square_odd_length,
    ),
    ("square-begins-with-1", message("has a square that begins with 1"), square_begins),
    (
        "square-ends-in-its-last-two",
        message("has the same last two digits as its square"),
        lambda x: (x.n**2 - x.n) % 100 == 0,
    ),
    (
        "sum-of-square-and-power-of-2",
        message("is a sum of a positive square and a power of 2"),
        lambda x: x.sums([k * k for k in range(1, 1_000)], [2**k for k in range(20)]),
    ),
    (
        "digit-powers",
        message("is the sum of its digits, each to the power of how many there are"),
        lambda x: sum((c.clip(0).astype("int64") ** x.decimal.length) for c in x.decimal.columns) == x.n,
        FINITE,
    ),
)
