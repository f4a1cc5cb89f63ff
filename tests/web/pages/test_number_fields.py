"""Fields for numbers: what is no number stays as it was typed and is refused, in all forms and on boards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from numberhouse.registry import games
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def test_no_form_has_the_browsers_own_number_field() -> None:
    """It drops the characters that it doesn't know: −20 becomes 20."""
    sources = [*(ROOT / "web/src").rglob("*.ts"), *(ROOT / "src/numberhouse/games").glob("*/board/**/*.ts")]
    assert sources
    own = re.compile(r"""type=["']?number|valueAsNumber""")
    assert [str(path) for path in sources if own.search(path.read_text(encoding="utf-8"))] == []


def opened(visitor: Visitor, game: str) -> Page:
    """The form for a new match of the game, with everything unfolded."""
    page = visitor(f"/new?game={game}")
    page.get_by_role("combobox", name="Kind", exact=True).select_option("turn")
    for words in ("More:", "More options"):
        fold = page.locator("summary").filter(has_text=words)
        if fold.count():
            fold.first.click()
    return page


@pytest.mark.parametrize("game", sorted(games()))
def test_a_number_is_kept_as_typed_or_refused(visitor: Visitor, game: str) -> None:
    page = opened(visitor, game)
    fields = page.get_by_role("spinbutton")
    expect(fields.first).to_be_visible()
    made: list[str] = []
    page.on("request", lambda request: made.append(request.url) if request.method == "POST" else None)
    for index in range(fields.count()):
        field = fields.nth(index)
        if not field.is_visible():
            continue
        usual = field.input_value()
        for typed in ("12.5.1", "1e3", "twelve", "−20x", "12,5,1"):
            field.fill(typed)
            field.press("Tab")
            expect(field).to_have_value(typed)
            expect(field).to_have_attribute("aria-invalid", "true")
        page.get_by_role("button", name="Create the match").click()
        expect(field).to_be_focused()
        field.fill(usual)
        field.press("Tab")
        expect(field).to_have_attribute("aria-invalid", "false")
    assert not made
    assert not complaints(page)


def test_a_minus_sign_and_a_fraction_are_read_as_such(visitor: Visitor) -> None:
    page = opened(visitor, "addition-crypt")
    base = page.get_by_role("spinbutton", name="Base of the digits")
    base.fill("−20")
    page.get_by_role("button", name="Create the match").click()
    expect(page.get_by_role("alert")).to_contain_text("-20; 2 to 36 is possible")
    base.fill("12.5")
    base.press("Tab")
    expect(base).to_have_value("12.5")
    expect(page.get_by_text("A whole number is possible, such as 12.")).to_be_visible()
    base.fill("11")
    base.press("ArrowDown")
    expect(base).to_have_value("10")
    amount = page.get_by_role("spinbutton", name="How many").first
    amount.fill("1.5")
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/match/*")
    clock = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()["clock"]
    assert clock["seconds"] == 90


def test_a_digit_too_many_makes_no_other_number(visitor: Visitor) -> None:
    page = visitor()
    page.request.post("/api/guest", data={"name": "Ann"})
    answer = page.request.post("/api/play", data={"game": "set-theory", "clock": {"type": "none"}})
    page.goto(f"/match/{answer.json()['id']}")
    field = page.get_by_role("textbox", name="Number", exact=True)
    for typed in ("1234567", "−20", "12.5"):
        field.fill(typed)
        expect(field).to_have_value(typed)
        expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("1234567")
    expect(page.get_by_text("1234567 has too many digits: numbers up to 999,999 are placed.")).to_be_visible()
