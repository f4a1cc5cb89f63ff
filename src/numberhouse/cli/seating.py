"""Who sits where: people at this terminal, bots on the other seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numberhouse.cli.errors import Refusal
from numberhouse.cli.params import numbered
from numberhouse.contract.bot import Bot
from numberhouse.contract.game import Seat
from numberhouse.contract.names import told_apart
from numberhouse.registry import InstalledGame

__all__ = ["PERSON", "Seating", "called", "seat_bots", "seat_everyone", "seat_players"]

PERSON = "person"
"""What a record calls a player who isn't a bot."""


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats of a match: `people`, and a bot on each of the others."""

    people: tuple[Seat, ...]
    names: tuple[str, ...]
    """By seat, as they stand in the record."""
    bots: Mapping[Seat, Bot[Any, Any]]


def called(installed: InstalledGame, players: Sequence[str], lang: str) -> list[str]:
    """What words call the players of a record: bots by their titles, people by their names; nobody by name
    is just a person."""
    bots = installed.bots()
    titles = told_apart([installed.bot_title(name, lang) if name in bots else "" for name in players])
    return [title or ("" if name == PERSON else name) for title, name in zip(titles, players, strict=True)]


def seat_everyone(
    installed: InstalledGame,
    seats: int | None,
    bots: Sequence[str] | None,
    people: Sequence[Seat] = (),
    hotseat: bool = False,
) -> Seating:
    """People on the seats they asked for, by default seat 0, or with `hotseat` every seat that isn't a
    named bot's. Raises `Refusal` and `UnknownBot`."""
    if len(people) > 1 and not hotseat:
        raise Refusal(
            "seat", "several people at one terminal need --hotseat; without it one --seat is accepted"
        )
    wanted = tuple(sorted(set(people)))
    count = seats_wanted(installed, seats, bots, max(len(wanted), 2 if hotseat else 1))
    for seat in wanted:
        if not 0 <= seat < count:
            raise Refusal(
                "seat", f"--seat {seat}: the match has {count} seats; {numbered(count)} are accepted"
            )
    if not wanted:
        wanted = tuple(range(count - len(bots or ()))) if hotseat else (0,)
        if not wanted:
            raise Refusal("bots", f"{len(bots or ())} bots for {count} seats leave none for a person")
    return seat_bots(installed, count, bots, wanted)


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
    return seated(installed, {**dict.fromkeys(people, PERSON), **dict(zip(free, names, strict=True))})


def seat_players(installed: InstalledGame, players: Sequence[str]) -> Seating:
    """As a record names them: a bot where there is one of that name, a person elsewhere."""
    known = installed.bots()
    return seated(installed, {seat: name if name in known else PERSON for seat, name in enumerate(players)})


def seats_wanted(installed: InstalledGame, seats: int | None, bots: Sequence[str] | None, people: int) -> int:
    """As many as asked for, or what the named bots and the people need. Raises `Refusal`."""
    card = installed.game.card
    fewest, most = card.seats
    if seats is None:
        named = len(bots or ())
        seats = people + named if named > 1 else max(card.usual_seats, people + named)
    if not fewest <= seats <= most:
        raise Refusal("seats", f"{card.title} is for {fewest} to {most} seats, not {seats}")
    return seats


def strongest(installed: InstalledGame) -> str:
    """The first of the game's bots."""
    return next(iter(installed.bots()))


def seated(installed: InstalledGame, names: Mapping[Seat, str]) -> Seating:
    return Seating(
        tuple(seat for seat in sorted(names) if names[seat] == PERSON),
        tuple(names[seat] for seat in sorted(names)),
        {seat: installed.bot(name) for seat, name in names.items() if name != PERSON},
    )
