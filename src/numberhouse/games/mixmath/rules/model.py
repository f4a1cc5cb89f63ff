"""Structs of a match, in the order options, state, actions, view.

All placements are public; racks and the bag are hidden. A draw takes a random tile at the moment it is made,
so the bag has no order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from numberhouse.contract.game import Seat
from numberhouse.games.mixmath.rules.arithmetic import OPERATIONS, Arithmetic, Operation
from numberhouse.games.mixmath.rules.board import OPENING, Board
from numberhouse.games.mixmath.rules.equation import Chain, Equation

__all__ = [
    "LONGEST_LINE",
    "MOST_IDLE",
    "Accept",
    "Action",
    "Challenge",
    "Draw",
    "End",
    "Exchange",
    "Finish",
    "Hand",
    "Laid",
    "Line",
    "Options",
    "Pass",
    "Place",
    "State",
    "Turn",
    "View",
]

MOST_IDLE: Final = 4
"""Highest value of the option `idle_rounds` (MX-18)."""

LONGEST_LINE: Final = 40
"""Most placements in one line. A rack and a draw on each of the 32 sign squares are fewer."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match. The defaults are the rules of the box."""

    blanks: Literal[0, 2] = 0
    """Number of blanks in the bag. A blank is declared as any value when it is played, and scores 0 points
    (MX-4)."""
    challenge: bool = False
    """Whether any value may be laid, and opponents must challenge wrong tiles (MX-17)."""
    turn_ends: Literal["itself", "player"] = "itself"
    """Whether a turn ends by itself when no legal tile is left, or when the player ends it. With `challenge`
    always the latter (MX-12)."""
    idle_rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_IDLE)] = 3
    """Rounds without a placement that end the match; 0 means never (MX-18)."""
    assistance: bool = False
    """Whether the house may give hints to this match's players. The rules stay the same."""
    operations: Annotated[
        tuple[Operation, ...],
        msgspec.Meta(max_length=len(OPERATIONS), extra_json_schema={"uniqueItems": True}),
    ] = ()
    """Operations that count besides the four usual ones, each once, in any order (MX-20)."""
    chains: bool = False
    """Whether a tile may also solve a line of three or more numbers as a whole (MX-21)."""

    @property
    def arithmetic(self) -> Arithmetic:
        """The operations of the match, and whether chains count."""
        return _arithmetic(self.operations, self.chains)


@lru_cache(maxsize=256)
def _arithmetic(operations: tuple[Operation, ...], chains: bool) -> Arithmetic:
    return Arithmetic(tuple(one for one in OPERATIONS if one in operations), chains)


# State


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """A tile drawn for the start, shown to all (MX-5)."""

    seat: Seat
    """The seat that drew."""
    tile: int
    """The tile's value."""


class Laid(msgspec.Struct, frozen=True):
    """A tile on the board."""

    cell: str
    """The square, by column letter and row number: `G7`."""
    tile: int
    """The value of the tile on the board."""
    points: int
    """The points of this placement (MX-13)."""
    blank: bool = False
    """Whether the tile is a blank, declared as that value (MX-4)."""
    drew: bool = False
    """Whether a tile was drawn for a sign square (MX-11)."""
    doubted: Seat | None = None
    """The seat that challenged the tile in vain (MX-17)."""
    equations: tuple[Equation, ...] = ()
    """The equations that the tile solves. Empty while it may be challenged, and for a wrong tile that
    stayed."""
    chains: tuple[Chain, ...] = ()
    """The chains that the tile solves where no pair does (MX-21). Shown together with the equations."""


class Turn(msgspec.Struct, frozen=True):
    """A turn as all seats see it."""

    seat: Seat
    """The seat whose turn it is or was."""
    began: int
    """Tiles on the rack at the start of the turn."""
    laid: tuple[Laid, ...] = ()
    """The tiles that stayed, in order."""
    exchanged: int = 0
    """Number of tiles exchanged (MX-16)."""
    wrong: Laid | None = None
    """The tile that was taken back because it solved nothing (MX-17)."""
    challenger: Seat | None = None
    """The seat that challenged the wrong tile."""
    bonus: int = 0
    """The bonus for an empty rack: 50 or 0 (MX-14)."""
    refilled: int = 0
    """Number of tiles drawn at the end of the turn (MX-15)."""
    late: bool = False
    """Whether the turn ended because its time ran out."""

    @property
    def points(self) -> int:
        """Points of the turn so far."""
        return sum(laid.points for laid in self.laid) + self.bonus

    @property
    def passed(self) -> bool:
        """Whether no tile was laid, exchanged or taken back: a pass, or the end of the time (MX-18)."""
        return not self.laid and not self.exchanged and self.wrong is None


