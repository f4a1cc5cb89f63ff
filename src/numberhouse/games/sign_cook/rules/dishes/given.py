"""Values that a host gives for undecided expressions (SC-10), and their meaning for the judge."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from numberhouse.contract.game import IllegalAction
from numberhouse.games.sign_cook.rules.dishes.dish import LETTERS, Course
from numberhouse.games.sign_cook.rules.expressions.roots import Complex, Undecided
from numberhouse.words import message

__all__ = ["LONGEST", "RUINED", "UNFIT", "given_value", "normal_value"]

UNFIT: Final = "unfit"
"""The value isn't possible in the course: it is no whole number, no letter or no number at all."""
RUINED: Final = "ruined"
"""A partial result is 0 (SC-11)."""

LONGEST: Final = 60
"""Longest text of a value, in characters."""

REAL: Final = r"[0-9]+(?:/0*[1-9][0-9]*|\.[0-9]+)?"
NUMBER: Final = re.compile(rf"(?P<real>-?{REAL})?(?:(?P<imaginary>(?:(?<=[0-9])[+-]|^-?){REAL})i)?")
WHOLE: Final = re.compile(r"-?[0-9]+")


def normal_value(course: Course, text: str) -> str:
    """The value in its canonical form. Raises `IllegalAction` with the code `ruling-value`."""
    if len(text) > LONGEST:
        raise _refusal(course, text)
    normal = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".").replace(" ", "").lower()
    if normal in (UNFIT, RUINED):
        return normal
    if not normal.isascii() or not normal or not (NUMBER if course == "main" else WHOLE).fullmatch(normal):
        raise _refusal(course, text)
    if course == "dessert" and not 1 <= int(normal) <= len(LETTERS):
        raise _refusal(course, text)
    return normal if course == "main" else str(int(normal))


@lru_cache(maxsize=1024)
def given_value(normal: str) -> Fraction | Complex | Undecided:
    """The value for the judge; an undecided value if the host says that it doesn't fit."""
    if normal in (UNFIT, RUINED):
        return Undecided("host")
    parts = NUMBER.fullmatch(normal)
    assert parts is not None
    real, imaginary = (Fraction(parts[part] or 0) for part in ("real", "imaginary"))
    return Complex(real, imaginary, normal) if imaginary else real


REFUSED: Final[Mapping[Course, str]] = {
    "starter": message("{value!r} can't be the value; it is a whole number, or unfit, or ruined"),
    "main": message(
        "{value!r} can't be the value; it is a number, such as 24, 22/7, 2.665 or 0.5+0.866i, or unfit, or "
        "ruined"
    ),
    "dessert": message(
        "{value!r} can't be the value; it is a whole number from 1 to {last}, or unfit, or ruined"
    ),
}


def _refusal(course: Course, text: str) -> IllegalAction:
    values = {"course": course, "value": text[:20], "last": len(LETTERS)}
    return IllegalAction("ruling-value", REFUSED[course], values)
