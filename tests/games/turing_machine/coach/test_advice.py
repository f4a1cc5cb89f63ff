"""Note sheets held against the answers (TM-14)."""

from __future__ import annotations

import pytest

from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.games.turing_machine.coach.advice import Checked, NoteDraft, Question, adviser
from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CARDS, CODES
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Problem
from numberhouse.games.turing_machine.rules.gameplay import (
    Ask,
    Finish,
    NotYet,
    Options,
    Propose,
    Solve,
    View,
    game,
)
from numberhouse.games.turing_machine.rules.sheet import LETTERS, marks

CLASSIC = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))
EXTREME = Problem(Layout("extreme", ((4, 20), (9, 30), (11, 42), (14, 48))), CLASSIC.laws)
POOL = Problem(Layout("nightmare", tuple((card,) for card, _ in CLASSIC.laws)), tuple(reversed(CLASSIC.laws)))


def asked(problem: Problem, *verifiers: int) -> View:
    """What seat 0 sees after it has asked these about 345."""
    options = Options(mode=problem.layout.mode, problem=problem.id)
    state = game.setup(options, 2, Chance("notes"))
    if verifiers:
        state = game.apply(state, 0, Propose("345"), Chance("notes")).state
    for verifier in verifiers:
        state = game.apply(state, 0, Ask(verifier), Chance("notes")).state
    return game.view(state, 0)


def checked(view: View, *crossed: str) -> Checked:
    found = adviser.advise(view, 0, NoteDraft(crossed), "en").result
    assert isinstance(found, Checked)
    return found


def test_tm_14_marks_are_proven_early_or_wrong() -> None:
    found = checked(asked(CLASSIC), "t1", "t2", "s4", "A.1", "A.2")
    assert found.marks == {"t1": "proven", "t2": "wrong", "s4": "early", "A.1": "early", "A.2": "early"}
    assert (found.codes, found.kept) == (2, 0)
    found = checked(asked(CLASSIC, 0), "s2", "s4", "A.1", "A.2")
    assert found.marks == {"s2": "proven", "s4": "wrong", "A.1": "proven", "A.2": "wrong"}
    assert (found.codes, found.kept) == (1, 0)


@pytest.mark.parametrize("problem", [CLASSIC, EXTREME, POOL], ids=lambda problem: problem.layout.mode)
def test_tm_14_every_mark_stands_as_the_worlds_that_are_left_say(problem: Problem) -> None:
    view = asked(problem, 0, 2)
    knowledge = Knowledge(view.layout, view.observations)
    found = checked(view, *marks(view.layout))
    assert (found.codes, found.worlds) == (len(knowledge.codes), knowledge.worlds)
    for mark, standing in found.marks.items():
        possible = _possible(knowledge, mark)
        assert (standing == "proven") == (not possible), mark
    assert "wrong" in found.marks.values()


def _possible(knowledge: Knowledge, mark: str) -> bool:
    """Whether what the mark crosses out may be so, asked in another way."""
    if mark[0] in "tsc":
        return int(mark[1]) in knowledge.digits["tsc".index(mark[0])]
    layout, letters = knowledge.layout, LETTERS[: knowledge.layout.verifiers]
    if "/" in mark:
        verifier, card = letters.index(mark[0]), int(mark[2:])
        return any(
            knowledge.why_not_law(verifier, card, place) is None for place in range(9) if _is(card, place)
        )
    name, number = mark.split(".")
    place = int(number) - 1
    if layout.mode == "classic":
        verifier = letters.index(name)
        return knowledge.why_not_law(verifier, layout.cards[verifier][0], place) is None
    card = int(name)
    having = [v for v, cards in enumerate(layout.cards) if card in cards or layout.mode == "nightmare"]
    return any(knowledge.why_not_law(verifier, card, place) is None for verifier in having)


def _is(card: int, place: int) -> bool:
    from numberhouse.games.turing_machine.problems.laws import CARDS

    return place < len(CARDS[card].laws)


def test_it_knows_what_its_own_side_has_heard_and_nothing_else() -> None:
    view = asked(CLASSIC, 0)
    state = game.setup(Options(problem=CLASSIC.id), 2, Chance("notes"))
    other = game.view(state, 1)
    assert checked(view).codes == 1
    assert checked(other).codes == 2


def test_a_mark_that_these_cards_do_not_have_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        checked(asked(CLASSIC), "Z.9")
    assert refused.value.code == "unknown-mark"


@pytest.mark.parametrize(("lang", "words"), [("en", "still possible: 2"), ("ru", "Ещё возможно кодов: 2")])
def test_it_is_told_in_words(lang: str, words: str) -> None:
    lines = adviser.advise(asked(CLASSIC), 0, NoteDraft(("t2", "A.2")), lang).lines
    assert words in lines[0]
    assert "△ = 2" in " ".join(lines)
    assert "A: □ = 4" in " ".join(lines)


def finished() -> View:
    """What seat 1 sees after seat 0 has found the code."""
    state = game.setup(Options(problem=CLASSIC.id), 2, Chance("notes"))
    for seat, action in ((0, Finish()), (1, Finish()), (1, NotYet()), (0, Solve(CLASSIC.code))):
        state = game.apply(state, seat, action, Chance("notes")).state
    view = game.view(state, 1)
    assert view.end is not None
    return view


def test_laws_answer_questions_after_end() -> None:
    view = finished()
    for verifier, (card, place) in enumerate(CLASSIC.laws):
        for code in CODES:
            draft = NoteDraft(question=Question(code, verifier))
            found = adviser.advise(view, 1, draft, "en").result
            assert found.answer == CARDS[card].laws[place].holds(code)
    lines = adviser.advise(view, 1, NoteDraft(question=Question("345", 0)), "en").lines
    assert lines == ("Verifier A says yes (✓) to 345.",)


def test_no_question_is_answered_before_end() -> None:
    with pytest.raises(IllegalAction) as refused:
        adviser.advise(asked(CLASSIC), 0, NoteDraft(question=Question("345", 0)), "en")
    assert refused.value.code == "not-over"


@pytest.mark.parametrize(("code", "verifier"), [("345", 4), ("346", 0), ("34", 0)])
def test_question_that_means_nothing_is_refused(code: str, verifier: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        adviser.advise(finished(), 1, NoteDraft(question=Question(code, verifier)), "en")
    assert refused.value.code == "question"
