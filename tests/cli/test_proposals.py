"""`numberhouse proposals`: the open proposals of a match in a house elsewhere, and the answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from numberhouse.server.base.settings import Settings
from tests.cli.conftest import Run
from tests.server.conftest import House
from tests.server.support.hosting import member


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0)) as made:
        yield made


def test_a_player_lists_declines_and_accepts(house: House, run: Run) -> None:
    ann, bob = member(house, "Ann"), member(house, "Bob")
    match = house.drafted(ann, "addition-crypt", seats=2)
    for seat, player in enumerate((ann, bob)):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    ann.post(f"/api/matches/{match}/start").raise_for_status()
    proposals = f"/api/matches/{match}/proposals"
    ann.post(proposals, json={"kind": "expire", "seat": 1}).raise_for_status()
    ann.post(proposals, json={"kind": "pause"}).raise_for_status()
    token = bob.post("/api/me/tokens", json={"name": "terminal"}).json()["token"]
    environment = {"NUMBERHOUSE_TOKEN": token}
    url = f"{house.address}/matches/{match}"
    listed = run("proposals", url, env=environment)
    assert listed.output.splitlines() == [
        "1  expire seat 1  by seat 0  waits for seats 1",
        "2  pause  by seat 0  waits for seats 1",
    ]
    assert run("proposals", url, "--decline", "1", env=environment).output == "declined\n"
    assert run("proposals", url, "--accept", "2", env=environment).output == "accepted, and carried out\n"
    assert ann.get(f"/api/matches/{match}").json()["status"] == "paused"
    assert run("proposals", url, env=environment).output == ""
    again = run("proposals", url, "--accept", "2", env=environment)
    assert (again.exit_code, "isn't open any more" in again.output + again.stderr) == (2, True)
    assert run("proposals", house.address, env=environment).exit_code == 2
