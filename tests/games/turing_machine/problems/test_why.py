"""Why codes and laws are out: every statement is held against all assignments of laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numberhouse.games.turing_machine.problems.knowledge import Knowledge
from numberhouse.games.turing_machine.problems.laws import CODES
from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Observation
from numberhouse.games.turing_machine.problems.why import OF_CARDS, TEXTS, Reason
from tests.games.turing_machine.problems.oracle import (
    YES,
    LawName,
    World,
    code_of,
    laws_on,
    left_of,
    positions,
    superfluous,
    together,
    worlds_of,
)

Position = tuple[Layout, tuple[Observation, ...], tuple[str, ...]]

README = Layout("classic", ((4,), (9,), (11,), (14,)))


@given(positions(), st.sampled_from(CODES))
@settings(max_examples=150, deadline=None)
def test_a_code_is_out_for_the_reason_given(position: Position, code: str) -> None:
    layout, observations, wrong = position
    reason = Knowledge(layout, observations, wrong).why_not_code(code)
    possible = [world for world in left_of(layout, observations, wrong) if code_of(world) == code]
    assert (reason is None) == bool(possible)
    if reason is None:
        return
    if code in wrong:
        assert reason == Reason("said", wrong_codes=(code,))
        return
    fresh = [world for world in worlds_of(layout) if code_of(world) == code]
    if fresh:
        assert reason.kind == "answers"
        excludes(layout, fresh, observations, wrong, reason)
        return
    fitting = [[law for law in laws_on(cards) if code in YES[law]] for cards in layout.cards]
    lawless = [place for place, laws in enumerate(fitting) if not laws]
    holds(layout, list(product(*fitting)), lawless, reason)


@given(positions(), st.data())
@settings(max_examples=150, deadline=None)
def test_a_law_is_out_for_the_reason_given(position: Position, data: st.DataObject) -> None:
    layout, observations, wrong = position
    verifier = data.draw(st.integers(0, layout.verifiers - 1))
    nightmare = layout.mode == "nightmare"
    law = data.draw(st.sampled_from(laws_on(layout.flat if nightmare else layout.cards[verifier])))
    reason = Knowledge(layout, observations, wrong).why_not_law(verifier, *law)
    possible = [world for world in left_of(layout, observations, wrong) if world[verifier] == law]
    assert (reason is None) == bool(possible)
    if reason is None:
        return
    fresh = [world for world in worlds_of(layout) if world[verifier] == law]
    if fresh:
        assert reason.kind == "answers"
        excludes(layout, fresh, observations, wrong, reason)
        return
    choices = list(product(*([law] if law[0] in cards else laws_on(cards) for cards in layout.cards)))
    holds(layout, choices, [], reason)


def excludes(
    layout: Layout,
    fresh: Sequence[World],
    observations: Sequence[Observation],
    wrong: Sequence[str],
    reason: Reason,
) -> None:
    """The named answers leave none of the worlds `fresh`, and no smaller group of all answers does."""
    assert reason.smallest
    assert set(reason.observations) <= set(observations)
    assert set(reason.wrong_codes) <= set(wrong)

    def left(group: Sequence[Observation | str]) -> bool:
        answers = [one for one in group if isinstance(one, Observation)]
        codes = [one for one in group if isinstance(one, str)]
        return bool(set(fresh) & set(left_of(layout, answers, codes)))

    named: list[Observation | str] = [*reason.observations, *reason.wrong_codes]
    assert not left(named)
    everything: list[Observation | str] = [*dict.fromkeys(observations), *dict.fromkeys(wrong)]
    assert all(left(group) for group in combinations(everything, len(named) - 1))


def holds(layout: Layout, choices: Sequence[Sequence[LawName]], lawless: list[int], reason: Reason) -> None:
    """What the reason says is true of all choices of laws."""
    assert not reason.observations
    assert not reason.wrong_codes
    nightmare = layout.mode == "nightmare"
    assert not (reason.verifiers if nightmare else reason.cards)
    blamed = [layout.flat.index(card) for card in reason.cards] if nightmare else list(reason.verifiers)
    if lawless:
        assert (reason.kind, blamed) == ("no-law", lawless)
        return
    sizes = Counter(min(len(together(laws)), 2) for laws in choices)
    single = [superfluous(laws) for laws in choices if len(together(laws)) == 1]
    if reason.kind == "no-code":
        assert set(sizes) == {0}
    elif reason.kind == "several":
        assert set(sizes) <= {0, 2}
        assert sizes[2]
    else:
        assert reason.kind == ("invalid" if sizes[2] else "superfluous")
        assert single
        assert all(set(spare) & set(blamed) for spare in single)


def test_tm_4_superfluous_and_other_reasons_of_the_readme_example() -> None:
    known = Knowledge(README)
    reasons = {code: reason.words() for code in CODES if (reason := known.why_not_code(code))}
    assert set(reasons) == set(CODES) - {"221", "241"}
    assert reasons["111"] == "No law of verifier D fits it."
    texts = {Reason(kind, verifiers=(2,)).words() for kind in ("superfluous",)}
    assert texts == {"This would make verifier C superfluous."}
    assert len(set(reasons.values())) > 2


def test_reasons_name_cards_in_nightmare() -> None:
    known = Knowledge(Layout("nightmare", README.cards))
    reason = known.why_not_code("111")
    assert reason == Reason("no-law", cards=(14,))
    assert reason.words() == "No law of card 14 fits it."
    assert reason.words("ru") == "Ни один закон карты 14 сюда не подходит."
    assert Reason("superfluous", cards=(4,)).words() == "This would make the verifier of card 4 superfluous."


def test_reasons_name_answers_and_wrong_codes_in_both_languages() -> None:
    seen = Observation("345", 0, True), Observation("111", 2, False)
    reason = Reason("answers", seen, ("221",))
    assert reason.words() == "The answers exclude it: 345 A yes; 111 C no; 221 wrong."
    assert reason.words("ru") == "Это исключают ответы: 345 A да; 111 C нет; 221 неверно."
    several = Reason("invalid", verifiers=(0, 1, 3))
    assert several.words().endswith("make verifier A, B or D superfluous.")
    assert several.words("ru").endswith("лишним проверяющий A, B или D.")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_every_kind_of_reason_has_words(lang: str) -> None:
    words = [Reason(kind, cards=cards).words(lang) for kind in TEXTS for cards in ((), (4, 9))]
    assert len(set(words)) == len(TEXTS) + len(OF_CARDS)
    assert not any("{" in text for text in words)


def test_a_group_that_is_not_proven_smallest_is_still_tight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.games.turing_machine.problems.why.PATIENCE", 0)
    layout = Layout("classic", ((3,), (7,), (10,), (14,)))
    true = worlds_of(layout)[0]
    seen = [Observation(code, v, code in YES[true[v]]) for v in range(4) for code in CODES[::9]]
    other = next(code_of(world) for world in worlds_of(layout) if code_of(world) != code_of(true))
    reason = Knowledge(layout, seen).why_not_code(other)
    assert reason is not None
    assert reason.kind == "answers"
    assert not reason.smallest
    fresh = {world for world in worlds_of(layout) if code_of(world) == other}
    assert not fresh & set(left_of(layout, reason.observations))
    for fewer in combinations(reason.observations, len(reason.observations) - 1):
        assert fresh & set(left_of(layout, fewer))
