"""Statistics of people: one's own from all matches, a member's for others from public ones alone."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Any

import msgspec

from numberhouse.protocol.terms import Terms
from tests.server.conftest import Guest, House
from tests.server.support.hosting import member, refusal

Result = tuple[float, int]


def played(
    house: House, players: list[Guest], *results: Result, game: str = "mixmath", bots: int = 0, **terms: Any
) -> str:
    """A match of these players, and of bots on the last seats, that ended with these results."""
    seats = len(players) + bots
    house.clock.time += 10
    match = house.drafted(players[0], game, seats=seats)
    for guest in players:
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    for seat in range(len(players), seats):
        players[0].put(f"/api/matches/{match}/seats/{seat}", json={"bot": "random"}).raise_for_status()
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        row = (house.clock.time, house.clock.time, match)
        connection.execute("UPDATE matches SET status = 'finished', started = ?, ended = ? WHERE id = ?", row)
        connection.execute("UPDATE seats SET over = 1 WHERE match = ?", (match,))
        stored = msgspec.json.encode(Terms(**terms)).decode()
        connection.execute("UPDATE matches SET terms = ? WHERE id = ?", (stored, match))
        for seat, (score, place) in enumerate(results):
            values = (score, place, match, seat)
            connection.execute("UPDATE seats SET score = ?, place = ? WHERE match = ? AND seat = ?", values)
    return match


def statistics(guest: Guest) -> dict[tuple[str, str], dict[str, Any]]:
    rows = guest.get("/api/me/statistics").raise_for_status().json()
    return {(row["game"], row["against"]): row for row in rows}


def test_ones_statistics_count_by_game_and_by_opponents(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("Bob")
    for mine, other in (
        ((9.0, 1), (4.0, 2)),
        ((8.0, 1), (1.0, 2)),
        ((2.0, 2), (3.0, 1)),
        ((5.0, 1), (2.0, 2)),
    ):
        played(house, [ann, bob], mine, other)
    played(house, [ann, bob], (6.0, 1), (6.0, 1))
    played(house, [ann, bob], (7.0, 1), (6.0, 2))
    played(house, [ann], (3.0, 2), (6.0, 1), bots=1)
    played(house, [ann, bob], (1.0, 2), (2.0, 1), game="set-theory")
    found = statistics(ann)
    assert set(found) == {("mixmath", "people"), ("mixmath", "bots"), ("set-theory", "people")}
    people = found["mixmath", "people"]
    assert (people["played"], people["won"], people["drawn"], people["lost"]) == (6, 4, 1, 1)
    assert (people["streak"], people["longest_streak"]) == (1, 2)
    assert people["average_place"] == 7 / 6
    assert (people["average_points"], people["best_points"]) == (37 / 6, 9.0)
    bots = found["mixmath", "bots"]
    assert (bots["played"], bots["won"], bots["lost"], bots["streak"]) == (1, 0, 1, 0)
    assert statistics(bob)["mixmath", "people"]["lost"] == 4
    assert statistics(house.guest("Cyd")) == {}


def test_nobody_wins_or_loses_alone(house: House) -> None:
    ann = house.guest("Ann")
    match = played(house, [ann, house.guest("Bob")], (5.0, 1), (2.0, 2))
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        connection.execute("DELETE FROM seats WHERE match = ? AND seat = 1", (match,))
    alone = statistics(ann)["mixmath", "nobody"]
    assert (alone["played"], alone["won"], alone["drawn"], alone["lost"]) == (1, 0, 0, 0)


def test_others_see_public_matches_of_a_member_alone(house: House) -> None:
    ann, bob, cyd = member(house, "Ann"), house.guest("Bob"), house.guest("Cyd")
    public = played(house, [ann, bob], (9.0, 1), (4.0, 2))
    private = played(house, [ann, bob], (1.0, 2), (4.0, 1), visibility="private")
    delayed = played(house, [ann, bob], (1.0, 2), (4.0, 1), spectator_delay=600.0)
    assert statistics(ann)["mixmath", "people"]["played"] == 3
    for viewer in (cyd, house.guest("")):
        profile = viewer.get("/api/members/ann").raise_for_status().json()
        assert profile["name"] == "Ann"
        assert [(row["played"], row["won"]) for row in profile["statistics"]] == [(1, 1)]
        rows = viewer.get("/api/members/Ann/matches").raise_for_status().json()
        assert [row["id"] for row in rows] == [public]
        assert viewer.get("/api/members/Ann/matches?result=lost").json() == []
    own = ann.get("/api/matches?which=mine").json()
    assert {row["id"] for row in own} == {public, private, delayed}
    assert refusal(cyd.get("/api/members/Bob")) == (404, "no-member")


def test_opponents_are_found_by_name_without_those_whom_one_avoids(house: House) -> None:
    ann, bob, cyd = house.guest("Ann"), house.guest("Bob"), house.guest("Barbara")
    match = played(house, [ann, bob], (9.0, 1), (4.0, 2))
    played(house, [ann, bob], (2.0, 2), (4.0, 1))
    played(house, [ann, cyd], (2.0, 2), (4.0, 1))

    def opponents(name: str = "") -> list[tuple[str, int, int, int]]:
        rows = ann.get("/api/me/opponents", params={"name": name}).raise_for_status().json()
        return [(row["name"], row["played"], row["won"], row["lost"]) for row in rows]

    assert opponents() == [("Bob", 2, 1, 1), ("Barbara", 1, 0, 1)]
    assert opponents("BAR") == [("Barbara", 1, 0, 1)]
    ann.put("/api/me/blocks", json={"match": match, "seat": 1}).raise_for_status()
    assert opponents() == [("Barbara", 1, 0, 1)]
    cyd.post("/api/me/delete", json={}).raise_for_status()
    assert opponents() == []


def test_the_export_has_ones_results_and_a_closed_account_has_no_profile(house: House) -> None:
    ann, bob = member(house, "Ann"), house.guest("Bob")
    played(house, [ann, bob], (9.0, 1), (4.0, 2))
    (seat,) = ann.post("/api/me/export", json={"password": "a long password"}).json()["seats"]
    assert (seat["score"], seat["place"]) == (9.0, 1)
    ann.post("/api/me/delete", json={"password": "a long password"}).raise_for_status()
    assert refusal(house.guest("").get("/api/members/Ann")) == (404, "no-member")


def test_a_match_with_a_content_of_ones_own_isnt_counted(house: House) -> None:
    """Who hands in the numbers of the match knows them."""
    ann = house.guest("Ann")
    match = played(house, [ann], (9.0, 1), (1.0, 2), game="set-theory", bots=1)
    assert statistics(ann)["set-theory", "bots"]["played"] == 1
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        row = (match, ann.get("/api/me").json()["id"], house.clock.time)
        connection.execute(
            "INSERT INTO insights (match, person, seen, subject, digest, reason, at) "
            "VALUES (?, ?, 'option', 'worths', '', 'handed in', ?)",
            row,
        )
    assert statistics(ann) == {}
