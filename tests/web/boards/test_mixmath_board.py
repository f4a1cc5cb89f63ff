"""Mixmath's board: tiles placed by dragging, tapping and keys, and all features of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from numberhouse.contract.game import Chance, Seat
from numberhouse.games.mixmath.rules.board import CELLS, LAYOUT, PRINTED
from numberhouse.games.mixmath.rules.edition import Edition
from numberhouse.games.mixmath.rules.model import Draw, Hand, Options, Place, State, Turn, View
from numberhouse.games.mixmath.rules.tiles import BLANK, BOX, RACK
from numberhouse.games.mixmath.solver.search import best_turn
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture
from tests.web.match.test_match_page import join_match

Deal: TypeAlias = Callable[..., None]

SQUARES: Final = {
    "2": "double",
    "3": "triple",
    "+": "plus square",
    "-": "minus square",
    "x": "times square",
    "/": "division square",
    "#": "printed",
}


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """From now on matches begin with these racks and this bag; seat 0 starts, and everyone's
    highest tile was shown."""

    def dealt(*racks: tuple[int, ...], bag: tuple[int, ...] = ()) -> None:
        def opened(options: Options, seats: Seat, chance: Chance, edition: Edition) -> State:
            del seats, chance, edition
            hands = tuple(Hand(tuple(sorted(rack)), rack) for rack in racks)
            draws = tuple(Draw(seat, max(rack)) for seat, rack in enumerate(racks))
            return State(options, (draws,), bag, hands, Turn(0, len(racks[0])), (0,) * len(racks))

        monkeypatch.setattr("numberhouse.games.mixmath.rules.gameplay.opened", opened)

    return dealt


def cell(page: Page, name: str) -> Locator:
    return page.get_by_role("gridcell", name=re.compile(rf"^{name}:"))


def tile(page: Page, name: str) -> Locator:
    """A tile of the player's rack."""
    rack = page.get_by_role("group", name=re.compile("Your rack|Ваша подставка"))
    return rack.get_by_role("button", name=re.compile(rf"^{name}(,|$)")).first


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def drag(page: Page, what: Locator, to: Locator) -> None:
    start, end = what.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def start_match(page: Page, **more: Any) -> str:
    """Starts a match of this page's guest against a bot and opens it."""
    page.request.post("/api/guest", data={"name": "Ann"})
    told = page.request.post("/api/play", data={"game": "mixmath", **more})
    assert told.ok, told.text()
    match = str(told.json()["id"])
    page.goto(f"/match/{match}")
    expect(page.get_by_role("grid", name=re.compile("Board|Доска"))).to_be_visible()
    return match


def test_nothing_that_comes_and_goes_moves_the_board(visitor: Visitor, deal: Deal) -> None:
    deal((1, 2, 9, 9, 9, 9, 9), (3, 4, 5, 6, 7, 8, 10), bag=(10,) * 20)
    page = visitor(phone=True, reduced_motion="no-preference")
    page.set_viewport_size({"width": 390, "height": 844})
    start_match(page, seat=0, bot="one-tile")
    points = page.get_by_role("list", name="Points").get_by_role("listitem")
    expect(points.first).to_contain_text("known: 9")
    top = height_of(page)
    press(page, "Pass…")
    press(page, "Pass")
    expect(page.get_by_role("button", name="Replay the last turn")).to_be_visible()
    assert height_of(page) == top
    tile(page, "2").tap()
    cell(page, "A14").tap()
    page.get_by_role("button", name="Lay 2 on A14").tap()
    expect(page.get_by_role("alert")).to_contain_text("A14")
    assert height_of(page) == top


def height_of(page: Page) -> float:
    """How far below the top of the page the squares begin."""
    return float(
        page.get_by_role("grid", name="Board").evaluate(
            "grid => Math.round(grid.getBoundingClientRect().top + scrollY)"
        )
    )


