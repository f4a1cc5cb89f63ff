"""A hidden set as it stands in options and state, and what is asked of sets that a host hands in (ST-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from numberhouse.games.set_theory.catalogue import FIRST, LAST, find

__all__ = [
    "BROADEST",
    "NUMBER",
    "ROOM",
    "THINNEST",
    "BadSets",
    "HiddenSet",
    "Named",
    "Written",
    "check_ten",
    "told",
]

NUMBER = 10
"""How many sets a match has (ST-2)."""

THINNEST, BROADEST = 1_000, 899_991
"""The least and the most members a set may have: 0.1 % and 90 % of the 999,990 numbers (ST-11)."""

ROOM = 64
"""How many members must be left when the examples are taken: enough to fill the grid."""


class Named(msgspec.Struct, frozen=True, tag="named"):
    """A property of the catalogue."""

    id: str


class Written(msgspec.Struct, frozen=True, tag="written"):
    """A condition in the small language (`predicate.py`), and in words if the host gave any."""

    expression: str
    statement: str = ""


HiddenSet = Named | Written


class BadSets(ValueError):  # noqa: N818 - what they are
    """The sets that were handed in can't be played with. The message is for the host; `code` and `values`
    say the same to programs."""

    def __init__(self, code: str, message: str, values: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.values: Mapping[str, Any] = MappingProxyType(dict(values or {}))


def told(hidden: HiddenSet, lang: str = "en") -> str:
    """The set in words, to stand after a number: "is a multiple of 7"."""
    if isinstance(hidden, Named):
        return find(hidden.id).statement(lang)
    return hidden.statement or hidden.expression


def check_ten(sets: Sequence[HiddenSet], examples: int) -> None:
    """ST-11: total on the range, neither too thin nor too broad, room for the examples, no two equal.

    Raises `BadSets` for the first that fails, with the code `number`, `unknown-property`, `expression`,
    `undefined`, `too-thin`, `too-broad`, `too-few-members` or `equal`.
    """
    if len(sets) != NUMBER:
        raise BadSets(
            "number", f"{len(sets)} sets; a match has {NUMBER}", {"given": len(sets), "needed": NUMBER}
        )
    seen: dict[bytes, str] = {}
    for letter, hidden in zip("ABCDEFGHIJ", sets, strict=True):
        members = members_of(letter, hidden)
        check_size(letter, int(members.sum()), examples)
        key = members.tobytes()
        if key in seen:
            raise BadSets(
                "equal",
                f"sets {seen[key]} and {letter} have the same members; all ten must differ",
                {"sets": [seen[key], letter]},
            )
        seen[key] = letter


def members_of(letter: str, hidden: HiddenSet) -> Any:
    """The members of one of the ten, as `bitmaps.members` gives them. Raises `BadSets`."""
    from numberhouse.games.set_theory.bitmaps import members
    from numberhouse.games.set_theory.catalogue import UnknownProperty
    from numberhouse.games.set_theory.predicate import BadExpression, Undefined

    try:
        return members(hidden)
    except UnknownProperty as error:
        raise BadSets(
            "unknown-property",
            f"set {letter}: {error}",
            {"set": letter, "id": error.name[:80], "close": list(error.close)},
        ) from None
    except BadExpression as error:
        values = {"set": letter, "at": error.at, "problem": error.problem}
        raise BadSets("expression", f"set {letter}: {error}", values) from None
    except Undefined as error:
        values = {"set": letter, "at": error.at, "n": error.n, "count": error.count, "problem": error.problem}
        raise BadSets("undefined", f"set {letter}: {error}", values) from None


def check_size(letter: str, size: int, examples: int) -> None:
    """Whether a set of that many members can be played with. Raises `BadSets`."""
    share = f"set {letter} has {size:,} of the {LAST - FIRST + 1:,} numbers"
    values = {"set": letter, "members": size}
    if size < THINNEST:
        raise BadSets("too-thin", f"{share}; at least {THINNEST:,} (0.1 %) are needed", values)
    if size > BROADEST:
        raise BadSets("too-broad", f"{share}; at most {BROADEST:,} (90 %) are accepted", values)
    if size - examples < ROOM:
        raise BadSets(
            "too-few-members",
            f"{share}: {examples} examples leave {max(size - examples, 0)}; at least {ROOM} must be left",
            {**values, "examples": examples, "room": ROOM},
        )
