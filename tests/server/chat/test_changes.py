"""Changes of messages: edits and deletions that readers can see, reactions, mentions, and read marks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from tests.server.chat.test_rooms import (
    CRYPT,
    hosted_match,
    refusal,
    reseat,
    rooms,
    say,
    submit_all,
)
from tests.server.conftest import Guest, House
from tests.server.support.listening import inside

HALL = "hall:0-1-2"


def edit(guest: Guest, match: str, number: int, text: str, room: str = HALL) -> Any:
    return guest.put(f"/api/matches/{match}/messages", json={"room": room, "number": number, "text": text})


def delete(guest: Guest, match: str, number: int, room: str = HALL) -> Any:
    return guest.delete(f"/api/matches/{match}/messages", params={"room": room, "number": number})


def react(guest: Guest, match: str, number: int, sign: str, room: str = HALL, **more: Any) -> Any:
    body = {"room": room, "number": number, "sign": sign, **more}
    return guest.put(f"/api/matches/{match}/reactions", json=body)


def mark(guest: Guest, match: str, number: int, room: str = HALL) -> Any:
    return guest.put(f"/api/matches/{match}/read-marks", json={"room": room, "number": number})


def next_messages(socket: ClientConnection) -> dict[str, Any]:
    """The next frame with messages; other frames show presence."""
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(10))
        if frame["type"] == "messages":
            return frame


def messages_of(guest: Guest, match: str, room: str = HALL) -> list[dict[str, Any]]:
    answer = guest.get(f"/api/matches/{match}/messages", params={"room": room})
    found: list[dict[str, Any]] = answer.raise_for_status().json()["messages"]
    return found


@pytest.fixture
def crypt(house: House) -> tuple[str, Guest, list[Guest]]:
    """A running match whose host doesn't play."""
    match, host, players = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    return match, host, players


def test_readers_of_an_edited_message_see_what_it_said_before(
    house: House, crypt: tuple[str, Guest, list[Guest]]
) -> None:
    match, _, (ann, bob, _) = crypt
    said = say(ann, match, HALL, "I play A").json()
    house.clock.time += 7200
    edited = edit(ann, match, 1, "I play B").raise_for_status().json()
    assert (edited["text"], edited["change"], edited["edited"]) == ("I play B", 2, house.clock.time)
    first_edit = house.clock.time
    house.clock.time += 60
    edit(ann, match, 1, "I play C").raise_for_status()
    (message,) = messages_of(bob, match)
    assert message["text"] == "I play C"
    assert message["earlier"] == [
        {"text": "I play A", "at": said["at"]},
        {"text": "I play B", "at": first_edit},
    ]


