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


LISTED = {
    "←": "ArrowLeft",
    "→": "ArrowRight",
    "↑": "ArrowUp",
    "↓": "ArrowDown",
    "Page Up": "PageUp",
    "Page Down": "PageDown",
    "Esc": "Escape",
    "Shift + Enter": "Shift+Enter",
    "R": "r",
    "…": "5",
}
"""Keys of the list whose name for Playwright is another."""

TRIED = (
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown", "Insert"),
    *("Enter", "Space", "Shift+Enter", "Delete", "Backspace", "Escape"),
    *"abcdefghijklmnopqrstuvwxyz0123456789+*-/=.,",
)

TAKEN = """() => {
  window.taken = false;
  window.addEventListener("keydown", (event) => (window.taken = event.defaultPrevented));
}"""


def test_mixmath_lists_every_key_and_no_other(visitor: Visitor) -> None:
    page = visitor()
    plays(page, "mixmath")
    listed = names_of(page)
    page.evaluate(TAKEN)
    taken = set()
    for key in TRIED:
        # A tile in pencil on a square with a sign: all keys have something to do.
        page.get_by_role("grid", name="Board").press("Escape")
        square = page.get_by_role("gridcell", name=re.compile("^E7:"))
        rack = page.get_by_role("group", name="Your rack").get_by_role("button")
        if "in pencil" not in (square.get_attribute("aria-label") or ""):
            rack.last.click()
            square.click()
        expect(square).to_have_attribute("aria-label", re.compile("in pencil"))
        square.press(key)
        if page.evaluate("taken"):
            taken.add(key)
    digits = set("0123456789")
    assert taken - digits == listed - digits
    assert digits <= taken
    assert {"0", "9"} <= listed


def names_of(page: Page) -> set[str]:
    """The keys of the board in the list, by their names for Playwright."""
    page.keyboard.press("?")
    expect(keys(page)).to_be_visible()
    rows = keys(page).get_by_role("term")
    expect(rows.nth(PAGE_KEYS)).to_be_visible()
    names = [rows.nth(number).locator("kbd").all_inner_texts() for number in range(rows.count() - PAGE_KEYS)]
    page.keyboard.press("Escape")
    return {LISTED.get(name, name) for row in names for name in row}


def test_sign_cook_lists_every_key_and_no_other(visitor: Visitor) -> None:
    page = visitor()
    plays(page, "sign-cook")
    listed = names_of(page)
    page.evaluate(TAKEN)
    taken: set[str] = set()

    def tries(at: Locator, *keys: str) -> None:
        for key in keys:
            at.press(key)
            if page.evaluate("taken"):
                taken.add(key)

    go(page, "Numbers Mine")
    cell = page.get_by_role("gridcell", name=re.compile("^C3:"))
    for key in TRIED:
        if cell.get_attribute("aria-selected") == "false":
            cell.click()
        tries(cell, key)
    go(page, "Garnet Stall")
    tries(page.get_by_role("radio", name="4", exact=True), *TRIED)
    go(page, "Your kitchen")
    row = page.get_by_role("group", name="Tiles of Expression 1")
    field = page.get_by_role("textbox", name="Expression 1", exact=True)
    for key in TRIED:
        field.fill("123")
        tries(row.get_by_role("button", name="2, tile 2 of 3"), key)
    tries(field, "Enter")
    assert taken - {"Shift+Enter"} == listed  # which is Enter too


def go(page: Page, place: str) -> None:
    page.get_by_role("button", name=place, exact=True).click()
    expect(page.get_by_role("heading", name=place)).to_be_visible()


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
