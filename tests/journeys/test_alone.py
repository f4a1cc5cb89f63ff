"""What a stranger does alone: play at once, leave and come back, and change the settings."""

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
def test_settings_are_kept(arrive: Arrival, device: str) -> None:
    ann = arrive("Anna", device)
    ann.opens("/")
    ann.finds("Play now: {game}", "button")
    ann.presses("Settings", "link")
    ann.finds("Settings", "heading")
    ann.presses("A soft knock when it is your turn", "checkbox")
    ann.finds("Hear it", "button")
    for choice in ("Less", "Dark", "Русский"):
        ann.presses(choice, "radio")
    ann.lang = "ru"
    for _ in range(2):
        ann.finds("Settings", "heading")
        for choice in ("Dark", "Less"):
            expect(ann.page.get_by_role("radio", name=ann.words(choice))).to_be_checked()
        knock = ann.page.get_by_role("checkbox", name=ann.words("A soft knock when it is your turn"))
        expect(knock).to_be_checked()
        ann.looks_around("settings")
        ann.leaves()
        ann.comes_back()
        ann.opens("/settings")
    ann.presses("Numberhouse", "link")
    ann.finds("Which game?", "heading")
    expect(ann.page.locator("html")).to_have_attribute("lang", "ru")
    ann.looks_around("front-page-dark-russian")
