"""The seats of a match at this terminal: people on some of them, bots on the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numberhouse.cli.base.errors import Refusal
from numberhouse.cli.base.params import seat_numbers
from numberhouse.contract.bot import Bot
from numberhouse.contract.game import Seat
from numberhouse.contract.names import distinct_names
from numberhouse.registry import InstalledGame
from numberhouse.words import seat_number

__all__ = ["PERSON", "Seating", "player_names", "seat_bots", "seat_everyone", "seat_players"]

PERSON = "person"
"""The name in a record of a player who isn't a bot."""


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats of a match: `people`, and a bot on each of the others."""

    people: tuple[Seat, ...]
    names: tuple[str, ...]
    """Names by seat, as the record has them."""
    bots: Mapping[Seat, Bot[Any, Any]]


def player_names(installed: InstalledGame, players: Sequence[str], lang: str) -> list[str]:
    """The players' display names by seat: the title of a bot, the name of a person, and "" for a person whose
    record has only `PERSON`."""
    bots = installed.bots()
    titles = distinct_names([installed.bot_title(name, lang) if name in bots else "" for name in players])
    return [title or ("" if name == PERSON else name) for title, name in zip(titles, players, strict=True)]


def seat_everyone(
    installed: InstalledGame,
    seats: int | None,
    bots: Sequence[str] | None,
    people: Sequence[Seat] = (),
    hotseat: bool = False,
) -> Seating:
    """Seat people on the seats `people`, and bots on the others. By default a person has seat 0; with
    `hotseat` people have every seat without a named bot. Raises `Refusal` and `UnknownBot`."""
    if len(people) > 1 and not hotseat:
        raise Refusal(
            "seat", "several people at one terminal need --hotseat; without it one --seat is accepted"
        )
    person_seats = tuple(sorted(set(people)))
    count = seat_count(installed, seats, bots, max(len(person_seats), 2 if hotseat else 1))
    for seat in person_seats:
        if not 0 <= seat < count:
            raise Refusal(
                "seat",
                f"--seat {seat_number(seat)}: the match has {count} seats; {seat_numbers(count)} exist",
            )
    if not person_seats:
        person_seats = tuple(range(count - len(bots or ()))) if hotseat else (0,)
        if not person_seats:
            raise Refusal("bots", f"{len(bots or ())} bots for {count} seats leave none for a person")
    return seat_bots(installed, count, bots, person_seats)


def seat_bots(
    installed: InstalledGame, seats: int, bots: Sequence[str] | None, people: tuple[Seat, ...] = ()
) -> Seating:
    """Bots on every seat but those of `people`. Raises `Refusal` and `UnknownBot`."""
    free = [seat for seat in range(seats) if seat not in people]
    names = list(bots or [strongest(installed)])
    if len(names) == 1:
        names *= len(free)
    if bots and len(names) != len(free):
        raise Refusal("bots", f"{len(names)} bots for {len(free)} free seats; one for all or {len(free)}")
    return make_seating(installed, {**dict.fromkeys(people, PERSON), **dict(zip(free, names, strict=True))})


def seat_players(installed: InstalledGame, players: Sequence[str]) -> Seating:
    """The seating of a record: a bot on a seat whose player has the name of a bot of the game, a person on
    the others."""
    bots = installed.bots()
    return make_seating(
        installed, {seat: name if name in bots else PERSON for seat, name in enumerate(players)}
    )


def seat_count(installed: InstalledGame, seats: int | None, bots: Sequence[str] | None, people: int) -> int:
    """The number of seats: `seats` if given, else the number that the named bots and the people need. Raises
    `Refusal`."""
    card = installed.game.card
    fewest, most = card.seats
    if seats is None:
        bot_count = len(bots or ())
        seats = people + bot_count if bot_count > 1 else max(card.usual_seats, people + bot_count)
    if not fewest <= seats <= most:
        raise Refusal("seats", f"{card.title} is for {fewest} to {most} seats, not {seats}")
    return seats


def strongest(installed: InstalledGame) -> str:
    """The name of the game's strongest bot, the first of its bots."""
    return next(iter(installed.bots()))


def make_seating(installed: InstalledGame, names: Mapping[Seat, str]) -> Seating:
    return Seating(
        tuple(seat for seat in sorted(names) if names[seat] == PERSON),
        tuple(names[seat] for seat in sorted(names)),
        {seat: installed.bot(name) for seat, name in names.items() if name != PERSON},
    )
