"""Hidden tiles that fit a view: possible racks of the others and the bag, by a replay of the match.

The replay repeats all public draws, placements and exchanges with tiles face down. A tile gets its value when
the viewer knows it: tiles drawn for the start, tiles laid, and tiles of the viewer's own hand. The remaining
values are shuffled over the remaining tiles. So a tile that the viewer returned to the bag is on a rack only
if its owner has drawn since.

If the replay needs a known tile in a place that it wasn't drawn to, the tile is swapped with an unknown one
that could have been drawn instead.

A turn without a legal tile ends by itself. So a turn that goes on reveals that its player has a legal tile
(MX-12). Replays without one are dropped, which keeps the others' proportions. If too many are dropped, the
next replay is forced to have one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.mixmath.rules.edition import Edition
from numberhouse.games.mixmath.rules.legal import can_lay
from numberhouse.games.mixmath.rules.model import Hand, Turn, View
from numberhouse.games.mixmath.rules.opening import start_tiles
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK, box

__all__ = ["Stuck", "imagined_hands"]

ATTEMPTS = 50
"""Attempts at a replay that respects the times of all draws, before one that ignores them is accepted."""


def imagined_hands(
    view: View, seat: Seat | None, chance: Chance, edition: Edition
) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """Hands of all seats, with the real one of `seat`, and the bag. Raises `Stuck` where no hands lead to the
    view, which is so in no match that was played."""
    goes_on = bool(view.turn.laid) and edition.ends_stuck_turns(view.options) and view.turn.seat != seat
    for able in (False, True) if goes_on else (False,):
        for _ in range(ATTEMPTS):
            try:
                hands, bag = _Story(view, seat, chance, edition, able).complete()
            except Stuck:
                continue
            if not goes_on or can_lay(view.board, hands[view.turn.seat].rack, view.options.arithmetic):
                return hands, bag
    return _Story(view, seat, chance, edition, able=goes_on, strict=False).complete()


class Stuck(Exception):  # noqa: N818 - no error: the story is begun anew
    """The replay needs a tile in a place where it can't be."""


class _Tile:
    """A tile, face down until its value is known."""

    __slots__ = ("entered", "left", "place", "value")

    def __init__(self) -> None:
        self.value: int | None = None
        self.entered = 0
        """Moment at which the tile came into the bag."""
        self.left: int | None = None
        """Moment at which it was drawn from the bag; None while it is in the bag."""
        self.place: tuple[Seat, int] = (0, 0)
        """The last draw of the tile: its seat, and its number among that seat's draws."""


