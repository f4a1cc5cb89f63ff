"""The longest known dish for a pantry, for practice: the best result of the searches that the bot `cook`
uses.

Only the upper bound that follows from the tiles is certain: every number needs a digit that isn't 0, and
every course of a starter needs two numbers and a sign. A shorter result doesn't rule out a longer dish,
because the searches don't cover all dishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from numberhouse.games.sign_cook.rules.dishes.dish import Course
from numberhouse.games.sign_cook.rules.dishes.judge import AIM
from numberhouse.games.sign_cook.rules.model import Plate
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import DIGITS, SIGNS
from numberhouse.games.sign_cook.rules.wordlists.words import LONGEST

__all__ = ["Known", "best_known", "length_of"]

WORDS: Final = 2
"""Number of words that the search tries to spell beyond the longest that plain numbers give."""
A_LENGTH: Final = 1
"""Largest number of those words with the same length."""
MOST_LACKING: Final = 1
"""Largest number of digits that such a word may lack if its letters are written as plain numbers."""


class Known(NamedTuple):
    """A dish and its length."""

    dish: tuple[str, ...]
    length: int
    """The length, as `length_of` counts it."""
    certain: bool
    """Whether no dish can be longer."""


def best_known(course: Course, options: Options, pantry: str, work: float) -> Known:
    """The longest dish that the search finds; length 0 if it finds none. `work` limits the search in the
    solver's own units (about seconds). With `work` 0 a word is spelled in plain numbers only."""
    dish, length, most = FINDING[course](options, pantry, work)
    return Known(dish, length, length >= most)


def length_of(course: Course, plate: Plate) -> int:
    """The length of a served dish: the number of courses of a starter, the number of signs of a main course
    with the value 24, the number of letters of a word in the list; otherwise 0."""
    if plate.verdict != "judged":
        return 0
    if course == "starter":
        return len(plate.dish)
    if course == "dessert":
        return len(plate.word)
    return _signs(plate.dish[0]) if plate.values[0] == str(AIM) else 0


_Best = tuple[tuple[str, ...], int, int]
"""The dish, its length, and an upper bound of the length."""


def _starter(options: Options, pantry: str, work: float) -> _Best:  # noqa: ARG001 - all courses alike
    from numberhouse.games.sign_cook.solver.cooking import Limits, starter  # OR-Tools is of the extra `bots`

    dish = starter(pantry, Limits(work))
    return dish, len(dish), min(_signs(pantry), _numbers(pantry) // 2)


def _main(options: Options, pantry: str, work: float) -> _Best:  # noqa: ARG001
    from numberhouse.games.sign_cook.solver.cooking import Limits, cooked  # OR-Tools is of the extra `bots`

    dish = cooked(pantry, [AIM], Limits(work)) or ()
    return dish, _signs("".join(dish)), min(_signs(pantry), _numbers(pantry) - 1)


def _dessert(options: Options, pantry: str, work: float) -> _Best:
    # NumPy and OR-Tools are of the extra `bots`
    from numberhouse.games.sign_cook.solver.cooking import Limits, cooked
    from numberhouse.games.sign_cook.solver.spelling import letters_of, spelled

    digits = "".join(tile for tile in pantry if tile in DIGITS)
    most = min(LONGEST, _numbers(pantry))
    attempts = 0
    for word, lacks in spelled(options, digits, MOST_LACKING, A_LENGTH):
        letters = letters_of(word)
        if not lacks:
            return tuple(map(str, letters)), len(word), most
        if len(word) > most or attempts == WORDS or not work:
            continue
        attempts += 1
        dish = cooked(pantry, letters, Limits(work / WORDS))
        if dish:
            return dish, len(word), most
    return (), 0, most


FINDING: Final[Mapping[Course, Callable[[Options, str, float], _Best]]] = {
    "starter": _starter,
    "main": _main,
    "dessert": _dessert,
}


def _signs(text: str) -> int:
    return sum(tile in SIGNS for tile in text)


def _numbers(pantry: str) -> int:
    """The largest number of numbers that the pantry's digits can make."""
    return sum(tile in DIGITS and tile != "0" for tile in pantry)
