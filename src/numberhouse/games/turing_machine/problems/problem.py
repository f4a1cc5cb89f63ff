"""Problems: cards on the table and a true law for every verifier (TM-3), when they are valid (TM-4), their
levels (TM-6) and their short ids (TM-7, spelled in `short_id`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, EVERY, INDEX, Law
from numberhouse.words import fill, message

__all__ = [
    "EASY_LAST",
    "LEVELS",
    "MIN_CODES",
    "MODES",
    "STANDARD_LAST",
    "VERIFIERS",
    "BadLayout",
    "BadProblem",
    "Layout",
    "Level",
    "Mode",
    "Observation",
    "Problem",
    "is_valid",
    "level_of",
]

Mode: TypeAlias = Literal["classic", "extreme", "nightmare"]
Level: TypeAlias = Literal["easy", "standard", "hard", "any"]

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
VERIFIERS: Final = (4, 5, 6)
"""How many verifiers a problem can have."""

EASY_LAST: Final = 17
"""The last card of level easy (TM-6)."""
STANDARD_LAST: Final = 22
"""The last card of level standard; later ones make a problem hard."""

MIN_CODES: Final[Mapping[Level, int]] = MappingProxyType({"easy": 3, "standard": 5, "hard": 8, "any": 3})
"""How many codes a dealt problem of a level leaves before any question, at least (TM-6): a problem that is
nearly decided by its cards alone is no contest. In every mode alike."""


class BadLayout(ValueError):  # noqa: N818 - as players call it
    """Cards that can't lie on the table like this; the message says why and what could.

    `because` names the reason for programs; `template` and `values` are the message for translations.
    """

    def __init__(self, template: str, because: str, **values: Any) -> None:
        super().__init__(fill(template, values))
        self.template = template
        self.because = because
        self.values = values


class BadProblem(ValueError):  # noqa: N818 - as players call it
    """Laws that make no problem; the message says why."""


class Layout(msgspec.Struct, frozen=True):
    """What everyone sees: which cards lie where (TM-3)."""

    mode: Mode
    """How cards and verifiers belong together."""
    cards: tuple[tuple[int, ...], ...]
    """Classic: the one card of each verifier. Extreme: the two cards of each verifier. Nightmare: the common
    pool, one card in each place, where place i is not tied to verifier i."""

    @property
    def verifiers(self) -> int:
        """How many verifiers there are."""
        return len(self.cards)

    @property
    def flat(self) -> tuple[int, ...]:
        """All cards in order of place."""
        return tuple(card for place in self.cards for card in place)

    def check(self) -> None:
        """Raises `BadLayout` unless there are 4 to 6 verifiers with as many cards as the mode wants, all of
        them known and none twice."""
        if self.mode not in MODES:
            raise BadLayout(
                message("There is no mode {mode!r}; the modes are {modes:list}."),
                "mode",
                mode=self.mode,
                modes=MODES,
            )
        if self.verifiers not in VERIFIERS:
            raise BadLayout(
                message("A problem has 4, 5 or 6 verifiers, not {verifiers}."),
                "verifiers",
                verifiers=self.verifiers,
            )
        wanted = 2 if self.mode == "extreme" else 1
        for number, place in enumerate(self.cards):
            if len(place) != wanted:
                raise BadLayout(
                    CARDS_EACH[wanted],
                    "cards-each",
                    letter="ABCDEF"[number],
                    cards=len(place),
                    wanted=wanted,
                    mode=self.mode,
                )
        for card in self.flat:
            if card not in CARDS:
                raise BadLayout(
                    message("There is no card {card}; the cards are 1 to {last}."),
                    "card",
                    card=card,
                    last=len(CARDS),
                )
        for card in self.flat:
            if self.flat.count(card) > 1:
                raise BadLayout(
                    message("Card {card} is there more than once; every card must be a different one."),
                    "card-twice",
                    card=card,
                )


CARDS_EACH: Final = MappingProxyType(
    {
        1: message("Verifier {letter} has {cards} cards; {mode} wants one for each verifier."),
        2: message("Verifier {letter} has {cards} cards; {mode} wants two for each verifier."),
    }
)
"""By how many cards a verifier should have."""


class Problem(msgspec.Struct, frozen=True):
    """A layout and the truth about it.

    Verifiers may stand in any order; `canonical` puts them into the order of their id.
    """

    layout: Layout
    """The cards on the table."""
    laws: tuple[tuple[int, int], ...]
    """For each verifier the card that holds its true law, and the law's place on it from 0. In nightmare
    the cards are the pool in the order of the verifiers; in extreme each is one of its verifier's two."""

    @property
    def truth(self) -> tuple[Law, ...]:
        """The true law of each verifier."""
        return tuple(CARDS[card].laws[place] for card, place in self.laws)

    @property
    def masks(self) -> tuple[int, ...]:
        """For each verifier the codes that satisfy it, as in `Law.mask`."""
        return tuple([CARDS[card].laws[place].mask for card, place in self.laws])

    @property
    def code(self) -> str:
        """The one code that satisfies all verifiers. Raises `BadProblem` if there is none or another."""
        left = EVERY
        for mask in self.masks:
            left &= mask
        if left.bit_count() != 1:
            raise BadProblem(f"A problem has exactly one code; these laws leave {left.bit_count()}.")
        return CODES[left.bit_length() - 1]

    @property
    def valid(self) -> bool:
        """Whether there is exactly one code and no verifier is superfluous (TM-4)."""
        return is_valid(self.masks)

    @property
    def level(self) -> Level | None:
        """The level of the cards on the table (TM-6), or None for cards between the levels."""
        return level_of(self.layout.flat, self.layout.verifiers)

    @property
    def canonical(self) -> Problem:
        """The same problem with its verifiers in ascending order of their (smaller) card and pairs ascending;
        in nightmare the pool ascending, the verifiers as they are: their order is part of the problem."""
        places = [tuple(sorted(place)) for place in self.layout.cards]
        if self.layout.mode == "nightmare":
            return Problem(Layout("nightmare", tuple(sorted(places))), self.laws)
        order = sorted(range(len(places)), key=places.__getitem__)
        layout = Layout(self.layout.mode, tuple(places[v] for v in order))
        return Problem(layout, tuple(self.laws[v] for v in order))

    @property
    def id(self) -> str:
        """The short id of `canonical` (TM-7). It tells the laws to whoever decodes it. Raises `BadLayout`
        or `BadProblem` for what is not a valid problem."""
        from numberhouse.games.turing_machine.problems.short_id import write

        return write(self)

    @classmethod
    def from_id(cls, text: str) -> Problem:
        """The problem with this id, upper or lower case. Raises `short_id.BadId` for anything else."""
        from numberhouse.games.turing_machine.problems.short_id import parse

        return parse(text)

    def answer(self, code: str, verifier: int) -> bool:
        """What verifier number `verifier` (from 0) says to a proposal. Raises `KeyError` for what is no
        code, `IndexError` for an unknown verifier."""
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
    """An answer that was seen: `verifier` (from 0) said yes or no to the proposal `code`."""

    code: str
    verifier: int
    answer: bool


def is_valid(masks: Sequence[int]) -> bool:
    """Whether laws with these masks leave one code and none of them is superfluous (TM-4)."""
    together = EVERY
    for mask in masks:
        together &= mask
    if together.bit_count() != 1:
        return False
    for spared in range(len(masks)):
        without = EVERY
        for i, mask in enumerate(masks):
            if i != spared:
                without &= mask
        if without == together:
            return False
    return True


def level_of(cards: Collection[int], verifiers: int) -> Level | None:
    """The level that all the cards on the table make (TM-6), or None for cards between the levels. In extreme
    the cards that are not true count too."""
    if max(cards) <= EASY_LAST:
        return "easy"
    if max(cards) <= STANDARD_LAST:
        return "standard"
    return "hard" if sum(card > STANDARD_LAST for card in cards) >= verifiers - 2 else None
