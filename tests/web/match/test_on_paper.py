"""A running match on paper: buttons that state facts are printed, buttons for actions aren't (look.md)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, picture

FACTS = {
    "turing-machine": ("Cross out", 15),
    "mixmath": (r"^\d+$", 7),
    "addition-crypt": (r"^[A-G] ", 7),
    "set-theory": (r"^Set [A-J]$", 10),
}
"""The prefix of some buttons' names, and their least number."""


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


@pytest.mark.parametrize("game", FACTS)
def test_buttons_with_facts_are_printed(visitor: Visitor, game: str) -> None:
    pattern, least = FACTS[game]
    page = start_match(visitor, game)
    facts = page.locator("main").get_by_role("button", name=re.compile(pattern))
    expect(facts.nth(least - 1)).to_be_visible()
    page.emulate_media(media="print")
    expect(facts.nth(least - 1)).to_be_visible()
    expect(page.get_by_role("button", name="Resign")).to_be_hidden()
    picture(page, f"{game}-running-print")


def test_pantry_is_printed_from_kitchen(visitor: Visitor) -> None:
    page = start_match(visitor, "sign-cook")
    page.get_by_role("button", name="Your kitchen").click()
    tile = page.get_by_role("button", name="7: 1 tile")
    expect(tile).to_be_visible()
    page.emulate_media(media="print")
    expect(tile).to_be_visible()
    expect(page.get_by_role("button", name="Serve nothing")).to_be_hidden()


def start_match(visitor: Visitor, game: str) -> Page:
    page = visitor()
    answer = page.request.post("/api/guest", data={"name": "Ann"})
    assert answer.ok, answer.text()
    answer = page.request.post("/api/play", data={"game": game})
    assert answer.ok, answer.text()
    page.goto(f"/match/{answer.json()['id']}")
    return page
