"""The ten sets, their worths and their examples: drawn at random, or handed in (ST-2, ST-4, ST-11).

The law of the draw, on which the posterior depends:

1. Every set gets a family and a band of density. No family occurs twice, and each band occurs as often as
  `bands` says. All such assignments are equally likely, as far as the catalogue has properties of the tier
  for them.
2. Within its family and band every property of the tier is equally likely. Finite and conjectural properties
  are excluded, and so are those with the same members in the range as another.
3. Every worth is 1, 2 or 3, equally likely, independent of the others.
4. `example_numbers` describes the draw of a set's examples.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from numberhouse.contract.game import Chance, IllegalAction, Seat
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
from numberhouse.games.set_theory.catalogue.bitmaps import density
from numberhouse.games.set_theory.catalogue.handed_in import BadSets, check_steps, check_ten, steps
from numberhouse.games.set_theory.catalogue.hidden_set import (
    HiddenSet,
    Listed,
    Named,
    Written,
)
from numberhouse.games.set_theory.catalogue.tiers import NEAR, Tier, draws
from numberhouse.games.set_theory.rules.edition import PRESENT, Edition
from numberhouse.games.set_theory.rules.example_numbers import (
    check_chosen,
    check_counts,
    drawn_examples,
    near_counts,
)
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.model import (
    CANDIDATE,
    DMO,
    MOST_EXAMPLES,
    SETS,
    Options,
    State,
    Worth,
)

__all__ = [
    "BANDS",
    "NEAR_BANDS",
    "Band",
    "bands",
    "cells",
    "cost_of",
    "dealt",
    "drawn_sets",
    "read_list",
    "sets_of",
]


class Band(NamedTuple):
    """A range of densities."""

    least: float
    below: float
    sets: int
    """Number of the ten sets whose density lies in it."""


BANDS: Final = (Band(0.001, 0.05, 3), Band(0.05, 0.25, 4), Band(0.25, 0.9, 3))
"""Bands of the whole tier, by density from 10 to 999,999."""

NEAR_BANDS: Final = (Band(0.005, 0.05, 3), *BANDS[1:])
"""Bands of the plain and the mixed tier, by density from 10 to 999. A set has at least five members there."""

WORTHS: Final[tuple[Worth, ...]] = (1, 2, 3)

LEFT_OUT: Final = frozenset((FINITE, CONJECTURAL, SAME_IN_RANGE))


def dealt(options: Options, chance: Chance, edition: Edition = PRESENT) -> State:
    """The first state. Raises `IllegalAction` with the code `options`, or with the code of the problem of the
    sets handed in."""
    _check(options)
    sets = sets_of(options, edition) or tuple(Named(name) for name in drawn_sets(chance, options.tier))
    worths = options.worths or tuple(chance.choice(WORTHS) for _ in range(SETS))
    if options.example_numbers:
        check_chosen(options.example_numbers, sets)
        examples = tuple(tuple(sorted(numbers)) for numbers in options.example_numbers)
    else:
        examples = tuple(drawn_examples(hidden, options.examples, options.tier, chance) for hidden in sets)
    public = replace(options, sets=(), worths=(), example_numbers=())
    return State(public, bool(options.sets), sets, worths, examples, begins=BEGINS[options.first])


BEGINS: Final[Mapping[str, Seat | None]] = MappingProxyType(
    {"dmo": DMO, "candidate": CANDIDATE, "dmo-decides": None}
)
"""The seat that begins, by the option `first`."""


def bands(tier: Tier) -> tuple[Band, ...]:
    """The bands of the tier, each with its number of sets."""
    return BANDS if tier == "whole" else NEAR_BANDS


def drawn_sets(chance: Chance, tier: Tier = "whole") -> tuple[str, ...]:
    """The ids of ten properties, drawn by the law of this module."""
    drawn: list[str] = []
    left = tuple(band.sets for band in bands(tier))
    for place, family in enumerate(cells(tier)):
        choices = [(None, left), *((band, _less(left, band)) for band, ids in enumerate(family) if ids)]
        weights = [_ways(tier, place + 1, after) for _, after in choices]
        band, left = chance.weighted(choices, weights)
        if band is not None:
            drawn.append(chance.choice(family[band]))
    return tuple(chance.shuffled(drawn))


@cache
def cells(tier: Tier = "whole") -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The properties that may be drawn, by family and band."""
    found: dict[str, list[list[str]]] = {}
    for name, share in zip(CATALOGUE, _densities(tier), strict=True):
        known = CATALOGUE[name]
        family = found.setdefault(known.family, [[] for _ in bands(tier)])
        for place, band in enumerate(bands(tier)):
            if draws(tier, name) and band.least <= share < band.below and not known.flags & LEFT_OUT:
                family[place].append(name)
    return tuple(tuple(map(tuple, family)) for family in found.values())


