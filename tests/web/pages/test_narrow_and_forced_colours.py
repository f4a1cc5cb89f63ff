"""Pages and boards in a window of 320 pixels, as at four times the usual size, and in the colours that the
system forces on them."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from numberhouse.registry import games
from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints, overflow, picture

NARROW: Final[ViewportSize] = {"width": 320, "height": 640}
PAGES: Final = ("/", "/tables", "/matches", "/settings", "/practice", "/sign-in", "/new", "/games/mixmath")


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def narrow(visitor: Visitor) -> Page:
    page = visitor(forced_colors="active")
    page.set_viewport_size(NARROW)
    page.request.post("/api/guest", data={"name": "Ann"})
    return page


def plays(page: Page, game: str) -> None:
    begun(page, game=game, seats=2, bots=[None, "random"], clock={"type": "none"})
    expect(page.get_by_role("button", name="Keys")).to_be_visible()


def style(target: Locator, name: str) -> Any:
    return target.evaluate("(one, name) => getComputedStyle(one).getPropertyValue(name)", name)


def test_pages_need_no_sideways_scrolling(visitor: Visitor) -> None:
    page = narrow(visitor)
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        assert not overflow(page), path


@pytest.mark.parametrize("game", sorted(games()))
def test_boards_need_no_sideways_scrolling(visitor: Visitor, game: str) -> None:
    page = narrow(visitor)
    plays(page, game)
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"{game}-320-forced-colours")


def test_forced_colours_show_what_is_chosen_and_the_main_button(visitor: Visitor) -> None:
    page = visitor(forced_colors="active")
    page.request.post("/api/guest", data={"name": "Ann"})
    plays(page, "addition-crypt")
    chosen = page.get_by_role("button", name=re.compile(r"^C\b"))
    chosen.press("c")
    page.keyboard.press("b")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert style(chosen, "border-top-width") == "3px"
    assert style(page.get_by_role("button", name=re.compile(r"^E\b")), "border-top-width") == "1px"
    save, resign = page.get_by_role("button", name="Save C* B"), page.get_by_role("button", name="Resign")
    assert style(save, "background-color") == style(resign, "color")
    page.keyboard.press("Tab")
    focused = page.get_by_role("radio", name="C scores")
    focused.focus()
    assert style(focused, "outline-style") == "solid"
    picture(page, "addition-crypt-forced-colours")
