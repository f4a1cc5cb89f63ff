"""Four browsers in one match: one loses its connection and returns, one resigns, and all play a rematch."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.web.boards.test_turing_machine_board import CLASSIC, dial, start_match
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.match.test_match_page import Wire

CODES: Final = ("345", "111", "225")
"""The proposals of Ann, Bob and Cid; none is the code, 241."""


def propose(page: Page, code: str) -> None:
    """Set the dial and ask the first verifier about it."""
    dial(page, code)
    page.get_by_role("button", name=f"Propose {code}").click()
    page.get_by_role("button", name="Ask verifier A").click()
    expect(page.get_by_role("img", name=re.compile("Verifier A says (yes|no)"))).to_be_visible()
    page.get_by_role("button", name="Ask no more").click()


def solve(page: Page, code: str) -> None:
    dial(page, code)
    page.get_by_role("button", name=f"The code is {code}").click()
    page.get_by_role("button", name=f"Say {code}").click()


def lines(page: Page) -> list[Any]:
    """The lines of the match's public log."""
    match = page.url.rpartition("/")[2]
    told = page.request.get(f"/api/matches/{match}/text").json()["log"]
    return [line for item in told for line in item["lines"]]


def test_four_browsers_play_to_the_end_and_a_rematch(visitor: Visitor) -> None:
    ann, bob, cid, dot = pages = [
        visitor("/"),
        visitor("/", phone=True),
        visitor("/", color_scheme="dark"),
        visitor("/", reduced_motion="reduce"),
    ]
    wire = Wire(cid)
    start_match(*pages, problem=CLASSIC)
    for page, code in zip(pages, CODES, strict=False):
        propose(page, code)
    expect(ann.get_by_text("Awaited: Dot.")).to_be_visible()

    # Cid is cut off, and meanwhile Dot resigns, which closes the questions of the round.
    wire.cut()
    expect(cid.get_by_text("The connection is lost")).to_be_visible()
    dot.get_by_role("button", name="Resign").click()
    dot.get_by_role("group", name="Resign").get_by_role("button", name="Resign").click()
    expect(dot.get_by_text("You have resigned; the others play on.")).to_be_visible()
    expect(dot.get_by_role("button", name="Resign")).to_have_count(0)
    for page in (ann, bob):
        page.get_by_role("button", name="Not yet").click()
    expect(ann.get_by_text("Sealed until all have spoken.")).to_be_visible()
    picture(cid, "four-connection-lost")

    wire.mend()
    expect(cid.get_by_text("The connection is lost")).to_have_count(0)
    cid.get_by_role("button", name="Not yet").click()
    for page in (ann, bob, cid):
        expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    assert lines(cid).count("You have spoken.") == 1

    # In round 2 Ann and Cid know the code, and Bob says a wrong one.
    for page in (ann, bob, cid):
        page.get_by_role("button", name="Ask nothing").click()
    solve(ann, "241")
    solve(bob, "345")
    solve(cid, "241")
    # Bob and Dot, who haven't found it, may search on instead.
    for page in (bob, dot):
        expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
        expect(page.get_by_text("The code is 241.", exact=True)).to_have_count(0)
        page.get_by_role("button", name="Show the solution").click()
    for page in pages:
        expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
        expect(page.get_by_text("The code is 241.", exact=True)).to_be_visible()
        assert not overflow(page)
    assert not complaints(bob)
    picture(bob, "four-over-phone")

    over = ann.url
    for page in pages:
        # Whom the first one's asking reaches before the press accepts with it.
        page.get_by_role("button", name=re.compile("^(Rematch|Accept)$")).click()
    for page in pages:
        expect(page).not_to_have_url(over)
        expect(page.get_by_role("region", name="Result")).to_have_count(0)
        expect(page.get_by_text("Round 1", exact=True)).to_be_visible()
        expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(4)
    assert len({page.url for page in pages}) == 1
    propose(dot, "345")
    expect(ann.get_by_text("1 question, has finished asking")).to_be_visible()
    expect(ann.get_by_text("Through with their questions: Dot.")).to_be_visible()
