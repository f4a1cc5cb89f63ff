"""The match: visits, the purchase, sealed dishes, what is published, points, the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.rules.gameplay import Options, Serve, earlier_versions, game
from numberhouse.games.sign_cook.rules.pantry import PLACES
from numberhouse.games.sign_cook.terminal.text import draw, outcome_word
from numberhouse.games.sign_cook.words.notation import parse
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.sign_cook.play import (
    begin,
    give,
    pantry,
    play,
    points,
    refused,
    rounds,
    take_all,
    verdicts,
)


def encoded(thing: object) -> bytes:
    return msgspec.json.encode(thing, order="deterministic")


# SC-1 … SC-5


@pytest.mark.parametrize("seats", [1, 9])
def test_sc_1_two_to_eight_seats_can_play(seats: int) -> None:
    with pytest.raises(IllegalAction, match="2 to 8 can") as caught:
        game.setup(Options(), seats, Chance("seed"))
    assert caught.value.code == "seats"
    assert game.card.usual_seats == 4


def test_sc_1_three_visits_a_round_and_a_fourth_is_refused() -> None:
    match = play(begin(), (0, "visit plus-palace 9"), (0, "mine B8 A8 A7 2+1=3"), (0, "visit plus-palace 8"))
    refusal = refused(match, 0, "visit plus-palace 7")
    assert refusal.code == "visits"
    assert (
        str(refusal) == "3 visits a round are possible, and you have made them in round 1; present your dish"
    )
    assert refused(match, 0, "mine A1 A2 A3 3-1=2").code == "visits"
    play(match, (0, "serve nothing"), (1, "serve nothing"), (0, "visit plus-palace 7"))


def test_sc_1_a_round_closes_when_all_have_presented_and_not_before() -> None:
    match = play(begin(3), (0, "serve 1+2"), (2, "serve nothing"))
    assert not match.state.courses
    assert match.to_act == {1}
    events = match.act(1, parse("serve 3+4"))
    assert [event.code for event in events] == ["served", "settled", "course-over"]
    assert match.to_act == {0, 1, 2}


def test_sc_2_the_tiles_to_begin_with() -> None:
    assert pantry(begin(), 0) == "123456789+-x/^"


def test_sc_2_what_a_dish_uses_is_gone_and_the_rest_stays() -> None:
    match = play(begin(), (0, "serve 91/7; 6+8; 3x5; 2^4"), (1, "serve nothing"))
    assert pantry(match, 0) == "-"
    assert pantry(match, 1) == "123456789+-x/^"


@pytest.mark.parametrize("place", PLACES)
def test_sc_3_a_tile_is_exchanged_for_as_many_signs(place: str) -> None:
    match = play(begin(), (0, f"visit {place} 9"))
    sign = PLACES[place]  # type: ignore[index]
    assert pantry(match, 0).count(sign) == 10
    assert "9" not in pantry(match, 0)


def test_sc_3_the_same_place_may_be_visited_again() -> None:
    match = play(begin(), (0, "visit plus-palace 1"), (0, "visit plus-palace 2"))
    assert pantry(match, 0) == "3456789++++-x/^"


def test_sc_3_a_0_gives_nothing_is_spent_and_asked_for_once_more() -> None:
    match = begin()
    give(match, 0, "0")
    refusal = refused(match, 0, "visit strange-square 0")
    assert refusal.code == "zero"
    assert "visit strange-square 0 sure" in str(refusal)
    play(match, (0, "visit strange-square 0 sure"))
    assert pantry(match, 0) == "123456789+-x/^"
    assert match.state.kitchens[0].visits == 1
    assert refused(match, 0, "visit plus-palace 9 sure").code == "sure"


def test_sc_3_a_tile_that_isnt_there_is_refused() -> None:
    match = play(begin(), (0, "visit plus-palace 9"))
    refusal = refused(match, 0, "visit plus-palace 9")
    assert refusal.code == "not-owned"
    assert str(refusal).startswith("your pantry lacks 9; it holds 1 2 3 4 5 6 7 8 + + +")


def test_sc_4_one_tile_once_in_the_match_and_no_visit() -> None:
    match = play(begin(), (0, "buy ^"), (1, "buy 0"))
    assert pantry(match, 0) == "123456789+-x/^^"
    assert pantry(match, 1) == "0123456789+-x/^"
    assert match.state.kitchens[0].visits == 0
    play(match, (0, "serve nothing"), (1, "serve nothing"))
    assert refused(match, 0, "buy 1").code == "bought-already"


def test_sc_4_it_costs_three_garnets_and_a_seat_may_have_more_or_fewer() -> None:
    match = begin(garnets=(2, 3))
    refusal = refused(match, 0, "buy ^")
    assert (refusal.code, str(refusal)) == ("garnets", "a tile costs 3 garnets, and you have 2")
    play(match, (1, "buy ^"))
    assert not any(type(action).__name__ == "Buy" for action in match.legal(0).actions)


def test_sc_5_visits_tiles_and_dishes_show_to_nobody_else() -> None:
    """Whatever seat 0 does, the others see the same until the round closes."""
    one = play(begin(3), (0, "visit plus-palace 9"), (0, "buy 3"), (0, "serve 1+2"))
    other = play(begin(3), (0, "mine B8 A8 A7 2+1=3"), (0, "serve nothing"))
    late = play(begin(3), (0, ""))
    for viewer in (1, 2, None):
        views = {encoded(match.view(viewer)) for match in (one, other, late)}
        assert len(views) == 1
        for match in (one, other, late):
            told = [
                (event.code, dict(event.values))
                for step in match.events
                for event in step
                if event.visible_to(viewer)
            ]
            assert told == [("settled", {"seat": 0, "round": 1})]


def test_sc_5_dishes_values_places_and_the_longest_sequence_are_published() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"), (0, "serve 6+8; 91/7"), (1, "serve 7/2x4"))
    (course,) = match.view(None).courses
    assert (course.course, course.longest) == ("starter", 3)
    assert course.plates[0].dish == ("6+8", "91/7")
    assert course.plates[0].values == ("14", "13")
    assert [plate.place for plate in course.plates] == [1, 2]
    assert match.view(None).kitchen is None


def test_sc_5_the_longest_sequence_is_that_of_the_round() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"), (0, "serve nothing"), (1, "serve nothing"))
    play(match, (0, "serve nothing"), (1, "serve nothing"))
    assert [course.longest for course in match.view(None).courses] == [3, 0]


def test_sc_5_everything_is_open_at_the_end() -> None:
    match = rounds(begin(), ("", ""), ("", ""), ("", ""))
    assert match.view(1).end.kitchens == match.state.kitchens
    assert [kitchen.diary for kitchen in match.view(1).end.kitchens] == [((), (), ())] * 2


# Dishes


def test_sc_16_places_score_from_the_number_of_seats_down_and_equals_share() -> None:
    match = rounds(begin(4), ("1+2; 2x2", "2+1; 2+2", "1+1", "3+3"))
    assert points(match) == [4, 4, 1, 2]
    assert points(rounds(begin(8), ("1+1",) * 8)) == [8] * 8


def test_sc_16_ruined_missing_and_no_word_are_last_and_alike() -> None:
    match = rounds(begin(4), ("1+1", "5-5+3", "", "2+2"))
    assert verdicts(match) == ["judged", "ruined", "nothing", "judged"]
    assert points(match) == [3, 1, 1, 4]
    rounds(match, ("24", "24", "24", "24"), ("3; 1; 2", "3; 1; 3", "", "1; 4"))
    assert verdicts(match) == ["judged", "not-a-word", "nothing", "judged"]
    assert points(match) == [4, 1, 1, 3]


def test_sc_16_who_runs_out_of_time_has_no_dish() -> None:
    match = play(begin(3), (0, "visit plus-palace 1"), (0, ""), (1, "serve 1+2"), (2, "serve 3-2"))
    assert verdicts(match) == ["missing", "judged", "judged"]
    assert points(match) == [1, 3, 2]
    assert pantry(match, 0) == "23456789++-x/^"


def test_sc_17_538_is_a_point_once_and_not_in_a_ruined_dish() -> None:
    match = rounds(
        begin(4), ("538+1", "1538+1", "500+38", "538-538+1"), ("538", "24", "24", "538"), ("",) * 4
    )
    assert [[plate.bonus for plate in course.plates] for course in match.state.courses] == [
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 0, 0],
    ]


def test_sc_18_any_tile_left_after_the_dessert_costs_two_once() -> None:
    match = rounds(begin(), ("1+1", "1+1"), ("24", "24"))
    take_all(match)
    give(match, 1, "77")
    rounds(match, ("3; 1; 2", "3; 1; 2"))
    assert match.outcome is not None
    assert match.outcome.scores == (6, 4)


def test_sc_18_tiles_of_a_ruined_dish_are_used() -> None:
    match = play(begin(), (0, "serve 1-2"), (1, "serve nothing"))
    before = len(pantry(match, 0))
    give(match, 0, "5533--")
    match.act(0, parse("serve 5-5-3"))
    assert len(pantry(match, 0)) == before + 6 - 5


def test_sc_19_ties_are_broken_by_dessert_then_main_then_starter() -> None:
    # Both have 2 + 1 + … = 5 of place points; seat 1 won the dessert.
    match = rounds(begin(), ("2+2", "1+1"), ("24", "24"), ("1; 4", "3; 1; 2"))
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.scores == (5, 5)
    assert match.outcome.places == (2, 1)
    assert match.outcome.titles == {"winner": (1,), "elimination-candidate": (0,)}


def test_sc_19_main_course_decides_before_the_starter() -> None:
    match = rounds(begin(), ("2+2", "1+1"), ("23", "24"), ("1; 4", "2; 5"))
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.scores == (5, 5)
    assert match.outcome.places == (2, 1)


def test_sc_19_who_are_still_equal_share_the_place_and_are_all_candidates() -> None:
    match = rounds(begin(3), ("1+1",) * 3, ("24",) * 3, ("1; 4", "1; 4", ""))
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.places == (1, 1, 3)
    assert match.outcome.titles == {"winner": (0, 1), "elimination-candidate": (2,)}
    match = rounds(begin(2), ("1+1",) * 2, ("24",) * 2, ("1; 4",) * 2)
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.titles["elimination-candidate"] == (0, 1)


def test_sc_19_a_bonus_is_in_the_total() -> None:
    match = rounds(begin(), ("1+1", "538+1"), ("24", "24"), ("3; 1; 2", "1; 4"))
    take_all(match)
    assert match.outcome is not None
    # The higher top wins the starter with 538 in it: 1 + 2 + 2 and 2 + 1 + 2 + 1.
    assert match.outcome.scores == (5, 6)


@pytest.mark.parametrize(("version", "places"), [(game, (2, 1)), (earlier_versions[0], (1, 2))])
def test_sc_19_the_point_for_538_counts_among_those_earned_in_the_dessert_round(
    version: Any, places: tuple[int, ...]
) -> None:
    """Equal desserts, one with 538 in it; seat 0 has won the main course. In the first version of the rules
    the points for places alone break ties."""
    match = rounds(begin(version=version), ("1+1", "1+1"), ("24", "23"), ("4/2; 5", "538/269; 5"))
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.scores == (6, 6)
    assert match.outcome.places == places
    assert match.outcome.titles["elimination-candidate"] == (places.index(2),)


def test_sc_19_a_538_of_an_earlier_round_breaks_no_tie() -> None:
    match = rounds(begin(), ("1+1", "538-536"), ("24", "23"), ("4/2; 5", "4/2; 5"))
    take_all(match)
    assert match.outcome is not None
    assert match.outcome.scores == (6, 6)
    assert match.outcome.places == (1, 2)


def test_sc_19_titles_say_what_is_won_and_who_is_a_donut() -> None:
    for code, english, russian in (
        ("winner", "winner (Token of Life and 3 garnets)", "победа (Token of Life и 3 граната)"),
        ("elimination-candidate", "donut (elimination candidate)", "пончик (кандидат на вылет)"),
    ):
        assert (outcome_word(code), outcome_word(code, "ru")) == (english, russian)


def test_sc_20_assistance_is_off_by_default_and_changes_no_rule() -> None:
    assert not Options().assistance
    assert (
        game.setup(Options(assistance=True), 2, Chance("seed")).grid
        == game.setup(Options(), 2, Chance("seed")).grid
    )


# Words


def test_sc_21_the_list_is_named_with_its_hash_and_the_same_for_the_whole_match() -> None:
    match = Match(game, "seed")
    lexicon = match.view(0).lexicon
    assert lexicon.count > 200_000
    assert len(lexicon.sha256) == 64
    assert begin().view(None).lexicon.count == 10
    assert begin(words="be ad be").view(None).lexicon == begin(words="ad be").view(None).lexicon


def test_sc_21_another_list_than_the_match_began_with_judges_nothing() -> None:
    match = rounds(begin(), ("1+1", "1+1"), ("24", "24"), ("3; 1; 2",))
    lexicon = msgspec.structs.replace(match.state.lexicon, sha256="0" * 64)
    match.state = msgspec.structs.replace(match.state, lexicon=lexicon)
    give(match, 1, "312")
    assert refused(match, 1, "serve 3; 1; 2").code == "words"


def test_sc_21_the_host_overrules_words_for_all_to_see() -> None:
    match = rounds(begin(overruled=("cab", "abba")), ("1+1", "1+1"), ("24", "24"), ("3; 1; 2", "1; 2; 2; 1"))
    assert match.view(None).options.overruled == ("cab", "abba")
    assert verdicts(match) == ["not-a-word", "judged"]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"mine": ("123",)}, "mine has 1 rows; 2 to 26 are possible"),
        ({"mine": ("1", "2")}, "row 1 of mine has 1 cells; 2 to 26 are possible"),
        ({"mine": ("123", "12")}, "row 2 of mine has 2 cells; row 1 has 3"),
        ({"mine": ("123", "1a3")}, "row 2 of mine has 'a'; digits 0 to 9 are possible"),
        ({"garnets": -1}, "garnets: -1; 0 to 1000000 are possible"),
        ({"garnets": (1, 2, 3)}, "garnets names 3 numbers for 2 seats; one for all or one each is possible"),
        ({"overruled": ("Cab",)}, "overruled names 'Cab'; words of 2 to 15 small letters a–z are possible"),
        ({"overruled": ("ab",) * 1001}, "overruled names 1001 words; at most 1000 are possible"),
        ({"words": "a" * 1_000_001}, "words has 1000001 characters; at most 1000000 are possible"),
        ({"words": "cab; cat"}, "words: word 1 is 'cab;'"),
        ({"words": "   "}, "words: a word list has at least one word; this is empty"),
    ],
)
def test_options_that_cant_be_played_are_refused(options: dict[str, Any], why: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        begin(**options)
    assert caught.value.code in ("options", "words")
    assert str(caught.value).startswith(why)


def test_presets_can_be_played_and_say_what_is_different() -> None:
    presets = find("sign-cook").presets()
    assert {name: preset.options for name, preset in presets.items()} == {
        "imaginary-numbers": Options(unary_minus="tight"),
        "unknown-words-refused": Options(unknown_words="refused"),
    }
    for preset in presets.values():
        assert Match(game, "seed", preset.options).to_act
        assert set(preset.title) == set(preset.about) == {"en", "ru"}


def test_options_are_read_on_the_terminal_board() -> None:
    match = rounds(begin(unknown_words="refused", lookups=True), ("", ""), ("", ""))
    shown = draw(match.view(0))
    assert "A word that isn't in the list is refused, and nothing is lost" in shown
    assert "Words may be looked up in the list" in shown


def test_sc_15_a_word_that_is_none_costs_the_round_or_is_refused() -> None:
    match = rounds(begin(), ("", ""), ("", ""), ("1; 3; 5", ""))
    assert verdicts(match)[0] == "not-a-word"
    match = rounds(begin(unknown_words="refused"), ("", ""), ("", ""))
    give(match, 0, "135")
    refusal = refused(match, 0, "serve 1; 3; 5")
    assert refusal.code == "unknown-word"
    assert str(refusal) == "ACE is no word of the match's list the host's list; serve another word"
    rounds(match, ("3; 1; 2",))
    match = rounds(begin(unknown_words="refused", overruled=("ace",)), ("", ""), ("", ""), ("1; 3; 5", ""))
    assert verdicts(match)[0] == "judged"


def test_sc_9_a_claim_takes_no_tiles_in_any_dish() -> None:
    match = rounds(begin(), ("1+1 = 2; 4-1=3", "1+1"))
    assert match.view(None).courses[0].plates[0].dish == ("1+1", "4-1")
    rounds(match, ("48/2=24", "24=24"), ("3=3; 1; 4-2=2", "1; 4"))
    assert match.view(None).courses[2].plates[0].word == "CAB"
    match = begin()
    before = pantry(match, 0)
    match.act(0, parse("serve 1+2=3"))
    assert pantry(match, 0) == before.replace("1", "").replace("2", "").replace("+", "")


def test_sc_9_an_untrue_claim_is_refused_and_tells_nothing() -> None:
    refusal = refused(begin(), 0, "serve 3x5=16")
    assert refusal.code == "untrue"
    assert "15" not in str(refusal)
    assert refused(begin(), 0, "serve 33x5=165").code == "not-owned"


# SC-22


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("serve 1+1", "not-owned"),
        ("serve 1+2; 9+9", "not-owned"),
        ("serve 1++2", "syntax"),
        ("serve 1+2; 3x5", "not-consecutive"),
        ("serve 3", "no-sign"),
        ("serve 1/2", "not-whole"),
        ("serve 8^8^8", "not-owned"),
        ("serve 1$2", "character"),
        ("mine A1 A2 A3 3-7=1", "unequal"),
        ("mine A1 A2 3=7", "path-length"),
        ("visit minus-market 0", "not-owned"),
    ],
)
def test_sc_22_refused_with_a_reason_and_nothing_lost(text: str, code: str) -> None:
    assert refused(begin(), 0, text).code == code


def test_sc_22_a_syntax_error_has_its_position_and_its_expression() -> None:
    refusal = refused(begin(), 0, "serve 1+2; 4++1")
    assert refusal.values["position"] == 3
    assert refusal.values["item"] == 2
    assert str(refusal).startswith("expression 2: ")


def test_sc_22_one_main_course_and_letters_of_the_dessert() -> None:
    match = rounds(begin(), ("", ""))
    assert refused(match, 0, "serve 2; 4").code == "one-expression"
    rounds(match, ("", ""))
    assert refused(match, 0, "serve 27").code == "no-letter"


def test_sc_12_what_is_too_large_to_judge_is_refused() -> None:
    match = begin()
    give(match, 0, "999^^")
    assert refused(match, 0, "serve 9^9^9^9").code == "too-large"


def test_sc_20_no_value_is_told_of_tiles_that_arent_owned() -> None:
    refusal = refused(begin(), 0, "serve 77/13")
    assert refusal.code == "not-owned"
    assert refused(begin(), 0, "serve 78/3; 1x2").code == "not-consecutive"


def test_sc_22_a_dish_twice_is_refused() -> None:
    match = play(begin(), (0, "serve 1+2"))
    for text in ("serve 3+4", "serve nothing", "visit plus-palace 9", "buy 1", "mine B8 A8 A7 2+1=3"):
        assert refused(match, 0, text).code == "served-already"


def test_sc_22_nothing_is_taken_after_the_end_and_from_nobody() -> None:
    match = begin()
    assert refused(match, 2, "serve nothing").code == "unknown-seat"
    rounds(match, ("", ""), ("", ""), ("", ""))
    assert refused(match, 0, "serve nothing").code == "over"
    with pytest.raises(IllegalAction):
        match.expire(0)


def test_sc_22_a_dish_of_ten_thousand_characters_is_answered() -> None:
    assert refused(begin(), 0, f"serve {'1+' * 4999}1").code == "not-owned"
    with pytest.raises(IllegalAction):
        game.apply(begin().state, 0, Serve(("1" * 10_001,)), Chance(""))


def test_sc_22_a_dish_of_many_expressions_is_bounded_too() -> None:
    with pytest.raises(IllegalAction) as caught:
        game.apply(begin().state, 0, Serve(("1+1",) * 2501), Chance(""))
    assert caught.value.code == "dish-length"
    with pytest.raises(IllegalAction) as caught:
        game.apply(begin().state, 0, Serve(("1+1",) * 2500), Chance(""))
    assert caught.value.code == "not-owned"


def test_sc_9_options_of_the_cuisine_reach_the_dishes() -> None:
    match = rounds(begin(power_groups="left"), ("2^3^2", "1+1"))
    assert match.view(None).courses[0].plates[0].values == ("64",)
    match = rounds(begin(unary_minus="tight"), ("-2^2", "1+1"))
    assert match.view(None).courses[0].plates[0].values == ("4",)
    match = rounds(begin(unary_minus="loose"), ("-2^2", "1+1"))
    assert match.view(None).courses[0].plates[0].values == ("-4",)


def test_sc_22_what_would_be_refused_is_not_offered() -> None:
    """No visit after the third, and no second purchase."""
    match = play(begin(), (0, "buy 1"))
    assert {type(action).__name__ for action in match.legal(0).actions} == {"Visit"}
    for digit in "123":
        play(match, (0, f"visit plus-palace {digit}"))
    assert not match.legal(0).actions
    assert {part.name for part in match.legal(0).parts} == {"serve"}
