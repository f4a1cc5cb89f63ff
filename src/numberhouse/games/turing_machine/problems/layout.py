"""Layouts: the places of the cards on the table, and the layouts that the rules allow (TM-3)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.words import fill, message

__all__ = ["MODES", "VERIFIERS", "BadLayout", "Layout", "Mode"]

Mode: TypeAlias = Literal["classic", "extreme", "nightmare"]

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
VERIFIERS: Final = (4, 5, 6)
"""The possible numbers of verifiers."""


class BadLayout(ValueError):  # noqa: N818 - as players call it
    """The cards don't form a layout. The message gives the reason and the possible layouts.

    `because` names the reason for programs; `template` and `values` are the message for translations.
    """

    def __init__(self, template: str, because: str, **values: Any) -> None:
        super().__init__(fill(template, values))
        self.template = template
        self.because = because
        self.values = values


class Layout(msgspec.Struct, frozen=True):
    """The public part of a problem: the mode and the places of the cards (TM-3)."""

    mode: Mode
    """The relation of cards and verifiers."""
    cards: tuple[tuple[int, ...], ...]
    """Classic: the one card of each verifier. Extreme: the two cards of each verifier. Nightmare: the common
    pool, one card in each place, where place i is not tied to verifier i."""

    @property
    def verifiers(self) -> int:
        """The number of verifiers."""
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
"""The texts for the number of cards of a verifier, by mode."""