def test_an_edit_without_a_change_leaves_no_mark(crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (ann, _, _) = crypt
    say(ann, match, HALL, "the same").raise_for_status()
    same = edit(ann, match, 1, "the same").raise_for_status().json()
    assert (same["edited"], same["earlier"], same["change"]) == (None, [], 1)


def test_only_the_author_changes_a_message_and_only_while_its_room_is_open(
    crypt: tuple[str, Guest, list[Guest]],
) -> None:
    match, host, players = crypt
    ann, bob, _ = players
    say(ann, match, HALL, "mine").raise_for_status()
    for other in (bob, host):
        assert refusal(edit(other, match, 1, "yours")) == (404, "no-message")
        assert refusal(delete(other, match, 1)) == (404, "no-message")
    submit_all(players, match, (0, 1), (0, 2), (3, 4))
    assert refusal(edit(ann, match, 1, "late")) == (409, "room-closed")
    assert refusal(delete(ann, match, 1)) == (409, "room-closed")
    assert refusal(react(bob, match, 1, "agree")) == (409, "room-closed")
    assert messages_of(bob, match)[0]["text"] == "mine"


def test_a_deleted_message_leaves_a_line_with_what_it_said(
    house: House, crypt: tuple[str, Guest, list[Guest]]
) -> None:
    match, _, (ann, bob, _) = crypt
    say(ann, match, HALL, "I promise").raise_for_status()
    edit(ann, match, 1, "I promise nothing").raise_for_status()
    deleted = delete(ann, match, 1).raise_for_status().json()
    assert (deleted["text"], deleted["deleted"]) == ("", house.clock.time)
    assert delete(ann, match, 1).json() == deleted
    (message,) = messages_of(bob, match)
    assert [earlier["text"] for earlier in message["earlier"]] == ["I promise", "I promise nothing"]
    assert refusal(edit(ann, match, 1, "again")) == (409, "message-deleted")
    assert refusal(react(bob, match, 1, "doubt")) == (409, "message-hidden")


@pytest.mark.parametrize("number", [0, -1, 2, 2**31, 2**70])
def test_a_message_that_isnt_there_cant_be_deleted(
    crypt: tuple[str, Guest, list[Guest]], number: int
) -> None:
    match, _, (ann, _, _) = crypt
    say(ann, match, HALL, "one").raise_for_status()
    assert delete(ann, match, number).status_code in (400, 404)
    assert messages_of(ann, match)[0]["deleted"] is None


def test_what_an_operator_hides_has_no_earlier_texts(
    house: House, crypt: tuple[str, Guest, list[Guest]]
) -> None:
    match, _, (ann, bob, _) = crypt
    say(ann, match, HALL, "insult").raise_for_status()
    edit(ann, match, 1, "compliment").raise_for_status()
    react(bob, match, 1, "thanks").raise_for_status()
    inside(house, _hide(house, match))
    (message,) = messages_of(bob, match)
    assert (message["hidden"], message["text"], message["earlier"], message["reactions"]) == (
        True,
        "",
        [],
        [],
    )
    assert refusal(delete(ann, match, 1)) == (409, "message-hidden")


async def _hide(house: House, match: str) -> None:
    async with house.service.database.begin() as connection:
        assert await house.service.chat.messages.hide(connection, match, HALL, 1)


def test_readers_react_by_signs_and_see_whose_they_are(
    house: House, crypt: tuple[str, Guest, list[Guest]]
) -> None:
    match, _, (ann, bob, cyd) = crypt
    say(ann, match, HALL, "truce?").raise_for_status()
    react(cyd, match, 1, "agree").raise_for_status()
    house.clock.time += 1
    react(bob, match, 1, "agree").raise_for_status()
    answer = react(bob, match, 1, "laugh").raise_for_status().json()
    assert answer["reactions"] == [
        {"sign": "agree", "names": ["Cyd", "Bob"], "mine": True},
        {"sign": "laugh", "names": ["Bob"], "mine": True},
    ]
    assert react(bob, match, 1, "laugh").json() == answer
    react(bob, match, 1, "laugh", given=False).raise_for_status()
    (message,) = messages_of(ann, match)
    assert [(one["sign"], one["mine"]) for one in message["reactions"]] == [("agree", False)]
    assert message["edited"] is None
    assert react(bob, match, 1, "heart").status_code == 400


def test_nobody_reacts_to_a_message_that_they_cant_read(
    house: House, crypt: tuple[str, Guest, list[Guest]]
) -> None:
    match, _, (ann, _, cyd) = crypt
    pair = "pair-0-1:0-1"
    say(ann, match, pair, "between us").raise_for_status()
    assert refusal(react(cyd, match, 1, "agree", pair)) == (404, "no-room")
    dan = house.guest("Dan")
    reseat(house, match, 1, dan)
    assert refusal(react(dan, match, 1, "agree", pair)) == (404, "no-message")


def test_a_muted_players_reactions_arent_shown(crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (ann, bob, cyd) = crypt
    say(ann, match, HALL, "hello").raise_for_status()
    react(bob, match, 1, "agree").raise_for_status()
    cyd.put("/api/me/mutes", json={"match": match, "seat": 1}).raise_for_status()
    assert messages_of(cyd, match)[0]["reactions"] == []
    (member,) = rooms(cyd, match)[HALL]["unread_members"]
    assert (member["seat"], member["kind"]) == (1, "mute")
    assert rooms(ann, match)[HALL]["unread_members"] == []
    assert rooms(cyd, match)["pair-0-2:0-2"]["unread_members"] == []
    cyd.delete(f"/api/me/mutes/{member['id']}").raise_for_status()
    assert [one["names"] for one in messages_of(cyd, match)[0]["reactions"]] == [["Bob"]]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("@Bob, shall we?", {"Bob"}),
        ("mail bob@example.org", set()),
        ("@bob and @CYD", {"Bob", "Cyd"}),
        ("@Bobby", set()),
        ("Bob", set()),
        ("@Ann herself", set()),
    ],
)
def test_a_mention_marks_the_message_for_those_whom_it_names(
    crypt: tuple[str, Guest, list[Guest]], text: str, named: set[str]
) -> None:
    match, _, (ann, bob, cyd) = crypt
    assert say(ann, match, HALL, text).json()["mentioned"] is False
    found = {
        name
        for name, guest in (("Ann", ann), ("Bob", bob), ("Cyd", cyd))
        if messages_of(guest, match)[0]["mentioned"]
    }
    assert found == named


