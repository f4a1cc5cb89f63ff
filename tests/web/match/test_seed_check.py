"""Two guests play a match to its end, and check that nobody chose its seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

CHECK = {"en": "Check this match", "ru": "Проверить эту партию"}
FITS = {"en": "Nobody chose the seed", "ru": "Зерно никто не выбирал"}
KEPT = "numberhouse.contributions"


@pytest.fixture
def house(tmp_path: Path) -> Any:
    with House(Settings(database=str(tmp_path / "house.sqlite"), bots=0)) as made:
        yield made


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def played(visitor: Visitor, lang: str = "en") -> tuple[Page, Page]:
    """Two strangers meet by a link, and play a match of Mixmath until one has resigned."""
    ann = visitor("/", lang="en")
    card = ann.get_by_role("article").filter(has_text="Mixmath")
    card.get_by_role("button", name="Invite friends").click()
    ann.wait_for_url("**/match/*")
    bob = visitor(ann.url, lang=lang, phone=True)
    bob.get_by_label({"en": "Your name at the table", "ru": "Ваше имя за столом"}[lang]).fill("Bob")
    bob.get_by_role("button", name={"en": "Take the seat", "ru": "Занять место"}[lang]).click()
    expect(ann.get_by_text("Everybody is here: begin.")).to_be_visible()
    press(ann, "Begin")
    words = {"en": ("Resign", "Review"), "ru": ("Сдаться", "Разбор")}
    resign = words[lang][0]
    bob.locator("nh-players").wait_for()
    bob.get_by_role("button", name=resign).first.click()
    bob.get_by_role("group", name=resign).get_by_role("button", name=resign).click()
    for page, (_, review) in ((ann, words["en"]), (bob, words[lang])):
        expect(page.get_by_role("link", name=review, exact=True)).to_be_visible()
    return ann, bob


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_two_guests_play_to_the_end_and_check_the_match(visitor: Visitor, lang: str) -> None:
    ann, bob = played(visitor, lang)
    for page, words in ((ann, "en"), (bob, lang)):
        press(page, CHECK[words])
        expect(page.get_by_text(FITS[words])).to_be_visible()
    match = ann.url.rpartition("/")[2]
    info = ann.request.get(f"/api/matches/{match}").json()
    for seat, page in enumerate((ann, bob)):
        kept = json.loads(page.evaluate(f"() => localStorage.getItem('{KEPT}')"))[match]
        assert kept == {
            "seat": seat,
            "contribution": info["contributions"][seat],
            "commitment": info["commitment"],
            "committedFirst": True,
        }
    bob.locator("nh-seed-check summary").click()
    expect(bob.get_by_text(info["secret"], exact=True)).to_be_visible()
    expect(bob.locator("nh-seed-check pre")).to_contain_text("| sha256sum")
    assert not overflow(bob)
    assert not complaints(bob)
    picture(bob, f"seed-check-{lang}-phone")


def test_a_lie_of_the_service_is_named(visitor: Visitor) -> None:
    ann, bob = played(visitor)
    match = ann.url.rpartition("/")[2]
    info = ann.request.get(f"/api/matches/{match}").json()

    def lie(page: Page, **changes: Any) -> None:
        def answer(route: Route) -> None:
            route.fulfill(json=info | {"seat": 0 if page is ann else 1} | changes)

        page.unroute_all()
        page.route(f"**/api/matches/{match}", answer)
        press(page, CHECK["en"])

    lie(bob, secret="ab" * 32)
    expect(bob.get_by_text("The secret isn't the one the house had committed to.")).to_be_visible()
    lie(bob, seed="ab" * 32)
    expect(bob.get_by_text("give another seed than the one that was played with")).to_be_visible()
    lie(bob, contributions=[info["contributions"][0], ""])
    expect(bob.get_by_text("The bytes that this browser contributed are not in the seed.")).to_be_visible()
    lie(bob, commitment="ab" * 32)
    expect(
        bob.get_by_text("The house shows another commitment than the one this browser saw")
    ).to_be_visible()
    expect(bob.get_by_text("It doesn't fit: somebody may have chosen the seed.")).to_be_visible()
    lie(bob, commitment=None, contributions=None, secret=None)
    expect(bob.get_by_text("now the house shows no seed for it")).to_be_visible()
    lie(bob)
    expect(bob.get_by_text(FITS["en"])).to_be_visible()


def test_a_stranger_checks_the_match_and_its_record_in_the_review(visitor: Visitor) -> None:
    ann, _ = played(visitor)
    eve = visitor(f"{ann.url}/review")
    press(eve, CHECK["en"])
    expect(eve.get_by_text("This browser kept nothing of its own to compare it with.")).to_be_visible()
    text = ann.request.get(f"/api/matches/{ann.url.rpartition('/')[2]}/record").text()
    eve.goto("/review")
    eve.locator("input[type=file]").set_input_files(
        {"name": "match.jsonl", "mimeType": "application/jsonl", "buffer": text.encode()}
    )
    press(eve, CHECK["en"])
    expect(eve.get_by_text("This browser kept nothing of its own to compare it with.")).to_be_visible()


def test_without_https_the_page_says_how_to_check(visitor: Visitor) -> None:
    _, bob = played(visitor)
    bob.evaluate("() => delete Crypto.prototype.subtle")
    press(bob, CHECK["en"])
    expect(bob.get_by_text("check it with: numberhouse verify")).to_be_visible()
    assert not complaints(bob)
