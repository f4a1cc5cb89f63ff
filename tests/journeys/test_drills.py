"""Every drill can be answered by what is on its page, and the house says how good the answer was."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

import pytest
from playwright.sync_api import expect

from numberhouse.server.workers.coach import FIRST
from tests.journeys.conftest import Arrival
from tests.journeys.moves import lays_a_tile, places_a_number, saves_two_nodes
from tests.journeys.person import Person

POSING: Final = 120.0
"""Seconds that the house may take over a problem: the first one waits for compilation."""

WAITING: Final = 1000 * (POSING + FIRST + 30)
"""Milliseconds until a page must show what came of it: longer than the house may take."""

DEVICES = pytest.mark.parametrize("device", ["telephone", "desk"])


def _serves(person: Person) -> None:
    """The kitchen is open: a drill has no town."""
    person.presses("Serve nothing")
    person.presses("Serve nothing")


def _lays_a_tile(person: Person) -> None:
    """To pass is refused here, in words, and changes nothing."""
    person.presses("Pass…")
    person.presses("Pass")
    person.sees("lay at least one tile")
    person.presses("Not yet")
    lays_a_tile(person)


def _answers_for_good(person: Person) -> None:
    person.touches(person.page.get_by_role("radio").or_(person.page.get_by_role("checkbox")).first)
    person.presses("That is my answer")


def _says_a_code(person: Person) -> None:
    person.presses("Propose {code}")
    person.presses("Ask nothing")
    person.presses("The code is {code}")
    person.presses("Say {code}")


def _confirms_two_nodes(person: Person) -> None:
    saves_two_nodes(person)
    person.presses("Confirm {pick}")


def _plays_six_rounds(person: Person) -> None:
    for number in range(1, 7):
        person.sees(f"Round {number}")
        _confirms_two_nodes(person)


ANSWERS: Final[Mapping[str, Callable[[Person], None]]] = {
    "The best number": places_a_number,
    "The best turn": _lays_a_tile,
    "The longest starter": _serves,
    "The longest main course": _serves,
    "The longest word": _serves,
    "Which set is it?": _answers_for_good,
    "The number that tells most": _answers_for_good,
    "Alone with the machine": _says_a_code,
    "One round": _confirms_two_nodes,
    "Six rounds against bots": _plays_six_rounds,
}
"""By the title of the drill, an answer: any that the page lets a person give."""

GATE: Final = ("The best number",)


@pytest.mark.parametrize(
    "drill",
    [pytest.param(title, marks=() if title in GATE else (pytest.mark.long,)) for title in ANSWERS],
)
@DEVICES
def test_drill_is_answered(arrive: Arrival, drill: str, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numberhouse.server.workers.coach.PATIENCE", POSING)
    ann = arrive("Anna", device)
    ann.opens("/practice")
    ann.touches(
        ann.page.get_by_role("article", name=drill).get_by_role("link", name=re.compile("^Endless: ")).first
    )
    expect(ann.page.get_by_role("button", name="Give up")).to_be_visible(timeout=WAITING)
    ANSWERS[drill](ann)
    expect(ann.page.get_by_role("region", name="How good it was")).to_be_visible(timeout=WAITING)
    ann.sees_nothing_wider_than_the_screen()
