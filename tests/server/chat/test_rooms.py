"""Rooms: the right to read and to write, at every moment of a match."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import ClientConnection

from numberhouse.server.storage.journal_entry import Amend, Announce, Pause, Seated, Stop
from tests.server.conftest import Guest, House

CRYPT = "addition-crypt"


def say(guest: Guest, match: str, room: str, text: str, **more: Any) -> httpx.Response:
    return guest.post(f"/api/matches/{match}/messages", json={"room": room, "text": text, **more})


def rooms(guest: Guest, match: str) -> dict[str, Any]:
    answer = guest.get(f"/api/matches/{match}/rooms").raise_for_status()
    return {room["id"]: room for room in answer.json()["rooms"]}


def read(guest: Guest, match: str, room: str, after: int = 0) -> list[str]:
    answer = guest.get(f"/api/matches/{match}/messages", params={"room": room, "after": after})
    return [message["text"] for message in answer.raise_for_status().json()["messages"]]


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def hosted_match(
    house: House, names: str = "Ann Bob Cyd", game: str = "mixmath"
) -> tuple[str, Guest, list[Guest]]:
    """A match that none of its players hosts, before its start."""
    host = house.guest("Hanna")
    players = [house.guest(name) for name in names.split()]
    match = house.drafted(host, game, seats=len(players))
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    return match, host, players


def append_entry(house: House, match: str, seat: int | None, body: Any) -> None:
    """Append an entry of the host's, as the hosting desk does."""

    async def enter() -> None:
        async with house.service.sessions.at(match) as session:
            await house.service.sessions.enter(session, seat, body)

    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(enter(), loop).result(10)


def reseat(house: House, match: str, seat: int, player: Guest) -> None:
    """Give the seat to another player."""
    me = player.get("/api/me").json()
    append_entry(house, match, seat, Seated(me["name"], person=me["id"]))


def submit_all(players: list[Guest], match: str, *nodes: tuple[int, int]) -> None:
    """Everybody uses these two nodes and locks: the round closes."""
    for player, (first, second) in zip(players, nodes, strict=True):
        for action in (
            {"type": "submit", "first": first, "second": second, "scoring": first},
            {"type": "lock"},
        ):
            answer = player.act(match, action)
            assert answer.status_code == 200, answer.text


def test_only_seats_and_the_host_write_in_the_lobby(house: House) -> None:
    match, host, (ann, bob, cyd) = hosted_match(house)
    stranger = house.guest("Eve")
    assert say(ann, match, "lobby", "hello").json()["number"] == 1
    assert say(host, match, "lobby", "welcome").json()["seat"] is None
    assert refusal(say(stranger, match, "lobby", "me too")) == (403, "not-allowed")
    assert read(bob, match, "lobby") == ["hello", "welcome"]
    assert rooms(stranger, match) == {}
    cyd.post(f"/api/matches/{match}/leave").raise_for_status()
    assert refusal(say(cyd, match, "lobby", "still here")) == (403, "not-allowed")


def test_a_draft_has_no_chat(house: House) -> None:
    host = house.guest("Hanna")
    match = host.post("/api/matches", json={"game": "mixmath"}).json()["id"]
    assert refusal(say(host, match, "lobby", "anybody?")) == (403, "not-allowed")


def test_a_returning_player_reads_only_messages_of_their_own_time(house: House) -> None:
    match, _, (ann, _, cyd) = hosted_match(house)
    say(ann, match, "lobby", "with Cyd").raise_for_status()
    cyd.post(f"/api/matches/{match}/leave").raise_for_status()
    say(ann, match, "lobby", "without Cyd").raise_for_status()
    cyd.post(f"/api/matches/{match}/join", json={"seat": 2}).raise_for_status()
    say(ann, match, "lobby", "with Cyd again").raise_for_status()
    assert read(cyd, match, "lobby") == ["with Cyd", "with Cyd again"]


def test_the_lobby_closes_at_the_start_and_stays_readable(house: House) -> None:
    match, host, (ann, bob, _) = hosted_match(house)
    say(ann, match, "lobby", "hello").raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert rooms(bob, match)["lobby"]["open"] is False
    assert read(bob, match, "lobby") == ["hello"]
    refused = say(ann, match, "lobby", "too late")
    assert refusal(refused) == (409, "room-closed")
    assert refused.json()["values"] == {"rooms": ["table:0-1-2"]}
    assert say(ann, match, "table:0-1-2", "good luck").status_code == 201


