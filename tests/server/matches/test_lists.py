"""The lists of a person's matches: filters, results, pages, and their cost."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection

from numberhouse.contract.game import IllegalAction
from numberhouse.server.base.settings import Settings
from numberhouse.server.matches.lists import missing_results
from numberhouse.server.matches.lists.lists import Filters, own_ids
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.journal_entry import Amend, Expire
from tests.server.conftest import Guest, House, migrated
from tests.server.support.hosting import hosted_match, member, post_desk, run_in_loop
from tests.server.support.listening import entered, exchange, mover


def listed(guest: Guest, **query: Any) -> list[dict[str, Any]]:
    answer = guest.get("/api/matches", params={"which": "mine", **query}).raise_for_status()
    rows: list[dict[str, Any]] = answer.json()
    return rows


def ids(guest: Guest, **query: Any) -> list[str]:
    return [row["id"] for row in listed(guest, **query)]


def finish(house: House, match: str, first: int) -> None:
    """End the match of Mixmath by seats that never act."""
    for step in range(100):
        try:
            entered(house, match, Expire(), seat=(first + step) % 2)
        except IllegalAction:
            return


def set_result(house: House, match: str, *results: tuple[float, int]) -> None:
    """Give a match that has ended another result."""
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        for seat, (score, place) in enumerate(results):
            row = (score, place, match, seat)
            connection.execute("UPDATE seats SET score = ?, place = ? WHERE match = ? AND seat = ?", row)


def results(row: dict[str, Any]) -> list[tuple[float | None, int | None]]:
    return [(seat["score"], seat["place"]) for seat in row["seats"]]


def test_a_list_has_the_result_of_a_match_from_its_end_on(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    assert results(listed(players[0])[0]) == [(None, None)] * 2
    finish(house, match, first)
    outcome = players[0].view(match)["public_match"]["outcome"]
    expected = list(zip(outcome["scores"], outcome["places"], strict=True))
    for guest in players:
        (row,) = listed(guest)
        assert (row["status"], results(row)) == ("finished", expected)


def test_results_from_before_results_were_stored_are_computed_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside a match that this version can't replay."""
    monkeypatch.setattr(missing_results, "PAUSE", 0.0)
    played, players = house.begun("mixmath")
    finish(house, played, mover(played, players))
    resigned, (ann, bob) = house.begun("mixmath")
    bob.post(f"/api/matches/{resigned}/resign").raise_for_status()
    broken, (cid, _) = house.begun("mixmath")
    cid.post(f"/api/matches/{broken}/resign").raise_for_status()
    expected = {guest: results(listed(guest)[0]) for guest in (players[0], ann)}
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        connection.execute("UPDATE seats SET score = NULL, place = NULL")
        connection.execute(
            "UPDATE journal_entries SET body = replace(body, 'resign', 'nonsense') WHERE match = ?", (broken,)
        )
    assert results(listed(ann)[0]) == [(None, None)] * 2
    store_all = house.service.missing_results.store_all
    assert run_in_loop(house, store_all()) == 2
    assert {guest: results(listed(guest)[0]) for guest in expected} == expected
    assert results(listed(cid)[0]) == [(None, None)] * 2
    assert run_in_loop(house, store_all()) == 0


