"""The bot that looks ahead."""

from __future__ import annotations

import numpy as np
import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.bots.champion import Champion
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.rules.gameplay import Options, Place, game
from numberhouse.games.set_theory.rules.grid import CELLS, LABELS, lines_by_set
from numberhouse.games.set_theory.rules.legal import barred
from numberhouse.games.set_theory.solver.posterior import posterior
from numberhouse.match import Match
from tests.games.set_theory.bots.test_bots import play, play_on
from tests.games.set_theory.examples import TEN


@pytest.mark.parametrize("seed", ["two", "three", "five", "six"])
def test_on_the_last_two_cells_it_leaves_the_least(seed: str) -> None:
    """Against all pairs of numbers from 10 to 400: it can't do better with them than with its own."""
    match = Match(game, seed, Options(sets=TEN, worths=(1, 2, 3, 1, 2, 3, 1, 2, 3, 1)))
    chance = Chance(seed)
    while len(match.view(0).grid) < 62:
        (seat,) = match.to_act
        action = match.legal(seat).sample(chance)
        # The last two cells lie on one line, so that the first number opens the second cell.
        if not isinstance(action, Place) or action.cell not in ("D4", "E4"):
            match.act(seat, action)
    view, (seat,) = match.view(0), match.to_act
    known = posterior(view)
    free = [cell for cell in CELLS if cell not in view.grid]
    numbers = np.array([number for number in range(10, 400) if number not in barred(view)])
    belongs = known.belongs(numbers)
    grid = {cell: turn.sets for cell, turn in view.grid.items()}

    def gains(cell: str, filled: dict[str, str]) -> np.ndarray:
        lines = np.array(lines_by_set(filled, cell, LABELS))
        return np.asarray(belongs @ (known.expected_worths * (1 + 3 * lines)))

    def worth(number: int, cell: str) -> float:
        """The points of the turn, less the best reply with a small number."""
        sets = known.belongs([number])[0]
        own = known.expected_worths * (1 + 3 * np.array(lines_by_set(grid, cell, LABELS)))
        # The sets of 62 numbers are known: what isn't a share of nearly 0 or 1 hardly counts.
        filled = {
            **grid,
            cell: "".join(label for label, share in zip(LABELS, sets, strict=True) if share > 0.5),
        }
        (rest,) = [other for other in free if other != cell]
        return float(sets @ own - gains(rest, filled).max())

    chosen = Champion().choose(view, seat, match.legal(seat), Budget(), Chance("c")).action
    assert isinstance(chosen, Place)
    best = max(
        worth(int(number), cell) for cell in free for number in numbers[np.argsort(-gains(cell, grid))[:10]]
    )
    assert worth(chosen.number, chosen.cell) >= best - 1


def test_the_same_nodes_give_the_same_turn() -> None:
    match = play_on(Match(game, "same"), 12)
    view, (seat,) = match.view(0), match.to_act
    for nodes in (1, 300, 2000):
        turns = {
            Champion().choose(view, seat, match.legal(seat), Budget(nodes=nodes), Chance(text)).action
            for text in ("a", "b")
        }
        assert len(turns) == 1


@pytest.mark.long
def test_it_beats_the_collector() -> None:
    for seed in ("a", "b", "c"):
        scores = play({0: Champion(), 1: Collector()}, seed).outcome.scores  # type: ignore[union-attr]
        assert scores[0] > scores[1]
