"""How a match begins: options checked, who starts, racks filled (MX-3 … MX-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from numberhouse.game import Chance, IllegalAction, Seat
from numberhouse.games.mixmath.table import MOST_IDLE, Draw, Hand, Options, State, Turn
from numberhouse.games.mixmath.tiles import RACK, box

__all__ = ["SEATS", "drawn", "opened", "without"]

SEATS: Final = (2, 4)
"""Fewest and most (MX-5)."""


def opened(options: Options, seats: int, chance: Chance) -> State:
    """The first state. Raises `IllegalAction` with the code `seats` or `options`."""
    _check(options, seats)
    bag = box(options.blanks)
    opening = _start(bag, seats, chance)
    first = max(opening[-1], key=lambda draw: draw.tile)
    bag = without(bag, [first.tile])
    hands = []
    for seat in range(seats):
        kept = [first.tile] if seat == first.seat else []
        bag, more = drawn(bag, RACK - len(kept), chance)
        hands.append(Hand(tuple(sorted(kept + more)), tuple(kept + more)))
    return State(
        options=options,
        opening=opening,
        bag=bag,
        hands=tuple(hands),
        turn=Turn(first.seat, RACK),
        scores=(0,) * seats,
    )


def drawn(bag: tuple[int, ...], count: int, chance: Chance) -> tuple[tuple[int, ...], list[int]]:
    """The bag after drawing that many tiles, and the tiles, in order of value."""
    places = chance.sample(range(len(bag)), count)
    taken = sorted(places, reverse=True)
    left = list(bag)
    tiles = [left.pop(place) for place in taken]
    return tuple(left), tiles[::-1]


def without(tiles: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """Tiles less some of them. Raises `ValueError` where one isn't there."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def _start(bag: tuple[int, ...], seats: int, chance: Chance) -> tuple[tuple[Draw, ...], ...]:
    """Everyone draws a tile, those tied for the highest again (MX-5). Drawn tiles stay out until the end."""
    rounds: list[tuple[Draw, ...]] = []
    drawing: list[Seat] = list(range(seats))
    while len(drawing) > 1:
        draws = []
        for seat in drawing:
            bag, (tile,) = drawn(bag, 1, chance)
            draws.append(Draw(seat, tile))
        rounds.append(tuple(draws))
        highest = max(draw.tile for draw in draws)
        drawing = [draw.seat for draw in draws if draw.tile == highest]
    return tuple(rounds)


def _check(options: Options, seats: int) -> None:
    fewest, most = SEATS
    if not fewest <= seats <= most:
        raise IllegalAction(
            "seats",
            f"Mixmath is for {fewest} to {most} seats, not {seats}",
            {"seats": seats, "fewest": fewest, "most": most},
        )
    if options.blanks not in (0, 2):
        raise IllegalAction(
            "options", f"blanks: {options.blanks}; the box has 2, so 0 or 2 can be played with",
            {"blanks": options.blanks},
        )  # fmt: skip
    if not 1 <= options.idle_rounds <= MOST_IDLE:
        raise IllegalAction(
            "options",
            f"idle_rounds: {options.idle_rounds}; 1 to {MOST_IDLE} rounds are possible",
            {"idle_rounds": options.idle_rounds, "most": MOST_IDLE},
        )
