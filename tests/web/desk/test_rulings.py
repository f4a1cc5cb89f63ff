"""Rulings of the host in the browser: at the desk, in the match, in its review; and presets of options."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import Guest, House
from tests.server.support.hosting import post_desk
from tests.server.support.refereed import hosted_pick, play_round, refereed
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.desk.test_hosted_match import guest, request, tab

__all__ = ["refereed"]

pytestmark = pytest.mark.usefixtures("refereed")


def at_desk(visitor: Visitor, house: House, rounds: int = 2, **how: Any) -> tuple[Page, str, list[Guest]]:
    """The host at the desk of a running match of `pick`; the cards are 1 and 2."""
    page = visitor(**how)
    guest(page, "Hanna")
    players = [house.guest(name) for name in ("Ann", "Bob")]
    draft = {"game": "pick", "seats": 2, "options": {"rounds": rounds, "cards": [1, 2]}}
    match = request(page, "POST", "/api/matches", draft)["id"]
    request(page, "POST", f"/api/matches/{match}/open")
    for player in players:
        player.post(f"/api/matches/{match}/join", json={}).raise_for_status()
    request(page, "POST", f"/api/matches/{match}/start")
    page.goto(f"/match/{match}/desk")
    return page, match, players


def test_ruling_is_announced_to_everybody(visitor: Visitor, house: House) -> None:
    page, match, players = at_desk(visitor, house)
    part = tab(page, "Rulings")
    expect(part.get_by_text("There is nothing to rule on at the moment.")).to_be_visible()
    expect(part.get_by_text("No ruling has been made in this match.")).to_be_visible()
    play_round(players, match)
    part.get_by_role("radio", name="the pick of Ann in round 1 counts for nothing").check()
    part.get_by_role("textbox", name="Why, for everybody").fill("it came too late")
    part.get_by_role("button", name="See what would change").click()
    would = part.get_by_role("region", name="What would change")
    expect(would.get_by_role("row").nth(1)).to_contain_text("rounds 1 1")
    would.get_by_text("What everybody will be told").click()
    expect(would).to_contain_text("Ruling of the host: the pick of Ann in round 1 counts for nothing")
    assert not complaints(page)
    picture(page, "desk-rulings")
    would.get_by_role("button", name="Rule", exact=True).click()
    expect(part.get_by_text("The ruling is made, and everybody has been told.")).to_be_visible()
    made = part.get_by_role("region", name="Rulings made").get_by_role("listitem")
    expect(made).to_contain_text("Reason: it came too late")
    expect(part.get_by_role("radio", name="of Ann in round 1")).to_have_count(0)
    player = visitor(f"/match/{match}")
    expect(
        player.get_by_text("Ruling of the host: the pick of Ann in round 1 counts for nothing")
    ).to_be_visible()
    tab(page, "History")
    expect(page.get_by_role("list", name="History")).to_contain_text("Ruling of the host")


def test_ruling_form_is_filled_in_and_newest_ruling_shows_first(visitor: Visitor, house: House) -> None:
    page, match, players = at_desk(visitor, house)
    play_round(players, match)
    part = tab(page, "Rulings")
    for number in ("1", "2"):
        part.get_by_role("radio", name="Something else: count").check()
        part.get_by_role("combobox", name="number").select_option(number)
        part.get_by_role("button", name="See what would change").click()
        part.get_by_role("button", name="Rule", exact=True).click()
        expect(part.get_by_text("The ruling is made")).to_be_visible()
    made = part.get_by_role("region", name="Rulings made").get_by_role("listitem")
    expect(made).to_have_count(2)
    expect(made.first).to_contain_text("the pick of Ann in round 1 counts as 2")
    part.get_by_role("radio", name="Something else: count").check()
    part.get_by_role("spinbutton", name="round").fill("7")
    part.get_by_role("button", name="See what would change").click()
    expect(part.get_by_role("alert")).to_contain_text("There is no pick of seat 0 in round 7")


def test_ruling_after_end_shows_both_results_on_phone_in_russian(visitor: Visitor, house: House) -> None:
    page, match, players = at_desk(visitor, house, rounds=1, lang="ru", phone=True)
    play_round(players, match, s0=3)
    part = tab(page, "Решения")
    part.get_by_role("radio", name="выбор Bob в раунде 1 не считается").check()
    part.get_by_role("button", name="Что изменится").click()
    would = part.get_by_role("region", name="Что изменится")
    expect(would.get_by_role("group", name="Итог")).to_contain_text("Bob")
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "desk-rulings-phone")
    would.get_by_role("button", name="Принять решение").click()
    expect(part.get_by_text("Решение принято, и все об этом узнали.")).to_be_visible()
    expect(page.get_by_role("table").first.get_by_role("row").nth(1)).to_contain_text("Ann")


def test_end_of_match_keeps_tab_of_host(visitor: Visitor, house: House) -> None:
    page, match, players = at_desk(visitor, house, rounds=1)
    first, second = players
    first.act(match, {"type": "pick", "round": 0, "number": 4}).raise_for_status()
    part = tab(page, "Announcements")
    text = part.get_by_role("textbox").first
    text.fill("Bob thinks it over.")
    second.act(match, {"type": "pick", "round": 0, "number": 4}).raise_for_status()
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    expect(page.get_by_role("tab", name="Announcements")).to_have_attribute("aria-selected", "true")
    expect(text).to_have_value("Bob thinks it over.")


def test_game_without_rulings_has_no_tab_for_them(visitor: Visitor) -> None:
    page = visitor()
    guest(page, "Hanna")
    match = request(page, "POST", "/api/matches", {"game": "mixmath", "bots": ["random", "random"]})["id"]
    request(page, "POST", f"/api/matches/{match}/open")
    request(page, "POST", f"/api/matches/{match}/start")
    page.goto(f"/match/{match}/desk")
    expect(page.get_by_role("tab", name="Corrections")).to_be_visible()
    expect(page.get_by_role("tab", name="Rulings")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "host", "ruling"),
    [("en", "The host", "Ruling of the host"), ("ru", "Ведущий", "Решение ведущего")],
)
def test_review_attributes_ruling_to_host(
    visitor: Visitor, house: House, lang: str, host: str, ruling: str
) -> None:
    match, owner, players = hosted_pick(house)
    play_round(players, match)
    post_desk(
        owner, match, "rulings", ruling={"type": "void", "round": 0, "seat": 0}, reason="late"
    ).raise_for_status()
    play_round(players, match, 1)
    page = visitor(f"/match/{match}/review?at=3", lang=lang)
    step = page.get_by_role("region", name={"en": "This step", "ru": "Этот шаг"}[lang])
    expect(step.get_by_role("heading")).to_contain_text(host)
    expect(step).to_contain_text(ruling)
    listed = page.locator("nh-review-steps").get_by_role("button").filter(has_text=host)
    expect(listed).to_contain_text(host)
    expect(listed).to_contain_text("late")
    expect(page.locator("nh-review-steps")).not_to_contain_text("undefined")
    board = page.locator("nh-plain-board")
    expect(board).to_contain_text("0 4")
    page.keyboard.press("ArrowLeft")
    expect(board).to_contain_text("4 4")
    page.keyboard.press("End")
    assert not complaints(page)
    picture(page, f"review-ruling-{lang}")


def test_preset_fills_form_that_stays_editable(visitor: Visitor) -> None:
    page = visitor("/new?game=pick")
    presets = page.get_by_role("group", name="Preset")
    expect(presets.get_by_role("radio", name="As usual")).to_be_checked()
    presets.get_by_role("radio", name="Long match").check()
    rounds = page.get_by_role("spinbutton", name="rounds")
    page.get_by_text("More options", exact=True).click()
    expect(rounds).to_have_value("3")
    assert not complaints(page)
    picture(page, "new-match-presets")
    rounds.fill("2")
    rounds.blur()
    expect(presets.get_by_role("radio", name="As usual")).to_be_checked()
    presets.get_by_role("radio", name="Short match").check()
    expect(rounds).to_have_value("1")
    page.get_by_role("button", name="Keep it as a draft").click()
    page.wait_for_url("**/match/*/desk")
    part = page.get_by_role("tabpanel", name="Set-up")
    expect(part.get_by_role("radio", name="Short match")).to_be_checked()
    part.get_by_role("radio", name="As usual").check()
    part.get_by_role("button", name="Save the set-up").click()
    expect(part.get_by_text("The set-up is saved.")).to_be_visible()
    match = page.url.split("/")[-2]
    assert request(page, "GET", f"/api/matches/{match}")["options"]["rounds"] == 2


def test_presets_fit_phone_in_russian(visitor: Visitor) -> None:
    page = visitor("/new?game=pick", lang="ru", phone=True)
    page.get_by_role("radio", name="Долгая партия").check()
    expect(page.get_by_text("Три раунда вместо двух.")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "new-match-presets-phone")
