"""Small random dishes from a pantry, for random players and for imagined seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.rules.model import COURSES, Course
from numberhouse.games.sign_cook.rules.options import Options
from numberhouse.games.sign_cook.rules.pantry import SIGNS, lacking, without
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.wordlists.wordbook import listed

__all__ = ["small_dish"]

MOST_COURSES: Final = 3
MOST_LETTERS: Final = 5
MOST_SIGNS: Final = 3
TRIES: Final = 8


def small_dish(options: Options, course: Course, pantry: str, chance: Chance) -> tuple[str, ...]:
    """A dish that the pantry has the tiles for and that the rules accept, or an empty one."""
    digits = [tile for tile in pantry if tile.isdigit()]
    signs = [tile for tile in pantry if tile in SIGNS]
    if not chance.below(TRIES) or not digits:
        return ()
    dish = DRAWN[course](digits, signs, chance)
    if not dish or lacking(pantry, "".join(dish)):
        return ()
    try:
        made = prepared(options, COURSES.index(course) + 1, dish)
    except IllegalAction:
        return ()
    if options.unknown_words == "refused" and made.word and not listed(options, made.word.lower()):
        return ()
    return dish


def _starter(digits: list[str], signs: list[str], chance: Chance) -> tuple[str, ...]:
    """Up to three sums, differences and products of two digits with consecutive values."""
    tiles = "".join((*digits, *(sign for sign in signs if sign in "+-x")))
    dish: list[str] = []
    values: list[int] = []
    for _ in range(TRIES):
        usable = [tile for tile in tiles if tile in "123456789"]
        having = [tile for tile in tiles if tile in SIGNS]
        if len(usable) < 2 or not having or len(dish) == MOST_COURSES:
            break
        one, other = chance.sample(usable, 2)
        sign = chance.choice(having)
        value = {"+": int(one) + int(other), "-": int(one) - int(other), "x": int(one) * int(other)}[sign]
        if not values or value in (min(values) - 1, max(values) + 1):
            dish.append(f"{one}{sign}{other}")
            values.append(value)
            tiles = without(tiles, dish[-1])
    return tuple(dish)


def _main(digits: list[str], signs: list[str], chance: Chance) -> tuple[str, ...]:
    """Digits with up to three signs between them, of any value."""
    between = [sign for sign in signs if sign != "^"]
    count = chance.below(1 + min(MOST_SIGNS, len(between), len(digits) - 1))
    numbers = chance.sample(digits, count + 1)
    drawn = chance.sample(between, count)
    return ("".join((numbers[0], *(sign + number for sign, number in zip(drawn, numbers[1:], strict=True)))),)


def _dessert(digits: list[str], signs: list[str], chance: Chance) -> tuple[str, ...]:
    """A few letters, each a digit or a sum of two."""
    letters = [digit for digit in chance.shuffled(digits) if digit != "0"][: 1 + chance.below(MOST_LETTERS)]
    if "+" in signs and len(letters) > 1:
        return (f"{letters[0]}+{letters[1]}", *letters[2:])
    return tuple(letters)


DRAWN: Final[Mapping[Course, Callable[[list[str], list[str], Chance], tuple[str, ...]]]] = {
    "starter": _starter,
    "main": _main,
    "dessert": _dessert,
}
