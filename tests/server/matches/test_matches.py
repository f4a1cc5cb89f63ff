"""Matches before their start: seats, hosts, invitations, visibility, assistance."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import sqlite3
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from numberhouse.registry import find
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.storage.schema import matches
from tests.server.conftest import Guest, House
from tests.server.support.hosting import by_consent, run_in_loop

FOUR: dict[str, Any] = {"game": "addition-crypt", "seats": 4}


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def match_info(guest: Guest, match: str) -> Any:
    return guest.get(f"/api/matches/{match}").raise_for_status().json()


def invited(host: Guest, match: str, seat: int | None = None) -> Any:
    body = {} if seat is None else {"seat": seat}
    return host.post(f"/api/matches/{match}/invitations", json=body).raise_for_status().json()


def accept_invitation(guest: Guest, secret: str) -> Any:
    return guest.post("/api/invitation/accept", json={"secret": secret})


def draft_match(host: Guest, **body: Any) -> str:
    return str(host.post("/api/matches", json={"game": "mixmath"} | body).raise_for_status().json()["id"])


# Seats


def test_an_open_match_is_joined_on_the_first_free_or_a_chosen_seat(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, **FOUR)
    assert ann.post(f"/api/matches/{match}/join", json={"seat": 2}).json()["seat"] == 2
    assert bob.post(f"/api/matches/{match}/join", json={}).json()["seat"] == 0
    assert [seat["name"] for seat in match_info(host, match)["seats"]] == ["Bob", "", "Ann", ""]


def test_a_person_has_one_seat_of_a_match(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, **FOUR)
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    again = ann.post(f"/api/matches/{match}/join", json={"seat": 3})
    assert refusal(again) == (409, "has-a-seat")
    assert refusal(accept_invitation(ann, invited(host, match)["secret"])) == (409, "has-a-seat")


@pytest.mark.parametrize("seat", [1, 4, 999])
def test_a_taken_or_missing_seat_is_refused(house: House, seat: int) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, **FOUR)
    ann.post(f"/api/matches/{match}/join", json={"seat": 1}).raise_for_status()
    assert refusal(bob.post(f"/api/matches/{match}/join", json={"seat": seat})) == (409, "no-seat")


def test_a_person_cant_join_on_a_bots_seat(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath", bots=["random", None])
    assert refusal(ann.post(f"/api/matches/{match}/join", json={"seat": 0})) == (409, "no-seat")
    assert ann.post(f"/api/matches/{match}/join", json={}).json()["seat"] == 1


def test_concurrent_joins_give_the_last_seat_to_one_person(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath")
    guests = [house.guest(f"Guest {number}") for number in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as together:
        answers = list(
            together.map(lambda guest: guest.post(f"/api/matches/{match}/join", json={"seat": 1}), guests)
        )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert match_info(host, match)["seats"][1]["name"].startswith("Guest")


def test_leaving_before_the_start_removes_the_agreement_to_assistance(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = house.drafted(host, "mixmath")
    ann.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    ann.post(f"/api/matches/{match}/assistance", json={"assistance": True}).raise_for_status()
    ann.post(f"/api/matches/{match}/leave").raise_for_status()
    assert not match_info(host, match)["seats"][0]["assistance"]
    bob.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    chair = {
        "seat": 0,
        "name": "Bob",
        "translated": {},
        "bot": None,
        "assistance": False,
        "contributed": False,
        "hosts": False,
        "offered_to": None,
        "score": None,
        "place": None,
    }
    assert match_info(host, match)["seats"][0] == chair


def test_a_player_who_leaves_a_private_match_loses_access(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath", terms={"visibility": "private"})
    accept_invitation(ann, invited(host, match)["secret"]).raise_for_status()
    assert ann.post(f"/api/matches/{match}/leave").json() is None
    assert refusal(ann.get(f"/api/matches/{match}")) == (404, "no-match")


def test_a_match_with_an_empty_seat_starts_only_once_it_is_full(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath")
    host.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    early = host.post(f"/api/matches/{match}/start")
    assert refusal(early) == (409, "empty-seats")
    assert early.json()["values"] == {"seats": [1]}
    ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert host.post(f"/api/matches/{match}/start").json()["status"] == "running"
    assert refusal(ann.post(f"/api/matches/{match}/leave")) == (403, "not-allowed")


def test_leaving_during_the_start_either_leaves_or_is_refused(house: House) -> None:
    for turn in range(6):
        host, ann = house.guest(f"Hanna {turn}"), house.guest(f"Ann {turn}")
        match = house.drafted(host, "mixmath")
        for guest in (host, ann):
            guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        with concurrent.futures.ThreadPoolExecutor(2) as together:
            left = together.submit(ann.post, f"/api/matches/{match}/leave")
            began = together.submit(host.post, f"/api/matches/{match}/start")
        gone, running = left.result().status_code == 200, began.result().status_code == 200
        assert gone != running
        shown = match_info(host, match)
        assert shown["status"] == ("running" if running else "open")
        assert bool(shown["seats"][1]["name"]) == running


# Invitations


def test_an_invitation_works_once_and_for_its_seat(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    match = draft_match(host, **FOUR)
    invitation = invited(host, match, 2)
    assert accept_invitation(ann, invitation["secret"]).json()["seat"] == 2
    assert refusal(accept_invitation(bob, invitation["secret"])) == (404, "no-invitation")
    (listed,) = host.get(f"/api/matches/{match}/invitations").json()
    assert (listed["id"], listed["seat"], listed["name"]) == (invitation["id"], 2, "Ann")
    assert invitation["secret"] not in json.dumps(listed)


def test_an_invitation_to_any_seat_takes_the_first_free_one(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = draft_match(host, **FOUR)
    host.post(f"/api/matches/{match}/join", json={"seat": 0}).raise_for_status()
    assert accept_invitation(ann, invited(host, match)["secret"]).json()["seat"] == 1


def test_concurrent_uses_of_an_invitation_seat_one_person(house: House) -> None:
    host = house.guest("Hanna")
    match = draft_match(host, **FOUR)
    secret = invited(host, match)["secret"]
    guests = [house.guest(f"Guest {number}") for number in range(4)]
    with concurrent.futures.ThreadPoolExecutor(4) as together:
        answers = list(together.map(lambda guest: accept_invitation(guest, secret), guests))
    assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]


def test_invitations_are_revoked_one_by_one_or_all_together(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = draft_match(host, **FOUR)
    first, second, third = (invited(host, match) for _ in range(3))
    host.delete(f"/api/matches/{match}/invitations/{first['id']}").raise_for_status()
    assert refusal(accept_invitation(ann, first["secret"])) == (404, "no-invitation")
    again = host.delete(f"/api/matches/{match}/invitations/{first['id']}")
    assert refusal(again) == (404, "no-invitation")
    host.delete(f"/api/matches/{match}/invitations").raise_for_status()
    for invitation in (second, third):
        assert refusal(accept_invitation(ann, invitation["secret"])) == (404, "no-invitation")


def test_an_invitation_of_another_match_cant_be_revoked(house: House) -> None:
    host, other = house.guest("Hanna"), house.guest("Other")
    match, elsewhere = draft_match(host), draft_match(other)
    invitation = invited(host, match)
    answer = other.delete(f"/api/matches/{elsewhere}/invitations/{invitation['id']}")
    assert refusal(answer) == (404, "no-invitation")
    assert accept_invitation(other, invitation["secret"]).status_code == 200


def test_an_invitation_from_before_the_start_is_invalid_after_it(house: House) -> None:
    host, ann, late = house.guest("Hanna"), house.guest("Ann"), house.guest("Late")
    match = house.drafted(host, "mixmath")
    spare = invited(host, match)["secret"]
    for guest in (host, ann):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert refusal(accept_invitation(late, spare)) == (409, "already-started")


def test_an_invited_person_can_preview_the_match(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = draft_match(host, terms={"visibility": "private", "title": "Friday"})
    secret = invited(host, match)["secret"]
    shown = ann.post("/api/invitation/preview", json={"secret": secret}).json()
    assert (shown["terms"]["title"], shown["roles"]) == ("Friday", ["invited"])
    assert refusal(ann.get(f"/api/matches/{match}")) == (404, "no-match")


# Visibility


@pytest.mark.parametrize(
    ("visibility", "listed", "seen"),
    [("public", True, True), ("unlisted", False, True), ("private", False, False)],
)
def test_visibility_controls_listing_and_access(
    house: House, visibility: str, listed: bool, seen: bool
) -> None:
    host, subscription = house.guest("Hanna"), house.guest("Looking")
    match = house.drafted(host, "mixmath", terms={"visibility": visibility})
    draft = host.post("/api/matches", json={"game": "mixmath", "terms": {"visibility": visibility}}).json()
    for client in (subscription, house.guest("")):
        assert refusal(client.get(f"/api/matches/{draft['id']}")) == (404, "no-match")
        assert (match in [one["id"] for one in client.get("/api/matches").json()]) == listed
        assert (client.get(f"/api/matches/{match}").status_code == 200) == seen
    assert match in [one["id"] for one in host.get("/api/matches?which=mine").json()]
    assert subscription.get("/api/matches?which=mine").json() == []


def test_a_title_like_terms_doesnt_list_a_match(house: House) -> None:
    host = house.guest("Hanna")
    terms = {"visibility": "unlisted", "title": '"visibility":"public"'}
    match = house.drafted(host, "mixmath", terms=terms)
    assert match not in [one["id"] for one in house.guest("").get("/api/matches").json()]


def test_a_match_without_spectators_is_left_out_of_the_list(house: House) -> None:
    hidden, (ann, _) = house.begun("mixmath", terms={"spectators": False})
    shown, _ = house.begun("mixmath", "Cyd Dan")
    listed = house.guest("").get("/api/matches?which=running")
    assert [one["id"] for one in listed.raise_for_status().json()] == [shown]
    assert hidden in [one["id"] for one in ann.get("/api/matches?which=running").json()]


def test_the_next_page_of_the_list_follows_the_last_match(house: House) -> None:
    host = house.guest("Hanna")
    made = []
    for _ in range(3):
        house.clock.time += 1
        made.append(house.drafted(host, "mixmath"))
    newest = house.guest("").get("/api/matches").json()
    assert [one["id"] for one in newest] == made[::-1]
    older = house.guest("").get("/api/matches", params={"before": newest[0]["created"]}).json()
    assert [one["id"] for one in older] == made[1::-1]


def test_pages_miss_no_match_of_one_moment(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A schedule drafts many matches at the same moment."""
    monkeypatch.setattr("numberhouse.server.matches.descriptions.MOST_LISTED", 2)
    host = house.guest("Hanna")
    made = {house.drafted(host, "mixmath") for _ in range(5)}
    seen: list[str] = []
    page = host.get("/api/matches").json()
    while page:
        assert len(page) <= 2
        seen += [one["id"] for one in page]
        query = {"before": page[-1]["created"], "before_id": page[-1]["id"]}
        page = host.get("/api/matches", params=query).json()
    assert len(seen) == 5
    assert set(seen) == made
    other = house.drafted(host, "addition-crypt")
    assert [one["id"] for one in host.get("/api/matches?game=addition-crypt").json()] == [other]


