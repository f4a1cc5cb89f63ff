"""Actions as one line of text, for people, logs and language models.

    C* B        submit: the first amount on C, the second on B; the asterisk is at the scoring node
    3: C* B     the same, meant for round 3 and refused in any other
    lock        confirm what is submitted
    room 0 2 5  open a room for these seats, one's own among them

Upper and lower case, full-width signs, `C*B` and `C*, B` are read too, and Russian words and the Cyrillic
letters that can only mean the Latin ones they look like. Written is always the form above.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.rules.model import Action, Lock, OpenRoom, Pick, Submit
from numberhouse.games.addition_crypt.rules.options import LETTERS

__all__ = ["parse", "write", "write_pick"]

LONGEST: Final = 200
"""Characters; no action needs more."""

LOCK: Final = frozenset({"lock", "confirm", "подтвердить", "готово"})
SUBMIT: Final = re.compile(
    r"(?:(?P<round>[0-9]{1,4}):)?\s*(?P<first>[A-Z])\s*(?P<one>\**)[\s,]*(?P<second>[A-Z])\s*(?P<two>\**)"
)
ROOM: Final = re.compile(r"(?:room|комната)(?P<seats>(?:[\s,]+[0-9]{1,4})*)")
LOOKALIKES: Final = str.maketrans("АЕКМОРТХ", "AEKMOPTX")
"""Of the Cyrillic letters, those that look and are counted alike or have no other meaning here."""
AMBIGUOUS: Final = {"В": "B or V", "С": "C or S", "Н": "H or N", "У": "Y or U"}
"""Cyrillic letters that look like one node and sound like another."""
ACCEPTED: Final = (
    "write two nodes, one of them with the asterisk of the scoring node, such as C* B, or lock to confirm; "
    "in round 1 also room and the seats to open one for, such as room 0 2 5"
)


def write(action: Action) -> str:
    """The action in its canonical form."""
    match action:
        case Lock():
            return "lock"
        case OpenRoom():
            return " ".join(("room", *map(str, action.seats)))
    pick = write_pick(Pick(action.first, action.second, action.scoring))
    return pick if action.round is None else f"{action.round}: {pick}"


def write_pick(pick: Pick) -> str:
    """A pair of nodes as in `C* B`."""
    first, second = (LETTERS[node] for node in pick.nodes)
    return f"{first}* {second}" if pick.scoring == pick.first else f"{first} {second}*"


def parse(text: str) -> Action:
    """The action that the text means. Raises `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        raise _refusal(
            "long",
            f"the line is {len(text)} characters long; at most {LONGEST} are read",
            length=len(text),
            most=LONGEST,
        )
    line = unicodedata.normalize("NFKC", text).strip()
    if not line:
        raise _refusal("empty", f"nothing is written; {ACCEPTED}")
    if line.lower() in LOCK:
        return Lock()
    room = ROOM.fullmatch(line.lower())
    if room is not None:
        return OpenRoom(tuple(map(int, room["seats"].replace(",", " ").split())))
    upper = line.upper()
    for letter, meant in AMBIGUOUS.items():
        if letter in upper and len(upper) < 20:
            raise _refusal(
                "cyrillic",
                f"{letter!r} here is a Cyrillic letter and may mean {meant}; write a Latin letter",
                text=letter,
                meant=meant.split(" or "),
            )
    found = SUBMIT.fullmatch(upper.translate(LOOKALIKES))
    if found is None:
        raise _refusal("unknown", f"{_short(line)!r} is not understood; {ACCEPTED}", text=_short(line))
    first, second = LETTERS.index(found["first"]), LETTERS.index(found["second"])
    stars = len(found["one"]), len(found["two"])
    if sum(stars) != 1:
        how = "no asterisk" if not sum(stars) else "more than one asterisk"
        raise _refusal(
            "asterisks" if sum(stars) else "asterisk",
            f"{_short(line)!r} has {how}; the scoring node alone has one, such as C* B",
            text=_short(line),
        )
    scoring = first if stars[0] else second
    return Submit(first, second, scoring, int(found["round"]) if found["round"] else None)


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(problem: str, message: str, /, **values: Any) -> IllegalAction:
    return IllegalAction("notation", message, {"problem": problem, **values})
