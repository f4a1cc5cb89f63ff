"""Notes about other players: shown to their writer and to nobody else, whatever happens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.chat.test_rooms import CRYPT, hosted_match, refusal
from tests.server.conftest import Guest, House

Crypt = tuple[str, Guest, list[Guest]]


def note(guest: Guest, match: str, seat: int, mark: str = "none", text: str = "") -> Any:
    return guest.put(f"/api/matches/{match}/notes", json={"seat": seat, "mark": mark, "text": text})


def notes(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}/notes").raise_for_status().json()


@pytest.fixture
def crypt(house: House) -> Crypt:
    match, host, players = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    return match, host, players


def test_notes_are_their_writers_alone(crypt: Crypt) -> None:
    match, host, (ann, bob, cyd) = crypt
    note(ann, match, 1, "doubt", " said C, played D ").raise_for_status()
    assert notes(ann, match) == [{"seat": 1, "mark": "doubt", "text": "said C, played D"}]
    for other in (host, bob, cyd):
        assert notes(other, match) == []
        others_data = other.post("/api/me/export", json={}).raise_for_status()
        assert "played D" not in others_data.text
    own_data = ann.post("/api/me/export", json={}).json()
    assert [(row["seat"], row["text"]) for row in own_data["trust_notes"]] == [(1, "said C, played D")]
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    for form in ("json", "text"):
        transcript = host.get(f"/api/matches/{match}/transcript", params={"everything": "true", "form": form})
        assert "played D" not in transcript.raise_for_status().text
    assert notes(host, match) == []


def test_a_note_replaces_the_earlier_one_and_an_empty_one_removes_it(crypt: Crypt) -> None:
    match, _, (ann, _, _) = crypt
    for mark, text in (("trust", ""), ("doubt", "why?")):
        note(ann, match, 2, mark, text).raise_for_status()
    assert notes(ann, match) == [{"seat": 2, "mark": "doubt", "text": "why?"}]
    note(ann, match, 2).raise_for_status()
    assert notes(ann, match) == []


def test_notes_are_about_other_seats_of_a_match_that_one_plays(house: House, crypt: Crypt) -> None:
    match, host, (ann, _, _) = crypt
    assert refusal(note(ann, match, 0, "trust")) == (409, "own-seat")
    assert refusal(note(ann, match, 3, "trust")) == (404, "no-seat")
    assert refusal(note(host, match, 1, "trust")) == (403, "not-allowed")
    assert refusal(note(house.guest("Eve"), match, 1, "trust")) == (403, "not-allowed")
    assert refusal(note(ann, match, 1, "love"))[0] == 400
    assert refusal(note(ann, match, 1, text="x" * 501)) == (400, "note")


def test_notes_go_with_the_account(house: House, crypt: Crypt) -> None:
    match, _, (ann, _, _) = crypt
    note(ann, match, 1, "trust", "secret").raise_for_status()
    ann.post("/api/me/delete", json={}).raise_for_status()
    from contextlib import closing
    from sqlite3 import connect

    with closing(connect(house.settings.database)) as connection:
        assert connection.execute("SELECT count(*) FROM trust_notes").fetchone() == (0,)
