"""The list of keys behind `?`, and the switch that turns single letters off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from numberhouse.registry import games
from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints

PAGE_KEYS = 4
"""Rows of the list that every match has."""


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def plays(page: Page, game: str, seats: int = 2) -> None:
    page.request.post("/api/guest", data={"name": "Ann"})
    begun(page, game=game, seats=seats, bots=[None, *["random"] * (seats - 1)], clock={"type": "none"})
    expect(page.get_by_role("button", name="Keys")).to_be_visible()


def keys(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("^Keys:"))


def typed(page: Page, field: Locator) -> None:
    field.press("?")
    expect(field).to_have_value("?")
    expect(keys(page)).to_have_count(0)


@pytest.mark.parametrize("game", sorted(games()))
def test_every_board_lists_its_keys(visitor: Visitor, game: str) -> None:
    page = visitor()
    plays(page, game)
    page.keyboard.press("?")
    expect(keys(page)).to_be_visible()
    expect(keys(page).get_by_role("definition").nth(PAGE_KEYS)).to_be_visible()
    expect(keys(page)).to_contain_text("this list")
    assert not complaints(page)
    page.keyboard.press("Escape")
    expect(keys(page)).to_have_count(0)


def test_list_opens_by_button_and_gives_the_focus_back(visitor: Visitor) -> None:
    page = visitor()
    plays(page, "turing-machine")
    opener = page.get_by_role("button", name="Keys")
    opener.press("Enter")
    expect(keys(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.get_by_role("tab", name="As text").press("Enter")
    typed(page, page.get_by_role("textbox", name="Command"))


def test_touch_screen_offers_the_keys_once_one_has_been_pressed(visitor: Visitor) -> None:
    page = visitor(phone=True, is_mobile=True)
    page.request.post("/api/guest", data={"name": "Ann"})
    begun(page, game="turing-machine", seats=1)
    opener = page.locator("nh-keys .opener")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(opener).to_be_hidden()
    page.keyboard.press("Tab")
    expect(opener).to_be_visible()


def test_single_letters_can_be_turned_off(visitor: Visitor) -> None:
    page = visitor("/settings")
    switch = page.get_by_role("checkbox", name=re.compile("^Single letters and signs act"))
    expect(switch).to_be_checked()
    switch.press("Space")
    page.reload()
    expect(switch).not_to_be_checked()
    plays(page, "addition-crypt")
    node = page.get_by_role("button", name=re.compile(r"^C\b"))
    node.press("c")
    page.keyboard.press("?")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name=re.compile(r"^D\b"))).to_be_focused()
    expect(node).to_have_attribute("aria-pressed", "false")
    expect(keys(page)).to_have_count(0)
    page.get_by_role("button", name="Keys").press("Enter")
    expect(keys(page)).to_contain_text("turned off in the settings")
    page.keyboard.press("Escape")
    page.goto("/settings")
    switch.press("Space")
    page.go_back()
    node.press("c")
    expect(node).to_have_attribute("aria-pressed", "true")
