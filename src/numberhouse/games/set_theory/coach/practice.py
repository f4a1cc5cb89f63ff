"""Practice: all drills of the game, and the drill of induction: find a property from members and other
numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec

from numberhouse.contract.drill import Drill, DrillCard, Posed, Verdict, Words
from numberhouse.contract.game import Chance, IllegalAction, Legal, Part
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.catalogue.hidden_set import Named
from numberhouse.games.set_theory.coach.best_number import BestNumber
from numberhouse.games.set_theory.coach.guess import Answer, Choose, Guess, Line
from numberhouse.games.set_theory.coach.telling_number import TellingNumber
from numberhouse.games.set_theory.rules.belonging import statement, statements
from numberhouse.games.set_theory.rules.deal import drawn_sets
from numberhouse.words import message, words_of

__all__ = ["Induction", "Puzzle", "drills"]

WORDS: Final = words_of("numberhouse.games.set_theory")

FACTS: Final = MappingProxyType({"easy": (6, 4), "middle": (5, 3), "hard": (4, 2)})
"""Numbers of members and of other numbers shown, for each level."""

CHOICES: Final = MappingProxyType({"easy": 4, "middle": 6, "hard": 9})
TRIES: Final = 200

RATED: Final = (500.0, 25.0)
"""Parameters of the rating: that of a puzzle without any check, and the increase for each check of a
number."""


class Puzzle(msgspec.Struct, frozen=True):
    """The complete puzzle, solution included."""

    hidden: str
    """The property's id."""
    members: tuple[int, ...]
    others: tuple[int, ...]
    choices: tuple[str, ...]
    """Ids of properties. Exactly one fits all the numbers."""
    chosen: str = ""


class Induction:
    """The drill: one choice."""

    card = DrillCard(
        title=WORDS.everywhere("Which set is it?"),
        task=WORDS.everywhere(
            "Some numbers of a hidden set are known, and some that aren't in it. Find the property."
        ),
        levels={
            "easy": WORDS.everywhere("Easy"),
            "middle": WORDS.everywhere("Middling"),
            "hard": WORDS.everywhere("Hard"),
        },
        board="choice",
        position_type=Puzzle,
        action_type=Choose,
    )

    def pose(self, level: str, chance: Chance) -> Posed[Puzzle]:
        """Pose a property as in a match, and others that some of the numbers contradict."""
        for number in range(TRIES):
            puzzle = _drawn(level, chance.fork(str(number)))
            if puzzle is not None:
                return Posed(puzzle, _rating(puzzle))
        raise ValueError(f"{TRIES} draws gave no puzzle")

    def view(self, position: Puzzle) -> Guess:
        """The numbers, and the possible answers."""
        return Guess(
            introduction=(),
            lines=(
                Line(WORDS.everywhere("In the set"), _listed(position.members)),
                Line(WORDS.everywhere("Not in the set"), _listed(position.others)),
            ),
            question=WORDS.everywhere("Every number of the set …"),
            choices=tuple(Answer(one, _label(one)) for one in position.choices),
            several=False,
            chosen=(position.chosen,) if position.chosen else None,
            right=(position.hidden,) if position.chosen else None,
        )

    def legal(self, position: Puzzle) -> Legal[Choose]:
        """The possible answers."""
        if position.chosen:
            return Legal()

        def sample(chance: Chance) -> Choose:
            return Choose((chance.choice(position.choices),))

        return Legal((), (Part("choose", {"enum": list(position.choices)}, sample),))

    def apply(self, position: Puzzle, action: Choose, chance: Chance) -> Puzzle:  # noqa: ARG002
        """Record the choice."""
        if len(action.chosen) != 1 or action.chosen[0] not in position.choices:
            raise IllegalAction("choose-one", "choose one of the properties that are offered", {})
        return msgspec.structs.replace(position, chosen=action.chosen[0])

    def over(self, position: Puzzle) -> bool:
        """Whether a choice has been made."""
        return bool(position.chosen)

    def judge(self, first: Puzzle, last: Puzzle) -> Verdict:
        """Judge the choice as right or wrong, with a number that contradicts a wrong one."""
        right = last.chosen == first.hidden
        explanation = {lang: "\n".join(_explanation(first, last.chosen, lang)) for lang in WORDS.languages}
        solved = None if last.chosen else self.view(msgspec.structs.replace(first, chosen=first.hidden))
        return Verdict(score=float(right), solved=right, explanation=explanation, best=solved)