@pytest.mark.parametrize("game", ["sign-cook", "mixmath"])
def test_a_list_stays_small_whatever_its_matches_carry(house: House, game: str) -> None:
    """A row of the list has a fixed bound, as long as every text in it has its own."""
    host = house.guest("H" * 40)
    options = {"words": " ".join(f"w{number:07}" for number in range(25_000))} if game == "sign-cook" else {}
    match = house.drafted(host, game, terms={"title": "T" * 100})
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        row = connection.execute("SELECT options FROM matches").fetchone()
        large = msgspec.json.encode(msgspec.json.decode(row[0]) | options).decode()
        connection.execute("UPDATE matches SET options = ?", (large,))
    (listed,) = host.get("/api/matches").raise_for_status().json()
    answer = host.get("/api/matches")
    assert len(answer.content) < 3000
    assert listed["all_options"] is (game == "mixmath")
    assert bool(listed["options"]) is (game == "mixmath")
    assert "seed" not in listed
    assert len(host.get(f"/api/matches/{match}").content) > (200_000 if game == "sign-cook" else 500)


def test_a_list_shows_no_secret_option(house: House) -> None:
    host = house.guest("Hanna")
    house.drafted(host, "set-theory", options={"worths": [3, 3, 3, 3, 2, 2, 2, 1, 1, 1]})
    listed = [one.get("/api/matches").json()[0] for one in (host, house.guest("Ann"))]
    assert [match["all_options"] for match in listed] == [True, True]
    assert [[name in match["options"] for name in ("examples", "worths")] for match in listed] == [
        [True, False]
    ] * 2


