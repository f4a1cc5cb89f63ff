"""The names of numbers in English, spelled without "and": nine hundred ninety-nine thousand …

Spaces and hyphens don't count as letters. The properties of a name are computed from those of the names below
a thousand, so that no million names are spelled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, SAME_IN_RANGE, Recipe, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES", "name"]

ONES = (
    *("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def name(n: int) -> str:
    """The name of 0 … 999,999, with spaces between words: "forty two thousand seven". The name of 0 is
    empty."""
    high, low = divmod(n, 1_000)
    words = [*([small(high), "thousand"] if high else []), small(low)]
    return " ".join(word for word in words if word)


def small(n: int) -> str:
    """The name of a number below a thousand."""
    hundreds, rest = divmod(n, 100)
    tens, ones = divmod(rest, 10)
    words = [f"{ONES[hundreds]} hundred"] if hundreds else []
    words += [ONES[rest]] if rest < 20 else [TENS[tens], ONES[ones]]
    return " ".join(word for word in words if word)


def total(x: Numbers, value: Callable[[str], int]) -> Any:
    """For each name, the sum of the values of its words."""
    import numpy as np  # in the extra `bots`

    under = np.array([sum(value(word) for word in small(n).split()) for n in range(1_000)], np.int64)
    return under[x.n // 1_000] + (x.n >= 1_000) * value("thousand") + under[x.n % 1_000]


def letters(x: Numbers) -> Any:
    """Number of letters in the name."""
    return total(x, len)


def words(x: Numbers) -> Any:
    """Number of words in the name; forty-two has two."""
    return total(x, lambda _: 1)


def letter(sign: str) -> Callable[[Numbers], Any]:
    """Number of occurrences of the letter in the name."""
    return lambda x: total(x, lambda word: word.count(sign))


def vowels(x: Numbers) -> Any:
    """Number of vowels in the name: a, e, i, o, u."""
    return total(x, lambda word: sum(word.count(sign) for sign in "aeiou"))


def alphabet(x: Numbers) -> Any:
    """Sum of the letters' places in the alphabet."""
    return total(x, lambda word: sum(ord(sign) - 96 for sign in word))


def at_end(place: int, sign: str) -> Recipe:
    """Numbers whose name has the letter first (0) or last (−1). The last word is in the part below a
    thousand, or is "thousand" if that part is 0. The first word is in the part above, if it exists."""

    def recipe(x: Numbers) -> Any:
        import numpy as np  # in the extra `bots`

        high, low = x.n // 1_000, x.n % 1_000
        under = np.array([ord((small(n) or "-")[place]) for n in range(1_000)])
        if place == 0:
            return np.where(high > 0, under[high], under[low]) == ord(sign)
        return np.where(low > 0, under[low], ord("d")) == ord(sign)

    return recipe


ENTRIES = entries(
    "names",
    (
        "name-even-letters",
        message("has an English name with an even number of letters"),
        lambda x: letters(x) % 2 == 0,
    ),
    (
        "name-letters-multiple-of-5",
        message("has an English name with a number of letters that is a multiple of 5"),
        lambda x: letters(x) % 5 == 0,
    ),
    (
        "name-letters-divide",
        message("is a multiple of how many letters its English name has"),
        lambda x: x.n % letters(x).clip(1) == 0,
    ),
    (
        "name-at-most-30-letters",
        message("has an English name of at most 30 letters"),
        lambda x: letters(x) <= 30,
        FINITE,  # only finitely many names have thirty letters
    ),
    (
        "name-words-even",
        message("has an English name with an even number of words (forty-two is two words, no “and”)"),
        lambda x: words(x) % 2 == 0,
    ),
    (
        "name-alphabet-sum-even",
        message("has an English name whose letters' places in the alphabet add up to an even number"),
        lambda x: alphabet(x) % 2 == 0,
    ),
    (
        "name-no-i",
        message("has an English name without the letter i"),
        lambda x: letter("i")(x) == 0,
        FINITE,  # every name from a million on has an "-illion"
    ),
    (
        "name-has-g",
        message("has an English name with the letter g"),
        lambda x: letter("g")(x) > 0,
        SAME_IN_RANGE,
    ),
    (
        "name-has-w",
        message("has an English name with the letter w"),
        lambda x: letter("w")(x) > 0,
    ),
    (
        "name-begins-with-f",
        message("has an English name that begins with f"),
        at_end(0, "f"),
    ),
    (
        "name-begins-with-t",
        message("has an English name that begins with t"),
        at_end(0, "t"),
    ),
    (
        "name-ends-in-e",
        message("has an English name that ends in e"),
        at_end(-1, "e"),
    ),
    (
        "name-ends-in-n",
        message("has an English name that ends in n"),
        at_end(-1, "n"),
    ),
)
