"""The digits of many numbers at once, in any base."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Digits"]

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


class Digits:
    """The digits of the numbers in an array (none negative), without leading zeros; 0 has one digit."""

    def __init__(self, n: Ints, base: int = 10) -> None:
        self.n = n
        self.base = base

    @cached_property
    def columns(self) -> list[NDArray[np.int16]]:
        """Column k: the digit of base^k; −1 where the number is shorter."""
        rest, columns = self.n, []
        there = np.ones(len(rest), bool)
        while there.any():
            fewer = rest // self.base  # with the product below much faster than `divmod`
            columns.append(np.where(there, rest - fewer * self.base, -1).astype(np.int16))
            rest = fewer
            there = rest > 0
        return columns

    @cached_property
    def length(self) -> Any:
        """Number of digits."""
        return sum((column >= 0).astype(np.int16) for column in self.columns)

    @cached_property
    def total(self) -> Ints:
        """The sum of the digits."""
        return self.sum_of(lambda digit: digit)

    @cached_property
    def product(self) -> Ints:
        """The product of the digits."""
        product = np.ones(len(self.n), np.int64)
        for column in self.columns:
            product *= np.where(column >= 0, column, 1)
        return product

    @cached_property
    def seen(self) -> NDArray[np.int64]:
        """Bit d: whether digit d occurs, for bases up to 62."""
        seen = np.zeros(len(self.n), np.int64)
        for column in self.columns:
            seen |= np.where(column >= 0, np.int64(1) << np.maximum(column, 0).astype(np.int64), 0)
        return seen

    @cached_property
    def distinct(self) -> NDArray[np.uint8]:
        """Number of different digits."""
        return np.bitwise_count(self.seen)

    @cached_property
    def first(self) -> NDArray[np.int16]:
        """The leading digit."""
        return self.from_left(0)

    @property
    def last(self) -> NDArray[np.int16]:
        """The digit of the units."""
        return self.columns[0]

    @cached_property
    def largest(self) -> Any:
        """The largest digit."""
        return np.maximum.reduce(self.columns)

    @cached_property
    def smallest(self) -> Any:
        """The smallest digit."""
        return np.minimum.reduce([np.where(c < 0, self.base, c).astype(np.int16) for c in self.columns])

    @cached_property
    def reverse(self) -> Ints:
        """The number with the digits in reverse order."""
        reverse = np.zeros(len(self.n), np.int64)
        for column in self.columns:
            reverse = np.where(column >= 0, reverse * self.base + column, reverse)
        return reverse

    @cached_property
    def alternating(self) -> Ints:
        """The sum of the digits with signs + − + … from the right."""
        total = np.zeros(len(self.n), np.int64)
        for k, column in enumerate(self.columns):
            total += np.maximum(column, 0) * (-1) ** k
        return total

    def sum_of(self, value: Any) -> Ints:
        """The sum over all digits of `value`, a function of the digit."""
        worth = np.array([value(digit) for digit in range(self.base)] + [0], np.int64)
        total = np.zeros(len(self.n), np.int64)
        for column in self.columns:
            total += worth[column]  # −1, no digit, is the last place
        return total

    def count(self, *digits: int) -> Ints:
        """Number of digits that are among these."""
        return self.sum_of(lambda digit: digit in digits)

    def only(self, *digits: int) -> Flags:
        """Whether all digits are among these."""
        return np.asarray(self.count(*digits) == self.length)

    def from_left(self, place: int) -> NDArray[np.int16]:
        """The digit at a place from the left, 0 the leading one; −1 where the number is too short."""
        stacked = np.stack(self.columns)
        at = self.length.astype(np.int64) - 1 - place
        return np.where(at >= 0, stacked[np.maximum(at, 0), np.arange(len(self.n))], -1).astype(np.int16)

    def every_pair(self, fits: Any) -> Flags:
        """Whether all pairs of neighbours (left, right) fit. True for a single digit."""
        good = np.ones(len(self.n), bool)
        for right, left in zip(self.columns, self.columns[1:], strict=False):
            good &= (left < 0) | fits(left, right)
        return good

    def some_pair(self, fits: Any) -> Flags:
        """Whether some pair of neighbours (left, right) fits."""
        return self.some_run(2, fits)

    def some_run(self, length: int, fits: Any) -> Flags:
        """Whether some run of `length` neighbours fits, passed from left to right."""
        found = np.zeros(len(self.n), bool)
        for k in range(len(self.columns) - length + 1):
            run = self.columns[k : k + length][::-1]
            found |= (run[0] >= 0) & fits(*run)
        return found
