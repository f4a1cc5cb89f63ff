"""Histories that fit a view: possible actions of the other seats in their kitchens.

A history fits under three conditions. The seat had the tiles for every dish that it presented. It made no
more visits than allowed. It mined no sequence longer than the published longest one of the round; in each
round at least one seat mined exactly that length (SC-5). Most histories are found by acting from round to
round and taking missing tiles. If that fails, an exact search finds one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.dishes.tasting import small_dish
from numberhouse.games.sign_cook.rules.legal import any_path
from numberhouse.games.sign_cook.rules.model import (
    COURSES,
    VISITS,
    Buy,
    DiaryEntry,
    Kitchen,
    Mine,
    Sealed,
    View,
    Visit,
)
from numberhouse.games.sign_cook.rules.options import garnets
from numberhouse.games.sign_cook.rules.pantry import DIGITS, PLACES, joined, lacking, without
from numberhouse.games.sign_cook.rules.ranking import prepared
from numberhouse.games.sign_cook.rules.round import PRICE

__all__ = ["Needs", "imagined_kitchens", "needs_of"]

TRIES: Final = 12
"""Number of attempts from round to round before the exact search."""


class Needs:
    """The conditions on a seat's history: the tiles of its dishes, by closed round, and the longest
    sequences."""

    __slots__ = ("buys", "longest", "must", "used")

    def __init__(self, used: Sequence[str], longest: Sequence[int], must: frozenset[int], buys: bool) -> None:
        self.used = tuple(used)
        """The tiles of the dish, by closed round."""
        self.longest = tuple(longest)
        """The length of the published longest sequence, by closed round."""
        self.must = must
        """The rounds, from 0, in which this seat mined the longest sequence."""
        self.buys = buys
        """Whether the seat can pay for a tile."""


def imagined_kitchens(view: View, seat: Seat | None, chance: Chance) -> tuple[Kitchen, ...]:
    """A kitchen for each seat. The viewer's own kitchen stays as it is."""
    others = [other for other in range(view.seats) if other != seat]
    longest_rounds = [
        number
        for number, course in enumerate(view.courses)
        if course.longest and not (view.kitchen and view.kitchen.longest(number + 1) == course.longest)
    ]
    kitchens: dict[Seat, Kitchen] = {}
    must: dict[Seat, set[int]] = {other: set() for other in others}
    # The seat that mined the longest sequence of a round is drawn again until every seat's history can be
    # found.
    for number in longest_rounds:
        for other in chance.shuffled(others):
            needs = needs_of(view, other, frozenset(must[other] | {number}))
            found = _lived(view, needs, chance) or _searched(view, needs, chance)
            if found is not None:
                must[other].add(number)
                kitchens[other] = found
                break
    for other in others:
        if other not in kitchens:
            needs = needs_of(view, other, frozenset(must[other]))
            found = _lived(view, needs, chance) or _searched(view, needs, chance)
            assert found is not None, "what was presented has been cooked"
            kitchens[other] = found
        kitchens[other] = _running(view, other, kitchens[other], chance)
    if view.kitchen is not None and seat is not None:
        kitchens[seat] = view.kitchen
    return tuple(kitchens[number] for number in range(view.seats))


def needs_of(view: View, seat: Seat, must: frozenset[int]) -> Needs:
    """The conditions that follow from the closed rounds for a seat."""
    used = []
    for course in view.courses:
        used.append("".join(course.plates[seat].dish))  # in normal form each character is a tile
    longest = [course.longest for course in view.courses]
    return Needs(used, longest, must, garnets(view.options, seat) >= PRICE)


def _running(view: View, seat: Seat, kitchen: Kitchen, chance: Chance) -> Kitchen:
    """The running round of a seat: no actions yet, and a small dish if the match no longer waits for the
    seat."""
    if seat in view.waiting:
        return kitchen
    dish = small_dish(view.options, COURSES[view.round - 1], kitchen.pantry, chance)
    if not dish:
        return replace(kitchen, sealed=Sealed("nothing"))
    made = prepared(view.options, view.round, dish)
    texts = tuple(one.text for one in made.expressions)
    tiles = [tile for one in made.expressions for tile in one.tiles]
    return replace(kitchen, pantry=without(kitchen.pantry, tiles), sealed=Sealed("served", texts))


