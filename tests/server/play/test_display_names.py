"""One name for a seat in every response, and the count of hosts who watch."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from numberhouse.server.base.settings import Settings
from tests.server.conftest import Guest, House
from tests.server.support.hosting import by_consent, hosted_match


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=str(tmp_path / "house.sqlite"), bots=0, max_bots_per_host=100)


def with_bots(house: House, ann: Guest, *bots: str, game: str = "turing-machine") -> str:
    """A match before its start, with Ann on seat 1 and a bot on each of the others."""
    match = house.drafted(ann, game, seats=1 + len(bots))
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    for seat, bot in enumerate(bots, start=1):
        ann.put(f"/api/matches/{match}/seats/{seat}", json={"bot": bot}).raise_for_status()
    return match


def get_json(guest: Guest, path: str, **query: Any) -> Any:
    return guest.get(f"/api/{path}", params=query).raise_for_status().json()


def test_bots_of_one_kind_are_numbered_everywhere(house: House) -> None:
    ann = house.guest("Ann")
    match = with_bots(house, ann, "casual", "careful", "casual")
    names = ["Ann", "Casual 1", "Careful", "Casual 2"]
    translated = [{}, {"ru": "Беспечный 1"}, {"ru": "Осторожный"}, {"ru": "Беспечный 2"}]
    before = get_json(ann, f"matches/{match}")["seats"]
    assert [one["name"] for one in before] == names
    assert [one["translated"] for one in before] == translated
    assert [one["name"] for one in get_json(ann, f"matches/{match}/view")["public_match"]["seats"]] == names
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    seats = ann.view(match)["public_match"]["seats"]
    assert [(one["name"], one["bot"]) for one in seats] == list(
        zip(names, [None, "casual", "careful", "casual"], strict=True)
    )
    assert [one["translated"] for one in seats] == translated
    assert [one["name"] for one in get_json(ann, f"matches/{match}/desk")["seats"]] == names
    by_consent([ann], match, "stop")
    assert [
        one["name"] for one in get_json(ann, f"matches/{match}/review", perspective="0")["players"]
    ] == names
    transcript = get_json(ann, f"matches/{match}/transcript", form="json", lang="ru")
    assert transcript["players"][1:] == ["Беспечный 1 (бот)", "Осторожный (бот)", "Беспечный 2 (бот)"]
    assert "Casual 2: " in get_json(ann, f"matches/{match}/text")["text"]
    assert "Беспечный 2: " in get_json(ann, f"matches/{match}/text", lang="ru")["text"]


def test_a_game_names_its_bots(house: House) -> None:
    ann = house.guest("Ann")
    titles = get_json(ann, "games/turing-machine")["bot_titles"]
    assert titles["casual"] == {"en": "Casual", "ru": "Беспечный"}
    assert {card["id"]: card["bot_titles"] for card in get_json(ann, "games")}["turing-machine"] == titles


def test_the_log_names_players_and_addresses_the_reader_as_you(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", "Ann B{0}b")
    bob.act(match, {"type": "place", "number": 12, "cell": "A1"}).raise_for_status()
    first_lines = [get_json(one, f"matches/{match}/text")["log"][0]["lines"][0] for one in (ann, bob)]
    assert [words.split(" 12")[0] for words in first_lines] == ["B{0}b puts", "You put"]
    draft = get_json(ann, f"matches/{match}/desk/announcements/draft")["text"]
    [announced] = [line for line in draft.splitlines() if "12" in line]
    assert announced.startswith("B{0}b puts 12")
    transcript = get_json(ann, f"matches/{match}/transcript", form="json")
    assert transcript["steps"][-1]["words"][0].startswith("B{0}b puts 12")
    assert "seat 2" not in transcript["board"]


def test_a_closed_account_is_shown_by_its_seat_number(house: House) -> None:
    match, (ann, bob) = house.begun("set-theory", "Ann Bob")
    bob.act(match, {"type": "place", "number": 12, "cell": "A1"}).raise_for_status()
    bob.post("/api/me/delete", json={}).raise_for_status()
    words = get_json(ann, f"matches/{match}/text")
    assert "Bob" not in words["text"]
    assert words["log"][0]["lines"][0].startswith("Seat 2 puts 12")


def test_rooms_have_the_names_that_the_game_gives(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "addition-crypt", seats=3)
    people = [house.guest(name) for name in ("Ann", "Bob", "Cyd")]
    for seat, one in enumerate(people):
        one.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    [lobby] = get_json(people[0], f"matches/{match}/rooms")["rooms"]
    assert (lobby["name"], lobby["titles"]) == ("lobby", {})
    host.post(f"/api/matches/{match}/start").raise_for_status()
    rooms = {one["name"]: one["titles"] for one in get_json(people[0], f"matches/{match}/rooms")["rooms"]}
    assert rooms["hall"] == {"en": "Hall", "ru": "Зал"}
    assert rooms["pair-0-1"] == {"en": "Two alone: Ann, Bob", "ru": "Наедине: Ann, Bob"}


def test_a_watching_host_is_not_counted_as_spectator(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "set-theory", seats=2)
    for seat, name in enumerate(("Ann", "Bob")):
        house.guest(name).post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()

    def spectators_and_hosts() -> tuple[int, int]:
        public_match = house.guest("").view(match)["public_match"]
        return public_match["spectators"], public_match["hosts"]

    with host.live(match), host.live(match), house.guest("").live(match):
        _eventually(lambda: spectators_and_hosts() == (1, 1))
    _eventually(lambda: spectators_and_hosts() == (0, 0))


def _eventually(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_refusals_at_the_desk_name_the_players(house: House) -> None:
    match, host, _ = hosted_match(house, "mixmath", "Ann Bob", clock={"type": "turn", "seconds": 60})
    turn = host.view(match)["view"]["turn"]["seat"]
    names = ("Ann", "Bob")
    other = 1 - turn
    refused = host.post(f"/api/matches/{match}/desk/extend", json={"seconds": 5, "seats": [other]})
    assert refused.json()["message"] == f"no time runs for {names[other]}; it runs for: {names[turn]}"
    assert refused.json()["values"] == {"seat": other, "awaited": [turn]}
    refused = host.post(f"/api/matches/{match}/desk/extend", json={"seconds": -600})
    assert refused.json()["message"].startswith(f"the time of {names[turn]} would be over already")
    refused = host.post(f"/api/matches/{match}/desk/seats/{other}/expire", json={})
    assert refused.json()["message"] == (
        f"the match doesn't wait for {names[other]}, whose time can't run out; it waits for: {names[turn]}"
    )
    host.headers["Accept-Language"] = "ru"
    refused = host.post(f"/api/matches/{match}/desk/seats/{other}/expire", json={})
    assert refused.json()["message"] == (
        f"{names[other]}: партия не ждёт этого хода, и его время выйти не может; ждут: {names[turn]}"
    )
    assert refused.json()["values"] == {"seat": other, "awaited": [turn]}


def test_a_live_refusal_names_the_players(house: House) -> None:
    match, players = house.begun("set-theory")
    awaited = [place["awaited"] for place in players[0].view(match)["public_match"]["seats"]]
    turn = awaited.index(True)
    with players[1 - turn].live(match) as live:
        live.recv(timeout=5)
        live.send(json.dumps({"type": "act", "action": {"type": "place", "number": 72, "cell": "D4"}}))
        message = json.loads(live.recv(timeout=5))
        while message["type"] != "refused":
            message = json.loads(live.recv(timeout=5))
    names = ("Ann", "Bob")
    assert (message["code"], message["values"]["turn"]) == ("not-your-turn", turn)
    assert message["message"] == f"it is the turn of {names[turn]}, not of {names[1 - turn]}"
