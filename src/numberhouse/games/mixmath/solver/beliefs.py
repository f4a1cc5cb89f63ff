"""What may be on the others' racks and in the bag: the match retold with the tiles that a viewer hasn't seen.

All that everyone saw (who drew, laid, exchanged how many) is acted out again with tiles face down. A tile
gets its value when the viewer knows it: tiles drawn for the start, tiles laid, and those that went through
the viewer's own hand. The rest are shuffled over what is left. So a tile that the viewer returned to the bag
is on a rack only if its owner has drawn since.

Where the story needs a known tile in a place that it wasn't drawn to, it changes places with an unknown one
that could have been drawn instead.

A turn that would have ended by itself, had its player nothing to lay, and goes on, tells that there is such a
tile (MX-12). Stories without it are dropped, so that the others keep their proportions. Where too many are
dropped, the next one is made to have it.
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

__all__ = ["imagined_hands"]

ATTEMPTS = 50
"""Attempts at a story that respects when tiles were drawn, before one that ignores it is accepted."""


def imagined_hands(
    view: View, seat: Seat | None, chance: Chance, edition: Edition
) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
    """Hands of all seats, that of `seat` as it is, and the bag."""
    goes_on = bool(view.turn.laid) and edition.ends_stuck_turns(view.options) and view.turn.seat != seat
    for able in (False, True) if goes_on else (False,):
        for _ in range(ATTEMPTS):
            try:
                hands, bag = _Story(view, seat, chance, edition, able).complete()
            except _Stuck:
                continue
            if not goes_on or can_lay(view.board, hands[view.turn.seat].rack, view.options.arithmetic):
                return hands, bag
    return _Story(view, seat, chance, edition, able=goes_on, strict=False).complete()


class _Stuck(Exception):  # noqa: N818 - no error: the story is begun anew
    """A tile is needed where it can't be."""


class _Tile:
    """A tile, face down until its value is known."""

    __slots__ = ("entered", "left", "place", "value")

    def __init__(self) -> None:
        self.value: int | None = None
        self.entered = 0
        """When it came into the bag."""
        self.left: int | None = None
        """When it was drawn from there; None while it is in the bag."""
        self.place: tuple[Seat, int] = (0, 0)
        """Of the last draw: whose, and which of its draws it was."""


class _Story:
    """One way in which it may have happened."""

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
        """Whether the seat whose turn it is shall have a tile that can be laid."""
        self.now = 0
        tiles = box(view.options.blanks)
        self.unnamed = Counter(tiles)
        """Copies of each value that no tile is known to be."""
        self.bag = [_Tile() for _ in tiles]
        self.racks: list[list[_Tile]] = [[] for _ in view.scores]
        self.drawn: list[list[_Tile]] = [[] for _ in view.scores]
        self.returned: list[list[_Tile]] = [[] for _ in view.scores]

    def complete(self) -> tuple[tuple[Hand, ...], tuple[int, ...]]:
        """The hands and the bag after all turns, every tile with a value."""
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
                rack.remove(wrong)  # it lies on the board while the other is drawn
                self._draw(turn.seat, 1)
                self._give_back(turn.seat, [rack[-1]])
                rack.append(wrong)
        if turn.exchanged:
            aside = self._aside(turn.seat, turn.exchanged)
            self._draw(turn.seat, turn.exchanged)
            self._give_back(turn.seat, aside)
        self._draw(turn.seat, turn.refilled)

    def _draw(self, seat: Seat, count: int) -> None:
        """Draw from the bag: what the viewer's hand says, or anything."""
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
        """One of the tiles, which has that value; likelier the more tiles there may be it. Tiles face down
        are as likely as copies of the value are left for them."""
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
        """A tile of that value from elsewhere, in place of another that could have been drawn, or left in the
        bag, in its stead. Raises `_Stuck` where there is none."""
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
            raise _Stuck
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
        """Whether all know that this very tile is on that rack: it was drawn for the start, and its owner has
        exchanged nothing since. Any other tile may be elsewhere, or the story could be stuck for good."""
        return tile.left == 0 and not self.returned[tile.place[0]]

    def _make_able(self) -> None:
        """Name a tile of the running turn's rack so that it can be laid."""
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
            except _Stuck:
                continue
            return
        raise _Stuck

    def _name_the_rest(self) -> None:
        """The values that are left, over the tiles that are face down."""
        left = self.chance.shuffled(sorted(self.unnamed.elements()))
        down = dict.fromkeys(
            tile for tiles in (self.bag, *self.racks, *self.drawn) for tile in tiles if tile.value is None
        )
        for tile, value in zip(down, left, strict=True):
            tile.value = value


def _exchangeable(one: _Tile, two: _Tile) -> bool:
    """Whether both were in the bag when the first of them left it."""
    moments = [tile.left for tile in (one, two) if tile.left is not None]
    return not moments or max(one.entered, two.entered) < min(moments)


def _values(tiles: Sequence[_Tile]) -> tuple[int, ...]:
    return tuple(tile.value for tile in tiles if tile.value is not None)
