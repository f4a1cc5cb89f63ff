"""The board of Set Theory in a real browser."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.games.set_theory.examples import WORTHS
from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints, overflow, picture
from tests.web.match.test_match_page import Wire

TEN: Final = [
    {"type": "written", "expression": "n % 2 == 0", "statement": "is even"},
    {"type": "written", "expression": "contains(n, 7)", "statement": "contains a 7"},
    "prime",
    "n % 3 == 1",
    "n % 5 == 2",
    "n % 7 == 3",
    "n % 11 == 4 or n % 13 == 5",
    "n % 100 < 17",
    "n > 900000",
    "n % 997 == 1",
]
"""A is "even", worth 2, B "contains a 7", worth 1, as in the worked example of the rules."""

KNOWN: Final[dict[str, Any]] = {"options": {"sets": TEN, "worths": list(WORTHS), "examples": 2}}
CELLS: Final = [f"{column}{row}" for row in range(1, 9) for column in "ABCDEFGH"]


def against_a_bot(page: Page, **more: Any) -> str:
    """The page's own guest plays against a bot, with the known sets."""
    page.request.post("/api/guest", data={"name": "Ann"})
    return begun(page, game="set-theory", seats=2, bots=[None, "random"], **KNOWN | more)


def two(ann: Page, bob: Page, **more: Any) -> str:
    """Ann is the candidate, Bob the DMO, who begins."""
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    return begun(ann, bob, game="set-theory", **KNOWN | more)


def cell(page: Page, name: str) -> Any:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}\b"))


def board(page: Page) -> Any:
    return page.locator("nh-board-set-theory")


def put(page: Page, number: int, where: str) -> None:
    """Plays a number with mouse and keyboard."""
    cell(page, where).click()
    page.keyboard.type(str(number))
    page.get_by_role("button", name=f"Put {number} on {where}").click()
    expect(cell(page, where)).to_have_accessible_name(re.compile(f"^{where}: {number},"))


def free(page: Page, match: str) -> str:
    """A free cell on this page's turn: the bot may have begun on any cell."""
    expect(page.get_by_text(re.compile("Your turn.|Ваш ход."))).to_be_visible()
    taken = {turn["cell"] for turn in past(page, match)}
    return next(one for one in reversed(CELLS) if one not in taken)


def unused(page: Page, match: str) -> int:
    """An unplayed number that is no example of a set."""
    view = page.request.get(f"/api/matches/{match}/view").json()["view"]
    gone = {turn["number"] for turn in view["past"]} | {
        one for examples in view["examples"] for one in examples
    }
    return next(number for number in range(1200, 1400) if number not in gone)


def past(page: Page, match: str) -> list[Any]:
    return list(page.request.get(f"/api/matches/{match}/view").json()["view"]["past"])


