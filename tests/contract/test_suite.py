"""The contract suite bites: sound games pass every property, and each broken one is caught by its own."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from numberhouse.contract.game import Room, Seat
from numberhouse.registry import AnyGame
from numberhouse.testing import PROPERTIES, ContractBroken, contract
from tests.contract.broken import BROKEN, TwoVersions
from tests.contract.sound import Options, PickGame, RaceGame, RaceOptions, State


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


def test_sound_versions_pass_and_their_fields_are_looked_for_in_lists_too() -> None:
    earlier = type("Old", (RaceGame,), {"card": replace(RaceGame.card, later_fields=("goal",))})
    PROPERTIES["versions"](TwoVersions(earlier()))
    present = type("Now", (PickGame,), {"card": replace(PickGame.card, later_fields=("rounds/*/*", "notes"))})
    PROPERTIES["versions"](present())


class SecretRooms(PickGame):
    """Everybody has a room of one's own, named for the card that nobody else may know."""

    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        return {f"card-{card}-seat-{seat}": frozenset({seat}) for seat, card in enumerate(state.cards)}


def test_rooms_may_be_secrets_of_those_who_are_in_them() -> None:
    PROPERTIES["leaks"](SecretRooms())


def test_an_outside_test_file_gets_one_case_for_each_property() -> None:
    marks = contract(RaceGame()).pytestmark  # type: ignore[attr-defined]
    assert [list(mark.args[1]) for mark in marks] == [list(PROPERTIES)]
