"""Evaluations of Set Theory."""

from __future__ import annotations

from typing import Final

import pytest

from numberhouse.contract.bot import Budget
from numberhouse.contract.game import Chance
from numberhouse.games.set_theory.bots.collector import Collector
from numberhouse.games.set_theory.catalogue import find as find_property
from numberhouse.games.set_theory.catalogue.bitmaps import belongs
from numberhouse.games.set_theory.coach.review import reviewer
from numberhouse.games.set_theory.rules.gameplay import Place, game
from numberhouse.games.set_theory.rules.model import Options
from numberhouse.games.set_theory.solver.posterior import posterior
from numberhouse.match import Match
from numberhouse.registry import find
from tests.games.reviewing import ENOUGH, evaluated


@pytest.mark.parametrize("name", ["host", "late"])
def test_what_is_better_can_be_placed_and_promises_more(name: str) -> None:
    for _, evaluation in evaluated(f"set-theory-{name}", most=12):
        assert all(one.value > evaluation.played for one in evaluation.better)


def test_the_collector_is_judged_well_and_a_number_of_no_set_badly() -> None:
    match = Match(game, "judge", None, 2)
    (seat,) = match.to_act
    view = match.view(seat)
    thought = Collector().choose(view, seat, match.legal(seat), Budget(), Chance("collector"))
    good = reviewer.evaluate(view, seat, thought.action, match.legal(seat), ENOUGH)
    assert good is not None
    assert good.mark in ("best", "good")
    bad = reviewer.evaluate(view, seat, Place(11, "D4"), match.legal(seat), ENOUGH)
    assert bad is not None
    assert bad.played < good.played
    assert bad.lost > 0
    match.act(seat, thought.action)
    scored = reviewer.hindsight(view, seat, thought.action, match.view(seat))["en"]
    assert f"scored {match.view(seat).past[0].points} points" in scored


FORTY_NINE: Final = Options(
    first="candidate",
    sets=("multiple-of-7", "square", *(f"n % {1000 + k} == 1" for k in range(8))),
    example_numbers=(
        (56_917, 494_417, 552_839, 711_277, 724_773, 783_440, 815_892, 867_510),
        (16, 81, 144),
        *(() for _ in range(8)),
    ),
)
"""Of set A only the multiples of 7 fit the examples; set B could be a few, the others anything."""


def test_review_names_the_properties_that_were_still_possible() -> None:
    match = Match(game, "why", FORTY_NINE, 2)
    view = match.view(0)
    assert [name for name, _ in posterior(view).likely(0, 1e-9)] == ["multiple-of-7"]
    evaluation = reviewer.evaluate(view, 0, Place(49, "D4"), match.legal(0), ENOUGH)
    assert evaluation is not None
    said = [find("set-theory").explain(sentence) for sentence in evaluation.why]
    assert said[0] == "Sets of which only one property was still possible then: 1 of 10."
    certain = "Certain for 49, since no other property of the catalogue fits the set: A “is a multiple of 7”."
    assert certain in said
    undecided = next(sentence for sentence in said if "B could still be" in sentence)
    fits = [name for name, chance in posterior(view).likely(1, 1e-9)]
    assert undecided.startswith(f"Properties that B could still be: {len(fits)}, the likeliest first: “")
    for name, chance in posterior(view).likely(1, 0.005)[:3]:
        inside = "is in it" if belongs(name, 49) else "is not in it"
        assert f"“{find_property(name).statement()}” ({100 * chance:.0f} %), 49 {inside}" in undecided
    assert any(sentence.endswith("could still be: 249, each of them unlikely.") for sentence in said)
    russian = find("set-theory").explain(evaluation.why[0], "ru")
    assert russian.endswith("1 из 10.")
