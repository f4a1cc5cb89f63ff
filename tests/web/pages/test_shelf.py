"""The home page: every game one click away, in both languages, on a phone too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_home_shows_every_game(visitor: Visitor, lang: str, phone: bool) -> None:
    page = visitor("/", lang=lang, phone=phone)
    expect(page.locator("nh-game-card").get_by_role("article")).to_have_count(5)
    assert page.evaluate("document.documentElement.lang") == lang
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"home-{lang}-{'phone' if phone else 'wide'}")


MOVED = """() => new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))
).observe({ type: "layout-shift", buffered: true }) ?? setTimeout(() => resolve(0), 1000))"""
"""How far the page has moved by itself since it began, as browsers measure it: 0.1 is a lot."""


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_home_stands_still_while_it_loads(visitor: Visitor, lang: str, phone: bool) -> None:
    page = visitor(lang=lang, phone=phone)
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.route("**/api/practice*", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator(".shelf .skeleton").first).to_be_visible()
    while len(held) < 2:
        page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    expect(page.locator("nh-game-card").get_by_role("article")).to_have_count(5)
    expect(page.get_by_role("article", name=re.compile("Today|дня"))).to_be_visible()
    assert page.evaluate(MOVED) < 0.03


def test_pages_of_the_house_begin_at_their_top(visitor: Visitor) -> None:
    page = visitor("/settings")
    page.get_by_role("heading", name="Settings").scroll_into_view_if_needed()
    page.get_by_role("link", name="Numberhouse").click()
    main = page.get_by_role("main")
    expect(main).to_be_focused()
    assert page.evaluate("() => window.scrollY") == 0
    page.locator("nh-game-card .picture").first.click()
    page.wait_for_url("**/games/*")


def test_one_click_starts_match_against_bots(visitor: Visitor) -> None:
    page = visitor("/")
    page.get_by_role("button", name="Play now: Sign Cook").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Your turn.")).to_be_visible()
