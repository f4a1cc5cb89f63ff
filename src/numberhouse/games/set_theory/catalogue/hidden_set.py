"""A hidden set as it stands in options and state, and what is asked of sets that a host hands in (ST-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from numberhouse.games.set_theory.catalogue import FIRST, LAST, find

__all__ = [
    "FEWEST",
    "MOST_LISTED",
    "NUMBER",
    "BadSets",
    "HiddenSet",
    "Listed",
    "Named",
    "Written",
    "check_ten",
    "told",
]

NUMBER = 10
"""How many sets a match has (ST-2)."""

FEWEST = 15
"""The fewest members of a set from 10 to 999,999 (ST-11): with ten examples taken five can still be placed.
Of the powers of two there are 16."""

MOST_LISTED = 1_000
"""The most numbers of a list."""

LONGEST_STATEMENT = 200
"""Characters of a host's own words."""


class Named(msgspec.Struct, frozen=True, tag="named"):
    """A property of the catalogue."""

    id: str


class Written(msgspec.Struct, frozen=True, tag="written"):
    """A condition in the small language (`predicates`), and in words if the host gave any."""

    expression: str
    statement: str = ""


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """The members themselves, and what they are in words if the host gave any. Its set is finite."""

    numbers: tuple[int, ...]
    statement: str = ""


HiddenSet = Named | Written | Listed


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
    if isinstance(hidden, Written):
        return hidden.statement or hidden.expression
    return hidden.statement or listed(hidden.numbers, lang)


def listed(numbers: Sequence[int], lang: str) -> str:
    """That a number is one of these, of which the first few are named."""
    first = ", ".join(map(str, numbers[:SHOWN])) + (", …" if len(numbers) > SHOWN else "")
    if lang == "ru":
        return f"одно из чисел: {first} (всего {len(numbers)})"
    return f"is one of {len(numbers)} numbers: {first}"


def check_ten(sets: Sequence[HiddenSet]) -> None:
    """ST-11: total on the range, at least `FEWEST` members, no two equal. How thin or broad a set is, and
    whether it is finite, is said to the host (`remarks`) and refused to nobody.

    Everything is bounded before any set is evaluated. Raises `BadSets` for the first that fails, with the
    code `number`, `too-long`, `too-many`, `outside`, `unknown-property`, `expression`, `undefined`,
    `too-few-members` or `equal`.
    """
    if len(sets) != NUMBER:
        raise BadSets(
            "number", f"{len(sets)} sets; a match has {NUMBER}", {"given": len(sets), "needed": NUMBER}
        )
    for letter, hidden in zip(LETTERS, sets, strict=True):
        check_bounds(letter, hidden)
    seen: dict[bytes, str] = {}
    for letter, hidden in zip(LETTERS, sets, strict=True):
        members = members_of(letter, hidden)
        check_size(letter, int(members.sum()))
        key = members.tobytes()
        if key in seen:
            raise BadSets(
                "equal",
                f"sets {seen[key]} and {letter} have the same members; all ten must differ",
                {"sets": [seen[key], letter]},
            )
        seen[key] = letter


LETTERS = "ABCDEFGHIJ"

SHOWN = 6
"""Numbers of a list that are named."""


def check_bounds(letter: str, hidden: HiddenSet) -> None:
    """Whether the set may be looked at: its words, its condition and its list are short enough, and the
    condition means something. Raises `BadSets`."""
    from numberhouse.games.set_theory.catalogue.predicates.predicate import BadExpression, parse

    if isinstance(hidden, Named):
        return
    if len(hidden.statement) > LONGEST_STATEMENT:
        count = len(hidden.statement)
        raise BadSets(
            "too-long",
            f"set {letter}: its words have {count} characters; at most {LONGEST_STATEMENT} are accepted",
            {"set": letter, "count": count, "most": LONGEST_STATEMENT},
        )
    if isinstance(hidden, Listed):
        check_list(letter, hidden.numbers)
        return
    try:
        parse(hidden.expression)
    except BadExpression as error:
        raise bad_expression(letter, error) from None


def check_list(letter: str, numbers: Sequence[int]) -> None:
    """Whether the numbers can be a set's members. Raises `BadSets`."""
    if len(numbers) > MOST_LISTED:
        raise BadSets(
            "too-many",
            f"set {letter}: {len(numbers)} numbers are listed; at most {MOST_LISTED:,} are accepted",
            {"set": letter, "count": len(numbers), "most": MOST_LISTED},
        )
    for number in numbers:
        if not FIRST <= number <= LAST:
            shown = str(number) if abs(number) < 10**20 else "a number of so many digits"
            raise BadSets(
                "outside",
                f"set {letter}: {shown} is listed; numbers from {FIRST} to {LAST} are accepted",
                {"set": letter, "number": shown},
            )


def bad_expression(letter: str, error: Any) -> BadSets:
    """The refusal of a condition that means nothing."""
    values = {"set": letter, "at": error.at, "problem": error.problem}
    return BadSets("expression", f"set {letter}: {error}", values)


def members_of(letter: str, hidden: HiddenSet) -> Any:
    """The members of one of the ten, as `bitmaps.members` gives them. Raises `BadSets`."""
    from numberhouse.games.set_theory.catalogue import UnknownProperty
    from numberhouse.games.set_theory.catalogue.bitmaps import members
    from numberhouse.games.set_theory.catalogue.predicates.predicate import BadExpression, Undefined

    try:
        return members(hidden)
    except UnknownProperty as error:
        raise BadSets(
            "unknown-property",
            f"set {letter}: {error}",
            {"set": letter, "id": error.name[:80], "close": list(error.close)},
        ) from None
    except BadExpression as error:
        raise bad_expression(letter, error) from None
    except Undefined as error:
        values = {"set": letter, "at": error.at, "n": error.n, "count": error.count, "problem": error.problem}
        raise BadSets("undefined", f"set {letter}: {error}", values) from None


def check_size(letter: str, size: int) -> None:
    """Whether a set of that many members can be played with. Raises `BadSets`."""
    if size < FEWEST:
        raise BadSets(
            "too-few-members",
            f"set {letter} has {size} members from {FIRST} to {LAST}; at least {FEWEST} are needed",
            {"set": letter, "members": size, "fewest": FEWEST},
        )
