"""Draws random problems. Each valid problem of the wanted class is equally likely.

The method is rejection sampling. A candidate fills every verifier's slot with a law and, in extreme, with a
second card. A candidate that isn't a valid problem (TM-4) of the class is rejected as a whole, and the next
one is drawn. The accepted problems are uniform if every acceptable filling of the slots is drawn with the
same probability:

- Nothing forced: laws are drawn from one list of all allowed laws, so each choice of n laws has the same
  probability; a choice with a card twice is rejected. Second cards are drawn from the remaining cards, whose
  number is always the same.
- Forced cards in classic and nightmare fill the first slots, with any of their laws: the same factor for
  every candidate. The others are drawn as before.
- Forced cards in extreme may be true or not. They get a random choice of the 2n slots, and all other slots
  get different cards in turn, each remaining card equally likely. Then a law has the same number of lines on
  every card, and a candidate that hits a line with no law is rejected.

Every problem is a set of filled verifiers and thus the result of n! fillings, because no two verifiers are
alike. In nightmare all n! orders of verifiers are separate problems, drawn by shuffling. Rare classes in
classic and nightmare are drawn from the complete list instead.

A wish for a `Least` also rejects whole problems, so the result is uniform again. The number of codes before
a question, and after each possible first answer, depends only on the cards, which are public. On given cards
the wish keeps every assignment of laws or none. It therefore reveals nothing about the laws, and the
players' deductions stay the same.

Randomness is SplitMix64 from 64 bits of `Chance`, the same on every machine. The result is exactly uniform
except that there are only 2^64 seeds.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.census import card_sets
from numberhouse.games.turing_machine.problems.laws import CARDS, law_counts, law_masks
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, Layout, Mode
from numberhouse.games.turing_machine.problems.problem import (
    EASY_LAST,
    LEVELS,
    MIN_CODES,
    STANDARD_LAST,
    Level,
    Problem,
    is_valid,
    level_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Least", "NoProblem", "codes_after_an_answer", "daily", "draw"]

TRIES: Final = 20_000_000
"""Number of candidates before the class is checked for having any problem. This takes a fraction of a
second."""
ROUNDS: Final = 50
"""Number of times that `TRIES` candidates are drawn in extreme if the class has a problem."""
PROBLEMS: Final = 1_000
"""Number of problems drawn to find one that leaves enough codes. In every class used for matches at least a
quarter of the problems do."""


class NoProblem(ValueError):  # noqa: N818 - as players call it
    """There is no problem of this kind. The message gives the reason and the possible kinds."""


def draw(
    chance: Chance,
    mode: Mode = "classic",
    verifiers: int = 4,
    level: Level = "any",
    forced: Iterable[int] = (),
    forbidden: Iterable[int] = (),
    min_codes: int = 1,
    min_answered: int = 1,
) -> Problem:
    """A valid problem of this mode, number of verifiers and level, in canonical order. All of the `forced`
    cards and none of the `forbidden` ones are on the table. The cards leave at least `min_codes` codes
    possible before any question, and at least `min_answered` after any first answer. Each such problem is
    equally likely. Raises `NoProblem`."""
    kind = kind_of(mode, verifiers, level, tuple(sorted(forced)), tuple(sorted(forbidden)))
    problem = kind.draw(chance, Least(min_codes, min_answered))
    return shuffled(problem, chance) if mode == "nightmare" else problem


def daily(
    day: datetime.date,
    mode: Mode = "classic",
    verifiers: int = 5,
    level: Level = "standard",
    secret: str = "",
) -> Problem:
    """The problem of a day, the same for everyone (TM-7), never nearly decided before a question (TM-6).
    Without a secret anyone can compute it in advance; a service can prevent this with a secret of its own."""
    chance = Chance(f"daily {day.isoformat()} {mode} {verifiers} {level} {secret}")
    return draw(chance, mode, verifiers, level, min_codes=MIN_CODES[level])


@dataclass(frozen=True)
class Least:
    """The fewest codes that a problem's cards must leave."""

    codes: int = 1
    """Before any question."""
    answered: int = 1
    """After any first answer."""

    def met_by(self, layout: Layout) -> bool:
        """Whether the cards leave as many."""
        return (self.codes <= 1 or codes_left(layout) >= self.codes) and (
            self.answered <= 1 or codes_after_an_answer(layout) >= self.answered
        )

    def __str__(self) -> str:
        words = f"{self.codes} codes before a question"
        return f"{words} and {self.answered} after any first answer" if self.answered > 1 else words


@lru_cache(maxsize=256)
def kind_of(
    mode: Mode, verifiers: int, level: Level, forced: tuple[int, ...], forbidden: tuple[int, ...]
) -> Kind:
    """The class of problems, checked and with its tables. Raises `NoProblem` if it is obviously empty."""
    import numpy as np  # of the extra `bots`

    allowed = check(mode, verifiers, level, forced, forbidden)
    free = [card for card in allowed if card not in forced]
    even = max(len(CARDS[card].laws) for card in allowed) if mode == "extreme" and forced else 0
    lines = [(card, place) for card in free for place in range(even or len(CARDS[card].laws))]
    return Kind(
        mode,
        verifiers,
        level,
        forced,
        frozenset(allowed),
        even,
        np.array(lines, dtype=np.int64).reshape(-1, 2),
        np.array(free, dtype=np.int64),
        np.array(forced, dtype=np.int64),
    )


