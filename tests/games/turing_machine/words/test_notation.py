"""Actions as text: what is written, what is read, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.contract.game import IllegalAction
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.rules.gameplay import (
    Action,
    Ask,
    Finish,
    Note,
    NotYet,
    Propose,
    Sheet,
    Solve,
)
from numberhouse.games.turing_machine.rules.sheet import LETTERS, LONGEST_TEXT, marks
from numberhouse.games.turing_machine.words.notation import LONGEST, parse, write

LAYOUTS = (
    Layout("classic", ((4,), (9,), (11,), (14,), (40,), (48,))),
    Layout("extreme", ((4, 17), (9, 20), (11, 22), (14, 18), (40, 1), (48, 2))),
    Layout("nightmare", ((4,), (9,), (40,), (41,), (46,), (48,))),
)

texts = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), include_characters="\n"), max_size=60
)
sheets = st.sampled_from(LAYOUTS).flatmap(
    lambda layout: st.builds(
        Sheet, crossed=st.lists(st.sampled_from(list(marks(layout))), unique=True).map(tuple), text=texts
    )
)
actions: st.SearchStrategy[Action] = st.one_of(
    st.builds(Propose, st.sampled_from(CODES)),
    st.builds(Ask, st.integers(0, 5)),
    st.builds(Solve, st.sampled_from(CODES)),
    st.just(Finish()),
    st.just(NotYet()),
    st.builds(Note, sheets),
)


@given(actions)
def test_what_is_written_is_one_line_and_read_back(action: Action) -> None:
    text = write(action)
    assert "\n" not in text
    assert parse(text) == action
    assert parse(text + "\n") == action


@given(st.text(max_size=200) | st.text("note abcABC tsc123456:./\\n АВСЕ", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        action = parse(text)
    except IllegalAction as refused:
        code, words = refused.code, str(refused)
    else:
        assert parse(write(action)) == action
        return
    assert code == "notation"
    assert words


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("345", Propose("345")),
        (" propose  345 ", Propose("345")),
        ("\uff13\uff14\uff15", Propose("345")),
        ("A", Ask(0)),
        ("f", Ask(5)),
        ("ask b", Ask(1)),
        ("\uff24", Ask(3)),
        ("А", Ask(0)),
        ("с", Ask(2)),
        ("DONE", Finish()),
        ("готово", Finish()),
        ("Solve 241", Solve("241")),
        ("решить 241", Solve("241")),
        ("not yet", NotYet()),
        ("NOT   YET", NotYet()),
        ("ещё нет", NotYet()),
        ("note", Note()),
        ("note: words: more", Note(Sheet(text="words: more"))),
        ("NOTE T1 △2 a.2 C.1 d/14 17.2", Note(Sheet(("t1", "t2", "A.2", "C.1", "D/14", "17.2")))),
        (r"note s5: one\ntwo \\ three", Note(Sheet(("s5",), "one\ntwo \\ three"))),
    ],
)
def test_what_people_type(text: str, action: Action) -> None:
    assert parse(text) == action


def test_the_longest_note_can_be_written() -> None:
    for layout in LAYOUTS:
        action = Note(Sheet(tuple(marks(layout)), "\n" * LONGEST_TEXT))
        assert len(write(action)) <= LONGEST
        assert parse(write(action)) == action


def test_c3_is_the_circle_and_law_3_of_verifier_c_is_written_with_a_dot() -> None:
    assert parse("note C3 C.3") == Note(Sheet(("c3", "C.3")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "propose it"),
        ("346", "outside 1 to 5"),
        ("34", "three digits"),
        ("3456", "three digits"),
        ("propose", "propose 345"),
        ("solve 2 41", "solve 241"),
        ("G", "A to F"),
        ("В", "B or C"),
        ("ask Е", "E or F"),
        ("hello", "not yet"),
        ("note hello", "after a colon"),
        ("note t6", "t1"),
        (r"note: \q", r"\n for a line end"),
        ("note: end\\", "backslash"),
        ("x" * (LONGEST + 1), str(LONGEST)),
    ],
)
def test_refusals_say_what_would_be_read(text: str, words: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        parse(text)
    assert refused.value.code == "notation"
    assert words in str(refused.value)
    assert len(str(refused.value)) < 300


def test_verifiers_are_written_as_letters() -> None:
    assert [write(Ask(verifier)) for verifier in range(6)] == list(LETTERS)
