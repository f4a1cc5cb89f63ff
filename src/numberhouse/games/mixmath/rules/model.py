"""Structs of a match, in the order options, state, actions, view.

Who lays what where is open to all; racks and the bag are hidden. Draws come from the match's chance when they
are made, so the bag is a heap of tiles without an order.
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
"""Rounds of the table that may be played without a placement, at most, as an option (MX-18)."""

LONGEST_LINE: Final = 40
"""Placements on one line: a rack, and a draw on each of 32 sign squares, are fewer."""


# Options


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What can be varied; the defaults are the rules of the box."""

    blanks: Literal[0, 2] = 0
    """Blanks in the bag: declared as any value when played, worth 0 points (MX-4)."""
    challenge: bool = False
    """Whether any value may be laid, and opponents have to notice (MX-17)."""
    turn_ends: Literal["itself", "player"] = "itself"
    """Whether a turn ends by itself when no tile that is left can be laid, or when the player says so; with
    `challenge` always the latter (MX-12)."""
    idle_rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_IDLE)] = 3
    """Rounds of the table without a placement that end the match; 0 is never (MX-18)."""
    assistance: bool = False
    """Whether faces of the match may give hints. The rules are the same."""
    operations: Annotated[
        tuple[Operation, ...],
        msgspec.Meta(max_length=len(OPERATIONS), extra_json_schema={"uniqueItems": True}),
    ] = ()
    """Operations that count besides the four, each once, in any order (MX-20)."""
    chains: bool = False
    """Whether a tile may also end a line of three or more numbers, worked out as a whole (MX-21)."""

    @property
    def arithmetic(self) -> Arithmetic:
        """What lines are worked out with."""
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
    """A tile that was laid."""

    cell: str
    """The square, by column letter and row number: `G7`."""
    tile: int
    """The value that it lies as."""
    points: int
    """The points of this placement (MX-13)."""
    blank: bool = False
    """Whether it is a blank, declared as that value (MX-4)."""
    drew: bool = False
    """Whether a tile was drawn for a sign square (MX-11)."""
    doubted: Seat | None = None
    """Who challenged it in vain (MX-17)."""
    equations: tuple[Equation, ...] = ()
    """The equations that it solves; none while it may be challenged, none for a wrong tile that stayed."""
    chains: tuple[Chain, ...] = ()
    """What it solves by longer lines alone (MX-21); told together with the equations."""


class Turn(msgspec.Struct, frozen=True):
    """A turn as everyone sees it."""

    seat: Seat
    """The seat whose turn it is or was."""
    began: int
    """Tiles on the rack when it began."""
    laid: tuple[Laid, ...] = ()
    """In order, all that stayed."""
    exchanged: int = 0
    """Tiles put aside and drawn in their place (MX-16)."""
    wrong: Laid | None = None
    """The tile that was taken back because it solved nothing (MX-17)."""
    challenger: Seat | None = None
    """Who saw that."""
    bonus: int = 0
    """50 or nothing (MX-14)."""
    refilled: int = 0
    """Tiles drawn at its end (MX-15)."""
    late: bool = False
    """Whether its time ran out."""

    @property
    def points(self) -> int:
        """What it scored so far."""
        return sum(laid.points for laid in self.laid) + self.bonus

    @property
    def passed(self) -> bool:
        """Whether nothing was laid, exchanged or taken back in it: a pass, or time that ran out (MX-18)."""
        return not self.laid and not self.exchanged and self.wrong is None


class Hand(msgspec.Struct, frozen=True):
    """What only the seat itself knows."""

    rack: tuple[int, ...]
    """In order of value; a blank is -1."""
    drawn: tuple[int, ...] = ()
    """Every tile it ever drew and kept for a while, in the order of the draws; within one in no order."""
    returned: tuple[int, ...] = ()
    """Every tile that went back to the bag from it, in the order of the exchanges."""


class State(msgspec.Struct, frozen=True):
    """Everything."""

    options: Options
    opening: tuple[tuple[Draw, ...], ...]
    """Who drew what to find who starts; several rounds when the highest tied (MX-5)."""
    bag: tuple[int, ...]
    """In order of value."""
    hands: tuple[Hand, ...]
    turn: Turn
    """The running one; when the match is over, the last."""
    scores: tuple[int, ...]
    """Points of the turns that are over."""
    board: Board = OPENING
    past: tuple[Turn, ...] = ()
    """All turns that are over, in order."""
    waiting: tuple[Seat, ...] = ()
    """Who may still challenge the last tile (MX-17), in the order in which they are asked."""
    idle: int = 0
    """Turns in a row that left no tile on the board (MX-18)."""
    reason: str = ""
    """Why it is over: `rack-empty`, `all-passed` or `idle` (MX-18)."""


# Actions


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="place"):
    """Lay a tile (MX-7 … MX-11)."""

    cell: str
    """The square, by column letter and row number: `G7`."""
    tile: int
    """Its value; of a blank the value that it is declared as."""
    blank: bool = False
    """Lay a blank (MX-4)."""
    draw: bool = False
    """Draw a tile at once, on a sign square (MX-11)."""


class Finish(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """End the turn after placements, with tiles that could still be laid (MX-12)."""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="line"):
    """Several placements at once, as if they were made one after the other. They use tiles that were on the
    rack before; what is drawn on the way stays on it."""

    placements: tuple[Place, ...]
    """In the order in which they are made."""
    end: bool = False
    """Whether the turn ends with them even if more could be laid."""


class Pass(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Do nothing in this turn (MX-16)."""


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exchange"):
    """Put tiles aside, draw as many and return those put aside (MX-16)."""

    tiles: tuple[int, ...]
    """In order of value; a blank is -1."""


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="challenge"):
    """Say that the last tile solves nothing (MX-17)."""


class Accept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="accept"):
    """Let the last tile stand (MX-17)."""


Action: TypeAlias = Place | Finish | Line | Pass | Exchange | Challenge | Accept


# View


class End(msgspec.Struct, frozen=True):
    """What is shown when the match is over."""

    reason: str
    """The reason of the end: `rack-empty`, `all-passed` or `idle` (MX-18)."""
    hands: tuple[Hand, ...]
    """All of them."""
    finals: tuple[int, ...]
    """Points less the tiles left on the racks (MX-19)."""


class View(msgspec.Struct, frozen=True):
    """What a seat, or a spectator, may know."""

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
    """How many tiles each seat has."""
    shown: tuple[int | None, ...]
    """By seat, the tile that all saw it draw for the start, as long as all know it to be on the rack: until
    such a tile is laid, or the seat exchanges any (MX-5)."""
    bag: int
    """How many tiles are in the bag."""
    waiting: tuple[Seat, ...]
    """The seats that may still challenge the last tile (MX-17), in the order in which they are asked."""
    idle: int
    """Turns in a row that left no tile on the board (MX-18)."""
    seat: Seat | None
    """The viewer; None is a spectator."""
    hand: Hand | None
    """The viewer's own."""
    end: End | None
    """None while the match runs."""

    @property
    def blanks(self) -> frozenset[str]:
        """The cells where blanks lie."""
        turns = (*self.past, self.turn)
        return frozenset(laid.cell for turn in turns for laid in turn.laid if laid.blank)
