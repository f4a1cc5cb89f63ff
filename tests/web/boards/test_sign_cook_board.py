"""The board of Sign Cook in real browsers: the town, the mine, the kitchen and the judge's table."""

from __future__ import annotations

import contextlib
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, drafted, overflow, picture

GRID: Final = ("31482659", "72904183", "15537264", "86021937", "40975218", "29463805", "35718642", "12894075")
"""A mine with A7 = 3, A8 = 1 and B8 = 2."""

OPTIONS: Final[dict[str, Any]] = {"mine": GRID, "words": "cab ace bad dad dig fed bed bee fad cage"}


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def guest(page: Page, name: str = "Ann") -> None:
    if page.request.get("/api/me").text() not in ("", "null"):
        return
    assert page.request.post("/api/guest", data={"name": name}).ok


def against_bots(page: Page, seats: int = 2, **options: Any) -> str:
    """Starts a match of this page's guest and opens it; returns its address."""
    guest(page)
    bots = [None, *["random"] * (seats - 1)]
    match, host = drafted(page, game="sign-cook", seats=seats, bots=bots, options={**OPTIONS, **options})
    assert page.request.post(f"/api/matches/{match}/join", data={"seat": 0}).ok
    with contextlib.closing(host):
        host.post(f"/api/matches/{match}/start").raise_for_status()
    page.goto(f"/match/{match}")
    return f"/match/{match}"


def between(one: Page, other: Page, host: Page | None = None, **options: Any) -> str:
    """Starts a match of two people and opens it for both; returns its address. Without a `host` a guest
    who doesn't play is its host."""
    guest(one, "Ann")
    guest(other, "Bob")
    if host is None:
        match, drafter = drafted(one, game="sign-cook", seats=2, options={**OPTIONS, **options})
    else:
        match = host.request.post(
            "/api/matches", data={"game": "sign-cook", "seats": 2, "options": {**OPTIONS, **options}}
        ).json()["id"]
        assert host.request.post(f"/api/matches/{match}/open").ok
    for seat, page in enumerate((one, other)):
        assert page.request.post(f"/api/matches/{match}/join", data={"seat": seat}).ok
    if host is None:
        with contextlib.closing(drafter):
            drafter.post(f"/api/matches/{match}/start").raise_for_status()
    else:
        assert host.request.post(f"/api/matches/{match}/start").ok
    for page in (one, other):
        page.goto(f"/match/{match}")
    return f"/match/{match}"


def go(page: Page, place: str) -> None:
    page.get_by_role("button", name=place, exact=True).click()
    expect(page.get_by_role("heading", name=place)).to_be_visible()


def tile(page: Page, name: str) -> Locator:
    """A stack of the pantry, such as `9: 1 tile`."""
    return page.get_by_role("group", name="Your pantry").get_by_label(name, exact=True)


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=f"{name}:")


def serve(page: Page, asks: bool = True) -> None:
    """Serve the dish. The board asks once while visits or tiles are left."""
    page.get_by_role("button", name="Serve the dish").click()
    if asks:
        page.get_by_role("button", name="Yes, serve").click()


def cook(page: Page, *lines: str, asks: bool = True) -> None:
    """Write a dish and serve it."""
    go(page, "Your kitchen")
    for number, line in enumerate(lines, start=1):
        if number > 1:
            page.keyboard.press("Enter")
        page.get_by_role("textbox").nth(number - 1).fill(line)
    serve(page, asks)


