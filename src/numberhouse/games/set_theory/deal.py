"""The ten sets, their worths and their examples: drawn by chance, or handed in (ST-2, ST-4, ST-11).

The law of the draw, which the posterior counts on:

1. Every set gets a family and a band of density (`BANDS`): no family twice, and each band as often as it
   says. Every way to do so is equally likely, as far as the catalogue has properties for it.
2. Within its family and band every property is equally likely. Finite and conjectural ones are left out, and
   those whose members in range are those of another.
3. Every worth is 1, 2 or 3, equally likely, whatever the others are.
4. The examples of a set are any of its members, every choice of so many equally likely.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from numberhouse.game import Chance, IllegalAction
from numberhouse.games.set_theory.belonging import belongs
from numberhouse.games.set_theory.catalogue import (
    CATALOGUE,
    CONJECTURAL,
    FINITE,
    FIRST,
    LAST,
    SAME_IN_RANGE,
    UnknownProperty,
    find,
)
from numberhouse.games.set_theory.grid import LABELS
from numberhouse.games.set_theory.hidden_set import BadSets, HiddenSet, Named, Written, check_ten
from numberhouse.games.set_theory.table import MOST_EXAMPLES, SETS, Options, State, Worth

__all__ = ["BANDS", "Band", "cells", "dealt", "drawn_sets"]


class Band(NamedTuple):
    """A part of the densities."""

    least: float
    below: float
    sets: int
    """How many of the ten lie in it."""


BANDS: Final = (Band(0.001, 0.05, 3), Band(0.05, 0.25, 4), Band(0.25, 0.9, 3))

WORTHS: Final[tuple[Worth, ...]] = (1, 2, 3)

LEFT_OUT: Final = frozenset((FINITE, CONJECTURAL, SAME_IN_RANGE))


def dealt(options: Options, chance: Chance) -> State:
    """The first state. Raises `IllegalAction` with the code `options`, or that of what is wrong with the sets
    handed in."""
    _check(options)
    sets = _handed_in(options) if options.sets else tuple(Named(name) for name in drawn_sets(chance))
    worths = options.worths or tuple(chance.choice(WORTHS) for _ in range(SETS))
    examples = tuple(_examples(hidden, options.examples, chance) for hidden in sets)
    public = Options(options.first, options.examples, options.on_time_out, assistance=options.assistance)
    return State(public, bool(options.sets), sets, worths, examples)


def drawn_sets(chance: Chance) -> tuple[str, ...]:
    """The ids of ten properties, by the law above."""
    drawn: list[str] = []
    left = tuple(band.sets for band in BANDS)
    for place, family in enumerate(cells()):
        choices = [(None, left), *((band, _less(left, band)) for band, ids in enumerate(family) if ids)]
        weights = [_ways(place + 1, after) for _, after in choices]
        band, left = chance.weighted(choices, weights)
        if band is not None:
            drawn.append(chance.choice(family[band]))
    return tuple(chance.shuffled(drawn))


@cache
def cells() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The properties that may be drawn, by family and band."""
    from numberhouse.games.set_theory.bitmaps import density

    found: dict[str, list[list[str]]] = {}
    for name, known in CATALOGUE.items():
        family = found.setdefault(known.family, [[] for _ in BANDS])
        for place, band in enumerate(BANDS):
            if band.least <= density(name) < band.below and not known.flags & LEFT_OUT:
                family[place].append(name)
    return tuple(tuple(map(tuple, family)) for family in found.values())


@cache
def _ways(place: int, left: tuple[int, ...]) -> int:
    """How many ways there are to give the families from `place` on the bands that are left."""
    if min(left) < 0:
        return 0
    if place == len(cells()):
        return not any(left)
    here = [band for band, ids in enumerate(cells()[place]) if ids]
    return _ways(place + 1, left) + sum(_ways(place + 1, _less(left, band)) for band in here)


def _less(left: tuple[int, ...], band: int) -> tuple[int, ...]:
    return (*left[:band], left[band] - 1, *left[band + 1 :])


def _examples(hidden: HiddenSet, count: int, chance: Chance) -> tuple[int, ...]:
    """So many members, in order. The set has at least one in a thousand numbers (ST-11)."""
    found: set[int] = set()
    while len(found) < count:
        number = FIRST + chance.below(LAST - FIRST + 1)
        if belongs(hidden, number):
            found.add(number)
    return tuple(sorted(found))


# Handed in

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""What looks like the id of a property, and not like a condition."""


def _handed_in(options: Options) -> tuple[HiddenSet, ...]:
    sets = tuple(
        _named(hidden, label) if isinstance(hidden, str) else hidden
        for label, hidden in zip(LABELS, options.sets, strict=True)
    )
    try:
        check_ten(sets, options.examples)
    except BadSets as wrong:
        raise IllegalAction(wrong.code, wrong.message, wrong.values) from wrong
    return sets


def _named(text: str, label: str) -> HiddenSet:
    """A property by its id, or else a condition."""
    if text not in CATALOGUE and not NAME.fullmatch(text):
        return Written(text)
    try:
        return Named(find(text).id)
    except UnknownProperty as unknown:
        values = {"set": label, "id": unknown.name[:80], "close": list(unknown.close)}
        raise IllegalAction("unknown-property", f"set {label}: {unknown}", values) from unknown


def _check(options: Options) -> None:
    counts: Mapping[str, int] = {"sets": len(options.sets), "worths": len(options.worths)}
    for name, count in counts.items():
        if count not in (0, SETS):
            raise IllegalAction(
                "options",
                f"{name}: {count} handed in; {SETS} are accepted, from A to J, or none to have them drawn",
                {"option": name, "count": count},
            )
    if not 0 <= options.examples <= MOST_EXAMPLES:
        raise IllegalAction(
            "options",
            f"examples: {options.examples}; 0 to {MOST_EXAMPLES} are accepted",
            {"option": "examples", "examples": options.examples, "most": MOST_EXAMPLES},
        )
    if not set(options.worths) <= set(WORTHS):
        raise IllegalAction("options", "worths: each is 1, 2 or 3", {"option": "worths"})
