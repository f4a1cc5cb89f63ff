"""Short ids of problems (TM-7): `C4` and a few characters that determine the problem exactly.

An id consists of a letter for the mode (C classic, X extreme, N nightmare), the number of verifiers, a number
in base 32 of a fixed length, and a check character. The digits are 0-9 and A-Z without I, L, O and U; upper
and lower case are equal. The number is the rank of a set of laws among all sets of that size (combinatorial
number system). A problem therefore has exactly one id in any order of its verifiers. In nightmare the order
is part of the problem, so the rank includes it.

The check character makes a weighted sum over the field of 32 elements zero. The weights of all places are
different and not zero. The check therefore detects any single wrong character and any two swapped characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, factorial
from typing import Final, TypeAlias

from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import VERIFIERS, Layout, Mode

__all__ = ["BadId", "parse", "write"]

Laws: TypeAlias = tuple[tuple[int, int], ...]
"""The laws of a problem, as in `Problem.laws`."""

DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS: Final[dict[str, Mode]] = {"C": "classic", "X": "extreme", "N": "nightmare"}

PLACES: Final = tuple((card.number, place) for card in CARDS.values() for place in range(len(card.laws)))
"""All laws as (card, place on the card), in order."""
NUMBERS: Final = {place: number for number, place in enumerate(PLACES)}
DECOYS: Final = len(CARDS)

LONGEST: Final = 17
"""Longest id, in characters: that of an extreme problem of six verifiers."""


class BadId(ValueError):  # noqa: N818 - as players call it
    """The text is no id of a problem. The message gives the reason."""


def write(layout: Layout, laws: Laws) -> str:
    """The id of a valid problem with this layout and these laws."""
    mode, verifiers = layout.mode, layout.verifiers
    rank = rank_set(items(layout, laws))
    if mode == "nightmare":
        rank = rank * factorial(verifiers) + rank_order([card for card, _ in laws])
    letter = next(letter for letter, name in LETTERS.items() if name == mode)
    body = "".join(DIGITS[rank >> 5 * k & 31] for k in reversed(range(length(mode, verifiers))))
    text = f"{letter}{verifiers}{body}"
    return text + DIGITS[weighted(text)]


def parse(text: str) -> tuple[Layout, Laws]:
    """The layout and the laws of an id. They may make an invalid problem. Raises `BadId` for a text that is
    no id."""
    if len(text) > LONGEST:
        raise BadId(f"An id is at most {LONGEST} characters long, this has {len(text)}.")
    for char in text:
        if not char.isascii() or char.upper() not in DIGITS:
            raise BadId(
                f"{text!r} is no id: it has the character {char!r}. "
                "Ids are written with 0-9 and A-Z without I, L, O and U."
            )
    plain = text.upper()
    mode, verifiers = prefix(text, plain)
    wanted = 3 + length(mode, verifiers)
    if len(plain) != wanted:
        raise BadId(
            f"{text!r} is no id: one that begins with {plain[:2]} has {wanted} characters, not {len(plain)}."
        )
    if weighted(plain[:-1]) != DIGITS.index(plain[-1]):
        raise BadId(f"{text!r} is no id: its check character says that it was mistyped somewhere.")
    rank = 0
    for char in plain[2:-1]:
        rank = 32 * rank + DIGITS.index(char)
    if rank >= size(mode, verifiers):
        raise BadId(f"{text!r} is no id: its number is greater than that of any problem.")
    return rebuilt(mode, verifiers, rank)


def prefix(text: str, plain: str) -> tuple[Mode, int]:
    mode = LETTERS.get(plain[:1])
    if mode is None:
        raise BadId(f"{text!r} is no id: the first letter is C (classic), X (extreme) or N (nightmare).")
    verifiers = plain[1:2]
    if verifiers not in {str(number) for number in VERIFIERS}:
        raise BadId(f"{text!r} is no id: the second character is the number of verifiers, 4, 5 or 6.")
    return mode, int(verifiers)


def items(layout: Layout, laws: Laws) -> list[int]:
    """The problem as a set of numbers, one for each verifier: its law, and in extreme the card beside it."""
    if layout.mode != "extreme":
        return [NUMBERS[law] for law in laws]
    numbers = []
    for pair, law in zip(layout.cards, laws, strict=True):
        decoy = pair[pair[0] == law[0]]
        numbers.append(NUMBERS[law] * DECOYS + decoy - 1)
    return numbers


def rebuilt(mode: Mode, verifiers: int, rank: int) -> tuple[Layout, Laws]:
    """The layout and the laws of this rank."""
    order = 0
    if mode == "nightmare":
        rank, order = divmod(rank, factorial(verifiers))
    chosen = unrank_set(rank, verifiers, universe(mode))
    if mode == "extreme":
        laws: Laws = tuple(PLACES[item // DECOYS] for item in chosen)
        pairs = zip(laws, chosen, strict=True)
        cards: tuple[tuple[int, ...], ...] = tuple((card, item % DECOYS + 1) for (card, _), item in pairs)
    else:
        laws = tuple(PLACES[item] for item in chosen)
        cards = tuple((card,) for card, _ in laws)
        if mode == "nightmare":
            laws = tuple(unrank_order(order, laws))
    return Layout(mode, cards), laws


def universe(mode: Mode) -> int:
    return len(PLACES) * DECOYS if mode == "extreme" else len(PLACES)


def size(mode: Mode, verifiers: int) -> int:
    orders = factorial(verifiers) if mode == "nightmare" else 1
    return comb(universe(mode), verifiers) * orders


def length(mode: Mode, verifiers: int) -> int:
    """The length of the number, in base-32 characters."""
    return -(-(size(mode, verifiers) - 1).bit_length() // 5)


def rank_set(numbers: Iterable[int]) -> int:
    return sum(comb(number, k) for k, number in enumerate(sorted(numbers), 1))


def unrank_set(rank: int, count: int, limit: int) -> list[int]:
    numbers = []
    for k in range(count, 0, -1):
        low, high = k - 1, limit - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if comb(middle, k) <= rank else (low, middle - 1)
        numbers.append(low)
        rank -= comb(low, k)
    return numbers[::-1]


def rank_order(cards: Sequence[int]) -> int:
    left, rank = sorted(cards), 0
    for card in cards:
        rank = rank * len(left) + left.index(card)
        left.remove(card)
    return rank


def unrank_order(rank: int, laws: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    steps = []
    for base in range(1, len(laws) + 1):
        rank, step = divmod(rank, base)
        steps.append(step)
    left = sorted(laws)
    return [left.pop(step) for step in reversed(steps)]


def weighted(text: str) -> int:
    """The sum of the characters, each multiplied by a different power of x, in the field of 32 elements."""
    total = 0
    for char in text:
        total = doubled(total ^ DIGITS.index(char))
    return total


def doubled(element: int) -> int:
    """The element multiplied by x, modulo x^5 + x^2 + 1, whose powers of x are all 31 non-zero elements."""
    return element << 1 ^ (0b100101 if element & 16 else 0)
