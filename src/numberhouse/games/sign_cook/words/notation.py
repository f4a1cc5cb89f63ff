"""Actions as one line of text, for people, logs and language models.

    visit minus-market 9         exchange the 9 for nine minuses
    visit minus-market 0 sure    spend a 0 for nothing
    mine B8 A8 A7 2+1=3          mine these cells
    buy ^                        pay garnets for a tile
    serve 91/7; 6+8; 3x5; 2^4    present the dish
    serve nothing                present none

Upper and lower case, the other ways of writing signs, and Russian words are read too; `palace`, `market`,
`station`, `kitchen` and `square` will do. Expressions are parted by `;` or `,`; what stands in them is for
the rules to judge. Written is always the form above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.model import LONGEST_DISH, Action, Buy, Mine, Serve, Visit
from numberhouse.games.sign_cook.rules.pantry import ORDER, PLACES, Place

__all__ = ["parse", "write"]

LONGEST: Final = LONGEST_DISH + 100
"""Characters; a dish may be that long."""

LONGEST_WORD: Final = 60
"""Characters of anything but a dish."""

NOTHING: Final = frozenset({"nothing", "ничего"})
SURE: Final = frozenset({"sure", "точно"})
VERBS: Final[Mapping[str, str]] = {
    "visit": "visit",
    "exchange": "visit",
    "обменять": "visit",
    "mine": "mine",
    "добыть": "mine",
    "buy": "buy",
    "купить": "buy",
    "serve": "serve",
    "подать": "serve",
}
NICKNAMES: Final[Mapping[str, Place]] = {place.split("-")[1]: place for place in PLACES} | {
    "дворец": "plus-palace",
    "рынок": "minus-market",
    "станция": "multiplication-station",
    "кухня": "division-kitchen",
    "площадь": "strange-square",
}
OTHER_SIGNS: Final[Mapping[str, str]] = {"−": "-", "–": "-", "*": "x", "×": "x", "X": "x", "÷": "/", ":": "/"}
LOOKALIKES: Final = str.maketrans("АВЕКМНОРСТХавекмнорстх", "ABEKMHOPCTXABEKMHOPCTX")
"""Cyrillic letters that look like a column's."""
ACCEPTED: Final = (
    "write visit PLACE TILE, mine CELLS EQUATION, buy TILE, serve EXPRESSION; EXPRESSION… or serve nothing"
)


def write(action: Action) -> str:
    """The action in its canonical form."""
    match action:
        case Visit(place, tile, sure):
            return f"visit {place} {tile}{' sure' * sure}"
        case Mine(cells, equation):
            return f"mine {' '.join(cells)} {equation}"
        case Buy(tile):
            return f"buy {tile}"
        case Serve(dish):
            return f"serve {'; '.join(dish) or 'nothing'}"


def parse(text: str) -> Action:
    """The action that the text means. Raises `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        raise _refusal(
            f"the line is {len(text)} characters long; at most {LONGEST} are read",
            "long",
            length=len(text),
            longest=LONGEST,
        )
    verb, _, rest = " ".join(text.split()).partition(" ")
    if not verb:
        raise _refusal(f"nothing is written; {ACCEPTED}", "empty")
    meant = VERBS.get(verb.lower())
    if meant is None:
        raise _refusal(f"{_short(verb)!r} is not understood; {ACCEPTED}", "verb", word=_short(verb))
    if meant != "serve":
        rest = unicodedata.normalize("NFKC", rest)
    return READ[meant](rest)


def _visit(rest: str) -> Visit:
    words = rest.lower().split()
    sure = bool(words) and words[-1] in SURE
    if len(words) - sure != 2:
        raise _refusal("a visit names a place and a number tile, such as visit minus-market 9", "visit")
    name, tile = words[:2]
    place = next((place for place in PLACES if place == name), None) or NICKNAMES.get(name)
    if place is None:
        raise _refusal(
            f"there is no place {_short(name)!r}; there are {', '.join(PLACES)}", "place", word=_short(name)
        )
    if not re.fullmatch("[0-9]", tile):
        raise _refusal(
            f"{_short(tile)!r} is no number tile; one digit is exchanged, 0 to 9", "digit", word=_short(tile)
        )
    return Visit(place, int(tile), sure)


def _mine(rest: str) -> Mine:
    words = rest.split()
    cells: list[str] = []
    for word in words:
        cell = word.translate(LOOKALIKES).upper()
        if not re.fullmatch("[A-Z][1-9][0-9]?", cell):
            break
        cells.append(cell)
    equation = mine.normal("".join(words[len(cells) :]))
    if not cells or not equation:
        raise _refusal(
            "mining names the cells of the path and an equation, such as mine B8 A8 A7 2+1=3", "mine"
        )
    if len(cells) > LONGEST_WORD or len(equation) > LONGEST_WORD:
        raise _refusal(
            f"{len(words)} words are too many; a path has {mine.LENGTHS[1]} cells at most",
            "mine-long",
            count=len(words),
            most=mine.LENGTHS[1],
        )
    if not re.fullmatch(r"[0-9+\-x/=]+", equation):
        stray = re.search(r"[^0-9+\-x/=]", equation)
        shown = stray[0] if stray else ""
        raise _refusal(
            f"{shown!r} can't stand in an equation; digits, + - x / and one = can, as in 2+1=3",
            "character",
            word=shown,
        )
    return Mine(tuple(cells), equation)


def _buy(rest: str) -> Buy:
    tile = OTHER_SIGNS.get(rest, rest)
    if len(tile) != 1 or tile not in ORDER:
        raise _refusal(
            f"{_short(rest)!r} is no tile; a tile is one of {' '.join(ORDER)}", "tile", word=_short(rest)
        )
    return Buy(tile)  # type: ignore[arg-type]


def _serve(rest: str) -> Serve:
    if rest.strip().lower() in NOTHING:
        return Serve(())
    dish = tuple(item.strip() for item in re.split("[;,]", rest))
    if dish[-1:] == ("",):
        dish = dish[:-1]
    if not dish:
        raise _refusal(
            "no dish is written; write its expressions, such as serve 1+1; 4-1, or serve nothing", "dish"
        )
    if "" in dish:
        number = dish.index("") + 1
        raise _refusal(
            f"expression {number} of the dish is empty; write one between two ; or leave one ; out",
            "item",
            item=number,
        )
    return Serve(dish)


READ: Final[Mapping[str, Callable[[str], Action]]] = {
    "visit": _visit,
    "mine": _mine,
    "buy": _buy,
    "serve": _serve,
}


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(message: str, problem: str, **values: Any) -> IllegalAction:
    return IllegalAction("notation", message, {"problem": problem, **values})
