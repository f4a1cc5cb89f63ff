"""The opening of a match: option checks, the draw for the start, first racks (MX-3 … MX-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.games.mixmath.rules.arithmetic import OPERATIONS
from numberhouse.games.mixmath.rules.edition import Edition
from numberhouse.games.mixmath.rules.model import MOST_IDLE, Draw, Hand, Options, State, Turn
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK, box

__all__ = ["SEATS", "drawn", "opened", "shown_tiles", "start_tiles", "without"]

Opening: TypeAlias = tuple[tuple[Draw, ...], ...]
"""Rounds of draws for the start."""

SEATS: Final = (2, 4)
"""Fewest and most seats (MX-5)."""


def opened(options: Options, seats: int, chance: Chance, edition: Edition) -> State:
    """The first state. Raises `IllegalAction` with the code `seats` or `options`."""
    _check(options, seats, edition)
    bag = box(options.blanks)
    opening = _start(bag, seats, chance)
    kept = [[] if tile is None else [tile] for tile in start_tiles(opening, edition)]
    bag = without(bag, [tile for tiles in kept for tile in tiles])
    hands = []
    for tiles in kept:
        bag, more = drawn(bag, RACK - len(tiles), chance)
        hands.append(Hand(tuple(sorted(tiles + more)), tuple(tiles + more)))
    return State(
        options=options,
        opening=opening,
        bag=bag,
        hands=tuple(hands),
        turn=Turn(_starter(opening).seat, RACK),
        scores=(0,) * seats,
    )


def start_tiles(opening: Opening, edition: Edition) -> tuple[int | None, ...]:
    """By seat, the start tile that it keeps (MX-5). Further tiles that tied seats drew go back to the bag."""
    if edition.everyone_keeps_start_tile:
        return tuple(draw.tile for draw in opening[0])
    first = _starter(opening)
    return tuple(first.tile if draw.seat == first.seat else None for draw in opening[0])


def shown_tiles(opening: Opening, turns: Sequence[Turn], edition: Edition) -> tuple[int | None, ...]:
    """By seat, the start tile that is publicly known to be on its rack; otherwise None."""
    tiles = list(start_tiles(opening, edition))
    for turn in turns:
        laid = [BLANK if one.blank else one.tile for one in turn.laid]
        if turn.exchanged or tiles[turn.seat] in laid:
            tiles[turn.seat] = None
    return tuple(tiles)


def drawn(bag: tuple[int, ...], count: int, chance: Chance) -> tuple[tuple[int, ...], list[int]]:
    """The bag after that many draws, and the drawn tiles in order of value."""
    places = chance.sample(range(len(bag)), count)
    taken = sorted(places, reverse=True)
    left = list(bag)
    tiles = [left.pop(place) for place in taken]
    return tuple(left), tiles[::-1]


def without(tiles: Sequence[int], gone: Sequence[int]) -> tuple[int, ...]:
    """The tiles without those in `gone`. Raises `ValueError` if one is missing."""
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return tuple(left)


def _starter(opening: Opening) -> Draw:
    """The draw that decides the start: the highest tile of the last round."""
    return max(opening[-1], key=lambda draw: draw.tile)


def _start(bag: tuple[int, ...], seats: int, chance: Chance) -> Opening:
    """Every seat draws a tile. Seats tied for the highest draw again (MX-5). Drawn tiles stay out until the
    end."""
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


def _check(options: Options, seats: int, edition: Edition) -> None:
    if not SEATS[0] <= seats <= SEATS[1]:
        raise IllegalAction(
            "seats",
            "Mixmath is for {fewest} to {most} seats, not {seats}",
            {"seats": seats, "fewest": SEATS[0], "most": SEATS[1]},
        )
    if options.blanks not in (0, 2):
        raise IllegalAction(
            "options",
            "blanks: {blanks}; the box has 2, so 0 or 2 can be played with",
            {"blanks": options.blanks},
        )
    fewest = edition.fewest_idle_rounds
    if not fewest <= options.idle_rounds <= MOST_IDLE:
        raise IllegalAction(
            "options",
            "idle_rounds: {idle_rounds}; {fewest} to {most} rounds are possible",
            {"idle_rounds": options.idle_rounds, "fewest": fewest, "most": MOST_IDLE},
        )
    if options.turn_ends not in ("itself", "player"):
        raise IllegalAction(
            "options",
            "turn_ends: {turn_ends!r}; a turn ends by itself or by the player: itself or player",
            {"turn_ends": options.turn_ends},
        )
    wrong = [one for one in options.operations if one not in OPERATIONS or options.operations.count(one) > 1]
    if wrong:
        raise IllegalAction(
            "options",
            "operations: {operations}; any of {possible} can be chosen, each once",
            {"operations": ", ".join(wrong), "possible": ", ".join(OPERATIONS)},
        )