def test_ac_8_round_one_has_a_hall_and_pairs_and_hides_pairs_of_others(house: House) -> None:
    match, host, (ann, bob, cyd) = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert list(rooms(ann, match)) == ["lobby", "hall:0-1-2", "pair-0-1:0-1", "pair-0-2:0-2"]
    say(ann, match, "pair-0-1:0-1", "between us").raise_for_status()
    assert read(bob, match, "pair-0-1:0-1") == ["between us"]
    pair_query = {"room": "pair-0-1:0-1"}
    hidden = cyd.get(f"/api/matches/{match}/messages", params=pair_query)
    absent = cyd.get(f"/api/matches/{match}/messages", params={"room": "pair-0-9:0-9"})
    assert hidden.status_code == absent.status_code == 404
    assert hidden.content == absent.content
    assert refusal(say(cyd, match, "pair-0-1:0-1", "and me")) == (404, "no-room")
    say(ann, match, "hall:0-1-2", "to all").raise_for_status()
    assert read(cyd, match, "hall:0-1-2") == ["to all"]


def test_ac_8_a_room_opened_in_round_one_exists_for_its_members_only(house: House) -> None:
    match, host, players = hosted_match(house, "Ann Bob Cyd Dan", game=CRYPT)
    ann, bob, _, dan = players
    host.post(f"/api/matches/{match}/start").raise_for_status()
    before = dan.get(f"/api/matches/{match}/rooms").content, dan.get(f"/api/matches/{match}/view").content
    ann.act(match, {"type": "open-room", "seats": [0, 1, 2]}).raise_for_status()
    assert "group-0-1-2:0-1-2" in rooms(bob, match)
    say(bob, match, "group-0-1-2:0-1-2", "the three of us").raise_for_status()
    after = dan.get(f"/api/matches/{match}/rooms").content, dan.get(f"/api/matches/{match}/view").content
    assert before == after
    assert refusal(say(dan, match, "group-0-1-2:0-1-2", "and me")) == (404, "no-room")
    submit_all(players, match, (0, 1), (0, 2), (3, 4), (5, 6))
    assert rooms(ann, match)["group-0-1-2:0-1-2"]["open"] is False
    assert refusal(say(ann, match, "group-0-1-2:0-1-2", "still here")) == (409, "room-closed")
    assert read(ann, match, "group-0-1-2:0-1-2") == ["the three of us"]


def test_ac_8_rooms_of_nodes_open_for_their_users_and_stay_readable(house: House) -> None:
    match, host, players = hosted_match(house, game=CRYPT)
    ann, bob, cyd = players
    host.post(f"/api/matches/{match}/start").raise_for_status()
    say(ann, match, "pair-0-2:0-2", "in round 1").raise_for_status()
    submit_all(players, match, (0, 1), (0, 2), (3, 4))
    assert {"round-1-A:0-1", "round-1-B:0"} <= set(rooms(ann, match))
    assert not any(room.startswith("round-1-A") for room in rooms(cyd, match))
    say(bob, match, "round-1-A:0-1", "we both").raise_for_status()
    assert refusal(say(cyd, match, "round-1-A:0-1", "me too")) == (404, "no-room")
    assert rooms(cyd, match)["pair-0-2:0-2"]["open"] is False
    assert read(cyd, match, "pair-0-2:0-2") == ["in round 1"]
    assert refusal(say(cyd, match, "pair-0-2:0-2", "late")) == (409, "room-closed")
    submit_all(players, match, (2, 3), (5, 6), (0, 1))
    assert read(ann, match, "round-1-A:0-1") == ["we both"]
    assert refusal(say(ann, match, "round-1-A:0-1", "late")) == (409, "room-closed")


def test_messages_are_numbered_within_their_room(house: House) -> None:
    match, host, (ann, bob, cyd) = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    for _ in range(5):
        say(ann, match, "pair-0-1:0-1", "psst").raise_for_status()
    first = say(cyd, match, "hall:0-1-2", "quiet here").json()
    assert (first["number"], first["change"]) == (1, 1)
    assert bob.get(f"/api/matches/{match}/messages", params={"room": "hall:0-1-2"}).json()["messages"] == [
        first | {"mine": False}
    ]


