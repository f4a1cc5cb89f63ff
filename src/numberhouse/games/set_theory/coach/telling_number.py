"""Practice: find the number that gives most information about a hidden set.

The set is drawn as in a match. Its examples are random members, and the other numbers are chosen without
regard to the set. So the probability of each property is exact, and so is the information from a number. Its
unit is the bit: 1 if membership is as likely as not, 0 if the answer is known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from numberhouse.contract.drill import DrillCard, Posed, Verdict
from numberhouse.contract.game import Chance, IllegalAction, Legal, Part
from numberhouse.games.set_theory.catalogue import CATALOGUE, FIRST, LAST
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.coach.guess import Answer, Choose, Guess, Line
from numberhouse.games.set_theory.rules.belonging import statement
from numberhouse.games.set_theory.rules.deal import dealt
from numberhouse.games.set_theory.rules.model import SETS, Options
from numberhouse.words import message, words_of

if TYPE_CHECKING:
    from numberhouse.games.set_theory.solver.posterior import Posterior

__all__ = ["Inquiry", "TellingNumber"]

WORDS: Final = words_of("numberhouse.games.set_theory")


class Kind(NamedTuple):
    """The parameters of a level."""

    asked: int
    """Number of numbers that have been asked about."""
    choices: int
    below: float
    """Most information from the other choices, as a share of the information from the best."""


KINDS: Final = MappingProxyType(
    {"easy": Kind(0, 4, 0.6), "middle": Kind(2, 5, 0.8), "hard": Kind(4, 6, 0.95)}
)

EXAMPLES: Final = 3
DRAWN: Final = 300
"""Number of random numbers among which the choices are found."""

LEAST: Final = 0.9
"""Least information from the best choice in a posed puzzle, in bits."""
SOME: Final = 0.1
"""Least information from each of the other choices, in bits."""
TRIES: Final = 200


class Inquiry(msgspec.Struct, frozen=True):
    """The complete puzzle, solution included."""

    hidden: str
    """The property's id."""
    examples: tuple[int, ...]
    asked: tuple[tuple[int, bool], ...]
    """Numbers, each with whether it is in the set."""
    choices: tuple[int, ...]
    """The possible answers, in ascending order."""
    best: int
    """The choice that gives most information."""
    chosen: int = 0


class TellingNumber:
    """The drill: one choice."""

    card = DrillCard(
        title=WORDS.everywhere("The number that tells most"),
        task=WORDS.everywhere(
            "You may ask whether one more number is in the hidden set. Which answer will tell most?"
        ),
        levels={
            "easy": WORDS.everywhere("Easy"),
            "middle": WORDS.everywhere("Middling"),
            "hard": WORDS.everywhere("Hard"),
        },
        board="choice",
        position_type=Inquiry,
        action_type=Choose,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Inquiry]:
        """Pose a set as in a match. It has no rating: its difficulty for people has never been measured."""
        for number in range(TRIES):
            inquiry = _drawn(KINDS[level], chance.fork(str(number)))
            if inquiry is not None:
                return Posed(inquiry)
        raise ValueError(f"{TRIES} draws gave no number that tells {LEAST} bits")

    def view(self, position: Inquiry) -> Guess:
        """The known facts, and the possible questions."""
        lines = [Line(WORDS.everywhere("Examples"), "  ".join(map(str, position.examples)))]
        for inside, name in (
            (True, WORDS.everywhere("In the set")),
            (False, WORDS.everywhere("Not in the set")),
        ):
            numbers = [number for number, answer in position.asked if answer == inside]
            if numbers:
                lines.append(Line(name, "  ".join(map(str, numbers))))
        done = bool(position.chosen)
        return Guess(
            introduction=(),
            lines=tuple(lines),
            question=WORDS.everywhere("Is it in the set …"),
            choices=tuple(
                Answer(str(one), dict.fromkeys(WORDS.languages, str(one))) for one in position.choices
            ),
            several=False,
            chosen=(str(position.chosen),) if done else None,
            right=(str(position.best),) if done else None,
        )

    def legal(self, position: Inquiry) -> Legal[Choose]:
        """The possible answers."""
        if position.chosen:
            return Legal()
        choices = [str(one) for one in position.choices]

        def sample(chance: Chance) -> Choose:
            return Choose((chance.choice(choices),))

        return Legal((), (Part("choose", {"choices": choices}, sample),))

    def apply(self, position: Inquiry, action: Choose, chance: Chance) -> Inquiry:  # noqa: ARG002
        """Record the choice."""
        if len(action.chosen) != 1 or action.chosen[0] not in map(str, position.choices):
            raise IllegalAction("choose-one", "choose one of the numbers that are offered", {})
        return msgspec.structs.replace(position, chosen=int(action.chosen[0]))

    def over(self, position: Inquiry) -> bool:
        """Whether a choice has been made."""
        return bool(position.chosen)

    def judge(self, first: Inquiry, last: Inquiry) -> Verdict:
        """Judge the choice by its information in bits, relative to the best choice."""
        chances = _chances(_known(first.examples, first.asked), first.choices)
        best, own = first.best, last.chosen
        score = bits(chances[own]) / bits(chances[best]) if own else 0.0
        counts = _counts(first, own or best)
        explanation = {
            lang: "\n".join(_explanation(first, own, chances, counts, lang)) for lang in WORDS.languages
        }
        solved = None if own else self.view(msgspec.structs.replace(first, chosen=best))
        return Verdict(score=score, solved=own == best, explanation=explanation, best=solved)


