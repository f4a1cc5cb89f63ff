"""What an afternoon brings in Mixmath: the ten best turns, less the replies in five imagined worlds."""

from __future__ import annotations

import numpy as np

from numberhouse.contract.bot import Thought
from numberhouse.games.mixmath.bots.greedy import answer, nothing_to_lay, with_draw
from numberhouse.games.mixmath.rules.board import INDEX
from numberhouse.games.mixmath.rules.gameplay import game
from numberhouse.games.mixmath.rules.model import Line, Place
from numberhouse.games.mixmath.rules.tiles import BLANK, RACK
from numberhouse.games.mixmath.solver.kernels import BONUS_POINTS, path
from numberhouse.games.mixmath.solver.search import CELL, best_turn, searched


class Reply:
    name = "reply"

    def choose(self, view, seat, legal, budget, chance):
        if view.waiting or view.hand is None:
            return answer(view)
        rack, bonus = view.hand.rack, view.turn.began == RACK
        arithmetic = view.options.arithmetic
        turns = _best(view.board, rack, bonus, 10, arithmetic)
        if not turns:
            return nothing_to_lay(view)
        others = [other for other in range(len(view.scores)) if other != seat]
        worlds = [game.imagine(view, seat, chance.fork(str(number))) for number in range(5)]
        best = None
        for points, placements in turns:
            board = view.board
            for place in placements:
                board = board.with_tile(INDEX[place.cell], place.tile, arithmetic)
            replies = [
                best_turn(board, world.hands[other].rack, True, 2000, arithmetic).points
                for world in worlds
                for other in others[:1]
            ]
            value = points - float(np.mean(replies))
            if best is None or value > best[0]:
                best = (value, placements)
        laid = []
        for place in best[1]:
            laid.append(with_draw(place, len(rack) - len(laid) - 1, view))
            if laid[-1].draw:
                break
        if view.options.challenge or (laid[-1].draw and len(laid) == 1):
            return Thought(laid[0])
        return Thought(Line(tuple(laid), end=not laid[-1].draw))


def _best(board, rack, bonus, count, arithmetic):
    kinds = np.array(sorted(set(rack)), dtype=np.int64)
    counts = np.array([rack.count(kind) for kind in kinds], dtype=np.int64)
    space, states, *_ = searched(board, kinds, counts, bonus, 1 << 17, arithmetic)
    points = space.points[:states] + (BONUS_POINTS * (space.left[:states] == 0) if bonus else 0)
    laid, turns = np.empty((RACK, 3), dtype=np.int64), []
    for state in np.argsort(-points, kind="stable")[:count]:
        steps = laid[: path(space, state, laid)]
        turn = [
            Place(CELL[int(square)], int(value), bool(kinds[kind] == BLANK)) for square, value, kind in steps
        ]
        if turn:
            turns.append((int(points[state]), turn))
    return turns
