"""The options of a match (AC-16), their checks, and the terms of each round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from numberhouse.contract.game import IllegalAction
from numberhouse.words import message

__all__ = [
    "LETTERS",
    "MOST_BONUS",
    "MOST_ROUNDS",
    "MOST_SEATS",
    "VARIATIONS",
    "NodeRooms",
    "Options",
    "RoundsClose",
    "Terms",
    "TieBreak",
    "Variation",
    "check",
    "terms",
]

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names of the nodes, in order."""

Variation: TypeAlias = Literal[
    "theme", "standout", "increment", "write-off", "sixify", "up-is-down", "area-of-effect"
]
VARIATIONS: Final[tuple[Variation, ...]] = get_args(Variation)

TieBreak: TypeAlias = Literal["none", "last-round", "best-round"]
NodeRooms: TypeAlias = Literal["one-round", "all-rounds"]
RoundsClose: TypeAlias = Literal["all-locked", "deadline"]

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 26
FEWEST_NODES: Final = 4
"""Fewest nodes of a match: after every round two are barred (AC-3), and a pick needs two more."""
MOST_ROUNDS: Final = 30
MOST_START: Final = 1_000_000
MOST_AMOUNT: Final = 1000
MOST_BONUS: Final = 100
BASES: Final = (2, 36)

NUMBER: Final = message("{name}: {value}; {least} to {most} is possible")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match. The defaults are the designer's standard match."""

    start: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 6)
    """Start values of the nodes A, B, C and so on. Their number is the number of nodes (AC-1)."""
    rounds: tuple[tuple[Variation, ...], ...] = (
        ("theme",),
        ("standout",),
        ("increment",),
        ("write-off",),
        ("sixify",),
        ("up-is-down",),
        ("area-of-effect",),
    )
    """Variations of each round. A round may have several; `theme` means none and stands alone."""
    amounts: tuple[int, int] = (1, 2)
    """Amounts that the first and the second node gain (AC-2), or lose in Up is Down (AC-13)."""
    increment: tuple[int, int] = (2, 3)
    """The two amounts in Increment (AC-10)."""
    spread: int = 1
    """Amount that the first node passes to each neighbour in Area of Effect (AC-14)."""
    base: int = 10
    """Base of the digits that score (AC-6)."""
    sixify_base: int = 6
    """Base of the digits in Sixify (AC-12)."""
    standout: int = 2
    """The bonus of Standout (AC-9)."""
    write_off: int = 3
    """The bonus of Small Business Write-Off, for each node (AC-11)."""
    write_off_places: int = 3
    """Number of places from the bottom that earn the bonus of Small Business Write-Off (AC-11)."""
    tie_break: TieBreak = "none"
    """Order of seats with equal totals (AC-15): equal places; or by the points of the last round in which
    they differ; or by the best round, then by the second best, and so on."""
    node_rooms: NodeRooms = "one-round"
    """Members of a node's room (AC-8): the seats that used the node in the last closed round; or all seats
    that have used it in any round, for the rest of the match."""
    rounds_close: RoundsClose = "all-locked"
    """End of a round (AC-4): when all seats have locked, at the latest at the deadline; or always at the
    deadline."""
    assistance: bool = False
    """Whether the house may give hints to this match's players. The rules stay the same."""

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.start)


class Terms(msgspec.Struct, frozen=True):
    """The numbers of a round, after all its variations. Rules and kernels read these."""

    amounts: tuple[int, int]
    """Change of the first and of the second node; negative in Up is Down."""
    spread: int
    """Change of each neighbour of the first node."""
    base: int
    standout: int
    """The bonus for a set of nodes that no other seat submitted; 0: none."""
    write_off: int
    """The bonus for each node in a bottom place; 0: none."""
    places: int
    """Number of places that count as the bottom."""
    published: bool
    """Whether all submissions are published after the round (AC-11)."""


@lru_cache(maxsize=1024)
def terms(options: Options, round: int) -> Terms:
    """The terms of a round, counted from 1."""
    variations = options.rounds[round - 1]
    sign = -1 if "up-is-down" in variations else 1
    first, second = options.increment if "increment" in variations else options.amounts
    return Terms(
        amounts=(sign * first, sign * second),
        spread=sign * options.spread if "area-of-effect" in variations else 0,
        base=options.sixify_base if "sixify" in variations else options.base,
        standout=options.standout if "standout" in variations else 0,
        write_off=options.write_off if "write-off" in variations else 0,
        places=options.write_off_places,
        published="write-off" in variations,
    )


