"""What a stranger does alone: play at once, take a name, leave and come back, and change the settings."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import FIRST_ACTIONS, TITLES, ends_turing_machine

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


@DEVICES
def test_play_now_to_the_end(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES["turing-machine"])
    ann.sees_own_seat()
    FIRST_ACTIONS["turing-machine"](ann)
    ends_turing_machine(ann)


@pytest.mark.long
@pytest.mark.parametrize("game", ["mixmath", "set-theory", "sign-cook", "addition-crypt"])
@DEVICES
def test_play_now_every_game(arrive: Arrival, device: str, game: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES[game])
    ann.sees_own_seat()
    ann.sees_nothing_wider_than_the_screen()


@DEVICES
def test_name_oneself(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES["turing-machine"])
    ann.sees_own_seat()
    ann.page.get_by_role("banner").get_by_role("link", name="Guest").click()
    ann.types("What others call you", "Anna of the Hill")
    ann.presses("Change the name")
    ann.sees("From now on you are {name}.", name="Anna of the Hill")
    expect(ann.finds("Anna of the Hill", "heading")).to_be_visible()


@DEVICES
def test_leave_and_come_back(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES["turing-machine"])
    FIRST_ACTIONS["turing-machine"](ann)
    ann.leaves()
    ann.comes_back()
    ann.opens("/")
    waiting = ann.page.get_by_role("region", name=ann.words("It is your turn"))
    expect(waiting).to_be_visible()
    ann.touches(waiting.get_by_role("link").first)
    ann.sees_own_seat()
    ann.finds("Ask verifier {letter}", "button", letter="A")


@DEVICES
def test_settings(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.finds("Play now: {game}", "button")
    ann.presses("Settings", "link")
    for choice in ("Less", "Dark", "Русский"):
        ann.presses(choice, "radio")
    ann.lang = "ru"
    ann.finds("Settings", "heading")
    expect(ann.page.get_by_role("radio", name=ann.words("Dark"))).to_be_checked()
    expect(ann.page.get_by_role("radio", name=ann.words("Less"))).to_be_checked()
