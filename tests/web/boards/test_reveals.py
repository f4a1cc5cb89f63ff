"""Reveals: the news of a view shown step by step, in browsers whose timers run one by one when asked."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import House
from tests.web.boards import test_addition_crypt_board as crypt
from tests.web.boards import test_mixmath_board as mixmath
from tests.web.boards import test_sign_cook_board as sign_cook
from tests.web.conftest import Visitor, complaints
from tests.web.match.test_match_page import join_match

deal = mixmath.deal

HELD: Final = """(() => {
  const [set, clear] = [window.setTimeout, window.clearTimeout];
  const timers = new Map();
  let last = 0;
  window.hold = false;
  window.setTimeout = (run, delay, ...values) => {
    if (!window.hold) return set(run, delay, ...values);
    timers.set(--last, run);
    return last;
  };
  window.clearTimeout = id => (id < 0 ? timers.delete(id) : clear(id));
  window.tick = () => {
    const [first] = timers;
    if (!first) return false;
    timers.delete(first[0]);
    first[1]();
    return true;
  };
})()"""
"""Timers that begin while `hold` is true end one after the other, at calls of `tick`."""

MOVING: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}

DRAWN: Final = """board => {
  const drawn = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim();
    if (node.nodeType !== Node.ELEMENT_NODE || node.tagName === "STYLE") return "";
    const names = node.getAttributeNames().filter(name => name !== "style").sort();
    const around = names.map(name => `${name}=${node.getAttribute(name).trim()}`).join(" ");
    const inside = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].map(drawn).filter(Boolean);
    return `<${node.localName} ${around}>${inside.join("\\n")}</${node.localName}>`;
  };
  return drawn(board);
}"""
"""A board with everything in it as text."""


def board(page: Page) -> Locator:
    return page.locator(".board > *").first


def moving(visitor: Visitor) -> Page:
    """A page on which things move, by `tick`."""
    page = visitor(**MOVING)
    page.add_init_script(HELD)
    return page


def hold(page: Page, held: bool = True) -> None:
    page.evaluate("held => window.hold = held", held)


def accessible(page: Page) -> bool:
    """Whether the page has no complaints; their search needs its timers."""
    hold(page, False)
    return not complaints(page)


def tick(page: Page) -> None:
    """Ends the oldest timer of the page: that of the next step."""
    assert page.evaluate("window.tick()")


def skip(page: Page) -> Locator:
    return page.get_by_role("button", name="Skip")


def close_round(page: Page) -> None:
    crypt.choose(page, "C", "B")
    page.get_by_role("button", name="Save C* B").click()
    confirm = page.get_by_role("button", name="Confirm C* B")
    expect(confirm).to_be_enabled()
    hold(page)
    confirm.click()
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()


def same_after_reload(page: Page, ready: Locator) -> None:
    expect(board(page).locator(".points:not(:empty)").filter(has_text=re.compile(r"^\+\d"))).to_have_count(0)
    shown = board(page).evaluate(DRAWN)
    page.reload()
    expect(ready).to_be_visible()
    assert board(page).evaluate(DRAWN) == shown


def test_round_counts_node_by_node_and_then_tells_own_points(visitor: Visitor) -> None:
    page = moving(visitor)
    crypt.against_bots(page, **crypt.SHORT)
    close_round(page)
    expect(skip(page)).to_be_visible()
    earned = page.get_by_role("region", name="Your points in round 1")
    changed = page.get_by_text(re.compile(r"^(\+\d+|±0) in the last round$"))
    rooms = page.get_by_role("list", name="Your rooms, open now").get_by_role("listitem")
    expect(changed).to_have_count(0)
    expect(earned.get_by_text("You played")).to_be_hidden()
    counts = []
    while skip(page).is_visible():
        counts.append((changed.count(), earned.get_by_text("You played").is_visible(), rooms.count()))
        tick(page)
    # Two of the seven nodes are barred now, and say so in the place of the change.
    assert counts == sorted(counts)
    assert {(count, False, 0) for count in range(6)} <= set(counts)
    assert {(5, True, 0), (5, True, 1)} <= set(counts)
    expect(rooms).to_have_count(2)
    while page.evaluate("window.tick()"):  # what is said is gathered for a moment
        pass
    heard = page.get_by_text(re.compile(r"Round 1 has closed\..* You score"))
    expect(heard).to_have_count(1)
    assert accessible(page)
    expect(page.get_by_text("3 of 4 are through")).to_be_visible()
    same_after_reload(page, page.get_by_role("button", name="Show the round again"))


def hide(page: Page) -> None:
    page.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", { value: true, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
          delete document.hidden;
        }"""
    )


