"""Fair play: no interface helps a seat without assistance, and nobody can choose the seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click.testing
import msgspec
import pytest

from numberhouse import client
from numberhouse.cli import house as commands
from numberhouse.contract.game import IllegalAction
from numberhouse.record import Sealed, verify
from numberhouse.registry import find, games
from numberhouse.server.storage.journal_entry import Expire
from numberhouse.testing.play import encoded
from tests.server.conftest import Guest, House
from tests.server.matches.test_leaks import TRANSCRIPTS, paths
from tests.server.support.hosting import hosted_match, refusal
from tests.server.support.listening import entered, inside

GAMES = list(games())


def start_match(
    house: House, game: str, agreed: tuple[bool, bool], **options: Any
) -> tuple[str, list[Guest]]:
    """A match of two whose seats agree to assistance or don't."""
    players = [house.guest(name) for name in ("Ann", "Bob")]
    match = house.drafted(players[0], game, seats=2, options=options)
    for player, agrees in zip(players, agreed, strict=True):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
        player.post(f"/api/matches/{match}/assistance", json={"assistance": agrees}).raise_for_status()
    players[0].post(f"/api/matches/{match}/start").raise_for_status()
    return match, players


def awaited(house: House, match: str) -> int:
    async def found() -> int:
        async with house.service.sessions.at(match) as session:
            return min(session.match.to_act)

    return inside(house, found())


def help_of(house: House, match: str, seat: int) -> list[bytes]:
    """The data that must not be sent: the list of legal actions, and their parts."""

    async def found() -> list[bytes]:
        async with house.service.sessions.at(match) as session:
            legal = session.match.legal(seat)
        lists = [list(legal.actions)] if len(legal.actions) > 1 else []
        return [encoded(item) for item in (*lists, *(part.describe for part in legal.parts)) if item]

    return inside(house, found())


def anywhere(body: bytes, wanted: bytes) -> bool:
    """Whether the JSON contains it, as it is or with another order of fields."""
    try:
        response = json.loads(body)
    except ValueError:
        return wanted in body
    item = json.loads(wanted)
    return any(value == item for value in values(response))


def values(item: Any) -> Iterator[Any]:
    yield item
    inner = item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()
    for value in inner:
        yield from values(value)


# Without assistance


@pytest.mark.parametrize("game", [game for game in GAMES if find(game).game.card.moves_are_hints])
def test_games_about_finding_moves_list_none_without_assistance(house: House, game: str) -> None:
    match, players = start_match(house, game, (False, False))
    seat = awaited(house, match)
    wanted = help_of(house, match, seat)
    assert wanted
    got = {}
    for path in (
        *paths(house),
        *(f"/transcript?{query}" for query in TRANSCRIPTS),
        "/updates?epoch=0&number=0",
    ):
        got[path] = players[seat].get(f"/api/matches/{match}{path}").content
    got["/api/games"] = players[seat].get(f"/api/games/{game}").content
    with players[seat].live(match, words="true") as live:
        got["live"] = str(live.recv(timeout=5)).encode()
        got["live, in words"] = str(live.recv(timeout=5)).encode()
        live.send(json.dumps({"type": "legal"}))
        got["live, asked"] = str(live.recv(timeout=5)).encode()
    with client.Client(house.address, token=token(players[seat])) as program:
        got["client"] = encoded([program.view(match), program.match(match), program.game(game)])
    for name, body in got.items():
        for item in wanted:
            assert not anywhere(body, item), name
    assert json.loads(got["/legal"])["code"] == "assistance-off"
    assert json.loads(got["live, asked"])["code"] == "message"
    assert json.loads(got["live, in words"])["legal"] is None


@pytest.mark.parametrize("game", [game for game in GAMES if not find(game).game.card.moves_are_hints])
def test_legal_actions_are_served_to_the_seat_only(house: House, game: str) -> None:
    match, players = start_match(house, game, (False, False))
    seat = awaited(house, match)
    response = players[seat].get(f"/api/matches/{match}/legal").raise_for_status().json()
    assert response["actions"] or response["parts"]
    assert house.guest("Eve").get(f"/api/matches/{match}/legal").json()["code"] == "not-allowed"
    other = players[1 - seat].get(f"/api/matches/{match}/legal", params={"as": seat}).json()
    assert other["code"] == "not-allowed"


def test_a_host_who_sees_everything_gets_no_legal_actions_of_a_seat(house: House) -> None:
    match, host, _ = hosted_match(house)
    assert refusal(host.get(f"/api/matches/{match}/legal", params={"as": 0})) == (403, "not-allowed")


def token(player: Guest) -> str:
    return str(player.post("/api/me/tokens", json={"name": "program"}).raise_for_status().json()["token"])


def test_the_client_requests_assistance_by_these_paths_only() -> None:
    words = ("legal", "hint", "advi", "solve", "analy", "best", "infer", "candidate", "member")
    named = [name for name in dir(client.Client) if any(word in name for word in words)]
    assert named == ["advise", "legal", "matches_of_member", "member"]  # the last two are about people


def test_without_assistance_the_client_gets_no_legal_actions(house: House) -> None:
    match, players = start_match(house, "mixmath", (False, False))
    seat = awaited(house, match)
    with client.Client(house.address, token=token(players[seat])) as program:
        for ask in (lambda: program.legal(match), lambda: program.advise(match, {"type": "pass"})):
            with pytest.raises(client.ClientError) as refused:
                ask()
            assert refused.value.code == "assistance-off"


