"""The board and the events in words, and the rules pages."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from numberhouse.contract.game import Chance, Event
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.rules.gameplay import Note, Options, Sheet, game
from numberhouse.games.turing_machine.rules.sheet import LONGEST_TEXT
from numberhouse.games.turing_machine.solver.best_play import solver_for
from numberhouse.games.turing_machine.terminal.text import draw, farewell, redraw, tell, tell_round, text
from numberhouse.games.turing_machine.words.notation import parse
from numberhouse.match import Match

PROBLEM = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))


def played(*moves: tuple[int, str], seats: int = 2, **options: Any) -> Match[Any, Any, Any, Any]:
    match = Match(game, "seed", Options(problem=PROBLEM.id, **options), seats)
    for seat, move in moves:
        match.act(seat, parse(move))
    return match


def lines(match: Match[Any, Any, Any, Any], seat: int | None, lang: str = "en") -> list[str]:
    return [line.strip() for line in draw(match.view(seat), lang).split("\n")]


def test_the_board_shows_cards_answers_notes_and_who_does_what() -> None:
    match = played((0, "345"), (0, "A"), (0, "B"), (0, "note t1 A.2: B odd?"), (1, "done"))
    board = lines(match, 0)
    assert "A  card 4: □ compared with 4" in board
    assert "1. □ < 4  ✗2. □ = 4   3. □ > 4" in board
    assert "1  345  ✓ ✗ · ·" in board
    assert "Digits  △ ✗ 2 3 4 5   □ 1 2 3 4 5   ○ 1 2 3 4 5" in board
    assert "Note: B odd?" in board
    assert "seat 1, you: questions 2, asking, 1 left" in board
    assert "seat 2: questions 0, has finished asking" in board
    assert board[-1] == "Now: ask a verifier about 345 (C D), or done. Questions left: 1."


def test_others_see_the_questions_and_not_the_answers() -> None:
    match = played((0, "345"), (0, "A"), (0, "note t1: secret"))
    for viewer in (1, None):
        board = "\n".join(lines(match, viewer))
        assert "1) 345 A" in board
        assert "✓ ·" not in board
        assert "secret" not in board


def test_the_end_shows_code_laws_and_everybodys_answers() -> None:
    match = played((0, "345"), (0, "A"), (0, "done"), (1, "done"), (0, "solve 241"), (1, "solve 111"))
    board = lines(match, None)
    assert f"The code is 241. Problem {PROBLEM.id}." in board
    assert "A  card 4, law 2: □ = 4" in board
    assert "1  345  ✓ · · ·" in board
    assert "Codes said: 111" in board
    assert "Solved. Winners: seat 1." in board


def test_a_board_drawn_again_has_no_cards_unless_the_notes_have_changed() -> None:
    match = played((0, "345"))
    before = match.view(0)
    match.act(0, parse("A"))
    again = redraw(match.view(0), before)
    assert "1  345  ✓ · · ·" in again
    assert "card 4" not in again
    head, course = again.split("\n\n", 1)
    assert draw(match.view(0)).startswith(head)
    assert draw(match.view(0)).endswith(course)
    match.act(0, parse("note t1"))
    assert redraw(match.view(0), before) == draw(match.view(0))


def test_tm_12_the_farewell_compares_one_side_with_the_machine() -> None:
    match = played((0, "345"), (0, "C"), (0, "A"), (0, "done"), (0, "solve 241"), seats=1)
    machine = solver_for(PROBLEM.layout).play(PROBLEM)
    assert (machine.rounds, machine.questions) == (1, 1)
    rows = farewell(match.view(0)).split("\n")
    assert rows[0] == "seat 1, you: rounds 1, questions 2; found the code."
    machine_rows = rows[rows.index("The machine on this problem: rounds 1, questions 1.") :]
    assert machine_rows[2] == "Best play on these cards takes on average: rounds 1, questions 1."
    assert machine_rows[3] == "The machine was faster."
    assert "Машина быстрее." in farewell(match.view(None), "ru")
    equal = played((0, "345"), (0, "A"), (0, "done"), (0, "solve 241"), seats=1)
    assert farewell(equal.view(0)).endswith("You were as fast as the machine.")
    lost = played((0, "done"), (0, "solve 111"), seats=2, style="team")
    assert farewell(lost.view(1)).split("\n")[0] == (
        "team of 2, you are seat 2: rounds 1, questions 0; said 111, which is wrong."
    )


def test_the_farewell_stays_within_80_columns_when_the_machine_was_hurried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("numberhouse.games.turing_machine.coach.ending.SECONDS", 0.0)
    match = Match(game, "hurried", Options(mode="nightmare", level="hard", verifiers=5), 1)
    match.act(0, parse("done"))
    match.act(0, parse("solve 111"))
    text = farewell(match.view(0))
    assert "not proven best" in " ".join(text.split())
    assert max(map(len, text.split("\n"))) <= 80


def test_tm_12_the_farewell_of_a_race_has_every_seat_and_no_machine() -> None:
    match = played((0, "345"), (0, "A"), (0, "done"), (1, "done"), (0, "solve 241"))
    assert farewell(match.view(0)) == ""
    match.act(1, parse("not yet"))
    rows = farewell(match.view(0)).split("\n")
    assert rows[:2] == [
        "seat 1, you: rounds 1, questions 1; found the code.",
        "seat 2: rounds 1, questions 0; named no code at the end.",
    ]
    assert "machine" not in farewell(match.view(0))


def test_the_farewell_tells_how_the_code_follows_and_what_the_answers_left() -> None:
    match = played((0, "345"), (0, "A"), (0, "done"), (1, "done"), (0, "solve 241"), (1, "not yet"))
    rows = farewell(match.view(0)).split("\n")
    first = rows.index("The laws, one after the other, leave only the code:") + 1
    laws = rows[first : first + len(PROBLEM.laws)]
    assert [line[2] for line in laws] == list("ABCD")
    assert laws[-1].endswith(": left 241")
    own = rows.index("What the answers left, round by round (seat 1, you):")
    assert rows[own + 1 : own + 3] == [
        "  before any question: left 221, 241",
        "  1) 345: A yes: left 241",
    ]
    other = farewell(match.view(1)).split("\n")
    assert other[-1] == "  1) nothing asked: left 221, 241"
    assert farewell(match.view(None)).count("round by round") == 1


def test_a_team_and_its_pen_are_named() -> None:
    match = played((0, "done"), (0, "not yet"), seats=3, style="team")
    assert any("team of 3, you are seat 2" in line and "you act" in line for line in lines(match, 1))
    assert any("seat 2 acts in this round" in line for line in lines(match, 2))


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_board_is_wider_than_80_columns(lang: str) -> None:
    long_note = Note(Sheet(text=("words and " + "x" * 90 + "\n") * 19))
    assert len(long_note.sheet.text) < LONGEST_TEXT
    for mode in ("classic", "extreme", "nightmare"):
        options = Options(mode=mode, verifiers=6, level="hard")
        match = Match(game, "wide", options, 16)
        match.act(0, long_note)
        for _ in range(8):
            for seat in sorted(match.to_act):
                match.act(seat, parse("345"))
                match.act(seat, parse("done"))
            for seat in sorted(match.to_act):
                match.act(seat, parse("not yet"))
        assert max(len(line) for line in draw(match.view(0), lang).split("\n")) <= 80


def test_all_laws_fit() -> None:
    for card in CARDS.values():
        for lang in ("en", "ru"):
            assert all(len(law.words(lang)) <= 70 for law in card.laws)


def test_events_speak_to_their_reader() -> None:
    match = played((0, "345"), (0, "A"))
    asked, answered = match.events[-1]
    assert tell(asked, 0) == "You ask verifier A about 345."
    assert tell(asked, 1) == "Seat 1 asks verifier A about 345."
    assert tell(asked, None, "ru") == "Место 1 спрашивает проверяющего A о 345."
    assert tell(answered, 0) == "Verifier A says yes (✓) to 345."
    closed = Event("round-closed", {"round": 2, "solved": [], "wrong": [0, 2]})
    assert tell(closed, 2) == "Round 2 is closed. Wrong and out: seat 1, you."
    over = Event("match-over", {"reason": "solved", "winners": [1], "code": "241", "laws": [], "id": "x"})
    assert tell(over, 1) == "Solved. Winners: seat 2. You win. The code is 241."
    assert tell(over, 0) == "Solved. Winners: seat 2. The code is 241."


def test_every_event_of_random_matches_has_words() -> None:
    codes = set()
    for number in range(30):
        match = Match(game, str(number), Options(problem=PROBLEM.id), 3)
        dice = Chance(f"dice {number}")
        while match.to_act:
            seat = min(match.to_act)
            if dice.below(6) == 0:
                match.expire(seat)
            else:
                match.act(seat, match.legal(seat).sample(dice))
            if dice.below(3) == 0 and match.to_act:
                kinds = match.legal(other := dice.below(3)).parts
                match.act(other, dice.choice([part for part in kinds if part.free]).sample(dice))
        for event in (event for step in match.events for event in step):
            for viewer in (0, 1, None):
                for lang in ("en", "ru"):
                    words = tell(event, viewer, lang)
                    assert words
                    assert "{" not in words
                    assert "!" not in words
            codes.add(event.code)
    assert codes >= {
        "proposed",
        "asked",
        "answered",
        "finished",
        "verdict-said",
        "verdict-replaced",
        "verdict-defaulted",
        "round-closed",
        "match-over",
        "noted",
    }


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_rules_page_lists_every_card_as_the_laws_have_it(lang: str) -> None:
    page = files("numberhouse.games.turing_machine").joinpath(f"RULES.{lang}.md").read_text("utf-8")
    for card in CARDS.values():
        laws = "; ".join(f"{place}. {law.words(lang)}" for place, law in enumerate(card.laws, start=1))
        assert f"| {card.number} | {card.title(lang)} | {laws} |" in page
    assert "Fabien Gridel" in page
    assert "Yoann Levet" in page
    assert "Jay Deiman" in page


def logged(match: Match[Any, Any, Any, Any], seat: int | None, lang: str = "en") -> list[list[str]]:
    """The entries of the log as this viewer reads them."""
    assert text.log is not None
    entries: list[list[Event]] = [[]]
    for events in match.events:
        seen = [event for event in events if event.visible_to(seat)]
        entries[-1] += seen
        if any(map(text.log.ends, seen)):
            entries.append([])
    return [list(tell_round(entry, seat, lang, ("Ann", "Bob"))) for entry in entries if entry]


def test_the_log_has_one_entry_a_round_with_the_readers_own_answers() -> None:
    match = played((0, "345"), (0, "A"), (1, "123"), (0, "note t1"), (0, "B"), (0, "done"))
    assert logged(match, 0) == [
        [
            "You about 345: A yes, B no.",
            "Bob about 123: no question yet.",
            "Through with their questions: you.",
            "Your notes are kept.",
        ]
    ]
    assert logged(match, None) == [
        ["Ann about 345: A, B; Bob about 123: no question yet.", "Through with their questions: Ann."]
    ]
    for seat, action in (1, "D"), (1, "done"), (0, "not yet"), (1, "solve 111"):
        match.act(seat, parse(action))
    assert logged(match, 1) == [
        [
            "Round 1 is closed. Wrong and out: you.",
            f"All others are out. Winner: Ann. The code is {PROBLEM.code}.",
            "You about 123: D no.",
            "Ann about 345: A, B.",
        ]
    ]


def test_the_log_of_a_large_table_names_a_few_turns() -> None:
    events = [Event("proposed", {"seat": seat, "round": 2, "proposal": "123"}) for seat in range(7)]
    (line,) = tell_round(events, None, "en")
    assert line.count("about 123") == 4
    assert line.endswith("; and 3 more.")
    late = Event("finished", {"seat": 1, "round": 2, "defaulted": True})
    assert tell_round([late], 0, "en", ("Ann", "Bob"))[0].startswith("Time has run out for Bob")


def test_the_log_can_begin_within_a_round() -> None:
    asked = Event("asked", {"seat": 1, "round": 2, "proposal": "123", "verifier": 2})
    assert tell_round([asked], 0, "en", ("Ann", "Bob")) == ["Bob about 123: C."]
    closed = Event("round-closed", {"round": 2, "solved": [], "wrong": []})
    assert tell_round([asked, closed], 0, "en", ("Ann", "Bob"))[-1] == "Bob about 123: C."