def test_match_info_has_names_and_no_ids(house: House) -> None:
    match, players = house.begun("mixmath")
    ids = [player.get("/api/me").json()["id"] for player in players]
    subscription = house.guest("Looking")
    paths = [
        "/api/matches?which=running",
        f"/api/matches/{match}",
        f"/api/matches/{match}/view",
        f"/api/matches/{match}/updates",
        f"/api/matches/{match}/transcript?form=json",
        f"/api/matches/{match}/record",
    ]
    for path in paths:
        for client in (subscription, *players):
            text = client.get(path).raise_for_status().text
            assert not [one for one in ids if one in text], path
    assert "Ann" in subscription.get(paths[1]).text


def test_secret_options_are_in_no_description_until_the_end(house: House) -> None:
    host, ann, bob = house.guest("Hanna"), house.guest("Ann"), house.guest("Bob")
    worths = [3, 3, 3, 3, 2, 2, 2, 1, 1, 1]
    match = house.drafted(host, "set-theory", options={"worths": worths, "examples": 4})
    for guest in (ann, bob):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()

    def seen() -> list[bool]:
        everybody = (host, ann, bob, house.guest(""))
        assert [match_info(one, match)["options"]["examples"] for one in everybody] == [4] * 4
        return [match_info(one, match)["options"].get("worths") == worths for one in everybody]

    assert seen() == [False] * 4
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert seen() == [False] * 4
    secrets = f"/api/matches/{match}/desk/secrets"
    assert host.get(secrets).json() == {"secrets": {"worths": worths}}
    assert refusal(ann.get(secrets)) == (403, "not-allowed")
    assert {match_info(one, match)["seed"] for one in (host, ann, house.guest(""))} == {None}
    host.post(f"/api/matches/{match}/desk/stop", json={}).raise_for_status()
    assert seen() == [True] * 4
    assert match_info(ann, match)["seed"]


