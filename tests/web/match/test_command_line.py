"""The command field above the position in words: a match by keyboard alone, with spoken answers."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor, complaints


def ask(page: Page, typed: str) -> None:
    page.keyboard.press("Control+A")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")


def test_a_round_is_played_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor()
    assert page.request.post("/api/guest", data={"name": "Ann"}).ok
    answer = page.request.post("/api/play", data={"game": "addition-crypt"})
    page.goto(f"/match/{answer.json()['id']}")
    page.get_by_role("tab", name="As text").click()
    field = page.get_by_role("textbox", name="Command")
    told = page.locator("nh-command-line").get_by_role("status")
    field.focus()
    ask(page, "row start")
    expect(told).to_have_text("start  0  1  2  3  4  5  6")
    ask(page, "nonsense")
    expect(told).to_contain_text("not understood")
    expect(field).to_have_value("nonsense")
    ask(page, "A* B")
    expect(told).to_have_text("Done: A* B")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    ask(page, "last")
    expect(told).to_contain_text("You submit A* B.")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(field).to_have_value("A* B")
    assert not complaints(page)