def test_squares_and_tiles_match_rules(visitor: Visitor, deal: Deal) -> None:
    deal((1, 1, 14, 90), (2,) * 7, bag=(3,))
    page = visitor()
    start_match(page, seat=0)
    expect(page.get_by_role("gridcell")).to_have_count(len(CELLS))
    names = page.get_by_role("gridcell").evaluate_all("all => all.map((one) => one.ariaLabel)")
    told = [
        ", ".join(filter(None, (str(PRINTED[index]) if index in PRINTED else "empty", SQUARES.get(square))))
        for index, square in enumerate(LAYOUT)
    ]
    assert names == [f"{name}: {words}" for name, words in zip(CELLS, told, strict=True)]
    grid = page.get_by_role("grid", name="Board")
    expect(grid.get_by_role("columnheader")).to_have_text(["Row", *"ABCDEFGHIJKLMN"])
    expect(grid.get_by_role("rowheader")).to_have_text([str(row) for row in range(1, 15)])
    page.get_by_text("Tiles not seen yet").click()
    seen = page.get_by_role("list", name="Tiles in the bag and on the others' racks").get_by_role("listitem")
    values = sorted(set(BOX))
    known = (1, 1, 14, 90, 2)  # one's own, and the other's start tile
    told = [f"{one}: {BOX.count(one) - known.count(one)} of {BOX.count(one)} not seen" for one in values]
    assert seen.evaluate_all("all => all.map((one) => one.title)") == told
    last, rack = cell(page, "N14").bounding_box(), tile(page, "90").bounding_box()
    assert last
    assert rack
    assert 0 < rack["y"] - last["y"] - last["height"] < 30


def test_match_against_bot_ends_with_result(visitor: Visitor, deal: Deal) -> None:
    tiles = Chance("deal", 1).shuffled(BOX)[:30]
    deal(tuple(tiles[:7]), tuple(tiles[7:14]), bag=tuple(sorted(tiles[14:])))
    page = visitor(reduced_motion="reduce")
    match = start_match(page, bot="one-tile", seats=2)
    for _ in range(40):
        over = page.get_by_role("heading", name=re.compile("won|lost|share the first"))
        expect(page.get_by_text("Your turn.").or_(over)).to_be_visible()
        view = msgspec.convert(page.request.get(f"/api/matches/{match}/view").json()["view"], View)
        if view.end:
            break
        assert view.hand
        turn = best_turn(view.board, view.hand.rack, view.turn.began == RACK, most=2000)
        for place in turn.placements:
            pencil(page, place)
        if turn.placements:
            press(page, "Lay and end the turn")
        elif view.bag:
            press(page, "Exchange…")
            tile(page, str(view.hand.rack[-1])).click()
            press(page, "Exchange 1 tile")
        else:
            press(page, "Pass…")
            press(page, "Pass")
        expect(page.get_by_role("listitem").filter(has_text=f"{len(view.past) + 1}. You")).to_be_visible()
    expect(page.get_by_text("the match is over").first).to_be_visible()
    expect(page.get_by_role("cell", name="You")).to_have_count(0)
    expect(page.get_by_role("row", name=re.compile("^You"))).to_be_visible()
    assert not complaints(page)
    picture(page, "mixmath-over")


def pencil(page: Page, place: Place) -> None:
    cell(page, place.cell).click()
    page.keyboard.type(str(place.tile))
    expect(cell(page, place.cell)).to_have_attribute("aria-label", re.compile(f": {place.tile} in pencil"))


def test_keyboard_plays_whole_turn(visitor: Visitor, deal: Deal) -> None:
    deal((3, 4, 12), (2, 2))
    page = visitor()
    start_match(page, seat=0)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == "gridcell":
            break
    keys = page.keyboard
    expect(cell(page, "F7")).to_be_focused()
    keys.press("1")
    expect(page.get_by_text("1 is not on your rack.")).to_have_count(0)
    keys.press("2")
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: 12 in pencil")
    keys.press("Delete")
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: empty")
    keys.press("3")
    keys.press("Enter")
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: 3, lit")
    keys.press("ArrowLeft")
    expect(cell(page, "E7")).to_be_focused()
    keys.press("4")
    keys.press("Enter")
    expect(cell(page, "E7")).to_have_attribute("aria-label", "E7: 4, plus square, lit")
    keys.press("Home")
    expect(cell(page, "A7")).to_be_focused()
    for _ in range(3):
        keys.press("ArrowRight")
    keys.type("12")
    keys.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^You won"))).to_be_visible()
    expect(page.get_by_role("row", name="You 19 0 19")).to_be_visible()


