"""Rulings of the host: whether a word counts, and what an undecided value comes to."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.contract.game import Chance, Event, IllegalAction, Refereed
from numberhouse.games.sign_cook.rules.gameplay import ValueRuling, WordRuling, earlier_versions, game
from numberhouse.games.sign_cook.terminal.text import draw, refuse, ruling_words, tell
from numberhouse.match import Match
from tests.games.sign_cook.play import AnyMatch, begin, points, rounds, take_all, verdicts

TOWER = "2^2^2^-1"
"""2 to the power of the root of 2: no root of any equation."""


def dessert(*words: str, **options: Any) -> AnyMatch:
    """A match that is over but for nothing: everybody's starter and main course are alike."""
    match = rounds(begin(len(words), **options), ("1+1",) * len(words), ("24",) * len(words), words)
    take_all(match)
    return match


def undecided(*starters: str, **options: Any) -> AnyMatch:
    return rounds(begin(len(starters), unary_minus="loose", **options), starters)


def refusal(match: AnyMatch, ruling: Any) -> IllegalAction:
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.rule(ruling)
    assert match.state == before
    for lang in ("en", "ru"):
        assert refuse(caught.value, lang)
    assert refuse(caught.value, "ru") != refuse(caught.value, "en")
    return caught.value


def codes(events: tuple[Event, ...]) -> list[str]:
    assert all(event.audience is None for event in events)
    return [event.code for event in events]


# Words


def test_sc_21_a_word_that_was_served_can_be_overruled_after_the_end() -> None:
    match = dessert("1; 3; 5", "3; 1; 2")  # ACE is no word of the list, CAB is
    assert verdicts(match) == ["not-a-word", "judged"]
    assert match.outcome is not None
    assert match.outcome.places == (2, 1)
    events = match.rule(WordRuling("ace", counts=True), "it is in every dictionary")
    assert codes(events) == ["word-ruled", "course-judged-anew", "match-judged-anew"]
    assert verdicts(match) == ["judged", "judged"]
    assert points(match) == [2, 2]
    assert match.outcome.places == (1, 1)
    assert match.outcome.titles["winner"] == (0, 1)
    assert not match.to_act
    assert match.view(None).end.scores == (6, 6)
    assert match.view(1).courses[2].plates[0].overruled
    assert "host has ruled on the word" in draw(match.view(None))


def test_sc_21_a_word_of_the_list_can_be_ruled_out_and_in_again() -> None:
    match = dessert("3; 1; 2", "1; 4")
    assert codes(match.rule(WordRuling("cab", counts=False)))[0] == "word-ruled"
    assert (verdicts(match), points(match)) == (["not-a-word", "judged"], [1, 2])
    match.rule(WordRuling("cab", counts=True))
    assert (verdicts(match), points(match)) == (["judged", "judged"], [2, 1])
    assert match.state.rulings == (WordRuling("cab", counts=True),)


def test_sc_21_a_ruling_on_a_word_holds_for_everybody_who_served_it() -> None:
    match = dessert("1; 3; 5", "1; 3; 5")
    match.rule(WordRuling("ACE", counts=True))
    assert verdicts(match) == ["judged", "judged"]


def test_sc_21_what_can_be_ruled_is_listed_and_nothing_else_is_taken() -> None:
    match = begin()
    assert not match.rulings
    assert refusal(match, WordRuling("cab", counts=False)).code == "ruling-word"
    match = dessert("3; 1; 2", "1; 3; 5")
    assert match.rulings.actions == [WordRuling("cab", counts=False), WordRuling("ace", counts=True)]
    refused = refusal(match, WordRuling("dad", counts=False))
    assert str(refused) == "'DAD' is no word that was served; you can rule on CAB, ACE"
    assert refusal(match, WordRuling("cab", counts=True)).code == "ruling-stands"


def test_sc_21_rulings_concern_closed_rounds_alone() -> None:
    """A dish that is sealed is nobody's business."""
    match = rounds(begin(3), ("1+1",) * 3, ("24",) * 3, ("3; 1; 2", "1; 3; 5"))
    assert not match.rulings
    assert refusal(match, WordRuling("cab", counts=False)).code == "ruling-word"


# Values


def test_sc_10_an_undecided_starter_ranks_behind_all_that_are_judged() -> None:
    match = undecided(TOWER, "1+1", "1-1+2", "")
    assert verdicts(match) == ["undecided", "judged", "ruined", "nothing"]
    assert points(match) == [3, 4, 1, 1]
    plate = match.view(None).courses[0].plates[0]
    assert (plate.values, plate.undecided) == (("?",), (1,))
    assert "left to the host" in draw(match.view(None))