@dataclass(frozen=True)
class Kind:
    """A class of problems and the tables from which the kernel draws."""

    mode: Mode
    verifiers: int
    level: Level
    forced: tuple[int, ...]
    allowed: frozenset[int]
    even: int
    lines: NDArray[np.int64]
    free: NDArray[np.int64]
    seated: NDArray[np.int64]

    def draw(self, chance: Chance, least: Least) -> Problem:
        """A problem of the class that leaves enough codes. Raises `NoProblem`."""
        most = 0
        for _ in range(PROBLEMS):
            problem = self.sample(chance)
            if problem is None:
                return self.rare(chance, least)
            if least.met_by(problem.layout):
                return problem
            most = max(most, codes_left(problem.layout))
        raise NoProblem(
            f"{PROBLEMS:,} problems were drawn and none leaves {least}; "
            f"the most is {most}. Ask for fewer codes."
        )

    def sample(self, chance: Chance) -> Problem | None:
        """A problem drawn by rejection, or None if `TRIES` candidates gave none."""
        import numpy as np  # NumPy and Numba are of the extra `bots`

        from numberhouse.games.turing_machine.problems.draw_kernel import draw_problem

        if self.mode != "extreme" and len(self.forced) == self.verifiers:
            return None  # the complete list is short
        drawn = np.empty((6, 3), dtype=np.int64)
        extreme = self.mode == "extreme"
        found = draw_problem(
            np.uint64(chance.bits(64)), TRIES, self.verifiers, extreme, LEVELS.index(self.level),
            self.seated, self.lines, self.even, self.free, law_masks(), law_counts(), drawn,
        )  # fmt: skip
        if not found:
            return None
        rows = drawn[: self.verifiers].tolist()
        cards = tuple((card, other) if extreme else (card,) for card, _, other in rows)
        return Problem(Layout(self.mode, cards), tuple((card, place) for card, place, _ in rows)).canonical

    def rare(self, chance: Chance, least: Least) -> Problem:
        """A problem of a class in which rejection found none. Raises `NoProblem` if the class is empty."""
        if self.mode != "extreme":
            if self.complete:
                return self.from_list(chance, least)
        elif any(self.can_cover(cards) for cards in self.card_sets()):
            for _ in range(ROUNDS):
                problem = self.sample(chance)
                if problem is not None and least.met_by(problem.layout):
                    return problem
            raise NoProblem(f"A {self} exists, but {ROUNDS * TRIES:,} tries found none; force fewer cards.")
        raise NoProblem(f"There is no {self}. Fewer forced or forbidden cards may leave some.")

    def from_list(self, chance: Chance, least: Least) -> Problem:
        """A problem from the complete list. Raises `NoProblem` if none of them leaves enough codes."""
        fitting = self.complete
        if least != Least():
            fitting = [laws for laws in self.complete if least.met_by(self.layout(laws))]
            if not fitting:
                most = max(codes_left(self.layout(laws)) for laws in self.complete)
                raise NoProblem(
                    f"There is no {self} that leaves {least}; the most is {most}. "
                    "Ask for fewer codes, or for other cards."
                )
        laws = chance.choice(fitting)
        return Problem(self.layout(laws), laws)

    def layout(self, laws: Sequence[tuple[int, int]]) -> Layout:
        """The cards of these laws on the table, in classic and nightmare."""
        return Layout(self.mode, tuple((card,) for card, _ in laws))

    @cached_property
    def complete(self) -> Sequence[tuple[tuple[int, int], ...]]:
        """The laws of all problems of the class, in classic and nightmare: the short list of a rare class."""
        return [laws for cards in self.card_sets() for laws in valid_laws(cards)]

    def card_sets(self) -> Sequence[tuple[int, ...]]:
        """All card sets with a valid assignment of laws that may be the true cards of a problem of this
        class."""
        import numpy as np  # of the extra `bots`

        if self.mode != "extreme" and len(self.forced) == self.verifiers:
            return [self.forced]
        sets = card_sets(self.verifiers)
        fine = np.isin(sets, list(self.allowed)).all(axis=1)
        if self.mode != "extreme":
            for card in self.forced:
                fine &= (sets == card).any(axis=1)
        chosen = [tuple(row) for row in sets[fine].tolist()]
        if self.mode == "extreme" or self.level == "any":
            return chosen
        return [cards for cards in chosen if level_of(cards, self.verifiers) == self.level]

    def can_cover(self, cards: Sequence[int]) -> bool:
        """Whether these true cards leave room for the forced cards and for the level, in extreme."""
        table = set(cards) | set(self.forced)
        room = 2 * self.verifiers - len(table)
        if room < 0:
            return False
        others = sorted(self.allowed - table, reverse=True)
        if self.level == "standard":
            others.sort(key=lambda card: card > EASY_LAST, reverse=True)
        table |= set(others[:room])
        return self.level == "any" or level_of(table, self.verifiers) == self.level

    def __str__(self) -> str:
        words = [f"valid {self.mode} problem of {self.verifiers} verifiers"]
        if self.level != "any":
            words.append(f"of level {self.level}")
        if self.forced:
            words.append(f"with {listed(self.forced)}")
        if len(self.allowed) < len(CARDS):
            words.append(f"among cards {', '.join(map(str, sorted(self.allowed)))}")
        return " ".join(words)


