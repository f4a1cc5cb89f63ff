"""The match: MX-4, MX-5, MX-11, MX-12, MX-14 … MX-19, ruling by ruling."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.mixmath.rules.board import INDEX, Board
from numberhouse.games.mixmath.rules.gameplay import (
    Accept,
    Action,
    Challenge,
    Exchange,
    Finish,
    Hand,
    Line,
    Options,
    Pass,
    Place,
    State,
    Turn,
    game,
)
from numberhouse.games.mixmath.rules.model import Draw
from numberhouse.games.mixmath.rules.opening import SEATS
from numberhouse.games.mixmath.rules.tiles import BLANK, box
from numberhouse.match import Match

CHANCE = Chance("rules", 1)


def table(
    *racks: tuple[int, ...], bag: tuple[int, ...] = (5, 6, 7, 8, 9), began: int | None = None, **how: Any
) -> State:
    """A match at the beginning of a turn of seat 0 with these racks and this bag."""
    hands = tuple(Hand(tuple(sorted(rack))) for rack in racks)
    options = how.pop("options", Options())
    board = how.pop("board", Board.opening())
    turn = Turn(0, len(racks[0]) if began is None else began)
    opening = (tuple(Draw(seat, max(rack)) for seat, rack in enumerate(racks)),)
    state = State(options, opening, bag, hands, turn, (0,) * len(racks), board)
    return replace(state, **how)


def do(state: State, *actions: Action, seat: int | None = None) -> State:
    """The state after actions of one seat."""
    for number, action in enumerate(actions):
        acting = state.turn.seat if seat is None else seat
        state = game.apply(state, acting, action, Chance("rules", number)).state
    return state


def refused(code: str, state: State, action: Action, seat: int = 0) -> str:
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, seat, action, CHANCE)
    assert caught.value.code == code
    return caught.value.message


SEVEN = (1, 2, 3, 4, 5, 6, 90)
BY_PLAYER = Options(turn_ends="player")


# MX-4, MX-5


def test_mx_4_a_blank_is_declared_as_any_value_and_scores_nothing() -> None:
    state = table((BLANK, 3, 3), SEVEN, options=Options(blanks=2))
    state = do(state, Place("F7", 3, blank=True))
    assert (state.turn.laid[0].points, state.board["F7"], state.hands[0].rack) == (0, 3, (3, 3))
    state = do(state, Place("I7", 3))
    assert state.turn.points == 3
    assert game.view(state, 1).blanks == {"F7"}


def test_mx_4_a_declared_value_obeys_the_rules_and_is_on_the_list() -> None:
    state = table((BLANK, 3), SEVEN, options=Options(blanks=2))
    refused("unsolved", state, Place("F7", 20, blank=True))
    refused("tile", state, Place("F7", 22, blank=True))
    refused("not-on-rack", table((3,), SEVEN), Place("F7", 3, blank=True))


def test_mx_4_only_values_on_the_list_are_offered_for_a_blank() -> None:
    board = Board.opening().with_tile(INDEX["B10"], 7).with_tile(INDEX["A10"], 15)  # 22, 8, 105
    state = table((BLANK,), SEVEN, board=board, options=Options(blanks=2))
    offered = game.legal(game.view(state, 0), 0).actions
    assert [action for action in offered if getattr(action, "cell", "") == "C10"] == [Place("C10", 8, True)]
    for action in offered:
        game.apply(state, 0, action, CHANCE)


def test_mx_4_a_blank_left_over_costs_nothing() -> None:
    state = table((3,), (BLANK, 9), bag=(), options=Options(blanks=2))
    assert game.outcome(do(state, Place("F7", 3))).scores == (3, -9)  # type: ignore[union-attr]


def test_mx_19_the_end_is_announced_as_it_is_scored() -> None:
    start = table((3,), (BLANK, 9, 9), bag=(), options=Options(blanks=2), scores=(5, 20))
    step = game.apply(start, 0, Place("F7", 3), CHANCE)
    over = step.events[-1]
    assert (over.code, over.audience) == ("match-over", None)
    assert over.values == {
        "reason": "rack-empty", "racks": [[], [BLANK, 9, 9]], "lost": [0, 18], "finals": [8, 2],
    }  # fmt: skip
    assert game.outcome(step.state).scores == (8, 2)  # type: ignore[union-attr]
    assert game.view(step.state, None).end.finals == (8, 2)  # type: ignore[union-attr]


def test_mx_4_there_are_no_blanks_unless_asked_for() -> None:
    for blanks in (0, 2):
        state = game.setup(Options(blanks=blanks), 2, CHANCE)
        tiles = [*state.bag, *(tile for hand in state.hands for tile in hand.rack)]
        assert sorted(tiles) == sorted(box(blanks))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mx_5_the_highest_starts_and_everyone_keeps_the_tile(seats: int) -> None:
    for number in range(20):
        state = game.setup(Options(), seats, Chance("start", number))
        last = state.opening[-1]
        first = max(last, key=lambda draw: draw.tile)
        assert state.turn.seat == first.seat
        for draw in state.opening[0]:
            assert state.hands[draw.seat].drawn[0] == draw.tile
            assert draw.tile in state.hands[draw.seat].rack
            assert len(state.hands[draw.seat].drawn) == 7
        assert [draw.tile for draw in last].count(first.tile) == 1
        assert all(len(hand.rack) == 7 for hand in state.hands)
        assert len(state.bag) == 106 - 7 * seats


def test_mx_5_who_ties_for_the_highest_draws_again() -> None:
    again = further = 0
    for number in range(400):
        state = game.setup(Options(), 4, Chance("ties", number))
        starter = max(state.opening[-1], key=lambda draw: draw.tile)
        assert state.turn.seat == starter.seat
        # Everyone has the tile of the first round; those of further rounds are in the bag for the six.
        assert [hand.drawn[0] for hand in state.hands] == [draw.tile for draw in state.opening[0]]
        draws = Counter(draw.tile for draws in state.opening for draw in draws)
        assert draws <= Counter(box(0))  # what was drawn before isn't in the bag yet
        further += sum(
            draw.tile in state.bag and Counter(box(0))[draw.tile] == 1
            for draws in state.opening[1:]
            for draw in draws
        )
        for before, after in pairwise(state.opening):
            highest = max(draw.tile for draw in before)
            assert [draw.seat for draw in after] == [draw.seat for draw in before if draw.tile == highest]
            again += 1
    assert again
    assert further


def test_mx_5_two_to_four_seats_and_turns_go_left() -> None:
    for seats in (*range(-1, SEATS[0]), SEATS[1] + 1):
        with pytest.raises(IllegalAction, match="2 to 4 seats"):
            game.setup(Options(), seats, CHANCE)
    state = table(SEVEN, SEVEN, SEVEN)
    order = []
    for _ in range(4):
        order.append(state.turn.seat)
        state = do(state, Exchange(state.hands[state.turn.seat].rack[:1]))
    assert order == [0, 1, 2, 0]


@pytest.mark.parametrize(
    "options",
    [
        Options(blanks=1),  # type: ignore[arg-type]
        Options(turn_ends="bot"),  # type: ignore[arg-type]
        Options(idle_rounds=-1),
        Options(idle_rounds=5),
    ],
)
def test_options_that_cannot_be_played(options: Options) -> None:
    with pytest.raises(IllegalAction) as caught:
        game.setup(options, 2, CHANCE)
    assert caught.value.code == "options"


# MX-11, MX-12: placing


def test_mx_11_a_tile_is_drawn_at_once_for_a_sign_square() -> None:
    begin = table((3, 4, 9), SEVEN, bag=(8,), options=BY_PLAYER)
    state = do(begin, Place("F7", 3), Place("E7", 4, draw=True))
    assert (state.hands[0].rack, state.bag, state.turn.laid[-1].drew) == ((8, 9), (), True)
    declined = do(begin, Place("F7", 3), Place("E7", 4))
    assert (declined.hands[0].rack, declined.bag) == ((9,), (8,))


def test_mx_11_no_draw_without_a_sign_or_with_an_empty_bag() -> None:
    assert "F7 is no sign square" in refused("no-draw", table((3, 4), SEVEN), Place("F7", 3, draw=True))
    state = do(table((3, 4, 9), SEVEN, bag=()), Place("F7", 3))
    refused("bag-empty", state, Place("E7", 4, draw=True))
    assert all(not getattr(action, "draw", False) for action in game.legal(game.view(state, 0), 0).actions)


def test_mx_11_a_draw_is_seen_by_its_seat_alone() -> None:
    state = do(table((3, 4, 9), SEVEN), Place("F7", 3))
    events = game.apply(state, 0, Place("E7", 4, draw=True), CHANCE).events
    assert [(event.code, event.audience) for event in events] == [("placed", None), ("drew", frozenset((0,)))]


def test_mx_12_a_turn_is_any_number_of_placements_and_ends_by_word() -> None:
    state = do(table((3, 4, 7, 12, 90), SEVEN), Place("F7", 3), Place("E7", 4))
    state = do(state, Place("D7", 12), Finish())
    assert (state.scores, state.turn.seat, state.past[0].points) == ((19, 0), 1, 19)
    refused("nothing-placed", state, Finish(), seat=1)


def test_mx_12_a_turn_ends_by_itself_when_nothing_left_can_be_laid() -> None:
    begin = table((3, 80, 90), SEVEN, bag=(5, 6))
    state = do(begin, Place("F7", 3))
    assert (state.turn.seat, state.past[0].points, state.scores) == (1, 3, (3, 0))
    assert state.hands[0].rack == (5, 6, 80, 90)
    goes_on = do(table((3, 4, 90), SEVEN), Place("F7", 3))
    assert (goes_on.turn.seat, goes_on.past) == (0, ())


def test_mx_12_a_tile_drawn_on_a_sign_square_may_keep_the_turn_going() -> None:
    begin = table((3, 4, 90), SEVEN, bag=(12,))
    state = do(begin, Place("F7", 3))
    declined, drew = do(state, Place("E7", 4)), do(state, Place("E7", 4, draw=True))
    assert (declined.turn.seat, drew.turn.seat) == (1, 0)
    assert do(drew, Place("D7", 12)).turn.seat == 1
    useless = do(do(replace(begin, bag=(81,)), Place("F7", 3)), Place("E7", 4, draw=True))
    assert (useless.turn.seat, useless.hands[0].rack) == (1, (81, 90))


def test_mx_12_a_blank_can_be_laid_wherever_there_are_two_numbers() -> None:
    begin = table((BLANK, 3, 90), SEVEN, options=Options(blanks=2))
    assert do(begin, Place("F7", 3)).turn.seat == 0
    assert do(begin, Place("F7", 3, blank=True)).turn.seat == 0  # 3 can still be laid
    assert do(begin, Place("F7", 3), Place("I7", 3, blank=True)).turn.seat == 1


def test_mx_12_others_cannot_tell_how_a_turn_ended() -> None:
    place = Place("F7", 3)
    begin = table((3, 80, 90), SEVEN, bag=(5, 6))
    alone, asked = (game.apply(begin, 0, action, CHANCE) for action in (place, Line((place,), end=True)))
    assert alone == asked
    assert [event.code for event in alone.events if event.visible_to(0)] == [
        "placed", "stuck", "turn-ended", "refilled",
    ]  # fmt: skip
    able = game.apply(table((3, 4, 90), SEVEN, bag=(5, 6)), 0, Line((place,), end=True), CHANCE)
    for viewer in (1, None):
        shown, other = ([one for one in step.events if one.visible_to(viewer)] for step in (alone, able))
        assert shown == other
        assert game.view(alone.state, viewer) == game.view(able.state, viewer)


def test_mx_12_the_player_may_stop_with_tiles_that_could_be_laid() -> None:
    state = do(table((3, 4, 90), SEVEN), Place("F7", 3), Finish())
    assert (state.turn.seat, state.past[0].points) == (1, 3)


@pytest.mark.parametrize("options", [Options(turn_ends="player"), Options(challenge=True)])
def test_mx_12_a_turn_that_the_player_ends_goes_on_with_nothing_to_lay(options: Options) -> None:
    state = do(table((3, 80, 90), SEVEN, options=options), Place("F7", 3))
    state = do(state, Accept(), seat=1) if options.challenge else state
    assert (state.turn.seat, set(game.to_act(state))) == (0, {0})
    step = game.apply(state, 0, Finish(), CHANCE)
    assert (step.state.turn.seat, step.events[0].code) == (1, "turn-ended")
    # Nothing is left to decide with an empty rack, so that its turn is over in any case.
    state = do(table((3,), SEVEN, options=options), Place("F7", 3))
    state = do(state, Accept(), seat=1) if options.challenge else state
    assert state.turn.seat == 1


def test_mx_12_a_turn_without_a_possible_tile_is_passed_or_exchanged() -> None:
    state = table((80, 90), SEVEN)
    legal = game.legal(game.view(state, 0), 0)
    assert (legal.actions, [part.name for part in legal.parts]) == ((Pass(),), ["exchange"])
    assert "nothing is placed yet" in refused("nothing-placed", state, Finish())


def test_mx_12_a_line_says_what_is_wrong_though_the_turn_would_have_ended_before() -> None:
    """Nothing can be laid after the 3; the line is refused for its own next tile, not for the turn."""
    state = table((3, 80, 90), SEVEN)
    line = Line((Place("F7", 3), Place("E7", 80)))
    assert "80 on E7" in refused("sign", state, line)


def test_mx_12_a_turn_on_one_line_is_the_same_as_placement_by_placement() -> None:
    places = (Place("F7", 3), Place("E7", 4, draw=True), Place("D7", 12))
    line = do(table((3, 4, 12, 90), SEVEN), Line(places, end=True))
    single = do(table((3, 4, 12, 90), SEVEN), *places, Finish())
    assert line.past[0].laid == single.past[0].laid
    assert line.scores == single.scores
    open_line = do(table((3, 4, 12, 90), SEVEN), Line(places))
    assert (open_line.turn.seat, len(open_line.turn.laid)) == (0, 3)


def test_mx_12_a_line_is_refused_whole_and_tells_nothing_of_what_would_be_drawn() -> None:
    state = table((3, 4, 90), SEVEN, bag=(12,))
    line = Line((Place("F7", 3), Place("E7", 4, draw=True), Place("D7", 12)), end=True)
    assert "12 isn't on your rack" in refused("not-on-rack", state, line)
    refused("unsolved", state, Line((Place("F7", 3), Place("I7", 90)), end=True))
    refused("line-length", state, Line(()))
    refused("line-length", state, Line((Place("F7", 3),)))
    refused("line-length", state, Line((Place("F7", 3),) * 41))
    refused("not-on-rack", state, Line((Place("F7", 3), Place("I7", 3)), end=True))


@pytest.mark.parametrize("bag", [(), (5, 6)])
def test_mx_13_a_line_that_empties_the_rack_is_scored_once(bag: tuple[int, ...]) -> None:
    places = (Place("F7", 3), Place("E7", 4))
    start = table((3, 4), SEVEN, bag=bag)
    single = do(start, *places)
    for end in (False, True):
        step = game.apply(start, 0, Line(places, end=end), CHANCE)
        assert (step.state.scores, step.state.turn) == (single.scores, single.turn)
        assert (step.state.reason, game.outcome(step.state)) == (single.reason, game.outcome(single))
        assert [event.code for event in step.events].count("turn-ended") == 1
    assert single.scores == (7, 0)


def test_a_tile_must_be_on_the_rack() -> None:
    message = refused("not-on-rack", table((3, 4), SEVEN), Place("F7", 2))
    assert message == "2 isn't on your rack that many times; you have 3 4"
    refused("not-on-rack", table((3, 4), SEVEN), Place("F7", 10**5000))


def test_only_the_seat_whose_turn_it_is_acts() -> None:
    state = table(SEVEN, SEVEN)
    for action in (Place("F7", 3), Finish(), Pass(), Exchange((1,)), Line((Place("F7", 3),), end=True)):
        assert "turn of seat 1" in refused("not-your-turn", state, action, seat=1)
    refused("unknown-seat", state, Pass(), seat=2)
    refused("unknown-seat", state, Pass(), seat=-1)
    refused("unknown-action", state, "pass")  # type: ignore[arg-type]


# MX-14, MX-15


def wide_board() -> Board:
    """A board where 3, 3, 3, 3, 3, 3 and 3 can be laid one by one."""
    board = Board.opening()
    for row in ("10", "12", "14"):
        for cell, value in (("A", 1), ("B", 2), ("M", 2), ("N", 1)):
            board = board.with_tile(INDEX[cell + row], value)
    return board


CLEAR = tuple(Place(cell, 3) for cell in ("C10", "L10", "C12", "L12", "C14", "L14", "F7"))


def test_mx_14_fifty_for_emptying_a_rack_of_seven() -> None:
    state = do(table((3,) * 7, SEVEN, board=wide_board()), *CLEAR)
    assert (state.past[0].bonus, state.turn.seat) == (50, 1)
    assert state.scores[0] == state.past[0].points == sum(laid.points for laid in state.past[0].laid) + 50


def test_mx_14_nothing_for_a_rack_that_began_with_fewer() -> None:
    state = do(table((3,) * 6, SEVEN, board=wide_board()), *CLEAR[:6])
    assert state.past[0].bonus == 0


def test_mx_14_tiles_drawn_on_the_way_are_included() -> None:
    board = wide_board()
    begin = table((3, 3, 3, 3, 3, 3, 4), SEVEN, board=board, bag=(3,))
    state = do(begin, CLEAR[6], Place("E7", 4, draw=True), *CLEAR[:5])
    assert state.hands[0].rack == (3,)
    assert state.turn.bonus == 0
    done = do(state, CLEAR[5])
    assert done.reason == "rack-empty"
    assert done.turn.bonus == 50


def test_mx_14_the_last_draw_may_be_declined_for_the_bonus() -> None:
    begin = table((3, 3, 3, 3, 3, 3, 4), SEVEN, board=wide_board(), bag=(90, 90), options=BY_PLAYER)
    state = do(begin, CLEAR[6], *CLEAR[:5])
    assert do(state, Place("E7", 4)).past[0].bonus == 50
    drew = do(state, Place("E7", 4, draw=True))
    assert (drew.turn.seat, drew.hands[0].rack) == (0, (90,))
    assert do(drew, Finish()).past[0].bonus == 0


def test_mx_15_the_rack_is_refilled_from_the_bag() -> None:
    state = do(table((3, 4, 4, 4, 4, 4, 4), SEVEN, bag=(1, 1)), Place("F7", 3), Finish())
    assert (len(state.hands[0].rack), state.bag) == (7, (1,))
    short = do(table((3, 4), SEVEN, bag=(1, 1)), Place("F7", 3), Finish())
    assert (short.hands[0].rack, short.bag, short.past[0].refilled) == ((1, 1, 4), (), 2)


def test_mx_15_a_refill_is_seen_by_its_seat_alone() -> None:
    events = game.apply(do(table(SEVEN, SEVEN), Place("F7", 3)), 0, Finish(), CHANCE).events
    assert [(event.code, event.audience) for event in events] == [
        ("turn-ended", None),
        ("refilled", frozenset((0,))),
    ]


# MX-16


def test_mx_16_tiles_put_aside_return_after_the_draw() -> None:
    state = do(table(SEVEN, SEVEN, bag=(7, 8, 9)), Exchange((4, 5, 90)))
    assert (state.hands[0].rack, state.bag) == ((1, 2, 3, 6, 7, 8, 9), (4, 5, 90))
    assert (state.turn.seat, state.past[0].exchanged, state.idle) == (1, 3, 1)


def test_mx_16_what_is_exchanged_is_hidden_but_for_the_count() -> None:
    state = table(SEVEN, SEVEN, bag=(7, 8, 9))
    events = game.apply(state, 0, Exchange((4, 5, 90)), CHANCE).events
    shown = [event for event in events if event.visible_to(1)]
    assert [event.code for event in shown] == ["exchanged", "turn-ended"]
    assert shown[0].values == {"seat": 0, "count": 3}


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ((), "exchange-count"),
        ((1,) * 8, "exchange-count"),
        ((2, 1), "exchange-order"),
        ((7,), "not-on-rack"),
        ((1, 1), "not-on-rack"),
        ((BLANK,), "not-on-rack"),
        ((1, 2, 3, 4), "bag-short"),
    ],
)
def test_mx_16_exchanges_that_are_refused(tiles: tuple[int, ...], code: str) -> None:
    refused(code, table(SEVEN, SEVEN, bag=(7, 8, 9)), Exchange(tiles))


def test_mx_16_no_pass_or_exchange_after_a_placement() -> None:
    state = do(table(SEVEN, SEVEN), Place("F7", 3))
    refused("pass-after-placing", state, Pass())
    refused("exchange-after-placing", state, Exchange((1,)))
    kinds = {type(action) for action in game.legal(game.view(state, 0), 0).actions}
    assert kinds == {Place, Finish}


# MX-17


CHALLENGE = Options(challenge=True)


def test_mx_17_digital_play_refuses_wrong_placements_with_the_reason() -> None:
    assert refused("unsolved", table(SEVEN, SEVEN), Place("F7", 4)) == "4 on F7 is no result of 1 and 2"
    assert refused("nothing-to-challenge", table(SEVEN, SEVEN), Challenge(), seat=1)


def test_mx_17_any_value_may_be_laid_and_every_opponent_is_asked() -> None:
    state = do(table(SEVEN, SEVEN, SEVEN, options=CHALLENGE), Place("F7", 90))
    assert (state.waiting, set(game.to_act(state)), state.board["F7"]) == ((1, 2), {1}, 90)
    assert "wait for their answers" in refused("waiting", state, Place("I7", 3))
    refused("waiting", state, Finish())
    refused("nothing-to-challenge", state, Challenge(), seat=0)
    state = do(state, Accept(), seat=2)
    refused("nothing-to-challenge", state, Challenge(), seat=2)
    state = do(state, Accept(), seat=1)
    assert (state.waiting, set(game.to_act(state))) == ((), {0})
    refused("nothing-to-challenge", state, Challenge(), seat=1)
    assert do(state, Finish()).scores == (90, 0, 0)


def test_mx_17_a_wrong_tile_returns_the_turn_ends_and_earlier_points_stay() -> None:
    state = do(table(SEVEN, SEVEN, options=CHALLENGE, bag=()), Place("F7", 3))
    state = do(do(state, Accept(), seat=1), Place("I7", 90))
    state = do(state, Challenge(), seat=1)
    assert (state.scores, state.turn.seat, state.board["I7"], state.board["F7"]) == ((3, 0), 1, None, 3)
    assert state.hands[0].rack == (1, 2, 4, 5, 6, 90)
    wrong = state.past[0].wrong
    assert wrong is not None
    assert (wrong.cell, wrong.tile, state.past[0].challenger) == ("I7", 90, 1)


def test_mx_17_a_tile_drawn_for_a_wrong_one_returns_to_the_bag() -> None:
    state = do(table((3, 3, 3, 3, 3, 3, 90), SEVEN, options=CHALLENGE, bag=(11,)), Place("F7", 3))
    state = do(do(state, Accept(), seat=1), Place("E7", 90, draw=True))
    assert state.hands[0].rack == (3, 3, 3, 3, 3, 11)
    state = do(state, Challenge(), seat=1)
    assert state.hands[0].returned == (11,)
    assert (state.hands[0].rack, state.bag) == ((3, 3, 3, 3, 3, 11, 90), ())  # drawn again to refill


def test_mx_17_a_failed_challenge_costs_nothing_and_the_turn_goes_on() -> None:
    state = do(table(SEVEN, SEVEN, SEVEN, options=CHALLENGE), Place("F7", 3))
    state = do(state, Challenge(), seat=2)
    assert (state.waiting, state.turn.seat, state.turn.points, state.turn.laid[0].doubted) == ((), 0, 3, 2)
    assert state.scores == (0, 0, 0)


def test_mx_17_the_last_tile_can_be_challenged_too() -> None:
    state = do(table((90,), SEVEN, options=CHALLENGE, bag=()), Place("F7", 90))
    assert (state.reason, state.waiting) == ("", (1,))
    assert do(state, Accept(), seat=1).reason == "rack-empty"
    back = do(state, Challenge(), seat=1)
    assert (back.reason, back.hands[0].rack, back.idle) == ("", (90,), 1)


def test_mx_13_a_right_tile_scores_the_same_where_it_may_be_challenged() -> None:
    board = Board.opening()
    near = {"B3": 4, "B4": 2, "C2": 10, "D2": 2, "G4": 3, "G3": 3, "F5": 1, "E5": 9, "H5": 4, "I5": 5}
    for cell, value in near.items():
        board = board.with_tile(INDEX[cell], value)
    for cell, tile, points in (("B2", 8, 8 * 2 * 2), ("G5", 9, 9 * 2)):  # G5 has the sign x
        state = do(table((8, 9, 90), SEVEN, board=board, options=CHALLENGE), Place(cell, tile))
        assert state.turn.points == board.place(cell, tile)[1] == points


def test_mx_17_a_wrong_tile_that_stays_scores_one_direction_and_the_premium() -> None:
    board = wide_board().with_tile(INDEX["A4"], 7).with_tile(INDEX["A5"], 9)
    for cell, points in (("C10", 90), ("A3", 90), ("D4", 180)):
        near = board.with_tile(INDEX["E4"], 8).with_tile(INDEX["F4"], 8)
        state = do(table((90, 3), SEVEN, board=near, options=CHALLENGE), Place(cell, 90))
        assert (state.turn.laid[0].points, state.turn.laid[0].equations) == (points, ())
        state = do(do(state, Accept(), seat=1), Finish())
        assert (state.scores, state.past[0].laid[0].equations) == ((points, 0), ())
    blank = table((BLANK, 3), SEVEN, board=near, options=Options(blanks=2, challenge=True))
    assert do(blank, Place("D4", 90, blank=True)).turn.points == 0


def test_mx_17_some_things_are_refused_even_then() -> None:
    state = table(SEVEN, SEVEN, options=CHALLENGE)
    refused("occupied", do(do(state, Place("F7", 3)), Accept(), seat=1), Place("F7", 4))
    refused("printed", state, Place("G7", 3))
    refused("no-pair", state, Place("A1", 3))
    refused("not-on-rack", state, Place("F7", 10))
    refused("no-draw", state, Place("F7", 3, draw=True))
    refused("no-line", state, Line((Place("F7", 3),), end=True))


# MX-18, MX-19


def test_mx_18_the_match_ends_when_bag_and_a_rack_are_empty() -> None:
    state = do(table((3,), (9, 20), bag=()), Place("F7", 3))
    assert (state.reason, game.to_act(state)) == ("rack-empty", frozenset())
    refused("over", state, Pass(), seat=1)
    assert not do(table((3,), (9, 20), bag=(1,)), Place("F7", 3)).reason


@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_mx_18_the_match_ends_after_idle_rounds(seats: int, rounds: int) -> None:
    state = table(*[SEVEN] * seats, options=Options(idle_rounds=rounds))
    for number in range(seats * rounds):
        assert not state.reason
        state = do(state, Exchange(state.hands[state.turn.seat].rack[:1]) if number % 2 else Pass())
    assert state.reason == "idle"


def test_mx_18_three_idle_rounds_are_the_default() -> None:
    state = table(SEVEN, SEVEN)
    for number in range(6):
        assert (state.reason, state.idle) == ("", number)
        state = do(state, Exchange(state.hands[state.turn.seat].rack[:1]))
    assert state.reason == "idle"


@pytest.mark.parametrize("bag", [(), (5, 6, 7)])
@pytest.mark.parametrize("rounds", [0, 1, 4])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_mx_18_the_match_ends_when_all_pass_in_consecutive_turns(
    seats: int, rounds: int, bag: tuple[int, ...]
) -> None:
    state = table(*[SEVEN] * seats, bag=bag, options=Options(idle_rounds=rounds))
    for _ in range(seats):
        assert not state.reason
        state = do(state, Pass())
    assert state.reason == "all-passed"


def test_mx_18_an_exchange_is_no_pass_and_breaks_the_row() -> None:
    state = do(table(SEVEN, SEVEN, SEVEN), Pass(), Pass(), Exchange((1,)), Pass(), Pass())
    assert (state.reason, state.idle) == ("", 5)
    assert do(state, Pass()).reason == "all-passed"


def test_mx_18_a_placement_breaks_the_row() -> None:
    state = do(table((3, 90), (90, 5), bag=()), Place("F7", 3), Pass())
    assert (state.reason, state.idle) == ("", 1)
    assert do(state, Pass()).reason == "all-passed"


def test_mx_18_a_turn_that_time_ended_without_a_placement_counts_as_a_pass() -> None:
    state = do(table(SEVEN, SEVEN), Pass())
    late = game.expire(state, 1, CHANCE).state
    assert late.reason == "all-passed"
    laid = game.expire(do(state, Place("F7", 3)), 1, CHANCE).state
    assert (laid.reason, laid.idle) == ("", 0)


def test_mx_18_a_tile_that_was_taken_back_is_no_pass_though_none_stays() -> None:
    state = do(table(SEVEN, SEVEN, options=CHALLENGE), Place("F7", 90))
    state = do(do(state, Challenge(), seat=1), Pass())
    assert (state.reason, state.idle) == ("", 2)
    assert do(state, Pass()).reason == "all-passed"


def test_mx_18_with_no_idle_rounds_exchanging_goes_on() -> None:
    state = table(SEVEN, SEVEN, options=Options(idle_rounds=0))
    for _ in range(40):
        state = do(state, Exchange(state.hands[state.turn.seat].rack[:1]))
    assert (state.reason, state.idle) == ("", 40)
    assert game.progress(state) == game.progress(replace(state, idle=0))
    assert do(state, Pass(), Pass()).reason == "all-passed"
    assert game.card.endless_options == {"idle_rounds": 0}


def test_mx_18_passes_bring_the_end_nearer() -> None:
    begin = table(SEVEN, SEVEN, SEVEN, bag=box(0)[:85])
    assert game.progress(do(begin, Pass())) < game.progress(do(begin, Pass(), Pass())) < 1


def test_mx_19_each_loses_what_is_left_and_nobody_gains_it() -> None:
    state = do(table((3,), (9, 20), (81,), bag=(), scores=(10, 100, 5)), Place("F7", 3))
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.scores == (13, 71, -76)
    assert outcome.places == (2, 1, 3)


def test_mx_19_equal_totals_share_the_place() -> None:
    state = do(table((3,), (9, 20), (29,), bag=(), scores=(0, 50, 50)), Place("F7", 3))
    assert game.outcome(state).places == (3, 1, 1)  # type: ignore[union-attr]


# Time


def test_time_ends_the_turn_with_what_was_laid() -> None:
    state = do(table(SEVEN, SEVEN), Place("F7", 3))
    step = game.expire(state, 0, CHANCE)
    assert (step.state.scores, step.state.turn.seat, step.state.past[0].late) == ((3, 0), 1, True)
    idle = game.expire(table(SEVEN, SEVEN), 0, CHANCE).state
    assert (idle.idle, idle.turn.seat) == (1, 1)
    with pytest.raises(IllegalAction) as caught:
        game.expire(state, 1, CHANCE)
    assert caught.value.code == "not-awaited"


def test_mx_17_whose_time_runs_out_lets_the_tile_stand() -> None:
    state = do(table(SEVEN, SEVEN, options=CHALLENGE), Place("F7", 90))
    state = game.expire(state, 1, CHANCE).state
    assert (state.waiting, state.board["F7"], len(state.turn.laid)) == ((), 90, 1)


# Views


def test_views_hide_racks_and_bag() -> None:
    match = Match(game, "hidden", Options(), 3)
    for viewer in (0, 1, 2, None):
        view = match.view(viewer)
        assert (view.racks, view.bag) == ((7, 7, 7), 85)
        assert view.hand == (None if viewer is None else match.state.hands[viewer])


def test_tiles_are_never_lost() -> None:
    match = Match(game, "tiles", Options(blanks=2), 4)
    dice = Chance("tiles")
    while match.to_act:
        (seat,) = match.to_act
        match.act(seat, match.legal(seat).sample(dice))
        state = match.state
        laid = [
            BLANK if laid.blank else laid.tile for turn in (*state.past, state.turn) for laid in turn.laid
        ]
        racks = [tile for hand in state.hands for tile in hand.rack]
        assert sorted([*laid, *racks, *state.bag]) == list(box(2))
