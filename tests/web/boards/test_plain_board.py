"""Games from other packages play in the browser, with a board of their own or without one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from numberhouse.registry import InstalledGame, find, games
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.match.test_match_page import join_match

EXAMPLE = Path(__file__).parents[3] / "examples" / "hidden-nim" / "src"
ENTRY = """[numberhouse.games]
hidden-nim = hidden_nim
"""


@pytest.fixture(autouse=True)
def hidden_nim(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[InstalledGame]:
    """The example, installed for the test alone."""
    told = tmp_path / "hidden_nim-1.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: hidden-nim\nVersion: 1\n")
    (told / "entry_points.txt").write_text(ENTRY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE)
    games.cache_clear()
    installed = find("hidden-nim")
    if not hasattr(request, "param"):  # without its board
        installed.__dict__["contents"] = replace(installed.contents, board=None)
    yield installed
    monkeypatch.undo()
    games.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "hidden_nim"]:
        del sys.modules[name]


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_plain_board_plays_match_with_buttons(
    visitor: Visitor, house: House, hidden_nim: InstalledGame, phone: bool
) -> None:
    ann, bob = visitor(phone=phone), visitor(phone=phone)
    join_match(house, hidden_nim.id, ann, bob, clock={"type": "none"})
    for turn in range(40):
        page = (ann, bob)[turn % 2]
        over = page.get_by_role("link", name="Review", exact=True)
        expect(page.get_by_text("Your turn.").or_(over)).to_be_visible()
        if not page.get_by_text("Your turn.").count():
            break
        if turn == 0:
            expect(page.get_by_role("button", name="Take").first).to_be_visible()
            assert not overflow(page)
            assert not complaints(page)
            picture(page, f"plain-board-{'phone' if phone else 'wide'}")
        page.get_by_role("button", name="Take").last.click()
        expect(page.get_by_text("Your turn.")).to_have_count(0)
    for page in (ann, bob):
        expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()


@pytest.mark.parametrize("hidden_nim", ["with its board"], indirect=True)
def test_board_of_external_package_plays_match(
    visitor: Visitor, house: House, hidden_nim: InstalledGame
) -> None:
    ann, bob = visitor(), visitor()
    join_match(house, hidden_nim.id, ann, bob, clock={"type": "none"})
    for turn in range(40):
        page = (ann, bob)[turn % 2]
        over = page.get_by_role("link", name="Review", exact=True)
        taken = page.locator("nh-board-hidden-nim").get_by_role("button", name="Take")
        expect(taken.first.or_(over)).to_be_visible()
        if not taken.count():
            break
        assert not complaints(page)
        taken.last.click()
        expect(taken).to_have_count(0)
    for page in (ann, bob):
        expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