class Hand(msgspec.Struct, frozen=True):
    """The tiles of a seat and their history. Only the seat itself sees it."""

    rack: tuple[int, ...]
    """Tiles on the rack in order of value; a blank is -1."""
    drawn: tuple[int, ...] = ()
    """All tiles that the seat drew and kept for a while, in the order of the draws. Tiles of one draw have no
    order."""
    returned: tuple[int, ...] = ()
    """All tiles that the seat returned to the bag, in the order of the exchanges."""


class State(msgspec.Struct, frozen=True):
    """The complete state of a match, secrets included."""

    options: Options
    opening: tuple[tuple[Draw, ...], ...]
    """The draws that decide the start. There are several rounds if the highest tile was tied (MX-5)."""
    bag: tuple[int, ...]
    """Tiles in the bag, in order of value."""
    hands: tuple[Hand, ...]
    turn: Turn
    """The running turn. After the end, the last turn."""
    scores: tuple[int, ...]
    """Points of the completed turns, by seat."""
    board: Board = OPENING
    past: tuple[Turn, ...] = ()
    """All completed turns, in order."""
    waiting: tuple[Seat, ...] = ()
    """The seats that may still challenge the last tile (MX-17), in the order of their answers."""
    idle: int = 0
    """Successive turns that left no tile on the board (MX-18)."""
    reason: str = ""
    """The reason of the end: `rack-empty`, `all-passed` or `idle` (MX-18); empty while the match runs."""


# Actions


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Lay a tile (MX-7 … MX-11)."""

    cell: str
    """The square, by column letter and row number: `G7`."""
    tile: int
    """The value of the tile; for a blank the declared value."""
    blank: bool = False
    """Whether the tile is a blank (MX-4)."""
    draw: bool = False
    """Whether to draw a tile at once, on a sign square (MX-11)."""


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """End the turn after placements, with tiles that could still be laid (MX-12)."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="line"):
    """Several placements as one action, with the same effect as one after the other. They use tiles that were
    on the rack before. Tiles drawn on the way stay on the rack."""

    placements: tuple[Place, ...]
    """The placements, in the order in which they are made."""
    end: bool = False
    """Whether the turn ends with them, even if more tiles could be laid."""


class Pass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Do nothing in this turn (MX-16)."""


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exchange"):
    """Put tiles aside, draw the same number, then return the tiles to the bag (MX-16)."""

    tiles: tuple[int, ...]
    """Tiles to exchange, in order of value; a blank is -1."""


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge"):
    """Say that the last tile solves nothing (MX-17)."""


class Accept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="accept"):
    """Let the last tile stand (MX-17)."""


Action: TypeAlias = Place | Finish | Line | Pass | Exchange | Challenge | Accept


# View


class End(msgspec.Struct, frozen=True):
    """The result that is shown when the match is over."""

    reason: str
    """The reason of the end: `rack-empty`, `all-passed` or `idle` (MX-18)."""
    hands: tuple[Hand, ...]
    """The hands of all seats."""
    finals: tuple[int, ...]
    """Final points by seat: points less the tiles left on the rack (MX-19)."""


class View(msgspec.Struct, frozen=True):
    """The match as a seat or a spectator may see it."""

    options: Options
    """The options of the match."""
    opening: tuple[tuple[Draw, ...], ...]
    """The draws that decided who starts; several rounds when the highest tied (MX-5)."""
    board: Board
    """The squares and the tiles on them."""
    turn: Turn
    """The running turn; when the match is over, the last."""
    past: tuple[Turn, ...]
    """All turns that are over, in order."""
    scores: tuple[int, ...]
    """Points of the turns that are over, by seat."""
    racks: tuple[int, ...]
    """Number of tiles on each rack, by seat."""
    shown: tuple[int | None, ...]
    """By seat, the tile that it drew for the start, while it is publicly known to be on the rack: until such
    a tile is laid or the seat exchanges any tile (MX-5). Otherwise None."""
    bag: int
    """Number of tiles in the bag."""
    waiting: tuple[Seat, ...]
    """The seats that may still challenge the last tile (MX-17), in the order of their answers."""
    idle: int
    """Successive turns that left no tile on the board (MX-18)."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    hand: Hand | None
    """The viewer's own hand; None for a spectator."""
    end: End | None
    """The result; None while the match runs."""

    @property
    def blanks(self) -> frozenset[str]:
        """The cells with blanks on them."""
        turns = (*self.past, self.turn)
        return frozenset(laid.cell for turn in turns for laid in turn.laid if laid.blank)
