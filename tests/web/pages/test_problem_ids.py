"""Problems by their ids, and cards chosen by their pictures: forms that a game brings with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from numberhouse.contract.game import Chance
from numberhouse.games.turing_machine.problems.generator import draw
from numberhouse.games.turing_machine.problems.layout import MODES, VERIFIERS
from numberhouse.games.turing_machine.problems.problem import Problem
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def problems() -> list[Problem]:
    """A problem of each mode and number of verifiers."""
    return [draw(Chance(f"{mode}{count}"), mode, count, "any") for mode in MODES for count in VERIFIERS]


def shown_cards(page: Page) -> list[list[int]]:
    """The cards of the shown problem, place by place, as a person reads them."""
    places = (
        page.get_by_role("list", name="The cards of this problem").get_by_role("listitem").all_inner_texts()
    )
    return [[int(card) for card in re.findall(r"Card (\d+)", text)] for text in places]


def test_an_id_shows_the_cards_of_its_problem_and_nothing_of_its_laws(visitor: Visitor) -> None:
    page = visitor("/games/turing-machine")
    field = page.get_by_label("Problem id")
    for problem in problems():
        field.fill(problem.id.lower())
        first = f"Card {problem.canonical.layout.flat[0]}"
        expect(page.get_by_role("list", name="The cards of this problem")).to_contain_text(first)
        # In extreme the smaller card comes first, whichever carries the law: the order tells nothing.
        assert shown_cards(page) == [sorted(place) for place in problem.canonical.layout.cards]
    assert not complaints(page)


def test_a_mistyped_id_is_refused_at_the_field(visitor: Visitor) -> None:
    page = visitor("/games/turing-machine")
    field, play = page.get_by_label("Problem id"), page.get_by_role("button", name="Play this problem")
    right = problems()[0].id
    for wrong in ("C4", "hello", right[:-1] + ("0" if right[-1] != "0" else "1"), right[:-2] + right[-1]):
        field.fill(wrong)
        expect(page.get_by_text("This is no id of a problem")).to_be_visible()
        expect(play).to_be_disabled()
    field.fill(right)
    expect(play).to_be_enabled()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_one_press_plays_the_problem_of_a_link(visitor: Visitor, *, phone: bool) -> None:
    problem = draw(Chance("linked"), "extreme", 4, "standard")
    page = visitor(f"/games/turing-machine?problem={problem.id}", phone=phone)
    expect(page.get_by_label("Problem id")).to_have_value(problem.id)
    expect(page.get_by_role("list", name="The cards of this problem").get_by_role("listitem")).to_have_count(
        4
    )
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"problem-by-id-{'phone' if phone else 'wide'}")
    page.get_by_role("button", name="Play this problem").click()
    page.wait_for_url("**/match/*")
    for card in problem.layout.flat:
        expect(page.get_by_role("heading", name=re.compile(rf"^Card {card}\b")).first).to_be_visible()


def test_cards_are_chosen_by_their_pictures(visitor: Visitor) -> None:
    page = visitor("/new?game=turing-machine")
    page.get_by_text("More options", exact=True).click()
    cards = page.get_by_role("list", name="All cards")
    *first, last = draw(Chance("chosen"), "classic", 4, "easy").canonical.layout.flat
    other = next(card for card in range(1, 49) if card not in (*first, last))
    for card in first:
        cards.get_by_role("button", name=re.compile(rf"^Card {card} ")).click()
    expect(page.get_by_text("3 cards are chosen; 4 to 6 are needed.")).to_be_visible()
    expect(cards.get_by_role("button", name=re.compile("^Card 4 "))).to_contain_text("□ < 4")
    for card in (last, other):
        cards.get_by_role("button", name=re.compile(rf"^Card {card} ")).click()
    page.get_by_role("button", name=f"Card {other} put it back").click()
    expect(page.get_by_text("4 cards are chosen.")).to_be_visible()
    assert not complaints(page)
    picture(page, "card-picker")
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/match/*")
    options = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()["options"]
    assert options["cards"] == [[card] for card in (*first, last)]
    assert options["verifiers"] == 4


def test_another_mode_puts_the_chosen_cards_into_its_places(visitor: Visitor) -> None:
    page = visitor("/new?game=turing-machine")
    page.get_by_text("More options", exact=True).click()
    cards = page.get_by_role("list", name="All cards")
    for card in range(1, 5):
        cards.get_by_role("button", name=re.compile(rf"^Card {card} ")).click()
    page.get_by_role("combobox", name="Mode").select_option("extreme: two cards each")
    expect(page.get_by_text("4 cards are chosen; 8, 10 or 12 are needed.")).to_be_visible()
    expect(page.get_by_role("button", name="Card 3 put it back")).to_contain_text("B: □ compared with 3")
    with page.expect_request("**/api/matches") as sent:
        page.get_by_role("button", name="Create the match").click()
    body = sent.value.post_data_json
    assert body is not None
    assert body["options"]["cards"] == [[1, 2], [3, 4]]
    expect(page.get_by_role("alert").filter(has_text="4, 5 or 6 verifiers")).to_be_visible()


def test_the_desk_shows_what_an_id_means(visitor: Visitor) -> None:
    page = visitor("/new?game=turing-machine&play=0")
    page.get_by_role("button", name="Keep it as a draft").click()
    page.wait_for_url("**/match/*/desk")
    page.get_by_role("tab", name=re.compile("Secrets")).click()
    problem = problems()[0]
    page.get_by_label("As text").fill(problem.id)
    expect(page.get_by_role("list", name="The cards of this problem").get_by_role("listitem")).to_have_count(
        4
    )
    assert shown_cards(page) == [list(place) for place in problem.canonical.layout.cards]


def test_the_solution_links_its_problem(visitor: Visitor) -> None:
    page = visitor()
    page.request.post("/api/guest", data={"name": "Ann"})
    problem = draw(Chance("solved"), "classic", 4, "easy")
    answer = page.request.post(
        "/api/play",
        data={
            "game": "turing-machine",
            "seats": 1,
            "options": {"problem": problem.id},
            "clock": {"type": "none"},
        },
    )
    match = answer.json()["id"]
    for action in ({"type": "finish"}, {"type": "solve", "code": problem.code}):
        assert page.request.post(f"/api/matches/{match}/act", data={"action": action}).ok
    page.goto(f"/match/{match}")
    page.get_by_role("link", name=problem.id).click()
    page.wait_for_url(f"**/games/turing-machine?problem={problem.id}")
    expect(page.get_by_label("Problem id")).to_have_value(problem.id)


def test_a_game_without_problems_has_no_field_for_them(visitor: Visitor) -> None:
    page = visitor("/games/mixmath")
    expect(page.get_by_role("heading", name="Against bots")).to_be_visible()
    expect(page.get_by_label("Problem id")).to_have_count(0)