def test_sc_10_the_host_says_what_a_value_of_a_starter_is() -> None:
    match = undecided(f"{TOWER}; 1+1", "1+1; 1+2")
    assert points(match) == [1, 2]
    events = match.rule(ValueRuling("starter", 0, 1, "3"))
    assert codes(events) == ["value-ruled", "course-judged-anew"]
    assert (verdicts(match), points(match)) == (["judged", "judged"], [2, 2])
    plate = match.view(None).courses[0].plates[0]
    assert (plate.values, plate.undecided, plate.ruled) == (("3", "2"), (), (1,))
    match.rule(ValueRuling("starter", 0, 1, "7"))
    assert verdicts(match) == ["unfit", "judged"]


def test_sc_10_rulings_on_several_values_stand_beside_each_other() -> None:
    match = undecided(TOWER, TOWER)
    match.rule(ValueRuling("starter", 0, 1, "3"))
    match.rule(ValueRuling("starter", 1, 1, "4"))
    assert (verdicts(match), points(match)) == (["judged", "judged"], [1, 2])


@pytest.mark.parametrize(("value", "verdict"), [("unfit", "unfit"), ("ruined", "ruined"), ("2", "judged")])
def test_sc_10_the_host_may_say_that_a_value_does_not_fit_or_is_ruined(value: str, verdict: str) -> None:
    match = undecided(TOWER, "")
    match.rule(ValueRuling("starter", 0, 1, value))
    assert verdicts(match) == [verdict, "nothing"]
    assert points(match) == ([2, 1] if verdict == "judged" else [1, 1])


def test_sc_10_a_starter_leaves_room_for_what_is_undecided_or_is_refused() -> None:
    match = begin(unary_minus="loose")
    rounds(match, (f"1+1; 2+2; {TOWER}", ""))
    assert verdicts(match)[0] == "undecided"
    for dish in (f"1+1; 2+3; {TOWER}", f"1+1; 3-1; {TOWER}", f"1/2; {TOWER}"):
        with pytest.raises(IllegalAction):
            rounds(begin(unary_minus="loose"), (dish,))


def test_sc_14_the_host_says_where_an_undecided_main_course_stands() -> None:
    match = rounds(begin(3, unary_minus="loose"), ("", "", ""), (TOWER, "9", "22"))
    assert (verdicts(match), points(match)) == (["undecided", "judged", "judged"], [1, 2, 3])
    match.rule(ValueRuling("main", 0, 1, "2,665"))
    assert points(match) == [1, 2, 3]
    match.rule(ValueRuling("main", 0, 1, "23.5+0.1i"))
    assert points(match) == [3, 1, 2]
    match.rule(ValueRuling("main", 0, 1, "45/2"))
    assert match.view(None).courses[1].plates[0].values == ("45/2",)
    match.rule(ValueRuling("main", 0, 1, "unfit"))
    assert (verdicts(match), points(match)) == (["unfit", "judged", "judged"], [1, 2, 3])


def test_sc_15_an_undecided_letter_leaves_the_word_open() -> None:
    match = rounds(begin(unary_minus="loose"), ("", ""), ("", ""), (f"3; {TOWER}; 2", "1; 4"))
    plate = match.view(None).courses[2].plates[0]
    assert (plate.word, plate.verdict, plate.points) == ("C?B", "undecided", 1)
    assert match.outcome is not None
    assert refusal(match, ValueRuling("dessert", 0, 2, "27")).code == "ruling-value"
    match.rule(ValueRuling("dessert", 0, 2, "1"))
    plate = match.view(None).courses[2].plates[0]
    assert (plate.word, plate.verdict, plate.points) == ("CAB", "judged", 2)
    assert WordRuling("cab", counts=False) in match.rulings.actions


def test_sc_17_the_point_for_538_moves_to_the_next_dish_when_the_first_is_ruined() -> None:
    match = rounds(begin(unary_minus="loose"), (f"{TOWER}; 538+1", ""), ("538", ""))
    plates = [course.plates[0] for course in match.view(None).courses]
    assert [plate.bonus for plate in plates] == [1, 0]
    match.rule(ValueRuling("starter", 0, 1, "ruined"))
    assert [course.plates[0].bonus for course in match.view(None).courses] == [0, 1]


