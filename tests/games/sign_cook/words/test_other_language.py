"""In a language whose translations are set in brackets, everything that a reader sees stands in them.

Outside of brackets may stand: names of seats, which the house gives; digits, signs, cells and letters of
words; ids of places and courses in what people type; what a player has typed; the name of a word list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.sign_cook.coach.advice import DishDraft, adviser
from numberhouse.games.sign_cook.rules.gameplay import Options, SignCook, ValueRuling, WordRuling, game
from numberhouse.games.sign_cook.rules.model import COURSES
from numberhouse.games.sign_cook.rules.pantry import PLACES
from numberhouse.games.sign_cook.terminal.text import (
    bot_title,
    draw,
    outcome_word,
    refuse,
    ruling_words,
    tell,
)
from numberhouse.games.sign_cook.words.notation import parse
from numberhouse.match import Match
from tests.games.sign_cook.examples import options
from tests.games.sign_cook.play import AnyMatch, begin, play, rounds, take_all
from tests.support.pseudo_language import LANG, letters_outside, outside, pseudo_language

__all__ = ["pseudo_language"]

pytestmark = pytest.mark.usefixtures("pseudo_language")

NAMES = ["Ann", "Bob", "Cid"]
EXEMPT = re.compile(
    r"\b(?:Ann|Bob|Cid|you)\b"  # seats; `you` is the house's
    r"|\b[A-Z][1-9][0-9]?\b|\b[A-Z]\b"  # cells, columns
    r"|\b[A-Z]{2,15}\b"  # what a dessert spells
    r"|\b[0-9]+(?:x[0-9]+)+|[x/^+-]"  # expressions
    r"|an-array-of-english-words 2\.0\.0|the host's list|\b[0-9a-f]{12}…"  # word lists
    r"|\bnone\b"  # the value of what is divided by 0, as a match keeps it
)


def untranslated(text: str, *typed: str) -> list[str]:
    """Words outside of brackets."""
    return letters_outside(EXEMPT.sub(" ", outside(text, (*typed, *PLACES, *COURSES))))


def playthrough(chosen: Options | None, seed: str) -> Iterator[tuple[AnyMatch, int]]:
    """A random match after each of its actions, with the seat that acted."""
    match: AnyMatch = Match(game, seed, chosen, len(NAMES))
    chance = Chance(seed)
    number = 0
    while match.to_act:
        number += 1
        seat = min(match.to_act)
        if number % 13 == 0:
            match.expire(seat)
        else:
            match.act(seat, match.legal(seat).sample(chance.fork(str(number))))
        yield match, seat


@pytest.mark.parametrize("chosen", [None, *options])
def test_the_board_and_the_events_are_translated_whole(chosen: Options | None) -> None:
    overruled = chosen.overruled if chosen else ()
    for match, seat in playthrough(chosen, "brackets"):
        for viewer in (seat, None):
            board = draw(match.view(viewer), LANG, NAMES)
            assert "⟦" in board
            assert untranslated(board, *overruled) == []
            for event in match.events[-1]:
                if event.visible_to(viewer):
                    assert untranslated(tell(event, viewer, LANG, NAMES)) == []


def test_what_random_play_hardly_reaches_is_translated_whole() -> None:
    empty = begin()
    take_all(empty)
    zero = play(begin(), (0, "buy 0"), (0, "visit plus-palace 0 sure"), (0, "visit plus-palace 9"))
    served = rounds(begin(), ("1+1", "5-5+538"), ("1/0", "24"), ("3; 1; 2", "3; 1; 3"))
    for match in (empty, zero, served):
        for seat in (0, 1):
            assert untranslated(draw(match.view(seat), LANG, NAMES)) == []
        for event in (event for events in match.events for event in events):
            assert untranslated(tell(event, 0, LANG, NAMES)) == []


@pytest.mark.parametrize(
    "text",
    [
        "visit minus-market 0 sure", "visit plus-palace 9 sure", "visit bazaar 9", "visit minus-market q",
        "visit", "mine B8 A8 2=1", "mine B8 A8 A9 2+1=3", "mine B8 A8 B8 2+1=2", "mine B8 A8 A6 2+1=2",
        "mine B8 A8 A7 2+1=4", "mine B8 A8 A7 2-1=3", "mine B8 A8 A7 21=3", "mine B8 A8 A7 +=",
        "mine B8 A8 A7 ++213", "mine B8 A8 A7 2^1=3", "mine 2=1", "buy nut", "serve 1+", "serve 1+2; 3 4",
        "serve (1+2)", "serve 1&2", "serve 05+1", "serve 7", "serve 7/2", "serve 7-2; 9+1", "serve 1+2; 1+2",
        "serve 8^97654321", "serve 3+4=x", "serve 3+4=8", "serve ;", "serve", "serve 1+1;;2", "dance", "",
    ],
)  # fmt: skip
def test_refusals_are_translated_whole(text: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        begin().act(0, parse(text))
    words = refuse(caught.value, LANG, NAMES)
    assert "⟦" in words
    assert untranslated(words, *text.split()) == []


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [({"mine": ("12", "3")}, 2), ({"garnets": -1}, 2), ({"words": "ace b"}, 2), ({}, 1)],
)
def test_refused_options_are_translated_whole(chosen: dict[str, str], seats: int) -> None:
    with pytest.raises(IllegalAction) as caught:
        Match(game, "seed", Options(**chosen), seats)  # type: ignore[arg-type]
    assert untranslated(refuse(caught.value, LANG), "'b'", game.card.title) == []


def test_the_hosts_rulings_are_translated_whole() -> None:
    match = rounds(begin(unary_minus="loose"), ("2^2^2^-1; 1+1", "1+1"))
    for ruling in (ValueRuling("starter", 0, 1, value) for value in ("3", "unfit", "ruined")):
        step = SignCook().rule(match.state, ruling, Chance("ruling"))
        view = game.view(step.state, None)
        for words in (
            ruling_words(ruling, LANG, NAMES),
            draw(view, LANG, NAMES),
            *(tell(event, None, LANG, NAMES) for event in step.events),
        ):
            assert untranslated(words) == []
    for counts in (True, False):
        assert untranslated(ruling_words(WordRuling("cab", counts), LANG, NAMES)) == []


def test_advice_is_translated_whole() -> None:
    for course in range(len(COURSES)):
        match = begin(assistance=True)
        for _ in range(course):
            play(match, (0, ""), (1, ""))
        for lines in (("1+1", "2+2"), ("0+1",), ("5-5+3",), ("7/0",), ("3", "1", "2"), ("538",), ("1+",)):
            advice = adviser.advise(match.view(0), 0, DishDraft(lines), LANG)
            assert untranslated("\n".join(advice.lines)) == []


def test_titles_are_translated() -> None:
    words = [
        *(bot_title(name, LANG) for name in ("cook", "apprentice")),
        *(outcome_word(code, LANG) for code in ("dessert-judged", "winner", "elimination-candidate")),
    ]
    assert all(word.startswith("⟦") for word in words)
