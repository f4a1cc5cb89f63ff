"""The board and the events in words, and the rules pages."""

from __future__ import annotations

from importlib.resources import files

import pytest

from numberhouse.contract.game import Event
from numberhouse.games.addition_crypt.rules.gameplay import Options, game
from numberhouse.games.addition_crypt.rules.options import VARIATIONS
from numberhouse.games.addition_crypt.terminal.text import draw, room, tell
from numberhouse.games.addition_crypt.words.notation import parse
from numberhouse.games.addition_crypt.words.phrases import PHRASES, WORDS
from tests.games.addition_crypt.play import AnyMatch, begin, only, play


def lines(match: AnyMatch, seat: int | None, lang: str = "en") -> list[str]:
    return [line.strip() for line in draw(match.view(seat), lang).split("\n")]


def test_the_board_shows_nodes_own_rounds_rooms_and_what_to_do() -> None:
    match = play(begin(3), ["A* B", "C* A", "E* F"])
    board = lines(match, 0)
    assert board[0] == "Addition Crypt: round 2 of 7, Standout"
    assert "If nobody else submits the same two nodes, +2." in board
    assert "start          0   1   2   3   4   5   6" in board
    assert "round 1        3   3   3   3   5   7   6" in board
    assert "barred         ×   ×" in board
    assert "Your rounds, 3 points so far" in board
    assert "round 1: A* B, locked: 3 points" in board
    assert "A: with seat 2" in board
    assert "B: nobody but you" in board
    assert "Waiting for you, seat 2, seat 3." in board
    assert board[-1] == "Now: two nodes out of C D E F G, the scoring one with an asterisk, such as C* D."
    match.act(0, parse("C* D"))
    assert lines(match, 0)[-1] == "Submitted: C* D. Now: lock, or two other nodes in its place."
    match.act(0, parse("lock"))
    assert lines(match, 0)[-1] == "Locked: C* D. Until the round closes it can be replaced."
    match.expire(1)
    assert lines(match, 1)[-1] == "Your time has run out; B* D is played."


def test_ac_8_the_board_shows_the_rooms_that_are_opened_and_how_to_open_one() -> None:
    match = begin(5)
    assert "such as room 0 1 2; left: 10." in " ".join(lines(match, 0))
    (event,) = match.act(0, parse("room 0 2 4"))
    board = lines(match, 2)
    assert board[board.index("Rooms opened with you") + 1] == "seat 1, you, seat 5 (opened by seat 1)"
    assert "Rooms opened with you" not in lines(match, 1)
    assert "Rooms opened with you" not in lines(match, None)
    assert tell(event, 0) == "You open a room: you, seat 3, seat 5."
    assert tell(event, 2) == "Seat 1 opens a room: seat 1, you, seat 5."
    assert tell(event, 4, "ru") == "Место 1 открывает комнату: место 1, место 3, вы."
    assert room("group-0-2-4") == "Room: seat 1, seat 3, seat 5"
    assert room("node-C", "ru") == "Узел C"


def test_the_board_says_how_long_rounds_and_rooms_last() -> None:
    match = begin(2, rounds_close="deadline", node_rooms="all-rounds")
    board = lines(match, 0)
    assert "A round lasts until its deadline, whoever has locked." in board
    assert "The room of a node stays open for all who have ever used it." in board
    match.act(0, parse("A* B"))
    match.act(0, parse("lock"))
    assert " ".join(lines(match, 0)[-2:]).endswith(
        "The round lasts until its deadline; till then it can be replaced."
    )
    match.expire(0)
    match.expire(1)
    texts = [
        tell(event, 0) for event in match.events[-1] if event.code == "room-opened" and event.visible_to(0)
    ]
    assert texts == ["The room of A now: you, seat 2.", "The room of B now: you, seat 2."]


def test_a_spectator_sees_the_nodes_alone() -> None:
    match = play(begin(3), ["A* B", "C* A", "E* F"])
    board = "\n".join(lines(match, None))
    assert "round 1        3   3" in board
    assert "A*" not in board
    assert "seat 2, seat 3" in board


