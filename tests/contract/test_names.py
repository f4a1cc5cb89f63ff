"""The names of seats in texts, for all possible names of people."""

from __future__ import annotations

import re

import pytest

from numberhouse.cli.base.phrases import outcome_text
from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance, Event, Outcome
from numberhouse.contract.names import LONGEST, Names, columns, distinct_names, tidy_name, wrapped
from numberhouse.match import Match
from numberhouse.registry import find, games

OURS = [
    name for name, installed in games().items() if (installed.package or "").startswith("numberhouse.games.")
]


def test_a_seat_is_named_by_its_player_or_its_number() -> None:
    named, plain, russian = Names(("Ann", ""), "en"), Names(None, "en"), Names(None, "ru")
    assert (named.of(0), named.start(0), named.of(1), named.start(1)) == ("Ann", "Ann", "seat 2", "Seat 2")
    assert (plain.of(0), russian.of(0), russian.start(0)) == ("seat 1", "место 1", "Место 1")
    assert named.of(7) == "seat 8"
    assert named.listed((0, 1), reader=1) == "Ann, you"
    assert russian.listed((0, 1), reader=0) == "вы, место 2"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("{seat} {0} %s", "{seat} {0} %s"),
        ("two\nlines\tand\x00more", "two lines and more"),
        ("red\x1b[31m", "red [31m"),
        ("o\u202everride\u200b", "override"),
        ("\u200b\n", ""),
        ("x" * 40, "x" * 19 + "…"),
        ("宮" * 15, "宮" * 9 + "…"),
        ("אבג", "\N{FIRST STRONG ISOLATE}אבג\N{POP DIRECTIONAL ISOLATE}"),
    ],
)
def test_names_are_one_line_of_a_bounded_width(name: str, shown: str) -> None:
    assert tidy_name(name) == shown
    assert columns(shown) <= LONGEST


def test_bots_of_one_kind_are_numbered() -> None:
    assert distinct_names(["Casual", "", "Machine", "Casual", ""]) == [
        "Casual 1",
        "",
        "Machine",
        "Casual 2",
        "",
    ]


def test_lines_are_broken_by_their_width_in_a_terminal() -> None:
    lines = wrapped("宮本武蔵 " * 20, 30, margin="  ")
    assert max(map(columns, lines)) <= 30
    assert "".join("".join(lines).split()) == "宮本武蔵" * 20


def test_words_of_a_game_with_and_without_names() -> None:
    installed = find("set-theory")
    late = Event("time-ran-out", {"seat": 1})
    assert installed.tell(late, 0) == "Time has run out for seat 2."
    assert installed.tell(late, 0, names=("Ann", "B{seat}b")) == "Time has run out for B{seat}b."
    assert installed.tell(late, 1, names=("Ann", "Bob")) == "Your time has run out."
    assert installed.tell(late, None, "ru", ("Ann", "Bob")) == "Bob: время вышло."
    assert installed.tell(late, None, names=("Ann", "")) == "Time has run out for seat 2."


@pytest.mark.parametrize("game", OURS)
def test_a_board_names_all_players(game: str) -> None:
    installed = find(game)
    match = Match(installed.game, "names")
    seats = match.seats
    names = [f"Player{chr(ord('A') + seat)}" for seat in range(seats)]
    dice, bot = Chance("names"), installed.bot("random")
    while len(match.log) < 40 and match.outcome is None:
        seat = min(match.to_act)
        match.act(seat, bot.choose(match.view(seat), seat, match.legal(seat), Budget(nodes=50), dice).action)
    lines = [installed.draw(match.view(None), "en", names)]
    lines += [
        installed.tell(event, None, "en", names)
        for events in match.events
        for event in events
        if event.visible_to(None)
    ]
    assert any(name in words for words in lines for name in names)
    assert not re.search(r"\bseats? \d", "\n".join(lines), re.IGNORECASE)


def test_rooms_and_bots_have_the_names_of_the_game() -> None:
    crypt = find("addition-crypt")
    assert crypt.room("hall") == "Hall"
    assert crypt.room("round-2-C", "ru") == "Раунд 2, C"
    assert crypt.room("pair-0-3") == "Two alone: seat 1, seat 4"
    assert find("mixmath").room("back-room") == "Back room"
    assert crypt.bot_title("counter", "ru") == "Счетовод"
    assert crypt.bot_title("random", "ru") == "Случайный"
    assert crypt.bot_title("somebody-elses") == "Somebody elses"
    for installed in map(find, OURS):
        for bot in installed.bots():
            assert installed.bot_title(bot, "ru") != installed.bot_title(bot, "en"), (installed.id, bot)


def test_the_reason_of_an_outcome_is_in_the_readers_language() -> None:
    crypt = find("addition-crypt")
    assert crypt.outcome_word("rounds-played") == "rounds played"
    assert crypt.outcome_word("rounds-played", "ru") == "все раунды сыграны"
    assert crypt.outcome_word("somebody-elses", "ru") == "somebody elses"
    codes_by_game = {
        "addition-crypt": ("rounds-played",),
        "mixmath": ("rack-empty", "idle"),
        "set-theory": ("grid-full", "four-skipped", "time-ran-out", "eliminated"),
        "sign-cook": ("dessert-judged", "winner", "elimination-candidate"),
        "turing-machine": ("solved", "last-left", "nobody", "lost", "no-more-questions", "solver"),
    }
    assert set(codes_by_game) == set(OURS)
    for game_id, codes in codes_by_game.items():
        for code in codes:
            assert find(game_id).outcome_word(code, "ru") != find(game_id).outcome_word(code), code


def test_the_end_is_described_in_the_readers_language() -> None:
    outcome = Outcome((3.0, 5.0), (2, 1), "time-ran-out", {"eliminated": (0,)})
    lines = outcome_text(find("set-theory"), outcome, ("вы", "Простой"), "ru").splitlines()
    assert (lines[0], lines[-1]) == ("Партия окончена: вышло время.", "  вылетает: место 1")
