"""Knowledge: the worlds that remain possible after any answers about given cards (TM-3, TM-4, TM-10).

    >>> from numberhouse.games.turing_machine.problems.knowledge import Knowledge
    >>> from numberhouse.games.turing_machine.problems.problem import Layout, Observation
    >>> knowledge = Knowledge(Layout("classic", ((4,), (9,), (11,), (14,))))
    >>> knowledge.codes
    {'221': 1, '241': 1}
    >>> knowledge.observe(Observation("345", 0, True)).codes
    {'241': 1}

Players may reason with the validity of the problem (TM-4), so codes and laws can be excluded before any
question. `why_not_code` and `why_not_law` give the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.laws import CARDS, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation, Problem
from numberhouse.games.turing_machine.problems.why import Reason, smallest_group, why_not
from numberhouse.games.turing_machine.problems.worlds import LawName, Worlds

__all__ = ["BadObservation", "Contradiction", "Knowledge", "NoValidProblem"]

MOST_CLAIMS: Final = 125 * 6 * 2
"""Largest number of answers and wrong codes that are accepted: every question with both answers."""


class BadObservation(ValueError):  # noqa: N818 - named like its neighbours
    """An answer refers to a proposal or verifier that doesn't exist. The message lists the possible ones."""


class NoValidProblem(ValueError):  # noqa: N818 - named like its neighbours
    """No laws on these cards make a valid problem (TM-4)."""


class Contradiction(ValueError):  # noqa: N818 - named like its neighbours
    """No world fits the answers. `reason` names a smallest group of answers that can't all be true."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.words())
        self.reason = reason


class Knowledge:
    """The worlds that remain after `observations`, given that none of `wrong_codes` is the code.

    Raises `BadLayout` for impossible cards, `BadObservation` for answers with an unknown proposal or
    verifier, `NoValidProblem` when the cards carry no valid problem, and `Contradiction` when no world fits
    the answers.
    """

    def __init__(
        self, layout: Layout, observations: Iterable[Observation] = (), wrong_codes: Iterable[str] = ()
    ) -> None:
        layout.check()
        self.layout = layout
        self.observations = tuple(dict.fromkeys(observations))
        self.wrong_codes = frozenset(wrong_codes)
        self._check()
        self.possible = Worlds(layout, self.observations, self.wrong_codes)
        """The remaining worlds, for solvers."""
        if not self.possible.number:
            self._refuse()

    @property
    def worlds(self) -> int:
        """Number of remaining worlds. All are equally likely."""
        return self.possible.number

    @cached_property
    def codes(self) -> dict[str, int]:
        """The remaining codes, each with the number of its worlds."""
        return self.possible.by_code()

    @cached_property
    def digits(self) -> tuple[frozenset[int], ...]:
        """The possible digits of △, □ and ○."""
        return tuple(frozenset(int(code[shape]) for code in self.codes) for shape in range(3))

    @cached_property
    def laws(self) -> tuple[dict[LawName, int], ...]:
        """The remaining laws of each verifier, as (card, place from 0), with the number of worlds."""
        return tuple(self.possible.by_law(verifier) for verifier in range(self.layout.verifiers))

    def observe(self, *observations: Observation) -> Knowledge:
        """The knowledge after more answers."""
        return Knowledge(self.layout, (*self.observations, *observations), self.wrong_codes)

    def without(self, *wrong_codes: str) -> Knowledge:
        """The knowledge after some codes proved wrong."""
        return Knowledge(self.layout, self.observations, self.wrong_codes | set(wrong_codes))

    def draw(self, chance: Chance) -> Problem:
        """One of the remaining worlds, each equally likely."""
        return Problem(self.layout, self.possible.world(chance.below(self.worlds)))

    def why_not_code(self, code: str) -> Reason | None:
        """The reason why `code` is excluded; None if it isn't. Raises `BadObservation` for an invalid
        code."""
        _check_code(code)
        if code in self.codes:
            return None
        if code in self.wrong_codes:
            return Reason("said", wrong_codes=(code,))
        fresh = Worlds(self.layout)
        kept: dict[int, Mapping[int, tuple[LawName, ...]]] = {
            place: {mask: laws for mask, laws in meanings.items() if mask >> INDEX[code] & 1}
            for place, meanings in enumerate(fresh.meanings)
        }
        return why_not(Worlds(self.layout, kept=kept), self.observations, self.wrong_codes, code=code)

    def why_not_law(self, verifier: int, card: int, place: int) -> Reason | None:
        """The reason why the verifier can't have the law at `place` (from 0) of `card`; None if it can.

        Raises `BadObservation` for a verifier or law that isn't on the table.
        """
        self._check_verifier(verifier)
        nightmare = self.layout.mode == "nightmare"
        here = range(self.layout.verifiers) if nightmare else (verifier,)
        spot = next((spot for spot in here if card in self.layout.cards[spot]), None)
        if spot is None or not 0 <= place < len(CARDS[card].laws):
            raise BadObservation(f"Verifier {'ABCDEF'[verifier]} has no law {place + 1} on a card {card}.")
        if (card, place) in self.laws[verifier]:
            return None
        kept = {spot: {CARDS[card].laws[place].mask: ((card, place),)}}
        pair = (verifier, spot) if nightmare else None
        return why_not(Worlds(self.layout, kept=kept), self.observations, self.wrong_codes, pair=pair)

    def _refuse(self) -> None:
        fresh = Worlds(self.layout)
        if not fresh.number:
            cards = ", ".join("+".join(map(str, cards)) for cards in self.layout.cards)
            raise NoValidProblem(
                f"Cards {cards} carry no valid problem in {self.layout.mode}: no laws on them leave exactly "
                "one code with every verifier needed. Try other cards, or have them drawn with `generate`."
            )
        raise Contradiction(smallest_group("contradiction", fresh, self.observations, self.wrong_codes))

    def _check(self) -> None:
        if len(self.observations) + len(self.wrong_codes) > MOST_CLAIMS:
            raise BadObservation(f"More than {MOST_CLAIMS} different answers; there aren't that many.")
        for code in self.wrong_codes:
            _check_code(code)
        for seen in self.observations:
            _check_code(seen.code)
            self._check_verifier(seen.verifier)

    def _check_verifier(self, verifier: int) -> None:
        if not 0 <= verifier < self.layout.verifiers:
            last = "ABCDEF"[self.layout.verifiers - 1]
            raise BadObservation(f"There is no verifier number {verifier + 1}; they are A to {last}.")


def _check_code(code: str) -> None:
    if code not in INDEX:
        raise BadObservation(f"{code[:20]!r} is no code: a code is three digits from 1 to 5, such as 241.")
