"""Tournaments: a plan is played, as far as it hasn't been played before, and its standings are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from numberhouse.arena.entrants import Entrant, make_bot, parse_entrants
from numberhouse.arena.ledger import Ledger
from numberhouse.arena.match import MatchResult, Usage
from numberhouse.arena.pairings import Pairing, Points, Seating, batches
from numberhouse.arena.statistics import (
    Rating,
    Share,
    Sprt,
    deal_values,
    fair_share,
    pair_shares,
    ratings,
    win_shares,
)
from numberhouse.arena.workers import Job, workers
from numberhouse.registry import InstalledGame

__all__ = ["FORMAT", "Plan", "Row", "Standings", "duel", "tournament"]

FORMAT: Final = 1
"""The version of the plan's and the results' format."""

Listener: TypeAlias = Callable[[MatchResult, int], None]
"""Is told each new result, and how many matches are known to come at least."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides what is played: the same plan gives the same tables."""

    game: str
    rules_version: int
    options: Any = None
    seats: int
    entrants: tuple[Entrant, ...]
    pairing: Pairing = "round-robin"
    seating: Seating = "alternate"
    deals: int
    seed: str
    format: int = FORMAT


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant's line in the standings."""

    name: str
    matches: int
    wins: Share
    """How often one of its seats is first."""
    fair: float
    """How often one would be if all played alike."""
    points: float
    """Mean score of its seats where the match was played to its end."""
    rating: Rating | None
    usage: Usage
    """Summed over all matches; `longest` is the longest of all."""
    illegal: int
    failed: int


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan has come to."""

    plan: Plan
    rows: tuple[Row, ...]
    """The best first."""
    pairs: dict[tuple[str, str], Share]
    """The row's share against the column."""
    matches: int
    unfinished: int
    """Matches that were given up as too long."""
    verdict: str = ""
    """`high` or `low` where a sequential test ended the plan early."""
    house_share: float = 0.0
    """The processor time outside the bots' thinking, as a share of the bots'."""

    def share(self, first: str, second: str) -> Share:
        """The share of `first` against `second`. Raises `KeyError` where they haven't met."""
        return self.pairs[first, second]


def tournament(
    installed: InstalledGame,
    bots: Sequence[str | Entrant],
    *,
    deals: int = 50,
    pairing: Pairing = "round-robin",
    seating: Seating = "alternate",
    seats: int | None = None,
    options: Any = None,
    seconds: float | None = 2.0,
    nodes: int | None = None,
    seed: str = "arena",
    jobs: int = 1,
    cluster: str | None = None,
    folder: Path | None = None,
    sprt: Sprt | None = None,
    listener: Listener | None = None,
) -> Standings:
    """Play a tournament. With a folder it is kept there, and goes on there after it was ended.

    `sprt` ends a plan of two bots as soon as the share of the first is known to be high or low.

    Raises `BadEntrant` and `UnknownBot`, `OtherPlan` for a folder with other results, `IllegalAction` for
    options or a number of seats that the game doesn't have, and `ValueError` for fewer than two bots.
    """
    texts = [bot for bot in bots if isinstance(bot, str)]
    parsed = iter(parse_entrants(texts, seconds=seconds, nodes=nodes))
    entrants = tuple(next(parsed) if isinstance(bot, str) else bot for bot in bots)
    if len(entrants) < 2:
        raise ValueError("a tournament is for two bots or more; `play` plays one match")
    for entrant in entrants:  # an unknown name is refused before anything is played
        close = getattr(make_bot(installed, entrant), "close", None)
        if close is not None:
            close()
    card = installed.game.card
    count = card.usual_seats if seats is None else seats
    encoded = b"" if options is None else msgspec.json.encode(options)
    plan = Plan(
        game=installed.id,
        rules_version=card.rules_version,
        options=msgspec.json.decode(encoded) if encoded else None,
        seats=count,
        entrants=entrants,
        pairing=pairing,
        seating=seating,
        deals=deals,
        seed=seed,
    )
    ledger = Ledger(folder, plan)
    names = [entrant.name for entrant in entrants]
    job = Job(installed.id, {entrant.name: entrant for entrant in entrants}, encoded, folder is not None)
    verdict = ""
    planned: set[str] = set()
    schedule = batches(names, seed, deals, count, pairing, seating)
    with workers(jobs, cluster) as hands:
        batch = next(schedule, [])
        while batch:
            planned |= {table.key for table in batch}
            rest = [table for table in batch if table.key not in ledger.results]
            for result, record in hands.play(job, rest):
                if ledger.add(result, record) and listener is not None:
                    listener(result, len(planned))
            # In order: sums of another order may differ in the last bit, and Swiss pairs by them.
            results = [ledger.results[key] for key in sorted(planned)]
            if sprt is not None and len(names) == 2:
                verdict = sprt.verdict(list(deal_values(results, *names).values())) or ""
                if verdict:
                    break
            try:
                batch = schedule.send(points_of(results, names))
            except StopIteration:
                break
    played = [ledger.results[key] for key in sorted(planned)]
    return standings(plan, played, verdict)


