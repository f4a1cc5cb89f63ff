"""The rulings of Set Theory, one by one."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from numberhouse.contract.clock import TurnClock
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.set_theory.catalogue.hidden_set import Named, Written
from numberhouse.games.set_theory.rules.belonging import belongs
from numberhouse.games.set_theory.rules.gameplay import Options, Patched, Place, Turn, game
from numberhouse.games.set_theory.rules.grid import CELLS
from numberhouse.match import Match
from tests.games.set_theory.examples import TEN, WORTHS
from tests.games.set_theory.play import begin, do, events, finish, nearly_full, refused, table


def test_st_1_two_seats_and_an_empty_grid() -> None:
    match = begin()
    assert match.view(None).grid == {}
    for seats in (1, 3):
        with pytest.raises(IllegalAction, match=f"2 seats?, not {seats}"):
            Match(game, "seed", None, seats)
        with pytest.raises(IllegalAction, match=f"2 seats, not {seats}"):
            game.setup(Options(), seats, Chance("x"))


def test_st_1_the_dmo_begins_unless_it_decides_otherwise() -> None:
    assert begin().to_act == {1}
    assert begin(first="candidate").to_act == {0}


def test_st_1_turns_alternate() -> None:
    turns = do(begin(), "11@A1", "13@A2", "17@A3", "19@A4")
    assert [turn.seat for turn in turns] == [1, 0, 1, 0]


def test_st_2_ten_sets_each_worth_1_to_3() -> None:
    worths = set()
    for number in range(20):
        state = Match(game, f"st 2 {number}").state
        assert len(state.sets) == len(state.worths) == 10
        assert len(set(state.worths)) > 1  # each is drawn for itself
        worths |= set(state.worths)
    assert worths == {1, 2, 3}


def test_st_2_sets_and_worths_are_hidden_until_the_end() -> None:
    state = nearly_full(1, {})
    for seat in (0, 1, None):
        view = game.view(state, seat)
        assert view.end is None
        assert view.options.sets == ()
        assert view.options.worths == ()
        assert b"even" not in msgspec.json.encode(view)
    end = game.view(finish(state), 0).end
    assert end is not None
    assert end.sets == (TEN[0], *state.sets[1:])
    assert end.worths == WORTHS


@pytest.mark.parametrize("number", [10, 999_999])
def test_st_3_numbers_from_10_to_999999(number: int) -> None:
    assert do(begin(), f"{number}@A1")[0].number == number


def test_st_4_examples_are_members_and_shown_to_all() -> None:
    for count in (0, 3, 10):
        match = Match(game, "st 4", Options(examples=count))
        for hidden, numbers in zip(match.state.sets, match.state.examples, strict=True):
            assert len(set(numbers)) == count
            assert list(numbers) == sorted(numbers)
            assert all(belongs(hidden, number) for number in numbers)
        assert match.view(None).examples == match.view(0).examples == match.state.examples


def test_st_4_three_examples_are_the_default() -> None:
    assert all(len(numbers) == 3 for numbers in Match(game, "st 4").state.examples)


def test_st_5_a_turn_is_one_number_on_one_empty_cell() -> None:
    match = begin()
    do(match, "72@D4")
    assert match.view(0).grid == {"D4": Turn(1, 72, "D4", "ABE", 5)}


def test_st_6_the_worked_example() -> None:
    """A = even, worth 2; B = contains a 7, worth 1; the others never."""
    sets = (TEN[0], TEN[1], *[Written("n == 999999")] * 8)
    state = replace(table(), sets=sets, worths=(2, 1, *[3] * 8))
    gained = []
    for text, seat in (("72@D4", 1), ("48@D5", 0), ("174@D6", 1), ("100@D7", 0)):
        number, _, cell = text.partition("@")
        state = game.apply(state, seat, Place(int(number), cell), Chance("x")).state
        gained.append((state.past[-1].sets, state.past[-1].points))
    assert gained == [("AB", 3), ("A", 2), ("AB", 9), ("A", 8)]
    assert game.view(state, None).scores == (2 + 8, 3 + 9)


def test_st_6_a_lines_owner_does_not_matter() -> None:
    match = begin(worths=(2, *[1] * 9))
    turns = do(match, "100010@A1", "100020@B1", "100030@H8", "100040@C1")
    assert turns[3].seat == 0
    assert turns[3].sets[0] == "A"
    assert turns[3].points >= 2 + 6


def test_st_7_sets_and_points_are_announced_and_nothing_else() -> None:
    match = begin()
    do(match, "72@D4")
    assert list(events(match)) == [
        ("placed", {"seat": 1, "number": 72, "cell": "D4", "sets": "ABE", "points": 5})
    ]
    assert all(event.audience is None for step in match.events for event in step)


def test_st_8_the_default_clock() -> None:
    assert game.card.clock == TurnClock(seconds=120, reserves=5, reserve_seconds=60)


def test_st_8_after_a_time_out_the_other_plays_twice_and_both_score() -> None:
    match = begin()
    turns = do(match, "", "72@D4", "48@D5", "174@D6", "11@A1")
    assert [turn.seat for turn in turns] == [1, 0, 0, 1, 0]
    assert [turn.points for turn in turns[1:3]] == [5, turns[2].points]
    assert turns[2].points >= 2
    assert match.view(0).scores[0] == sum(turn.points for turn in turns if turn.seat == 0)


def test_st_8_who_plays_in_anothers_place_may_run_out_of_time_too() -> None:
    turns = do(begin(), "11@A1", "", "", "13@B1", "17@C1", "19@D1")
    assert [turn.seat for turn in turns] == [1, 0, 1, 0, 1, 0]


def test_st_8_four_skipped_turns_in_a_row_end_the_match() -> None:
    match = begin()
    do(match, "", "", "", "72@D4", "", "", "")
    assert match.outcome is None
    do(match, "")
    assert match.outcome is not None
    assert match.outcome.reason == "four-skipped"
    assert match.to_act == frozenset()


def test_st_8_then_fewer_time_outs_win_whatever_the_score() -> None:
    behind = Turn(0, 11, "A1", "", 1)
    ahead = Turn(1, 72, "D4", "AB", 30)
    late = [Turn(1), behind, Turn(0, 13, "A2"), ahead, Turn(0), Turn(1), Turn(0)]
    state = table(*late)
    (seat,) = game.to_act(state)
    assert seat == 1
    outcome = game.outcome(game.expire(state, seat, Chance("x")).state)
    assert outcome is not None
    assert outcome.scores == (1, 30)
    assert outcome.places == (1, 2)


def test_st_8_equal_time_outs_leave_it_to_the_score() -> None:
    match = begin()
    do(match, "72@D4", "", "", "", "")
    assert match.outcome is not None
    assert match.outcome.places == (2, 1)
    match = begin(first="candidate")
    do(match, "72@D4", "", "", "", "")
    assert match.outcome is not None
    assert match.outcome.places == (1, 2)


def test_st_8_running_out_of_time_may_lose_the_match() -> None:
    match = begin(on_time_out="lose")
    do(match, "72@D4", "999@A1", "")
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("time-ran-out", (1, 2))
    assert outcome.scores[1] > outcome.scores[0]
    assert outcome.titles == {"eliminated": (1,)}


def test_st_8_time_runs_out_only_for_the_seat_whose_turn_it_is() -> None:
    state = begin().state
    with pytest.raises(IllegalAction, match="doesn't wait for seat 1"):
        game.expire(state, 0, Chance("x"))


def test_st_9_the_match_ends_when_the_grid_is_full() -> None:
    state = nearly_full(1, {0: 5})
    assert game.outcome(state) is None
    outcome = game.outcome(finish(state))
    assert outcome is not None
    assert outcome.reason == "grid-full"


def test_st_9_one_empty_cell_is_still_to_be_filled() -> None:
    state = nearly_full(1, {})
    state = replace(state, past=state.past[:-1])
    (seat,) = game.to_act(state)
    state = game.apply(state, seat, Place(998, "G8"), Chance("x")).state
    assert game.outcome(state) is None
    assert game.outcome(finish(state)) is not None


def test_st_9_more_points_win() -> None:
    assert finish_places({0: 5, 1: 4}) == (1, 2)
    assert finish_places({0: 4, 1: 5}) == (2, 1)


def test_st_9_then_the_highest_single_move() -> None:
    assert finish_places({0: 7, 1: 6}, one=3, two=4) == (1, 2)
    assert finish_places({0: 6, 1: 7}, one=4, two=3) == (2, 1)


def test_st_9_then_the_dmo() -> None:
    assert finish_places({0: 5, 1: 5}) == (2, 1)


def test_st_9_the_second_highest_move_is_not_compared() -> None:
    # 7 + 3 against 7 + 2 + 1: the candidate has the better second move, and still the DMO wins.
    assert finish_places({0: 7, 1: 7}, one=3, two=2, last=1) == (2, 1)


def test_st_9_time_outs_do_not_count_when_the_grid_is_full() -> None:
    state = nearly_full(0, {0: 5, 1: 4})
    late = replace(state, past=(Turn(0), *state.past))
    outcome = game.outcome(finish(late))
    assert outcome is not None
    assert outcome.places == (1, 2)


def finish_places(points: dict[int, int], one: int = 0, two: int = 0, last: int = 0) -> tuple[int, ...]:
    """The places when the grid is full; `last` is what the DMO got in its third turn."""
    state = nearly_full(1, points, one, two)
    past = list(state.past)
    past[4] = replace(past[4], points=last)
    outcome = game.outcome(finish(replace(state, past=tuple(past))))
    assert outcome is not None
    return outcome.places


def test_st_10_assistance_is_off_by_default() -> None:
    assert not Options().assistance
    assert not begin().view(0).options.assistance
    assert begin(assistance=True).view(0).options.assistance


def test_st_12_one_digit() -> None:
    for number in (0, 1, 9):
        refused(begin(), f"{number}@A1", "one-digit", "has one digit.*from 10 to 999999")


def test_st_12_out_of_range() -> None:
    for number in (-72, 1_000_000, 10**11):
        refused(begin(), f"{number}@A1", "out-of-range", f"{number} is out of range.*from 10 to 999999")


def test_st_12_giants_are_refused_in_few_words() -> None:
    match = begin()
    for number in (10**18 - 1, 10**5000):  # Python writes out no number of 5,000 digits
        with pytest.raises(IllegalAction, match=r" is out of range") as caught:
            match.act(1, Place(number, "A1"))
        assert len(caught.value.message) < 200


def test_st_12_a_number_on_the_grid() -> None:
    match = begin()
    do(match, "72@D4")
    refused(match, "72@A1", "used", "72 is on the grid already, on D4")


def test_st_12_an_example() -> None:
    match = begin(examples=3)
    for label, numbers in zip("ABCDEFGHIJ", match.state.examples, strict=True):
        if not any(numbers[0] in before for before in match.state.examples[: "ABCDEFGHIJ".index(label)]):
            refused(match, f"{numbers[0]}@A1", "example", f"{numbers[0]} is an example of set {label}")


def test_st_12_a_cell_off_the_grid() -> None:
    match = begin()
    for cell in ("I1", "A9", "A0", "", "a1", "A11"):
        with pytest.raises(IllegalAction, match="no cell") as caught:
            match.act(1, Place(72, cell))
        assert caught.value.code == "no-cell"


def test_st_12_a_cell_that_is_taken() -> None:
    match = begin()
    do(match, "72@D4")
    refused(match, "48@D4", "taken", "72 is on D4; choose an empty cell")


def test_st_12_not_your_turn() -> None:
    refused(begin(), "72@D4", "not-your-turn", "turn of seat 2, not of seat 1", seat=0)
    for seat in (-1, 2):
        refused(begin(), "72@D4", "no-seat", f"no seat {seat + 1}", seat=seat)


def test_st_12_the_match_is_over() -> None:
    match = begin()
    do(match, "", "", "", "")
    refused(match, "72@D4", "over", "the match is over")


def test_what_is_offered_can_be_placed() -> None:
    match = Match(game, "offered")
    do(match, "72@D4", "48@D5")
    (part,) = match.legal(1).parts
    assert match.legal(0).moves == 0
    assert part.describe["properties"]["cell"]["enum"] == [c for c in CELLS if c not in ("D4", "D5")]
    barred = set(part.describe["properties"]["number"]["not"]["enum"])
    assert barred == {72, 48}.union(*match.state.examples)


def test_st_3_a_number_that_is_used_is_never_offered() -> None:
    """Chance draws the used number and the example first; both are passed over."""
    match = begin(examples=1)
    do(match, "72@D4")
    example = match.state.examples[0][0]
    (part,) = match.legal(0).parts
    drawn = iter((72, example, 5_000))

    class Told(Chance):
        def below(self, limit: int) -> int:
            return next(drawn) - 10 if limit == 999_990 else 0

    assert part.sample(Told("x")) == Place(5_000, "A1")


def test_st_2_sets_and_worths_handed_in_are_secret() -> None:
    assert game.card.secret_options == ("sets", "worths", "example_numbers")


def test_a_patched_set_is_its_property_the_other_way_round_for_the_exceptions() -> None:
    patched = Patched("prime", (11, 12))
    assert [belongs(patched, number) for number in (11, 12, 13, 14)] == [False, True, True, False]
    assert belongs(Named("prime"), 11)


def test_progress_is_the_share_of_the_grid() -> None:
    match = begin()
    do(match, "72@D4", "", "48@D5")
    assert game.progress(match.state) == 2 / 64
    assert game.progress(finish(nearly_full(1, {}))) == 1
