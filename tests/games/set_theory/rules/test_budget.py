"""ST-11: the ten sets of a host share one budget of steps, which is counted before any set is evaluated."""

from __future__ import annotations

import numpy as np
import pytest

from numberhouse.contract.game import Chance, Costly, IllegalAction
from numberhouse.games.set_theory.catalogue import handed_in
from numberhouse.games.set_theory.catalogue.predicates import values
from numberhouse.games.set_theory.catalogue.predicates.cost import cost
from numberhouse.games.set_theory.catalogue.predicates.predicate import parse
from numberhouse.games.set_theory.rules.gameplay import Options, SetTheory, earlier_versions, game
from tests.games.set_theory.examples import TEN

PLAIN = tuple(f"n % {divisor} == 1" for divisor in (3, 5, 7, 11, 13, 17, 19, 23, 29))
DEAR = "+".join(["digit_sum(n*n)"] * 20) + " > 3"
"""The condition that took eight seconds."""


@pytest.fixture
def nothing_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    def over_range(*_: object) -> None:
        raise AssertionError("a condition was evaluated")

    monkeypatch.setattr(values, "over_range", over_range)


@pytest.mark.usefixtures("nothing_evaluated")
def test_st_11_a_dear_condition_is_refused_before_it_is_evaluated() -> None:
    with pytest.raises(IllegalAction) as refused:
        game.setup(Options(sets=(*PLAIN, DEAR)), 2, Chance("1"))
    assert refused.value.code == "too-much-work"
    assert refused.value.values["set"] == "J"
    assert refused.value.values["most"] == handed_in.MOST_STEPS
    assert "need 1,204 steps for each number, and 1,105 of them in set J" in refused.value.message


@pytest.mark.usefixtures("nothing_evaluated")
def test_st_11_ten_conditions_share_the_budget() -> None:
    half = "+".join(["digit_sum(n)"] * 4)
    several = tuple(f"{half} > {bound}" for bound in range(10))
    assert cost(parse(several[0])) * 4 < handed_in.MOST_STEPS
    with pytest.raises(IllegalAction) as refused:
        game.setup(Options(sets=several), 2, Chance("1"))
    assert refused.value.code == "too-much-work"


@pytest.mark.usefixtures("nothing_evaluated")
def test_st_11_the_cost_is_said_without_evaluating_anything() -> None:
    assert isinstance(game, Costly)
    assert game.setup_cost(Options()) == 0
    assert 0 < game.setup_cost(Options(sets=TEN)) <= handed_in.MOST_STEPS * 10**6
    with pytest.raises(IllegalAction, match="at most 500 are accepted"):
        game.setup_cost(Options(sets=(*PLAIN, DEAR)))


@pytest.mark.usefixtures("nothing_evaluated")
def test_st_11_earlier_rules_know_no_common_budget_and_say_the_cost() -> None:
    (first,) = earlier_versions
    assert isinstance(first, SetTheory)
    assert first.setup_cost(Options(sets=(*PLAIN, DEAR))) > handed_in.MOST_STEPS * 10**6


@pytest.mark.parametrize(
    ("cheap", "dear"),
    [
        ("digit_sum(n) > 3", "digit_sum(n * n) > 3"),
        ("digit_sum(n) > 3", "digit_sum(n, 2) > 3"),
        ("is_prime(n)", "is_prime(n * n + 1)"),
        ("n ** 2 > 5", "n ** 9 > 5"),
        ("gcd(n, 30) == 1", "gcd(n, n * n) == 1"),
        ("contains(n, 7)", "contains(n * n, 7)"),
        ("n % 3 == 1", "n % 3 == 1 and n % 5 == 2"),
    ],
)
def test_st_11_larger_values_and_more_parts_cost_more(cheap: str, dear: str) -> None:
    assert cost(parse(cheap)) < cost(parse(dear))


@pytest.mark.parametrize("text", [DEAR, "is_prime(n * n + 1)", "reverse(n * n, 2) == 5", "n ** 3 % 7 == 1"])
def test_st_11_the_cost_bounds_what_is_counted_while_evaluating(text: str) -> None:
    """The steps of `values.Work` are longer than these, and never more."""
    faults = values.Faults()
    n = np.arange(999_000, 1_000_000, dtype=np.int64)
    faults.begin(n)
    values.value(parse(text), n, faults)
    assert faults.work.total <= cost(parse(text)) * len(n)


def test_st_11_factors_of_one_number_are_those_of_the_table() -> None:
    table = values.factor_table()
    for number in (1, 2, 12, 30_030, 65_536, 999_983, 1_999_999):
        factors = values.factors_of(number)
        found = {name: int(getattr(table, name)[number]) for name in factors._fields}
        assert factors._asdict() == found