def check(options: Options, seats: int) -> None:
    """Raise `IllegalAction` with the code `seats` or `options` for a match that can't be played."""
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise IllegalAction(
            "seats",
            "Addition Crypt can't be played by {seats}; {fewest} to {most} seats are possible",
            {"seats": seats, "fewest": FEWEST_SEATS, "most": MOST_SEATS},
        )
    _check_nodes(options)
    _check_rounds(options)
    _check_amounts("amounts", options.amounts)
    _check_amounts("increment", options.increment)
    _check_number("spread", options.spread, 0, MOST_AMOUNT)
    _check_number("base", options.base, *BASES)
    _check_number("sixify_base", options.sixify_base, *BASES)
    _check_number("standout", options.standout, 0, MOST_BONUS)
    _check_number("write_off", options.write_off, 0, MOST_BONUS)
    _check_number("write_off_places", options.write_off_places, 0, options.nodes)
    _check_choice("tie_break", options.tie_break, get_args(TieBreak))
    _check_choice("node_rooms", options.node_rooms, get_args(NodeRooms))
    _check_choice("rounds_close", options.rounds_close, get_args(RoundsClose))


def _check_nodes(options: Options) -> None:
    most = len(LETTERS)
    if not FEWEST_NODES <= options.nodes <= most:
        raise _refusal(
            "nodes",
            message("start names {nodes} nodes; {fewest} to {most} are possible"),
            nodes=options.nodes,
            fewest=FEWEST_NODES,
            most=most,
        )
    template = message("start, node {letter}: {value}; {least} to {most} is possible")
    for letter, value in zip(LETTERS, options.start, strict=False):
        _check_number(f"start, node {letter}", value, 0, MOST_START, template, letter=letter)


def _check_rounds(options: Options) -> None:
    if not 1 <= len(options.rounds) <= MOST_ROUNDS:
        raise _refusal(
            "rounds",
            message("rounds names {rounds} rounds; 1 to {most} are possible"),
            rounds=len(options.rounds),
            most=MOST_ROUNDS,
        )
    for number, variations in enumerate(options.rounds, start=1):
        for variation in variations:
            if variation not in VARIATIONS:
                raise _refusal(
                    "variation",
                    message("round {round} can't be {value!r}; possible are: {possible}"),
                    round=number,
                    value=variation,
                    possible=", ".join(VARIATIONS),
                )
        if not variations:
            raise _refusal(
                "empty-round",
                message("round {round} has no variation; a round without any is called theme"),
                round=number,
            )
        if len(set(variations)) < len(variations):
            raise _refusal(
                "twice", message("round {round} names a variation twice; once is possible"), round=number
            )
        if "theme" in variations and len(variations) > 1:
            raise _refusal(
                "theme",
                message(
                    "round {round} is theme and something else; theme means no variation and stands alone"
                ),
                round=number,
            )


def _check_choice(name: str, value: str, known: Sequence[str]) -> None:
    if value not in known:
        raise _refusal(
            "choice",
            message("{name} can't be {value!r}; possible are: {possible}"),
            name=name,
            value=value,
            possible=", ".join(known),
        )


def _check_amounts(option: str, amounts: tuple[int, int]) -> None:
    first, second = amounts
    template = message("{option}, first node: {value}; {least} to {most} is possible")
    _check_number(f"{option}, first node", first, 0, MOST_AMOUNT, template, option=option)
    template = message("{option}, second node: {value}; {least} to {most} is possible")
    _check_number(f"{option}, second node", second, 0, MOST_AMOUNT, template, option=option)


def _check_number(
    name: str, value: int, least: int, most: int, template: str = NUMBER, **values: Any
) -> None:
    if not least <= value <= most:
        raise _refusal("number", template, name=name, value=value, least=least, most=most, **values)


def _refusal(problem: str, template: str, /, **values: Any) -> IllegalAction:
    return IllegalAction("options", template, {"problem": problem, **values})