def check(
    mode: Mode, verifiers: int, level: Level, forced: Sequence[int], forbidden: Sequence[int]
) -> list[int]:
    """The cards that may lie on the table. Raises `NoProblem` for conflicting wishes."""
    for name, wish, known in (("mode", mode, MODES), ("level", level, LEVELS)):
        if wish not in known:
            raise NoProblem(f"There is no {name} {wish!r}; there are {', '.join(known)}.")
    if verifiers not in VERIFIERS:
        raise NoProblem(f"A problem has 4, 5 or 6 verifiers, not {verifiers}.")
    for card in (*forced, *forbidden):
        if card not in CARDS:
            raise NoProblem(f"There is no card {card}; the cards are 1 to {len(CARDS)}.")
    if len(set(forced)) < len(forced):
        raise NoProblem(f"A card lies on the table once, so {listed(forced)} can't all be there.")
    if both := sorted(set(forced) & set(forbidden)):
        raise NoProblem(f"With and without {listed(both)} at once is impossible; choose one.")
    slots = verifiers * (2 if mode == "extreme" else 1)
    if len(forced) > slots:
        raise NoProblem(f"{len(forced)} cards are asked for, but only {slots} lie on the table.")
    last = {"easy": EASY_LAST, "standard": STANDARD_LAST}.get(level, len(CARDS))
    if beyond := [card for card in forced if card > last]:
        raise NoProblem(f"Level {level} has cards 1 to {last} only, so no problem with {listed(beyond)}.")
    allowed = [card for card in range(1, last + 1) if card not in forbidden]
    if len(allowed) < slots:
        raise NoProblem(f"{slots} cards are needed, but only {len(allowed)} are left: {listed(allowed)}.")
    check_level(level, verifiers, slots, forced, allowed)
    return allowed


def check_level(
    level: Level, verifiers: int, slots: int, forced: Sequence[int], allowed: Sequence[int]
) -> None:
    """Raises `NoProblem` if the level's own cards (TM-6) have no room among the others."""
    if level not in ("standard", "hard"):
        return
    first, wanted = (EASY_LAST + 1, 1) if level == "standard" else (STANDARD_LAST + 1, verifiers - 2)
    there = sum(card >= first for card in forced)
    room = slots - len(forced) + there
    left = sum(card >= first for card in allowed)
    if min(room, left) < wanted:
        last = STANDARD_LAST if level == "standard" else len(CARDS)
        raise NoProblem(
            f"Level {level} with {verifiers} verifiers needs at least {wanted} of cards {first} to {last}; "
            f"there is room for {room} and {left} are allowed."
        )


def valid_laws(cards: Sequence[int]) -> list[tuple[tuple[int, int], ...]]:
    """All choices of a law on each card that make a valid problem."""
    found = []
    for places in product(*(range(len(CARDS[card].laws)) for card in cards)):
        laws = tuple(zip(cards, places, strict=True))
        if is_valid([CARDS[card].laws[place].mask for card, place in laws]):
            found.append(laws)
    return found


@lru_cache(maxsize=4096)
def codes_left(layout: Layout) -> int:
    """The number of possible codes before any question. In nightmare every assignment of laws to the cards
    allows every pairing before the first answer, so pairings don't matter here."""
    import numpy as np  # of the extra `bots`

    from numberhouse.games.turing_machine.problems.worlds import Worlds

    return len(np.unique(Worlds(layout).codes))


@lru_cache(maxsize=4096)
def codes_after_an_answer(layout: Layout) -> int:
    """The fewest possible codes that an answer to a first question leaves, among the questions whose answer
    isn't certain. At 1 a lucky first question decides the problem."""
    # NumPy is of the extra `bots`
    from numberhouse.games.turing_machine.problems.answers import codes_by_answer
    from numberhouse.games.turing_machine.problems.worlds import Worlds

    return int(codes_by_answer(Worlds(layout)).min())


def shuffled(problem: Problem, chance: Chance) -> Problem:
    """The same laws in a random order of verifiers."""
    return Problem(problem.layout, tuple(chance.shuffled(problem.laws)))


def listed(cards: Sequence[int]) -> str:
    """The cards in words."""
    if not cards:
        return "none"
    return ("card " if len(cards) == 1 else "cards ") + ", ".join(map(str, cards))