@pytest.mark.parametrize(
    ("ruling", "code"),
    [
        (ValueRuling("main", 0, 1, "3"), "ruling-early"),
        (ValueRuling("starter", 1, 1, "3"), "ruling-value-decided"),
        (ValueRuling("starter", 0, 2, "3"), "ruling-value-decided"),
        (ValueRuling("starter", 7, 1, "3"), "ruling-value-decided"),
        (ValueRuling("starter", 0, 1, "2.5"), "ruling-value"),
        (ValueRuling("starter", 0, 1, ""), "ruling-value"),
        (ValueRuling("starter", 0, 1, "9" * 61), "ruling-value"),
        (ValueRuling("starter", 0, 1, "three"), "ruling-value"),
    ],
)
def test_sc_10_rulings_that_decide_nothing_are_refused(ruling: ValueRuling, code: str) -> None:
    assert refusal(undecided(TOWER, "1+1"), ruling).code == code


@pytest.mark.parametrize("value", ["", "i", "1/0", "1+", "+1", "1e5", "٣", "1--1i", "2.5.1", "nan"])
def test_sc_14_what_is_no_number_is_no_value_of_a_main_course(value: str) -> None:
    match = rounds(begin(unary_minus="loose"), ("", ""), (TOWER, "9"))
    refused = refusal(match, ValueRuling("main", 0, 1, value))
    assert refused.code == "ruling-value"
    assert "such as 24, 22/7, 2.665 or 0.5+0.866i, or unfit, or ruined" in str(refused)


def test_sc_10_what_can_be_ruled_of_values_is_listed_and_described() -> None:
    legal = undecided(TOWER, "1+1").rulings
    assert legal.actions == [ValueRuling("starter", 0, 1, "unfit"), ValueRuling("starter", 0, 1, "ruined")]
    (part,) = legal.parts
    shape = part.describe["properties"]
    assert [shape[name]["enum"] for name in ("course", "seat", "item")] == [["starter"], [0], [1]]
    match = undecided(TOWER, "1+1")
    match.rule(part.sample(Chance("any")))
    assert match.rulings  # it may be ruled again


def test_a_match_with_rulings_is_replayed_to_the_same_state() -> None:
    match = begin(seats=2, unary_minus="loose")
    for action in ("visit minus-market 9", "mine B8 A8 A7 2+1=3", "visit strange-square 8"):
        match.act(0, _parsed(action))
    for seat, text in ((0, f"serve {TOWER.replace('2^-1', '3^-1')}"), (1, "serve 1+2")):
        match.act(seat, _parsed(text))
    assert verdicts(match) == ["undecided", "judged"]
    match.rule(ValueRuling("starter", 0, 1, "3"), "let it be")
    again: AnyMatch = Match(game, match.seed, match.options, 2)
    for entry in match.log:
        again.apply(entry)
    assert again.state == match.state


def _parsed(text: str) -> Any:
    from numberhouse.games.sign_cook.words.notation import parse

    return parse(text)


def test_every_version_can_be_ruled_on() -> None:
    for version in (game, *earlier_versions):
        assert isinstance(version, Refereed)


# In words


@pytest.mark.parametrize(
    ("ruling", "english", "russian"),
    [
        (WordRuling("cool", counts=True), "COOL counts as a word", "COOL считается словом"),
        (WordRuling("cool", counts=False), "COOL doesn't count as a word", "COOL не считается словом"),
        (
            ValueRuling("main", 1, 1, "2.665"),
            "Seat 2, the main course, expression 1: its value is 2.665",
            "Место 2, горячее, выражение 1: значение 2.665",
        ),
        (
            ValueRuling("starter", 0, 2, "unfit"),
            "Seat 1, the starter, expression 2: its value doesn't fit",
            "Место 1, закуска, выражение 2: значение не подходит",
        ),
    ],
)
def test_rulings_are_told_in_a_line(ruling: Any, english: str, russian: str) -> None:
    assert ruling_words(ruling) == english
    assert ruling_words(ruling, "ru") == russian


def test_what_a_ruling_changes_is_told_in_both_languages() -> None:
    match = dessert("1; 3; 5", "3; 1; 2")
    events = match.rule(WordRuling("ace", counts=True))
    told = [tell(event, 0) for event in events]
    assert told[0] == "The host rules: ACE counts as a word."
    assert told[1].startswith("Round 3, the dessert, is judged anew: you place 1 for 2")
    assert told[2].startswith("The match ends otherwise now. Points: you 6")
    assert tell(events[0], None, "ru") == "Ведущий решает: ACE считается словом."
    match = undecided(TOWER, "1+1")
    (event, *_) = match.rule(ValueRuling("starter", 0, 1, "3"))
    assert tell(event, 1, names=["Ann", "Bob"]) == (
        "The host rules on 2^2^2^-1: Ann, the starter, expression 1: its value is 3."
    )
