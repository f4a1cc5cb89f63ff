"""A service without bots offers play between people, and nothing that it would refuse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.web.conftest import Visitor, overflow, picture


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    settings = Settings(database=str(tmp_path / "house.sqlite"), bots=0, requests_per_minute=100_000)
    with House(settings, dozing=False) as house:
        yield house


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_house_without_bots_offers_no_bots(visitor: Visitor, phone: bool) -> None:
    page = visitor("/", phone=phone)
    expect(page.get_by_role("button", name="Invite friends")).to_have_count(5)
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)
    expect(page.get_by_text("Number games against other people.")).to_be_visible()
    assert not overflow(page)
    picture(page, f"home-without-bots-{'phone' if phone else 'wide'}")


def test_game_page_without_bots_offers_people(visitor: Visitor) -> None:
    page = visitor("/games/set-theory")
    expect(page.get_by_role("button", name="Invite friends")).to_be_visible()
    expect(page.get_by_role("heading", name="Against bots")).to_have_count(0)
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)
    page.get_by_role("link", name="All rules").click()
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)
    page.get_by_role("link", name="More ways to play").click()
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_url("**/match/*")
