"""The board of Addition Crypt: the ring, the sealed submission, rounds, rooms, and the end."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.conftest import House
from tests.web.conftest import PHONE, Visitor, complaints, overflow, picture

DAY = 24 * 3600.0

SHORT: dict[str, Any] = {"options": {"rounds": [["standout"], ["write-off"], ["sixify"]]}}


def against_bots(page: Page, seats: int = 4, **more: Any) -> str:
    page.request.post("/api/guest", data={"name": "Ann"})
    wanted = {"game": "addition-crypt", "seats": seats, "bot": "drifter", **more}
    made = page.request.post("/api/play", data=wanted)
    assert made.ok, made.text()
    match = str(made.json()["id"])
    page.goto(f"/match/{match}")
    return match


def against_each_other(*pages: Page, **more: Any) -> str:
    for page, name in zip(pages, ("Ann", "Bob", "Cleo", "Dan"), strict=False):
        page.request.post("/api/guest", data={"name": name})
    host = pages[0].request
    made = host.post("/api/matches", data={"game": "addition-crypt", "seats": len(pages), **more})
    assert made.ok, made.text()
    match = str(made.json()["id"])
    host.post(f"/api/matches/{match}/open", data={})
    for seat, page in enumerate(pages):
        assert page.request.post(f"/api/matches/{match}/join", data={"seat": seat}).ok
    assert host.post(f"/api/matches/{match}/start", data={}).ok
    for page in pages:
        page.goto(f"/match/{match}")
    return match


def node(page: Page, letter: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{letter}\b"))


def choose(page: Page, *letters: str) -> None:
    for letter in letters:
        node(page, letter).click()


def submit(page: Page, first: str, second: str) -> None:
    choose(page, first, second)
    page.get_by_role("button", name=f"Save {first}* {second}").click()
    page.get_by_role("button", name=f"Confirm {first}* {second}").click()


def test_match_against_bots_ends_with_result(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page, **SHORT)
    own = page.get_by_role("region", name="Your submission")
    expect(own).to_contain_text("not saved")
    expect(page.get_by_text("If nobody else plays the same two nodes: +2.")).to_be_visible()
    expect(page.get_by_text("In this round everybody may talk with everybody")).to_be_visible()
    submit(page, "C", "B")
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    expect(page.get_by_role("region", name="Round 1: Standout closed")).to_be_visible()
    earned = page.get_by_role("region", name="Your points in round 1")
    expect(earned).to_contain_text("You played C* B confirmed")
    expect(earned).to_contain_text(re.compile(r"C stands at \d+"))
    expect(earned).to_contain_text(re.compile(r"Nobody else played C and B: \+2|had C and B too"))
    expect(page.get_by_role("list", name="Your rooms, open now").get_by_role("listitem")).to_have_count(2)
    expect(node(page, "B")).to_have_attribute("aria-disabled", "true")
    expect(node(page, "B")).to_have_accessible_name(re.compile("barred ?, you used it in the last round"))
    assert not complaints(page)
    picture(page, "addition-crypt-round-2")
    submit(page, "D", "A")
    told = page.get_by_role("region", name="Round 2: Small Business Write-Off closed")
    expect(told).to_contain_text("All submissions")
    expect(told.get_by_text("Ann (you)")).to_be_visible()
    earned = page.get_by_role("region", name="Your points in round 2")
    expect(earned).to_contain_text(re.compile("in the lowest"))
    submit(page, "B", "C")
    table = page.get_by_role("table").filter(has_text="Place")
    expect(table.get_by_role("row")).to_have_count(5)
    expect(table.get_by_role("row", name=re.compile("Ann"))).to_contain_text("B* C")
    told = page.get_by_role("region", name="Round 3: Sixify closed")
    expect(told).to_contain_text("in base 6")
    expect(node(page, "A")).to_have_count(0)
    page.get_by_role("button", name="Round before").click()
    expect(page.get_by_role("region", name="Round 2: Small Business Write-Off closed")).to_be_visible()
    expect(own).to_have_count(0)
    assert not complaints(page)
    picture(page, "addition-crypt-end")
    page.set_viewport_size(PHONE)
    expect(table).to_be_visible()
    assert not overflow(page)


def test_base_of_round_shows_beside_values(visitor: Visitor) -> None:
    page = visitor(phone=True)
    against_bots(page, options={"start": [0, 1, 5, 11, 23, 35, 36], "rounds": [["sixify"], ["theme"]]})
    expect(node(page, "D")).to_have_accessible_name(re.compile(r"11.*in base 6: 1 5"))
    expect(node(page, "G")).to_have_accessible_name(re.compile(r"36.*in base 6: 1 0 0"))
    expect(node(page, "D").get_by_text("156", exact=True)).to_be_visible()  # the 6 is the base, set below
    expect(page.get_by_text("Below each value: the same in base 6.")).to_be_visible()
    assert not complaints(page)
    assert not overflow(page)
    picture(page, "addition-crypt-base-6-phone")
    submit(page, "D", "B")
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()
    expect(node(page, "G")).not_to_have_accessible_name(re.compile("in base"))
    expect(page.get_by_text("Below each value")).to_have_count(0)
    page.get_by_role("navigation").get_by_role("button", name="Rounds").tap()
    closed = page.get_by_role("list", name="Nodes in round 1").get_by_role("listitem")
    expect(closed.nth(6)).to_contain_text("in base 6")


def test_reason_of_barred_node_shows_where_it_is_tapped(visitor: Visitor) -> None:
    page = visitor(phone=True)
    against_bots(page, **SHORT)
    submit(page, "C", "B")
    expect(page.get_by_text("Round 2 of 3")).to_be_visible()
    reason = "C is barred: you used it in the last round. You may use A D E F G."
    expect(node(page, "C")).to_have_attribute("title", reason)
    shown = page.locator("nh-board-addition-crypt").get_by_text(reason).filter(visible=True)
    expect(shown).to_have_count(0)
    node(page, "C").tap(force=True)  # it is marked as disabled, and explains itself
    expect(shown).to_have_count(1)
    assert not complaints(page)
    assert not overflow(page)
    picture(page, "addition-crypt-barred-phone")
    node(page, "A").tap()
    expect(shown).to_have_count(0)


def test_long_list_of_players_says_how_many(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page, seats=13, **SHORT)
    players = page.get_by_role("list", name="Players")
    last = players.get_by_role("listitem").nth(12)
    expect(last).not_to_be_in_viewport()
    page.get_by_role("button", name="All 13 players").click()
    heights = players.evaluate("(list) => [list.scrollHeight, list.clientHeight]")
    assert heights[0] == heights[1]  # nothing is cut any more
    expect(last).to_be_visible()
    assert not complaints(page)
    picture(page, "players-all")
    page.get_by_role("button", name="Shorter list").click()
    expect(page.get_by_role("button", name="All 13 players")).to_be_visible()


def test_keyboard_plays_whole_round(visitor: Visitor) -> None:
    page = visitor()
    against_bots(page, options={"rounds": [["area-of-effect"], ["theme"]]})
    node(page, "A").focus()
    page.keyboard.press("ArrowLeft")
    expect(node(page, "G")).to_be_focused()
    page.keyboard.press("Enter")
    expect(node(page, "G")).to_have_accessible_name(re.compile(r"your first \+1 ?\* ?, scores for you"))
    expect(node(page, "A")).to_have_accessible_name(re.compile(r"from your first \+1"))
    page.keyboard.press("d")
    page.keyboard.press("*")
    expect(page.get_by_role("button", name="Save G D*")).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    page.keyboard.press("e")
    expect(page.get_by_role("radio", name="G scores")).to_be_checked()
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.get_by_role("button", name="Save G* E").evaluate(
            "one => one === one.getRootNode().activeElement"
        ):
            break
    page.keyboard.press("Enter")
    confirm = page.get_by_role("button", name="Confirm G* E")
    expect(confirm).to_be_visible()
    confirm.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()
    node(page, "A").focus()
    page.keyboard.press("g")
    expect(page.get_by_role("status").filter(has_text="You may use A B C D F.")).to_have_count(1)
    expect(node(page, "G")).to_have_attribute("aria-pressed", "false")


def test_submissions_are_sealed_and_may_be_replaced(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    against_each_other(ann, bob, clock={"type": "none"})
    sealed = ann.get_by_role("region", name="Your submission")
    choose(ann, "C", "B")
    ann.get_by_role("radio", name="B scores").check()
    ann.get_by_role("button", name="Swap the order").click()
    ann.get_by_role("button", name="Save B* C").click()
    expect(sealed).to_contain_text("saved B* C")
    expect(ann.get_by_role("status").filter(has_text="Saved.")).to_have_count(1)
    expect(bob.get_by_text("0 of 2 are through with the round")).to_be_visible()
    ann.get_by_role("button", name="Confirm B* C").click()
    expect(sealed).to_contain_text("confirmed B* C")
    expect(bob.get_by_text("1 of 2 are through with the round")).to_be_visible()
    expect(bob.get_by_text("B* C")).to_have_count(0)
    choose(ann, "B", "G")
    ann.get_by_role("button", name="Replace by C* G").click()
    expect(sealed).to_contain_text("confirmed C* G")
    choose(ann, "G")
    ann.get_by_role("button", name="Back to C* G").click()
    picture(ann, "addition-crypt-confirmed")
    submit(bob, "C", "A")
    for page, others in ((ann, "Bob"), (bob, "Ann")):
        rooms = page.get_by_role("list", name="Your rooms, open now")
        expect(rooms.get_by_text(f"Room of C: with {others}")).to_be_visible()
        heard = page.get_by_role("status").filter(has_text=f"The room of C has opened, with {others}.")
        expect(heard).to_contain_text("The hall and all rooms of round 1 have closed.")
    rooms = ann.get_by_role("list", name="Your rooms, open now")
    expect(rooms.get_by_text("Room of G: nobody but you")).to_be_visible()


def test_a_telephone_too_says_that_the_others_wait_for_a_confirmation(visitor: Visitor) -> None:
    ann, bob = visitor(phone=True), visitor()
    against_each_other(ann, bob)
    choose(ann, "B", "C")
    ann.get_by_role("button", name="Save B* C").click()
    asks = ann.get_by_text("Confirm it so that nobody waits for you.")
    expect(asks).to_be_in_viewport()
    expect(ann.get_by_role("button", name="Confirm B* C")).to_be_in_viewport()
    assert not overflow(ann)
    picture(ann, "addition-crypt-saved-phone")
    ann.get_by_role("button", name="Confirm B* C").click()
    expect(asks).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_telephone_no_node_lies_under_the_tray(visitor: Visitor, width: int, height: int) -> None:
    page = visitor(phone=True)
    page.set_viewport_size({"width": width, "height": height})
    against_bots(page, options={"rounds": [["standout"], ["write-off", "increment", "sixify"], ["theme"]]})
    for number, (first, second) in enumerate((("C", "B"), ("D", "E")), start=1):
        expect(page.get_by_text(f"Round {number} of 3")).to_be_visible()
        choose(page, first, second)
        page.get_by_role("button", name=f"Save {first}* {second}").tap()
        confirm = page.get_by_role("button", name=f"Confirm {first}* {second}")
        expect(confirm).to_be_in_viewport(ratio=1)
        tray = page.get_by_role("region", name="Your submission").bounding_box()
        assert tray is not None
        for letter in "ABCDEFG":
            box = node(page, letter).bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= tray["y"]
        assert not complaints(page)
        picture(page, f"addition-crypt-saved-{width}-{number}")
        confirm.tap()


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_the_tables_are_whole_on_a_telephone_under_rounds(visitor: Visitor, lang: str) -> None:
    page = visitor(phone=True, lang=lang)
    words = {
        "en": ("Save", "Confirm", "Rounds", "Final standing", "Log", "Board"),
        "ru": ("Сохранить", "Подтвердить", "Раунды", "Итоги", "Ход партии", "Доска"),
    }[lang]
    save, confirm, rounds, standing, log, board = words
    against_bots(page, seats=3)
    for number, (first, second) in enumerate(map(tuple, ("CB", "DE", "AF", "GB", "DE", "AC", "FB")), start=1):
        if number == 7:
            page.get_by_role("navigation").get_by_role("button", name=rounds).tap()
            page.get_by_role("button", name=re.compile("^6")).tap()
            expect(page.get_by_role("list", name=re.compile(r"\b6\b")).first).to_be_visible()
            expect(node(page, "F")).to_have_count(0)
            expect(page.get_by_role("tab", name=log)).to_be_visible()
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                whole(page, rounds)
                assert not overflow(page)
            expect(page.get_by_text("D* E").filter(visible=True).first).to_be_visible()
            assert not complaints(page)
            picture(page, f"addition-crypt-rounds-{lang}")
            page.get_by_role("navigation").get_by_role("button", name=board).tap()
        choose(page, first, second)
        page.get_by_role("button", name=f"{save} {first}* {second}").tap()
        page.get_by_role("button", name=f"{confirm} {first}* {second}").tap()
    expect(page.get_by_role("heading", name=standing)).to_be_visible()
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        whole(page, standing)
        assert not overflow(page)
    own = page.get_by_role("list", name="Ann").filter(visible=True).get_by_role("listitem")
    expect(own).to_have_count(7)
    expect(own.last).to_contain_text("F* B")
    assert not complaints(page)
    picture(page, f"addition-crypt-standing-{lang}")


def whole(page: Page, name: str) -> None:
    """The table of that name is in sight and cut nowhere."""
    table = page.get_by_role("group", name=name, exact=True)
    expect(table).to_be_visible()
    widths = table.evaluate("group => [group.scrollWidth, group.clientWidth]")
    assert widths[0] <= widths[1]


def test_ac_8_room_is_visible_to_its_members_only(visitor: Visitor) -> None:
    pages = [visitor(), visitor(), visitor(), visitor()]
    against_each_other(*pages, clock={"type": "none"})
    ann, bob, _, dan = pages
    ann.get_by_text("Open a room with …").click()
    opens = ann.get_by_role("button", name="Open the room")
    ann.get_by_role("checkbox", name="Bob").check()
    expect(opens).to_be_disabled()
    ann.get_by_role("checkbox", name="Cleo").check()
    ann.get_by_role("checkbox", name="Dan").check()
    expect(opens).to_be_disabled()
    ann.get_by_role("checkbox", name="Dan").uncheck()
    expect(ann.get_by_text("You may open 3 more rooms.")).to_be_visible()
    assert not complaints(ann)
    picture(ann, "addition-crypt-open-room")
    opens.click()
    for page, others in ((ann, "Bob and Cleo"), (bob, "Ann and Cleo")):
        rooms = page.get_by_role("list", name="Rooms that were opened with you")
        expect(rooms).to_contain_text(f"With {others}")
    expect(ann.get_by_role("checkbox", name="Bob")).not_to_be_checked()
    expect(ann.get_by_text("You may open 2 more rooms.")).to_be_visible()
    expect(dan.get_by_text("Rooms that were opened with you")).to_have_count(0)
    expect(dan.get_by_role("list", name="Rooms that were opened with you")).to_have_count(0)


def test_ac_4_a_round_may_last_until_its_deadline(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    options = {"rounds_close": "deadline", "node_rooms": "all-rounds"}
    against_each_other(ann, bob, clock={"type": "round", "seconds": DAY}, options=options)
    expect(ann.get_by_text("The round lasts until its deadline, whoever has confirmed.")).to_be_visible()
    expect(ann.get_by_text("are through with the round")).to_have_count(0)
    for page in (ann, bob):
        submit(page, "F", "G")
        expect(page.get_by_text("The round lasts until its deadline. Choose other nodes")).to_be_visible()
        expect(page.get_by_text("You are done; the round lasts until its time is up.")).to_be_visible()
    expect(ann.get_by_text("Round 1 of 7")).to_be_visible()
    picture(ann, "addition-crypt-deadline")
    house.clock.time += DAY + 1
    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(house.service.deadlines.expire_due(), loop).result(20)
    expect(ann.get_by_text("Round 2 of 7")).to_be_visible()
    expect(ann.get_by_text("You may talk in these rooms until the match ends:")).to_be_visible()
    expect(ann.get_by_role("region", name="Your points in round 1")).to_contain_text("F* G confirmed")


def test_missed_deadline_shows_as_defaulted(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    against_each_other(ann, bob, clock={"type": "round", "seconds": DAY})
    choose(ann, "F", "G")
    ann.get_by_role("button", name="Save F* G").click()
    expect(ann.get_by_role("button", name="Confirm F* G")).to_be_visible()
    house.clock.time += DAY + 1
    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(house.service.deadlines.expire_due(), loop).result(20)
    for page, played in ((bob, "A* B defaulted"), (ann, "F* G saved")):
        earned = page.get_by_role("region", name="Your points in round 1")
        expect(earned).to_contain_text(f"You played {played}")
    expect(bob.get_by_role("row", name=re.compile("^1 Theme"))).to_contain_text("A* B defaulted")
    expect(ann.get_by_text("Round 2 of 7")).to_be_visible()


def test_spectator_sees_only_nodes(visitor: Visitor) -> None:
    ann, bob, eve = visitor(), visitor(), visitor()
    match = against_each_other(ann, bob, clock={"type": "none"}, terms={"visibility": "public"})
    submit(ann, "C", "B")
    submit(bob, "E", "F")
    eve.goto(f"/match/{match}")
    expect(eve.get_by_role("list", name="Nodes", exact=True)).to_contain_text("C 3")
    expect(eve.get_by_role("region", name="Round 1: Theme closed")).to_contain_text("2 +1 = 3")
    expect(eve.get_by_role("region", name="Your submission")).to_have_count(0)
    expect(node(eve, "C")).to_have_count(0)
    expect(eve.get_by_text("C* B")).to_have_count(0)
    assert not complaints(eve)


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_board_fits_phone_in_russian(visitor: Visitor, scheme: str) -> None:
    page = visitor(lang="ru", phone=True, color_scheme=scheme)
    against_bots(page, seats=6, options={"rounds": [["theme"], ["write-off", "increment"], ["up-is-down"]]})
    choose(page, "C", "B")
    page.get_by_role("button", name="Сохранить C* B").tap()
    page.get_by_role("button", name="Подтвердить C* B").tap()
    expect(page.get_by_text("Раунд 2 из 3")).to_be_visible()
    expect(page.get_by_role("region", name="Ваши очки в раунде 1")).to_contain_text(
        "Вы сыграли C* B подтверждено"
    )
    choose(page, "A", "G")
    save = page.get_by_role("button", name="Сохранить A* G")
    expect(save).to_be_in_viewport(ratio=1)
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"addition-crypt-phone-ru-{scheme}")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_largest_ring_keeps_nodes_apart(visitor: Visitor, phone: bool) -> None:
    page = visitor(phone=phone)
    for nodes in (4, 8, 9, 26):
        start = [1_000_000 - 1000 * place for place in range(nodes)] if nodes > 9 else list(range(nodes))
        rounds = [["up-is-down", "area-of-effect", "increment"]]
        against_bots(page, seats=2, options={"start": start, "rounds": rounds, "increment": [0, 7]})
        stand_apart([node(page, chr(ord("A") + place)) for place in range(nodes)])
        expect(page.get_by_text("Both neighbours of the first node lose 1 too")).to_be_visible()
        expect(page.get_by_text("The first node loses 0, the second 7")).to_be_visible()
        assert not overflow(page)
        picture(page, f"addition-crypt-{nodes}-nodes-{'phone' if phone else 'wide'}")
    submit(page, "A", "Z")
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()


def stand_apart(tiles: list[Locator]) -> None:
    """No tile covers another, and each is large enough for a finger."""
    expect(tiles[-1]).to_be_visible()
    boxes = [box for tile in tiles if (box := tile.bounding_box())]
    assert len(boxes) == len(tiles)
    for number, one in enumerate(boxes):
        assert min(one["width"], one["height"]) >= 44
        for other in boxes[:number]:
            apart = abs(one["x"] - other["x"]) >= one["width"] or abs(one["y"] - other["y"]) >= one["height"]
            assert apart