# Hosts


def test_a_match_may_have_several_hosts_and_keeps_at_least_one(house: House) -> None:
    host, second = house.guest("Hanna"), house.guest("")
    second.post("/api/register", json={"name": "Second", "password": "long enough"}).raise_for_status()
    match = draft_match(host)
    assert refusal(host.post(f"/api/matches/{match}/hosts", json={"name": "Nobody"})) == (404, "no-member")
    shown = host.post(f"/api/matches/{match}/hosts", json={"name": "second"}).json()
    assert shown["hosts"] == ["Hanna"]
    second.accept_offers()
    shown = second.get(f"/api/matches/{match}").json()
    assert sorted(shown["hosts"]) == ["Hanna", "Second"]
    second.post(f"/api/matches/{match}/open").raise_for_status()
    gone = second.delete(f"/api/matches/{match}/hosts", params={"name": "Hanna"})
    assert gone.json()["hosts"] == ["Second"]
    assert refusal(host.post(f"/api/matches/{match}/start")) == (403, "not-allowed")
    last = second.delete(f"/api/matches/{match}/hosts", params={"name": "Second"})
    assert refusal(last) == (409, "last-host")


def test_a_playing_host_cant_add_hosts_while_the_match_runs(house: House) -> None:
    second = house.guest("")
    second.post("/api/register", json={"name": "Second", "password": "long enough"}).raise_for_status()
    match, (ann, _) = house.begun("mixmath")
    assert refusal(ann.post(f"/api/matches/{match}/hosts", json={"name": "Second"})) == (403, "not-allowed")


