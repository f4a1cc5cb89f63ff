"""A person who plays by keyboard and by ear: things are found by role and name, reached by Tab and arrow keys
and pressed by Enter or Space, and nothing is clicked."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.journeys.person import Person, Role

__all__ = ["Keyboard"]

MOST_TABS: Final = 250
"""More than any page has things to stop at."""

LONGEST_WAIT: Final = 90_000
"""Milliseconds until it is one's turn: a bot's worker begins slowly on a busy machine."""

IS_FOCUSED: Final = "one => one === one.getRootNode().activeElement"


class Keyboard:
    """The hands on the keyboard of a person."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    def reaches(self, target: Locator) -> None:
        """Press Tab until this has the focus."""
        expect(target).to_be_visible()
        for _ in range(MOST_TABS):
            if target.evaluate(IS_FOCUSED):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {target}")

    def presses(self, text: str, role: Role = "button", key: str = "Enter", **values: Any) -> None:
        """Reach the first thing of this role and name, and press it."""
        target = self.person.finds(text, role, **values)
        expect(target).to_be_enabled()
        self.reaches(target)
        self.page.keyboard.press(key)

    def types(self, *keys: str) -> None:
        """Type keys where the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self, text: str, **values: Any) -> None:
        """Wait until the page announces this."""
        words = self.person.words(text, whole=False, **values)
        expect(self.page.get_by_role("status").filter(has_text=words).first).to_be_attached()

    def is_on(self, text: str, role: Role = "button", **values: Any) -> None:
        """Wait until the focus has come to this by itself."""
        expect(self.person.finds(text, role, **values)).to_be_focused()

    def walks(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        """Go by arrow keys from column and row to column and row of the grid that has the focus."""
        right, down = there[0] - here[0], there[1] - here[1]
        self.types(*["ArrowRight" if right > 0 else "ArrowLeft"] * abs(right))
        self.types(*["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))

    def is_over(self) -> bool:
        """Whether the match is over: then its review is offered."""
        return self.page.get_by_role("link", name=self.person.words("Review")).first.is_visible()

    def waits_for_turn(self) -> bool:
        """Wait until it is this person's turn; False when the match is over instead."""
        turn = self.page.get_by_text(re.compile(f"^{re.escape('Your turn.')}$"))
        review = self.page.get_by_role("link", name=self.person.words("Review"))
        expect(turn.or_(review).first).to_be_visible(timeout=LONGEST_WAIT)
        return not self.is_over()
