"""Squares, cubes, powers, and numbers that figures are laid of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, Recipe, entries

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def polygonal(sides: int) -> Recipe:
    """The polygonal numbers of that many sides: k((sides − 2)(k − 1) + 2) / 2."""
    return lambda x: x.of([k * ((sides - 2) * (k - 1) + 2) // 2 for k in range(1_500)])


def near_square(distance: int) -> Recipe:
    """Numbers at most that far from a square."""
    return lambda x: (x.n - x.root**2 <= distance) | ((x.root + 1) ** 2 - x.n <= distance)


def perfect_powers(x: Numbers) -> Any:
    """a^b with b above 1."""
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
    ("square", "is a square", "квадрат целого числа", lambda x: x.root**2 == x.n),
    ("cube", "is a cube", "куб целого числа", lambda x: x.cube_root**3 == x.n),
    (
        "perfect-power",
        "is a square, cube or higher power",
        "квадрат, куб или более высокая степень",
        perfect_powers,
    ),
    ("triangular", "is a triangular number", "треугольное число", polygonal(3)),
    ("pentagonal", "is a pentagonal number", "пятиугольное число", polygonal(5)),
    (
        "triangular-to-hexagonal",
        "is a triangular, square, pentagonal or hexagonal number",
        "треугольное, квадратное, пятиугольное или шестиугольное число",
        some_polygon,
    ),
    (
        "product-of-neighbours",
        "is a product of two or three neighbouring numbers",
        "произведение двух или трёх соседних чисел",
        product_of_neighbours,
    ),
    (
        "within-10-of-a-square",
        "is at most 10 from a square",
        "отстоит от какого-то квадрата не больше чем на 10",
        near_square(10),
    ),
    (
        "within-100-of-a-cube",
        "is at most 100 from a cube",
        "отстоит от какого-то куба не больше чем на 100",
        lambda x: (x.n - x.cube_root**3 <= 100) | ((x.cube_root + 1) ** 3 - x.n <= 100),
    ),
    (
        "square-below-nearer",
        "is nearer to the square below, or is one, than to the square above",
        "ближе к квадрату снизу (или сам квадрат), чем к квадрату сверху",
        lambda x: x.n - x.root**2 <= x.root,
    ),
    (
        "root-even",
        "has a square root whose whole part is even",
        "целая часть квадратного корня чётна",
        lambda x: x.root % 2 == 0,
    ),
    (
        "root-prime",
        "has a square root whose whole part is prime",
        "целая часть квадратного корня — простое",
        lambda x: x.prime[x.root],
    ),
    (
        "root-divides",
        "is a multiple of the whole part of its square root",
        "делится на целую часть своего квадратного корня",
        lambda x: x.n % x.root.clip(1) == 0,
    ),
    (
        "cube-root-odd",
        "has a cube root whose whole part is odd",
        "целая часть кубического корня нечётна",
        lambda x: x.cube_root % 2 == 1,
    ),
    (
        "square-odd-length",
        "has a square with an odd number of digits",
        "квадрат записывается нечётным количеством цифр",
        square_odd_length,
    ),
    ("square-begins-with-1", "has a square that begins with 1", "квадрат начинается с 1", square_begins),
    (
        "square-ends-in-its-last-two",
        "has the same last two digits as its square",
        "две последние цифры те же, что у квадрата",
        lambda x: (x.n**2 - x.n) % 100 == 0,
    ),
    (
        "sum-of-square-and-power-of-2",
        "is a sum of a positive square and a power of 2",
        "сумма положительного квадрата и степени двойки",
        lambda x: x.sums([k * k for k in range(1, 1_000)], [2**k for k in range(20)]),
    ),
    (
        "digit-powers",
        "is the sum of its digits, each to the power of how many there are",
        "равно сумме своих цифр, возведённых в степень, равную их количеству",
        lambda x: sum((c.clip(0).astype("int64") ** x.decimal.length) for c in x.decimal.columns) == x.n,
        FINITE,
    ),
)