# Assistance


@pytest.mark.parametrize("agreeing", [(), (0,), (1,), (0, 1)])
def test_assistance_needs_every_seat_and_reaches_the_games_options(
    house: House, agreeing: tuple[int, ...]
) -> None:
    host, bob = house.guest("Hanna"), house.guest("Bob")
    match = house.drafted(host, "mixmath")
    for seat, guest in enumerate((host, bob)):
        guest.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
        agreed = {"assistance": seat in agreeing}
        guest.post(f"/api/matches/{match}/assistance", json=agreed).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    shown = match_info(host, match)
    assert shown["options"]["assistance"] is (agreeing == (0, 1))
    assert [seat["assistance"] for seat in shown["seats"]] == [seat in agreeing for seat in (0, 1)]
    assert host.view(match)["view"]["options"]["assistance"] is (agreeing == (0, 1))


def test_a_host_cant_turn_assistance_on_alone(house: House) -> None:
    match, (ann, _) = house.begun("mixmath", options={"assistance": True})
    assert match_info(ann, match)["options"]["assistance"] is False
    opened = house.drafted(ann, "mixmath", options={"assistance": True})
    assert "assistance" not in match_info(ann, opened)["options"]


def test_assistance_is_settled_before_the_start(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")
    answer = ann.post(f"/api/matches/{match}/assistance", json={"assistance": True})
    assert refusal(answer) == (403, "not-allowed")


# Before the start


def test_impossible_options_are_refused_with_the_existing_ones(house: House) -> None:
    host = house.guest("Hanna")
    wrong = host.post("/api/matches", json={"game": "mixmath", "options": {"nonsense": 1}})
    assert refusal(wrong) == (400, "options")
    assert "assistance" in wrong.json()["message"]
    assert refusal(host.post("/api/matches", json={"game": "chess"})) == (404, "unknown-game")
    assert host.post("/api/matches", json={"game": "mixmath", "seats": 99}).status_code == 409
    bot = {"game": "mixmath", "bots": ["nobody"]}
    assert refusal(host.post("/api/matches", json=bot)) == (400, "unknown-bot")


def test_all_options_are_stored_so_new_defaults_change_no_match(house: House) -> None:
    host = house.guest("Hanna")
    match = house.drafted(host, "mixmath", options={"blanks": 2})
    usual = msgspec.json.decode(msgspec.json.encode(find("mixmath").game.options_type(blanks=2)))
    del usual["assistance"]  # the seats agree to it, and the start sets it
    assert match_info(host, match)["options"] == usual
    body = {"game": "mixmath", "options": {"blanks": 0}}
    assert host.put(f"/api/matches/{match}", json=body).json()["options"] == usual | {"blanks": 0}


def test_a_match_by_missing_rules_is_refused_with_the_kept_versions(house: House) -> None:
    match, (ann, _) = house.begun("mixmath")

    async def made_older() -> None:
        async with house.service.database.begin() as connection:
            await connection.execute(update(matches).where(matches.c.id == match).values(rules_version=99))

    run_in_loop(house, made_older())
    house.service.sessions.forget(match)
    versions = list(find("mixmath").versions)
    answer = ann.get(f"/api/matches/{match}/view")
    assert refusal(answer) == (500, "unplayable")
    assert answer.json()["values"] == {"rules": 99, "kept": versions}
    assert "began by version 99 of the rules of mixmath; the versions kept here are: " in answer.text
    assert match_info(ann, match)["status"] == "running"


def test_a_match_can_be_set_up_again_until_it_begins(house: House) -> None:
    host, ann = house.guest("Hanna"), house.guest("Ann")
    match = house.drafted(host, "mixmath")
    body = {"game": "mixmath", "terms": {"title": "Monday", "language": "ru"}}
    assert host.put(f"/api/matches/{match}", json=body).json()["terms"]["title"] == "Monday"
    assert refusal(host.put(f"/api/matches/{match}", json=FOUR)) == (409, "fixed-setup")
    assert refusal(host.put(f"/api/matches/{match}", json={**body, "seats": 3})) == (409, "fixed-setup")
    for guest in (host, ann):
        guest.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    assert refusal(host.put(f"/api/matches/{match}", json=body)) == (403, "not-allowed")


def test_a_draft_can_be_opened_once(house: House) -> None:
    host = house.guest("Hanna")
    match = draft_match(host)
    with concurrent.futures.ThreadPoolExecutor(4) as together:
        answers = list(together.map(host.post, [f"/api/matches/{match}/open"] * 4))
    assert sorted(answer.status_code for answer in answers)[0] == 200
    assert {answer.status_code for answer in answers} <= {200, 403, 409}
    assert match_info(host, match)["status"] == "open"


def test_setup_requests_that_race_with_the_start_are_refused(house: House) -> None:
    """The match may begin between the check of the roles and the change."""
    match, (ann, _) = house.begun("mixmath")
    matches = house.service.matches
    person = run_in_loop(house, house.service.people.find(ann.get("/api/me").json()["id"]))
    assert person is not None
    for doing, code in (
        (matches.leave(match, person), "already-started"),
        (matches.join(match, person, 0), "already-started"),
        (matches.open(match), "not-a-draft"),
    ):
        with pytest.raises(Refused) as caught:
            run_in_loop(house, doing)
        assert caught.value.code == code
    assert match_info(ann, match)["status"] == "running"
    body = {"game": "mixmath", "bots": ["random", "random"]}
    draft = ann.post("/api/matches", json=body).raise_for_status().json()["id"]
    with pytest.raises(Refused) as caught:
        run_in_loop(house, house.service.starter.start(draft))
    assert (caught.value.code, match_info(ann, draft)["status"]) == ("not-open", "draft")


# Limits


def test_the_open_matches_of_a_host_are_limited(tmp_path: Any) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, max_matches_per_host=3)) as house:
        host = house.guest("Hanna")
        made = [draft_match(host) for _ in range(3)]
        over = host.post("/api/matches", json={"game": "mixmath"})
        assert refusal(over) == (429, "too-many-matches")
        host.delete(f"/api/matches/{made[0]}").raise_for_status()
        assert host.post("/api/matches", json={"game": "mixmath"}).status_code == 201
        match, (ann, bob) = house.begun("mixmath")
        by_consent([ann, bob], match, "stop")
        for _ in range(3):
            assert ann.post("/api/matches", json={"game": "mixmath"}).status_code == 201