FOCUSED: Final = """() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one?.getAttribute("role");
}"""


def test_two_browsers_and_spectator_see_same_match(visitor: Visitor, deal: Deal, house: House) -> None:
    deal((3, 4, 7, 12, 20, 20, 20), (5, 6, 7, 8, 9, 10, 90), bag=(64, 64, 64, 64))
    ann, bob, eve = visitor(), visitor(), visitor()
    match = join_match(house, "mixmath", ann, bob)
    eve.goto(f"/match/{match}")
    drag(ann, tile(ann, "3"), cell(ann, "F7"))
    drag(ann, tile(ann, "4"), cell(ann, "D7"))
    drag(ann, cell(ann, "D7"), cell(ann, "E7"))
    expect(cell(ann, "D7")).to_have_attribute("aria-label", re.compile("D7: empty"))
    ann.get_by_role("checkbox", name="draw a tile").uncheck()
    tile(ann, "12").click()
    cell(ann, "D7").click()
    press(ann, "Lay 3 tiles")
    expect(tile(ann, "64")).to_be_visible()
    for page in (ann, bob, eve):
        expect(cell(page, "D7")).to_have_attribute("aria-label", "D7: 12, times square, lit")
        expect(page.get_by_text("4 × 3 = 12")).to_be_visible()
        expect(page.get_by_text("3 + 1 = 4")).to_be_visible()
    expect(bob.get_by_role("list", name="Points").get_by_text("19")).to_be_visible()
    expect(bob.get_by_text("You can plan in pencil")).to_be_visible()
    expect(eve.get_by_role("group", name="Your rack")).to_have_count(0)
    picture(bob, "mixmath-lit")
    press(ann, "End the turn")
    # What was just played stays lit until the next tile.
    expect(cell(bob, "F7")).to_have_attribute("aria-label", "F7: 3, lit")
    press(bob, "Exchange…")
    tile(bob, "90").click()
    tile(bob, "5").click()
    expect(bob.get_by_text("The bag has 1 tile; put fewer aside.")).to_be_visible()
    tile(bob, "5").click()
    press(bob, "Exchange 1 tile")
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    expect(tile(bob, "64")).to_be_visible()
    press(ann, "Pass…")
    press(ann, "Not yet")
    press(ann, "Pass…")
    press(ann, "Pass")
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    drag(bob, tile(bob, "9"), cell(bob, "F6"))
    press(bob, "Lay 9 on F6")
    expect(bob.locator(".middle").get_by_role("alert")).to_contain_text("F6 has no two numbers next to it")
    pencilled = "F6: 9 in pencil, no two numbers beside it in one line"
    expect(cell(bob, "F6")).to_have_attribute("aria-label", pencilled)
    assert not complaints(bob)
    press(bob, "Take back")
    eve.get_by_role("button", name=re.compile(r"1\. Player 0")).click()
    expect(cell(eve, "E7")).to_have_attribute("aria-label", "E7: 4, plus square, lit")


STUCK: Final = {
    "en": "None of your tiles can be laid any more: your turn is over.",
    "ru": "Ни одну вашу фишку больше не выложить: ход окончен.",
}


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_mx_12_automatic_end_of_turn_is_announced_to_its_player_only(
    visitor: Visitor, deal: Deal, house: House, lang: str
) -> None:
    deal((3, 20, 20, 20, 20, 20, 20), (5, 6, 7, 8, 9, 10, 90), bag=(64, 64, 64, 64))
    ann, bob = visitor(lang=lang), visitor(lang=lang)
    join_match(house, "mixmath", ann, bob)
    scores = ann.get_by_role("list", name="Points" if lang == "en" else "Очки")
    known = "90 is known to be on the rack" if lang == "en" else "все видели: на подставке есть 90"
    expect(scores.get_by_title(known)).to_be_visible()
    tile(ann, "3").click()
    cell(ann, "F7").click()
    press(ann, "Lay 3 on F7" if lang == "en" else "Выложить 3 на F7")
    status = ann.get_by_role("status").filter(has_text=STUCK[lang])
    expect(status).to_be_visible()
    expect(tile(ann, "64")).to_be_visible()
    expect(bob.get_by_text("Your turn." if lang == "en" else "Ваш ход.").first).to_be_visible()
    expect(bob.get_by_text(STUCK[lang])).to_have_count(0)
    picture(ann, f"mixmath-stuck-{lang}")
    tile(bob, "7").click()
    cell(bob, "F8").click()
    press(bob, "Lay 7 on F8" if lang == "en" else "Выложить 7 на F8")
    expect(status).to_have_count(0)


