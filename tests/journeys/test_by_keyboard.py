"""Every game is played to its end by keyboard and by ear: by roles, names and announcements alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Arrival
from tests.journeys.keyboard import Keyboard
from tests.journeys.moves import TITLES

LONG: Final = frozenset({"addition-crypt", "mixmath", "set-theory"})
"""Games that take longer than the gate has time for."""


def plays_turing_machine(ann: Keyboard) -> None:
    wheel = ann.page.get_by_role("spinbutton", name="Triangle")
    ann.reaches(wheel)
    ann.types("3", "4", "5", "Enter")
    ann.is_on("Ask verifier {letter}", letter="A")
    ann.types("Enter")
    ann.hears("{letter} says", letter="A")
    ann.presses("Ask no more")
    expect(wheel).to_be_focused()
    ann.types("Enter")
    ann.presses("Say {code}")


def plays_addition_crypt(ann: Keyboard) -> None:
    ann.reaches(ann.page.get_by_role("button", name=re.compile(r"^A\b")).first)
    for number in range(20):
        free = [one for one in nodes(ann).all() if one.get_attribute("aria-disabled") == "false"]
        letters = [str(one.inner_text()).strip()[0] for one in free[:2]]
        ann.types(*(letter.lower() for letter in letters))
        ann.presses("Save {pick}")
        ann.is_on("Confirm {pick}")
        ann.types("Enter")
        ann.hears("Round {round} has closed.", round=number + 1)
        if ann.is_over():
            return
        ann.hears("Now round {round}: {name}.", round=number + 2)
    raise AssertionError("the match doesn't end")


def nodes(ann: Keyboard) -> Locator:
    return ann.page.get_by_role("button", name=re.compile(r"^[A-G]\b"))


def plays_set_theory(ann: Keyboard) -> None:
    empty = ann.page.get_by_role("gridcell", name=ann.person.words("{cell}, empty"))
    number, here = 100_003, "A1"
    ann.waits_for_turn()
    ann.reaches(ann.page.get_by_role("gridcell", name=re.compile("^A1")))
    while ann.waits_for_turn():
        there = str(empty.first.inner_text()).split(",")[0].strip()
        ann.walks(place(here), place(there))
        if here == there:
            ann.types("Space")
        here = there
        taken = ann.page.get_by_role("gridcell", name=re.compile(f"^{there}: .*You"))
        while True:
            number += 7919
            refused = ann.page.get_by_role("alert").filter(has_text=str(number))
            ann.types(*str(number), "Enter")
            expect(taken.or_(refused).first).to_be_visible()
            if taken.is_visible():
                break


def place(cell: str) -> tuple[int, int]:
    """Column and row, from 0."""
    return ord(cell[0]) - ord("A"), int(cell[1:]) - 1


def plays_mixmath(ann: Keyboard) -> None:
    has_laid, turns = False, 0
    # One entry a turn: it is whole with the points, or with the pass.
    own = re.compile(r"You pass\.|You lay .*in all\.", re.DOTALL)
    ended = ann.page.get_by_role("tabpanel", name="Log").get_by_role("listitem").filter(has_text=own)
    while ann.waits_for_turn():
        turns += 1
        if not has_laid and lays_a_tile(ann):
            has_laid = True
            ann.presses("End the turn")
        else:
            ann.presses("Pass…")
            ann.is_on("Pass")
            ann.types("Enter")
        expect(ended).to_have_count(turns)
    assert has_laid


def lays_a_tile(ann: Keyboard) -> bool:
    """With help on, the names of squares say where the chosen tile fits; False if none of the tiles fits."""
    rack = ann.page.get_by_role("group", name="Your rack").get_by_role("button")
    fitting = ann.page.get_by_role("gridcell", name=re.compile("the tile fits here"))
    for tile in rack.all():
        ann.reaches(tile)
        ann.types("Enter")
        if fitting.count():
            break
        ann.types("Enter")
    else:
        return False
    there = str(fitting.first.get_attribute("aria-label")).split(":")[0]
    cursor = ann.page.get_by_role("gridcell").and_(ann.page.locator("[tabindex='0']"))
    here = str(cursor.get_attribute("aria-label")).split(":")[0]
    ann.reaches(cursor)
    ann.walks(place(here), place(there))
    ann.types("Enter")
    ann.hears("{tile} on {cell} in pencil. Enter lays it.", cell=there)
    ann.types("Enter")
    ann.hears("You: {tile} on {cell}", cell=there)
    return True


def plays_sign_cook(ann: Keyboard) -> None:
    ann.presses("Plus Palace")
    ann.presses("9: 1 tile")
    ann.presses("Exchange the {tile} for {count} {sign}", tile=9)
    ann.hears("{place}: {tile} for {count} {sign}", tile=9)
    for dish, following in ((["8/4"], "main course"), (["3x7"], "dessert"), (["2", "5"], "")):
        ann.presses("Your kitchen")
        for number, line in enumerate(dish):
            if number:
                ann.types("Enter")
            else:
                ann.reaches(ann.page.get_by_role("textbox", name=re.compile("Expression|Letter 1")).first)
            ann.types(*line)
        ann.presses("Serve the dish")
        ann.presses("Yes, serve")  # visits or tiles are left
        if following:
            ann.hears("Round {round} is judged.")
            ann.is_on("Next: {course}", course=following)
            ann.types("Enter")


PLAYS: Final[Mapping[str, Callable[[Keyboard], None]]] = {
    "turing-machine": plays_turing_machine,
    "addition-crypt": plays_addition_crypt,
    "set-theory": plays_set_theory,
    "mixmath": plays_mixmath,
    "sign-cook": plays_sign_cook,
}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] if game in LONG else []) for game in PLAYS]
)
def test_by_keyboard_and_ear_to_the_end(arrive: Arrival, game: str) -> None:
    person = arrive("Anna")
    person.opens("/")
    ann = Keyboard(person)
    if game == "mixmath":  # so that the squares say which tiles fit
        ann.reaches(ann.page.get_by_role("switch", name=re.compile("^Help against bots")))
        ann.types("Space")
    ann.presses("Play now: {game}", game=TITLES[game])
    person.sees_own_seat()
    PLAYS[game](ann)
    person.finds("Review", "link")
    result = ann.page.get_by_role("region", name=person.words("Result")).get_by_role("heading")
    words = str(result.inner_text())
    expect(ann.page.get_by_role("status").filter(has_text=words).first).to_be_attached()
    assert ann.page.evaluate("() => document.activeElement !== document.body")
