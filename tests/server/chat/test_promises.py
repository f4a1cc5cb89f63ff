"""Promises: offered in a room, answered once, withdrawn before that, and judged by the parties' own views."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.server.chat.test_changes import messages_of, next_messages
from tests.server.chat.test_rooms import (
    CRYPT,
    hosted_match,
    refusal,
    reseat,
    say,
    submit_all,
)
from tests.server.conftest import Guest, House
from tests.server.support.hosting import post_desk
from tests.server.support.listening import inside

HALL = "hall:0-1-2"
PAIR = "pair-0-1:0-1"

Crypt = tuple[str, Guest, list[Guest]]


def nodes(first: int, second: int, round: int = 1) -> dict[str, Any]:
    return {"type": "submit", "first": first, "second": second, "scoring": first, "round": round}


def offer(
    guest: Guest, match: str, *pair: int, round: int = 1, room: str = HALL, **more: Any
) -> httpx.Response:
    body = {"room": room, "round": round, "action": nodes(pair[0], pair[1], round), **more}
    return guest.post(f"/api/matches/{match}/promises", json=body)


def answer(
    guest: Guest, match: str, accepted: bool = True, number: int = 1, room: str = HALL
) -> httpx.Response:
    body = {"room": room, "number": number, "accepted": accepted}
    return guest.put(f"/api/matches/{match}/promises", json=body)


def withdraw(guest: Guest, match: str, number: int = 1, room: str = HALL) -> httpx.Response:
    return guest.delete(f"/api/matches/{match}/promises", params={"room": room, "number": number})


def promise_of(guest: Guest, match: str, room: str = HALL) -> Any:
    """The promise of the first message."""
    return next(one["promise"] for one in messages_of(guest, match, room) if one["number"] == 1)


@pytest.fixture
def crypt(house: House) -> Crypt:
    """A running match whose host doesn't play."""
    match, host, players = hosted_match(house, game=CRYPT)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    return match, host, players


def test_a_promise_is_a_message_that_says_whose_action_of_which_round(crypt: Crypt) -> None:
    match, host, (ann, bob, _) = crypt
    said = offer(ann, match, 2, 3).raise_for_status().json()
    assert (said["text"], said["mine"]) == ("My promise for round 1: C and D", True)
    for reader in (bob, host):
        promise = promise_of(reader, match)
        assert (promise["round"], promise["action"], promise["to"]) == (1, nodes(2, 3), [1, 2])
        assert promise["words"] == {"en": "C and D", "ru": "C и D"}
        assert (promise["answers"], promise["withdrawn"], promise["kept"]) == ([], None, None)
        assert promise["may_answer"] is (reader is bob)
    russian = ann.post(
        f"/api/matches/{match}/promises?lang=ru",
        json={"room": PAIR, "round": 2, "action": nodes(2, 3, 2), "to": [1]},
    )
    assert russian.json()["text"] == "Обещаю на раунд 2: C и D"


def test_the_form_lists_what_can_be_promised(crypt: Crypt) -> None:
    match, host, players = crypt
    ann = players[0]
    form = ann.get(f"/api/matches/{match}/promises").raise_for_status().json()
    assert (form["rounds"], form["round"], len(form["choices"])) == ([1, 2, 3, 4, 5, 6, 7], 1, 21)
    assert form["choices"][0] == {"action": nodes(0, 1), "words": "A and B", "parts": ["A", "B"]}
    submit_all(players, match, (0, 1), (0, 2), (3, 4))
    now, later = (ann.get(f"/api/matches/{match}/promises", params={"round": n}).json() for n in (2, 3))
    assert (len(now["choices"]), len(later["choices"])) == (10, 21)
    assert refusal(host.get(f"/api/matches/{match}/promises")) == (403, "not-allowed")


def test_a_game_without_promises_offers_none(house: House) -> None:
    match, host, (ann, *_) = hosted_match(house)
    host.post(f"/api/matches/{match}/start").raise_for_status()
    form = ann.get(f"/api/matches/{match}/promises").json()
    assert form == {"rounds": [], "round": None, "choices": []}
    assert refusal(offer(ann, match, 0, 1, room="table:0-1-2")) == (409, "no-promises")
    games = {game: ann.get(f"/api/games/{game}").json()["promises"] for game in (CRYPT, "mixmath")}
    assert games == {CRYPT: True, "mixmath": False}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"round": 8, "action": nodes(0, 1, 8)}, (409, "promise-over")),
        ({"round": 0, "action": nodes(0, 1, 0)}, (409, "promise-over")),
        ({"round": 1, "action": nodes(0, 1, 2)}, (409, "promise")),
        ({"round": 1, "action": nodes(1, 0)}, (409, "promise")),
        ({"round": 1, "action": {"type": "lock"}}, (409, "promise")),
        ({"round": 1, "action": {"type": "nonsense"}}, (400, "promise")),
        ({"round": 1, "action": nodes(0, 1) | {"first": " " * 1000}}, (400, "promise")),
        ({"to": [0]}, (409, "promise-seats")),
        ({"to": [7]}, (409, "promise-seats")),
        ({"room": "pair-1-2:1-2"}, (404, "no-room")),
        ({"key": "x" * 65}, (400, "request")),
    ],
)
def test_what_cant_be_promised_is_refused(
    crypt: Crypt, body: dict[str, Any], expected: tuple[int, str]
) -> None:
    match, _, (ann, *_) = crypt
    asked = {"room": HALL, "round": 1, "action": nodes(0, 1)} | body
    assert refusal(ann.post(f"/api/matches/{match}/promises", json=asked)) == expected
    assert messages_of(ann, match) == []


