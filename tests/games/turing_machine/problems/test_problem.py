"""TM-3, TM-4 and TM-6: what a problem is, when it is valid, how hard its cards are."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest
from hypothesis import given

from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import BadLayout, Layout
from numberhouse.games.turing_machine.problems.problem import BadProblem, Problem, is_valid, level_of
from tests.games.turing_machine.problems.strategies import classic, valid_on, valid_problems

FOUR = ((4,), (9,), (11,), (14,))


def test_tm_4_the_examples_of_the_rulings() -> None:
    assert {problem.code for problem in valid_on(4, 9, 11, 14)} >= {"221", "241"}
    assert "435" in {problem.code for problem in valid_on(3, 7, 10, 14)}


@given(valid_problems())
def test_tm_4_one_code_and_no_verifier_superfluous(problem: Problem) -> None:
    def satisfying(laws: tuple[tuple[int, int], ...]) -> list[str]:
        numbers = [problem.laws.index(law) for law in laws]
        return [code for code in CODES if all(problem.answer(code, number) for number in numbers)]

    assert satisfying(problem.laws) == [problem.code]
    for fewer in combinations(problem.laws, len(problem.laws) - 1):
        assert len(satisfying(fewer)) >= 2


def test_tm_4_too_few_laws_or_a_superfluous_one_are_not_valid() -> None:
    loose = classic((2, 0), (3, 0), (5, 1), (7, 1))  # t<3, s<3, t odd, c odd: several codes
    assert not loose.valid
    with pytest.raises(BadProblem, match="leave 6"):
        _ = loose.code
    spare = classic((1, 0), (4, 1), (28, 2), (5, 1))  # 141, and t odd says nothing new
    assert spare.code == "141"
    assert not spare.valid
    with pytest.raises(BadProblem, match="superfluous"):
        spare.check()


def test_tm_4_the_empty_truth_is_not_valid() -> None:
    assert not is_valid([0b01, 0b10, 0b11, 0b11])


def test_tm_3_answers_are_the_true_laws() -> None:
    problem = classic((4, 0), (9, 0), (11, 1), (14, 2))
    assert problem.code == "221"
    assert [problem.answer("345", verifier) for verifier in range(4)] == [False, False, False, False]
    assert [problem.answer("225", verifier) for verifier in range(4)] == [True, True, True, False]
    with pytest.raises(IndexError):
        problem.answer("221", 4)
    with pytest.raises(KeyError):
        problem.answer("226", 0)


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (Layout("classic", FOUR[:3]), "4, 5 or 6 verifiers, not 3"),
        (Layout("classic", tuple((card,) for card in range(1, 8))), "not 7"),
        (Layout("classic", ((4,), (9,), (11,), (49,))), "no card 49; the cards are 1 to 48"),
        (Layout("classic", ((4,), (9,), (11,), (0,))), "no card 0"),
        (Layout("nightmare", ((4,), (9,), (11,), (4,))), "Card 4 is there more than once"),
        (Layout("classic", ((4,), (9,), (11,), (14, 15))), "Verifier D has 2 cards; classic wants one"),
        (Layout("extreme", FOUR), "Verifier A has 1 cards; extreme wants two"),
        (Layout("extreme", ((4, 5), (6, 7), (8, 9), (10, 4))), "Card 4 is there more than once"),
        (Layout("blitz", FOUR), "no mode 'blitz'; the modes are classic, extreme, nightmare"),  # type: ignore[arg-type]
    ],
)
def test_tm_3_layouts_that_cannot_lie_on_the_table(layout: Layout, message: str) -> None:
    with pytest.raises(BadLayout, match=message):
        layout.check()


@pytest.mark.parametrize(
    ("laws", "message"),
    [
        (((4, 0), (9, 0), (11, 1)), "as many laws, not 3"),
        (((4, 0), (9, 0), (11, 1), (15, 2)), "Verifier D can't have its law on card 15"),
        (((4, 3), (9, 0), (11, 1), (14, 2)), "Card 4 has no law number 4; it has 3 laws"),
        (((4, -1), (9, 0), (11, 1), (14, 2)), "no law number 0"),
    ],
)
def test_tm_3_laws_that_do_not_fit_the_layout(laws: tuple[tuple[int, int], ...], message: str) -> None:
    with pytest.raises(BadProblem, match=message):
        Problem(Layout("classic", FOUR), laws).check()


def test_tm_3_in_nightmare_each_card_belongs_to_one_verifier() -> None:
    laws = ((11, 1), (4, 0), (14, 2), (9, 0))
    Problem(Layout("nightmare", FOUR), laws).check()
    with pytest.raises(BadProblem, match="belongs to one verifier"):
        Problem(Layout("nightmare", FOUR), ((11, 1), (4, 0), (14, 2), (4, 0))).check()


@pytest.mark.parametrize(
    ("cards", "verifiers", "level"),
    [
        ((1, 2, 3, 17), 4, "easy"),
        ((1, 2, 3, 18), 4, "standard"),
        ((18, 19, 20, 22), 4, "standard"),
        ((1, 2, 22, 23), 4, None),
        ((1, 2, 23, 48), 4, "hard"),
        ((1, 2, 3, 4, 23, 24), 6, None),
        ((1, 2, 23, 24, 25, 26), 6, "hard"),
        ((1, 2, 3, 4, 5, 6, 23, 48), 4, "hard"),  # extreme: all 2n cards count
        ((1, 2, 3, 4, 5, 6, 7, 18), 4, "standard"),
    ],
)
def test_tm_6_levels(cards: tuple[int, ...], verifiers: int, level: str | None) -> None:
    assert level_of(cards, verifiers) == level


@given(valid_problems())
def test_problems_survive_json(problem: Problem) -> None:
    assert msgspec.json.decode(msgspec.json.encode(problem), type=Problem) == problem


@given(valid_problems())
def test_canonical_order_is_ascending_and_keeps_every_answer(problem: Problem) -> None:
    layout = Layout(problem.layout.mode, tuple(place[::-1] for place in reversed(problem.layout.cards)))
    nightmare = layout.mode == "nightmare"
    turned = Problem(layout, problem.laws if nightmare else problem.laws[::-1])
    turned.check()
    assert turned.canonical == problem.canonical == problem
    assert list(problem.layout.cards) == sorted(tuple(sorted(place)) for place in problem.layout.cards)
    assert turned.id == problem.id