def test_keyboard_plays_match_to_its_end(visitor: Visitor) -> None:
    page = visitor()
    match = against_a_bot(page)
    cell(page, "A1").focus()
    here, over = "A1", page.get_by_role("heading", name="What the sets were")
    while True:
        expect(page.get_by_text("Your turn.").or_(over)).to_be_visible()
        taken = {turn["cell"] for turn in past(page, match)}
        if len(taken) == len(CELLS):
            break
        number = unused(page, match)
        there = min((one for one in CELLS if one not in taken), key=lambda one: far(here, one))
        for key in way(here, there):
            page.keyboard.press(key)
        page.keyboard.type(str(number))
        # The bot's turn may show before the answer to the own action: Enter counts once the button does.
        expect(page.get_by_role("button", name=f"Put {number} on {there}")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(cell(page, there)).to_have_accessible_name(re.compile(f"^{there}: {number}, .*You"))
        here = there
    expect(over).to_be_visible()
    expect(page.get_by_text("The grid is full.")).to_be_visible()
    expect(page.get_by_text("is even · worth 2")).to_be_visible()
    expect(page.get_by_role("textbox", name="Number")).to_have_count(0)
    mine = next(turn for turn in past(page, match) if "A" in turn["sets"] and turn["cell"] != here)
    cell(page, mine["cell"]).click()
    expect(board(page)).to_contain_text(f"{mine['number']} on {mine['cell']}, in A (2)")
    page.get_by_role("button", name="Set A").click()
    assert not complaints(page)
    picture(page, "set-theory-over-wide")


def far(one: str, other: str) -> int:
    """Steps from cell to cell."""
    return len(list(way(one, other)))


def way(one: str, other: str) -> Iterator[str]:
    """The keys that lead from cell to cell."""
    right, down = ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1])
    yield from ["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right)
    yield from ["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)


def test_two_browsers_play_worked_example(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(color_scheme="dark")
    match = two(ann, bob)
    expect(ann.get_by_role("button", name="Not your turn yet")).to_be_disabled()
    put(bob, 72, "D4")
    put(ann, 48, "D5")
    put(bob, 174, "D6")
    expect(
        board(ann).get_by_text(re.compile(r"Bob: 174 on D6, in A, B.*: \d+ points\. Line: D4 to D6 in A"))
    ).to_be_visible()
    expect(ann.get_by_role("status").filter(has_text="Bob: 174 on D6")).to_have_count(1)
    expect(bob.get_by_role("textbox", name="Number")).to_have_value("")
    ann.get_by_role("button", name="Set A").click()
    expect(ann.get_by_text("3 of 3")).to_be_visible()
    expect(ann.get_by_text("1 line of three")).to_be_visible()
    ann.get_by_role("button", name="Set B").click()
    expect(ann.get_by_role("definition").first).to_have_text("72 174")
    expect(ann.get_by_role("definition").nth(1)).to_have_text("48")
    scores = ann.request.get(f"/api/matches/{match}/view").json()["view"]["scores"]
    for points in scores:
        expect(ann.get_by_role("list", name="Points")).to_contain_text(f"{points} points")
    picture(bob, "set-theory-line-dark-wide")
    for page in (ann, bob):
        assert not complaints(page)


def test_typed_number_goes_when_own_turn_and_the_next_arrive_together(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    wire = Wire(bob)
    match = two(ann, bob)
    cell(bob, "D4").click()
    bob.keyboard.type("72")
    expect(cell(bob, "D4")).to_have_accessible_name("D4, empty, 72 typed")
    wire.cut()
    for page, number, where in ((bob, 72, "D4"), (ann, 1200, "E5")):
        action = {"type": "place", "number": number, "cell": where}
        assert page.request.post(f"/api/matches/{match}/act", data={"action": action}).ok
    wire.mend()
    expect(cell(bob, "E5")).to_have_accessible_name(re.compile("^E5: 1200,"))
    expect(bob.get_by_role("textbox", name="Number")).to_have_value("")


def test_refusal_says_what_is_accepted_and_keeps_number(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(lang="ru")
    match = two(ann, bob)
    view = ann.request.get(f"/api/matches/{match}/view").json()["view"]
    example = view["examples"][0][0]
    cell(bob, "D4").click()
    bob.keyboard.type(str(example))
    bob.keyboard.press("Enter")
    expect(bob.locator(".middle").get_by_role("alert")).to_contain_text(f"Число {example} — пример множества")
    expect(bob.get_by_role("textbox", name="Число")).to_have_value(str(example))
    cell(bob, "D4").focus()
    bob.keyboard.type("-72")
    expect(bob.get_by_text("Ставят только целые числа без знака, а -72 не такое.")).to_be_visible()
    bob.keyboard.press("Enter")
    expect(bob.get_by_role("textbox", name="Число")).to_have_value("-72")
    for _ in "-72":
        bob.keyboard.press("Backspace")
    bob.keyboard.type("72")
    bob.keyboard.press("Enter")
    expect(board(bob).get_by_text(re.compile("Вы: 72 на D4, в A, B"))).to_be_visible()
    assert not complaints(bob)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_phone_has_number_pad_and_keeps_notes(visitor: Visitor, lang: str) -> None:
    page = visitor(phone=True, lang=lang, color_scheme="dark" if lang == "ru" else "light")
    words = {
        "en": ("Rub out the last digit", "Put 999998 on", "Sets", "Set C", "What I think it is", "Notes")
    }
    words["ru"] = (
        "Стереть последнюю цифру",
        "Поставить 999998 на",
        "Множества",
        "Множество C",
        "Что это, по-моему",
        "Заметки",
    )
    rub, place, sets, third, think, notes = words[lang]
    match = against_a_bot(page)
    where = free(page, match)
    cell(page, where).tap()
    for digit in "9999981":  # one digit too many stays, and is refused
        page.get_by_role("button", name=digit, exact=True).tap()
    expect(page.get_by_role("button", name=f"{place} {where}")).to_have_count(0)
    page.get_by_role("button", name=rub).tap()
    picture(page, f"set-theory-pad-phone-{lang}")
    page.get_by_role("button", name=f"{place} {where}").tap()
    expect(cell(page, where)).to_have_accessible_name(re.compile(f"^{where}: 999998"))
    assert past(page, match)[0]["number"] == 999998 or past(page, match)[1]["number"] == 999998
    page.get_by_role("button", name=sets, exact=True).tap()
    page.get_by_role("button", name=third).tap()
    page.get_by_role("textbox", name=think).fill("prime?")
    page.get_by_role("radio", name="3").check()
    page.get_by_role("tab", name=notes).tap()
    page.get_by_role("textbox", name=notes).fill("many even ones")
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"set-theory-sets-phone-{lang}")
    page.reload()
    page.get_by_role("button", name=sets, exact=True).tap()
    expect(page.get_by_text("prime? ·")).to_be_visible()
    page.get_by_role("tab", name=notes).tap()
    expect(page.get_by_role("textbox", name=notes)).to_have_value("many even ones")


def test_phone_hides_nothing_of_grid_and_result_under_a_bar(visitor: Visitor) -> None:
    """On a screen with room for both, at once and with the pad of digits, and after the answer of a bot."""
    page = visitor(phone=True, lang="ru")
    page.set_viewport_size({"width": 390, "height": 844})
    match = against_a_bot(page)
    where = free(page, match)
    expect(page.get_by_role("textbox", name="Число")).to_be_visible()
    expect(cell(page, "H8")).to_be_visible()
    page.wait_for_function(OPEN)
    cell(page, where).tap()
    expect(page.get_by_role("button", name="7", exact=True)).to_be_visible()
    page.wait_for_function(OPEN)
    page.keyboard.type("907707")
    page.keyboard.press("Enter")
    own = board(page).locator(".turn").filter(has_text="Вы: 907707")
    expect(own).to_be_visible()
    expect(page.get_by_text("Ваш ход.")).to_be_visible()
    page.wait_for_function(OPEN)
    expect(own).to_be_in_viewport(ratio=1)
    picture(page, "set-theory-result-phone-ru")


OPEN: Final = """() => {
  const board = document.querySelector("nh-house")?.shadowRoot ?? document;
  const all = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const parts = all(board).filter((one) => one.matches('[role="gridcell"], .said'));
  const deepest = (x, y) => {
    let found = document.elementFromPoint(x, y);
    while (found?.shadowRoot?.elementFromPoint(x, y) && found.shadowRoot.elementFromPoint(x, y) !== found) {
      found = found.shadowRoot.elementFromPoint(x, y);
    }
    return found;
  };
  return parts.length === 65 && parts.every((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => one.contains(deepest((left + right) / 2, y)));
  });
}"""
"""Whether all cells and the sentences on the last turns lie open, from edge to edge."""


def test_phone_cell_shows_six_digits_and_five_letters(visitor: Visitor) -> None:
    page = visitor(phone=True)
    match = against_a_bot(page)
    put(page, 907707, free(page, match))
    small = page.evaluate(NARROW)
    assert small == []


NARROW: Final = """() => {
  const board = document.querySelector("nh-house")?.shadowRoot ?? document;
  const all = (root) => [...root.querySelectorAll("*")]
    .flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  return all(board)
    .filter((one) => one.getAttribute?.("role") === "gridcell")
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.clientWidth < 38
      || parseFloat(getComputedStyle(one.querySelector(".figure") ?? one).fontSize) < 14)
    .map((one) => `${one.id} ${one.scrollWidth} ${one.clientWidth}`);
}"""


def test_reserve_follows_turn_time_and_then_turn_is_skipped(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    for page in (ann, bob):
        stand(page, house)
    two(ann, bob)
    sides = bob.get_by_role("list", name="Points").get_by_role("listitem")
    expect(sides.nth(1)).to_contain_text("2:00")
    expect(bob.get_by_role("img", name="5 reserve periods left")).to_have_count(2)
    house.clock.time += 150
    stand(bob, house)
    expect(bob.get_by_role("status").filter(has_text="reserve time; 4 more periods are left")).to_have_count(
        1
    )
    expect(sides.nth(1)).to_contain_text("0:30")
    expect(bob.get_by_role("img", name="4 reserve periods left")).to_have_count(1)
    house.clock.time += 271
    run_out(house)
    expect(board(ann).get_by_text("Bob: time ran out, the turn is skipped.")).to_be_visible()
    expect(ann.get_by_role("list", name="Points")).to_contain_text("1 time-out")
    expect(ann.get_by_text("Your turn.")).to_be_visible()


def stand(page: Page, house: House) -> None:
    """Fixes the page's clock to the service's, however long a step takes."""
    page.clock.set_fixed_time(datetime.fromtimestamp(house.clock.time, UTC))


def run_out(house: House) -> None:
    """The service looks at its deadlines."""
    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(house.service.deadlines.expire_due(), loop).result(20)


def test_spectator_sees_everything_and_cannot_act(visitor: Visitor) -> None:
    ann, bob, eve = visitor(), visitor(), visitor(lang="ru")
    match = two(ann, bob)
    put(bob, 72, "D4")
    eve.goto(f"/match/{match}")
    expect(board(eve).get_by_text(re.compile("Bob: 72 на D4, в A, B"))).to_be_visible()
    cell(eve, "D5").click()
    eve.keyboard.type("48")
    eve.keyboard.press("Enter")
    expect(cell(eve, "D5")).to_have_accessible_name("D5, пусто")
    expect(eve.get_by_role("textbox", name="Число")).to_have_count(0)
    put(ann, 48, "D5")
    expect(cell(eve, "D5")).to_have_accessible_name(re.compile("^D5: 48, в A"))
    assert not complaints(eve)


def test_reduced_motion_shows_line_at_once(visitor: Visitor) -> None:
    ann, bob = visitor(reduced_motion="no-preference"), visitor(reduced_motion="reduce")
    two(ann, bob)
    for page, number, where in ((bob, 72, "A1"), (ann, 48, "B2"), (bob, 174, "C3")):
        put(page, number, where)
    expect(board(bob).get_by_text("Line: A1 to C3 in A")).to_be_visible()
    assert bob.evaluate(MOVING) == 0


MOVING: Final = """() => document.getAnimations({ subtree: true })
  .filter((one) => one.playState === "running" && one.effect.getComputedTiming().duration > 1).length"""
"""An animation of a hundredth of a millisecond exists until the next frame, but nobody sees it."""


UNDECIDED: Final[dict[str, Any]] = {"options": {**KNOWN["options"], "first": "dmo-decides"}}


def test_st_1_the_dmo_decides_on_the_board_who_begins(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(lang="ru")
    two(ann, bob, **UNDECIDED)
    expect(board(ann).get_by_text("Bob decides who begins.")).to_be_visible()
    expect(ann.get_by_role("button", name="begins")).to_have_count(0)
    expect(ann.get_by_role("textbox", name="Number")).to_have_count(0)
    expect(board(bob).get_by_text("Кто начинает? Решать вам.")).to_be_visible()
    expect(bob.get_by_role("button", name="Начинаю я")).to_be_enabled()
    assert not complaints(bob)
    assert overflow(bob) == 0
    picture(bob, "set-theory-begins")
    bob.get_by_role("button", name="Начинает Ann").click()
    expect(board(bob).get_by_text("Начинает Ann.")).to_be_visible()
    expect(board(ann).get_by_text("You begin.")).to_be_visible()
    expect(bob.get_by_role("button", name="Начинаю я")).to_have_count(0)
    put(ann, 72, "D4")


def test_st_1_decision_has_own_time_and_leaves_reserve(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    for page in (ann, bob):
        stand(page, house)
    two(ann, bob, **UNDECIDED)
    sides = bob.get_by_role("list", name="Points").get_by_role("listitem")
    expect(sides.nth(1)).to_contain_text("2:00")
    expect(bob.get_by_role("img", name="5 reserve periods left")).to_have_count(2)
    house.clock.time += 121
    run_out(house)
    stand(bob, house)
    expect(board(bob).get_by_text("You begin.")).to_be_visible()
    expect(bob.get_by_role("img", name="5 reserve periods left")).to_have_count(2)
    expect(bob.get_by_text("time-out")).to_have_count(0)


def test_st_11_tier_shows_beside_sets(visitor: Visitor) -> None:
    page = visitor(lang="ru")
    against_a_bot(page, options={"tier": "plain"})
    expect(board(page).get_by_text("простые свойства")).to_be_visible()


def test_catalogue_opens_without_assistance(visitor: Visitor) -> None:
    page = visitor()
    against_a_bot(page, options={"tier": "plain"})
    board(page).get_by_role("tab", name="Catalogue").click()
    listed = board(page).get_by_role("group", name="Properties")
    expect(listed.get_by_text("43 properties")).to_be_visible()  # those of the tier
    search = board(page).get_by_role("searchbox", name="Search the catalogue")
    search.fill("в обе стороны")  # in either language
    expect(listed.get_by_text("reads the same backwards", exact=True)).to_be_visible()
    search.fill("multiple 7")
    expect(listed.get_by_text("is a multiple of 7", exact=True)).to_be_visible()
    expect(listed.get_by_text("14 21 28")).to_be_visible()
    expect(listed.get_by_role("button")).to_have_count(0)
    assert not complaints(page)
    picture(page, "set-theory-catalogue")
    search.fill("nothing of the kind")
    expect(listed.get_by_text("0 properties")).to_be_visible()


def test_catalogue_fits_phone_in_russian(visitor: Visitor) -> None:
    page = visitor(lang="ru", phone=True)
    against_a_bot(page)
    page.get_by_role("button", name="Множества", exact=True).tap()
    board(page).get_by_role("tab", name="Каталог").tap()
    listed = board(page).get_by_role("group", name="Свойства")
    expect(listed.get_by_text("250 свойств")).to_be_visible()
    board(page).get_by_role("searchbox", name="Искать в каталоге").fill("square")
    expect(listed.get_by_text("квадрат").first).to_be_visible()
    assert not complaints(page)
    assert not overflow(page)
    picture(page, "set-theory-catalogue-phone")