def test_a_promise_is_answered_once_by_those_to_whom_it_was_offered(house: House, crypt: Crypt) -> None:
    match, host, (ann, bob, cyd) = crypt
    offer(ann, match, 2, 3, to=[1]).raise_for_status()
    answered = answer(bob, match, accepted=False).raise_for_status().json()["promise"]
    assert answered["answers"] == [{"seat": 1, "accepted": False, "at": house.clock.time}]
    assert answered["may_answer"] is False
    assert answer(bob, match, accepted=False).json()["promise"] == answered
    assert refusal(answer(bob, match)) == (409, "promise-answered")
    for other in (ann, cyd):
        assert refusal(answer(other, match)) == (403, "not-offered")
    assert refusal(answer(host, match)) == (403, "not-offered")
    assert refusal(answer(bob, match, number=2)) == (404, "no-message")
    say(ann, match, HALL, "hello").raise_for_status()
    assert refusal(answer(bob, match, number=2)) == (404, "no-promise")


def test_a_promise_is_withdrawn_until_somebody_accepts_it_and_never_rewritten(crypt: Crypt) -> None:
    match, _, (ann, bob, cyd) = crypt
    for pair in ((0, 1), (2, 3)):
        offer(ann, match, *pair).raise_for_status()
    assert refusal(withdraw(bob, match)) == (404, "no-message")
    withdrawn = withdraw(ann, match).raise_for_status().json()
    assert withdrawn["promise"]["withdrawn"] is not None
    assert withdraw(ann, match).json() == withdrawn
    assert refusal(answer(bob, match)) == (409, "promise-withdrawn")
    assert promise_of(bob, match)["may_answer"] is False
    answer(cyd, match, number=2).raise_for_status()
    assert refusal(withdraw(ann, match, 2)) == (409, "promise-accepted")
    path = f"/api/matches/{match}/messages"
    edited = ann.put(path, json={"room": HALL, "number": 2, "text": "My promise for round 1: A and B"})
    assert refusal(edited) == (409, "promise-stays")
    assert refusal(ann.delete(path, params={"room": HALL, "number": 2})) == (409, "promise-stays")
    assert {one["number"]: one["text"][-7:] for one in messages_of(bob, match)} == {
        1: "A and B",
        2: "C and D",
    }


def test_a_repeated_request_offers_one_promise_and_all_count_as_messages(house: House, crypt: Crypt) -> None:
    match, _, (ann, _, _) = crypt
    first = offer(ann, match, 2, 3, key="one").json()
    assert offer(ann, match, 2, 3, key="one").json() == first
    assert len(messages_of(ann, match)) == 1
    for _ in range(house.settings.messages_per_minute - 1):
        say(ann, match, HALL, "more").raise_for_status()
    assert refusal(offer(ann, match, 4, 5)) == (429, "too-many")


