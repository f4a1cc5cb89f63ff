"""Which digits a number has, and how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, SAME_IN_RANGE, Recipe, entries

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def contains(d: int) -> Recipe:
    """Numbers with the digit d."""
    return lambda x: x.decimal.count(d) > 0


def has_not(d: int) -> Recipe:
    """Numbers without the digit d."""
    return lambda x: x.decimal.count(d) == 0


def begins(d: int) -> Recipe:
    """Numbers that begin with d."""
    return lambda x: x.decimal.first == d


def different(k: int) -> Recipe:
    """Numbers with k different digits."""
    return lambda x: x.decimal.distinct == k


def zigzag(x: Numbers) -> Any:
    """Numbers whose digits go up and down by turns."""
    turns = x.n >= 0
    columns = x.decimal.columns
    for right, middle, left in zip(columns, columns[1:], columns[2:], strict=False):
        turns &= (left < 0) | ((right > middle) & (left > middle)) | ((right < middle) & (left < middle))
    return turns & x.decimal.every_pair(lambda left, right: left != right)


def pair_sums_to_ten(x: Numbers) -> Any:
    """Numbers with neighbouring digits that add up to 10."""
    return x.decimal.some_pair(lambda left, right: left + right == 10)


ENTRIES = entries(
    "digit-patterns",
    ("contains-8", "contains the digit 8", "содержит цифру 8", contains(8), SAME_IN_RANGE),
    *(
        (f"contains-{d}", f"contains the digit {d}", f"содержит цифру {d}", contains(d))
        for d in (0, 1, 3, 5, 7)
    ),
    *(
        (f"no-{d}", f"does not contain the digit {d}", f"не содержит цифру {d}", has_not(d))
        for d in (2, 4, 6, 9)
    ),
    *((f"begins-with-{d}", f"begins with {d}", f"начинается с {d}", begins(d)) for d in (1, 7)),
    *(
        (
            f"{k}-different-digits",
            f"has exactly {k} different digits",
            f"содержит ровно {k} разные цифры",
            different(k),
        )
        for k in (2, 3, 4)
    ),
    ("ends-in-3", "ends in 3", "оканчивается на 3", lambda x: x.n % 10 == 3),
    (
        "two-7s",
        "contains the digit 7 exactly twice",
        "содержит цифру 7 ровно два раза",
        lambda x: x.decimal.count(7) == 2,
    ),
    (
        "all-digits-different",
        "has no digit twice",
        "все цифры разные",
        lambda x: x.decimal.distinct == x.decimal.length,
        FINITE,
    ),
    (
        "equal-neighbours",
        "has two equal digits side by side",
        "есть две одинаковые цифры рядом",
        lambda x: x.decimal.some_pair(lambda a, b: a == b),
    ),
    (
        "palindrome",
        "reads the same backwards",
        "читается одинаково в обе стороны",
        lambda x: x.decimal.reverse == x.n,
    ),
    (
        "first-is-last",
        "begins and ends with the same digit",
        "первая и последняя цифры совпадают",
        lambda x: x.decimal.first == x.decimal.last,
    ),
    (
        "ascending",
        "has digits each larger than the one before",
        "каждая цифра больше предыдущей",
        lambda x: x.decimal.every_pair(lambda a, b: a < b),
        FINITE,
    ),
    (
        "not-falling",
        "has digits none smaller than the one before",
        "ни одна цифра не меньше предыдущей",
        lambda x: x.decimal.every_pair(lambda a, b: a <= b),
    ),
    (
        "descending",
        "has digits each smaller than the one before",
        "каждая цифра меньше предыдущей",
        lambda x: x.decimal.every_pair(lambda a, b: a > b),
        FINITE,
    ),
    ("zigzag", "has digits that go up and down by turns", "цифры по очереди то растут, то убывают", zigzag),
    (
        "parity-by-turns",
        "has even and odd digits by turns",
        "чётные и нечётные цифры чередуются",
        lambda x: x.decimal.every_pair(lambda a, b: (a + b) % 2 == 1),
    ),
    (
        "all-neighbours-within-3",
        "has no two neighbouring digits that differ by more than 3",
        "никакие соседние цифры не отличаются больше чем на 3",
        lambda x: x.decimal.every_pair(lambda a, b: (a - b) ** 2 <= 9),
    ),
    (
        "neighbours-sum-to-10",
        "has two neighbouring digits that add up to 10",
        "есть две соседние цифры с суммой 10",
        pair_sums_to_ten,
    ),
    ("odd-digits-only", "has odd digits only", "все цифры нечётные", lambda x: x.decimal.only(1, 3, 5, 7, 9)),
    (
        "more-even-digits",
        "has more even digits than odd ones",
        "чётных цифр больше, чем нечётных",
        lambda x: 2 * x.decimal.count(0, 2, 4, 6, 8) > x.decimal.length,
    ),
    (
        "prime-digits-only",
        "has no other digits than 2, 3, 5, 7",
        "записано только цифрами 2, 3, 5, 7",
        lambda x: x.decimal.only(2, 3, 5, 7),
    ),
    (
        "smallest-digit-2",
        "has 2 as its smallest digit",
        "наименьшая цифра — 2",
        lambda x: x.decimal.smallest == 2,
    ),
    (
        "length-is-a-digit",
        "contains the number of its digits as a digit",
        "содержит цифру, равную количеству своих цифр",
        lambda x: x.decimal.seen >> x.decimal.length & 1 == 1,
        FINITE,
    ),
)
