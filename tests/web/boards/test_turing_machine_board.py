"""The board of Turing Machine: played to the end by keyboard and by touch, alone, by two, and watched."""

from __future__ import annotations

import asyncio
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from numberhouse.games.turing_machine.problems.layout import Layout
from numberhouse.games.turing_machine.problems.problem import Problem
from tests.server.conftest import House
from tests.web.conftest import Visitor, begun, complaints, overflow, picture

GAME: Final = "turing-machine"
NAMES: Final = ("Ann", "Bob", "Cid", "Dot")
CLASSIC: Final = Problem(Layout("classic", ((4,), (9,), (11,), (14,))), ((4, 1), (9, 0), (11, 0), (14, 2)))
"""Its code is 241: □ = 4, no 3, △ < □, ○ smallest."""
POOL: Final = Problem(
    Layout("nightmare", tuple((card,) for card, _ in CLASSIC.laws)), tuple(reversed(CLASSIC.laws))
)
PAIRS: Final = Problem(Layout("extreme", ((4, 20), (9, 30), (11, 42), (14, 48))), CLASSIC.laws)


def start_match(*players: Page, problem: Problem = CLASSIC, clock: Any = None, **options: Any) -> str:
    """Starts a match of these players and opens it for all."""
    for number, page in enumerate(players):
        page.request.post("/api/guest", data={"name": NAMES[number]})
    chosen = {"mode": problem.layout.mode, "problem": problem.id, **options}
    return begun(*players, game=GAME, options=chosen, **({"clock": clock} if clock else {}))


def act(page: Page, match: str, **action: Any) -> None:
    """An action from elsewhere."""
    answer = page.request.post(f"/api/matches/{match}/act", data={"action": action})
    assert answer.ok, answer.text()


def dial(page: Page, code: str) -> None:
    """Turn the dial to a code by its keys."""
    page.get_by_role("spinbutton", name="Triangle").focus()
    page.keyboard.type(code)


def announced(page: Page, text: str) -> Locator:
    """The announcements for screen readers that contain the text."""
    return page.locator("nh-match [role=status][aria-atomic] p").filter(has_text=text)


def fine(page: Page) -> None:
    page.evaluate("() => scrollTo(0, 0)")
    assert not overflow(page)
    assert not complaints(page)