def _drawn(level: str, chance: Chance) -> Puzzle | None:
    hidden = drawn_sets(chance)[0]
    inside, outside = FACTS[level]
    members = _numbers(hidden, inside, True, chance)
    others = _numbers(hidden, outside, False, chance)
    against = dict.fromkeys(drawn for _ in range(12) for drawn in drawn_sets(chance))
    wrong = [one for one in against if one != hidden and _clash(one, members, others) is not None]
    # A choice that fewer numbers contradict is harder to recognize as wrong.
    wrong.sort(key=lambda one: len(_clashes(one, members, others)))
    count = CHOICES[level] - 1
    picked = wrong[:count] if level == "hard" else chance.sample(wrong, min(count, len(wrong)))
    if len(picked) < count:
        return None
    return Puzzle(hidden, members, others, tuple(chance.shuffled([hidden, *picked])))


def _rating(puzzle: Puzzle) -> float:
    """The rating, from the number of checks of a number against a property until one property is left,
    averaged over all orders of the checks."""
    facts = len(puzzle.members) + len(puzzle.others)
    wrong = [one for one in puzzle.choices if one != puzzle.hidden]
    # Of n facts in random order, the first of c contradicting ones comes on average at (n + 1) / (c + 1).
    looks = facts + sum(
        (facts + 1) / (len(_clashes(one, puzzle.members, puzzle.others)) + 1) for one in wrong
    )
    begin, each = RATED
    return round(begin + each * looks)


def _numbers(hidden: str, count: int, inside: bool, chance: Chance) -> tuple[int, ...]:
    found: set[int] = set()
    while len(found) < count:
        # Small numbers are as likely as large ones: their properties are easier to see.
        limit = 10 ** (2 + chance.below(5))
        number = FIRST + chance.below(min(limit, LAST + 1) - FIRST)
        if belongs(hidden, number) == inside:
            found.add(number)
    return tuple(sorted(found))


def _clashes(one: str, members: Sequence[int], others: Sequence[int]) -> list[int]:
    return [n for n in members if not belongs(one, n)] + [n for n in others if belongs(one, n)]


def _clash(one: str, members: Sequence[int], others: Sequence[int]) -> int | None:
    """A number that contradicts the property; None if all numbers fit it."""
    return next(iter(_clashes(one, members, others)), None)


def _explanation(puzzle: Puzzle, chosen: str, lang: str) -> Iterator[str]:
    truth = statement(Named(puzzle.hidden), lang)
    yield WORDS.t("Each of its numbers {statement}.", lang, statement=truth)
    clash = _clash(chosen, puzzle.members, puzzle.others) if chosen else None
    if clash is None:
        return
    inside = message("You said “{statement}”; but {number} is in the set and has it not.")
    outside = message("You said “{statement}”; but {number} has it and isn't in the set.")
    template = inside if clash in puzzle.members else outside
    yield WORDS.t(template, lang, statement=statement(Named(chosen), lang), number=clash)


def _label(name: str) -> Words:
    return statements(Named(name))


def _listed(numbers: Sequence[int]) -> str:
    return "  ".join(map(str, numbers))


drills: Final[Mapping[str, Drill[Any, Any]]] = MappingProxyType(
    {"induction": Induction(), "best-number": BestNumber(), "telling-number": TellingNumber()}
)