# From round to round


def _lived(view: View, needs: Needs, chance: Chance) -> Kitchen | None:
    for _ in range(TRIES):
        kitchen = _attempt(view, needs, chance)
        if kitchen is not None:
            return kitchen
    return None


def _attempt(view: View, needs: Needs, chance: Chance) -> Kitchen | None:
    kitchen = Kitchen()
    for number, used in enumerate(needs.used):
        later = "".join(needs.used[number:])
        if number in needs.must:
            mined = any_path(view.grid, kitchen.closed, needs.longest[number], chance)
            if mined is None:
                return None
            kitchen = _after(view, kitchen, mined)
        while missing := lacking(kitchen.pantry, used):
            entry = _taken(view, needs, kitchen, missing, later, needs.longest[number], chance)
            if entry is None:
                return None
            kitchen = _after(view, kitchen, entry)
        kitchen = replace(kitchen, pantry=without(kitchen.pantry, used), diary=(*kitchen.diary, ()))
    return kitchen


def _taken(
    view: View, needs: Needs, kitchen: Kitchen, missing: str, later: str, longest: int, chance: Chance
) -> DiaryEntry | None:
    """An action that brings a missing tile, or None."""
    if (
        len(missing) == 1
        and needs.buys
        and not kitchen.bought
        and (chance.below(2) or kitchen.visits == VISITS)
    ):
        return Buy(missing)  # type: ignore[arg-type]
    if kitchen.visits == VISITS:
        return None
    tile = missing[-1]
    if tile in DIGITS:
        return _dug(view, kitchen, missing, longest, chance)
    spare = [digit for digit in DIGITS[1:] if kitchen.pantry.count(digit) > later.count(digit)]
    enough = [digit for digit in spare if int(digit) >= missing.count(tile)]
    place = next(place for place, sign in PLACES.items() if sign == tile)
    if enough:
        return Visit(place, int(chance.choice(enough)))
    return Visit(place, int(spare[-1])) if spare else None


def _dug(view: View, kitchen: Kitchen, missing: str, longest: int, chance: Chance) -> Mine | None:
    """The path with the most missing digits among a few random walks."""
    if not longest:
        return None
    wanted = [tile for tile in missing if tile in DIGITS]
    found = [any_path(view.grid, kitchen.closed, longest, chance) for _ in range(TRIES)]
    paths = [path for path in found if path is not None]
    if not paths:
        return None

    def use(path: Mine) -> int:
        digits = "".join(mine.digit(view.grid, cell) for cell in path.cells)
        return -len(lacking(digits, wanted))

    best = max(paths, key=use)
    return best if use(best) > -len(wanted) else None


def _after(view: View, kitchen: Kitchen, entry: DiaryEntry) -> Kitchen:
    match entry:
        case Visit(place, tile):
            pantry = joined(without(kitchen.pantry, str(tile)), PLACES[place] * tile)
        case Mine(cells, _):
            pantry = joined(kitchen.pantry, [mine.digit(view.grid, cell) for cell in cells])
        case Buy(bought):
            pantry = joined(kitchen.pantry, bought)
    return replace(kitchen, pantry=pantry, diary=(*kitchen.diary[:-1], (*kitchen.diary[-1], entry)))


# The exact search


def _searched(view: View, needs: Needs, chance: Chance) -> Kitchen | None:
    """A history that fits, or None if there is none."""
    from numberhouse.games.sign_cook.solver.beliefs_search import diaries  # OR-Tools is of the extra `bots`

    found = diaries(view.grid, needs, chance.below(1 << 30))
    if found is None:
        return None
    kitchen = Kitchen()
    for used, done in zip(needs.used, found, strict=True):
        for entry in done:
            kitchen = _after(view, kitchen, entry)
        kitchen = replace(kitchen, pantry=without(kitchen.pantry, used), diary=(*kitchen.diary, ()))
    return kitchen
