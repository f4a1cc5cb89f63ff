"""One match, played to its end, and what each bot used for it.

Nothing that a bot does wrong is mended in silence: an illegal action or an error ends the match as a loss of
its seat; a thought that takes too long is counted and the match goes on.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from numberhouse.arena.entrants import AnyBot, Entrant, make_bot, parse_entrants
from numberhouse.arena.pairings import Table
from numberhouse.contract.bot import Thought
from numberhouse.contract.game import Chance, IllegalAction, Seat
from numberhouse.match import Match
from numberhouse.record import write
from numberhouse.registry import InstalledGame

__all__ = ["LATE", "MOST_ACTIONS", "OVERRUN", "SLACK", "MatchResult", "Usage", "play", "play_table"]

OVERRUN: Final = 1.25
"""A thought that takes so many times the budget's seconds counts as an overrun."""

LATE: Final = 2.0
"""A thought that takes so many times the budget's seconds counts as late."""

SLACK: Final = 0.05
"""Seconds of a thought that never count as an overrun or as late."""

MOST_ACTIONS: Final = 20_000
"""Entries after which a match is given up without a result: two bots may shuffle forever."""


class Usage(msgspec.Struct, frozen=True):
    """What a seat's bot used for a match."""

    thoughts: int = 0
    processor_seconds: float = 0.0
    seconds: float = 0.0
    longest: float = 0.0
    """Seconds of the longest thought."""
    overruns: int = 0
    late: int = 0


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a match ended. `places` is empty where there is no result."""

    table: Table
    ended: Literal["played", "illegal", "failed", "too-long"]
    """`played` to the end; an `illegal` action or a bot that `failed` with an error lost it; `too-long` has
    no result."""
    scores: tuple[float, ...] = ()
    places: tuple[int, ...] = ()
    culprit: Seat | None = None
    """The seat of the bot that did what it may not."""
    fault: str = ""
    """What it did."""
    entries: int = 0
    usage: tuple[Usage, ...] = ()
    house_seconds: float = 0.0
    """Processor time outside the bots' thinking."""


class _Meter:
    """Counts what one seat's thoughts take."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.usage = Usage()

    def add(self, seconds: float, processor: float) -> None:
        limit = self.entrant.seconds
        over = limit is not None and seconds > max(OVERRUN * limit, limit + SLACK)
        late = limit is not None and seconds > max(LATE * limit, limit + SLACK)
        old = self.usage
        self.usage = Usage(
            old.thoughts + 1,
            old.processor_seconds + processor,
            old.seconds + seconds,
            max(old.longest, seconds),
            old.overruns + over,
            old.late + late,
        )


def play(
    installed: InstalledGame,
    entrants: Sequence[str | Entrant],
    *,
    seed: str,
    options: Any = None,
    seconds: float | None = 2.0,
    nodes: int | None = None,
) -> MatchResult:
    """Play one match, an entrant a seat. Raises `BadEntrant`, `UnknownBot` and, for options or a number of
    seats that the game doesn't have, `IllegalAction`."""
    texts = list(dict.fromkeys(entrant for entrant in entrants if isinstance(entrant, str)))
    parsed = dict(zip(texts, parse_entrants(texts, seconds=seconds, nodes=nodes), strict=True))
    seated = [parsed[entrant] if isinstance(entrant, str) else entrant for entrant in entrants]
    table = Table(seed, 0, tuple(entrant.name for entrant in seated))
    return play_table(installed, {entrant.name: entrant for entrant in seated}, table, options)[0]


def play_table(
    installed: InstalledGame,
    entrants: Mapping[str, Entrant],
    table: Table,
    options: Any = None,
    *,
    recorded: bool = False,
) -> tuple[MatchResult, str]:
    """Play a table and return its result, and the match's record where it is asked for. A bot is made for
    each seat, so that none finds what another has left."""
    began = time.process_time()
    match: Match[Any, Any, Any, Any] = Match(installed.game, table.deal, options, len(table.seats))
    bots = [make_bot(installed, entrants[name]) for name in table.seats]
    meters = [_Meter(entrants[name]) for name in table.seats]
    try:
        result = _play_out(match, bots, meters, table)
    finally:
        for bot in bots:
            close = getattr(bot, "close", None)
            if close is not None:
                close()
    usage = tuple(meter.usage for meter in meters)
    thinking = sum(one.processor_seconds for one in usage)
    house_seconds = max(0.0, time.process_time() - began - thinking)
    whole = msgspec.structs.replace(result, entries=len(match.log), usage=usage, house_seconds=house_seconds)
    text = write(match, table.seats, installed=installed, open=True) if recorded else ""
    return whole, text


def _play_out(
    match: Match[Any, Any, Any, Any], bots: Sequence[AnyBot], meters: Sequence[_Meter], table: Table
) -> MatchResult:
    while match.outcome is None:
        if len(match.log) >= MOST_ACTIONS:
            return MatchResult(table=table, ended="too-long")
        if match.only_time:
            match.expire(min(match.to_act))
            continue
        seat = match.next_seat()
        view, chance = match.view(seat), chance_of(table, seat, len(match.log) + 1)
        legal = match.game.legal(view, seat)
        started, processor = time.monotonic(), time.process_time()
        try:
            budget = meters[seat].entrant.budget()
            thought: object = bots[seat].choose(view, seat, legal, budget, chance)
        except Exception as error:  # whatever a bot raises is its own fault
            return lost_by(match, table, seat, "failed", f"{type(error).__name__}: {error}")
        finally:
            meters[seat].add(time.monotonic() - started, time.process_time() - processor)
        if not isinstance(thought, Thought) or thought.action is None:  # None would be an expiry
            return lost_by(match, table, seat, "illegal", f"{thought!r} is no thought with an action")
        try:
            match.act(seat, thought.action)
        except IllegalAction as error:
            return lost_by(match, table, seat, "illegal", str(error))
    outcome = match.outcome
    return MatchResult(table=table, ended="played", scores=outcome.scores, places=outcome.places)


def lost_by(
    match: Match[Any, Any, Any, Any],
    table: Table,
    culprit: Seat,
    ended: Literal["illegal", "failed"],
    fault: str,
) -> MatchResult:
    """The result where a seat has lost the match by a fault: the others share the first place."""
    places = tuple(
        match.seats if seat == culprit and match.seats > 1 else 1 + (seat == culprit)
        for seat in range(match.seats)
    )
    scores = tuple(float(seat != culprit) for seat in range(match.seats))
    return MatchResult(
        table=table, ended=ended, scores=scores, places=places, culprit=culprit, fault=fault[:500]
    )


def chance_of(table: Table, seat: Seat, number: int) -> Chance:
    """The bot's own randomness: the same for the same table, hashed, so that a bot can't compute the seed of
    the deal from it."""
    secret = f"{table.deal}/{table.turn}/{table.seats[seat]}/{seat}"
    return Chance(hashlib.sha256(secret.encode()).hexdigest(), number)
