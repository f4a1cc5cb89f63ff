"""Reviews of matches and of uploaded records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from numberhouse.server.storage.journal_entry import Stop
from tests.server.conftest import House
from tests.server.support.listening import entered
from tests.web.conftest import PICTURES, Visitor, complaints, overflow, picture

LONG_ONE = {"mode": "extreme", "problem": "X50187FJP2HAFCD"}
"""Many codes are possible after one answer."""

RECORDS = Path(__file__).resolve().parents[2] / "record" / "corpus"
LONG = 120_000
"""Milliseconds for a game's first evaluation."""


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def finished(house: House) -> str:
    """Ann plays Turing Machine alone, guesses at once and is wrong."""
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    for action in ({"type": "propose", "code": "345"}, {"type": "ask", "verifier": 0}, {"type": "finish"}):
        ann.act(match, action).raise_for_status()
    ann.act(match, {"type": "solve", "code": "555"}).raise_for_status()
    return match


def upload(page: Page, name: str) -> None:
    page.get_by_label("The record's file").set_input_files(RECORDS / name)
    expect(page.get_by_role("slider", name="Step")).to_be_visible(timeout=LONG)


def wait_for_evaluations(page: Page) -> None:
    """Waits until all steps have evaluations."""
    expect(page.get_by_text("It turned at step")).to_be_visible(timeout=LONG)