def test_match_is_cooked_to_its_end(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page)
    expect(page.get_by_text("3 visits left")).to_be_visible()
    assert not complaints(page)
    picture(page, "sign-cook-town")

    # The mine, by mouse: a path is drawn, and its signs are put by their keys.
    go(page, "Numbers Mine")
    cell(page, "B8").hover()
    page.mouse.down()
    cell(page, "A8").hover()
    cell(page, "A7").hover()
    page.mouse.up()
    for key in "+=":
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_role("textbox", name="Equation")).to_have_value("2+1=3")
    assert not complaints(page)
    picture(page, "sign-cook-mine")
    page.get_by_role("button", name="Mine 3 tiles").click()
    expect(page.get_by_text("2 visits left")).to_be_visible()
    expect(page.get_by_role("gridcell", name="B8: 2, closed to you")).to_be_visible()
    expect(tile(page, "3: 2 tiles")).to_be_visible()

    # A market, and the one tile that garnets buy.
    go(page, "Plus Palace")
    tile(page, "9: 1 tile").click()
    assert not complaints(page)
    picture(page, "sign-cook-market")
    page.get_by_role("button", name="Exchange the 9 for 9 +").click()
    expect(tile(page, "+: 10 tiles")).to_be_visible()
    go(page, "Garnet Stall")
    page.get_by_role("radio", name="0").click()
    page.get_by_role("button", name="Buy 0 for 3 garnets").click()
    expect(page.get_by_text("You have bought 0.")).to_be_visible()
    expect(page.get_by_text("0 garnets").first).to_be_visible()

    # A 0 is spent for nothing only when one says so.
    go(page, "Minus Market")
    tile(page, "0: 1 tile").click()
    expect(page.get_by_text("A 0 gives nothing and is spent.")).to_be_visible()
    page.get_by_role("button", name="Spend the 0 for nothing").click()
    expect(page.get_by_text("You have made the three visits of this round.")).to_be_visible()

    # The kitchen, by tiles: what is laid is gone from the pantry, and comes back.
    go(page, "Your kitchen")
    for name in ("8: 1 tile", "÷: 1 tile", "2: 2 tiles"):
        tile(page, name).click()
    expect(page.get_by_role("math", name="8 divided by 2", exact=True)).to_be_visible()
    expect(tile(page, "8: 0 tiles")).to_be_disabled()
    page.get_by_role("button", name="Take the last tile back").click()
    expect(page.get_by_role("textbox", name="Expression 1")).to_have_value("8÷")
    cook(page, "8/2", "2+3", asks=False)
    expect(page.get_by_role("heading", name="Judge’s table")).to_be_visible()
    expect(page.get_by_text(re.compile("^Longest sequence mined: "))).to_be_visible()
    assert not complaints(page)
    picture(page, "sign-cook-judge")

    page.get_by_role("button", name="Next: main course").click()
    cook(page, "4x6")
    page.get_by_role("button", name="Next: dessert").click()
    cook(page, "1+3", "1+4")
    expect(page.get_by_role("alert")).to_contain_text("pantry lacks")
    for number, line in enumerate(("3", "1", "7", "5")):
        if number > 1:
            page.get_by_role("button", name="Add a letter").click()
        page.get_by_role("textbox", name=f"Letter {number + 1}").fill(line)
    expect(page.get_by_role("textbox")).to_have_count(4)
    picture(page, "sign-cook-dessert")
    go(page, "Judge’s table")
    go(page, "Your kitchen")
    expect(page.get_by_role("textbox", name="Letter 3")).to_have_value("7")
    page.reload()
    go(page, "Your kitchen")
    expect(page.get_by_role("textbox", name="Letter 4")).to_have_value("5")
    expect(page.get_by_text("7 → G")).to_be_visible()
    page.get_by_role("button", name="Serve the dish").click()
    question = page.get_by_role("group", name="Serve the dish")
    expect(question).to_be_focused()
    expect(question.get_by_role("button", name="Go on cooking")).to_be_in_viewport(ratio=1)
    expect(question).to_contain_text("You still have 3 visits. Serve?")
    expect(question).to_contain_text(
        re.compile(r"Left over: .*\. Tiles left after the dessert cost 2 points")
    )
    assert not complaints(page)
    picture(page, "sign-cook-question")
    question.get_by_role("button", name="Go on cooking").click()
    expect(page.get_by_role("textbox", name="Letter 1")).to_be_focused()
    serve(page, asks=False)  # once is enough
    expect(page.get_by_text(re.compile("^Finally, some good food"))).to_be_visible()
    expect(page.get_by_text("CAGE", exact=True)).to_have_count(1)
    expect(page.get_by_role("row", name="Ann").get_by_role("cell", name="−2")).to_be_visible()