def test_the_promises_of_one_person_are_limited(crypt: Crypt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.chat.promises.MOST_PROMISES", 2)
    match, _, (ann, bob, _) = crypt
    for _ in range(2):
        offer(ann, match, 2, 3).raise_for_status()
    assert refusal(offer(ann, match, 2, 3)) == (409, "too-many")
    assert offer(bob, match, 2, 3).status_code == 201


def test_only_those_who_agreed_learn_what_became_of_it_as_far_as_they_see(crypt: Crypt) -> None:
    match, host, players = crypt
    ann, bob, _ = players
    offer(ann, match, 2, 3).raise_for_status()
    answer(bob, match).raise_for_status()
    submit_all(players, match, (2, 3), (2, 3), (2, 3))
    # Bob has met Ann in the rooms of C and D. Cyd has too, but hasn't accepted the promise.
    kept = {name: promise_of(who, match)["kept"] for name, who in zip("abch", (*players, host), strict=True)}
    assert kept == {"a": True, "b": True, "c": None, "h": None}


def test_a_party_that_cant_see_what_was_played_is_told_nothing(crypt: Crypt) -> None:
    match, _, players = crypt
    ann, bob, cyd = players
    offer(ann, match, 2, 3).raise_for_status()
    for other in (bob, cyd):
        answer(other, match).raise_for_status()
    submit_all(players, match, (0, 1), (4, 5), (2, 6))
    # Bob was in no room that says anything about C and D; Cyd sat in the room of C without Ann.
    assert [promise_of(who, match)["kept"] for who in players] == [False, None, False]


def rooms_of(guest: Guest, match: str) -> list[str]:
    rooms = guest.get(f"/api/matches/{match}/rooms").raise_for_status().json()["rooms"]
    return [room["id"] for room in rooms if room["writable"]]


def test_an_unanswered_promise_and_one_of_a_player_who_left_are_not_judged(
    house: House, crypt: Crypt
) -> None:
    match, _, players = crypt
    ann, bob, _ = players
    offer(ann, match, 2, 3).raise_for_status()
    offer(ann, match, 2, 3, room=PAIR).raise_for_status()
    answer(bob, match, room=PAIR).raise_for_status()
    dan = house.guest("Dan")
    submit_all(players, match, (2, 3), (2, 3), (2, 3))
    assert promise_of(ann, match)["kept"] is None
    assert promise_of(bob, match, PAIR)["kept"] is True
    reseat(house, match, 0, dan)
    assert promise_of(bob, match, PAIR)["kept"] is None


def test_the_mark_comes_over_an_open_connection_to_parties_alone(crypt: Crypt) -> None:
    match, _, players = crypt
    ann, bob, cyd = players
    with bob.live(match) as party, cyd.live(match) as other:
        for socket in (party, other):
            socket.send('{"type": "subscribe"}')
            next_messages(socket)
        offer(ann, match, 2, 3, to=[1]).raise_for_status()
        (offered,) = next_messages(party)["messages"]
        assert offered["promise"]["may_answer"] is True
        assert next_messages(other)["messages"][0]["promise"]["may_answer"] is False
        answer(bob, match).raise_for_status()
        assert next_messages(party)["messages"][0]["promise"]["answers"] != []
        next_messages(other)
        submit_all(players, match, (2, 3), (2, 3), (2, 3))
        while not (sent := next_messages(party)["messages"]):
            pass  # the rooms have changed first
        assert [(one["number"], one["promise"]["kept"]) for one in sent] == [(1, True)]
        say(ann, match, rooms_of(ann, match)[0], "well?").raise_for_status()
        while not (sent := next_messages(other)["messages"]):
            pass
        assert [one["text"] for one in sent] == ["well?"]


def test_what_an_operator_hides_and_whom_one_mutes_offer_nothing(house: House, crypt: Crypt) -> None:
    match, _, (ann, bob, cyd) = crypt
    offer(ann, match, 2, 3).raise_for_status()
    cyd.put("/api/me/mutes", json={"match": match, "seat": 0}).raise_for_status()
    assert messages_of(cyd, match) == []
    inside(house, _hide(house, match))
    assert promise_of(bob, match) is None
    assert refusal(answer(bob, match)) == (409, "message-hidden")


async def _hide(house: House, match: str) -> None:
    async with house.service.database.begin() as connection:
        assert await house.service.chat.messages.hide(connection, match, HALL, 1)


def test_an_answer_after_its_room_has_closed_is_refused(crypt: Crypt) -> None:
    match, _, players = crypt
    ann, bob, _ = players
    offer(ann, match, 2, 3, round=2).raise_for_status()
    submit_all(players, match, (0, 1), (0, 2), (3, 4))
    assert refusal(answer(bob, match)) == (409, "room-closed")
    assert promise_of(bob, match)["may_answer"] is False
    assert refusal(withdraw(ann, match)) == (409, "room-closed")


def test_nothing_is_answered_any_more_when_the_match_is_over(crypt: Crypt) -> None:
    match, host, (ann, bob, _) = crypt
    offer(ann, match, 2, 3).raise_for_status()
    assert promise_of(bob, match)["may_answer"] is True
    post_desk(host, match, "stop").raise_for_status()
    assert promise_of(bob, match)["may_answer"] is False
    assert refusal(answer(bob, match)) == (409, "promise-over")


def test_ones_data_holds_the_promise_and_nobody_elses_id(crypt: Crypt) -> None:
    match, _, (ann, bob, _) = crypt
    offer(ann, match, 2, 3).raise_for_status()
    answer(bob, match).raise_for_status()
    exported = ann.post("/api/me/export", json={}).raise_for_status()
    (promise,) = exported.json()["promises"]
    assert promise["promised"] == nodes(2, 3)
    assert promise["answers"][0]["seat"] == 1
    assert str(bob.get("/api/me").json()["id"]) not in exported.text
