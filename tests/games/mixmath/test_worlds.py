"""Imagined racks and bags agree with everything that was seen."""

from __future__ import annotations

from collections import Counter

import pytest

from numberhouse.game import Chance
from numberhouse.games.mixmath import worlds
from numberhouse.games.mixmath.rules import (
    Action,
    Challenge,
    Exchange,
    Options,
    Pass,
    Place,
    State,
    View,
    game,
)
from numberhouse.games.mixmath.table import Draw, Hand, Turn
from numberhouse.games.mixmath.tiles import BLANK, box
from numberhouse.match import Match
from tests.games.mixmath.examples import options as examples

DRAWS = 60


def imagined(view: View, seat: int | None, count: int = DRAWS) -> list[State]:
    return [game.imagine(view, seat, Chance("imagined", number)) for number in range(count)]


def begun() -> Match[Options, State, Action, View]:
    return Match(game, "worlds", Options(), 3)


def test_mx_5_the_starters_tile_is_known_until_it_is_gone() -> None:
    match = begun()
    first = match.state.turn.seat
    tile = match.state.hands[first].drawn[0]
    other = (first + 1) % 3
    assert all(tile in state.hands[first].rack for state in imagined(match.view(other), other))
    assert all(tile in state.hands[first].rack for state in imagined(match.view(None), None))
    match.act(first, Exchange(match.state.hands[first].rack))
    after = imagined(match.view(other), other)
    assert not any(tile in state.hands[first].rack for state in after if Counter(box(0))[tile] == 1)


def test_mx_16_a_returned_tile_is_on_a_rack_only_after_a_draw() -> None:
    found_after = 0
    for number in range(40):
        match = Match(game, f"returned {number}", Options(), 2)
        seat = match.state.turn.seat
        single = [tile for tile in match.state.hands[seat].rack if tile > 10]
        if not single:
            continue
        match.act(seat, Exchange((single[0],)))
        assert not any(
            single[0] in state.hands[1 - seat].rack for state in imagined(match.view(seat), seat, 30)
        )
        match.act(1 - seat, Exchange(match.state.hands[1 - seat].rack))
        if single[0] not in match.state.hands[seat].rack:
            found_after += any(
                single[0] in state.hands[1 - seat].rack for state in imagined(match.view(seat), seat)
            )
    assert found_after


def test_mx_16_what_another_exchanged_was_not_drawn_in_the_same_exchange() -> None:
    for number in range(20):
        match = Match(game, f"aside {number}", Options(), 2)
        seat = match.state.turn.seat
        match.act(seat, Exchange(match.state.hands[seat].rack))
        for state in imagined(match.view(1 - seat), 1 - seat, 10):
            hand = state.hands[seat]
            assert Counter(hand.drawn) - Counter(hand.returned) == Counter(hand.rack)


def test_mx_17_a_tile_that_went_back_to_its_rack_is_known() -> None:
    match = Match(game, "back", Options(challenge=True), 2)
    seat = match.state.turn.seat
    wrong = max(match.state.hands[seat].rack)
    match.act(seat, Place("F7", wrong))
    match.act(1 - seat, Challenge())
    assert all(wrong in state.hands[seat].rack for state in imagined(match.view(1 - seat), 1 - seat))


def test_mx_4_blanks_are_among_the_unseen() -> None:
    match = Match(game, "blanks", Options(blanks=2), 2)
    view = match.view(None)
    assert any(BLANK in hand.rack for state in imagined(view, None) for hand in state.hands)


@pytest.mark.parametrize("options", [Options(), *examples])
def test_imagined_states_are_whole_and_their_stories_true(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    careless = 0
    told = worlds._Story.told

    def counted(story: worlds._Story) -> object:
        nonlocal careless
        careless += not story.strict
        return told(story)

    monkeypatch.setattr(worlds._Story, "told", counted)
    for number in range(3):
        match = Match(game, f"whole {number}", options, 2 + number % 3)
        dice = Chance("whole", number)
        while match.to_act:
            (seat,) = match.to_act
            match.act(seat, match.legal(seat).sample(dice))
            if dice.below(5):
                continue
            for viewer in (*range(match.seats), None):
                view = match.view(viewer)
                state = game.imagine(view, viewer, Chance("state", len(match.log)))
                assert game.view(state, viewer) == view
                _check(state)
    assert careless == 0


def _check(state: State) -> None:
    """All tiles are there once, and everybody's racks come from their draws, tiles laid and returned."""
    laid: list[Counter[int]] = [Counter() for _ in state.hands]
    for turn in (*state.past, state.turn):
        laid[turn.seat].update(BLANK if one.blank else one.tile for one in turn.laid)
    racks: Counter[int] = Counter()
    for hand, gone in zip(state.hands, laid, strict=True):
        assert Counter(hand.rack) == Counter(hand.drawn) - Counter(hand.returned) - gone
        racks.update(hand.rack)
    assert racks + sum(laid, Counter()) + Counter(state.bag) == Counter(box(state.options.blanks))


def test_mx_18_how_long_nobody_has_laid_anything_is_known() -> None:
    match = begun()
    for count in (1, 2):
        (seat,) = match.to_act
        match.act(seat, Pass())
        assert {state.idle for state in imagined(match.view(0), 0, 3)} == {count}


def test_unseen_tiles_are_equally_likely_anywhere() -> None:
    """A tile that nobody has seen is on the other rack 7 times in 99."""
    hands = (Hand((1, 2, 3, 4, 5, 6, 7), (7, 1, 2, 3, 4, 5, 6)), Hand((8,) * 7))
    state = State(Options(), ((Draw(0, 7), Draw(1, 6)),), (), hands, Turn(0, 7), (0, 0))
    view = game.view(state, 0)
    draws = imagined(view, 0, 2000)
    found = sum(90 in drawn.hands[1].rack for drawn in draws)
    assert 100 < found < 185  # 141 expected, 11.5 to a deviation
    assert game.apply(draws[0], 0, Pass(), Chance("on")).state.turn.seat == 1
