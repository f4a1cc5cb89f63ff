"""Quick play: without further wishes a beginner's opponents and options."""

from __future__ import annotations

from typing import Any

import pytest

from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House


@pytest.fixture
def settings(tmp_path: Any) -> Settings:
    return Settings(database=str(tmp_path / "house.sqlite"), bots=1, bot_seconds=0.2)


def played(house: House, **request: Any) -> dict[str, Any]:
    response = house.guest("Ann").post("/api/play", json=request)
    told: dict[str, Any] = response.raise_for_status().json()
    return told


def test_one_opponent_is_the_weakest(house: House) -> None:
    told = played(house, game="mixmath", seat=1)
    weakest = next(iter(find("mixmath").opponents()))
    assert [seat["bot"] for seat in told["seats"]] == [weakest, None]


def test_several_opponents_are_the_three_weakest_by_turns(house: House) -> None:
    told = played(house, game="addition-crypt", seats=6, seat=2)
    one, other, third = list(find("addition-crypt").opponents())[:3]
    assert [seat["bot"] for seat in told["seats"]] == [one, other, None, third, one, other]


def test_a_named_bot_has_all_other_seats(house: House) -> None:
    told = played(house, game="addition-crypt", seats=3, bot="counter")
    assert [seat["bot"] for seat in told["seats"]] == [None, "counter", "counter"]


def test_assistance_is_on_where_it_is_asked_for(house: House) -> None:
    for asked in (True, False):
        told = played(house, game="mixmath", assistance=asked)
        assert all(seat["assistance"] for seat in told["seats"]) is asked
        assert told["options"]["assistance"] is asked


def test_a_preset_gives_options_that_the_request_may_change(house: House) -> None:
    told = played(house, game="set-theory", preset="plain", options={"examples": 5})
    assert (told["options"]["tier"], told["options"]["examples"]) == ("plain", 5)
    assert played(house, game="set-theory")["options"]["tier"] == "whole"
    refused = house.guest("Bea").post("/api/play", json={"game": "set-theory", "preset": "cosy"})
    assert (refused.status_code, refused.json()["code"]) == (400, "no-preset")
    assert "plain, mixed" in refused.json()["message"]


def test_a_game_names_its_opponents_and_the_preset_of_newcomers(house: House) -> None:
    guest = house.guest("Ann")
    cards = {card["id"]: card for card in guest.get("/api/games").json()}
    info = guest.get("/api/games/set-theory").json()
    assert cards["set-theory"]["opponents"] == info["opponents"]
    assert [opponent["level"] for opponent in info["opponents"]] == [1, 2, 3, 4, 5]
    assert set(info["opponents"][0]["manner"]) >= {"en", "ru"}
    assert (info["first_preset"], cards["mixmath"]["first_preset"]) == ("plain", None)