def test_challenges(visitor: Visitor, deal: Deal, house: House) -> None:
    deal((3, 8, 12), (5, 6, 7), bag=(64,) * 9)
    ann, bob = visitor(), visitor()
    join_match(house, "mixmath", ann, bob, options={"challenge": True})
    expect(ann.get_by_text("tiles may be challenged")).to_be_visible()
    tile(ann, "3").click()
    cell(ann, "F7").click()
    expect(ann.get_by_role("button", name="Lay and end the turn")).to_have_count(0)
    press(ann, "Lay 3 on F7")
    expect(ann.get_by_text("3 on F7 may be challenged by Player 1.")).to_be_visible()
    expect(bob.get_by_text("1 + 2 = 3")).to_have_count(0)
    expect(bob.get_by_text("Player 0 laid 3 on F7. Does it solve anything?")).to_be_visible()
    picture(bob, "mixmath-challenge")
    press(bob, "Let it stand")
    expect(ann.get_by_text("1 + 2 = 3")).to_be_visible()
    tile(ann, "8").click()
    cell(ann, "E7").click()
    press(ann, "Lay 8 on E7 and draw")
    press(bob, "Challenge")
    expect(bob.get_by_text("8 taken back: You saw that it solves nothing")).to_be_visible()
    expect(cell(bob, "E7")).to_have_attribute("aria-label", "E7: empty, plus square, 8 was taken back")
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    tile(bob, "5").click()
    cell(bob, "I7").click()
    press(bob, "Lay 5 on I7")
    press(ann, "Let it stand")
    expect(ann.get_by_text("solves nothing", exact=True)).to_be_visible()
    expect(ann.get_by_text("Lay another tile, or end the turn.")).to_have_count(0)


def test_blanks_are_declared(visitor: Visitor, deal: Deal) -> None:
    deal((BLANK, BLANK, 12), (5, 6, 7), bag=(64,) * 9)
    page = visitor()
    start_match(page, seat=0, options={"blanks": 2})
    expect(page.get_by_text("with two blanks")).to_be_visible()
    tile(page, "blank").click()
    cell(page, "F7").click()
    expect(page.get_by_text("Say what the blank on F7 is.")).to_be_visible()
    page.get_by_label("Value of the blank on F7").select_option("3")
    press(page, "Lay 3 on F7")
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: 3, a blank, lit")
    cell(page, "E7").click()
    page.keyboard.press("*")
    page.keyboard.press("4")
    page.keyboard.press("+")
    press(page, "Lay 4 on E7")
    expect(cell(page, "E7")).to_have_attribute("aria-label", "E7: 4, plus square, a blank, lit")