def test_closing_text_shows(visitor: Visitor) -> None:
    page = visitor()
    address = against_bots(page, seats=3)
    for course in ("main course", "dessert", ""):
        go(page, "Your kitchen")
        page.get_by_role("button", name="Serve nothing").click()
        page.get_by_role("button", name="Serve nothing").click()
        if course:
            page.get_by_role("button", name=f"Next: {course}").click()
    expect(page.get_by_text(re.compile("^Finally, some good food"))).to_be_visible()
    expect(page.get_by_text(re.compile("^A donut, and so the elimination candidate"))).to_be_visible()
    expect(page.get_by_text("Presented nothing.").nth(2)).to_be_visible()
    page.get_by_text("Ann: left over 1 2 3").click()
    expect(page.get_by_text("Starter: no visits").first).to_be_visible()
    assert not complaints(page)
    picture(page, "sign-cook-end")
    page.goto(address)
    expect(page.get_by_text(re.compile("^A donut, and so the elimination candidate"))).to_be_visible()
    go(page, "Numbers Mine")
    expect(page.get_by_text("Draw a path")).to_have_count(0)


def test_two_browsers_cook_against_each_other(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    address = between(ann, bob)
    cook(ann, "1+1", "4-1", "2^2")
    expect(ann.locator(".middle").get_by_role("alert")).to_contain_text("pantry lacks")
    ann.get_by_role("textbox", name="Expression 1").fill("8/4")
    ann.get_by_role("textbox", name="Expression 2").fill("6-3")
    ann.get_by_role("textbox", name="Expression 3").fill("")
    serve(ann, asks=False)
    expect(ann.get_by_text("Your dish is with the judge.")).to_be_visible()
    expect(ann.get_by_text("Still at work: Bob.")).to_be_visible()
    expect(ann.get_by_role("math", name="8 divided by 4")).to_be_visible()
    picture(ann, "sign-cook-sealed")

    # Bob learns that Ann is through, and nothing else.
    go(bob, "Judge’s table")
    expect(bob.get_by_text("with the judge")).to_have_count(1)
    expect(bob.get_by_role("math")).to_have_count(0)

    watcher = visitor(address)
    expect(watcher.get_by_role("heading", name="Round 1: Starter")).to_be_visible()
    expect(watcher.get_by_role("group", name="Your pantry")).to_have_count(0)
    go(watcher, "Your kitchen")
    expect(watcher.get_by_text("Every player cooks in a kitchen of their own")).to_be_visible()
    go(watcher, "Numbers Mine")
    cell(watcher, "B8").click()
    expect(watcher.get_by_role("textbox")).to_have_count(0)
    assert not complaints(watcher)

    cook(bob, "6/3-2+1")
    for page in (ann, bob, watcher):
        expect(page.get_by_text("Ruined:")).to_be_visible()
        expect(page.get_by_role("math", name="8 divided by 4", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", name="Judge’s table")).to_be_visible()


def test_keyboard_cooks_dish(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page)
    page.get_by_role("button", name="Numbers Mine").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Numbers Mine")).to_be_focused()
    page.keyboard.press("Tab")
    expect(cell(page, "A1")).to_be_focused()
    for _ in range(7):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "B8")).to_be_focused()
    for key in ("Enter", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name="A7: 3, number 3 of the path")).to_be_focused()
    page.keyboard.press("Enter")
    field = page.get_by_role("textbox", name="Equation")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("2+1=4")
    expect(page.get_by_text("The path holds 2 1 3;")).to_be_visible()
    page.keyboard.press("Backspace")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2 visits left")).to_be_visible()

    page.get_by_role("button", name="Division Kitchen").focus()
    page.keyboard.press("Enter")
    tile(page, "2: 2 tiles").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Exchange the 2 for 2 ÷").focus()
    page.keyboard.press("Enter")
    expect(tile(page, "÷: 3 tiles")).to_be_visible()

    page.get_by_role("button", name="Garnet Stall").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="6")).to_be_checked()

    page.get_by_role("button", name="Your kitchen").focus()
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Expression 1").focus()
    page.keyboard.type("8/4")
    page.keyboard.press("Enter")
    page.keyboard.type("7-6")
    expect(page.get_by_role("math", name="7 minus 6")).to_be_visible()
    page.get_by_role("button", name="Serve the dish").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Serve the dish")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Judge’s table")).to_be_visible()