def test_a_resigned_match_has_places_and_no_points(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    bob.post(f"/api/matches/{match}/resign").raise_for_status()
    assert results(listed(ann)[0]) == [(None, 1), (None, 2)]
    assert [ids(ann, result="won"), ids(ann, result="lost")] == [[match], []]
    assert [ids(bob, result="won"), ids(bob, result="lost")] == [[], [match]]
    [statistics] = bob.get("/api/me/statistics").raise_for_status().json()
    assert (statistics["lost"], statistics["average_points"], statistics["best_points"]) == (1, None, None)


def test_a_match_that_goes_on_again_has_no_result(house: House) -> None:
    match, players = house.begun("mixmath")
    first = mover(match, players)
    action = exchange(match, players[first])
    finish(house, match, first)
    assert ids(players[0], status="finished") == [match]
    entered(house, match, Amend(number=1, action=msgspec.Raw(msgspec.json.encode(action))))
    (row,) = listed(players[0], status="running")
    assert (row["status"], results(row)) == ("running", [(None, None)] * 2)
    assert ids(players[0], status="finished") == []


def test_a_stopped_match_is_over_without_a_result(house: House) -> None:
    match, host, players = hosted_match(house, "mixmath", "Ann Bob")
    post_desk(host, match, "stop").raise_for_status()
    (row,) = listed(players[0], status="finished")
    assert (row["status"], results(row)) == ("abandoned", [(None, None)] * 2)
    assert ids(players[0], result="won") == []
    assert ids(host, status="finished") == [match]


def test_delayed_spectators_get_the_result_with_the_delay(house: House) -> None:
    match, players = house.begun("mixmath", terms={"spectator_delay": 600.0})
    finish(house, match, mover(match, players))
    set_result(house, match, (5.0, 1), (3.0, 2))
    watcher = house.guest("")
    seen = watcher.get(f"/api/matches/{match}").json()
    assert (seen["status"], results(seen)) == ("running", [(None, None)] * 2)
    assert results(watcher.get("/api/matches?which=running").json()[0]) == [(None, None)] * 2
    house.clock.time += 601
    seen = watcher.get(f"/api/matches/{match}").json()
    assert seen["status"] == "finished"
    assert None not in results(seen)[0]


def test_ones_matches_are_filtered_by_status_game_opponent_and_result(house: House) -> None:
    ann, bob, cyd = house.guest("Ann"), house.guest("Bob"), house.guest("\u0426\u0438\u0434")
    made: list[str] = []
    for game, other in (("mixmath", bob), ("mixmath", cyd), ("set-theory", bob)):
        match = house.drafted(ann, game, seats=2)
        for guest in (ann, other):
            guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        made.append(match)
    lobby = house.drafted(ann, "mixmath", seats=3)
    for match in made:
        ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert ids(ann, status="waiting") == [lobby]
    assert set(ids(ann, status="running")) == set(made)
    assert ids(ann, game="set-theory") == [made[2]]
    assert set(ids(ann, opponent="bo")) == {made[0], made[2]}
    assert ids(ann, opponent="\u0446\u0438") == [made[1]]
    assert ids(ann, opponent="ann") == []  # one isn't one's own opponent
    assert ids(ann, opponent="%") == []
    for match in made[:2]:
        for guest in (ann, bob, cyd):
            guest.post(f"/api/matches/{match}/resign")
    assert set(ids(ann, status="finished")) == set(made[:2])
    set_result(house, made[0], (12.0, 1), (3.0, 2))
    set_result(house, made[1], (7.0, 1), (7.0, 1))
    assert (ids(ann, result="won"), ids(ann, result="drawn"), ids(ann, result="lost")) == (
        [made[0]],
        [made[1]],
        [],
    )
    assert (ids(bob, result="lost"), ids(bob, result="won")) == ([made[0]], [])
    assert ids(house.guest("Dora")) == []
    assert ids(house.guest("")) == []


def test_a_hosted_match_and_an_offer_are_in_the_list_once(house: House) -> None:
    ann, bob = house.guest("Ann"), house.guest("")
    bob.post("/api/register", json={"name": "Bob", "password": "a long password"}).raise_for_status()
    match = house.drafted(ann, "mixmath", seats=2)
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.put(f"/api/matches/{match}/seats/1", json={"member": "Bob"}).raise_for_status()
    assert ids(ann) == [match]
    assert ids(bob) == [match]
    assert ids(bob, status="running") == []


def test_an_offered_match_is_listed_by_its_own_status_and_game_alone(house: House) -> None:
    house.begun("mixmath", "Cyd Dan")
    house.begun("set-theory", "Eve Fay")
    host, ann = house.guest("Hanna"), member(house, "Ann")
    match = house.drafted(host, "mixmath")
    host.put(f"/api/matches/{match}/seats/0", json={"member": "Ann"}).raise_for_status()
    assert ids(ann, status="waiting", game="mixmath") == [match]
    others = [{"status": "running"}, {"game": "set-theory"}]
    assert [ids(ann, **query) for query in others] == [[], []]


def test_the_pages_of_a_list_have_every_match_once(house: House) -> None:
    ann = house.guest("Ann")
    made = [house.drafted(ann, "mixmath", seats=2) for _ in range(4)]
    with contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection, connection:
        # One of them as an earlier version writes it.
        connection.execute("UPDATE hosts SET created = NULL WHERE match = ?", (made[1],))
    rows = listed(ann)
    assert [row["id"] for row in rows] == sorted(made, reverse=True)  # all of one moment: by id
    for place, row in enumerate(rows):
        later = ids(ann, before=row["created"], before_id=row["id"])
        assert later == [other["id"] for other in rows[place + 1 :]]


MATCH_ROW = (
    "INSERT INTO matches (id, game, rules_version, options, seats, seed, clock, terms, status, created) "
    "VALUES (?, 'mixmath', 1, '{}', 2, '', '{}', '{}', ?, ?)"
)


def steps_of_list(path: Path, own: int, filters: Filters) -> int:
    """The work that SQLite does for the first page of a person with so many matches: thousands of its
    instructions."""
    location = path / f"{own}.sqlite"
    location.write_bytes(migrated().read_bytes())
    with contextlib.closing(sqlite3.connect(location)) as connection, connection:
        for person in ("me", "you"):
            connection.execute(
                "INSERT INTO people (id, kind, name, administrator, preferences, created) "
                "VALUES (?, 'guest', ?, 0, '{}', 0)",
                (person, person),
            )
        for number in range(own):
            match, over = f"m{number:06}", number % (own // 5) != 0
            status = "finished" if over else "running"
            connection.execute(
                MATCH_ROW,
                (match, status, number),
            )
            connection.execute(
                "INSERT INTO hosts (match, person, created, over) VALUES (?, 'me', ?, ?)",
                (match, number, over),
            )
            for seat, person in enumerate(("me", "you")):
                connection.execute(
                    "INSERT INTO seats (match, seat, person, name, assistance, created, over, score, place) "
                    "VALUES (?, ?, ?, ?, 0, ?, ?, 1, ?)",
                    (match, seat, person, person, number, over, seat + 1 if over else None),
                )
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    async def page() -> list[str]:
        database = Database(Settings(database=str(location)))
        try:
            async with database.read() as connection:

                def watched(sync: Connection) -> None:
                    raw = sync.connection.driver_connection
                    assert raw is not None
                    raw._conn.set_progress_handler(count, 100)

                await connection.run_sync(watched)
                return await own_ids(connection, "me", None, filters)
        finally:
            await database.close()

    assert asyncio.run(page())
    return counted


@pytest.mark.parametrize(
    "filters",
    [
        Filters(),
        Filters(status="running"),
        Filters(status="finished"),
        Filters(result="won"),
        Filters(opponent="you"),
    ],
    ids=["all", "running", "finished", "won", "opponent"],
)
def test_a_page_costs_the_same_for_ten_thousand_matches(tmp_path: Path, filters: Filters) -> None:
    few, many = steps_of_list(tmp_path, 500, filters), steps_of_list(tmp_path, 10_000, filters)
    assert many <= 1.5 * few + 10, (few, many)
