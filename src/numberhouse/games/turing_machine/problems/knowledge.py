"""What can be known: from the cards and any answers, all that the truth can still be (TM-3, TM-4, TM-10).

    >>> from numberhouse.games.turing_machine.problems.knowledge import Knowledge
    >>> from numberhouse.games.turing_machine.problems.problem import Layout, Observation
    >>> knowledge = Knowledge(Layout("classic", ((4,), (9,), (11,), (14,))))
    >>> knowledge.codes
    {'221': 1, '241': 1}
    >>> knowledge.observe(Observation("345", 0, True)).codes
    {'241': 1}

Players may reason with the validity of the problem (TM-4), so codes and laws can be out before any question.
`why_not_code` and `why_not_law` say why.
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
"""More different answers and wrong codes than this can't be handed in: every question with both answers."""


class BadObservation(ValueError):  # noqa: N818 - named like its neighbours
    """An answer about something that doesn't exist; the message says what could be meant."""


class NoValidProblem(ValueError):  # noqa: N818 - named like its neighbours
    """No laws on these cards make a valid problem (TM-4)."""


class Contradiction(ValueError):  # noqa: N818 - named like its neighbours
    """No world fits the answers. `reason` names a smallest group of them that can't be true together."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.words())
        self.reason = reason


class Knowledge:
    """All that is left possible for one who has seen `observations` and knows that none of `wrong_codes` is
    the code.

    Raises `BadLayout` for impossible cards, `BadObservation` for answers about what doesn't exist,
    `NoValidProblem` when the cards carry no valid problem and `Contradiction` when nothing fits the answers.
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
        """The worlds that are left, for solvers."""
        if not self.possible.number:
            self._refuse()

    @property
    def worlds(self) -> int:
        """How many worlds are left; all are equally likely."""
        return self.possible.number

    @cached_property
    def codes(self) -> dict[str, int]:
        """The codes that are left, each with the number of its worlds."""
        return self.possible.by_code()

    @cached_property
    def digits(self) -> tuple[frozenset[int], ...]:
        """What △, □ and ○ can still be."""
        return tuple(frozenset(int(code[shape]) for code in self.codes) for shape in range(3))

    @cached_property
    def laws(self) -> tuple[dict[LawName, int], ...]:
        """For each verifier the laws that are left, as (card, place from 0), with the number of worlds."""
        return tuple(self.possible.by_law(verifier) for verifier in range(self.layout.verifiers))

    def observe(self, *observations: Observation) -> Knowledge:
        """What is known after more answers."""
        return Knowledge(self.layout, (*self.observations, *observations), self.wrong_codes)

    def without(self, *wrong_codes: str) -> Knowledge:
        """What is known after some codes turned out to be wrong."""
        return Knowledge(self.layout, self.observations, self.wrong_codes | set(wrong_codes))

    def draw(self, chance: Chance) -> Problem:
        """One of the worlds left, each equally likely."""
        return Problem(self.layout, self.possible.world(chance.below(self.worlds)))

    def why_not_code(self, code: str) -> Reason | None:
        """Why `code` is out; None if it isn't. Raises `BadObservation` for what is no code."""
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
        """Why the law at `place` (from 0) of `card` isn't the verifier's; None if it may be.

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
