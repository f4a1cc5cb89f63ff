"""Problems: a layout and a true law for every verifier (TM-3), their validity (TM-4), their levels (TM-6) and
their short ids (TM-7; `short_id` defines their form)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, EVERY, INDEX, Law
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.short_id import BadId, parse, write

__all__ = [
    "EASY_LAST",
    "LEVELS",
    "MIN_CODES",
    "MIN_CODES_ANSWERED",
    "STANDARD_LAST",
    "BadProblem",
    "Level",
    "Observation",
    "Problem",
    "is_valid",
    "level_of",
]

Level: TypeAlias = Literal["easy", "standard", "hard", "any"]

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
EASY_LAST: Final = 17
"""The last card of level easy (TM-6)."""
STANDARD_LAST: Final = 22
"""The last card of level standard. Later cards make a problem hard."""

MIN_CODES: Final[Mapping[Level, int]] = MappingProxyType({"easy": 3, "standard": 5, "hard": 8, "any": 3})
"""The smallest number of codes that a drawn problem leaves before any question, by level (TM-6). A problem
that is nearly decided by its cards alone is no contest. The numbers are the same in every mode."""

MIN_CODES_ANSWERED: Final[Mapping[Level, int]] = MappingProxyType(
    {"easy": 2, "standard": 2, "hard": 3, "any": 2}
)
"""The smallest number of codes that any first answer leaves in a drawn problem, by level: at least two
questions are needed, however lucky the first one is."""


class BadProblem(ValueError):  # noqa: N818 - as players call it
    """The laws make no valid problem. The message gives the reason."""


class Problem(msgspec.Struct, frozen=True):
    """A layout with the true laws of its verifiers.

    Verifiers may have any order; `canonical` gives the order of the id.
    """

    layout: Layout
    """The cards on the table."""
    laws: tuple[tuple[int, int], ...]
    """The card of each verifier's true law, and the law's place on it from 0. In nightmare the cards are the
    pool in the order of the verifiers. In extreme each card is one of its verifier's two."""

    @property
    def truth(self) -> tuple[Law, ...]:
        """The true law of each verifier."""
        return tuple(CARDS[card].laws[place] for card, place in self.laws)

    @property
    def masks(self) -> tuple[int, ...]:
        """The codes that satisfy the law of each verifier, as in `Law.mask`."""
        return tuple([CARDS[card].laws[place].mask for card, place in self.laws])

    @property
    def code(self) -> str:
        """The only code that satisfies all verifiers. Raises `BadProblem` if there is none or more than
        one."""
        left = EVERY
        for mask in self.masks:
            left &= mask
        if left.bit_count() != 1:
            raise BadProblem(f"A problem has exactly one code; these laws leave {left.bit_count()}.")
        return CODES[left.bit_length() - 1]

    @property
    def valid(self) -> bool:
        """Whether exactly one code satisfies the laws, and no verifier is superfluous (TM-4)."""
        return is_valid(self.masks)

    @property
    def level(self) -> Level | None:
        """The level of the cards on the table (TM-6), or None for cards between the levels."""
        return level_of(self.layout.flat, self.layout.verifiers)

    @property
    def canonical(self) -> Problem:
        """The same problem with its verifiers in ascending order of their (smaller) card, and pairs
        ascending. In nightmare the pool is ascending and the verifiers keep their order, because it is part
        of the problem."""
        places = [tuple(sorted(place)) for place in self.layout.cards]
        if self.layout.mode == "nightmare":
            return Problem(Layout("nightmare", tuple(sorted(places))), self.laws)
        order = sorted(range(len(places)), key=places.__getitem__)
        layout = Layout(self.layout.mode, tuple(places[v] for v in order))
        return Problem(layout, tuple(self.laws[v] for v in order))

    @property
    def id(self) -> str:
        """The short id of `canonical` (TM-7). Anybody can decode the laws from it. Raises `BadLayout` or
        `BadProblem` for an invalid problem."""
        self.check()
        return write(self.layout, self.laws)

    @classmethod
    def from_id(cls, text: str) -> Problem:
        """The problem with this id, upper or lower case. Raises `short_id.BadId` for any other text."""
        problem = cls(*parse(text)).canonical
        try:
            problem.check()
        except ValueError as error:
            raise BadId(f"{text!r} is the id of no valid problem. {error}") from None
        return problem

    def answer(self, code: str, verifier: int) -> bool:
        """The answer of verifier number `verifier` (from 0) to a proposal. Raises `KeyError` for an invalid
        code and `IndexError` for an unknown verifier."""
        card, place = self.laws[verifier]
        return bool(CARDS[card].laws[place].mask >> INDEX[code] & 1)

    def check(self) -> None:
        """Raises `BadLayout` or `BadProblem` unless this is a valid problem (TM-3, TM-4)."""
        self.layout.check()
        if len(self.laws) != self.layout.verifiers:
            raise BadProblem(f"{self.layout.verifiers} verifiers need as many laws, not {len(self.laws)}.")
        for verifier, (card, place) in enumerate(self.laws):
            if card not in self._choice(verifier):
                raise BadProblem(f"Verifier {'ABCDEF'[verifier]} can't have its law on card {card}.")
            if not 0 <= place < len(CARDS[card].laws):
                raise BadProblem(
                    f"Card {card} has no law number {place + 1}; it has {len(CARDS[card].laws)} laws."
                )
        if self.layout.mode == "nightmare" and len({card for card, _ in self.laws}) < len(self.laws):
            raise BadProblem("In nightmare every card of the pool belongs to one verifier.")
        _ = self.code
        if not self.valid:
            raise BadProblem("One of these laws is superfluous: without it the code is still the only one.")

    def _choice(self, verifier: int) -> Collection[int]:
        nightmare = self.layout.mode == "nightmare"
        return self.layout.flat if nightmare else self.layout.cards[verifier]


class Observation(msgspec.Struct, frozen=True):
    """An observed answer: `verifier` (from 0) said yes or no to the proposal `code`."""

    code: str
    verifier: int
    answer: bool


def is_valid(masks: Sequence[int]) -> bool:
    """Whether laws with these masks leave exactly one code, and none of them is superfluous (TM-4)."""
    together = EVERY
    for mask in masks:
        together &= mask
    if together.bit_count() != 1:
        return False
    for skipped in range(len(masks)):
        without = EVERY
        for i, mask in enumerate(masks):
            if i != skipped:
                without &= mask
        if without == together:
            return False
    return True


def level_of(cards: Collection[int], verifiers: int) -> Level | None:
    """The level of all the cards on the table (TM-6), or None for cards between the levels. In extreme the
    cards without a true law count too."""
    if max(cards) <= EASY_LAST:
        return "easy"
    if max(cards) <= STANDARD_LAST:
        return "standard"
    return "hard" if sum(card > STANDARD_LAST for card in cards) >= verifiers - 2 else None