def test_review_steps_through_match_with_evaluations(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review")
    wait_for_evaluations(page)
    expect(page.get_by_text("It turned at step 4")).to_be_visible()
    page.get_by_role("button", name="Go to this step").click()
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text("blunder")
    expect(step).to_contain_text("not yet")
    expect(page.get_by_role("button", name="Forward")).to_be_disabled()
    page.get_by_role("button", name="First").click()
    expect(step).to_contain_text("The start")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("345")
    page.keyboard.press("End")
    expect(page.get_by_role("slider", name="Step")).to_have_value("4")
    page.keyboard.press("Home")
    expect(page.get_by_role("slider", name="Step")).to_have_value("0")
    page.get_by_role("list", name="Steps").get_by_role("button").nth(2).click()
    expect(step).to_contain_text("A")
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    assert not complaints(page)
    assert not overflow(page)


def test_better_action_shows_on_board(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=4")
    wait_for_evaluations(page)
    step = page.get_by_role("region", name="This step")
    step.get_by_role("button", name="not yet").click()
    shown = page.get_by_role("region", name="On the board")
    expect(shown).to_contain_text("what would have come of this")
    expect(step.get_by_role("button", name="not yet")).to_have_attribute("aria-pressed", "true")
    assert not complaints(page)
    picture(page, "review-instead")
    page.get_by_role("button", name="Back to what was done").click()
    expect(shown).to_have_count(0)
    expect(step.get_by_role("button", name="not yet")).to_have_attribute("aria-pressed", "false")


def test_keys_seek_mistakes_and_are_listed(visitor: Visitor, house: House) -> None:
    match = finished(house)
    page = visitor(f"/match/{match}/review")
    wait_for_evaluations(page)
    told = page.request.get(f"/api/matches/{match}/evaluations").json()["evaluations"]
    wrong = [one["number"] for one in told if one["mark"] not in ("best", "good")]
    slider = page.get_by_role("slider", name="Step")
    for key, at in (("n", wrong[0]), ("Home", 0), ("p", wrong[-1])):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(at))
    expect(page.get_by_role("group", name="Steps through the match")).to_contain_text("blunder")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys of a review")
    expect(keys).to_contain_text("to the next mistake")
    assert not complaints(page)
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_step_without_evaluation_shows_reason(visitor: Visitor, house: House) -> None:
    match, (ann,) = house.begun("turing-machine", "Ann", options=LONG_ONE)
    ann.act(match, {"type": "note", "sheet": ann.view(match)["view"]["sheet"]}).raise_for_status()
    entered(house, match, Stop())
    page = visitor(f"/match/{match}/review?at=1")
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text("A note changes nothing", timeout=LONG)


def test_win_probabilities_are_a_second_graph(visitor: Visitor) -> None:
    page = visitor("/review")
    upload(page, "turing-machine-race.jsonl")
    wait_for_evaluations(page)
    expect(page.get_by_role("figure", name="Chances of winning")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_role("region", name="This step")).to_contain_text(
        "chance of winning before it", timeout=LONG
    )
    assert not complaints(page)
    picture(page, "review-chances")


def test_step_says_why(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=2")
    step = page.get_by_role("region", name="This step")
    expect(
        step.get_by_text(re.compile("codes were left; this question leaves|certain before"))
    ).to_be_visible(timeout=LONG)


def test_round_is_one_step(visitor: Visitor) -> None:
    page = visitor("/review")
    upload(page, "addition-crypt-13.jsonl")
    slider = page.get_by_role("slider", name="Step")
    expect(slider).to_have_attribute("max", "7")
    page.get_by_label("With whose eyes").select_option(index=3)
    page.get_by_role("button", name="Forward").click()
    expect(slider).to_have_value("1")
    assert "at=26" in page.url
    played = page.get_by_role("region", name="The round")
    expect(played).to_contain_text("You score")
    rows = played.get_by_role("list", name="What everybody did").get_by_role("button")
    expect(rows).to_have_count(13)
    expect(rows.first).to_contain_text("drifter 3")  # the seat that is looked through
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text("drifter 3", timeout=LONG)
    expect(step).to_contain_text("could be expected to earn", timeout=LONG)
    expect(step).to_contain_text("against what the others did")
    rows.nth(1).click()
    expect(step).to_contain_text("drifter 1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("0")
    expect(page.get_by_role("list", name="Steps").get_by_role("button")).to_have_count(8)
    assert not complaints(page)


@pytest.mark.parametrize("phone", [False, True])
def test_play_on_from_step_of_review(visitor: Visitor, house: House, phone: bool) -> None:
    address = f"/match/{finished(house)}/review?at=2&as=0"
    page = visitor(address, phone=phone)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("heading", name="From a position")).to_be_visible(timeout=LONG)
    expect(page.get_by_text("counts nowhere")).to_be_visible()
    assert not complaints(page)
    assert not overflow(page)
    page.get_by_role("button", name="Ask no more").click()
    expect(page.get_by_role("button", name="Start over")).to_be_visible(timeout=LONG)
    page.reload()
    expect(page.get_by_role("button", name="Start over")).to_be_visible(timeout=LONG)
    page.get_by_role("link", name="Back to the review").click()
    expect(page.get_by_role("slider", name="Step")).to_have_value("2")


def test_mistake_of_own_step_can_be_chosen_otherwise(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=4&as=0")
    choose = page.get_by_role("button", name="Try another choice")
    expect(choose).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)  # the match is over
    choose.click()
    expect(page.get_by_role("heading", name="From a position")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Not yet").click()  # what would have been better
    expect(page.get_by_role("button", name="Start over")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("region", name="The result")).to_have_count(0)


def test_only_the_seat_that_acted_can_choose_otherwise(visitor: Visitor) -> None:
    page = visitor("/review?at=1&as=0")
    upload(page, "turing-machine-race.jsonl")
    expect(page.get_by_role("button", name="Try another choice")).to_be_visible()
    page.get_by_label("With whose eyes").select_option(index=2)
    expect(page.get_by_role("button", name="Play on from here")).to_be_visible()
    expect(page.get_by_role("button", name="Try another choice")).to_have_count(0)
    page.get_by_label("With whose eyes").select_option("A spectator")
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)


def test_steps_and_what_can_be_done_stand_beside_the_board(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=4&as=0")
    page.set_viewport_size({"width": 1280, "height": 800})
    wait_for_evaluations(page)
    expect(page.get_by_role("list", name="Steps").get_by_role("button", name="solve 555")).to_be_in_viewport()
    expect(page.get_by_role("region", name="This step").get_by_text("blunder")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Try another choice")).to_be_in_viewport(ratio=1)


def test_counts_agree_and_name_the_turn(visitor: Visitor) -> None:
    page = visitor("/review")
    upload(page, "turing-machine-race.jsonl")  # 25 entries, four of them notes
    bar = page.get_by_role("group", name="Steps through the match")
    expect(bar.get_by_text("21 steps")).to_be_visible()
    expect(page.get_by_role("complementary").get_by_text("21 steps")).to_be_visible()
    rows = page.get_by_role("list", name="Steps").get_by_role("button")
    expect(rows).to_have_count(22)
    expect(rows.last).to_have_text(re.compile(r"^\s*21\b"))
    rows.nth(4).click()
    expect(bar.get_by_text("Step 4 of 21")).to_be_visible()
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text("Step 4 of 21 · player 1’s turn")
    expect(step).to_contain_text("asks verifier D about 111")
    wait_for_evaluations(page)
    turn = page.get_by_text(re.compile(r"^It turned at step \d+: "))
    number = re.findall(r"\d+", turn.inner_text())[0]
    page.get_by_role("button", name="Go to this step").click()
    expect(bar.get_by_text(f"Step {number} of 21")).to_be_visible()


def test_step_of_bot_says_why_without_praise(visitor: Visitor) -> None:
    page = visitor("/review?at=5")

    def with_bots(route: Route) -> None:
        timeline = route.fetch().json()
        for player in timeline["players"]:
            player["bot"] = "hasty"
        route.fulfill(json=timeline)

    page.route("**/api/review", with_bots)
    upload(page, "turing-machine-race.jsonl")
    step = page.get_by_role("region", name="This step")
    expect(step).to_contain_text("A bot’s own choice isn’t praised", timeout=LONG)
    expect(step).to_contain_text("The answer was certain before it was asked")


def test_verdict_is_seen_at_once_on_phone(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=4&as=0", phone=True)
    bar = page.locator("nh-review-bar .verdict")
    expect(bar).to_contain_text("blunder", timeout=LONG)
    expect(bar).to_be_in_viewport()
    expect(page.get_by_role("button", name="Try another choice")).to_be_in_viewport(ratio=1)


def test_step_bar_stays_under_board_on_phone(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=2", phone=True)
    forward = page.get_by_role("button", name="Forward")
    expect(forward).to_be_visible()
    for _ in range(2):
        box = forward.bounding_box()
        assert box is not None
        assert box["y"] > 740 / 2
        assert box["y"] + box["height"] <= 740
        assert min(box["width"], box["height"]) >= 44
        page.mouse.wheel(0, 5000)
    page.screenshot(path=PICTURES / "review-phone-thumb.png")
    assert not overflow(page)


def test_perspectives_show_different_views(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review?at=2")
    steps = page.get_by_role("list", name="Steps")
    expect(steps).to_contain_text("[Ann]")
    page.get_by_label("With whose eyes").select_option("A spectator")
    expect(steps).not_to_contain_text("[Ann]")
    expect(page).to_have_url(re.compile(r"\?at=2&as=spectator$"))
    page.get_by_label("With whose eyes").select_option("Ann")
    page.get_by_text("This position as text").click()
    expect(page.get_by_label("This position as text")).to_contain_text("345")


def test_link_opens_position(visitor: Visitor, house: House) -> None:
    match = finished(house)
    page = visitor(f"/match/{match}/review?at=1")
    page.get_by_role("button", name="Link to this position").click()
    link = page.get_by_label("Copied.").input_value()
    assert link == f"{house.address}/match/{match}/review?at=1&as=0"
    again = visitor(link)
    expect(again.get_by_role("slider", name="Step")).to_have_value("1")
    expect(again.get_by_label("With whose eyes")).to_have_value("0")


def test_review_is_closed_before_end_of_match(visitor: Visitor, house: House) -> None:
    match, _ = house.begun("turing-machine", "Ann Bob")
    page = visitor(f"/match/{match}/review")
    expect(page.get_by_role("heading", name="Not yet")).to_be_visible()
    expect(page.get_by_role("link", name="To the match")).to_be_visible()
    assert not complaints(page)


def test_uploaded_record_stays_in_browser(visitor: Visitor) -> None:
    page = visitor("/review")
    expect(page.get_by_role("heading", name="Review a record")).to_be_visible()
    assert not complaints(page)
    picture(page, "review-upload")
    upload(page, "turing-machine-race.jsonl")
    wait_for_evaluations(page)
    page.reload()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="The record").click()
    assert saved.value.path().read_text() == (RECORDS / "turing-machine-race.jsonl").read_text()
    page.get_by_role("button", name="Another record").click()
    expect(page.get_by_role("heading", name="Review a record")).to_be_visible()


def test_invalid_record_is_refused_with_reason(visitor: Visitor) -> None:
    page = visitor("/review")
    page.get_by_label("Or its text").fill("Hello")
    page.get_by_role("button", name="Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("first line is not a header")


@pytest.mark.parametrize(
    ("lang", "phone", "dark"),
    [("en", False, False), ("ru", False, True), ("ru", True, False), ("en", True, True)],
)
def test_review_is_accessible_in_all_sizes(visitor: Visitor, lang: str, phone: bool, dark: bool) -> None:
    page = visitor("/review", lang=lang, phone=phone, color_scheme="dark" if dark else "light")
    page.locator("input[type=file]").set_input_files(RECORDS / "mixmath-greedy.jsonl")
    done = {"en": "It turned at step", "ru": "Перелом на шаге"}[lang]
    none = {"en": "nobody made a mistake", "ru": "никто не ошибся"}[lang]
    expect(page.get_by_text(done).or_(page.get_by_text(none))).to_be_visible(timeout=LONG)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("slider")).to_have_value("4")
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"review-{lang}-{'phone' if phone else 'wide'}-{'dark' if dark else 'light'}")


def test_review_prints_as_report(visitor: Visitor, house: House) -> None:
    page = visitor(f"/match/{finished(house)}/review")
    wait_for_evaluations(page)
    page.emulate_media(media="print")
    expect(page.get_by_role("slider", name="Step")).to_be_hidden()
    expect(page.get_by_role("list", name="Steps")).to_be_visible()
    picture(page, "review-print")
