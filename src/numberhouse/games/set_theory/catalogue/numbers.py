"""The numbers 0 … 999,999 and arrays of their common functions, as the input of every recipe.

A function that several recipes need is computed once, at its first use.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numberhouse.games.set_theory.catalogue.digits import Digits

__all__ = ["LIMIT", "Numbers"]

LIMIT = 1_000_000

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Numbers:
    """All numbers below a million, as arrays. Element k belongs to the number k."""

    def __init__(self) -> None:
        self.n: Ints = np.arange(LIMIT, dtype=np.int64)
        self._digits: dict[int, Digits] = {}

    def base(self, base: int) -> Digits:
        """The digits of all numbers in that base. Apart from the decimal ones, only those asked for last are
        kept: the recipes go from base to base, and all digits together take much of the memory of a build."""
        if base not in self._digits:
            for other in [kept for kept in self._digits if kept != 10]:
                del self._digits[other]
            self._digits[base] = Digits(self.n, base)
        return self._digits[base]

    @property
    def decimal(self) -> Digits:
        """The decimal digits of all numbers."""
        return self.base(10)

    @cached_property
    def factors(self) -> Any:
        """`factor_kernel.Factors` of all numbers."""
        # Numba is in the extra `bots`
        from numberhouse.games.set_theory.catalogue.factor_kernel import factors

        return factors(LIMIT)

    @cached_property
    def prime(self) -> Flags:
        """Whether each number is prime."""
        return self.sieve[:LIMIT]

    @cached_property
    def sieve(self) -> Flags:
        """Whether each number below ten million is prime, for reversed, doubled and neighbouring numbers."""
        sieve = np.ones(10 * LIMIT, bool)
        sieve[:2] = False
        sieve[4::2] = False
        for p in range(3, int(len(sieve) ** 0.5) + 1, 2):
            if sieve[p]:
                sieve[p * p :: 2 * p] = False
        return sieve

    @cached_property
    def root(self) -> Any:
        """The whole part of each square root."""
        return np.sqrt(self.n + 0.5).astype(np.int64)

    @cached_property
    def cube_root(self) -> Any:
        """The whole part of each cube root."""
        return np.cbrt(self.n + 0.5).astype(np.int64)

    def gcd(self, left: Any, right: Any) -> Any:
        """The greatest common divisors, element by element."""
        return np.gcd(left, right)

    def ones(self, values: Any) -> Any:
        """Number of binary ones, element by element."""
        return np.bitwise_count(values).astype(np.int64)

    def of(self, values: Any) -> Flags:
        """Whether each number is among these values. Values outside the range are ignored."""
        values = np.asarray(values, np.int64)
        found = np.zeros(LIMIT, bool)
        found[values[(values >= 0) & (values < LIMIT)]] = True
        return found

    def sums(self, *parts: Any) -> Flags:
        """Whether each number is a sum of one value from each of the parts."""
        found = self.of([0])
        for part in parts:
            wider = np.zeros(LIMIT, bool)
            for value in np.unique(np.asarray(part, np.int64)):
                if 0 <= value < LIMIT:
                    wider[value:] |= found[: LIMIT - value]
            found = wider
        return found

    def shifted(self, flags: Flags, by: int) -> Flags:
        """Whether n + `by` is flagged, for each n; false outside the range of the flags."""
        at = self.n + by
        inside = (at >= 0) & (at < len(flags))
        return inside & flags[np.where(inside, at, 0)]