def _densities(tier: Tier) -> list[float]:
    """Densities of all properties, over the numbers that the tier uses."""
    if tier == "whole":
        return [density(name) for name in CATALOGUE]
    return [int(count) / (NEAR - FIRST) for count in near_counts()]


@cache
def _ways(tier: Tier, place: int, left: tuple[int, ...]) -> int:
    """Number of ways to give the families from `place` on the remaining bands."""
    if min(left) < 0:
        return 0
    if place == len(cells(tier)):
        return not any(left)
    here = [band for band, ids in enumerate(cells(tier)[place]) if ids]
    return _ways(tier, place + 1, left) + sum(_ways(tier, place + 1, _less(left, band)) for band in here)


def _less(left: tuple[int, ...], band: int) -> tuple[int, ...]:
    return (*left[:band], left[band] - 1, *left[band + 1 :])


# Handed in

NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The form of a property's id, which no condition has."""


LIST: Final = re.compile(r"[0-9]{1,20}(?:[\s,;]+[0-9]{1,20})+[\s,;]*")
"""The form of a list of a set's members."""

LONGEST_TEXT: Final = 8_000
"""Most characters of a set that is handed in: a list of a thousand numbers of six digits."""


def cost_of(options: Options, edition: Edition = PRESENT) -> int:
    """The steps that checking the options takes, counted from their texts alone; 0 without sets handed in.
    Raises `IllegalAction` for options that are refused without a step."""
    _check(options)
    sets = _read(options)
    try:
        if edition.one_budget:
            check_steps(sets)
        return steps(sets) * (LAST - FIRST + 1)
    except BadSets as wrong:
        raise IllegalAction(wrong.code, wrong.template, wrong.values) from wrong


def sets_of(options: Options, edition: Edition = PRESENT) -> tuple[HiddenSet, ...]:
    """The sets that the host has handed in, or none. Raises `IllegalAction` for sets that can't be played
    with."""
    if not options.sets:
        return ()
    sets = _read(options)
    try:
        if edition.one_budget:
            check_steps(sets)
        check_ten(sets)
    except BadSets as wrong:
        raise IllegalAction(wrong.code, wrong.template, wrong.values) from wrong
    return sets


def _read(options: Options) -> tuple[HiddenSet, ...]:
    """The sets that the options name, unchecked. Raises `IllegalAction` for a text that names none."""
    return tuple(
        _understood(hidden, label) if isinstance(hidden, str) else _in_order(hidden)
        for label, hidden in zip(LABELS, options.sets, strict=False)
    )


def _understood(text: str, label: str) -> HiddenSet:
    """The set that a text describes: a property by its id, or else a list of numbers, or a condition."""
    if len(text) > LONGEST_TEXT:
        raise IllegalAction(
            "too-long",
            "set {set}: {count} characters; at most {most} are read",
            {"set": label, "count": len(text), "most": LONGEST_TEXT},
        )
    listed = read_list(text)
    if listed is not None:
        return listed
    if text not in CATALOGUE and not NAME.fullmatch(text):
        return Written(text)
    try:
        return Named(find(text).id)
    except UnknownProperty as unknown:
        values = {"set": label, "why": unknown.template, **unknown.values}
        raise IllegalAction("unknown-property", "set {set}: {why:t}", values) from unknown


def read_list(text: str) -> Listed | None:
    """The set of the numbers in a list; None for another text."""
    if not LIST.fullmatch(text.strip()):
        return None
    return Listed(tuple(sorted({int(number) for number in re.findall(r"[0-9]+", text)})))


def _in_order(hidden: Written | Listed) -> HiddenSet:
    """The same set. The numbers of a list occur once each, in order."""
    if isinstance(hidden, Written):
        return hidden
    return Listed(tuple(sorted(set(hidden.numbers))), hidden.statement)


def _check(options: Options) -> None:
    if len(options.sets) not in (0, SETS):
        raise IllegalAction(
            "options",
            "sets: {count} handed in; {needed} are accepted, from A to J, or none to have them drawn",
            {"option": "sets", "count": len(options.sets), "needed": SETS},
        )
    if len(options.worths) not in (0, SETS):
        raise IllegalAction(
            "options",
            "worths: {count} handed in; {needed} are accepted, from A to J, or none to have them drawn",
            {"option": "worths", "count": len(options.worths), "needed": SETS},
        )
    if not 0 <= options.examples <= MOST_EXAMPLES:
        raise IllegalAction(
            "options",
            "examples: {examples}; 0 to {most} are accepted",
            {"option": "examples", "examples": options.examples, "most": MOST_EXAMPLES},
        )
    if not set(options.worths) <= set(WORTHS):
        raise IllegalAction("options", "worths: each is 1, 2 or 3", {"option": "worths"})
    check_counts(options.example_numbers, bool(options.sets))