def test_press_key_and_hidden_page_end_reveal(visitor: Visitor) -> None:
    page = moving(visitor)
    crypt.against_bots(page, **crypt.SHORT)
    close_round(page)
    ends: tuple[Callable[[], object], ...] = (
        lambda: skip(page).click(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.keyboard.press("Enter"),
        lambda: page.get_by_role("heading", level=1).click(),
        lambda: hide(page),
    )
    again = page.get_by_role("button", name="Show the round again")
    for end in ends:
        expect(skip(page)).to_be_visible()
        end()
        expect(again).to_be_visible()
        expect(page.get_by_text("You played")).to_be_visible()
        again.click()
    # By keyboard the focus stays on the button, which plays once a press.
    again.or_(skip(page)).focus()
    page.keyboard.press("Enter")
    expect(again).to_be_focused()
    page.keyboard.press("Enter")
    expect(skip(page)).to_be_focused()


@pytest.mark.parametrize("wish", ["system", "house"])
def test_nothing_is_revealed_with_reduced_motion(visitor: Visitor, wish: str) -> None:
    page = visitor(reduced_motion="reduce" if wish == "system" else "no-preference")
    if wish == "house":
        page.add_init_script('localStorage.setItem("numberhouse.motion", "less")')
    page.add_init_script(HELD)
    crypt.against_bots(page, **crypt.SHORT)
    close_round(page)
    expect(page.get_by_text("You played")).to_be_visible()
    expect(page.get_by_text("3 of 4 are through")).to_be_visible()
    expect(skip(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Show the round again")).to_have_count(0)
    same_after_reload(page, page.get_by_text("You played"))


def test_acting_ends_reveal(visitor: Visitor) -> None:
    page = moving(visitor)
    crypt.against_bots(page, **crypt.SHORT)
    close_round(page)
    expect(skip(page)).to_be_visible()
    page.keyboard.press("Tab")
    crypt.node(page, "A").focus()
    page.keyboard.press("a")
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Save A* D")).to_be_enabled()
    expect(skip(page)).to_be_visible()
    page.get_by_role("button", name="Save A* D").press("Space")
    expect(page.get_by_role("button", name="Confirm A* D")).to_be_visible()
    expect(skip(page)).to_have_count(0)


def test_lids_are_lifted_from_the_last_place_on(visitor: Visitor, house: House) -> None:
    del house
    page = moving(visitor)
    address = sign_cook.against_bots(page, seats=3)
    expect(page.get_by_text("3 visits left")).to_be_visible()
    hold(page)
    served = {"action": {"type": "serve", "dish": ["8/2", "1+4"]}}
    assert page.request.post(f"/api/matches/{address.rpartition('/')[2]}/act", data=served).ok
    expect(page.get_by_role("heading", name="Judge’s table")).to_be_visible()
    dishes = page.locator("nh-sign-cook-judge .plates").first.locator("> li")
    expect(dishes).to_have_count(3)
    lids = dishes.locator(".lid")
    expect(lids).to_have_count(3)
    expect(dishes.get_by_text("points").or_(dishes.get_by_text("1 point"))).to_have_count(3)
    expect(page.get_by_role("table")).to_be_hidden()
    for left in (2, 1):
        while lids.count() > left:
            tick(page)
        expect(dishes.nth(left).locator(".whose")).to_be_visible()
        expect(dishes.nth(left - 1).locator(".whose")).to_be_hidden()
    while lids.count():
        tick(page)
    # A bot may have served such a list too.
    expect(dishes.get_by_text("A list of 2 numbers.").first).to_be_visible()
    expect(page.get_by_role("table")).to_be_visible()
    assert accessible(page)
    again = page.get_by_role("button", name="Lift the lids again")
    hold(page)
    again.click()
    expect(lids).to_have_count(3)
    page.keyboard.press("Escape")
    expect(again).to_be_visible()
    shown = page.locator("nh-sign-cook-judge").evaluate(DRAWN)
    page.reload()
    sign_cook.go(page, "Judge’s table")
    expect(again).to_be_visible()
    assert page.locator("nh-sign-cook-judge").evaluate(DRAWN) == shown


def test_turn_of_another_is_laid_tile_by_tile_and_replayed(
    visitor: Visitor, deal: mixmath.Deal, house: House
) -> None:
    deal((3, 4, 7, 12, 20, 20, 20), (5, 6, 7, 8, 9, 10, 90), bag=(64, 64, 64, 64))
    ann, bob = visitor(), moving(visitor)
    join_match(house, "mixmath", ann, bob)
    expect(bob.get_by_role("grid", name="Board")).to_be_visible()
    hold(bob)
    for number, where in (("3", "F7"), ("4", "E7"), ("12", "D7")):
        mixmath.tile(ann, number).click()
        mixmath.cell(ann, where).click()
    mixmath.press(ann, "Lay 3 tiles")
    mixmath.press(ann, "End the turn")
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    again = bob.get_by_role("button", name="Replay the last turn")
    tiles = [mixmath.cell(bob, where) for where in ("F7", "E7", "D7")]
    taken = re.compile(r"^..: \d+, ")

    def laid() -> list[bool]:
        return [bool(taken.match(tile.get_attribute("aria-label") or "")) for tile in tiles]

    def plays() -> None:
        expect(skip(bob)).to_be_visible()
        seen = [laid()]
        while skip(bob).is_visible():
            tick(bob)
            seen.append(laid())
        assert [sum(some) for some in seen] == sorted(sum(some) for some in seen)
        assert [some for index, some in enumerate(seen) if seen.index(some) == index] == [
            [index < count for index in range(3)] for count in range(4)
        ]
        expect(again).to_be_visible()

    plays()
    again.click()
    plays()
    bob.locator('[role=gridcell][tabindex="0"]').press("r")
    plays()
    expect(bob.get_by_role("list", name="Points").get_by_text("19")).to_be_visible()
    assert accessible(bob)
    same_after_reload(bob, again)
    # Whoever acts sees everything at once.
    hold(bob)
    again.click()
    mixmath.press(bob, "Pass…")
    mixmath.press(bob, "Pass")
    expect(ann.get_by_text("Your turn.")).to_be_visible()
    expect(skip(bob)).to_have_count(0)