def test_tiles_are_inserted_and_moved(visitor: Visitor) -> None:
    """By tap, by keys and by dragging."""
    page = visitor()
    against_bots(page)
    go(page, "Your kitchen")
    field = page.get_by_role("textbox", name="Expression 1")
    row = page.get_by_role("group", name="Tiles of Expression 1")
    for name in ("1: 1 tile", "2: 1 tile", "+: 1 tile"):
        tile(page, name).click()
    expect(field).to_have_value("12+")

    # A tap on the right half of a tile puts the caret behind it; the left half, before it.
    first = row.get_by_role("button", name="1, tile 1 of 3")
    box = first.bounding_box()
    assert box is not None
    first.click(position={"x": box["width"] - 4, "y": 20})
    tile(page, "8: 1 tile").click()
    expect(field).to_have_value("182+")
    row.get_by_role("button", name="1, tile 1 of 4").click(position={"x": 4, "y": 20})
    tile(page, "9: 1 tile").click()
    expect(field).to_have_value("9182+")

    # The two buttons move the tile that is held.
    row.get_by_role("button", name="+, tile 5 of 5").click()
    move = page.get_by_role("button", name="Move the tile to the left")
    move.click()
    expect(field).to_have_value("918+2")
    move.click()
    expect(field).to_have_value("91+82")
    expect(row.get_by_role("button", name="+, tile 3 of 5")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Move the tile to the right").click()
    expect(field).to_have_value("918+2")

    # The keys: arrows go along the tiles, with Shift they take the tile along, Delete takes it out.
    row.get_by_role("button", name="+, tile 4 of 5").focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(field).to_have_value("91+82")
    expect(row.get_by_role("button", name="+, tile 3 of 5")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(row.get_by_role("button", name="8, tile 4 of 5")).to_be_focused()
    page.keyboard.press("Delete")
    expect(field).to_have_value("91+2")
    expect(tile(page, "8: 1 tile")).to_be_visible()

    # With the mouse a tile is dragged between two others.
    sign, last = (row.get_by_role("button", name=name).bounding_box() for name in ("9, tile 1", "2, tile 4"))
    assert sign is not None
    assert last is not None
    page.mouse.move(sign["x"] + 10, sign["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 2, last["y"] + 20, steps=5)
    page.mouse.up()
    expect(field).to_have_value("1+29")
    assert not complaints(page)
    picture(page, "sign-cook-tiles")


def test_dessert_shows_letters_without_assistance(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page)
    for course in ("main course", "dessert"):
        go(page, "Your kitchen")
        page.get_by_role("button", name="Serve nothing").click()
        page.get_by_role("button", name="Serve nothing").click()
        page.get_by_role("button", name=f"Next: {course}").click()
    go(page, "Your kitchen")
    field = page.get_by_role("textbox", name="Letter 1")
    tile(page, "4: 1 tile").click()
    expect(page.get_by_text("4 → D")).to_be_visible()
    field.fill("27")
    expect(page.get_by_text("27 is no letter")).to_be_visible()
    field.fill("1+3=4")  # the value that the player has written
    expect(page.get_by_text("4 → D")).to_be_visible()
    field.fill("1+3")  # nothing is worked out
    expect(page.get_by_role("math", name="1 plus 3", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("→ [A-Z]"))).to_have_count(0)


def test_places_without_visit_are_not_offered(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page, garnets=0)
    expect(page.get_by_role("button", name="Garnet Stall")).to_be_disabled()
    for number in (9, 8, 7):
        go(page, "Plus Palace")
        tile(page, f"{number}: 1 tile").click()
        page.get_by_role("button", name=f"Exchange the {number} for {number} +").click()
        expect(tile(page, f"{number}: 0 tiles")).to_be_visible()
    for place in ("Minus Market", "Strange Square", "Division Kitchen", "Multiplication Station"):
        expect(page.get_by_role("button", name=place)).to_be_disabled()
    expect(page.get_by_role("button", name="Numbers Mine")).to_be_enabled()  # to plan the next round
    assert not complaints(page)


def test_board_fits_dark_phone_in_russian(visitor: Visitor) -> None:
    page = visitor(lang="ru", phone=True, color_scheme="dark")
    against_bots(page)
    expect(page.get_by_text("осталось 3 посещения")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "sign-cook-phone")

    page.get_by_role("button", name="Шахта чисел").tap()
    for name in ("B8", "A8", "A7"):
        page.get_by_role("gridcell", name=f"{name}:").tap()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "sign-cook-phone-mine")
    page.get_by_role("button", name="Добыть 3 фишки").tap()
    expect(page.get_by_role("alert")).to_contain_text("нужен один из + − × ÷")
    page.get_by_role("button", name="=", exact=True).tap()
    expect(page.get_by_role("alert")).to_be_empty()

    page.get_by_role("button", name="В город").tap()
    expect(page.get_by_role("button", name="Шахта чисел")).to_be_focused()
    page.get_by_role("button", name="Ваша кухня").tap()
    pantry = page.get_by_role("group", name="Ваша кладовая")
    for name in ("9", "1", "÷", "7"):
        pantry.get_by_role("button", name=f"{name}: 1 фишка").tap()
    expect(page.get_by_role("math", name="91 разделить на 7")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "sign-cook-phone-kitchen")
    page.get_by_role("button", name="Подать блюдо").tap()
    expect(page.get_by_text("Подать?")).to_be_visible()
    assert not overflow(page)
    page.get_by_role("button", name="Да, подать").tap()
    expect(page.get_by_role("heading", name="Стол судьи")).to_be_visible()
    assert not overflow(page)
    picture(page, "sign-cook-phone-judge")


def test_task_tiles_and_button_stay_in_sight_on_phone(visitor: Visitor) -> None:
    page = visitor(phone=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    against_bots(page)
    expect(page.get_by_text("Expressions with at least one sign each")).to_be_in_viewport(ratio=1)
    expect(tile(page, "^: 1 tile")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Judge’s table")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Cook the dish").and_(page.locator(":visible")).tap()
    for name in ("1", "+", "2"):
        tile(page, f"{name}: 1 tile").tap()
    for number in (2, 3):
        page.get_by_role("button", name="Add an expression").tap()
        # No field has the focus, which would bring up a keyboard; the tile goes to the new expression.
        expect(page.get_by_role("listitem").filter(has=field(page, number))).to_be_focused()
        tile(page, f"{number + 3}: 1 tile").tap()
        expect(field(page, number)).to_have_value(str(number + 3))
        expect(field(page, number)).to_be_in_viewport(ratio=1)
        expect(tile(page, "9: 1 tile")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Serve the dish")).to_be_in_viewport(ratio=1)
    page.get_by_role("listitem").filter(has=field(page, 1)).tap(position={"x": 5, "y": 5})
    tile(page, "−: 1 tile").tap()
    expect(field(page, 1)).to_have_value("1+2−")


def field(page: Page, number: int) -> Locator:
    return page.get_by_role("textbox", name=f"Expression {number}")


def test_word_lookup_needs_hosts_permission(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page, lookups=True)
    for course in ("main course", "dessert"):
        go(page, "Your kitchen")
        expect(page.get_by_role("textbox", name="Look a word up")).to_have_count(0)
        page.get_by_role("button", name="Serve nothing").click()
        page.get_by_role("button", name="Serve nothing").click()
        page.get_by_role("button", name=f"Next: {course}").click()
    go(page, "Your kitchen")
    field = page.get_by_role("textbox", name="Look a word up")
    field.fill("cab")
    expect(page.get_by_text("CAB counts in this match.")).to_be_visible()
    field.fill("zzz")
    expect(page.get_by_text("ZZZ doesn’t count in this match.")).to_be_visible()
    field.fill("z9")
    expect(page.get_by_text("A word has 2 to 15 letters")).to_be_visible()
    assert not overflow(page)
    assert not complaints(page)
    picture(page, "sign-cook-lookup")


def test_rulings_show_on_judges_table(visitor: Visitor) -> None:
    """An undecided starter and a word that isn't in the list."""
    ann, bob, host = visitor(), visitor(), visitor()
    guest(host, "Judge")
    address = between(ann, bob, host, unary_minus="loose", garnets=3)

    def act(page: Page, **action: Any) -> None:
        answer = page.request.post(f"/api{address.replace('match', 'matches')}/act", data={"action": action})
        assert answer.ok, answer.text()

    def rule(**ruling: Any) -> None:
        answer = host.request.post(
            f"/api{address.replace('match', 'matches')}/desk/rulings", data={"ruling": ruling, "reason": ""}
        )
        assert answer.ok, answer.text()

    act(ann, type="buy", tile="2")
    act(ann, type="visit", place="strange-square", tile=9)
    act(ann, type="serve", dish=["2^2^4^-1"])
    act(bob, type="serve", dish=["1+2"])
    go(bob, "Judge’s table")
    expect(bob.get_by_text("Left to the host; until then")).to_be_visible()
    expect(bob.get_by_text("undecided")).to_be_visible()
    for page, dish in ((ann, []), (bob, []), (ann, ["8", "6+3"]), (bob, [])):
        act(page, type="serve", dish=dish)
    expect(bob.get_by_text("is no word of the list")).to_have_count(1)
    host.goto(f"{address}/desk")
    host.get_by_role("tab", name="Rulings").click()
    expect(host.get_by_role("radio", name="HI counts as a word")).to_be_visible()
    host.get_by_role("radio", name="Something else: What an undecided value comes to").check()
    host.get_by_role("textbox", name="What an undecided value comes to").fill("4")
    host.get_by_role("button", name="See what would change").click()
    expect(host.get_by_text("Ann, the starter, expression 1: its value is 4").first).to_be_visible()
    assert not complaints(host)
    host.get_by_role("button", name="Rule", exact=True).click()
    expect(bob.get_by_text("(the host)")).to_be_visible()
    expect(bob.get_by_text("Left to the host")).to_have_count(0)
    rule(type="word", word="hi", counts=True)
    expect(bob.get_by_text("The host has ruled on the word.")).to_be_visible()
    expect(bob.get_by_text("is no word of the list")).to_have_count(0)
    assert not complaints(bob)
    picture(bob, "sign-cook-rulings")


SET: Final[tuple[tuple[dict[str, Any], str, str], ...]] = (
    ({}, "2^3^2", "2[3[2]]"),
    ({}, "1+2x6/3x4-5", "1+{2×6|3}×4−5"),
    ({}, "9/3/1", "{{9|3}|1}"),
    ({}, "4+", "4+□"),
    ({}, "-2^2", "□−2[2]"),
    ({}, "1+(2", "1+□~(2~"),
    ({}, "3 4", "3~4~"),
    ({}, "1+1=2", "1+1=2"),
    ({}, "9/3 = −6:2", "{9|3}=−6÷2"),
    ({}, "1+1=", "1+1=□"),
    ({}, "1+1=1+1", "1+1~=1+1~"),
    ({"power_groups": "left"}, "2^3^2", "(2[3])[2]"),
    ({"unary_minus": "loose"}, "-2^2", "−2[2]"),
    ({"unary_minus": "tight"}, "-2^2", "(−2)[2]"),
    ({"unary_minus": "tight"}, "3x-2^-1", "3×(−2)[−1]"),
)
"""Written out: [ ] is raised, { | } is a fraction, □ is missing, ~ ~ can't be read."""

WRITE_OUT: Final = """function out(node) {
    if (node.nodeType === 3) return node.textContent.trim();
    const inner = [...node.childNodes].map(out);
    const text = inner.join("");
    const is = (name) => node.classList?.contains(name);
    if (is("fraction")) return `{${inner.filter(Boolean).join("|")}}`;
    return is("exponent") ? `[${text}]` : is("gap") ? "□" : is("rest") ? `~${text}~` : text;
}"""


def test_expressions_are_typeset_without_evaluation(visitor: Visitor) -> None:
    page = visitor()
    before: dict[str, Any] | None = None
    for options, text, drawn in SET:
        if options != before:
            against_bots(page, **options)
            go(page, "Your kitchen")
            before = options
        page.get_by_role("textbox", name="Expression 1").fill(text)
        if text[0].isdigit():
            expect(page.get_by_role("math", name=text[0])).to_be_visible()
        assert page.get_by_role("math").evaluate(WRITE_OUT) == drawn
        expect(page.locator("main")).not_to_contain_text("512")