def test_a_host_who_doesnt_play_reads_everything_and_spectators_nothing_before_the_end(house: House) -> None:
    match, host, (ann, _, cyd) = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    say(ann, match, "pair-0-1:0-1", "secret").raise_for_status()
    onlooker = house.guest("Eve")
    assert read(host, match, "pair-0-1:0-1") == ["secret"]
    assert say(host, match, "pair-0-1:0-1", "I hear you").json()["seat"] is None
    assert rooms(onlooker, match) == {}
    pair_query = {"room": "pair-0-1:0-1"}
    assert refusal(onlooker.get(f"/api/matches/{match}/messages", params=pair_query)) == (404, "no-room")
    assert refusal(say(onlooker, match, "hall:0-1-2", "hi")) == (403, "not-allowed")
    append_entry(house, match, None, Stop())
    for anybody in (cyd, onlooker):
        assert read(anybody, match, "pair-0-1:0-1") == ["secret", "I hear you"]


def test_a_playing_host_reads_only_the_rooms_of_the_own_seat(house: House) -> None:
    match, (ann, bob, cyd) = house.begun(CRYPT, "Ann Bob Cyd")
    say(bob, match, "pair-1-2:1-2", "not for the host").raise_for_status()
    assert read(cyd, match, "pair-1-2:1-2") == ["not for the host"]
    assert "pair-1-2:1-2" not in rooms(ann, match)
    pair_query = {"room": "pair-1-2:1-2"}
    assert refusal(ann.get(f"/api/matches/{match}/messages", params=pair_query)) == (404, "no-room")
    assert refusal(say(ann, match, "pair-1-2:1-2", "hm")) == (404, "no-room")


def test_a_new_player_on_a_seat_cant_read_its_earlier_messages(house: House) -> None:
    match, host, (ann, bob, _) = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    say(ann, match, "pair-0-1:0-1", "to Bob").raise_for_status()
    dan = house.guest("Dan")
    reseat(house, match, 1, dan)
    say(ann, match, "pair-0-1:0-1", "to Dan").raise_for_status()
    assert read(dan, match, "pair-0-1:0-1") == ["to Dan"]
    assert rooms(bob, match) == {}
    assert refusal(say(bob, match, "pair-0-1:0-1", "hey")) == (403, "not-allowed")
    assert say(dan, match, "pair-0-1:0-1", "hi").json()["name"] == "Dan"
    reseat(house, match, 1, bob)
    assert read(bob, match, "pair-0-1:0-1") == ["to Bob"]


def test_a_correction_gives_nobody_access_to_messages_of_others(house: House) -> None:
    match, host, players = hosted_match(house, game=CRYPT)
    ann, bob, cyd = players
    host.post(f"/api/matches/{match}/start").raise_for_status()
    submit_all(players, match, (0, 1), (0, 2), (3, 4))
    say(bob, match, "round-1-A:0-1", "just us two").raise_for_status()
    first = {"type": "submit", "first": 5, "second": 6, "scoring": 5}
    append_entry(house, match, None, Amend(3, msgspec.Raw(msgspec.json.encode(first))))
    append_entry(
        house, match, None, Amend(5, msgspec.Raw(msgspec.json.encode({**first, "first": 0, "scoring": 0})))
    )
    assert rooms(cyd, match)["round-1-A:0-2"]["open"] is True
    assert read(cyd, match, "round-1-A:0-2") == []
    assert read(ann, match, "round-1-A:0-1") == ["just us two"]
    assert rooms(bob, match)["round-1-A:0-1"]["open"] is False
    assert refusal(say(bob, match, "round-1-A:0-1", "still?")) == (409, "room-closed")
    pair_query = {"room": "round-1-A:0-1"}
    assert refusal(cyd.get(f"/api/matches/{match}/messages", params=pair_query)) == (404, "no-room")


def test_after_the_end_players_write_in_the_rooms_of_the_game(house: House) -> None:
    match, host, (ann, bob, _) = hosted_match(house)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    append_entry(house, match, None, Pause())
    assert say(ann, match, "table:0-1-2", "a pause").status_code == 201
    append_entry(house, match, None, Stop())
    assert say(bob, match, "table:0-1-2", "well played").status_code == 201


def test_a_message_is_edited_ten_times_at_most(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    say(ann, match, "table:0-1", "0").raise_for_status()
    answers = [
        ann.put(f"/api/matches/{match}/messages", json={"room": "table:0-1", "number": 1, "text": str(n)})
        for n in range(1, 12)
    ]
    assert [answer.status_code for answer in answers] == [200] * 10 + [409]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001, "a\x00b", "a\x1b[2Jb"])