def test_only_assistance_marks_fitting_squares(visitor: Visitor, deal: Deal) -> None:
    deal((3, 8, 12), (5, 6, 7), bag=(64,) * 9)
    ann, bob = visitor(), visitor()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    for assistance in (False, True):
        match = ann.request.post("/api/matches", data={"game": "mixmath", "seats": 2}).json()["id"]
        ann.request.post(f"/api/matches/{match}/open", data={})
        for seat, page in enumerate((ann, bob)):
            page.request.post(f"/api/matches/{match}/join", data={"seat": seat})
            page.request.post(f"/api/matches/{match}/assistance", data={"assistance": assistance})
        ann.request.post(f"/api/matches/{match}/start", data={})
        ann.goto(f"/match/{match}")
        tile(ann, "3").click()
        fits = ann.get_by_role("gridcell", name=re.compile("the tile fits here"))
        if assistance:
            expect(fits).not_to_have_count(0)
            expect(ann.get_by_text("assistance is on")).to_be_visible()
            picture(ann, "mixmath-assisted")
            tile(ann, "3").click()
            cell(ann, "F7").click()
            expect(ann.get_by_role("button", name="3, fits the square")).to_be_visible()
        else:
            expect(ann.get_by_text("Now a square for 3.")).to_be_visible()
            expect(fits).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_mx_20_and_mx_21_further_operations_and_longer_lines(visitor: Visitor, deal: Deal, lang: str) -> None:
    deal((3, 5, 81, 90), (5, 6, 7), bag=(64,) * 9)
    ann, bob = visitor(lang=lang), visitor()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/guest", data={"name": name})
    options = {"operations": ["power", "modulus"], "chains": True}
    match = ann.request.post("/api/matches", data={"game": "mixmath", "seats": 2, "options": options}).json()
    path = f"/api/matches/{match['id']}"
    ann.request.post(f"{path}/open", data={})
    for seat, page in enumerate((ann, bob)):
        page.request.post(f"{path}/join", data={"seat": seat})
        page.request.post(f"{path}/assistance", data={"assistance": True})
    ann.request.post(f"{path}/start", data={})
    ann.goto(f"/match/{match['id']}")
    said = {
        "en": ("with powers, remainders", "longer lines count", "the tile fits here"),
        "ru": ("есть степени, остатки", "длинные цепочки считаются", "фишка сюда подходит"),
    }[lang]
    for words in said[:2]:
        expect(ann.get_by_text(words)).to_be_visible()
    tile(ann, "81").click()
    expect(ann.get_by_role("gridcell", name=re.compile(said[2]))).to_have_count(2)  # F8 and I8
    cell(ann, "F8").click()
    plan = ann.get_by_role(
        "status", name="What the plan would score" if lang == "en" else "Сколько принёс бы план"
    )
    expect(plan).to_contain_text("3^4")
    press(ann, "Lay 81 on F8" if lang == "en" else "Выложить 81 на F8")
    for number, place in ((3, "F7"), (5, "I7")):
        tile(ann, str(number)).click()
        cell(ann, place).click()
        press(ann, f"Lay {number} on {place}" if lang == "en" else f"Выложить {number} на {place}")
    # The 5 is no result of 2 and 1 alone.
    for words in ("3^4 = 81", "1 + 2 = 3", "3 + 1 × 2 = 5"):
        expect(ann.get_by_text(words)).to_be_visible()
    expect(ann.locator(".knots text")).to_have_count(4)
    assert not overflow(ann)
    assert not complaints(ann)
    picture(ann, f"mixmath-variations-{lang}")