def test_published_submissions_and_the_final_standing_are_on_the_board() -> None:
    match = play(begin(2, **only("write-off")), ["A* B", "C D*"])
    board = lines(match, 1)
    assert "seat 1: A* B; seat 2 (you): C D*" in board
    assert board[-3:] == ["Final standing", "1. seat 2 (you): 8 (C D* 8)", "2. seat 1: 7 (A* B 7)"]


def test_many_nodes_go_on_below() -> None:
    match = play(begin(2, start=(123_456,) * 26, **only("theme")), ["A* B", "Y* Z"])
    board = lines(match, None)
    assert sum(line.startswith("Nodes") for line in board) == 3
    assert max(map(len, board)) <= 80


def test_events_in_words() -> None:
    match = play(begin(2, **only("write-off")), ["A* B", ""])
    texts = [tell(event, 1) for event in match.events[-1] if event.visible_to(1)]
    assert texts[0] == "Your time has run out with nothing submitted; A* B is played for you."
    assert texts[1] == "You are through with round 1."
    assert texts[2] == "Round 1 closes. Nodes: A 2, B 5, C 2, D 3, E 4, F 5, G 6"
    assert texts[3] == "All submissions of round 1: seat 1 A* B, you A* B"
    assert texts[4] == "You score 2 + 3 points with A* B."
    assert texts[5] == "The room of A after round 1 opens: seat 1, you."
    assert texts[-1] == "The match is over. First: seat 1, you, 5 points."


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "You score 1 point with B* C.",
                "The match is over. First: you, seat 2, 1 point.",
                "Your rounds, 1 point so far",
                "round 1: B* C, submitted: 1 point",
            ),
        ),
        (
            "ru",
            (
                "Вы получаете 1 очко за B* C.",
                "Партия окончена. Первое место: вы, место 2, 1 очко.",
                "Ваши раунды, пока 1 очко",
                "раунд 1: B* C, подано: 1 очко",
            ),
        ),
    ],
)
def test_one_point_is_no_points(lang: str, words: tuple[str, ...]) -> None:
    match = begin(2, start=(0, 0, 0, 0), **only("theme"))
    match.act(0, parse("B* C"))
    match.act(1, parse("D* C"))
    match.expire(1)
    events = match.expire(0)
    texts = [tell(event, 0, lang) for event in events if event.visible_to(0)]
    assert words[0] in texts
    assert words[1] == texts[-1]
    assert words[2] in lines(match, 0, lang)
    assert words[3] in lines(match, 0, lang)


@pytest.mark.parametrize(
    ("digits", "bonus", "english", "russian"),
    [
        (0, 0, "0 points", "0 очков"),
        (1, 2, "1 + 2 points", "1 + 2 очка"),
        (5, 6, "5 + 6 points", "5 + 6 очков"),
        (11, 0, "11 points", "11 очков"),
        (12, 0, "12 points", "12 очков"),
        (21, 0, "21 points", "21 очко"),
        (24, 0, "24 points", "24 очка"),
    ],
)
def test_points_are_counted_in_both_languages(digits: int, bonus: int, english: str, russian: str) -> None:
    values = {"pick": {"first": 0, "second": 1, "scoring": 0}, "digits": digits, "bonus": bonus}
    event = Event("scored", values, frozenset({0}))
    assert tell(event, 0) == f"You score {english} with A* B."
    assert tell(event, 0, "ru") == f"Вы получаете {russian} за A* B."


def test_replacing_a_locked_submission_is_told_as_that() -> None:
    match = begin(2)
    for text in ("A* B", "lock", "C* D"):
        match.act(0, parse(text))
    texts = [tell(events[0], 0) for events in match.events]
    assert texts == ["You submit A* B.", "You lock A* B.", "You submit C* D in its place; it stays locked."]


def test_every_phrase_is_in_both_languages() -> None:
    for name, text in PHRASES.items():
        english, russian = (WORDS.translated(text, lang) for lang in ("en", "ru"))
        assert english
        assert russian
        if name != "place":
            assert english != russian, name
    assert set(VARIATIONS) <= set(PHRASES)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_rules_pages_name_every_option_and_variation(lang: str) -> None:
    page = (files("numberhouse.games.addition_crypt") / f"RULES.{lang}.md").read_text(encoding="utf-8")
    assert "pseudonam" in page
    assert "The Genius Repository" in page
    for name in (*Options.__struct_fields__, *VARIATIONS):
        assert name in page, name
    assert game.card.credits
