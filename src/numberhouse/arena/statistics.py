"""What results say: shares with intervals, a sequential test, and ratings.

Observations are deals. The tables of one deal share their luck, so they are averaged before anything is said
about certainty (what chess engines' tests call pentanomial).
"""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from numberhouse.arena.match import MatchResult

__all__ = ["Rating", "Share", "Sprt", "fair_share", "pair_shares", "ratings", "share_of", "win_shares"]

NORMAL_95: Final = 1.959964
"""Standard errors on each side of a 95 % interval."""


class Share(msgspec.Struct, frozen=True):
    """A mean over deals. A bot's share of a pair is its part of the wins, an equal place half of one."""

    mean: float
    error: float
    """One standard error of the mean; 0.5 for a single deal, about which nothing is known."""
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval, within 0 and 1."""
        half = NORMAL_95 * self.error
        return max(0.0, self.mean - half), min(1.0, self.mean + half)


class Rating(msgspec.Struct, frozen=True):
    """A Plackett–Luce rating: 95 % of its beliefs lie between `low` and `high`."""

    mean: float
    low: float
    high: float


def share_of(values: Sequence[float]) -> Share:
    """The mean of one value a deal."""
    if not values:
        return Share(0.5, 0.5, 0)
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.5
    return Share(statistics.fmean(values), error, len(values))


def deal_values(results: Iterable[MatchResult], first: str, second: str) -> dict[str, float]:
    """By deal, the share of the wins that `first` has over `second`, over all seats and tables of the deal at
    which both sit. Alone at their tables (one seat) they are compared by score."""
    wins: dict[str, list[float]] = defaultdict(list)
    alone: dict[str, dict[str, float]] = defaultdict(dict)
    for result in results:
        seats = result.table.seats
        if not result.places:
            continue
        if len(seats) == 1 and seats[0] in (first, second):
            alone[result.table.deal][seats[0]] = result.scores[0]
        for seat, name in enumerate(seats):
            for other, against in enumerate(seats):
                if name == first and against == second:
                    better = result.places[seat] < result.places[other]
                    equal = result.places[seat] == result.places[other]
                    wins[result.table.deal].append(better + equal / 2)
    values = {deal: statistics.fmean(shares) for deal, shares in wins.items()}
    for deal, scores in alone.items():
        if len(scores) == 2:
            values[deal] = (scores[first] > scores[second]) + (scores[first] == scores[second]) / 2
    return values


def pair_shares(results: Sequence[MatchResult], names: Sequence[str]) -> dict[tuple[str, str], Share]:
    """The cross table: (row, column) → the row's share against the column, where they have met."""
    shares = {}
    for row in names:
        for column in names:
            values = deal_values(results, row, column) if row != column else {}
            if values:
                shares[row, column] = share_of(list(values.values()))
    return shares


def win_shares(results: Iterable[MatchResult], name: str) -> Share:
    """How often a seat of the entrant is first; a first place shared by k seats counts 1/k."""
    values: dict[str, list[float]] = defaultdict(list)
    for result in results:
        firsts = sum(place == 1 for place in result.places)
        for seat, seated in enumerate(result.table.seats):
            if seated == name and result.places:
                values[result.table.deal].append((result.places[seat] == 1) / firsts)
    return share_of([statistics.fmean(wins) for wins in values.values()])


def fair_share(results: Iterable[MatchResult], name: str) -> float:
    """How often a seat of the entrant would be first if all played alike."""
    shares = [1 / len(result.table.seats) for result in results if name in result.table.seats]
    return statistics.fmean(shares) if shares else 0.0


def ratings(results: Iterable[MatchResult], names: Sequence[str]) -> Mapping[str, Rating]:
    """Plackett–Luce ratings after all results, in the order of the tables. With few results the intervals are
    wide; for two entrants the cross table says more. Raises `MissingExtra`."""
    from numberhouse.extras import optional_import

    with optional_import():
        from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {name: model.rating(name=name) for name in names}
    ordered = sorted((one for one in results if one.places), key=lambda one: one.table.key)
    for result in ordered:
        best: dict[str, list[int]] = defaultdict(list)
        for seat, name in enumerate(result.table.seats):
            best[name].append(result.places[seat])
        if len(best) < 2:  # nobody to compare with
            continue
        present = list(best)
        new = model.rate(
            [[rated[name]] for name in present], ranks=[statistics.fmean(best[name]) for name in present]
        )
        for name, (rating,) in zip(present, new, strict=True):
            rated[name] = rating
    half = {name: NORMAL_95 * rating.sigma for name, rating in rated.items()}
    return {
        name: Rating(rating.mu, rating.mu - half[name], rating.mu + half[name])
        for name, rating in rated.items()
    }


class Sprt(msgspec.Struct, frozen=True):
    """A sequential probability ratio test of a share: is it `low` or `high`? With both errors at most
    `error`, it ends as soon as the results say so."""

    low: float
    high: float
    error: float = 0.05

    def ratio(self, values: Sequence[float]) -> float:
        """The log-likelihood ratio of `high` over `low`, with the deals' own variance (a normal
        approximation, as engine testers use it)."""
        if len(values) < 2:
            return 0.0
        # One imagined deal of each extreme: a few equal results would have no variance at all.
        variance = statistics.pvariance([*values, 0.0, 1.0])
        mean = statistics.fmean(values)
        return len(values) * (self.high - self.low) * (2 * mean - self.low - self.high) / (2 * variance)

    def verdict(self, values: Sequence[float]) -> Literal["low", "high"] | None:
        """What the results say; None while they say nothing."""
        bound = math.log((1 - self.error) / self.error)
        ratio = self.ratio(values)
        return "high" if ratio >= bound else "low" if ratio <= -bound else None
