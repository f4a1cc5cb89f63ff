"""Actions as one line of text, for people, logs and language models.

    12@H7              lay a 12 on H7
    12@H7+             the same on a sign square, and draw a tile at once
    *12@H7             lay a blank as a 12
    end                end the turn
    3@F7 4@E7+ end     a whole turn, or several placements, on one line
    exchange 3 3 17    put tiles aside and draw as many; a blank is *
    pass               do nothing in this turn
    accept             let the last tile stand, where it may be challenged
    challenge          say that it solves nothing

The parser also reads upper and lower case, full-width signs, Cyrillic letters that look like columns, and
Russian commands. The writer always uses the form above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.mixmath.rules.board import INDEX
from numberhouse.games.mixmath.rules.model import (
    LONGEST_LINE,
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Line,
    Pass,
    Place,
)
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK, words
from numberhouse.words import message

__all__ = ["LONGEST", "parse", "parse_turn", "write", "write_turn"]

LONGEST: Final = 500
"""Most characters of an action; no playable action needs more."""


def write(action: Action) -> str:
    """The action in its canonical form."""
    match action:
        case Place(cell, tile, blank, draw):
            return f"{'*' * blank}{tile}@{cell}{'+' * draw}"
        case Line(placements, end):
            return " ".join((*map(write, placements), *(["end"] if end else [])))
        case Exchange(tiles):
            return f"exchange {words(tiles)}"
        case Finish():
            return "end"
        case Pass():
            return "pass"
        case Challenge():
            return "challenge"
        case Accept():
            return "accept"


def parse(text: str) -> Action:
    """The action of a text. Several placements, or placements with `end`, are a `Line`. Raises
    `IllegalAction` with the code `notation`."""
    placements, rest = _read(text)
    if not placements:
        return rest[0]
    if not rest:
        return Line(placements) if len(placements) > 1 else placements[0]
    return Line(placements, end=True)


def write_turn(actions: tuple[Action, ...]) -> str:
    """A whole turn on one line, action by action, in the form that `parse_turn` reads."""
    return " ".join(map(write, actions))


def parse_turn(text: str) -> tuple[Action, ...]:
    """The single actions of a turn on one line. Raises like `parse`."""
    placements, rest = _read(text)
    return (*placements, *rest)


ACCEPTED: Final = message(
    "lay a tile with its number and cell (12@H7, and 12@H7+ to draw on a sign square), or write end, pass, "
    "exchange and tiles (exchange 3 3 17), accept or challenge"
)

PLACE: Final = re.compile(r"(?P<blank>\*?)(?P<tile>[0-9]{1,3})@(?P<cell>[a-z][0-9]{1,2})(?P<draw>\+?)")

TILE: Final = re.compile(r"\*|[0-9]{1,3}")

LOOKALIKES: Final = str.maketrans("авсенкм", "abcehkm")
"""Cyrillic letters and the Latin column letters that they look like."""


def _read(text: str) -> tuple[tuple[Place, ...], tuple[Action, ...]]:
    """The placements on the line, and the other actions: one alone, or `end` after placements."""
    if len(text) > LONGEST:
        raise _refusal(
            "long",
            message("the line is {length} characters long; at most {most} are read"),
            length=len(text),
            most=LONGEST,
        )
    parts = unicodedata.normalize("NFKC", text).lower().replace("ё", "е").split()
    if not parts:
        raise _refusal("empty", message("nothing is written; {accepted:t}"), accepted=ACCEPTED)
    if parts[0] in EXCHANGE:
        return (), (_exchange(parts[1:]),)
    if len(parts) == 1 and parts[0] in SAYINGS:
        return (), (SAYINGS[parts[0]](),)
    ends = parts[-1] in END
    placements = tuple(_place(part) for part in (parts[:-1] if ends else parts))
    if len(placements) > LONGEST_LINE:
        raise _refusal(
            "many",
            message("{placements} placements on one line; at most {most} are read"),
            placements=len(placements),
            most=LONGEST_LINE,
        )
    return placements, (Finish(),) if ends else ()


def _place(part: str) -> Place:
    placement = PLACE.fullmatch(part.translate(LOOKALIKES))
    if placement is None:
        template = message("{part!r} is not understood; {accepted:t}")
        raise _refusal("part", template, part=_short(part), accepted=ACCEPTED)
    cell = placement["cell"].upper()
    if cell not in INDEX:
        raise _refusal("cell", message("there is no cell {cell}; cells are A1 to N14, such as G7"), cell=cell)
    return Place(cell, int(placement["tile"]), bool(placement["blank"]), bool(placement["draw"]))


def _exchange(parts: list[str]) -> Exchange:
    if not 1 <= len(parts) <= RACK:
        raise _refusal(
            "exchange",
            message("exchange needs 1 to {most} tiles from the rack, such as exchange 3 3 17"),
            most=RACK,
        )
    for part in parts:
        if not TILE.fullmatch(part):
            raise _refusal(
                "tile",
                message("{part!r} is no tile; write their numbers, a blank as *: exchange 3 3 17"),
                part=_short(part),
            )
    return Exchange(tuple(sorted(BLANK if part == "*" else int(part) for part in parts)))


def _short(text: str) -> str:
    """The reader's text, shortened and unable to control the reader's terminal."""
    printable = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text[:20])
    return printable if len(text) <= 20 else f"{printable}…"


def _refusal(why: str, template: str, **values: object) -> IllegalAction:
    return IllegalAction("notation", template, {"why": why, **values})


# The parser reads Russian commands besides the English ones. The writer never uses them.

EXCHANGE: Final = frozenset(("exchange", "обмен", "обменять"))
END: Final = frozenset(("end", "конец"))

SAYINGS: Final[Mapping[str, Callable[[], Action]]] = {
    **dict.fromkeys(END, Finish),
    **dict.fromkeys(("pass", "пас"), Pass),
    **dict.fromkeys(("challenge", "оспорить"), Challenge),
    **dict.fromkeys(("accept", "принять"), Accept),
}
