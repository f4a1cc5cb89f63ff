"""Requirements for the ten sets that a host hands in (ST-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from numberhouse.games.set_theory.catalogue import FIRST, LAST, UnknownProperty
from numberhouse.games.set_theory.catalogue.bitmaps import members
from numberhouse.games.set_theory.catalogue.hidden_set import HiddenSet, Listed, Named, Written
from numberhouse.games.set_theory.catalogue.predicates.cost import cost
from numberhouse.games.set_theory.catalogue.predicates.predicate import BadExpression, Undefined, parse
from numberhouse.words import fill, message

__all__ = [
    "FEWEST",
    "MOST_LISTED",
    "MOST_STEPS",
    "NUMBER",
    "BadSets",
    "check_list",
    "check_steps",
    "check_ten",
    "steps",
]

NUMBER = 10
"""Number of sets of a match (ST-2)."""

FEWEST = 15
"""Fewest members of a set from 10 to 999,999 (ST-11). With ten examples removed, five can still be placed.
There are 16 powers of two."""

MOST_LISTED = 1_000
"""Most numbers of a list."""

MOST_STEPS = 500
"""Most steps of the conditions of all ten sets together, for each number from 10 to 999,999. All of them take
about two seconds."""

STEPS_OF_SET = 4
"""Steps of a set whatever it is: its members are marked and counted."""

LONGEST_STATEMENT = 200
"""Most characters of a host's own statement."""


class BadSets(ValueError):  # noqa: N818 - what they are
    """The sets that a host handed in can't be played with. `template` and `values` give the message in every
    language (`numberhouse.words`), `message` in English. Programs read `code` and `values`."""

    def __init__(self, code: str, template: str, values: Mapping[str, Any]) -> None:
        self.message = fill(template, values)
        super().__init__(self.message)
        self.code = code
        self.template = template
        self.values: Mapping[str, Any] = MappingProxyType(dict(values))


def check_ten(sets: Sequence[HiddenSet]) -> None:
    """Check ten sets (ST-11): defined on the whole range, at least `FEWEST` members, no two equal. Thin,
    broad and finite sets are not refused; `remarks` mentions them to the host.

    Sizes are checked before any set is evaluated, which bounds the work. Raises `BadSets` for the first set
    that fails, with the code `number`, `too-long`, `too-many`, `outside`, `unknown-property`, `expression`,
    `undefined`, `too-few-members` or `equal`.
    """
    if len(sets) != NUMBER:
        raise BadSets(
            "number",
            message("{given} sets; a match has {needed}"),
            {"given": len(sets), "needed": NUMBER},
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
                message("sets {sets:and} have the same members; all ten must differ"),
                {"sets": [seen[key], letter]},
            )
        seen[key] = letter


LETTERS = "ABCDEFGHIJ"


def steps(sets: Sequence[HiddenSet]) -> int:
    """The steps that checking the sets takes, for each number from 10 to 999,999, counted from their texts.
    Raises `BadSets` for a set that is too long, or a condition without a meaning."""
    return sum(_steps(letter, hidden) for letter, hidden in zip(LETTERS, sets, strict=False))


def check_steps(sets: Sequence[HiddenSet]) -> None:
    """Check that all sets together need few enough steps. No set is evaluated. Raises `BadSets` with the code
    `too-much-work`, or for a set that is too long or has no meaning."""
    needed = {letter: _steps(letter, hidden) for letter, hidden in zip(LETTERS, sets, strict=False)}
    if (total := sum(needed.values())) > MOST_STEPS:
        largest = max(needed, key=lambda letter: needed[letter])
        raise BadSets(
            "too-much-work",
            message(
                "the conditions of all sets together need {needed:,} steps for each number, and {share:,} of "
                "them in set {set}; at most {most:,} are accepted: take fewer or smaller powers and functions"
            ),
            {"needed": total, "set": largest, "share": needed[largest], "most": MOST_STEPS},
        )


def _steps(letter: str, hidden: HiddenSet) -> int:
    check_bounds(letter, hidden)
    return STEPS_OF_SET + (cost(parse(hidden.expression)) if isinstance(hidden, Written) else 0)


def check_bounds(letter: str, hidden: HiddenSet) -> None:
    """Check the size of a set before it is evaluated: its statement, condition and list are short enough, and
    the condition has a meaning. Raises `BadSets`."""
    if isinstance(hidden, Named):
        return
    if len(hidden.statement) > LONGEST_STATEMENT:
        raise BadSets(
            "too-long",
            message("set {set}: its words have {count} characters; at most {most} are accepted"),
            {"set": letter, "count": len(hidden.statement), "most": LONGEST_STATEMENT},
        )
    if isinstance(hidden, Listed):
        check_list(letter, hidden.numbers)
        return
    try:
        parse(hidden.expression)
    except BadExpression as error:
        raise bad_expression(letter, error) from None


def check_list(letter: str, numbers: Sequence[int]) -> None:
    """Check that the numbers can be a set's members. Raises `BadSets`."""
    if len(numbers) > MOST_LISTED:
        raise BadSets(
            "too-many",
            message("set {set}: {count} numbers are listed; at most {most:,} are accepted"),
            {"set": letter, "count": len(numbers), "most": MOST_LISTED},
        )
    for number in numbers:
        if not FIRST <= number <= LAST:
            shown = str(number) if abs(number) < 10**20 else message("a number of so many digits")
            raise BadSets(
                "outside",
                message("set {set}: {number:t} is listed; numbers from {first} to {last} are accepted"),
                {"set": letter, "number": shown, "first": FIRST, "last": LAST},
            )


def bad_expression(letter: str, error: BadExpression) -> BadSets:
    """The refusal of a condition without a meaning."""
    values = {"set": letter, "at": error.at, "problem": error.problem, "why": error.template, **error.values}
    return BadSets("expression", message("set {set}: at character {at}: {why:t}"), values)


def members_of(letter: str, hidden: HiddenSet) -> Any:
    """The members of one of the ten sets, as `bitmaps.members` returns them. Raises `BadSets`."""
    try:
        return members(hidden)
    except UnknownProperty as error:
        raise BadSets(
            "unknown-property",
            message("set {set}: {why:t}"),
            {"set": letter, "why": error.template, **error.values},
        ) from None
    except BadExpression as error:
        raise bad_expression(letter, error) from None
    except Undefined as error:
        raise undefined(letter, error) from None


def undefined(letter: str, error: Undefined) -> BadSets:
    """The refusal of a condition that has no value for some numbers."""
    one = message("set {set}: at character {at}: {why:t} for n = {n}; it must have a value for every number")
    several = message(
        "set {set}: at character {at}: {why:t} for n = {n} (first of {count:,}); "
        "it must have a value for every number"
    )
    values = {"set": letter, "at": error.at, "n": error.n, "count": error.count, "problem": error.problem}
    values |= {"why": error.template, **error.values}
    return BadSets("undefined", several if error.count > 1 else one, values)


def check_size(letter: str, size: int) -> None:
    """Check that a set of that many members can be played with. Raises `BadSets`."""
    if size < FEWEST:
        raise BadSets(
            "too-few-members",
            message("set {set} has {members} members from {first} to {last}; at least {fewest} are needed"),
            {"set": letter, "members": size, "fewest": FEWEST, "first": FIRST, "last": LAST},
        )
