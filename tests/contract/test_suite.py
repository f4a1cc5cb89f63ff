"""The contract suite bites: sound games pass every property, and each broken one is caught by its own."""

from __future__ import annotations

import pytest

from numberhouse.registry import AnyGame
from numberhouse.testing import PROPERTIES, ContractBroken, contract
from tests.contract.broken import BROKEN
from tests.contract.sound import Options, PickGame, RaceGame, RaceOptions


@pytest.mark.parametrize("name", PROPERTIES)
@pytest.mark.parametrize("game", [PickGame(), RaceGame()], ids=["pick", "race"])
def test_a_sound_game_passes(game: AnyGame, name: str) -> None:
    options = [Options(3), Options(1, (2, 3))] if isinstance(game, PickGame) else [RaceOptions(1)]
    PROPERTIES[name](game, options)


@pytest.mark.parametrize("variant", BROKEN)
def test_the_suite_catches(variant: str) -> None:
    broken = BROKEN[variant]
    with pytest.raises(ContractBroken):
        PROPERTIES[broken.property](broken.make(), broken.options)


def test_every_property_has_a_broken_game() -> None:
    assert {broken.property for broken in BROKEN.values()} == set(PROPERTIES)


def test_a_broken_promise_names_seed_action_and_seat() -> None:
    with pytest.raises(ContractBroken, match=r"seed '\d+'.*, before action \d+, seat \d") as caught:
        PROPERTIES["leaks"](BROKEN["RefusalLeaks"].make())
    assert "tells its seat what its view doesn't" in str(caught.value)


def test_an_outside_test_file_gets_one_case_for_each_property() -> None:
    marks = contract(RaceGame()).pytestmark  # type: ignore[attr-defined]
    assert [list(mark.args[1]) for mark in marks] == [list(PROPERTIES)]