class _Story:
    """One possible course of the match."""

    def __init__(
        self,
        view: View,
        seat: Seat | None,
        chance: Chance,
        edition: Edition,
        able: bool = False,
        strict: bool = True,
    ) -> None:
        self.view, self.seat, self.chance, self.strict = view, seat, chance, strict
        self.edition = edition
        self.able = able
        """Whether the seat whose turn it is must have a tile that can be laid."""
        self.now = 0
        tiles = box(view.options.blanks)
        self.unnamed = Counter(tiles)
        """Copies of each value that are not assigned to a tile yet."""
        self.bag = [_Tile() for _ in tiles]
        self.racks: list[list[_Tile]] = [[] for _ in view.scores]
        self.drawn: list[list[_Tile]] = [[] for _ in view.scores]
        self.returned: list[list[_Tile]] = [[] for _ in view.scores]

    def complete(self) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """The hands and the bag after all turns, with a value for every tile."""
        self._open()
        for turn in (*self.view.past, self.view.turn):
            self._turn(turn)
        if self.able:
            self._make_able()
        self._name_the_rest()
        hands = tuple(
            Hand(tuple(sorted(_values(rack))), _values(drawn), _values(returned))
            for rack, drawn, returned in zip(self.racks, self.drawn, self.returned, strict=True)
        )
        if self.seat is not None and self.view.hand is not None:
            hands = (*hands[: self.seat], self.view.hand, *hands[self.seat + 1 :])
        return hands, tuple(sorted(_values(self.bag)))

    def _open(self) -> None:
        for seat, tile in enumerate(start_tiles(self.view.opening, self.edition)):
            if tile is not None:
                self._take(seat, self._known(self.bag, tile))
        for seat, rack in enumerate(self.racks):
            self._draw(seat, RACK - len(rack))

    def _turn(self, turn: Turn) -> None:
        rack = self.racks[turn.seat]
        for laid in turn.laid:
            rack.remove(self._known(rack, BLANK if laid.blank else laid.tile))
            self._draw(turn.seat, int(laid.drew))
        if turn.wrong is not None:
            wrong = self._known(rack, BLANK if turn.wrong.blank else turn.wrong.tile)
            if turn.wrong.drew:
                rack.remove(wrong)  # it is on the board during the draw for it
                self._draw(turn.seat, 1)
                self._give_back(turn.seat, [rack[-1]])
                rack.append(wrong)
        if turn.exchanged:
            aside = self._aside(turn.seat, turn.exchanged)
            self._draw(turn.seat, turn.exchanged)
            self._give_back(turn.seat, aside)
        self._draw(turn.seat, turn.refilled)

    def _draw(self, seat: Seat, count: int) -> None:
        """Draw from the bag: the tiles of the viewer's own hand, or random ones for another seat."""
        self.now += 1
        for _ in range(count):
            if seat == self.seat and self.view.hand is not None:
                value = self.view.hand.drawn[len(self.drawn[seat])]
                tile = self._known(self.bag, value)
            else:
                tile = self.chance.choice(self.bag)
            self._take(seat, tile)

    def _take(self, seat: Seat, tile: _Tile) -> None:
        self.bag.remove(tile)
        tile.left = self.now
        tile.place = (seat, len(self.drawn[seat]))
        self.drawn[seat].append(tile)
        self.racks[seat].append(tile)

    def _aside(self, seat: Seat, count: int) -> list[_Tile]:
        """The tiles that a seat puts aside to exchange."""
        rack = self.racks[seat]
        if seat != self.seat or self.view.hand is None:
            return self.chance.sample(rack, count)
        begin = len(self.returned[seat])
        aside: list[_Tile] = []
        for value in self.view.hand.returned[begin : begin + count]:
            aside.append(next(tile for tile in rack if tile.value == value and tile not in aside))
        return aside

    def _give_back(self, seat: Seat, tiles: Sequence[_Tile]) -> None:
        self.now += 1
        for tile in tiles:
            self.racks[seat].remove(tile)
            self.returned[seat].append(tile)
            tile.entered, tile.left = self.now, None
            self.bag.append(tile)

    def _known(self, among: list[_Tile], value: int) -> _Tile:
        """One tile of `among` that has that value. Its chance is in proportion to the number of ways in which
        it may be that value: a face-down tile counts by the unassigned copies of the value."""
        named = [tile for tile in among if tile.value == value]
        down = [tile for tile in among if tile.value is None]
        copies = self.unnamed[value]
        may_be = len(down) * copies
        if not named and not may_be:
            return self._swapped(among, value)
        weights = [len(named) * self.unnamed.total(), may_be]
        if not may_be or self.chance.weighted((True, False), weights):
            return self.chance.choice(named)
        return self._named(self.chance.choice(down), value)

    def _named(self, tile: _Tile, value: int) -> _Tile:
        tile.value = value
        self.unnamed[value] -= 1
        return tile

    def _swapped(self, among: list[_Tile], value: int) -> _Tile:
        """A tile of that value from elsewhere, swapped with a tile of `among` that could have been drawn, or
        left in the bag, in its place. Raises `Stuck` if there is none."""
        others = [self.bag, *(rack for seat, rack in enumerate(self.racks) if seat != self.seat)]
        able = (value, None) if self.unnamed[value] else (value,)
        elsewhere = [
            (tile, heap) for heap in others if heap is not among for tile in heap if tile.value in able
        ]
        pairs = [
            (one, heap, two)
            for one, heap in elsewhere
            for two in among
            if _exchangeable(one, two) or not (self.strict or self._is_shown(one) or self._is_shown(two))
        ]
        if not pairs:
            raise Stuck
        one, heap, two = self.chance.choice(pairs)
        if one.value is None:
            self._named(one, value)
        heap[heap.index(one)], among[among.index(two)] = two, one
        for tile, other in ((one, two), (two, one)):
            if other.left is not None:
                seat, number = other.place
                self.drawn[seat][number] = tile
        one.left, two.left = two.left, one.left
        one.place, two.place = two.place, one.place
        return one

    def _is_shown(self, tile: _Tile) -> bool:
        """Whether this very tile is publicly known to be on that rack: it was drawn for the start, and its
        owner has exchanged nothing since. Only such a tile may never be swapped; with more, a replay could be
        stuck for ever."""
        return tile.left == 0 and not self.returned[tile.place[0]]

    def _make_able(self) -> None:
        """Assign a value to a tile of the running turn's rack so that it can be laid."""
        rack = self.racks[self.view.turn.seat]
        values = [
            value
            for value in sorted(set(box(self.view.options.blanks)))
            if can_lay(self.view.board, (value,), self.view.options.arithmetic)
        ]
        for value in self.chance.shuffled(values):
            if any(tile.value == value for tile in rack):
                return
            try:
                self._known(rack, value)
            except Stuck:
                continue
            return
        raise Stuck

    def _name_the_rest(self) -> None:
        """Assign the remaining values to the face-down tiles."""
        left = self.chance.shuffled(sorted(self.unnamed.elements()))
        down = dict.fromkeys(
            tile for tiles in (self.bag, *self.racks, *self.drawn) for tile in tiles if tile.value is None
        )
        for tile, value in zip(down, left, strict=True):
            tile.value = value


def _exchangeable(one: _Tile, two: _Tile) -> bool:
    """Whether both tiles were in the bag when the first of them left it."""
    moments = [tile.left for tile in (one, two) if tile.left is not None]
    return not moments or max(one.entered, two.entered) < min(moments)


def _values(tiles: Sequence[_Tile]) -> tuple[int, ...]:
    return tuple(tile.value for tile in tiles if tile.value is not None)
