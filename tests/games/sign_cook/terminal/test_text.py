"""The board in the terminal, and events in words."""

from __future__ import annotations

import re

import pytest

from numberhouse.contract.game import Event
from numberhouse.games.sign_cook.terminal.text import draw, tell
from numberhouse.games.sign_cook.words.phrases import PHRASES
from numberhouse.words import words_of
from tests.games.sign_cook.play import begin, give, play, rounds


def test_every_phrase_takes_the_same_values_in_russian() -> None:
    words = words_of("numberhouse.games.sign_cook")
    for english in PHRASES.values():
        russian = words.translated(english, "ru")
        assert set(re.findall(r"{(\w+)}", english)) == set(re.findall(r"{(\w+)}", russian))


def test_sc_8_closed_cells_are_points_on_the_own_board_alone() -> None:
    match = play(begin(), (0, "mine B8 A8 A7 2+1=3"))
    assert "  8 . . 8 9 4 0 7 5" in draw(match.view(0)).splitlines()
    assert "  8 1 2 8 9 4 0 7 5" in draw(match.view(1)).splitlines()
    assert "The mine; a point is a cell closed to you" in draw(match.view(0))


def test_the_own_kitchen_is_shown_and_no_other() -> None:
    match = play(begin(), (0, "visit plus-palace 3"), (0, "buy 0"))
    shown = draw(match.view(0))
    assert "Your pantry: 0 1 2 4 5 6 7 8 9   + + + + - x / ^" in shown
    assert "Visits left in this round: 2. Garnets: 0." in shown
    assert "3 for +++ at Plus Palace; bought 0" in shown
    assert "pantry" not in draw(match.view(None))


def test_sc_21_the_list_is_named_on_the_board_of_the_dessert() -> None:
    match = rounds(begin(overruled=("abba",)), ("", ""), ("", ""))
    shown = draw(match.view(None))
    assert "Words: the host's list, 10 of them, sha256 " in shown
    assert "Decided otherwise by the host: abba" in shown


def test_dishes_are_shown_with_values_and_places() -> None:
    match = rounds(begin(), ("91/7; 6+8", "5-5+538"), ("24", "1/0"), ("3; 1; 2", "3; 1; 3"))
    shown = draw(match.view(1))
    assert "  seat 1: place 1, points 2; 91/7 = 13; 6+8 = 14" in shown
    assert "  you: place 2, points 1; ruined: 5-5+538 = 538" in shown
    assert "  seat 1: place 1, points 2; 24" in shown
    assert "  you: place 2, points 1; ruined: 1/0 = none" in shown
    assert "  seat 1: place 1, points 2; CAB: 3; 1; 2" in shown
    assert "  you: place 2, points 1; CAC is no word: 3; 1; 3" in shown
    assert "Finally, some good food: seat 1." in shown
    assert "A donut, and so the elimination candidate: you." in shown


def test_long_dishes_fit_eighty_columns() -> None:
    match = begin()
    give(match, 0, "1" * 3000)
    play(match, (0, f"serve {'1' * 3000}+1"), (1, ""))
    for viewer in (0, 1, None):
        for lang in ("en", "ru"):
            assert max(map(len, draw(match.view(viewer), lang).splitlines())) <= 80


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_event_has_words(lang: str) -> None:
    match = play(begin(), (0, "visit plus-palace 3"), (0, "mine B8 A8 A7 2+1=3"), (0, "buy 0"))
    play(match, (0, "visit minus-market 0 sure"), (0, "serve 1+2"), (1, ""))
    rounds(match, ("", ""), ("", ""))
    told = {event.code for events in match.events for event in events}
    assert told == {
        "exchanged",
        "mined",
        "bought",
        "served",
        "time-ran-out",
        "settled",
        "course-over",
        "match-over",
    }
    for events in match.events:
        for event in events:
            assert "{" not in tell(event, 0, lang)


def test_events_in_words() -> None:
    match = play(begin(), (0, "visit plus-palace 3"), (0, "mine B8 A8 A7 2+1=3"), (0, "serve 1+2"))
    said = [tell(event, 0) for events in match.events for event in events]
    assert said == [
        "You give a 3 at Plus Palace and get +++.",
        "You mine 2+1=3 at B8 A8 A7.",
        "You present: 1+2.",
        "You are through with round 1.",
    ]
    assert tell(Event("settled", {"seat": 0, "round": 1}), 1) == "Seat 1 is through with round 1."
