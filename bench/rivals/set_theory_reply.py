"""What an afternoon brings in Set Theory: the points of a turn, less the best reply that it opens."""

from __future__ import annotations

import numpy as np

from numberhouse.contract.bot import Thought
from numberhouse.games.set_theory.bots.collector import best_on, gains_of, promising_cells
from numberhouse.games.set_theory.bots.opening import opening
from numberhouse.games.set_theory.rules.grid import LABELS
from numberhouse.games.set_theory.rules.legal import barred, empty
from numberhouse.games.set_theory.rules.model import Place
from numberhouse.games.set_theory.solver.posterior import posterior


class Reply:
    name = "reply"

    def choose(self, view, seat, legal, budget, chance):
        if view.begins is None:
            return opening
        known, cells, used = posterior(view), empty(view), sorted(barred(view))
        gains = gains_of(view, known, cells)
        numbers = {best_on(known, gains[place], used)[0] for place in promising_cells(gains)}
        numbers |= {best_on(known, known.expected_worths, used)[0]}
        numbers = np.array(sorted(numbers))
        belongs = known.belongs(numbers)
        values = belongs @ gains.T
        grid = {cell: turn.sets for cell, turn in view.grid.items()}
        best = None
        for cell in np.argsort(-values.max(axis=0))[:12]:
            for number in np.argsort(-values[:, cell])[:2]:
                sets = "".join(label for label, p in zip(LABELS, belongs[number], strict=True) if p > 0.5)
                rest = [other for other in cells if other != cells[cell]]
                after = _gains({**grid, cells[cell]: sets}, known, rest)
                reply = (np.delete(belongs, number, 0) @ after.T).max() if rest and len(numbers) > 1 else 0
                value = values[number, cell] - reply
                if best is None or value > best[0]:
                    best = (value, Place(int(numbers[number]), cells[cell]))
        return Thought(best[1])


def _gains(grid, known, cells):
    from numberhouse.games.set_theory.rules.grid import LINE, lines_by_set

    lines = np.array([lines_by_set(grid, cell, LABELS) for cell in cells], float).reshape(-1, len(LABELS))
    return known.expected_worths * (1 + LINE * lines)
