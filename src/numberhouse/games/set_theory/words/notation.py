"""Actions as one line of text, for people, logs and language models.

    72@D4              the number 72 on cell D4
    dmo begins         the death-match opponent has the first turn
    candidate begins   the candidate has it

The parser also reads either order, a space or a comma instead of @, spaces or apostrophes between thousands,
upper and lower case, full-width signs and Cyrillic letters that look like columns. The writer always uses the
form above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.set_theory.catalogue import FIRST, LAST
from numberhouse.games.set_theory.rules.grid import CELLS
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, Action, Begin, Place
from numberhouse.words import message

__all__ = ["LONGEST", "parse", "write"]

LONGEST: Final = 100
"""Most characters of an action; no action needs more."""


def write(action: Action) -> str:
    """The action in its canonical form."""
    if isinstance(action, Begin):
        return "dmo begins" if action.seat == DMO else "candidate begins"
    return f"{action.number}@{action.cell}"


def parse(text: str) -> Action:
    """The action of a text. The rules decide whether the number may be placed. Raises `IllegalAction` with
    the code `notation`."""
    if len(text) > LONGEST:
        template = message("the line is {length} characters long; at most {longest} are read")
        raise _refusal("too-long", template, length=len(text), longest=LONGEST)
    folded = unicodedata.normalize("NFKC", text).lower()
    plain = folded.translate(LOOKALIKES).strip()
    if not plain:
        template = message(
            "nothing is written; write an integer from {first} to {last} and an empty cell, such as 72@D4"
        )
        raise _refusal("empty", template, **RANGE)
    if " ".join(folded.split()) in WHO_BEGINS:
        return Begin(WHO_BEGINS[" ".join(folded.split())])
    match = NUMBER_FIRST.fullmatch(plain) or CELL_FIRST.fullmatch(plain)
    if match is None or any(unicodedata.decomposition(sign).startswith(RAISED) for sign in text):
        template = message(
            "{text!r} is not understood; "
            "write an integer from {first} to {last} and an empty cell, such as 72@D4"
        )
        raise _refusal("not-understood", template, text=_short(text), **RANGE)
    cell = match["cell"].upper()
    if cell not in CELLS:
        template = message("there is no cell {cell}; cells are A1 to H8, such as D4")
        raise _refusal("no-cell", template, cell=cell)
    number = match["number"].replace(" ", "").replace("'", "").replace("−", "-")
    if not INTEGER.fullmatch(number):
        template = message(
            "{text} is not an integer; "
            "write an integer from {first} to {last} and an empty cell, such as 72@D4"
        )
        raise _refusal("not-an-integer", template, text=_short(match["number"]), **RANGE)
    if len(number) > MOST_DIGITS:
        template = message(
            "{text} is far out of range; "
            "write an integer from {first} to {last} and an empty cell, such as 72@D4"
        )
        raise _refusal("far-out", template, text=_short(number), **RANGE)
    return Place(int(number), cell)


WHO_BEGINS: Final[Mapping[str, Seat]] = MappingProxyType(
    {
        **dict.fromkeys(("dmo begins", "dmo", "начинает dmo", "dmo начинает"), DMO),
        **dict.fromkeys(
            ("candidate begins", "candidate", "начинает кандидат", "кандидат начинает", "кандидат"), CANDIDATE
        ),
    }
)
"""Words of English and Russian players, after case folding."""

RANGE: Final[Mapping[str, int]] = MappingProxyType({"first": FIRST, "last": LAST})

NUMBER: Final = r"(?P<number>[-+−]?[0-9]+(?:[ '][0-9]{3})*(?:[.,/e^][-+0-9]+)?)"
CELL: Final = r"(?P<cell>[a-z][0-9]{1,2})"
NUMBER_FIRST: Final = re.compile(rf"{NUMBER}\s*(?:@|,|;|\s)\s*{CELL}")
CELL_FIRST: Final = re.compile(rf"{CELL}\s*(?:@|,|;|:|=|\s)\s*{NUMBER}")
INTEGER: Final = re.compile(r"[-+]?[0-9]+")
MOST_DIGITS: Final = 12

RAISED: Final = ("<super>", "<sub>", "<circle>")
"""Kinds of signs that normalization turns into plain digits: 7² is not 72."""

LOOKALIKES: Final = str.maketrans("авсен", "abceh")
"""Cyrillic letters and the Latin column letters that they look like."""


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(problem: str, template: str, **values: object) -> IllegalAction:
    return IllegalAction("notation", template, {"problem": problem, **values})
