"""A person with a browser that has never been here: a few verbs, each of which waits for what a person can
see.

A person reads roles and texts, and knows neither addresses nor the API. Texts are written in English as the
code has them, `{placeholders}` included, and are found in the person's own language: `ann.presses("Propose
{code}")` presses whatever code it offers, and `ann.presses("Propose {code}", code="345")` that one.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import polib
from playwright.sync_api import BrowserContext, Locator, ViewportSize, expect

from tests.support.stray_codes import stray_codes
from tests.web.conftest import complaints, picture

__all__ = ["DESK", "TELEPHONE", "Person", "Role", "translated"]

ROOT: Final = Path(__file__).resolve().parents[2]
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
TELEPHONE: Final[ViewportSize] = {"width": 390, "height": 844}

KEY: Final = 0.12
"""Seconds that a person takes over a letter."""

THOUGHT: Final = 0.6
"""Seconds that a person takes over a press, or over finding a field."""

Role: TypeAlias = Literal[
    "button", "link", "tab", "radio", "checkbox", "heading", "row", "gridcell", "listitem"
]


class Person:
    """One person at one device: `narrow` as a telephone, with fingers if `touch`. `seconds` is the time that
    people would take over what was pressed and typed so far; the house's own time is no part of it."""

    def __init__(
        self,
        context: BrowserContext,
        name: str,
        lang: str = "en",
        *,
        narrow: bool = False,
        touch: bool = False,
    ) -> None:
        self.context = context
        self.name = name
        self.lang = lang
        self.narrow = narrow
        self.touch = touch
        self.presses_done = 0
        self.seconds = 0.0
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
        self.seconds += THOUGHT + KEY * len(text)
        field.fill(text)

    def chooses_password(self, password: str) -> None:
        """Fill the form's field for a password, where what is typed is hidden."""
        field = self.page.get_by_label(self.words("Password", whole=False)).filter(visible=True).first
        expect(field).to_be_editable()
        field.fill(password)

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

    def looks_around(self, stop: str) -> None:
        """Look over the whole page at a main stop of a journey: nothing must be scrolled sideways, nothing
        hinders a reader, no text is a program's, and a picture of it is kept."""
        self.sees_nothing_wider_than_the_screen()
        assert not stray_codes(self.page, self.lang)
        assert not complaints(self.page)
        picture(self.page, f"journey-{stop}-{'telephone' if self.narrow else 'desk'}")

    def shows(self, part: str) -> None:
        """On a telephone, which shows one part of a match at a time: show this one."""
        if self.narrow:
            parts = self.page.get_by_role("navigation", name=self.words("Parts of the match"))
            self.touches(parts.get_by_role("button", name=self.words(part, whole=False)))

    def leaves(self) -> None:
        """Close the page; the browser stays."""
        self.page.close()

    def comes_back(self) -> None:
        """Open an empty page in the same browser."""
        self.page = self.context.new_page()

    # Words

    def translated(self, text: str) -> str:
        """The text in the person's language."""
        return translated(text, self.lang)

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

    def _press(self, target: Locator) -> None:
        self.seconds += THOUGHT
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
