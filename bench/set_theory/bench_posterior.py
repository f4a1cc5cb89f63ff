"""The posterior of Set Theory: the time of an update after one announcement, and the bots' matches.

An update covers all changes of one turn: the facts of the ten sets, the probabilities of every property for
every set, the worths and their expectations. Turns are those of matches of random numbers; the fewer
examples, the more is possible and the longer it takes. Processor time is given too: on a busy machine the
clock measures other processes too.

    python bench/set_theory/bench_posterior.py [--matches 20]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.bots import bots
from numberhouse.games.set_theory.rules.gameplay import Options, Turn, game
from numberhouse.games.set_theory.solver.posterior import Posterior
from numberhouse.match import Match


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=20, help="for each number of examples")
    matches = parser.parse_args().matches
    print("| examples a set | updates | median ms | 99 % ms | longest ms | longest, processor ms |")
    print("|--:|--:|--:|--:|--:|--:|")
    updates(1, 0, warm=True)
    for examples in (0, 1, 3, 10):
        clock, processor = updates(matches, examples)
        cuts = statistics.quantiles(clock, n=100)
        print(
            f"| {examples} | {len(clock)} | {1e3 * cuts[49]:.2f} | {1e3 * cuts[98]:.2f} "
            f"| {1e3 * max(clock):.2f} | {1e3 * max(processor):.2f} |"
        )
    print()
    print("| bots | matches | points | points | ms a turn | ms a turn |")
    print("|---|--:|--:|--:|--:|--:|")
    for pair in (("collector", "plain"), ("collector", "collector"), ("plain", "plain")):
        played(pair, max(1, matches // 4))


def updates(matches: int, examples: int, warm: bool = False) -> tuple[list[float], list[float]]:
    """Seconds by the clock and of the processor, for every update."""
    clock, processor = [], []
    for number in range(matches):
        start, turns = story(f"bench {number}", examples)
        known = start
        _ = known.chances, known.expected_worths
        for turn in turns[: 3 if warm else None]:
            began, busy = time.perf_counter(), time.process_time()
            known = known.after(turn)
            _ = known.chances, known.expected_worths
            clock.append(time.perf_counter() - began)
            processor.append(time.process_time() - busy)
    return clock, processor


def story(seed: str, examples: int) -> tuple[Posterior, Sequence[Turn]]:
    """The knowledge before the first turn, and the turns."""
    match = Match(game, seed, Options(examples=examples))
    chance = Chance(f"{seed} play")
    while match.to_act:
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(chance))
    return Posterior.at_start(match.state.examples, False), match.state.past


def played(names: tuple[str, str], matches: int) -> None:
    """Matches of two bots; every second one with their seats changed."""
    scores, seconds, turns = [0.0, 0.0], [0.0, 0.0], [0, 0]
    for number in range(matches):
        match = Match(game, f"bots {number}")
        players = [bots[name]() for name in names]
        while match.to_act:
            (seat,) = match.to_act
            who = (seat + number) % 2
            chance = Chance("bench", len(match.log)).fork(f"{number} {seat}")
            view, legal = match.view(seat), match.legal(seat)
            began = time.perf_counter()
            action = players[who].choose(view, seat, legal, Budget(), chance).action
            seconds[who] += time.perf_counter() - began
            turns[who] += 1
            match.act(seat, action)
        assert match.outcome is not None
        for seat, score in enumerate(match.outcome.scores):
            scores[(seat + number) % 2] += score / matches
    times = [1e3 * spent / count for spent, count in zip(seconds, turns, strict=True)]
    print(
        f"| {' against '.join(names)} | {matches} | {scores[0]:,.0f} | {scores[1]:,.0f} "
        f"| {times[0]:.1f} | {times[1]:.1f} |"
    )


if __name__ == "__main__":
    main()