def test_an_edit_changes_whom_a_message_names(crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (ann, bob, cyd) = crypt
    say(ann, match, HALL, "@Bob").raise_for_status()
    edit(ann, match, 1, "@Cyd").raise_for_status()
    assert not messages_of(bob, match)[0]["mentioned"]
    assert messages_of(cyd, match)[0]["mentioned"]


def test_how_far_one_has_read_is_known_on_all_devices_and_to_nobody_else(
    crypt: tuple[str, Guest, list[Guest]],
) -> None:
    match, host, (ann, bob, _) = crypt
    for number in range(3):
        say(ann, match, HALL, str(number)).raise_for_status()
    with bob.live(match) as phone, ann.live(match) as other:
        for socket in (phone, other):
            socket.send('{"type": "subscribe"}')
            next_messages(socket)
        assert mark(bob, match, 2).status_code == 204
        sent = next_messages(phone)
        assert {room["id"]: room["read"] for room in sent["rooms"]}[HALL] == 2
        assert sent["messages"] == []
        say(bob, match, HALL, "next").raise_for_status()
        assert next_messages(other)["rooms"] is None
    assert rooms(bob, match)[HALL]["read"] == 2
    assert rooms(ann, match)[HALL]["read"] == rooms(host, match)[HALL]["read"] == 0


def test_a_read_mark_never_goes_back_and_never_ahead(crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (ann, bob, _) = crypt
    assert mark(bob, match, 5).status_code == 204
    assert rooms(bob, match)[HALL]["read"] == 0
    say(ann, match, HALL, "one").raise_for_status()
    say(ann, match, HALL, "two").raise_for_status()
    for number, read in ((99, 2), (1, 2)):
        assert mark(bob, match, number).status_code == 204
        assert rooms(bob, match)[HALL]["read"] == read


def test_a_read_mark_reveals_no_room(crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (_, _, cyd) = crypt
    hidden, absent = mark(cyd, match, 1, "pair-0-1:0-1"), mark(cyd, match, 1, "pair-7-8:7-8")
    assert refusal(hidden) == (404, "no-room")
    assert hidden.content == absent.content


def test_the_rate_of_changes_is_limited(house: House, crypt: tuple[str, Guest, list[Guest]]) -> None:
    match, _, (ann, bob, _) = crypt
    say(ann, match, HALL, "hello").raise_for_status()
    burst = house.service.limits.rates["chat changes"].burst
    answers = [mark(bob, match, 1).status_code for _ in range(burst + 1)]
    assert answers == [204] * burst + [429]
    assert refusal(react(bob, match, 1, "agree")) == (429, "too-many")
    assert react(ann, match, 1, "agree").status_code == 200