def duel(installed: InstalledGame, first: str | Entrant, second: str | Entrant, **more: Any) -> Share:
    """The share of `first` against `second`; more arguments as for `tournament`."""
    result = tournament(installed, [first, second], **more)
    names = [entrant.name for entrant in result.plan.entrants]
    return result.share(names[0], names[1])


def points_of(results: Sequence[MatchResult], names: Sequence[str]) -> Points:
    """The sum of each entrant's shares against those whom it has met."""
    pairs = pair_shares(results, names)
    return {name: sum(share.mean for (row, _), share in pairs.items() if row == name) for name in names}


def standings(plan: Plan, results: Sequence[MatchResult], verdict: str = "") -> Standings:
    """The standings after these results."""
    names = [entrant.name for entrant in plan.entrants]
    rated = ratings(results, names)
    rows = [_row(name, results, rated.get(name)) for name in names]
    pairs = pair_shares(results, names)
    thinking = sum(row.usage.processor_seconds for row in rows)
    outside = sum(result.house_seconds for result in results)
    points = points_of(results, names)
    ranked = sorted(rows, key=lambda row: (-row.wins.mean / (row.fair or 1), -points[row.name]))
    return Standings(
        plan=plan,
        rows=tuple(ranked),
        pairs=pairs,
        matches=len(results),
        unfinished=sum(result.ended == "too-long" for result in results),
        verdict=verdict,
        house_share=outside / thinking if thinking else 0.0,
    )


def _row(name: str, results: Sequence[MatchResult], rating: Rating | None) -> Row:
    mine = [result for result in results if name in result.table.seats]
    faults = Counter(
        result.ended
        for result in mine
        if result.culprit is not None and result.table.seats[result.culprit] == name
    )
    usages = [
        usage
        for result in mine
        for seated, usage in zip(result.table.seats, result.usage, strict=True)
        if seated == name
    ]
    points = [
        score
        for result in mine
        if result.ended == "played"
        for seated, score in zip(result.table.seats, result.scores, strict=True)
        if seated == name
    ]
    return Row(
        name=name,
        matches=len(mine),
        wins=win_shares(mine, name),
        fair=fair_share(mine, name),
        points=sum(points) / len(points) if points else 0.0,
        rating=rating,
        usage=Usage(
            thoughts=sum(usage.thoughts for usage in usages),
            processor_seconds=sum(usage.processor_seconds for usage in usages),
            seconds=sum(usage.seconds for usage in usages),
            longest=max((usage.longest for usage in usages), default=0.0),
            overruns=sum(usage.overruns for usage in usages),
            late=sum(usage.late for usage in usages),
        ),
        illegal=faults["illegal"],
        failed=faults["failed"],
    )
