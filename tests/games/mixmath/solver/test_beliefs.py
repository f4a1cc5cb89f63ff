"""Imagined racks and bags agree with everything that was seen."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from numberhouse.contract.game import Chance
from numberhouse.games.mixmath.rules.board import Board
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
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
from numberhouse.games.mixmath.rules.legal import can_lay
from numberhouse.games.mixmath.rules.model import Draw, Hand, Laid, Turn
from numberhouse.games.mixmath.rules.opening import without
from numberhouse.games.mixmath.rules.tiles import BLANK, box
from numberhouse.games.mixmath.solver import beliefs
from numberhouse.match import Match
from tests.games.mixmath.examples import options as examples

DRAWS = 60


def imagined(view: View, seat: int | None, count: int = DRAWS) -> list[State]:
    return [game.imagine(view, seat, Chance("imagined", number)) for number in range(count)]


def begun() -> Match[Options, State, Action, View]:
    return Match(game, "worlds", Options(), 3)


def test_mx_5_every_start_tile_is_known_until_it_is_gone() -> None:
    """In whole matches: as long as its owner can't have lost it, it is on the owner's rack in every imagined
    world, whoever imagines."""
    checked = Counter[bool]()
    for number in range(6):
        match = Match(game, f"start {number}", Options(), 2 + number % 3)
        dice = Chance("start tiles", number)
        while match.to_act:
            shown = match.view(None).shown
            moved = {
                turn.seat for turn in (*match.state.past, match.state.turn) if turn.laid or turn.exchanged
            }
            for seat, tile in enumerate(shown):
                if seat not in moved:
                    assert tile == match.state.hands[seat].drawn[0] == match.state.opening[0][seat].tile
                checked[tile is None] += 1
            if dice.below(4) == 0 and any(tile is not None for tile in shown):
                for viewer in (*range(match.seats), None):
                    for state in imagined(match.view(viewer), viewer, 3):
                        for hand, tile in zip(state.hands, shown, strict=True):
                            assert tile is None or tile in hand.rack
            (seat,) = match.to_act
            match.act(seat, match.legal(seat).sample(dice))
    assert checked[True] > 100
    assert checked[False] > 100


def test_mx_5_a_start_tile_that_was_exchanged_is_not_on_the_rack() -> None:
    match = begun()
    first = match.state.turn.seat
    tile = match.state.hands[first].drawn[0]
    other = (first + 1) % 3
    assert match.view(other).shown[first] == tile
    match.act(first, Exchange(match.state.hands[first].rack))
    assert match.view(other).shown[first] is None
    after = imagined(match.view(other), other)
    assert not any(tile in state.hands[first].rack for state in after if Counter(box(0))[tile] == 1)


def test_mx_5_a_start_tile_may_have_been_among_those_exchanged() -> None:
    """Two of seven were put aside: it is still on the rack in 5 worlds of 7."""
    match = begun()
    first = match.state.turn.seat
    tile = match.state.hands[first].drawn[0]
    assert Counter(box(0))[tile] == 1
    match.act(first, Exchange(match.state.hands[first].rack[:2]))
    other = (first + 1) % 3
    there = sum(tile in state.hands[first].rack for state in imagined(match.view(other), other, 700))
    assert 453 < there < 547  # 500 expected, 12 to a deviation; drawn again at once it can't be


def test_mx_5_imagined_start_tiles_are_as_frequent_as_true_ones() -> None:
    """What the others have besides is as likely as in matches that begin alike: the view of a first turn
    against its truth, over many deals."""
    true, thought = Counter[str](), Counter[str]()
    for number in range(600):
        state = game.setup(Options(), 2, Chance("calibration", number))
        view = game.view(state, 0)
        world = game.imagine(view, 0, Chance("world", number))
        for hands, count in ((state.hands, true), (world.hands, thought)):
            count["shown"] += hands[1].drawn[0] > 10
            count["high"] += sum(tile > 10 for tile in hands[1].rack)
            count["twice"] += len(set(hands[1].rack)) < 7
    assert true["shown"] == thought["shown"]
    assert (
        abs(true["high"] - thought["high"]) < 190
    )  # of 4,200, 1,426 expected; 4 deviations of the difference
    assert abs(true["twice"] - thought["twice"]) < 100


def test_mx_12_a_turn_that_goes_on_has_a_tile_that_can_be_laid() -> None:
    forced = 0
    for number in range(8):
        match = Match(game, f"goes on {number}", Options(blanks=2 if number % 2 else 0), 2 + number % 3)
        dice = Chance("goes on", number)
        while match.to_act:
            (seat,) = match.to_act
            if match.state.turn.laid and dice.below(3) == 0:
                assert can_lay(match.state.board, match.state.hands[seat].rack)
                for viewer in (*range(match.seats), None):
                    for state in imagined(match.view(viewer), viewer, 3):
                        assert can_lay(state.board, state.hands[seat].rack)
                        forced += 1
            legal = match.legal(seat)
            match.act(seat, legal.sample(dice))
    assert forced > 300


def test_mx_12_the_last_tile_of_a_turn_that_goes_on_is_one_of_those_that_can_be_laid() -> None:
    """Each as likely as there are unseen copies of it."""
    line = (("F7", 3), ("E7", 4), ("D7", 12), ("I7", 3), ("J7", 6), ("K7", 9))
    board = Board.opening()
    for cell, tile in line:
        board, _ = board.place(cell, tile)
    drawn, own = (12, 3, 3, 4, 5, 6, 9), (2, 1, 2, 5, 8, 10, 20)
    state = State(
        options=Options(),
        opening=((Draw(0, 12), Draw(1, 2)),),
        bag=without(box(0), [*drawn, *own]),
        hands=(Hand((5,), drawn), Hand(tuple(sorted(own)), own)),
        turn=Turn(0, 7, tuple(Laid(cell, tile, tile) for cell, tile in line)),
        scores=(0, 0),
        board=board,
    )
    unseen = Counter(without(box(0), [*own, *(tile for _, tile in line)]))
    weights = {tile: count for tile, count in unseen.items() if can_lay(board, (tile,))}
    assert 0 < sum(weights.values()) < unseen.total()
    found = Counter(world.hands[0].rack for world in imagined(game.view(state, 1), 1, 3000))
    assert found.keys() <= {(tile,) for tile in weights}
    for tile, count in weights.items():
        expected = 3000 * count / sum(weights.values())
        assert abs(found[(tile,)] - expected) < 4.5 * sqrt(expected)


def test_mx_12_racks_in_turns_that_go_on_are_as_frequent_as_true_ones() -> None:
    """A seat lays a tile taken blindly from its rack, a 3 at F7, and its turn goes on: what is left on its
    rack, in truth and as the other imagines it."""
    true, thought = Counter[str](), Counter[str]()
    for number in range(20_000):
        world = game.setup(Options(), 2, Chance("calibration", number))
        seat = world.turn.seat
        if Chance("blindly", number).choice(world.hands[seat].rack) != 3:
            continue
        after = game.apply(world, seat, Place("F7", 3), Chance("laid", number)).state
        if after.turn.seat != seat:
            continue
        other = game.imagine(game.view(after, 1 - seat), 1 - seat, Chance("world", number))
        for hands, count in ((after.hands, true), (other.hands, thought)):
            rack = hands[seat].rack
            able = sum(can_lay(after.board, (tile,)) for tile in rack)
            count.update({"worlds": 1, "another 3": 3 in rack, "one able": able == 1, "able": able})
            count.update({"high": sum(tile > 10 for tile in rack)})
    assert true["worlds"] > 1000
    for name, often in true.items():
        assert abs(often - thought[name]) < 6 * sqrt(often), name


def test_mx_12_a_turn_that_the_player_ends_tells_nothing() -> None:
    for options in (Options(turn_ends="player"), Options(challenge=True)):
        match = Match(game, "tells nothing", options, 2)
        (seat,) = match.to_act
        place = next(one for one in match.legal(seat).actions if isinstance(one, Place))
        match.act(seat, place)
        if options.challenge:
            match.act(1 - seat, Accept())
        worlds_of = imagined(match.view(1 - seat), 1 - seat, 300)
        assert not all(can_lay(state.board, state.hands[seat].rack) for state in worlds_of)


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
    complete = beliefs._Story.complete

    def counted(story: beliefs._Story) -> object:
        nonlocal careless
        careless += not story.strict
        return complete(story)

    monkeypatch.setattr(beliefs._Story, "complete", counted)
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


def test_a_story_goes_on_when_a_start_tile_was_exchanged_away() -> None:
    """After many exchanges a tile that all saw at the start turns up elsewhere: its owner must have returned
    it, whatever the story took for granted."""
    dice = Chance("x14")
    match = Match(game, "x14", Options(turn_ends="player", idle_rounds=0), 4)
    while len(match.log) < 170:
        (seat,) = match.to_act
        legal = match.legal(seat)
        exchanges = [part for part in legal.parts if part.name == "exchange"]
        match.act(seat, exchanges[0].sample(dice) if exchanges and dice.below(4) else legal.sample(dice))
    for viewer, number in ((1, 0), (1, 1), (1, 5)):
        view = match.view(viewer)
        assert game.view(game.imagine(view, viewer, Chance("t", number)), viewer) == view
