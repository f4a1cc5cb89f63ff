"""A game that leaves decisions to its host, installed for a test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from numberhouse.registry import InstalledGame, find, games
from tests.server.conftest import Guest, House

OUTSIDE = Path(__file__).parent / "outside"


@pytest.fixture
def refereed(monkeypatch: pytest.MonkeyPatch) -> Iterator[InstalledGame]:
    """`pick`, with words for its rulings and presets."""
    monkeypatch.syspath_prepend(OUTSIDE)
    games.cache_clear()
    yield find("pick")
    monkeypatch.undo()
    games.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "refereed"]:
        del sys.modules[name]


def play_round(players: list[Guest], match: str, number: int = 0, **picks: int) -> None:
    """All seats pick 4, or a possible number that is given by seat: `s0=2`."""
    for seat, player in enumerate(players):
        card = player.view(match)["view"]["card"]
        pick = picks.get(f"s{seat}", 4 if card != 4 else 3)
        action: Any = {"type": "pick", "round": number, "number": pick}
        player.act(match, action).raise_for_status()


def hosted_pick(
    house: House, rounds: int = 2, names: str = "Ann Bob", **more: Any
) -> tuple[str, Guest, list[Guest]]:
    """A running match of `pick` whose host doesn't play; the cards are 1 and 2."""
    host, players = house.guest("Hanna"), [house.guest(name) for name in names.split()]
    options = {"rounds": rounds, "cards": [1, 2, 1][: len(players)]}
    match = house.drafted(host, "pick", seats=len(players), options=options, **more)
    for seat, player in enumerate(players):
        player.post(f"/api/matches/{match}/join", json={"seat": seat}).raise_for_status()
    host.post(f"/api/matches/{match}/start").raise_for_status()
    return match, host, players
