"""Practice in real browsers: the list of drills, a problem on its game's board, the verdict, the history."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect
from sqlalchemy import create_engine, text

from numberhouse.server.workers.coach import FIRST
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

POSING = 120.0
"""Seconds that the house may take over a problem: the first one waits for compilation."""

WAITING = 1000 * (POSING + FIRST + 30)
"""Milliseconds until a page must show what came of it: longer than the house may take."""


@pytest.fixture
def house(open_house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("numberhouse.server.workers.coach.PATIENCE", POSING)
    open_house.clock.time += 1  # the last problem posed is one alone
    return open_house


def open_problem(page: Page, drill: str, link: str) -> None:
    """Begin the problem behind that link."""
    row = page.get_by_role("article", name=drill)
    row.get_by_role("combobox").select_option(label=re.sub("^.*?: ", "", link))
    row.get_by_role("link", name=link, exact=True).click()
    expect(page.get_by_role("button", name=re.compile("^(Give up|Сдаться)$"))).to_be_visible(timeout=WAITING)


def secret_state(house: House) -> dict[str, object]:
    """The secret state of the last problem."""
    with create_engine(f"sqlite:///{house.settings.database}").connect() as connection:
        query = text("SELECT first_position FROM problems ORDER BY created DESC, id LIMIT 1")
        found: dict[str, object] = json.loads(connection.execute(query).scalar_one())
        return found


def give_up(page: Page, lang: str = "en") -> None:
    words = {
        "en": ("Give up", "See the answer", "Not solved"),
        "ru": ("Сдаться", "Показать ответ", "Не решено"),
    }
    one, two, said = words[lang]
    page.get_by_role("button", name=one, exact=True).click()
    page.get_by_role("button", name=two, exact=True).click()
    expect(page.get_by_role("heading", name=said)).to_be_visible(timeout=WAITING)


def test_drills_are_listed_for_visitors(visitor: Visitor) -> None:
    page = visitor("/practice")
    expect(page.get_by_role("article", name="Alone with the machine")).to_be_visible()
    expect(page.get_by_role("article", name="The best turn")).to_be_visible()
    expect(page.get_by_text("Nothing yet.")).to_be_visible()
    assert not complaints(page)
    picture(page, "practice")


def test_practice_announces_as_much_as_the_settings_say(visitor: Visitor) -> None:
    page = visitor("/settings")
    page.get_by_role("radio", name="My turn, my time, the end").press("Space")
    page.goto("/practice")
    page.clock.install()
    open_problem(page, "The best turn", "Endless: A young board")
    board = page.locator(".board > :first-child")
    say = """(board, [text, concern]) => board.dispatchEvent(
      new CustomEvent("say", {detail: {text, concern}, bubbles: true, composed: true}))"""
    board.evaluate(say, ["Bob has laid 12.", "others"])
    board.evaluate(say, ["12 on A1 in pencil.", "always"])
    heard = page.locator("nh-drill [role=status][aria-atomic]")
    expect(heard).to_have_text("12 on A1 in pencil.")
    page.clock.run_for(4000)  # gathered sentences would have come by now
    expect(heard).to_have_text("12 on A1 in pencil.")


def test_set_is_guessed_by_keyboard_and_streak_counts(visitor: Visitor, house: House) -> None:
    page = visitor("/practice")
    open_problem(page, "Which set is it?", "Today: Easy")
    day = page.request.get("/api/practice").json()["day"]
    expect(page.get_by_text("Problem of the day")).to_be_visible()
    expect(page.get_by_text(day)).to_have_count(0)  # a date for machines
    answer = page.get_by_role("group", name="Every number of the set …")
    assert not complaints(page)
    puzzle = secret_state(house)
    choices = puzzle["choices"]
    assert isinstance(choices, list)
    expect(answer.get_by_role("radio")).to_have_count(len(choices))
    right = answer.get_by_role("radio").nth(choices.index(puzzle["hidden"]))
    right.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Solved", exact=True)).to_be_visible(timeout=WAITING)
    expect(page.get_by_role("region", name="How good it was")).to_be_focused()
    expect(answer.get_by_role("radio").first).to_be_disabled()
    assert not complaints(page)
    picture(page, "practice-induction")
    page.get_by_role("link", name="All drills").click()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"^Easy: answered today, 100"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Which set is it"))).to_contain_text("100")


def test_machine_drill_changes_rating(
    visitor: Visitor,
) -> None:
    page = visitor("/practice")
    open_problem(page, "Alone with the machine", "Endless: Easy, 4 verifiers")
    assert not complaints(page)
    picture(page, "practice-machine")
    give_up(page)
    verdict = page.get_by_role("region", name="How good it was")
    expect(verdict.get_by_text(re.compile(r"^The code is \d{3}\.$"))).to_be_visible()
    # The rarest problems are so hard that giving up costs nothing.
    expect(page.get_by_text(re.compile(r"Your rating: 1,(1\d\d|200) \((−\d+|0)\)"))).to_be_visible()
    assert not complaints(page)
    picture(page, "practice-machine-given-up")
    address = page.url
    page.get_by_role("button", name="Another problem of this kind").click()
    expect(page.get_by_role("button", name="Give up")).to_be_visible(timeout=WAITING)
    expect(page).not_to_have_url(address)
    page.go_back()
    expect(page.get_by_role("heading", name="Not solved")).to_be_visible()


def test_best_turn_shows_after_answer(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "The best turn", "Endless: A young board")
    give_up(page)
    shown = page.get_by_role("button", name="Show the best answer")
    expect(shown).to_have_attribute("aria-pressed", "true")
    best = page.get_by_text(re.compile("^Best: "))
    expect(best).to_be_visible()
    shown.click()
    expect(shown).to_have_attribute("aria-pressed", "false")
    expect(best).to_have_count(0)
    assert not complaints(page)
    picture(page, "practice-best-turn")


def test_starter_is_cooked_on_board(visitor: Visitor, house: House) -> None:
    page = visitor("/practice")
    open_problem(page, "The longest starter", "Today: A small pantry")
    assert not complaints(page)
    kitchens = secret_state(house)["kitchens"]
    assert isinstance(kitchens, list)
    one, two = [digit for digit in kitchens[0]["pantry"] if digit in "123456789"][:2]
    page.get_by_role("textbox").first.fill(f"{one}+{two}")
    picture(page, "practice-starter")
    page.get_by_role("button", name="Serve the dish").click()
    expect(page.get_by_text(re.compile("^Courses in your starter: 1\\.$"))).to_be_visible(timeout=WAITING)
    assert not complaints(page)
    picture(page, "practice-starter-judged")


def test_round_is_played_and_explained(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "One round", "Endless: A plain round")
    assert not complaints(page)
    free = page.get_by_role("button", name=re.compile(r"^[A-G]\b")).and_(
        page.locator(":enabled:not([aria-disabled=true])")
    )
    expect(free.nth(1)).to_be_visible()
    letters = [str(one.inner_text()).strip()[0] for one in free.all()][:2]
    for letter in letters:
        page.get_by_role("button", name=re.compile(rf"^{letter}\b")).click()
    page.get_by_role("button", name=re.compile("^Save ")).click()
    page.get_by_role("button", name=re.compile("^Confirm ")).click()
    expect(page.get_by_text(re.compile("^The others submitted"))).to_be_visible(timeout=WAITING)
    best = page.get_by_text(re.compile("^Against just what the others did"))
    expect(best).to_have_count(0)
    page.get_by_role("button", name="Show the best answer").click()
    expect(best).to_be_visible()
    assert not complaints(page)
    picture(page, "practice-round")


def test_drill_explains_each_round(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "Six rounds against bots", "Endless: A mixed table")
    for number in (1, 2):
        expect(page.get_by_text(f"Round {number} of").first).to_be_visible()
        free = page.get_by_role("button", name=re.compile(r"^[A-G]\b")).and_(
            page.locator(":enabled:not([aria-disabled=true])")
        )
        expect(free.nth(1)).to_be_visible()
        letters = [str(one.inner_text()).strip()[0] for one in free.all()][:2]
        for letter in letters:
            page.get_by_role("button", name=re.compile(rf"^{letter}\b")).click()
        page.get_by_role("button", name=re.compile("^Save ")).click()
        page.get_by_role("button", name=re.compile("^Confirm ")).click()
        told = page.get_by_role("region", name="What came of it")
        expect(told.get_by_text(re.compile(f"^Round {number}: your "))).to_be_visible(timeout=WAITING)
        expect(told.get_by_text(re.compile("^Bot [1-5] – "))).to_have_count(5)
    page.get_by_text("Earlier explanations").click()
    expect(page.get_by_text(re.compile("^Round 1: your "))).to_be_visible()
    assert not complaints(page)
    picture(page, "practice-six-rounds")


def test_press_during_another_action_is_kept(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "Alone with the machine", "Endless: Easy, 4 verifiers")
    held: list[Route] = []
    acts = "**/api/practice/attempts/*/act"
    page.route(acts, lambda route: route.continue_() if held else held.append(route))
    with page.expect_request(acts):
        page.get_by_role("button", name="Propose 123").click()
    pressed = [{"type": "propose", "code": "123"}, {"type": "finish"}]  # a double press, and the next action
    press = "(board, all) => all.forEach((detail) => board.dispatchEvent(new CustomEvent('act', { detail })))"
    page.locator("nh-drill .board > *").evaluate(press, pressed)
    held[0].continue_()
    expect(page.get_by_role("button", name="Not yet")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_text([""])


def test_late_page_shows_verdict_of_other_page(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "Which set is it?", "Endless: Easy")
    other = page.context.new_page()
    other.goto(page.url)
    give_up(other)
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="That is my answer").click()
    expect(page.get_by_role("heading", name="Not solved")).to_be_visible()
    expect(page.get_by_role("button", name="That is my answer")).to_have_count(0)


def test_first_problem_explains_wait(visitor: Visitor) -> None:
    page = visitor("/practice")
    drill = page.get_by_role("article", name="The best number")  # which no other test here has posed
    page.route("**/api/practice/set-theory/*", lambda _: None)  # for ever
    drill.get_by_role("link", name="Endless: An early grid", exact=True).click()
    told = re.compile("It is the first of its kind since the house opened")
    expect(page.get_by_text(told)).to_be_visible()


def test_problem_fits_phone_in_russian(visitor: Visitor) -> None:
    page = visitor("/practice", lang="ru", phone=True, color_scheme="dark")
    expect(page.get_by_role("article", name="Наедине с машиной")).to_be_visible()
    assert overflow(page) == 0
    assert not complaints(page)
    picture(page, "practice-ru-dark-phone")
    open_problem(page, "Лучший ход", "Задача дня: Начало партии")
    assert overflow(page) == 0
    give_up(page, "ru")
    assert overflow(page) == 0
    assert not complaints(page)
    picture(page, "practice-best-turn-ru-dark-phone")


def test_guest_history_survives_session(visitor: Visitor) -> None:
    page = visitor("/practice")
    open_problem(page, "Which set is it?", "Endless: Easy")
    give_up(page)
    row = page.get_by_role("row", name=re.compile("Which set is it"))
    page.goto("/practice")
    expect(row.get_by_role("link")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/practice")
    expect(row).to_be_visible()
    expect(row.get_by_role("link")).to_have_count(0)  # nobody can open it any more


def test_page_of_slow_problem_goes_on_by_itself(visitor: Visitor) -> None:
    page = visitor("/practice")
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        if len(asked) > 1:
            route.continue_()
            return
        body = {"code": "being-posed", "message": "ask again", "values": {"retry_after": 0}}
        route.fulfill(status=503, json=body)

    page.route("**/api/practice/set-theory/induction", answer)
    open_problem(page, "Which set is it?", "Endless: Easy")
    assert len(asked) == 2
    assert asked[0] is not None
    assert asked[0]["wait"] > 0


def test_short_answer_is_solved_in_part(visitor: Visitor, house: House) -> None:
    page = visitor("/practice")
    open_problem(page, "The longest starter", "Endless: A full pantry")
    # Nothing but the cooking is offered: the visits are made.
    expect(page.get_by_role("heading", name="Your kitchen")).to_be_visible()
    expect(page.get_by_role("navigation", name="The town")).to_have_count(0)
    expect(page.get_by_text("visits left")).to_have_count(0)
    kitchens = secret_state(house)["kitchens"]
    assert isinstance(kitchens, list)
    one, two = [digit for digit in kitchens[0]["pantry"] if digit in "123456789"][:2]
    page.get_by_role("textbox").first.fill(f"{one}+{two}")
    page.get_by_role("button", name="Serve the dish").click()
    said = page.get_by_role("heading", name=re.compile(r"^Solved in part, \d\d?% of the best$"))
    expect(said).to_be_visible(timeout=WAITING)
    expect(page.get_by_text("Main course")).to_have_count(1)  # in the row of courses, and no dish of it
    assert not complaints(page)
    picture(page, "practice-starter-short")


def test_unknown_drill_shows_message(visitor: Visitor) -> None:
    page = visitor("/practice/mixmath/juggling")
    expect(page.get_by_role("alert")).to_have_text("There is no such drill.")