def test_an_invalid_message_is_refused(house: House, text: str) -> None:
    match, (ann, _) = house.begun("mixmath")
    assert refusal(say(ann, match, "table:0-1", text)) == (400, "text")
    assert read(ann, match, "table:0-1") == []


def test_markup_in_a_message_stays_text(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    for text in (
        "<script>alert(1)</script>",
        "'); DROP TABLE messages; --",
        "%_\\",
        "日本\n語 🎲",
        "x" * 2000,
    ):
        assert say(ann, match, "table:0-1", text).json()["text"] == text
        assert read(bob, match, "table:0-1")[-1] == text


def test_a_request_with_the_same_key_is_the_same_message(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    first = say(ann, match, "table:0-1", "once", key="k")
    assert say(ann, match, "table:0-1", "once", key="k").json() == first.json()
    say(bob, match, "table:0-1", "another's key", key="k").raise_for_status()
    assert read(bob, match, "table:0-1") == ["once", "another's key"]


def test_the_rate_of_messages_is_limited(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    most = house.settings.messages_per_minute
    for number in range(most):
        assert say(ann, match, "table:0-1", str(number)).status_code == 201
    refused = say(ann, match, "table:0-1", "and one more")
    assert refusal(refused) == (429, "too-many")
    assert refused.json()["values"]["retry_after"] == 60
    assert say(bob, match, "table:0-1", "not my fault").status_code == 201
    house.clock.time += 60
    assert say(ann, match, "table:0-1", "later").status_code == 201


def test_polling_messages_answers_304_while_nothing_is_new(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    for path, pair_query in (("rooms", {}), ("messages", {"room": "table:0-1"})):
        url = f"/api/matches/{match}/{path}"
        first = bob.get(url, params=pair_query)
        headers = {"If-None-Match": first.headers["ETag"]}
        unchanged = bob.get(url, params=pair_query, headers=headers)
        assert (unchanged.status_code, unchanged.content) == (304, b"")
    say(ann, match, "table:0-1", "update").raise_for_status()
    assert bob.get(url, params=pair_query, headers=headers).status_code == 200


def test_a_long_chat_is_read_in_pages(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    for number in range(205):
        house.clock.time += 3
        say(ann, match, "table:0-1", str(number)).raise_for_status()
    url = f"/api/matches/{match}/messages"
    first = bob.get(url, params={"room": "table:0-1"}).json()
    assert (len(first["messages"]), first["more"]) == (200, True)
    rest = bob.get(url, params={"room": "table:0-1", "after": first["messages"][-1]["change"]}).json()
    assert ([one["text"] for one in rest["messages"]], rest["more"]) == (
        [str(n) for n in range(200, 205)],
        False,
    )


def test_the_list_of_rooms_includes_the_hosts_announcements(house: House) -> None:
    match, _, (ann, _, _) = hosted_match(house)
    append_entry(house, match, None, Announce("Round 1 opens at noon"))
    info = ann.get(f"/api/matches/{match}/rooms").json()
    assert info["announcements"] == [[house.clock.time, "Round 1 opens at noon"]]


def test_a_subscribed_connection_gets_the_messages_of_its_rooms(house: House) -> None:
    match, host, (ann, bob, cyd) = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    say(ann, match, "pair-0-1:0-1", "before").raise_for_status()

    def next_of(socket: ClientConnection) -> dict[str, Any]:
        """The next frame with messages; other frames show presence."""
        while True:
            info: dict[str, Any] = json.loads(socket.recv(10))
            if info["type"] == "messages":
                return info

    with bob.live(match) as live, cyd.live(match) as other:
        for socket in (live, other):
            socket.send('{"type": "subscribe"}')
        first, others = next_of(live), next_of(other)
        assert [one["text"] for one in first["messages"]] == ["before"]
        assert "pair-0-1:0-1" in [room["id"] for room in first["rooms"]]
        assert (others["messages"], "pair-0-1" in str(others["rooms"])) == ([], False)
        say(ann, match, "pair-0-1:0-1", "now").raise_for_status()
        assert [one["text"] for one in next_of(live)["messages"]] == ["now"]
        say(ann, match, "hall:0-1-2", "to all").raise_for_status()
        assert [one["text"] for one in next_of(other)["messages"]] == ["to all"]
