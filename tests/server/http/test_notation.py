"""A line of a game's notation is read by the service: for programs and for the command field of the pages."""

from __future__ import annotations

from tests.server.conftest import House


def test_a_line_becomes_the_action_that_it_denotes(house: House) -> None:
    ann = house.guest("Ann")
    read = ann.get("/api/games/addition-crypt/action", params={"text": "A* B"}).raise_for_status().json()
    match = house.drafted(ann, "addition-crypt", seats=2)
    for guest in (ann, house.guest("Bob")):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    ann.act(match, read["action"]).raise_for_status()
    assert "A* B" in ann.get(f"/api/matches/{match}/text").json()["text"]


def test_what_is_no_action_is_refused_in_the_readers_language(house: House) -> None:
    path, russian = "/api/games/mixmath/action", {"accept-language": "ru"}
    refused = house.guest("Ann").get(path, params={"text": "gibberish"}, headers=russian)
    assert (refused.status_code, refused.headers["content-language"]) == (400, "ru")
    assert refused.json()["code"] == "notation"
    long = house.guest("Bob").get(path, params={"text": "7" * 9000})
    assert long.status_code in (400, 414, 431)
    assert house.guest("Cyd").get("/api/games/nothing/action", params={"text": "1"}).status_code == 404
