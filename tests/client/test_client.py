"""The client: a program plays in a house, also when its connections break."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from numberhouse.cli.house import house as command
from numberhouse.client import Client, ClientError, Link, MatchView, Player, Unplayable
from numberhouse.contract.game import Chance
from numberhouse.protocol.play import Lobby
from numberhouse.protocol.terms import Terms
from numberhouse.registry import find
from numberhouse.server.base.settings import Settings
from tests.server.conftest import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = Settings(database=str(tmp_path / "house.sqlite"), bots=1, bot_seconds=0.2)
    with House(settings) as service:
        yield service


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with Client(house.address, patience=20) as service:
        yield service


def run(*args: str, **env: str) -> Any:
    return CliRunner(env={"NUMBERHOUSE_TOKEN": "", **env}).invoke(command, args)


def test_play_is_one_call_and_converts_the_view(client: Client) -> None:
    match = client.play("mixmath", bot="one-tile")
    assert match.status == "running"
    assert [chair.bot for chair in match.seats] == [None, "one-tile"]
    game = find("mixmath").game
    for current in client.live(match.id):
        assert isinstance(current, MatchView)
        view = current.as_view(game.view_type)
        if current.awaited:
            if view.scores[1]:
                break
            client.act(
                match.id, game.legal(view, 0).sample(Chance("x", current.number)), last_item=current.number
            )
    with pytest.raises(ClientError) as refused:
        client.act(match.id, {"type": "pass"}, last_item=0)
    assert refused.value.code == "late"
    assert refused.value.status == 409


def test_a_view_patched_by_updates_equals_a_snapshot(client: Client) -> None:
    match = client.play("turing-machine", seats=2, bot="random")
    game = find("turing-machine").game
    views = 0
    for current in client.live(match.id):
        assert isinstance(current, MatchView)
        fresh = client.view(match.id)
        assert not isinstance(fresh, Lobby)
        if (fresh.epoch, fresh.number) == (current.epoch, current.number):
            views += 1
            again = MatchView(
                current.epoch,
                current.number,
                current.seat,
                msgspec.json.decode(fresh.view),
                current.public_match,
            )
            assert current.as_view(game.view_type) == again.as_view(game.view_type)
        if current.awaited:
            legal = game.legal(current.as_view(game.view_type), 0)
            with contextlib.suppress(ClientError):  # an overtaken action is late
                client.act(match.id, legal.sample(Chance("y", current.number)), last_item=current.number)
        if current.over:
            assert current.public_match.outcome is not None
    assert views


def test_a_repeated_request_is_carried_out_once(client: Client) -> None:
    match = client.play("turing-machine", seats=1)
    first = client.act(match.id, {"type": "propose", "code": "123"}, key="one")
    again = client.act(match.id, {"type": "propose", "code": "123"}, key="one")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.number == first.number


def test_a_program_writes_in_the_rooms_of_its_seat(client: Client, house: House) -> None:
    client.guest("Ann")
    match = client.draft("mixmath", seats=2, bots=(None, "random"))
    client.open(match.id)
    client.join(match.id)
    client.start(match.id)
    room = next(room.id for room in client.rooms(match.id) if room.writable)
    message = client.say(match.id, room, "good luck")
    assert message.text == "good luck"
    assert [entry.text for entry in client.messages(match.id, room).messages] == ["good luck"]
    with Client(house.address) as other:
        other.guest("Bob")
        with pytest.raises(ClientError) as refused:
            other.say(match.id, room, "let me in")
    assert refused.value.status in (403, 404)


def test_refusals_carry_the_services_words(client: Client) -> None:
    client.guest("Ann")
    with pytest.raises(ClientError) as unknown:
        client.draft("chess")
    assert (unknown.value.status, unknown.value.code) == (404, "unknown-game")
    with pytest.raises(ClientError) as nowhere:
        client.match("nowhere")
    assert nowhere.value.code == "no-match"
    with pytest.raises(ClientError) as hidden:
        next(iter(client.live("nowhere")))
    assert hidden.value.code == "no-match"


def test_a_missing_service_is_unreachable() -> None:
    with Client("http://127.0.0.1:9", timeout=1, patience=0) as client:
        with pytest.raises(ClientError) as refused:
            client.guest("Ann")
        assert refused.value.code == "unreachable"
        with pytest.raises(ClientError) as broken:
            next(iter(client.live("any")))
        assert broken.value.code == "unreachable"


def test_a_broken_connection_resumes_by_number(client: Client, house: House) -> None:
    match = client.play("turing-machine", seats=1)
    views = client.live(match.id)
    first = next(views)
    assert isinstance(first, MatchView)
    for server in list(house.server.servers):
        del server
    # The service closes every open connection, as a restarted proxy would.
    for protocol in list(house.server.server_state.connections):
        if type(protocol).__name__.lower().startswith("web"):
            house.loop().call_soon_threadsafe(protocol.transport.abort)  # type: ignore[attr-defined]
    client.act(match.id, {"type": "propose", "code": "123"}, last_item=first.number)
    second = next(views)
    assert isinstance(second, MatchView)
    assert second.number == first.number + 1
    assert second.events, "a fresh view has none: it wasn't resumed"


def test_links_of_matches_and_invitations_work_under_any_path() -> None:
    assert Link.of("https://play.example.org/matches/Ab-1") == Link("https://play.example.org", "Ab-1")
    assert Link.of("localhost:8000/api/matches/x") == Link("http://localhost:8000", "x")
    assert Link.of("https://example.org/house/accept/s3") == Link("https://example.org/house", "", "s3")
    assert Link.of("https://example.org/invite#s3") == Link("https://example.org", "", "s3")
    for wrong in ("", "https://play.example.org", "ftp://a/matches/x", "https://a/games/x"):
        with pytest.raises(ClientError, match="leads to no match"):
            Link.of(wrong)


def test_a_bot_from_elsewhere_plays_to_the_end_by_token(client: Client, house: House) -> None:
    client.register("Ann", "a long password")
    match = client.draft("turing-machine", seats=2, bots=("random",))
    client.open(match.id)
    token = client.make_token("Bot of Ann")
    timer = threading.Timer(1.0, lambda: client.start(match.id))
    timer.start()
    url = f"{house.address}/matches/{match.id}"
    first = run("seat", url, "--bot", "careful", "--once", NUMBERHOUSE_TOKEN=token)
    timer.join()
    assert "Actions: 1." in first.output
    result = run("seat", url, "--bot", "careful", NUMBERHOUSE_TOKEN=token)
    assert result.exit_code == 0, result.output
    assert "careful sits on seat 2" in result.output
    # A random guess is right now and then.
    assert re.search(r"Turing Machine is over: place [12], ", result.output)
    assert client.match(match.id).status == "finished"
    assert token not in result.output


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_guest_bot_accepts_an_invitation_and_acts_once(
    client: Client, house: House, visibility: Any
) -> None:
    client.guest("Ann")
    match = client.draft("mixmath", seats=2, bots=("random",), terms=Terms(visibility=visibility))
    client.open(match.id)
    secret = client.invite(match.id)

    def start_when_full() -> None:
        while not client.match(match.id).seats[1].name:
            time.sleep(0.1)
        client.start(match.id)

    starter = threading.Thread(target=start_when_full, daemon=True)
    starter.start()
    result = run(
        "seat", f"{house.address}/invite#{secret}", "--bot", "one-tile", "--name", "Roamer", "--once"
    )
    starter.join(20)
    assert result.exit_code == 0, result.output
    assert "Actions: 1." in result.output
    assert client.match(match.id).seats[1].name == "Roamer"


def test_an_unknown_game_or_bot_is_refused_with_the_services_text(client: Client, house: House) -> None:
    client.guest("Ann")
    match = client.draft("mixmath", seats=2)
    client.open(match.id)
    url = f"{house.address}/matches/{match.id}"
    unknown = run("seat", url, "--bot", "deep")
    assert unknown.exit_code == 2
    assert "there is no bot 'deep'" in unknown.output
    assert [chair.name for chair in client.match(match.id).seats] == ["", ""]
    taken = run("seat", url, "--seat", "7")
    assert taken.exit_code == 2
    nowhere = run("seat", f"{house.address}/matches/nowhere")
    assert nowhere.exit_code == 2
    assert "there is no match" in nowhere.output


def test_other_rules_are_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    match = client.play("mixmath", bot="random")
    installed = find("mixmath")
    assert match.rules_version == installed.game.card.rules_version
    other = msgspec.structs.replace(match, rules_version=99)
    monkeypatch.setattr(client, "match", lambda _: other)
    with pytest.raises(Unplayable, match="version 99 of the rules of mixmath; the versions kept here are: 1"):
        Player(client, match.id, installed, installed.bot("random"))


def test_ctrl_c_before_the_start_gives_the_seat_back(client: Client, house: House) -> None:
    client.guest("Ann")
    match = client.draft("mixmath", seats=2)
    client.open(match.id)
    process = subprocess.Popen(
        [sys.executable, "-m", "numberhouse", "seat", f"{house.address}/matches/{match.id}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"NUMBERHOUSE_TOKEN": ""},
    )
    deadline = time.monotonic() + 30
    while not client.match(match.id).seats[0].name:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=20)
    assert process.returncode == 130, output
    assert "The seat is free again." in output
    assert client.match(match.id).seats[0].name == ""


def test_the_client_loads_no_server() -> None:
    heavy = ("litestar", "uvicorn", "psycopg", "apprise", "numba", "numpy")
    code = f"import sys, numberhouse.client; print([name for name in {heavy} if name in sys.modules])"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "[]"


def test_the_loop_of_the_documentation_plays_a_simultaneous_game(client: Client) -> None:
    match = client.play("addition-crypt", seats=4, bot="random").id
    game = find("addition-crypt").game
    for current in client.live(match):
        if isinstance(current, MatchView) and current.awaited:
            assert current.seat is not None
            legal = game.legal(current.as_view(game.view_type), current.seat)
            client.act(
                match,
                legal.sample(Chance("luck", current.number)),
                last_item=current.number,
                epoch=current.epoch,
            )
    assert client.match(match).status == "finished"
