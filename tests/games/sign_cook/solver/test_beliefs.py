"""What may have been: histories that fit a view, by the quick way and by the exact search."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.sign_cook.rules.gameplay import Kitchen, Mine, Serve, game
from numberhouse.games.sign_cook.solver import beliefs
from numberhouse.games.sign_cook.solver.beliefs_search import diaries
from numberhouse.match import Match
from tests.games.sign_cook.play import GRID, AnyMatch, begin, play


def hard() -> AnyMatch:
    """A match whose dishes take mined digits, many signs and a bought tile."""
    return play(
        begin(3),
        (0, "mine B8 A8 A7 2+1=3"),
        (0, "visit plus-palace 9"),
        (0, "buy 7"),
        (0, "serve 3+3; 7/1; 2x4; 2+7"),
        (1, "mine A1 B1 C1 D1 3-1x4=8"),
        (1, "serve nothing"),
        (2, "visit plus-palace 3"),
        (2, "visit plus-palace 9"),
        (2, "serve nothing"),
        (0, "serve 8+1+6+5"),
        (1, "serve 8x3"),
        (2, "serve 4+5+6+7+8-1"),
    )


def lived(match: AnyMatch, kitchens: tuple[Kitchen, ...]) -> AnyMatch:
    """The match replayed with these diaries and the dishes that were presented: nothing is refused."""
    again: AnyMatch = Match(game, match.seed, match.options, match.seats)
    for number, course in enumerate(match.state.courses):
        for seat in range(match.seats):
            for deed in kitchens[seat].diary[number]:
                again.act(seat, deed)
            again.act(seat, Serve(course.plates[seat].dish))
    return again


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_sc_5_an_imagined_past_leads_to_the_same_view(viewer: Seat | None) -> None:
    match = hard()
    for draw in range(5):
        view = match.view(viewer)
        state = game.imagine(view, viewer, Chance(f"{draw}"))
        assert game.view(state, viewer) == view
        assert lived(match, state.kitchens).view(viewer) == view


def test_sc_5_the_exact_search_finds_a_past_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "TRIES", 0)
    match = hard()
    view = match.view(None)
    state = game.imagine(view, None, Chance("exact"))
    assert lived(match, state.kitchens).view(None) == view
    assert max(kitchen.longest(1) for kitchen in state.kitchens) == view.courses[0].longest


def test_sc_5_where_nothing_fits_the_exact_search_says_so() -> None:
    impossible = beliefs.Needs(used=["99+"], longest=[0], must=frozenset(), buys=False)
    assert diaries(GRID, impossible, 1) is None
    bought = beliefs.Needs(used=["99+"], longest=[0], must=frozenset(), buys=True)
    assert diaries(GRID, bought, 1) is not None


def test_others_kitchens_are_imagined_otherwise_than_they_are() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"), (0, "serve nothing"))
    drawn = {game.imagine(match.view(1), 1, Chance(str(number))).kitchens[0] for number in range(20)}
    assert len(drawn) > 1
    assert not any(isinstance(deed, Mine) for kitchen in drawn for deed in kitchen.diary[0])