def test_mx_20_form_has_checkboxes_for_operations(visitor: Visitor) -> None:
    page = visitor("/new?game=mixmath")
    page.get_by_text("More options", exact=True).click()
    form = page.get_by_role("group", name="Operations besides + − × ÷")
    form.get_by_label("root: √9 = 3").check()
    form.get_by_label("power: 2³ = 8").check()
    form.get_by_label("root: √9 = 3").uncheck()
    page.get_by_label("Longer lines count too: 4 × 2 + 2 = 10").first.check()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/match/*")
    told = page.request.get(f"/api/matches/{page.url.split('/match/')[1].split('/')[0]}").json()
    assert (told["options"]["operations"], told["options"]["chains"]) == (["power"], True)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_touch_plays_on_phone(visitor: Visitor, deal: Deal, lang: str) -> None:
    deal((3, 4, 12, 20, 20, 20, 20), (5, 6, 7, 8, 9, 10, 90), bag=(64,) * 9)
    paper = "dark" if lang == "ru" else "light"
    page = visitor(lang=lang, phone=True, color_scheme=paper)
    start_match(page, seat=0)
    box = cell(page, "N14").bounding_box()
    assert box
    assert box["width"] >= 24
    assert box["x"] + box["width"] <= 360
    tile(page, "3").tap()
    cell(page, "F7").tap()
    expect(page.get_by_role("button", name=re.compile("Lay 3 on F7|Выложить 3 на F7"))).to_be_in_viewport()
    picture(page, f"mixmath-phone-{lang}")
    cell(page, "F7").tap()
    expect(cell(page, "F7")).to_have_attribute("aria-label", re.compile("F7: 3, (lit|подсвечена)"))
    tile(page, "20").tap()
    cell(page, "E7").tap()
    page.get_by_role("button", name=re.compile("Lay 20 on E7 and draw|Выложить 20 на E7 и взять фишку")).tap()
    refused = {
        "en": "20 on E7 is no result of 3 and 1 with +",
        "ru": "20 на E7 не получается из чисел: 3 и 1",
    }
    expect(page.get_by_role("alert")).to_contain_text(refused[lang])
    assert not overflow(page)
    if lang == "ru":
        assert not complaints(page)
    page.mouse.wheel(0, 160)
    picture(page, f"mixmath-phone-plan-{lang}")


@pytest.mark.parametrize("calm", [False, True])
def test_points_rise_unless_motion_is_reduced(visitor: Visitor, deal: Deal, calm: bool) -> None:
    deal((3, 4, 12), (5, 6, 7), bag=(64,) * 9)
    page = visitor(color_scheme="dark", reduced_motion="reduce" if calm else "no-preference")
    start_match(page, seat=0)
    page.evaluate(
        """() => {
          window.rising = [];
          const before = Element.prototype.animate;
          Element.prototype.animate = function (...how) {
            window.rising.push(this.textContent.trim());
            return before.apply(this, how);
          };
        }"""
    )
    drag(page, tile(page, "3"), cell(page, "F7"))
    press(page, "Lay 3 on F7")
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: 3, lit")
    drag(page, tile(page, "4"), cell(page, "E7"))
    press(page, "Lay 4 on E7 and draw")
    expect(tile(page, "64")).to_be_visible()
    page.wait_for_function("(count) => window.rising.length >= count", arg=0 if calm else 3)
    assert page.evaluate("window.rising") == ([] if calm else ["+3", "+4", "64"])
    picture(page, f"mixmath-dark-{'calm' if calm else 'motion'}")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_final_points_are_visible_beside_board(visitor: Visitor, lang: str) -> None:
    """The final points are visible without scrolling (look.md: finished, result first)."""
    page = visitor(lang=lang)
    match = start_match(page, seat=0, seats=3)  # a match for two would end here, by another's win
    assert page.request.post(f"/api/matches/{match}/resign", data={}).ok
    final = page.get_by_role("columnheader", name="Final" if lang == "en" else "Итог")
    expect(final).to_be_visible(timeout=60_000)  # the bots first play some fifty turns on
    framed = final.evaluate(
        "one => { const f = one.closest('.end'); return [f.scrollWidth, f.clientWidth]; }"
    )
    assert framed[0] <= framed[1]
    points = page.get_by_role("row").filter(has_text="−").get_by_role("cell").last
    height = points.evaluate("one => one.getBoundingClientRect().height")
    assert height < 40  # one line
    picture(page, f"mixmath-final-{lang}")


def test_a_tile_where_none_can_stand_is_marked_at_once(visitor: Visitor, deal: Deal) -> None:
    """Two numbers in line beside the square are what the rules ask of the bare board; more isn't told."""
    deal((3, 9, 14, 90, 5, 6, 7), (2,) * 7, bag=(3,))
    page = visitor()
    start_match(page, seat=0)
    tile(page, "90").click()
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute(
        "aria-label", re.compile("90 in pencil.*no two numbers beside it in one line")
    )
    assert not complaints(page)
    tile(page, "9").click()
    cell(page, "F7").click()
    # 9 is no result there, which is the player's to find; beside it lie two numbers.
    expect(cell(page, "F7")).to_have_attribute("aria-label", "F7: 9 in pencil")
    tile(page, "3").click()
    cell(page, "E7").click()
    # The tile in pencil before it counts, as it will lie there.
    expect(cell(page, "E7")).to_have_attribute("aria-label", re.compile("E7: 3 in pencil, plus square$"))


def test_a_refusal_goes_when_the_draft_changes(visitor: Visitor, deal: Deal) -> None:
    deal((3, 9, 14, 90, 5, 6, 7), (2,) * 7, bag=(3,))
    page = visitor()
    start_match(page, seat=0)
    tile(page, "9").click()
    cell(page, "F7").click()
    page.get_by_role("button", name=re.compile("^Lay (9|1 tile)")).first.click()
    refused = page.get_by_role("alert").filter(has_text="is no result of")
    expect(refused).to_be_visible()
    tile(page, "3").click()
    cell(page, "F6").click()
    expect(refused).to_have_count(0)
