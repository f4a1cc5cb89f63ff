"""The search to the end of a match, against the plain rules."""

from __future__ import annotations

from msgspec.structs import replace

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.bots.greedy import Greedy
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.gameplay import Hand, State, game
from numberhouse.games.mixmath.rules.model import Turn
from numberhouse.games.mixmath.solver.endgame import end_turns
from numberhouse.games.mixmath.solver.search import best_turn
from numberhouse.games.mixmath.solver.turns import turns
from numberhouse.match import Match


def ending(seed: str, mine: int, theirs: int) -> State:
    """A position of greedy play in the middle of a match, with small racks and an empty bag."""
    match = Match(game, seed)
    for number in range(12):
        (seat,) = match.to_act
        view = match.view(seat)
        match.act(seat, Greedy().choose(view, seat, match.legal(seat), Budget(), Chance("e", number)).action)
    state = match.state
    seat = state.turn.seat
    racks = [hand.rack for hand in state.hands]
    racks[seat], racks[1 - seat] = racks[seat][:mine], racks[1 - seat][:theirs]
    hands = tuple(Hand(rack) for rack in racks)
    return replace(state, bag=(), hands=hands, turn=Turn(seat, mine), scores=(0, 0), past=())


def plainly(state: State, seat: int) -> float:
    """The best margin of the seat, by trying every action of the rules one after the other."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.scores[seat] - outcome.scores[1 - seat]
    now = state.turn.seat
    margins = [
        plainly(game.apply(state, now, action, Chance("x")).state, seat)
        for action in game.legal(game.view(state, now), now).actions
    ]
    return max(margins) if now == seat else min(margins)


def test_it_finds_the_value_of_the_rules() -> None:
    for seed, mine, theirs in (("a", 2, 2), ("b", 3, 1), ("c", 2, 3), ("d", 3, 2)):
        state = ending(seed, mine, theirs)
        seat = state.turn.seat
        found, proven = end_turns(state.board, state.hands[seat].rack, state.hands[1 - seat].rack, began=mine)
        assert proven
        assert found[0].value == plainly(state, seat)


def test_a_search_that_is_cut_says_so() -> None:
    state = ending("a", 5, 5)
    seat = state.turn.seat
    found, proven = end_turns(
        state.board, state.hands[seat].rack, state.hands[1 - seat].rack, began=5, most=1
    )
    assert found
    assert not proven


def test_turns_are_ranked_by_points() -> None:
    rack = (1, 2, 3, 4, 5, 6, 7)
    ranked = turns(Board.opening(), rack, 20)
    assert len(ranked) == 20
    assert [one.points for one in ranked] == sorted((one.points for one in ranked), reverse=True)
    assert ranked[0].points == best_turn(Board.opening(), rack, bonus=True).points
    for one in ranked:
        board, total = Board.opening(), 0
        for place in one.placements:
            board, scored = board.place(place.cell, place.tile)
            total += scored
        assert total == one.points - 50 * (not one.left)
    assert turns(Board.opening(), (90,), 5) == ()
