"""Blocks, mutes, reports, and the decisions of administrators."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from numberhouse.server.accounts.administration.audit import audit_page
from numberhouse.server.storage.database import Database
from tests.server.conftest import Guest, House, make_administrator

PASSWORD = "long enough"


def member(house: House, name: str) -> Guest:
    guest = house.guest("")
    guest.post("/api/register", json={"name": name, "password": PASSWORD}).raise_for_status()
    return guest


def administrator(house: House, name: str = "Root") -> Guest:
    root = member(house, name)
    make_administrator(house, root)
    return root


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def say(guest: Guest, match: str, text: str, room: str = "lobby") -> int:
    answer = guest.post(f"/api/matches/{match}/messages", json={"room": room, "text": text})
    return int(answer.raise_for_status().json()["number"])


def messages(guest: Guest, match: str, room: str = "lobby") -> list[dict[str, Any]]:
    answer = guest.get(f"/api/matches/{match}/messages", params={"room": room})
    found: list[dict[str, Any]] = answer.raise_for_status().json()["messages"]
    return found


def texts(guest: Guest, match: str) -> list[str]:
    return [message["text"] for message in messages(guest, match)]


def table(house: House, names: str = "Ann Bob") -> tuple[str, list[Guest]]:
    """An open match with these people on its seats; the first hosts it."""
    guests = [house.guest(name) for name in names.split()]
    match = house.drafted(guests[0], "mixmath", seats=len(guests))
    for guest in guests:
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    return match, guests


def report(guest: Guest, match: str, **more: Any) -> httpx.Response:
    return guest.post("/api/reports", json={"match": match, "reason": "insult", **more})


def reports(root: Guest, **query: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        root.get("/api/admin/reports", params=query).raise_for_status().json()["reports"]
    )
    return found


def decide(root: Guest, report_id: str, action: str, **more: Any) -> httpx.Response:
    body = {"action": action, "reason": "against the rules of the house", **more}
    return root.post(f"/api/admin/reports/{report_id}", json=body)


# Names


@pytest.mark.parametrize(
    "name", ["Host", "\u041dost", "host 2", "Numberhouse", "Администратор", "Random", "Casual 1", "СаsuаI"]
)
def test_nobody_is_called_like_a_bot_or_a_word_of_the_house(house: House, name: str) -> None:
    answer = house.guest("").post("/api/guest", json={"name": name})
    assert refusal(answer) == (400, "name-reserved")
    answer = house.guest("").post("/api/register", json={"name": name, "password": PASSWORD})
    assert refusal(answer) == (400, "name-reserved")


def test_nobody_looks_like_a_member(house: House) -> None:
    member(house, "Anna")
    for name in ("\u0410nna", "anna", "A nna", "\U0001d400nna"):
        assert refusal(house.guest("").post("/api/guest", json={"name": name})) == (409, "name-taken")
        credentials = {"name": name, "password": PASSWORD}
        assert refusal(house.guest("").post("/api/register", json=credentials)) == (409, "name-taken")
    assert refusal(house.guest("Eve").put("/api/me/name", json={"name": "\u0410nna"})) == (409, "name-taken")
    house.guest("Анна")


def test_nobody_looks_like_somebody_at_the_table(house: House) -> None:
    match, (_, bob) = table(house, "Ann Bob")
    other = house.drafted(house.guest("Cyd"), "mixmath", seats=3)
    house.guest("Dan").post(f"/api/matches/{other}/join", json={}).raise_for_status()
    twin = house.guest("D\u0430n")
    assert refusal(twin.post(f"/api/matches/{other}/join", json={})) == (409, "same-name")
    host_twin = house.guest("C\u0443d")
    assert refusal(host_twin.post(f"/api/matches/{other}/join", json={})) == (409, "same-name")
    twin.put("/api/me/name", json={"name": "Eve"}).raise_for_status()
    twin.post(f"/api/matches/{other}/join", json={}).raise_for_status()
    assert refusal(twin.put("/api/me/name", json={"name": "Dan"})) == (409, "same-name")
    assert refusal(bob.put("/api/me/name", json={"name": "\u0410nn"})) == (409, "same-name")
    assert match


# Blocks and mutes


def test_a_mute_hides_messages_from_the_one_who_mutes_alone(house: House) -> None:
    match, (ann, bob, cyd) = table(house, "Ann Bob Cyd")
    number = say(bob, match, "noise")
    say(cyd, match, "sense")
    muted = ann.put("/api/me/mutes", json={"match": match, "room": "lobby", "number": number}).json()
    assert [one["name"] for one in muted] == ["Bob"]
    assert texts(ann, match) == ["sense"]
    assert texts(cyd, match) == texts(bob, match) == ["noise", "sense"]
    assert ann.get("/api/me/blocks").json() == []
    assert ann.delete(f"/api/me/mutes/{muted[0]['id']}").status_code == 204
    assert texts(ann, match) == ["noise", "sense"]
    assert refusal(ann.delete(f"/api/me/mutes/{muted[0]['id']}")) == (404, "no-mute")


def test_a_muted_person_isnt_heard_over_a_live_connection_either(house: House) -> None:
    match, (ann, bob) = table(house)
    ann.put("/api/me/mutes", json={"match": match, "seat": 1}).raise_for_status()
    say(bob, match, "noise")
    say(ann, match, "mine")
    with ann.live(match) as socket:
        socket.send('{"type":"subscribe"}')
        found = ""
        while "mine" not in found:
            found += str(socket.recv(timeout=10))
    assert "noise" not in found


def test_a_block_keeps_a_person_away_from_ones_tables(house: House) -> None:
    match, (ann, bob) = table(house)
    ann.put("/api/me/blocks", json={"match": match, "seat": 1}).raise_for_status()
    mine = house.drafted(ann, "mixmath")
    assert refusal(bob.post(f"/api/matches/{mine}/join", json={})) == (409, "not-welcome")
    secret = ann.post(f"/api/matches/{mine}/invitations", json={}).json()["secret"]
    assert refusal(bob.post("/api/invitation/accept", json={"secret": secret})) == (409, "not-welcome")
    other = house.drafted(house.guest("Cyd"), "mixmath", seats=3)
    ann.post(f"/api/matches/{other}/join", json={}).raise_for_status()
    assert refusal(bob.post(f"/api/matches/{other}/join", json={})) == (409, "not-welcome")
    block = ann.get("/api/me/blocks").json()[0]
    ann.delete(f"/api/me/blocks/{block['id']}").raise_for_status()
    assert bob.post(f"/api/matches/{other}/join", json={}).status_code == 200


def test_a_blocked_host_offers_nothing(house: House) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    theirs = house.drafted(bob, "mixmath")
    ann.put("/api/me/blocks", json={"match": theirs, "host": "Bob"}).raise_for_status()
    rows = {"rows": [{"game": "mixmath", "players": ["Ann", "*"]}]}
    assert refusal(bob.post("/api/schedule", json=rows)) == (409, "not-welcome")
    assert refusal(bob.post(f"/api/matches/{theirs}/hosts", json={"name": "Ann"})) == (409, "not-welcome")
    replace = f"/api/matches/{theirs}/desk/seats/0/replace"
    assert refusal(bob.post(replace, json={"member": "Ann"})) == (409, "not-welcome")
    # The one who blocks may still go there.
    assert ann.post(f"/api/matches/{theirs}/join", json={}).status_code == 200


def test_a_blocked_player_gets_no_rematch(house: House) -> None:
    match, (ann, bob) = house.begun("mixmath")
    ann.put("/api/me/blocks", json={"match": match, "seat": 1}).raise_for_status()
    ann.post(f"/api/matches/{match}/resign").raise_for_status()
    assert refusal(bob.post(f"/api/matches/{match}/rematch", json={})) == (409, "not-welcome")


def test_one_blocks_other_people_whom_one_sees(house: House) -> None:
    match, (ann, _) = table(house)
    hidden = house.guest("Cyd").post("/api/matches", json={"game": "mixmath"}).json()["id"]
    for kind in ("blocks", "mutes"):
        path = f"/api/me/{kind}"
        assert refusal(ann.put(path, json={"match": match, "seat": 0})) == (409, "own-name")
        assert refusal(ann.put(path, json={"match": match, "host": "Ann"})) == (409, "own-name")
        assert refusal(ann.put(path, json={"match": match, "seat": 9})) == (404, "no-player")
        assert refusal(ann.put(path, json={"match": match})) == (400, "request")
        assert (
            ann.put(path, json={"match": hidden, "seat": 0}).text
            == ann.put(path, json={"match": "unknown", "seat": 0}).text
        )
        assert ann.get(path).json() == []


def test_the_blocked_person_learns_nothing_of_it(house: House) -> None:
    match, (ann, bob) = table(house)
    ann.put("/api/me/blocks", json={"match": match, "seat": 1}).raise_for_status()
    report(ann, match, seat=1).raise_for_status()
    export = bob.post("/api/me/export", json={}).raise_for_status().json()
    assert export["blocks"] == export["reports"] == []
    own = ann.post("/api/me/export", json={}).raise_for_status().json()
    assert [row["kind"] for row in own["blocks"]] == ["block"]
    assert "other" not in own["blocks"][0]
    assert own["reports"][0]["reported"] == "Bob"


# Reports


def test_an_operator_hides_a_reported_message_from_everybody(house: House) -> None:
    match, (ann, bob) = table(house)
    number = say(bob, match, "you fool")
    made = report(ann, match, room="lobby", number=number, text="in front of everybody").json()
    assert (made["reported"], made["outcome"]) == ("you fool", None)
    bob.put(f"/api/matches/{match}/messages", json={"room": "lobby", "number": number, "text": "hello"})
    root = administrator(house)
    (found,) = reports(root)
    assert (found["reported"], found["text"], found["name"]) == ("you fool", "in front of everybody", "Bob")
    assert "Ann" not in str(found)
    assert decide(root, found["id"], "hide").status_code == 200
    for guest in (ann, bob):
        (message,) = messages(guest, match)
        assert (message["text"], message["hidden"]) == ("", True)
    edit = {"room": "lobby", "number": number, "text": "you fool"}
    assert refusal(bob.put(f"/api/matches/{match}/messages", json=edit)) == (409, "message-hidden")
    assert ann.get("/api/reports").json()[0]["outcome"] == "hidden"
    assert reports(root) == []
    assert refusal(decide(root, found["id"], "dismiss")) == (409, "decided")


def test_the_same_report_is_stored_once_and_closed_with_the_others(house: House) -> None:
    match, (ann, bob, cyd) = table(house, "Ann Bob Cyd")
    number = say(bob, match, "you fool")
    first = report(ann, match, room="lobby", number=number).json()
    assert report(ann, match, room="lobby", number=number).json()["id"] == first["id"]
    report(cyd, match, room="lobby", number=number).raise_for_status()
    root = administrator(house)
    assert [one["reports"] for one in reports(root)] == [2, 2]
    decide(root, first["id"], "dismiss").raise_for_status()
    assert cyd.get("/api/reports").json()[0]["outcome"] == "dismissed"


def test_a_renamed_person_is_renamed_everywhere_and_signs_in_as_before(house: House) -> None:
    ann, rude = house.guest("Ann"), member(house, "Rude Word")
    match = house.drafted(ann, "mixmath", seats=2)
    for guest in (ann, rude):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    say(rude, match, "hello")
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert "Rude Word" in ann.get(f"/api/matches/{match}/view").text
    made = report(ann, match, seat=1).json()
    root = administrator(house)
    decide(root, made["id"], "rename").raise_for_status()
    name = rude.get("/api/me").json()["name"]
    assert name.startswith("Player ")
    for path in ("", "/view", "/transcript", "/messages?room=lobby"):
        answer = ann.get(f"/api/matches/{match}{path}")
        assert "Rude Word" not in answer.text, path
        assert name in answer.text, path
    again = house.guest("").post("/api/sign-in", json={"name": "Rude Word", "password": PASSWORD})
    assert again.json()["name"] == name
    assert refusal(house.guest("").post("/api/guest", json={"name": "Rude Word"})) == (409, "name-taken")
    credentials = {"name": "Rude W\u043erd", "password": PASSWORD}
    assert refusal(house.guest("").post("/api/register", json=credentials)) == (409, "name-taken")


def test_a_banned_account_does_nothing_until_the_end_of_the_ban(house: House) -> None:
    ann, bob = house.guest("Ann"), member(house, "Bob")
    match = house.drafted(bob, "mixmath")
    token = bob.post("/api/me/tokens", json={"name": "program"}).json()["token"]
    program = house.guest("")
    program.headers["Authorization"] = f"Bearer {token}"
    made = report(ann, match, host="Bob").json()
    root = administrator(house)
    until = house.clock.time + 3600
    assert refusal(decide(root, made["id"], "ban", until=house.clock.time)) == (400, "ban-until")
    decide(root, made["id"], "ban", until=until).raise_for_status()
    assert bob.get("/api/me").json() is None
    assert refusal(program.get("/api/me/turns")) == (401, "token")
    sign_in = {"name": "Bob", "password": PASSWORD}
    refused = house.guest("").post("/api/sign-in", json=sign_in)
    assert refusal(refused) == (403, "banned")
    assert refused.json()["values"] == {"until": until, "reason": "against the rules of the house"}
    wrong = house.guest("").post("/api/sign-in", json={"name": "Bob", "password": "something else"})
    assert refusal(wrong) == (403, "wrong-password")
    house.clock.time = until
    assert house.guest("").post("/api/sign-in", json=sign_in).status_code == 201


def test_a_banned_guest_loses_the_session(house: House) -> None:
    match, (ann, bob) = table(house)
    made = report(ann, match, seat=1).json()
    decide(administrator(house), made["id"], "ban").raise_for_status()
    assert bob.get("/api/me").json() is None
    assert refusal(bob.post(f"/api/matches/{match}/leave", json={})) in (
        (401, "not-signed-in"),
        (403, "not-allowed"),
    )


def test_administrators_ban_no_administrators_and_decide_nothing_about_themselves(house: House) -> None:
    root, other = administrator(house), administrator(house, "Other")
    match = house.drafted(other, "mixmath")
    made = report(house.guest("Ann"), match, host="Other").json()
    assert refusal(decide(root, made["id"], "ban")) == (409, "administrator")
    assert refusal(decide(other, made["id"], "dismiss")) == (409, "own-report")
    assert refusal(decide(root, made["id"], "hide")) == (409, "no-message")
    assert refusal(decide(root, made["id"], "dismiss", reason=" ")) == (400, "reason")
    assert refusal(decide(root, "unknown", "dismiss")) == (404, "no-report")
    plain = house.guest("Eve")
    assert refusal(decide(plain, made["id"], "dismiss")) == (403, "members-only")
    assert refusal(plain.get("/api/admin/reports")) == (403, "members-only")


def test_every_decision_is_in_the_audit_log_without_the_reporter(house: House) -> None:
    match, (ann, _) = table(house)
    made = report(ann, match, seat=1).json()
    decide(administrator(house), made["id"], "dismiss").raise_for_status()

    async def log() -> Any:
        database = Database(house.settings)
        try:
            return await audit_page(database)
        finally:
            await database.close()

    newest = asyncio.run(log()).entries[0]
    assert (newest.action, newest.person, newest.about) == ("dismissed", "Root", "Bob")
    assert newest.note == "against the rules of the house"
    assert "Ann" not in str(newest)


def test_what_one_cant_see_is_reported_in_the_words_for_what_doesnt_exist(house: House) -> None:
    match, (_, bob) = table(house)
    number = say(bob, match, "between us")
    eve = house.guest("Eve")
    unseen = report(eve, match, room="lobby", number=number)
    assert refusal(unseen) == (404, "no-message")
    for room, other in (("lobby", 999), ("nowhere", 1), ("hall:0-1", 1)):
        assert report(eve, match, room=room, number=other).text == unseen.text
    draft = house.guest("Cyd").post("/api/matches", json={"game": "mixmath"}).json()["id"]
    house.clock.time += 3600
    assert report(eve, draft).text == report(eve, "unknown").text
    assert refusal(report(bob, match, room="lobby", number=number)) == (409, "own-name")


def test_a_flood_of_reports_is_refused(house: House) -> None:
    match, (ann, bob) = table(house)
    numbers = [say(bob, match, f"noise {number}") for number in range(6)]
    codes = [report(ann, match, room="lobby", number=number).status_code for number in numbers]
    assert codes == [201] * 5 + [429]
    house.clock.time += 3600
    number = say(bob, match, "more")
    assert report(ann, match, room="lobby", number=number).status_code == 201
    assert report(ann, match, room="lobby", number=number, text="x" * 501).status_code == 400
    assert report(ann, match, reason="because").status_code == 400


def test_undecided_reports_have_a_number(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.moderation.reports.MOST_OPEN", 1)
    match, (ann, bob) = table(house)
    first, second = (say(bob, match, text) for text in ("one", "two"))
    assert report(ann, match, room="lobby", number=first).status_code == 201
    assert refusal(report(ann, match, room="lobby", number=second)) == (409, "too-many")


def test_a_room_of_a_running_match_stays_sealed_to_administrators(house: House) -> None:
    match, (ann, bob, cyd) = house.begun("addition-crypt", "Ann Bob Cyd")
    number = say(ann, match, "my number is 7", "pair-0-1:0-1")
    made = report(bob, match, room="pair-0-1:0-1", number=number, text="Ann says 7").json()
    assert made["reported"] == "my number is 7"
    assert refusal(report(cyd, match, room="pair-0-1:0-1", number=number)) == (404, "no-message")
    root = administrator(house)
    (found,) = reports(root)
    assert (found["sealed"], found["reported"], found["text"]) == (True, None, None)
    for player in (ann, bob, cyd):
        player.post(f"/api/matches/{match}/resign").raise_for_status()
    (found,) = reports(root)
    assert (found["sealed"], found["reported"], found["text"]) == (False, "my number is 7", "Ann says 7")


def test_a_deleted_account_leaves_no_name_in_reports(house: House) -> None:
    match, (ann, bob) = table(house)
    report(ann, match, seat=1, text="rude").raise_for_status()
    root = administrator(house)
    bob.post("/api/me/delete", json={}).raise_for_status()
    (found,) = reports(root)
    assert (found["name"], found["present_name"], found["reported"]) == ("", "", "")
    assert refusal(decide(root, found["id"], "rename")) == (409, "closed-account")
    ann.post("/api/me/delete", json={}).raise_for_status()
    assert reports(root)[0]["text"] == ""
