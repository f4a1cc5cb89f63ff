"""Advice for matches with assistance (ST-10): the probability that a number is in each set with its expected
points, and a property of the catalogue held against the public numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec

from numberhouse.contract.advice import Advice
from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.set_theory.catalogue import FIRST, LAST, UnknownProperty, find
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, LINE, lines_by_set
from numberhouse.games.set_theory.rules.model import View
from numberhouse.games.set_theory.words.phrases import phrase
from numberhouse.words import message

__all__ = ["Guess", "NumberDraft", "NumberEstimate", "adviser"]

LONGEST_ID = 60
"""Longest id of a property that is looked up."""


class NumberDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that a player is entering, or a property that the player takes a set for."""

    number: Annotated[int, msgspec.Meta(ge=FIRST, le=LAST)] | None = None
    """None if a property is asked about."""
    cell: Annotated[str, msgspec.Meta(max_length=2)] = ""
    """The chosen cell; empty if none is chosen."""
    property: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] = ""
    """The id of a property of the catalogue; empty if a number is asked about."""


class Guess(msgspec.Struct, frozen=True):
    """A property held against one set: the examples of the set and all placed numbers."""

    fits: int
    """How many of these numbers the property explains."""
    against: tuple[int, ...]
    """The others: in the set without the property, or with the property outside the set."""


class NumberEstimate(msgspec.Struct, frozen=True):
    """An estimate for a number, from public information."""

    chances: tuple[float, ...]
    """Probability of membership in each set, A to J."""
    worths: tuple[float, ...]
    """Average worth of each set, A to J."""
    expected: float
    """Expected points, for the sets and for the lines that the number would complete on the cell."""
    guesses: tuple[Guess, ...] = ()
    """The property held against each set, A to J, beside which the other fields are empty or 0. Empty if a
    number was asked about."""


class NumberAdviser:
    """Estimates numbers by the sets that are still possible."""

    draft_type = NumberDraft
    result_type = NumberEstimate

    def advise(self, view: View, seat: Seat, draft: NumberDraft, lang: str) -> Advice:  # noqa: ARG002
        """The estimate for the number, whether or not it may still be placed; or the property held against
        the public numbers. Raises `IllegalAction` for an unknown property and for an empty draft."""
        if draft.property:
            return _guessed(view, draft.property, lang)
        if draft.number is None:
            raise IllegalAction("draft", message("ask about a number, or about a property by its name"))
        # NumPy and Numba are in the extra `bots`
        from numberhouse.games.set_theory.solver.posterior import posterior

        known = posterior(view)
        chances = tuple(float(chance) for chance in known.belongs([draft.number])[0])
        worths = tuple(float(worth) for worth in known.expected_worths)
        lines = _lines(view, draft.cell)
        expected = sum(
            chance * worth * (1 + LINE * count)
            for chance, worth, count in zip(chances, worths, lines, strict=True)
        )
        estimate = NumberEstimate(chances, worths, expected)
        return Advice(estimate, tuple(_lines_of(estimate, draft.number, lang)))


adviser = NumberAdviser()


def _guessed(view: View, name: str, lang: str) -> Advice:
    """The property held against each set. At most a few hundred numbers are looked up."""
    from numberhouse.games.set_theory.catalogue.bitmaps import belongs  # NumPy is of the extra `bots`

    try:
        statement = find(name).statement(lang)
    except UnknownProperty as unknown:
        raise IllegalAction("unknown-property", unknown.template, unknown.values) from None
    placed = list(view.grid.values())
    guesses = []
    for index, label in enumerate(LABELS):
        known = dict.fromkeys(view.examples[index], True)
        known |= {turn.number: label in turn.sets for turn in placed if turn.number is not None}
        against = tuple(sorted(number for number, inside in known.items() if belongs(name, number) != inside))
        guesses.append(Guess(len(known) - len(against), against))
    return Advice(NumberEstimate((), (), 0.0, tuple(guesses)), tuple(_guess_lines(guesses, statement, lang)))


def _guess_lines(guesses: Sequence[Guess], statement: str, lang: str) -> Iterator[str]:
    for label, guess in zip(LABELS, guesses, strict=True):
        numbers = ", ".join(map(str, guess.against))
        name = "guess_against" if guess.against else "guess_fits"
        yield phrase(name, lang, set=label, statement=statement, count=guess.fits, numbers=numbers)


def _lines(view: View, cell: str) -> tuple[int, ...]:
    """Number of lines in each set that the number would complete if it belonged to that set."""
    grid = {place: turn.sets for place, turn in view.grid.items()}
    if cell not in CELLS or cell in grid:
        return (0,) * len(LABELS)
    return lines_by_set(grid, cell, LABELS)


def _lines_of(estimate: NumberEstimate, number: int, lang: str) -> Iterator[str]:
    chances = "  ".join(
        f"{label} {chance:.0%}"
        for label, chance in zip(LABELS, estimate.chances, strict=True)
        if chance >= 0.005
    )
    yield phrase("weighed", lang, number=number, chances=chances or phrase("weighed_none", lang))
    yield phrase("weighed_points", lang, points=f"{estimate.expected:.2f}")
