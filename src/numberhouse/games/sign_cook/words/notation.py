"""Actions as one line of text, for people, logs and language models.

    visit minus-market 9         exchange the 9 for nine minuses
    visit minus-market 0 sure    spend a 0 for nothing
    mine B8 A8 A7 2+1=3          mine these cells
    buy ^                        pay garnets for a tile
    serve 91/7; 6+8; 3x5; 2^4    present the dish
    serve nothing                present none

`parse` also reads upper and lower case, other notations of the signs, Russian words, and the short names
`palace`, `market`, `station`, `kitchen` and `square`. Expressions are separated by `;` or `,`, and the rules
check them. `write` always gives the form above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules import mine
from numberhouse.games.sign_cook.rules.model import LONGEST_DISH, Action, Buy, Mine, Serve, Visit
from numberhouse.games.sign_cook.rules.pantry import ORDER, PLACES, Place

__all__ = ["parse", "write"]

LONGEST: Final = LONGEST_DISH + 100
"""Longest notation, in characters. A dish may be that long."""

LONGEST_WORD: Final = 60
"""Longest notation of any action except a dish, in characters."""

# Words that people type.
NOTHING: Final = "nothing"
SURE: Final = "sure"
VERBS: Final[Mapping[str, str]] = {
    "visit": "visit",
    "exchange": "visit",
    "mine": "mine",
    "buy": "buy",
    "serve": "serve",
}
PLACE_NAMES: Final[Mapping[str, Place]] = {
    name: place for place in PLACES for name in (place, place.split("-")[1])
}
RUSSIAN: Final[Mapping[str, str]] = {
    "обменять": "exchange",
    "добыть": "mine",
    "купить": "buy",
    "подать": "serve",
    "ничего": "nothing",
    "точно": "sure",
    "дворец": "palace",
    "рынок": "market",
    "станция": "station",
    "кухня": "kitchen",
    "площадь": "square",
}
"""The English word for each Russian word that people may type."""
OTHER_SIGNS: Final[Mapping[str, str]] = {"−": "-", "–": "-", "*": "x", "×": "x", "X": "x", "÷": "/", ":": "/"}
LOOKALIKES: Final = str.maketrans("АВЕКМНОРСТХавекмнорстх", "ABEKMHOPCTXABEKMHOPCTX")
"""The Latin column letters for Cyrillic letters that look the same."""


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
    """The action that the text denotes. Raises `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        raise IllegalAction(
            "notation",
            "the line is {length} characters long; at most {longest} are read",
            {"problem": "long", "length": len(text), "longest": LONGEST},
        )
    verb, _, rest = " ".join(text.split()).partition(" ")
    if not verb:
        raise IllegalAction(
            "notation",
            "nothing is written; write visit PLACE TILE, mine CELLS EQUATION, buy TILE, serve EXPRESSION; "
            "EXPRESSION… or serve nothing",
            {"problem": "empty"},
        )
    meant = VERBS.get(_english(verb))
    if meant is None:
        raise IllegalAction(
            "notation",
            "{word!r} is not understood; write visit PLACE TILE, mine CELLS EQUATION, buy TILE, serve "
            "EXPRESSION; EXPRESSION… or serve nothing",
            {"problem": "verb", "word": _short(verb)},
        )
    if meant != "serve":
        rest = unicodedata.normalize("NFKC", rest)
    return READ[meant](rest)


def _visit(rest: str) -> Visit:
    words = rest.lower().split()
    sure = bool(words) and _english(words[-1]) == SURE
    if len(words) - sure != 2:
        raise IllegalAction(
            "notation",
            "a visit names a place and a number tile, such as visit minus-market 9",
            {"problem": "visit"},
        )
    name, tile = words[:2]
    place = PLACE_NAMES.get(_english(name))
    if place is None:
        raise IllegalAction(
            "notation",
            "there is no place {word!r}; there are {places:list}",
            {"problem": "place", "word": _short(name), "places": list(PLACES)},
        )
    if not re.fullmatch("[0-9]", tile):
        raise IllegalAction(
            "notation",
            "{word!r} is no number tile; one digit is exchanged, 0 to 9",
            {"problem": "digit", "word": _short(tile)},
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
        raise IllegalAction(
            "notation",
            "mining names the cells of the path and an equation, such as mine B8 A8 A7 2+1=3",
            {"problem": "mine"},
        )
    if len(cells) > LONGEST_WORD or len(equation) > LONGEST_WORD:
        raise IllegalAction(
            "notation",
            "{count} words are too many; a path has {most} cells at most",
            {"problem": "mine-long", "count": len(words), "most": mine.LENGTHS[1]},
        )
    if not re.fullmatch(r"[0-9+\-x/=]+", equation):
        stray = re.search(r"[^0-9+\-x/=]", equation)
        raise IllegalAction(
            "notation",
            "{word!r} can't stand in an equation; digits, + - x / and one = can, as in 2+1=3",
            {"problem": "character", "word": stray[0] if stray else ""},
        )
    return Mine(tuple(cells), equation)


def _buy(rest: str) -> Buy:
    tile = OTHER_SIGNS.get(rest, rest)
    if len(tile) != 1 or tile not in ORDER:
        raise IllegalAction(
            "notation",
            "{word!r} is no tile; a tile is one of {tiles}",
            {"problem": "tile", "word": _short(rest), "tiles": " ".join(ORDER)},
        )
    return Buy(tile)  # type: ignore[arg-type]


def _serve(rest: str) -> Serve:
    if _english(rest.strip()) == NOTHING:
        return Serve(())
    dish = tuple(item.strip() for item in re.split("[;,]", rest))
    if dish[-1:] == ("",):
        dish = dish[:-1]
    if not dish:
        raise IllegalAction(
            "notation",
            "no dish is written; write its expressions, such as serve 1+1; 4-1, or serve nothing",
            {"problem": "dish"},
        )
    if "" in dish:
        number = dish.index("") + 1
        raise IllegalAction(
            "notation",
            "expression {item} of the dish is empty; write one between two ; or leave one ; out",
            {"problem": "item", "item": number},
        )
    return Serve(dish)


READ: Final[Mapping[str, Callable[[str], Action]]] = {
    "visit": _visit,
    "mine": _mine,
    "buy": _buy,
    "serve": _serve,
}


def _english(word: str) -> str:
    """The word in small letters, translated if it is Russian."""
    return RUSSIAN.get(word.lower(), word.lower())


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"