@pytest.mark.parametrize("role", ["host", "spectator", "other seat", "seat by number", "with a past state"])
def test_others_cant_request_the_legal_actions_of_a_seat(house: House, role: str) -> None:
    match, players = start_match(house, "mixmath", (True, True))
    seat = awaited(house, match)
    guest, query = {
        "host": (players[0], "as=1"),
        "spectator": (house.guest(""), ""),
        "other seat": (players[1 - seat], f"as={seat}"),
        "seat by number": (house.guest("Eve"), f"as={seat}"),
        "with a past state": (house.guest("Eve"), f"as={seat}&entry=0"),
    }[role]
    assert guest.get(f"/api/matches/{match}/legal?{query}").status_code == 403


# With assistance


@pytest.mark.parametrize(
    ("agreed", "on"), [((True, True), True), ((True, False), False), ((False, True), False)]
)
def test_assistance_is_on_only_where_every_seat_agrees(
    house: House, agreed: tuple[bool, bool], on: bool
) -> None:
    match, players = start_match(house, "mixmath", agreed, assistance=not on)
    answers = [player.get(f"/api/matches/{match}/legal") for player in players]
    assert [answer.status_code for answer in answers] == [200 if on else 403] * 2
    assert [player.view(match)["view"]["options"]["assistance"] for player in players] == [on, on]


@pytest.mark.parametrize("game", GAMES)
def test_with_assistance_a_seat_gets_its_legal_actions(house: House, game: str) -> None:
    match, players = start_match(house, game, (True, True))
    seat = awaited(house, match)
    response = players[seat].get(f"/api/matches/{match}/legal").raise_for_status().json()
    legal = inside(house, legal_of(house, match, seat))
    assert response["actions"] == msgspec.to_builtins(list(legal.actions))[:5000]
    assert [part["name"] for part in response["parts"]] == [part.name for part in legal.parts]
    assert response["complete"] == (not legal.parts and len(legal.actions) <= 5000)
    if response["actions"]:
        players[seat].act(match, response["actions"][0]).raise_for_status()


async def legal_of(house: House, match: str, seat: int) -> Any:
    async with house.service.sessions.at(match) as session:
        return session.match.legal(seat)


def test_assistance_cant_change_once_the_match_runs(house: House) -> None:
    match, players = start_match(house, "mixmath", (True, False))
    assert players[1].post(f"/api/matches/{match}/assistance", json={"assistance": True}).status_code == 403
    assert players[0].get(f"/api/matches/{match}/legal").status_code == 403


# The seed


@pytest.mark.parametrize("game", GAMES)
def test_the_seed_is_committed_at_the_start_and_published_at_the_end(
    house: House, game: str, tmp_path: Path
) -> None:
    match, players = start_match(house, game, (False, False))
    watcher = house.guest("")
    promised = {person.get(f"/api/matches/{match}").json()["seed_digest"] for person in (*players, watcher)}
    seed = inside(house, seed_of(house, match))
    for path in paths(house):
        for person in (*players, watcher):
            assert seed.encode() not in person.get(f"/api/matches/{match}{path}").content, path
    sealed = watcher.get(f"/api/matches/{match}/record").raise_for_status().text
    assert any(isinstance(finding, Sealed) for finding in verify(sealed))
    finish(house, match)
    response = watcher.get(f"/api/matches/{match}").json()
    assert (response["status"], response["seed"], {response["seed_digest"]}) == ("finished", seed, promised)
    assert hashlib.sha256(response["seed"].encode()).hexdigest() == response["seed_digest"]
    record = watcher.get(f"/api/matches/{match}/record").raise_for_status().text
    assert verify(record) == []
    file = tmp_path / "match.jsonl"
    file.write_text(record)
    ran = click.testing.CliRunner().invoke(commands.house, ["verify", str(file)], standalone_mode=False)
    assert ran.return_value == 0, ran.output
    file.write_text(record.replace(seed, "0" * len(seed)))
    ran = click.testing.CliRunner().invoke(commands.house, ["verify", str(file)], standalone_mode=False)
    assert ran.return_value != 0


async def seed_of(house: House, match: str) -> str:
    async with house.service.sessions.at(match) as session:
        return session.row.seed


def finish(house: House, match: str) -> None:
    """Expire all seats until the match is over."""
    for _ in range(2000):
        try:
            entered(house, match, Expire(), seat=awaited(house, match))
        except (IllegalAction, ValueError):
            return
    raise AssertionError("the match doesn't end")


def test_everybody_at_the_table_learns_that_what_is_played_has_changed(house: House) -> None:
    """The page shows options, clock and help, and asks for them again when the lobby's digest changes."""
    ann, bob = house.guest("Ann"), house.guest("Bob")
    match = house.drafted(ann, "mixmath", seats=2)
    for player in (ann, bob):
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()

    def digests() -> set[str]:
        return {player.view(match)["public_match"]["setup"] for player in (ann, bob, house.guest(""))}

    seen = digests()
    bob.post(f"/api/matches/{match}/assistance", json={"assistance": True}).raise_for_status()
    seen |= digests()
    draft = {"game": "mixmath", "seats": 2, "clock": {"type": "turn", "seconds": 90.0}}
    ann.put(f"/api/matches/{match}", json=draft).raise_for_status()
    seen |= digests()
    ann.put(f"/api/matches/{match}", json=draft | {"options": {"challenge": True}}).raise_for_status()
    seen |= digests()
    assert len(seen) == 4  # one for everybody at a time
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    assert digests() == {""}
