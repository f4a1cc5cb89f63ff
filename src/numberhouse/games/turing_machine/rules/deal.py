"""The setup of a match: its options are checked and its problem is chosen.

The host gives the problem, or it is drawn on cards that the host chose, or it is drawn on any cards of a
level. For a player who sees only the cards, every valid assignment of laws to them is equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

import msgspec

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.turing_machine.problems import generator
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS, BadLayout, Layout
from numberhouse.games.turing_machine.problems.problem import (
    LEVELS,
    MIN_CODES,
    MIN_CODES_ANSWERED,
    Level,
    Problem,
)
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.turing_machine.rules.gameplay import Options

__all__ = ["FIRST", "MOST_SEATS", "PRESENT", "SECOND", "STYLES", "Edition", "dealt"]

MOST_SEATS: Final = 16
STYLES: Final = ("race", "team")


class Edition(msgspec.Struct, frozen=True):
    """The differences between the versions of the rules."""

    version: int
    min_codes: Mapping[Level, int]
    """The smallest number of codes that a problem drawn for a match leaves before any question, by level
    (TM-6). Problems and cards from the host are exempt."""
    min_answered: Mapping[Level, int]
    """The smallest number of codes that any first answer leaves in such a problem, by level."""


ONE: Final[Mapping[Level, int]] = MappingProxyType(dict.fromkeys(LEVELS, 1))

FIRST: Final = Edition(1, ONE, ONE)
SECOND: Final = Edition(2, MIN_CODES, ONE)
PRESENT: Final = Edition(3, MIN_CODES, MIN_CODES_ANSWERED)


def dealt(
    options: Options, seats: int, chance: Chance, edition: Edition = PRESENT
) -> tuple[Options, Problem]:
    """The public options and the problem. In these options a problem from the host is blanked. Given cards or
    a given problem set the number of verifiers, and set the level to `any`.

    Raises `IllegalAction` for invalid seats or options.
    """
    _check(options, seats)
    if not options.problem and not options.cards:
        return options, _drawn(options, chance, edition)
    problem = _handed_in(options) if options.problem else _on_cards(options, chance)
    seen = msgspec.structs.replace(options, verifiers=problem.layout.verifiers, level="any", problem="")
    return seen, problem


def _check(options: Options, seats: int) -> None:
    if not 1 <= seats <= MOST_SEATS:
        raise IllegalAction(
            "seats",
            "Turing Machine can't be played by {seats}; 1 to {most} seats are possible",
            {"seats": seats, "most": MOST_SEATS},
        )
    for name, value, known in (
        ("mode", options.mode, MODES),
        ("verifiers", options.verifiers, VERIFIERS),
        ("level", options.level, LEVELS),
        ("style", options.style, STYLES),
    ):
        if value not in known:
            possible = ", ".join(map(str, known))
            _refuse(
                message("{name} can't be {value!r}; possible are: {possible}"),
                "value",
                name=name,
                value=value,
                possible=possible,
            )
    sides = seats if options.style == "race" else 1
    if options.handicap and len(options.handicap) != sides:
        _refuse(HANDICAPS[options.style], "handicaps", given=len(options.handicap), wanted=sides, seats=seats)
    for handicap in options.handicap:
        if handicap not in (0, 1, 2):
            _refuse(
                message("a handicap can't be {handicap}; possible are 0, 1 and 2 questions"),
                "handicap",
                handicap=handicap,
            )


HANDICAPS: Final = MappingProxyType(
    {
        "race": message(
            "{given} handicaps for {seats} seats; wanted are {wanted}, one for each seat, or none"
        ),
        "team": message(
            "{given} handicaps for {seats} seats; wanted are {wanted}, one for the whole team, or none"
        ),
    }
)
"""The texts for the number of handicaps, by style."""


def _drawn(options: Options, chance: Chance, edition: Edition) -> Problem:
    try:
        return generator.draw(
            chance,
            options.mode,
            options.verifiers,
            options.level,
            min_codes=edition.min_codes[options.level],
            min_answered=edition.min_answered[options.level],
        )
    except generator.NoProblem:
        _refuse(
            message(
                "there is no problem with these options; choose another level, mode or number of verifiers"
            ),
            "none-such",
        )


def _handed_in(options: Options) -> Problem:
    # The messages never quote the id, because refusals are shown and the id is secret.
    try:
        problem = Problem.from_id(options.problem)
    except ValueError:
        _refuse(
            message("the problem handed in has no readable id; an id is printed by `numberhouse generate`"),
            "unreadable",
        )
    if problem.layout.mode != options.mode:
        _refuse(
            message("the problem handed in is {problem}, the match {match}; set the same mode"),
            "other-mode",
            problem=problem.layout.mode,
            match=options.mode,
        )
    if options.cards and options.cards != problem.layout.cards:
        _refuse(
            message("the problem handed in is not on the cards given; give one of the two"), "other-cards"
        )
    return problem


def _on_cards(options: Options, chance: Chance) -> Problem:
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge  # NumPy is of the extra `bots`

    layout = Layout(options.mode, options.cards)
    try:
        layout.check()
    except BadLayout as error:
        _refuse(error.template, error.because, **error.values)
    try:
        return Knowledge(layout).draw(chance)
    except ValueError:
        _refuse(
            message(
                "these cards carry no valid problem: no laws on them leave one code with every verifier "
                "needed; give other cards, or none to have them drawn"
            ),
            "invalid-cards",
        )


def _refuse(template: str, because: str, /, **values: Any) -> NoReturn:
    raise IllegalAction("options", template, {"because": because, **values})