def test_keyboard_plays_solo_match_to_its_end(visitor: Visitor) -> None:
    page = visitor()
    start_match(page)
    dial(page, "345")
    expect(page.get_by_role("button", name="Propose 345")).to_be_visible()
    expect(page.get_by_text("Propose a code to ask verifiers about")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ask up to 3 verifiers about 345, or stop.")).to_be_visible()
    expect(announced(page, "Ask up to 3 verifiers about 345, or stop.")).to_have_count(1)
    expect(page.get_by_role("button", name="Ask verifier A")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("img", name="Verifier A says yes")).to_be_visible()
    expect(page.get_by_role("button", name="Ask verifier B")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_role("img", name="Verifier B says no")).to_be_visible()
    expect(page.get_by_text("1 question left", exact=True)).to_be_visible()
    page.get_by_role("button", name="Ask no more").press("Enter")
    expect(page.get_by_text("Say the code if you know it, or “Not yet” to go on.")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Triangle")).to_be_focused()
    page.get_by_role("button", name="Not yet").press("Enter")
    expect(page.get_by_text("Round 2", exact=True)).to_be_visible()
    page.get_by_role("button", name="Ask nothing").press("Enter")
    expect(page.get_by_role("button", name="Not yet")).to_be_visible()
    dial(page, "241")
    page.keyboard.press("Enter")
    expect(page.get_by_text("If it is wrong, the match is lost.")).to_be_visible()
    page.get_by_role("button", name="Say 241").press("Enter")
    expect(page.get_by_text("Solved. Winner: Ann, you.", exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="The true laws").get_by_role("listitem")).to_have_text(
        [re.compile("□ = 4"), re.compile("no 3"), re.compile("△ < □"), re.compile("○ is smaller")]
    )
    page.get_by_role("button", name="Why no? Round 1, verifier B").press("Enter")
    expect(page.get_by_text("The law of B, “no 3”, is not true of it: no.")).to_be_visible()
    expect(
        page.get_by_role("list", name="Laws of card 4").get_by_role("img", name="the true law")
    ).to_have_count(1)
    fine(page)
    picture(page, "turing-machine-solved")


def test_touch_plays_against_bots_on_dark_phone(visitor: Visitor) -> None:
    page = visitor(phone=True, color_scheme="dark")
    page.request.post("/api/guest", data={"name": "Ann"})
    options = {"problem": PAIRS.id, "mode": "extreme"}
    begun(page, game=GAME, seats=3, bots=[None, "random", "random"], options=options)
    page.get_by_role("button", name="Triangle: 2", exact=True).tap()
    page.get_by_role("button", name="Propose 223").tap()
    page.get_by_role("button", name="Ask verifier C").tap()
    expect(page.get_by_role("img", name="Verifier C says no")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^1 223"))).to_be_visible()
    fine(page)
    picture(page, "turing-machine-extreme-phone-dark")
    page.get_by_role("list", name="Laws of card 48").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Ask verifier D")).to_be_in_viewport()
    page.get_by_role("button", name="Ask no more").tap()
    page.get_by_role("button", name="Square: 3", exact=True).tap()
    page.get_by_role("button", name="Square: 4", exact=True).tap()
    page.get_by_role("button", name="Circle: 2", exact=True).tap()
    page.get_by_role("button", name="Circle: 1", exact=True).tap()
    page.get_by_role("button", name="The code is 241").tap()
    page.get_by_role("button", name="Say 241").tap()
    expect(page.get_by_text("The code is 241.", exact=True)).to_be_visible()
    expect(page.get_by_text("This card meant nothing.")).to_have_count(4)
    fine(page)
    picture(page, "turing-machine-extreme-end-phone-dark")


def test_phone_asks_verifiers_on_their_cards(visitor: Visitor) -> None:
    page = visitor(phone=True)
    start_match(page)
    page.get_by_role("button", name="Propose 123").tap()
    for card, letter in (4, "A"), (9, "B"), (11, "C"), (14, "D"):
        verifier = page.get_by_role("region", name=f"Verifier {letter}")
        expect(verifier.get_by_role("list", name=f"Laws of card {card}")).to_be_visible()
        expect(verifier.get_by_role("button", name=f"Ask verifier {letter}")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Ask verifier"))).to_have_count(4)
    last = page.get_by_role("region", name="Verifier D")
    last.get_by_role("button", name="Ask verifier D").tap()
    expect(last.get_by_role("img", name="Verifier D says no")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Ask verifier C")).to_be_focused()
    expect(page.get_by_role("button", name="Ask no more")).to_be_in_viewport()
    fine(page)
    picture(page, "turing-machine-asking-phone")


def test_wrong_code_is_told_at_once(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(phone=True)
    match = start_match(ann, bob)
    for page in (ann, bob):
        act(page, match, type="finish")
    act(ann, match, type="not-yet")
    bob.get_by_role("button", name="The code is 123").tap()
    bob.get_by_role("button", name="Say 123").tap()
    offer = bob.get_by_role("region", name="After the end")
    expect(offer).to_contain_text("123 is wrong: you are out of the race.")
    expect(offer.get_by_text("123 is wrong")).to_be_in_viewport()
    expect(announced(bob, "123 is wrong: you are out of the race.")).to_have_count(1)
    expect(offer.get_by_role("button", name="Keep searching")).to_be_visible()
    expect(announced(ann, "Wrong and out: Bob.")).to_have_count(1)
    expect(announced(ann, "123 is wrong")).to_have_count(0)
    fine(bob)


def test_each_viewer_sees_only_allowed_information(visitor: Visitor) -> None:
    ann, bob, eve = visitor(), visitor(), visitor()
    match = start_match(ann, bob, handicap=[1, 0])
    eve.goto(f"/match/{match}")
    expect(ann.get_by_text("1 question, 1 of them handicap")).to_have_count(0)
    expect(bob.get_by_text("1 question, 1 of them handicap")).to_be_visible()
    dial(ann, "345")
    ann.keyboard.press("Enter")
    expect(ann.get_by_text("2 questions left", exact=True)).to_be_visible()
    ann.get_by_role("button", name="Ask verifier A").click()
    expect(ann.get_by_role("img", name="Verifier A says yes")).to_be_visible()
    expect(eve.get_by_role("img", name="asked, the answer is hidden")).to_have_count(1)
    for other in (bob, eve):
        expect(other.get_by_text("asks, 1 question left")).to_be_visible()
        expect(other.get_by_role("img", name="yes")).to_have_count(0)
    expect(eve.get_by_role("button", name=re.compile("Propose|Ask|Cross out"))).to_have_count(0)
    fine(eve)
    picture(eve, "turing-machine-spectator")
    ann.get_by_role("button", name="Ask no more").click()
    expect(ann.get_by_text("Awaited: Bob.")).to_be_visible()
    bob.get_by_role("button", name="Ask nothing").click()
    bob.get_by_role("button", name="Not yet").click()
    expect(bob.get_by_text("Saved: not yet.")).to_be_visible()
    expect(bob.get_by_text("Sealed until all have spoken.")).to_be_visible()
    expect(ann.get_by_text("0 questions, has spoken")).to_be_visible()
    expect(ann.get_by_text("Saved")).to_have_count(0)
    picture(bob, "turing-machine-sealed")
    bob.get_by_role("button", name="Change the verdict").click()
    dial(bob, "555")
    bob.get_by_role("button", name="The code is 555").click()
    bob.get_by_role("button", name="Say 555").click()
    expect(bob.get_by_text("Saved: the code is 555.")).to_be_visible()
    ann.get_by_role("button", name="Not yet").click()
    expect(ann.get_by_text("All others are out. Winner: Ann, you.", exact=True)).to_be_visible()
    expect(bob.get_by_text("All others are out. Winner: Ann.", exact=True)).to_be_visible()
    expect(eve.get_by_text("said 555, which is wrong")).to_be_visible()
    eve.get_by_role("button", name="Why yes? Round 1, verifier A").click()
    expect(eve.get_by_text("Ann asked about 345. The law of A, “□ = 4”, is true of it: yes.")).to_be_visible()
    expect(bob.get_by_text("All others are out. Winner: Ann.", exact=True)).to_be_visible()


def lose_race(ann: Page, bob: Page) -> str:
    """Ann finds the code in round 1, Bob has asked A about 345."""
    match = start_match(ann, bob)
    act(ann, match, type="finish")
    act(bob, match, type="propose", code="345")
    act(bob, match, type="ask", verifier=0)
    act(bob, match, type="finish")
    act(bob, match, type="not-yet")
    expect(bob.get_by_text("Saved: not yet.")).to_be_visible()
    act(ann, match, type="solve", code="241")
    return match


def test_loser_of_race_searches_on(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    lose_race(ann, bob)
    expect(ann.get_by_text("The code is 241.", exact=True)).to_be_visible()
    offer = bob.get_by_role("region", name="After the end")
    expect(offer).to_contain_text("Solved. Winner: Ann.")
    expect(bob.get_by_text("Hidden as long as the solution is")).to_be_visible()
    expect(bob.locator("main")).not_to_contain_text("241")
    fine(bob)
    picture(bob, "turing-machine-search-offer")
    offer.get_by_role("button", name="Keep searching").click()

    # The match's answers stay, and the laws answer further questions.
    expect(bob.get_by_role("row", name=re.compile("^1 345"))).to_be_visible()
    dial(bob, "345")
    bob.get_by_role("button", name="Propose 345").click()
    bob.get_by_role("button", name="Ask verifier B").click()
    expect(bob.get_by_role("img", name="Verifier B says no")).to_be_visible()
    bob.reload()  # the search is kept
    bob.get_by_role("button", name="Ask no more").click()
    dial(bob, "141")
    bob.get_by_role("button", name="The code is 141").click()
    expect(bob.get_by_text("If it is wrong, you search on.")).to_be_visible()
    bob.get_by_role("button", name="Say 141").click()
    expect(bob.get_by_text("141 is wrong. In a match you would be out; here you search on.")).to_be_visible()
    expect(bob.locator("main")).not_to_contain_text("241")
    fine(bob)
    picture(bob, "turing-machine-search")
    bob.get_by_role("button", name="Ask nothing").click()
    dial(bob, "241")
    bob.get_by_role("button", name="The code is 241").click()
    bob.get_by_role("button", name="Say 241").click()
    own = bob.get_by_text("You found the code in round 3, with 2 questions.")
    expect(own).to_be_visible()
    expect(bob.get_by_text("Ann found it in round 1, with 0 questions.")).to_be_visible()
    expect(bob.get_by_text("You would have come 2 rounds later.")).to_be_visible()
    expect(bob.get_by_role("list", name="The true laws")).to_be_visible()
    expect(bob.get_by_text("said 141")).to_have_count(0)  # the match's result is as it was
    fine(bob)
    picture(bob, "turing-machine-search-end")


def test_loser_of_race_sees_solution_when_asked(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor(phone=True)
    lose_race(ann, bob)
    bob.get_by_role("button", name="Show the solution").tap()
    expect(bob.get_by_text("The code is 241.", exact=True)).to_be_visible()
    expect(bob.get_by_role("region", name="How it went")).to_be_visible()
    assert not overflow(bob)


def test_eliminated_player_watches_and_keeps_notes(visitor: Visitor) -> None:
    ann, bob, cid = visitor(), visitor(), visitor()
    match = start_match(ann, bob, cid)
    for page in (ann, bob, cid):
        act(page, match, type="finish")
    act(bob, match, type="not-yet")
    act(cid, match, type="not-yet")
    act(ann, match, type="solve", code="111")
    expect(ann.get_by_text("111 is wrong: you are out of the race.")).to_be_visible()
    expect(ann.get_by_text("The others play on.")).to_be_visible()
    expect(bob.get_by_text("out since round 1")).to_be_visible()
    ann.get_by_role("button", name="Cross out: Square: 4").click()
    expect(ann.get_by_role("button", name="Cross out: Square: 4")).to_have_attribute("aria-pressed", "true")


def test_pen_passes_between_team_members(visitor: Visitor) -> None:
    ann, bob = visitor(), visitor()
    start_match(ann, bob, style="team")
    expect(bob.get_by_text("In this round Ann acts for the team")).to_be_visible()
    dial(ann, "345")
    ann.keyboard.press("Enter")
    ann.get_by_role("button", name="Ask verifier A").click()
    expect(bob.get_by_role("row", name=re.compile("^1 345 yes"))).to_be_visible()
    ann.get_by_role("button", name="Ask no more").click()
    ann.get_by_role("button", name="Not yet").click()
    expect(bob.get_by_role("button", name="Propose")).to_be_visible()
    expect(ann.get_by_text("In this round Bob acts for the team")).to_be_visible()


def test_notes_are_kept_in_nightmare_mode(visitor: Visitor) -> None:
    page = visitor()
    start_match(page, problem=POOL)
    names = ["Triangle: 1", "square less than 4", "A has card 9"]
    for name in names:
        page.get_by_role("button", name=f"Cross out: {name}", exact=True).click()
    page.get_by_role("textbox", name="Own words").fill("○ is odd?\nor not")
    page.get_by_role("button", name="Cross out: D has card 4").click()
    expect(page.get_by_text("Your notes are kept.").first).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Triangle")).to_have_attribute(
        "aria-valuetext", "1, crossed out in your notes"
    )
    fine(page)
    picture(page, "turing-machine-nightmare")
    page.reload()
    for name in [*names, "D has card 4"]:
        button = page.get_by_role("button", name=f"Cross out: {name}", exact=True)
        expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("textbox", name="Own words")).to_have_value("○ is odd?\nor not")
    page.get_by_role("button", name="Cross out: A has card 9").click()
    expect(page.get_by_role("button", name="Cross out: A has card 9")).to_have_attribute(
        "aria-pressed", "false"
    )


def test_round_goes_on_without_late_player(visitor: Visitor, house: House) -> None:
    ann, bob = visitor(), visitor()
    match = start_match(ann, bob, clock={"type": "turn", "seconds": 60})
    act(ann, match, type="finish")
    house.clock.time += 61
    loop = house.service.deadlines._tasks[0].get_loop()
    asyncio.run_coroutine_threadsafe(house.service.deadlines.expire_due(), loop).result(20)
    expect(ann.get_by_role("button", name="Not yet")).to_be_visible()
    act(bob, match, type="not-yet")
    expect(ann.get_by_text("0 questions, has spoken")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_board_is_translated_to_russian(visitor: Visitor, phone: bool) -> None:
    page = visitor(lang="ru", phone=phone)
    match = start_match(page)
    act(page, match, type="propose", code="345")
    page.get_by_role("button", name="Законы словами").click()
    expect(page.get_by_text("осталось 3 вопроса", exact=True)).to_be_visible()
    expect(
        page.get_by_role("button", name="Вычеркнуть: цифра треугольника меньше, чем цифра квадрата")
    ).to_be_visible()
    page.get_by_role("button", name="Спросить проверяющего A").click()
    expect(page.get_by_role("img", name="Проверяющий A: да")).to_be_visible()
    fine(page)
    picture(page, f"turing-machine-ru-{'phone' if phone else 'wide'}")
    page.get_by_role("button", name="Хватит", exact=True).click()
    page.get_by_role("button", name="Код 345").click()
    page.get_by_role("button", name="Назвать 345").click()
    expect(page.get_by_text("345 — неверно: партия проиграна.", exact=True)).to_be_visible()
    fine(page)
    picture(page, f"turing-machine-ru-end-{'phone' if phone else 'wide'}")
