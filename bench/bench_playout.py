"""Random playouts through the contract: actions a second of each game on one core.

An action is the work of a player's program: compute a view and its legal actions, choose one at random, apply
it. Every registered game has its usual number of seats. The peer, if it is installed, runs in the same run: a
random playout of OpenSpiel's `python_tic_tac_toe`, a far smaller game, through OpenSpiel's own contract
(current player, observation of that player, legal actions, apply). OpenSpiel isn't a dependency:
`pip install open_spiel`.

    python bench/bench_playout.py [--seconds 5]
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Iterator
from itertools import count

from numberhouse.contract.game import Chance
from numberhouse.match import Match
from numberhouse.registry import games

PEER = "OpenSpiel python_tic_tac_toe"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="for each measurement")
    seconds = parser.parse_args().seconds
    peer = open_spiel()
    if peer is None:
        print("OpenSpiel is not installed: no peer, no ratios.")
    players: dict[str, Callable[[int], int]] = {name: house(name) for name in games()}
    if peer:
        players[PEER] = peer
    rates: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(3):
        for name, play in players.items():
            rates[name].append(rate(play, seconds / 3))
    base = sorted(rates[PEER])[1] if peer else 0.0
    print("| game | actions a second | to the peer |")
    print("|---|--:|--:|")
    for name, found in rates.items():
        middle = sorted(found)[1]
        print(f"| {name} | {middle:,.0f} | {f'{middle / base:.2f}' if base else '-'} |")


def rate(play: Callable[[int], int], seconds: float) -> float:
    """Actions a second, after one match to warm up."""
    play(0)
    actions = 0
    began = time.perf_counter()
    for number in count(1):
        actions += play(number)
        if time.perf_counter() - began > seconds:
            break
    return actions / (time.perf_counter() - began)


def house(name: str) -> Callable[[int], int]:
    """Play match `number` of a registered game and return its number of actions."""
    game = games()[name].game

    def play(number: int) -> int:
        match = Match(game, f"playout {number}")
        chance = Chance("playout", number)
        while match.to_act:
            for seat in sorted(match.to_act):
                if seat in match.to_act:
                    match.act(seat, match.legal(seat).sample(chance))
        return len(match.log)

    return play


def open_spiel() -> Callable[[int], int] | None:
    """The peer's match, or None where it isn't installed."""
    try:
        importlib.import_module("open_spiel.python.games.tic_tac_toe")
        pyspiel = importlib.import_module("pyspiel")
        observation = importlib.import_module("open_spiel.python.observation")
    except ImportError:
        return None
    game = pyspiel.load_game("python_tic_tac_toe")
    observer = observation.make_observation(game)

    def moves(chooser: random.Random) -> Iterator[None]:
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            observer.set_from(state, player)
            state.apply_action(chooser.choice(state.legal_actions(player)))
            yield

    return lambda number: sum(1 for _ in moves(random.Random(number)))


if __name__ == "__main__":
    main()
