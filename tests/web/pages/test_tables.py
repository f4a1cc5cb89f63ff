"""Open matches to join and running matches to watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

LOOKS = 10_000
"""Milliseconds between two refreshes of the open matches."""


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_match_lists_are_accessible(visitor: Visitor, house: House, phone: bool) -> None:
    host = house.guest("Anna")
    match = house.drafted(host, "mixmath", terms={"title": "Thursday evening"})
    host.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    running = {"game": "turing-machine", "seats": 1, "terms": {"visibility": "public"}}
    host.post("/api/play", json=running).raise_for_status()
    page = visitor("/tables", phone=phone)
    waiting = page.get_by_role("region", name="Waiting for players")
    expect(waiting.get_by_role("link", name="Thursday evening")).to_be_visible()
    expect(waiting.get_by_role("button", name="Sit down at Thursday evening")).to_be_visible()
    expect(
        page.get_by_role("region", name="Running: look on").get_by_role("link", name="Watch")
    ).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"tables-full-{'phone' if phone else 'wide'}")
    page.goto("/")
    expect(
        page.get_by_role("region", name="Open tables").get_by_role("link", name="Thursday evening")
    ).to_be_visible()


def test_tables_page_refreshes_by_itself(visitor: Visitor, house: House) -> None:
    page = visitor("/")
    page.clock.install()
    page.goto("/tables")
    expect(page.get_by_text("No table waits for players")).to_be_visible()
    house.drafted(house.guest("Anna"), "mixmath", terms={"title": "New one"})
    page.clock.fast_forward(LOOKS)
    expect(page.get_by_role("link", name="New one")).to_be_visible()
    page.get_by_role("combobox", name="Game").select_option("turing-machine")
    expect(page.get_by_role("link", name="New one")).to_have_count(0)
    expect(page.get_by_role("link", name="New match")).to_have_attribute("href", "/new?game=turing-machine")
