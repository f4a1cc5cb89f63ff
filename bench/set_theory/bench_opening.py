"""The advantage of the first turn: matches of the bot `collector` against itself, each deal with the seats
exchanged.

python bench/set_theory/bench_opening.py --deals 110
"""

from __future__ import annotations

import argparse
from typing import Final

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Legal
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.rules.gameplay import Options, game
from numberhouse.games.set_theory.rules.model import CANDIDATE, DMO
from numberhouse.match import Match

NODES: Final = 1_000
"""Numbers that the bot evaluates in a turn: counted, so that every machine plays the same matches."""


def main() -> None:
    """Print how often the beginning seat won, how often the other, and their differences of points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=110)
    deals = parser.parse_args().deals
    margins = [margin for number in range(deals) for margin in both_ways(f"first {number}")]
    more, fewer = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
    print("| matches | who begins has more | the other has more | points more, on average |")
    print(f"| {len(margins)} | {more} | {fewer} | {sum(margins) / len(margins):.1f} |")


def both_ways(seed: str) -> tuple[float, float]:
    """By how much the seat that began was ahead at the end, once the DMO, once the candidate."""
    return played(seed, Options(first="dmo"))[DMO], played(seed, Options(first="candidate"))[CANDIDATE]


def played(seed: str, options: Options) -> tuple[float, float]:
    """By how much each seat was ahead at the end."""
    match, bot = Match(game, seed, options), Collector()
    while match.to_act:
        (seat,) = match.to_act
        chance = Chance(seed, len(match.log) + 1).fork(str(seat))
        match.act(seat, bot.choose(match.view(seat), seat, Legal(), Budget(nodes=NODES), chance).action)
    assert match.outcome is not None
    one, other = match.outcome.scores
    return one - other, other - one


if __name__ == "__main__":
    main()
