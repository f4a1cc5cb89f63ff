"""Actions as one line of text, for people, logs and language models.

    345                propose 345 (also: propose 345)
    A                  ask verifier A about the proposal (also: ask A)
    done               ask no more in this round
    solve 241          the verdict: the code is 241
    not yet            the verdict: not yet
    note t1 A.2: B odd?   the note sheet: crossed-out marks, then words after a colon

In a note's words `\\n` is a line end and `\\\\` a backslash; `note` alone empties the sheet. `parse` also
reads upper and lower case, full-width signs and Russian commands. `write` always gives the form above.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any, Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.turing_machine.problems.laws import INDEX
from numberhouse.games.turing_machine.rules.model import Action, Ask, Finish, Note, NotYet, Propose, Solve
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet
from numberhouse.words import message

__all__ = ["AMBIGUOUS", "LONGEST", "LOOKALIKES", "RUSSIAN", "parse", "write"]

LONGEST: Final = 5_000
"""Longest notation, in characters. No legal action needs more."""


def write(action: Action) -> str:
    """The action in its canonical form."""
    match action:
        case Propose(code):
            return code
        case Ask(verifier):
            return LETTERS[verifier]
        case Finish():
            return "done"
        case Solve(code):
            return f"solve {code}"
        case NotYet():
            return "not yet"
        case Note(Sheet(crossed, text)):
            words = text.replace("\\", "\\\\").replace("\n", "\\n")
            return " ".join(("note", *crossed)) + (f": {words}" if words else "")


def parse(text: str) -> Action:
    """The action that the text denotes. Raises `IllegalAction` with the code `notation`."""
    if len(text) > LONGEST:
        raise _refusal(
            message("the line is {length} characters long; at most {longest} are read"),
            "long",
            length=len(text),
            longest=LONGEST,
        )
    note = NOTE.fullmatch(text.rstrip("\r\n"))
    if note is not None:
        return Note(Sheet(_crossed(note["crossed"]), _words(note["words"] or "")))
    words = _plain(text).split()
    if not words:
        raise _refusal(message("nothing is written; {accepted:t}"), "nothing", accepted=ACCEPTED)
    line = " ".join(words)
    saying = SAYINGS.get(RUSSIAN.get(line, line))
    if saying is not None:
        return saying()
    command = VERBS.get(RUSSIAN.get(words[0], words[0]))
    if command is None:
        if len(words) == 1:
            return _ask(line) if line.isalpha() else Propose(_code(line))
        raise _refusal(
            message("{text!r} is not understood; {accepted:t}"),
            "unknown",
            text=_short(line),
            accepted=ACCEPTED,
        )
    if len(words) != 2:
        raise _refusal(
            message("{text!r} has another form than propose 345, ask A or solve 241"),
            "form",
            text=_short(line),
        )
    return command(words[1])


ACCEPTED: Final = message(
    "write a code to propose it (345), a verifier to ask it (A), done, solve with a code (solve 241), "
    "not yet, or note with what to keep (note t1 A.2: words)"
)

# Russian words that people type. `parse` reads them as well as the English ones, and `write` never uses them.

RUSSIAN: Final[Mapping[str, str]] = {
    "готово": "done",
    "еще нет": "not yet",
    "пока нет": "not yet",
    "предложить": "propose",
    "спросить": "ask",
    "решить": "solve",
    "заметка": "note",
    "да": "yes",
    "д": "yes",
    "нет": "no",
    "н": "no",
}
"""The English word for each Russian word, in lower case and without ё."""

LOOKALIKES: Final = str.maketrans({"а": "a", "с": "c", "△": "t", "□": "s", "○": "c"})
"""The Latin letter for each Cyrillic letter that can only mean it, and the letter for each shape (TM-1)."""

AMBIGUOUS: Final[Mapping[str, tuple[str, str]]] = {"в": ("B", "C"), "е": ("E", "F")}
"""The two possible verifiers of a Cyrillic letter: the Latin letter that looks the same, and the letter of
the same number in the alphabet."""

NOTE_WORDS: Final = "|".join(["note", *(word for word, english in RUSSIAN.items() if english == "note")])

NOTE: Final = re.compile(
    rf"\s*(?:{NOTE_WORDS})(?P<crossed>(?:\s[^:]*)?)(?::[ ]?(?P<words>.*))?", re.IGNORECASE | re.DOTALL
)

MARK: Final = re.compile(r"[tsc][1-5]|[a-f]\.[1-9]|[1-9]\d?\.[1-9]|[a-f]/[1-9]\d?")


def _ask(letter: str) -> Ask:
    if letter in AMBIGUOUS:
        raise _refusal(
            message(
                "{text!r} here is a Cyrillic letter and may mean {letters:or}; write a Latin letter A to F"
            ),
            "cyrillic",
            text=letter.upper(),
            letters=AMBIGUOUS[letter],
        )
    latin = letter.translate(LOOKALIKES).upper()
    if len(latin) != 1 or latin not in LETTERS:
        raise _refusal(
            message("{text!r} is neither a verifier, A to F, nor a word known here; {accepted:t}"),
            "letter",
            text=_short(letter),
            accepted=ACCEPTED,
        )
    return Ask(LETTERS.index(latin))


def _code(code: str) -> str:
    if code in INDEX:
        return code
    if len(code) == 3 and code.isdecimal():
        raise _refusal(
            message("{text!r} has a digit outside 1 to 5; a code is three digits 1 to 5, such as 345"),
            "digit",
            text=code,
        )
    raise _refusal(
        message("{text!r} is not a code; a code is three digits 1 to 5, such as 345"),
        "code",
        text=_short(code),
    )


def _crossed(text: str) -> tuple[str, ...]:
    return tuple(_mark(word) for word in text.split())


def _mark(word: str) -> str:
    mark = _plain(word).translate(LOOKALIKES)
    if not MARK.fullmatch(mark):
        raise _refusal(
            message(
                "{text!r} can't be crossed out; write digits as t1, laws as A.2 or 17.2, "
                "a verifier's card as A/17, and free words after a colon"
            ),
            "mark",
            text=_short(word),
        )
    return mark.upper() if mark[1] in "./" and mark[0].isalpha() else mark


def _words(text: str) -> str:
    def sign(escape: re.Match[str]) -> str:
        if escape[0] == "\\n":
            return "\n"
        if escape[0] == "\\\\":
            return "\\"
        raise _refusal(
            message("{text!r} means nothing in a note; write \\n for a line end, \\\\ for a backslash"),
            "escape",
            text=escape[0],
        )

    return re.sub(r"\\.?", sign, text, flags=re.DOTALL)


def _plain(text: str) -> str:
    """The text in lower case, with plain signs instead of full-width ones, and е instead of ё."""
    return unicodedata.normalize("NFKC", text).lower().replace("ё", "е")


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _refusal(template: str, because: str, /, **values: Any) -> IllegalAction:
    return IllegalAction("notation", template, {"because": because, **values})


def _propose(code: str) -> Action:
    return Propose(_code(code))


def _solve(code: str) -> Action:
    return Solve(_code(code))


SAYINGS: Final[Mapping[str, Callable[[], Action]]] = {
    "done": Finish,
    "not yet": NotYet,
    "not_yet": NotYet,
}

VERBS: Final[Mapping[str, Callable[[str], Action]]] = {
    "propose": _propose,
    "ask": _ask,
    "solve": _solve,
}
