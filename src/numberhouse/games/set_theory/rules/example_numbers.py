"""The example numbers of the ten sets: drawn at random, or chosen by the host (ST-4, ST-11).

Drawn examples are random members of the set, every choice equally likely. The tier may fix the number of near
examples (below 1000). Then that number is drawn from the near members and the rest from the far ones. A set
with too few members of one kind gives more of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue import CATALOGUE, FIRST, LAST, bitmaps
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet, Named
from numberhouse.games.set_theory.catalogue.tiers import NEAR, Tier, near_examples
from numberhouse.games.set_theory.rules.belonging import belongs
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.model import MOST_EXAMPLES, SETS
from numberhouse.words import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["check_chosen", "check_counts", "drawn_examples", "near_counts", "near_share"]

RARE: Final = 1_000
"""A set with fewer members than this is searched completely. Random draws would take too long to hit it."""


def drawn_examples(hidden: HiddenSet, count: int, tier: Tier, chance: Chance) -> tuple[int, ...]:
    """`count` members of the set, in order. The set has at least 15 (ST-11)."""
    wanted = near_examples(tier, count)
    if wanted is None and isinstance(hidden, Named) and bitmaps.count(hidden.id) >= RARE:
        return _accepted(count, chance, partial(belongs, hidden))  # its column of the table takes 40 ms
    flags = bitmaps.members(hidden)
    if wanted is not None:
        near, far = _numbers(flags[:NEAR]), _numbers(flags[NEAR:], NEAR)
        share = near_share(wanted, count, len(near), len(far))
        return tuple(sorted((*chance.sample(near, share), *chance.sample(far, count - share))))
    if int(flags.sum()) < RARE:
        return tuple(sorted(chance.sample(_numbers(flags), count)))
    return _accepted(count, chance, flags.__getitem__)


def _accepted(count: int, chance: Chance, belongs: Callable[[int], Any]) -> tuple[int, ...]:
    """`count` random members, in order: numbers are drawn until there are enough."""
    members: set[int] = set()
    while len(members) < count:
        number = FIRST + chance.below(LAST - FIRST + 1)
        if belongs(number):
            members.add(number)
    return tuple(sorted(members))


def near_share(wanted: int, count: int, near: int, far: int) -> int:
    """Number of near ones among `count` examples of a set with that many near and far members."""
    return min(near, max(wanted, count - far))


@cache
def near_counts() -> NDArray[np.int64]:
    """int64[properties]: number of members of each property of the catalogue from 10 to 999."""
    import numpy as np  # in the extra `bots`

    rows = np.ascontiguousarray(bitmaps.table()[FIRST:NEAR])
    bits = np.unpackbits(rows.view(np.uint8).reshape(len(rows), -1), axis=1, bitorder="little")
    return np.asarray(bits[:, : len(CATALOGUE)].sum(axis=0), np.int64)


def check_counts(chosen: Sequence[Sequence[int]], handed_in: bool) -> None:
    """Check the numbers of chosen examples, and that the sets are handed in, before any example is evaluated.
    Raises `IllegalAction`."""
    if not chosen:
        return
    if not handed_in:
        raise IllegalAction(
            "examples-without-sets",
            "example_numbers: examples can be chosen for sets that are handed in; hand in the ten sets too, "
            "or leave the examples out to have them drawn",
        )
    if len(chosen) != SETS:
        raise IllegalAction(
            "options",
            "example_numbers: {count} lists handed in; {needed} are accepted, from A to J, or none to "
            "have the examples drawn",
            {"option": "example_numbers", "count": len(chosen), "needed": SETS},
        )
    for label, numbers in zip(LABELS, chosen, strict=True):
        if len(numbers) > MOST_EXAMPLES:
            raise IllegalAction(
                "many-examples",
                "set {set}: {count} examples; at most {most} are accepted",
                {"set": label, "count": len(numbers), "most": MOST_EXAMPLES},
            )


def check_chosen(chosen: Sequence[Sequence[int]], sets: Sequence[HiddenSet]) -> None:
    """Check that every example can be placed, is a member of its set, and occurs once in it. Sets may have
    different numbers of examples and may share them. Raises `IllegalAction`."""
    for label, numbers, hidden in zip(LABELS, chosen, sets, strict=True):
        seen: set[int] = set()
        for number in numbers:
            _check_one(label, number, hidden, number in seen)
            seen.add(number)


def _check_one(label: str, number: int, hidden: HiddenSet, again: bool) -> None:
    if not FIRST <= number <= LAST:
        shown = str(number) if abs(number) < 10**20 else message("a number of so many digits")
        raise IllegalAction(
            "example-out-of-range",
            "set {set}: {number:t} can't be an example; numbers from {first} to {last} are accepted",
            {"set": label, "number": shown, "first": FIRST, "last": LAST},
        )
    if again:
        raise IllegalAction(
            "example-twice",
            "set {set}: {number} is an example twice; the examples of a set must differ",
            {"set": label, "number": number},
        )
    if not belongs(hidden, number):
        raise IllegalAction(
            "not-a-member",
            "set {set}: {number} doesn't belong to it; its examples must be members",
            {"set": label, "number": number},
        )


def _numbers(flags: Any, first: int = 0) -> list[int]:
    """The numbers with a set flag. The first flag belongs to `first`. There may be a million of them."""
    numbers: list[int] = (flags.nonzero()[0] + first).tolist()
    return numbers
