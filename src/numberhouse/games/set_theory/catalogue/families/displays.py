"""Properties of the digits' shapes: on a seven-segment display, on a keypad, in a mirror, as closed loops.

On the seven segments 6 and 9 have their tails, and 7 has three segments. The keypad is a telephone's: 123
above 456 above 789, and 0 below the 8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]

SEGMENTS = (6, 2, 5, 5, 4, 5, 6, 3, 7, 6)
HOLES = (1, 0, 0, 0, 1, 0, 1, 0, 2, 1)
TURNED = {0: 0, 1: 1, 6: 9, 8: 8, 9: 6}
PLACES = ((3, 1), (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2))
ROMAN = (0, 1, 2, 3, 2, 1, 2, 3, 4, 2)
"""Number of signs for each digit of a Roman place: I II III IV V VI VII VIII IX."""


def segments(x: Numbers) -> Any:
    """Number of lit segments."""
    return x.decimal.sum_of(lambda d: SEGMENTS[d])


def holes(x: Numbers) -> Any:
    """Number of closed loops in the digits."""
    return x.decimal.sum_of(lambda d: HOLES[d])


def key_steps(x: Numbers, largest: int) -> Any:
    """Numbers in which each key is at most `largest` steps from the one before. A diagonal step counts one;
    the same key is no step."""
    import numpy as np  # in the extra `bots`

    places = np.array(PLACES)
    far = np.abs(places[:, None] - places[None]).max(axis=2)
    return x.decimal.every_pair(lambda a, b: far[a.clip(0), b.clip(0)] <= largest)


def one_row(x: Numbers) -> Any:
    """Numbers whose digits are all on one row or one column of the keypad."""
    sets = [[d for d, p in enumerate(PLACES) if p[axis] == line] for axis in (0, 1) for line in range(4)]
    return sum(x.decimal.only(*keys) for keys in sets if keys) > 0


def roman_signs(x: Numbers) -> Any:
    """Number of signs of the digits in Roman numerals, place by place, with any sign for a place."""
    return x.decimal.sum_of(lambda d: ROMAN[d])


ENTRIES = entries(
    "displays",
    (
        "segments-even",
        message("lights an even number of segments on a calculator"),
        lambda x: segments(x) % 2 == 0,
    ),
    (
        "segments-at-most-22",
        message("lights at most 22 segments on a calculator"),
        lambda x: segments(x) <= 22,
        FINITE,
    ),
    (
        "segments-divide",
        message("is a multiple of how many segments it lights on a calculator"),
        lambda x: x.n % segments(x) == 0,
    ),
    (
        "upside-down-digits",
        message("is made of digits that can be read upside down: 0, 1, 6, 8, 9"),
        lambda x: x.decimal.only(*TURNED),
    ),
    (
        "no-holes",
        message("has no digit with a hole: none of 0, 4, 6, 8, 9"),
        lambda x: holes(x) == 0,
    ),
    (
        "holes-odd",
        message("has an odd number of holes in its digits: one in 0, 4, 6, 9, two in 8"),
        lambda x: holes(x) % 2 == 1,
    ),
    (
        "curved-digits",
        message(
            "has more curved digits (0, 2, 3, 5, 6, 8, 9) than straight ones (1, 4, 7), by at least four"
        ),
        lambda x: x.decimal.length - 2 * x.decimal.count(1, 4, 7) >= 4,
    ),
    (
        "keypad-steps",
        message("is typed on a telephone's keys from each to a neighbour, also across a corner, or the same"),
        lambda x: key_steps(x, 1),
    ),
    (
        "keypad-one-line",
        message("is typed on one row or one column of a telephone's keys"),
        one_row,
    ),
    (
        "keypad-every-row",
        message("has a digit of each of the keys' rows 123, 456 and 789"),
        lambda x: (
            (x.decimal.count(1, 2, 3) > 0) & (x.decimal.count(4, 5, 6) > 0) & (x.decimal.count(7, 8, 9) > 0)
        ),
    ),
    (
        "roman-signs-prime",
        message("takes a prime number of signs in Roman figures, digit by digit (4 as two signs, 9 as two)"),
        lambda x: x.prime[roman_signs(x)],
    ),
)
