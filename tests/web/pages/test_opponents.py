"""Beginnings against bots: opponents by level and manner, and the switch for help."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.web.boards.test_addition_crypt_board import choose
from tests.web.conftest import Visitor, overflow, picture


def match_of(page: Page) -> dict[str, Any]:
    page.wait_for_url("**/match/*")
    told: dict[str, Any] = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()
    return told


def test_a_stranger_presses_play_now_and_meets_beginners_opponents_with_help(visitor: Visitor) -> None:
    page = visitor("/")
    page.get_by_role("switch", name="Help against bots").check()
    picture(page, "opponents-home")
    page.get_by_role("button", name="Play now: Set Theory").click()
    told = match_of(page)
    assert (told["options"]["tier"], told["options"]["assistance"]) == ("plain", True)
    assert [seat["bot"] for seat in told["seats"]] == [None, "novice"]
    page.goto("/")
    expect(page.get_by_role("switch", name="Help against bots")).to_be_checked()


def test_the_page_of_a_game_shows_what_each_opponent_is_like(visitor: Visitor) -> None:
    page = visitor("/games/addition-crypt")
    choice = page.get_by_role("group", name="Opponent")
    expect(choice.get_by_role("radio")).to_have_count(6)
    expect(choice.get_by_role("radio", name="Mixed company")).to_be_checked()
    expect(choice.get_by_text("Takes any two nodes, so nobody can foresee it.")).to_be_visible()
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"opponents-game-{width}")
        assert not overflow(page)
    choice.get_by_role("radio", name="Estimator").check()
    form = page.get_by_role("region", name="Against bots")
    form.get_by_label("Players").select_option("3")
    form.get_by_role("button", name="Play").click()
    told = match_of(page)
    assert [seat["bot"] for seat in told["seats"]] == [None, "estimator", "estimator"]
    assert not told["options"]["assistance"]


def test_two_players_have_no_mixed_company(visitor: Visitor) -> None:
    page = visitor("/games/addition-crypt")
    form = page.get_by_role("region", name="Against bots")
    form.get_by_label("Players").select_option("2")
    expect(form.get_by_role("radio", name="Mixed company")).to_have_count(0)
    expect(form.get_by_role("radio", name="Admirer")).to_be_checked()


def test_with_help_guesses_of_what_others_add_show_my_points(visitor: Visitor) -> None:
    page = visitor("/")
    page.request.post("/api/guest", data={"name": "Ann"})
    wanted = {"game": "addition-crypt", "seats": 3, "bot": "drifter", "assistance": True}
    told = page.request.post("/api/play", data=wanted).json()
    page.goto(f"/match/{told['id']}")
    page.get_by_text("What if? Guess what the others add").click()
    choose(page, "F", "G")
    page.get_by_role("radio", name="G scores").check()
    pad = page.get_by_role("group", name="What the others change")
    pad.get_by_role("spinbutton").nth(6).fill("11")
    pad.get_by_role("spinbutton").nth(6).press("Enter")
    score = page.get_by_text("By your guesses G would stand at 19: 9 points for you.")
    expect(score).to_be_visible(timeout=60_000)
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"guesses-{width}")
        assert not overflow(page)
