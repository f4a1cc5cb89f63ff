"""Tiers of the properties by how well known they are (ST-11). This file alone assigns them.

A match of tier `plain` draws from the plain properties, one of tier `mixed` also from the properties in
`MIXED`, and one of tier `whole` from all. Plain and mixed matches use small numbers: the density of a set is
its density below 1000, and most (plain) or half (mixed) of the examples are below 1000.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from numberhouse.games.set_theory.catalogue import CATALOGUE

__all__ = ["MIXED", "NEAR", "ORDER", "PLAIN", "TIERS", "Tier", "draws", "near_examples"]

Tier: TypeAlias = Literal["plain", "mixed", "whole"]

NEAR: Final = 1_000
"""Numbers below this one are near."""


def _ids(text: str) -> frozenset[str]:
    return frozenset(text.split())


PLAIN: Final = _ids(
    """
    multiple-of-2 multiple-of-3 multiple-of-4 multiple-of-5 multiple-of-7 multiple-of-9 multiple-of-11
    multiple-of-101
    prime prime-ending-in-7
    semiprime squarefree abundant
    square cube perfect-power triangular
    digit-sum-15 digit-sum-21 digit-sum-multiple-of-2 digit-sum-multiple-of-5 digit-sum-prime harshad
    contains-3 contains-7 begins-with-1 ends-in-3 two-7s palindrome first-is-last odd-digits-only
    sum-of-two-squares sum-of-two-cubes difference-of-two-squares
    evil binary-palindrome
    name-has-w name-begins-with-t name-ends-in-e
    leap-year last-two-a-day
    upside-down-digits no-holes
    """
)
"""Properties known from school, or explained in a word."""

MIXED: Final = _ids(
    """
    multiple-of-6 multiple-of-8 multiple-of-13 multiple-of-17
    residue-1-mod-3 residue-2-mod-3 residue-1-mod-4 residue-3-mod-4 residue-2-mod-5 residue-5-mod-6
    residue-3-mod-7 residue-5-mod-11 multiple-of-2-or-3 multiple-of-3-or-5-not-both multiple-of-a-digit
    multiple-of-all-digits
    isolated-prime prime-1-mod-4 prime-with-prime-digit-sum next-to-a-prime reverse-is-prime
    product-of-3-primes prime-power 3-different-primes sphenic multiple-of-a-cube 7-smooth 4-divisors
    8-divisors 12-divisors
    pentagonal product-of-neighbours within-10-of-a-square square-ends-in-its-last-two
    digit-sum-9 digit-sum-multiple-of-4 digit-sum-multiple-of-7 digit-sum-multiple-of-11 digit-sum-square
    square-digit-sum-prime happy digits-halve digit-product-square
    contains-0 contains-1 contains-5 no-2 no-4 no-6 no-9 begins-with-7 2-different-digits 3-different-digits
    equal-neighbours not-falling zigzag parity-by-turns neighbours-sum-to-10 more-even-digits
    prime-digits-only
    sum-of-two-positive-squares sum-of-three-cubes square-and-cube sum-of-two-triangular sum-of-two-primes
    prime-and-small-square
    ones-multiple-of-3 more-ones as-many-ones-as-zeros binary-no-11 binary-no-00 binary-even-length
    multiple-of-ones
    base-3-no-0 base-3-no-1 base-3-no-2 base-9-no-0
    name-even-letters name-letters-multiple-of-5 name-words-even name-begins-with-f name-ends-in-n
    year-begins-on-sunday minutes-to-odd-hour seconds-past-half
    segments-even holes-odd keypad-one-line
    """
)
"""Properties that a sentence explains."""


def _tier(name: str) -> Tier:
    return "plain" if name in PLAIN else "mixed" if name in MIXED else "whole"


TIERS: Final[Mapping[str, Tier]] = MappingProxyType({name: _tier(name) for name in CATALOGUE})
"""By property, the narrowest tier that draws it."""

ORDER: Final[tuple[Tier, ...]] = ("plain", "mixed", "whole")


def draws(tier: Tier, name: str) -> bool:
    """Whether a match of that tier may draw the property."""
    return ORDER.index(TIERS[name]) <= ORDER.index(tier)


def near_examples(tier: Tier, count: int) -> int | None:
    """Number of a set's examples below 1000, if the set has enough members below and above; None: the tier
    doesn't fix it."""
    if tier == "whole":
        return None
    return count - count // 3 if tier == "plain" else count // 2
