"""The functions of the small language: their names and numbers of arguments. `values.py` computes them. This
module is cheap to import."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["FUNCTIONS", "Function"]


class Function(NamedTuple):
    """The signature of a function."""

    shape: str
    """The form of a call, as a host writes it."""
    fewest: int
    most: int
    condition: bool = False
    based: bool = False
    """Whether the last argument is a base, which may be left out."""


FUNCTIONS: Mapping[str, Function] = MappingProxyType(
    {
        **{name: Function(f"{name}(a, b)", 2, 2) for name in ("gcd", "lcm", "min", "max")},
        "abs": Function("abs(a)", 1, 1),
        "isqrt": Function("isqrt(a)", 1, 1),
        **{
            name: Function(f"{name}(a) or {name}(a, base)", 1, 2, based=True)
            for name in (
                *("digit_sum", "digit_product", "digits", "different_digits", "first_digit", "last_digit"),
                *("largest_digit", "smallest_digit", "reverse"),
            )
        },
        "count_digit": Function("count_digit(a, digit) or count_digit(a, digit, base)", 2, 3, based=True),
        "is_palindrome": Function("is_palindrome(a) or is_palindrome(a, base)", 1, 2, True, based=True),
        "contains": Function("contains(a, digits)", 2, 2, True),
        "popcount": Function("popcount(a)", 1, 1),
        **{name: Function(f"{name}(a)", 1, 1, True) for name in ("is_prime", "is_square", "is_cube")},
        **{
            name: Function(f"{name}(a)", 1, 1)
            for name in ("omega", "bigomega", "tau", "sigma", "phi", "least_prime", "largest_prime")
        },
    }
)
