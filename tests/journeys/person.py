"""A person with a browser that has never been here: a few verbs, each of which waits for what a person can
see.

A person reads roles and texts, and knows neither addresses nor the API. Texts are written in English as the
code has them, `{placeholders}` included, and are found in the person's own language: `ann.presses("Propose
{code}")` presses whatever code it offers, and `ann.presses("Propose {code}", code="345")` that one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import polib
from playwright.sync_api import BrowserContext, Locator, ViewportSize, expect

__all__ = ["DESK", "TELEPHONE", "Person", "Role", "translated"]

ROOT: Final = Path(__file__).resolve().parents[2]
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}

KEY: Final = 0.12
"""Seconds for a letter, at human pace."""

THOUGHT: Final = 0.6
"""Seconds before a press, at human pace."""

Role: TypeAlias = Literal[
    "button", "link", "tab", "radio", "checkbox", "heading", "row", "gridcell", "listitem"
]


class Person:
    """One person at one device. With `human` the person takes as long over a press and a letter as people
    do."""

    def __init__(self, context: BrowserContext, name: str, lang: str = "en", *, touch: bool = False) -> None:
        self.context = context
        self.name = name
        self.lang = lang
        self.touch = touch
        self.human = False
        self.presses_done = 0
        self.page = context.new_page()

    # What a person does

    def opens(self, address: str) -> None:
        """Open a link that somebody sent, or the house by its name."""
        self.page.goto(address)

    def presses(
        self, text: str, role: Role = "button", *, within: Locator | None = None, **values: Any
    ) -> None:
        """Press the first thing of this role and name as soon as it can be pressed."""
        target = self.finds(text, role, within=within, **values)
        expect(target).to_be_enabled()
        self._press(target)

    def touches(self, target: Locator) -> None:
        """Press something that has been found."""
        expect(target).to_be_visible()
        self._press(target)

    def types(self, label: str, text: str) -> None:
        """Fill the field with this label."""
        field = self.field(label)
        expect(field).to_be_editable()
        if self.human:
            field.press_sequentially(text, delay=KEY * 1000)
        else:
            field.fill(text)

    def field(self, label: str) -> Locator:
        """The field with this label."""
        return self.page.get_by_role("textbox", name=self.words(label)).filter(visible=True).first

    def sees(self, text: str, **values: Any) -> Locator:
        """Wait until this text is in sight, and return where."""
        found = self.page.get_by_text(self.words(text, whole=False, **values)).filter(visible=True).first
        expect(found).to_be_visible()
        return found

    def finds(self, text: str, role: Role, *, within: Locator | None = None, **values: Any) -> Locator:
        """The first visible thing of this role and name, once it is there."""
        place = within if within is not None else self.page
        found = place.get_by_role(role, name=self.words(text, **values)).filter(visible=True).first
        expect(found).to_be_visible()
        return found

    def sees_own_seat(self) -> None:
        """Wait until the list of players says which of them is this person."""
        players = self.page.get_by_role("list", name=self.words("Players"))
        expect(players.get_by_text(self.words("you"), exact=True).first).to_be_attached()

    def sees_nothing_wider_than_the_screen(self) -> None:
        """Check that nothing must be scrolled sideways."""
        width = "() => document.documentElement.scrollWidth - window.innerWidth"
        assert self.page.evaluate(width) <= 0, self.page.url

    def leaves(self) -> None:
        """Close the page; the browser stays."""
        self.page.close()

    def comes_back(self) -> None:
        """Open an empty page in the same browser."""
        self.page = self.context.new_page()

    # Words

    def words(self, text: str, *, whole: bool = True, **values: Any) -> re.Pattern[str]:
        """A pattern for the text in the person's language; a placeholder without a value stands for
        anything, and `whole` for a name that is nothing else."""
        parts = re.split(r"\{(\w+)\}", translated(text, self.lang))
        filled = [re.escape(parts[0])]
        for name, literal in zip(parts[1::2], parts[2::2], strict=True):
            filled.append(re.escape(str(values[name])) if name in values else ".*")
            filled.append(re.escape(literal))
        pattern = "".join(filled)
        return re.compile(f"^{pattern}$" if whole else pattern)

    @contextmanager
    def at_human_pace(self) -> Iterator[None]:
        """Take human time over everything in the block."""
        self.human = True
        try:
            yield
        finally:
            self.human = False

    def _press(self, target: Locator) -> None:
        if self.human:
            time.sleep(THOUGHT)
        self.presses_done += 1
        if self.touch:
            target.tap()
        else:
            target.click()


@cache
def _catalogue(lang: str) -> dict[str, str]:
    """All texts of the pages and the games' boards in a language, by the English text."""
    files = [*ROOT.glob(f"src/numberhouse/games/*/locale/{lang}.po"), ROOT / "web" / "locale" / f"{lang}.po"]
    return {entry.msgid: entry.msgstr for file in files for entry in polib.pofile(str(file)) if entry.msgstr}


def translated(text: str, lang: str) -> str:
    """The text in a language; the same text if no catalogue has it."""
    return text if lang == "en" else _catalogue(lang).get(text, text)
