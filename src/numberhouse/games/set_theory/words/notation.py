"""Actions as one line of text, for people, logs and language models.

    72@D4              the number 72 on cell D4
    dmo begins         the death-match opponent has the first turn
    candidate begins   the candidate has it

Read as well: either order, a space or a comma instead of @, spaces or apostrophes between thousands, upper
and lower case, full-width signs and Cyrillic letters that look like columns. Written is always the form
above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from numberhouse.contract.game import IllegalAction, Seat
from numberhouse.games.set_theory.rules.grid import CELLS
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO, Action, Begin, Place

__all__ = ["LONGEST", "parse", "write"]

LONGEST: Final = 100
"""Characters; no action needs more."""


def write(action: Action) -> str:
    """The action in its canonical form."""
    if isinstance(action, Begin):
        return "dmo begins" if action.seat == DMO else "candidate begins"
    return f"{action.number}@{action.cell}"


def parse(text: str) -> Action:
    """The action that the text means. Whether the number may be placed is for the rules to say. Raises
    `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        raise _refusal(
            "too-long",
            f"the line is {len(text)} characters long; at most {LONGEST} are read",
            length=len(text),
            longest=LONGEST,
        )
    folded = unicodedata.normalize("NFKC", text).lower()
    plain = folded.translate(LOOKALIKES).strip()
    if not plain:
        raise _refusal("empty", f"nothing is written; {ACCEPTED}")
    if " ".join(folded.split()) in WHO_BEGINS:
        return Begin(WHO_BEGINS[" ".join(folded.split())])
    found = NUMBER_FIRST.fullmatch(plain) or CELL_FIRST.fullmatch(plain)
    if found is None or any(unicodedata.decomposition(sign).startswith(RAISED) for sign in text):
        raise _refusal("not-understood", f"{_short(text)!r} is not understood; {ACCEPTED}", text=_short(text))
    cell = found["cell"].upper()
    if cell not in CELLS:
        raise _refusal("no-cell", f"there is no cell {cell}; cells are A1 to H8, such as D4", cell=cell)
    number = found["number"].replace(" ", "").replace("'", "").replace("−", "-")
    if not INTEGER.fullmatch(number):
        raise _refusal(
            "not-an-integer",
            f"{_short(found['number'])} is not an integer; {ACCEPTED}",
            text=_short(found["number"]),
        )
    if len(number) > MOST_DIGITS:
        raise _refusal("far-out", f"{_short(number)} is far out of range; {ACCEPTED}", text=_short(number))
    return Place(int(number), cell)


WHO_BEGINS: Final[Mapping[str, Seat]] = MappingProxyType(
    {
        **dict.fromkeys(("dmo begins", "dmo", "начинает dmo", "dmo начинает"), DMO),
        **dict.fromkeys(
            ("candidate begins", "candidate", "начинает кандидат", "кандидат начинает", "кандидат"), CANDIDATE
        ),
    }
)

ACCEPTED: Final = "write an integer from 10 to 999999 and an empty cell, such as 72@D4"

NUMBER: Final = r"(?P<number>[-+−]?[0-9]+(?:[ '][0-9]{3})*(?:[.,/e^][-+0-9]+)?)"
CELL: Final = r"(?P<cell>[a-z][0-9]{1,2})"
NUMBER_FIRST: Final = re.compile(rf"{NUMBER}\s*(?:@|,|;|\s)\s*{CELL}")
CELL_FIRST: Final = re.compile(rf"{CELL}\s*(?:@|,|;|:|=|\s)\s*{NUMBER}")
INTEGER: Final = re.compile(r"[-+]?[0-9]+")
MOST_DIGITS: Final = 12

RAISED: Final = ("<super>", "<sub>", "<circle>")
"""Signs that normalizing makes plain digits of: 7² is not 72."""

LOOKALIKES: Final = str.maketrans("авсен", "abceh")
"""Cyrillic letters that look like the columns they stand for."""


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(problem: str, message: str, **values: object) -> IllegalAction:
    return IllegalAction("notation", message, {"problem": problem, **values})
