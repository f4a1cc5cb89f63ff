"""The home page: every game one click away, in both languages, on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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


def test_one_click_starts_match_against_bots(visitor: Visitor) -> None:
    page = visitor("/")
    page.get_by_role("button", name="Play now: Sign Cook").click()
    page.wait_for_url("**/match/*")
    expect(page.get_by_text("Your turn.")).to_be_visible()
