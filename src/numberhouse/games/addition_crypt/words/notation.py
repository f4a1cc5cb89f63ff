"""Actions as one line of text, for people, logs and language models.

    C* B        submit: the first amount on C, the second on B; the asterisk is at the scoring node
    3: C* B     the same, meant for round 3 and refused in any other
    lock        confirm what is submitted
    room 0 2 5  open a room for these seats, one's own among them

The parser also reads upper and lower case, full-width signs, `C*B` and `C*, B`, Russian words, and Cyrillic
letters that can only mean the Latin letter they look like. The writer always uses the form above.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.addition_crypt.rules.model import Action, Lock, OpenRoom, Pick, Submit
from numberhouse.games.addition_crypt.rules.options import LETTERS
from numberhouse.words import message

__all__ = ["parse", "write", "write_pick"]

LONGEST: Final = 200
"""Most characters of an action; no action needs more."""

# Words of the commands, in Latin and in Cyrillic letters. The parser reads all of them in every language.
LOCK: Final = frozenset({"lock", "confirm", "подтвердить", "готово"})
ROOM: Final = re.compile(r"(?:room|комната)(?P<seats>(?:[\s,]+[0-9]{1,4})*)")
LOOKALIKES: Final = str.maketrans("АЕКМОРТХ", "AEKMOPTX")
"""Cyrillic letters that stand for one node only, by look or by place in the alphabet."""
AMBIGUOUS: Final = {"В": ("B", "V"), "С": ("C", "S"), "Н": ("H", "N"), "У": ("Y", "U")}
"""Cyrillic letters that look like one node and sound like another."""

SUBMIT: Final = re.compile(
    r"(?:(?P<round>[0-9]{1,4}):)?\s*(?P<first>[A-Z])\s*(?P<one>\**)[\s,]*(?P<second>[A-Z])\s*(?P<two>\**)"
)
ACCEPTED: Final = message(
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
    """The action of a text. Raises `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        template = message("the line is {length} characters long; at most {most} are read")
        raise _refusal("long", template, length=len(text), most=LONGEST)
    line = unicodedata.normalize("NFKC", text).strip()
    if not line:
        raise _refusal("empty", message("nothing is written; {accepted:t}"))
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
                message("{text!r} here is a Cyrillic letter and may mean {meant:or}; write a Latin letter"),
                text=letter,
                meant=list(meant),
            )
    read = SUBMIT.fullmatch(upper.translate(LOOKALIKES))
    if read is None:
        template = message("{text!r} is not understood; {accepted:t}")
        raise _refusal("unknown", template, text=_short(line))
    first, second = LETTERS.index(read["first"]), LETTERS.index(read["second"])
    stars = len(read["one"]), len(read["two"])
    if not any(stars):
        template = message("{text!r} has no asterisk; the scoring node alone has one, such as C* B")
        raise _refusal("asterisk", template, text=_short(line))
    if sum(stars) > 1:
        template = message(
            "{text!r} has more than one asterisk; the scoring node alone has one, such as C* B"
        )
        raise _refusal("asterisks", template, text=_short(line))
    scoring = first if stars[0] else second
    return Submit(first, second, scoring, int(read["round"]) if read["round"] else None)


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(problem: str, template: str, /, **values: Any) -> IllegalAction:
    # A translation may name the accepted form where English doesn't.
    return IllegalAction("notation", template, {"problem": problem, "accepted": ACCEPTED, **values})