def test_the_seats_of_a_person_at_open_matches_are_limited(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("numberhouse.server.matches.making.quotas.MOST_WAITING", 2)
    host, ann = house.guest("Hanna"), house.guest("Ann")
    made = [house.drafted(host, "mixmath") for _ in range(3)]
    for match in made[:2]:
        ann.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    assert refusal(ann.post(f"/api/matches/{made[2]}/join", json={})) == (429, "too-many-seats")
    ann.post(f"/api/matches/{made[0]}/leave").raise_for_status()
    assert ann.post(f"/api/matches/{made[2]}/join", json={}).status_code == 200


def test_the_bots_at_the_matches_of_a_host_are_limited(tmp_path: Any) -> None:
    with House(Settings(database=str(tmp_path / "h.sqlite"), bots=0, max_bots_per_host=3)) as house:
        host = house.guest("Hanna")
        draft_match(host, bots=["random", "random"])
        over = host.post("/api/matches", json={"game": "mixmath", "bots": ["random", "random"]})
        assert refusal(over) == (429, "too-many-bots")
        match = draft_match(host, bots=["random"])
        one_more = host.put(f"/api/matches/{match}/seats/1", json={"bot": "random"})
        assert refusal(one_more) == (429, "too-many-bots")
        assert match_info(host, match)["seats"][1]["bot"] is None
        assert len(host.get("/api/matches?which=mine").json()) == 2


def test_a_match_has_at_most_two_hundred_invitations(house: House) -> None:
    host = house.guest("Hanna")
    match = draft_match(host)
    for _ in range(200):
        invited(host, match)
    answer = host.post(f"/api/matches/{match}/invitations", json={})
    assert refusal(answer) == (409, "too-many")
