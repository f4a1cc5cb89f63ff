"""The bot `casual`: it plays like a person with a pencil who crosses out laws, verifier by verifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from numberhouse.contract.bot import Budget, Thought
from numberhouse.contract.game import Chance, Legal, Seat
from numberhouse.games.turing_machine.bots.careful import question
from numberhouse.games.turing_machine.problems.laws import CARDS, CODES, INDEX
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.rules.model import Action, Finish, Note, NotYet, Solve, View
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet

__all__ = ["Casual", "Hasty"]

STAYS: Final = 3
"""The bot asks a further question in this many of four cases."""
GUESSES: Final[Mapping[int, int]] = MappingProxyType({2: 4, 3: 2})
"""The number of guesses in eight cases, by the number of possible codes."""


class Casual:
    """A bot that keeps, for each verifier, the laws that fit that verifier's answers. It prefers the codes
    that most of these laws allow.

    It never combines several verifiers, and never reasons with the validity of the problem, so it recognises
    a certain code later than other bots. It proposes codes that it considers possible, or that differ from
    one by a digit. It asks one to three verifiers whose answers aren't certain, and sometimes guesses when
    few codes are left.
    """

    name = "casual"
    memory: int | None = None
    """Number of its last rounds whose answers it remembers; None: all."""
    guesses: Mapping[int, int] = GUESSES
    patience: int | None = None
    """The round from which it guesses in any case."""

    def choose(
        self,
        view: View,
        seat: Seat,  # noqa: ARG002 - the view is this seat's
        legal: Legal[Action],
        budget: Budget,  # noqa: ARG002 - it doesn't think long
        chance: Chance,
    ) -> Thought[Action]:
        """Choose a verdict, a question or a proposal."""
        if not legal.moves:
            return Thought(Note(view.sheet or Sheet()), "nobody waits for this seat")
        laws = _left(view.layout, self._remembered(view))
        beliefs = _beliefs(laws, view.wrong_codes)
        reason = f"it might be {' or '.join(beliefs)}" if len(beliefs) < 4 else f"{len(beliefs)} codes to go"
        if view.phase == "verdict":
            return self._verdict(view, beliefs, reason, chance)
        turn = view.tracks[view.side or 0].turns[-1]
        open_here = [v for v in _open(laws, turn.proposal) if v not in turn.asked] if turn.proposal else []
        if len(beliefs) == 1 or (turn.proposal and not open_here):
            return Thought(Finish(), reason)
        if not turn.proposal:
            proposal = _proposal(laws, beliefs, chance)
            return question(view, proposal, 0, reason)
        if turn.asked and chance.below(4) >= STAYS:
            return Thought(Finish(), reason)
        verifier = chance.choice(open_here)
        return question(view, turn.proposal, verifier, f"{reason}; {LETTERS[verifier]} may say either")

    def _remembered(self, view: View) -> Sequence[Observation]:
        if self.memory is None:
            return view.observations
        turns = view.tracks[view.side or 0].turns
        late = sum(len(turn.asked) for turn in turns[-self.memory :])
        return view.observations[len(view.observations) - late :]

    def _verdict(self, view: View, beliefs: dict[str, int], reason: str, chance: Chance) -> Thought[Action]:
        impatient = self.patience is not None and view.round >= self.patience
        if len(beliefs) == 1 or impatient or chance.below(8) < self.guesses.get(len(beliefs), 0):
            guess = chance.weighted(list(beliefs), list(beliefs.values()))
            return Thought(Solve(guess), reason)
        return Thought(NotYet(), reason)


class Hasty(Casual):
    """A casual bot that remembers the answers of its last two rounds only, and guesses early."""

    name = "hasty"
    memory = 2
    guesses: Mapping[int, int] = MappingProxyType({2: 6, 3: 5, 4: 4, 5: 3, 6: 2})
    patience = 8


def _left(layout: Layout, observations: Sequence[Observation]) -> list[list[int]]:
    """The masks of the laws that fit a verifier's own answers, for each verifier. In nightmare a verifier may
    have any card's law."""
    pool = layout.flat
    return [
        [
            law.mask
            for card in (pool if layout.mode == "nightmare" else layout.cards[verifier])
            for law in CARDS[card].laws
            if all(
                bool(law.mask >> INDEX[seen.code] & 1) == seen.answer
                for seen in observations
                if seen.verifier == verifier
            )
        ]
        for verifier in range(layout.verifiers)
    ]


def _beliefs(laws: Sequence[Sequence[int]], wrong_codes: Sequence[str]) -> dict[str, int]:
    """The codes that every verifier may accept, each with the number of choices of laws that accept it. The
    true code is always among them."""
    beliefs: dict[str, int] = {}
    for place, code in enumerate(CODES):
        ways = 1
        for masks in laws:
            ways *= sum(mask >> place & 1 for mask in masks)
        if ways and code not in wrong_codes:
            beliefs[code] = ways
    return beliefs


def _open(laws: Sequence[Sequence[int]], proposal: str) -> list[int]:
    """The verifiers whose answer doesn't follow from their own laws."""
    place = INDEX[proposal]
    return [v for v, masks in enumerate(laws) if len({mask >> place & 1 for mask in masks}) == 2]


def _proposal(laws: Sequence[Sequence[int]], beliefs: dict[str, int], chance: Chance) -> str:
    """A possible code, or one that differs from it by a digit, with at least one uncertain answer."""
    for _ in range(20):
        code = chance.weighted(list(beliefs), list(beliefs.values()))
        if chance.below(2):
            shape = chance.below(3)
            code = code[:shape] + chance.choice("12345") + code[shape + 1 :]
        if _open(laws, code):
            return code
    return chance.choice([code for code in CODES if _open(laws, code)])
