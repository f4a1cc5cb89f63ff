"""A first match in a real browser: prompts wait for the right action and answer the wrong one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


ROUNDS = (
    ("Ask verifier A", "the first digit"),
    ("Ask verifier B", "Ask C"),
    ("Ask verifier C", "You don’t yet"),
    ("Not yet", "A new round"),
    ("Do it for me", "Ask B again"),
    ("Ask verifier B", "Now D"),
    ("Ask verifier D", "ask no more"),
    ("Ask no more", "Which code is it?"),
)
"""The buttons of both rounds, each with words of the prompt that follows."""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_page_says_that_board_is_coming(visitor: Visitor) -> None:
    page = visitor()
    held: list[Route] = []
    page.route("**/api/practice/set-theory/first-match", lambda route: held.append(route))
    page.goto("/learn/set-theory/first-match")
    expect(page.get_by_text("The board is being laid out…")).to_be_visible()
    assert not complaints(page)
    picture(page, "first-match-waiting")
    held[0].continue_()
    progress = page.get_by_role("img", name="Step 1 of 4")
    expect(progress).to_be_visible()
    expect(progress.locator("span")).to_have_count(4)  # three steps, and one alone
    expect(page.get_by_text("The board is being laid out…")).to_have_count(0)


def test_newcomer_learns_turing_machine_on_telephone(visitor: Visitor) -> None:
    page = visitor("/games/turing-machine", phone=True)
    page.get_by_role("link", name="Learn in three minutes").click()
    coach = page.get_by_role("region", name="What to do")
    progress = coach.get_by_role("img", name="Step 1 of 11")
    expect(progress.locator("span")).to_have_count(11)
    expect(coach).to_contain_text("propose 342")
    press(page, "Propose 123")  # what the dials show
    expect(coach.get_by_role("alert")).to_contain_text("Set △ to 3")
    assert not complaints(page)
    picture(page, "first-match-wrong")
    press(page, "Do it for me")
    expect(coach).to_contain_text("Now ask verifier A")
    expect(coach.get_by_role("alert")).to_be_empty()
    press(page, "Ask verifier B")
    expect(coach.get_by_role("alert")).to_contain_text("Ask verifier A first")
    for name, prompt in ROUNDS:
        press(page, name)
        expect(coach).to_contain_text(prompt)
    picture(page, "first-match-last-step")
    press(page, "Do it for me")
    expect(coach.get_by_role("heading", name="You can play Turing Machine")).to_be_in_viewport()
    expect(coach).to_be_focused()
    assert overflow(page) == 0
    assert not complaints(page)
    picture(page, "first-match-end")
    expect(coach).to_contain_text("its review says how good each of your steps was")
    coach.get_by_role("button", name="Play a whole match").click()
    expect(page).to_have_url(re.compile("/match/"))
    expect(page.get_by_text("assistance is on")).to_be_visible()
    page.goto("/games/turing-machine")
    expect(page.get_by_role("button", name="Play now")).to_have_class("primary")