def bits(chance: float) -> float:
    """Information, in bits, of an answer that is yes with this probability."""
    return -sum(one * log2(one) for one in (chance, 1 - chance) if one > 0)


def _drawn(kind: Kind, chance: Chance) -> Inquiry | None:
    state = dealt(Options(examples=EXAMPLES), chance)
    hidden = state.sets[0]
    assert isinstance(hidden, Named)
    examples = state.examples[0]
    asked: dict[int, bool] = {}
    while len(asked) < kind.asked:
        number = _number(chance)
        if number not in examples:
            asked[number] = belongs(hidden.id, number)
    numbers = sorted({_number(chance) for _ in range(DRAWN)}.difference(examples, asked))
    chances = _chances(_known(examples, tuple(asked.items())), numbers)
    best = max(numbers, key=lambda one: bits(chances[one]))
    most = bits(chances[best])
    others = [one for one in numbers if SOME <= bits(chances[one]) <= kind.below * most]
    # Near numbers come first: the others would be too easy to exclude.
    others.sort(key=lambda one: -bits(chances[one]))
    near = others[: 4 * kind.choices]
    if most < LEAST or len(near) < kind.choices - 1:
        return None
    choices = sorted([best, *chance.sample(near, kind.choices - 1)])
    return Inquiry(hidden.id, examples, tuple(asked.items()), tuple(choices), best)


def _number(chance: Chance) -> int:
    """A random number. Small ones are as likely as large ones: their properties are easier to see."""
    limit = 10 ** (2 + chance.below(5))
    return FIRST + chance.below(min(limit, LAST + 1) - FIRST)


def _known(examples: tuple[int, ...], asked: Sequence[tuple[int, bool]]) -> Posterior:
    """The posterior of ten sets if only the first has shown any numbers."""
    import numpy as np  # NumPy and Numba are in the extra `bots`

    from numberhouse.games.set_theory.solver.posterior import Posterior

    known = Posterior.at_start((examples, *((),) * (SETS - 1)), handed_in=False)
    if not asked:
        return known
    fits = known.fits.copy()
    fits[0] &= np.array([all(belongs(name, n) == inside for n, inside in asked) for name in CATALOGUE])
    return Posterior(known.examples, False, (), fits, known.vectors)


def _chances(known: Posterior, numbers: Sequence[int]) -> dict[int, float]:
    return {n: float(chance) for n, chance in zip(numbers, known.belongs(numbers)[:, 0], strict=True)}


def _counts(inquiry: Inquiry, asked: int) -> tuple[int, int]:
    """Number of properties that are possible before the answer about `asked`, and after it."""
    answer = (asked, belongs(inquiry.hidden, asked))
    before, after = (
        int((_known(inquiry.examples, facts).chances[0] > 0).sum())
        for facts in (inquiry.asked, (*inquiry.asked, answer))
    )
    return before, after


def _explanation(
    inquiry: Inquiry, own: int, chances: dict[int, float], counts: tuple[int, int], lang: str
) -> Iterator[str]:
    best = inquiry.best
    most = bits(chances[best])
    yield WORDS.t("{number} tells most: {bits:.2f} of at most 1 bit.", lang, number=best, bits=most)
    if own and own != best:
        yield WORDS.t("Your {number} tells {bits:.2f}.", lang, number=own, bits=bits(chances[own]))
    yield WORDS.t(
        "How likely they are in the set: {chances}. The nearer to 50 %, the more an answer tells.",
        lang,
        chances=", ".join(f"{one} – {100 * chances[one]:.0f}\u00a0%" for one in inquiry.choices),
    )
    asked = own or best
    inside = message("{number} is in the set: of {before} possible properties that leaves {after}.")
    outside = message("{number} isn't in the set: of {before} possible properties that leaves {after}.")
    template = inside if belongs(inquiry.hidden, asked) else outside
    before, after = counts
    yield WORDS.t(template, lang, number=asked, before=before, after=after)
    truth = statement(Named(inquiry.hidden), lang)
    yield WORDS.t("Each number of the set {statement}.", lang, statement=truth)
