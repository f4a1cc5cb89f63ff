"""The mine of Sign Cook is worked with a finger: a path is drawn, and signs come from keys on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import Arrival
from tests.journeys.moves import TITLES
from tests.web.conftest import picture


def test_a_telephone_has_keys_for_the_signs_of_the_mine(arrive: Arrival) -> None:
    ann = arrive("Anna", "telephone")
    if not ann.touch:
        pytest.skip("the keys are for fingers, and Playwright has none in Firefox")
    ann.opens("/")
    ann.presses("Play now: {game}", game=TITLES["sign-cook"])
    ann.presses("Numbers Mine")
    for cell in ("A1", "B1", "C1"):
        ann.touches(ann.page.get_by_role("gridcell", name=f"{cell}:"))
    equation = ann.page.get_by_role("textbox", name="Equation")
    before = equation.input_value()
    keys = ann.page.get_by_role("group", name="What stands in the marked gap")
    ann.touches(keys.get_by_role("button", name="+", exact=True))
    ann.touches(keys.get_by_role("button", name="=", exact=True))
    expect(equation).to_have_value(f"{before[0]}+{before[1]}={before[2]}")
    picture(ann.page, "journey-mine-telephone")
    ann.sees_nothing_wider_than_the_screen()
