"""Matches of bots by the hundred: who is stronger, by how much, and how sure that is.

    play(find("mixmath"), ["greedy", "spotter"], seed="monday")     one match
    duel(find("mixmath"), "greedy", "spotter", deals=200)           two bots, each deal both ways round
    tournament(find("mixmath"), ["greedy", "spotter", "browser"])   many, by a pairing

A deal is a seed. It is played once for every way in which its tables can be turned, so that luck with the
deal falls to every bot alike; deals, not matches, are the independent observations behind every interval.

Read in this order: `entrants` (who plays), `pairings` (who meets whom), `match` (one match), `workers` (many
at once), `ledger` (what was played, on disk), `statistics`, `tournament` (all of it), `report`.
"""

from __future__ import annotations

from numberhouse.arena.entrants import BadEntrant, Entrant, parse_entrant
from numberhouse.arena.match import MatchResult, Usage, play
from numberhouse.arena.pairings import Table
from numberhouse.arena.statistics import Share, Sprt
from numberhouse.arena.tournament import Plan, Standings, duel, tournament

__all__ = [
    "BadEntrant",
    "Entrant",
    "MatchResult",
    "Plan",
    "Share",
    "Sprt",
    "Standings",
    "Table",
    "Usage",
    "duel",
    "parse_entrant",
    "play",
    "tournament",
]
