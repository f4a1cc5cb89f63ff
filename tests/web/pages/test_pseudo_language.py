"""In a made-up language every text that a page shows stands in brackets, or is data.

The catalogues of the language are made from `messages.pot`; they come in the place of the Russian ones, to
the browser and to the service.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, Route, expect

from tests.server.conftest import House
from tests.support.pseudo_language import bracketed, letters_outside, pseudo_language
from tests.support.stray_codes import SHOWN
from tests.web.conftest import Visitor
from tools.update_words import packages

__all__ = ["pseudo_language"]

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("pseudo_language")]

GAMES: Final = ("addition-crypt", "mixmath", "set-theory", "sign-cook", "turing-machine")
PAGES: Final = (
    "/",
    *(f"/games/{game}" for game in GAMES),
    "/new?game=mixmath",
    "/tables",
    "/matches",
    "/practice",
    "/settings",
    "/profile",
    "/schedule",
    "/review",
    "/sign-in",
    "/invite#nothing",
    "/no/such/place",
)
DATA: Final = ("Numberhouse", "Ann", "Русский", "янв.", "г.", "/no/such/place")
"""Names, the language's name in itself, a date as the browser writes it, and an address."""


def catalogue(path: Path) -> dict[str, Any]:
    """The made-up translations of a catalogue, as the build gives them to the browser."""
    with path.open("rb") as file:
        messages = [one for one in read_po(file) if any(name.endswith(".ts") for name, _ in one.locations)]
    texts: dict[str, Any] = {}
    for message in messages:
        if isinstance(message.id, str):
            texts[message.id] = bracketed(message.id)
        else:
            texts[message.id[0]] = [bracketed(form) for form in message.id]
    return texts


def catalogues() -> dict[str, dict[str, Any]]:
    """By the name of the chunk that holds them."""
    made: dict[str, dict[str, Any]] = {"faces": {}}
    for package in packages():
        texts = catalogue(package / "locale" / "messages.pot")
        if package.name == "web":
            made["house"] = texts
        elif package.parent.name == "games":
            made[package.name.replace("_", "-")] = texts
            made["faces"].update(texts)
    return made


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """A page in the made-up language."""
    made = catalogues()

    def answer(route: Route) -> None:
        domain = re.search(r"/ru\.([a-z-]+)-[\w-]{8}\.js$", route.request.url)
        assert domain
        words = {"texts": made[domain[1]], "plurals": {"one": 0, "other": 1}}
        route.fulfill(content_type="text/javascript", body=f"export default {json.dumps(words)}")

    page = visitor("/healthz", lang="ru")
    page.route("**/assets/ru.*.js", answer)
    return page


def untranslated(page: Page) -> list[str]:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_load_state("networkidle")  # the words for options come after the page
    texts: list[str] = page.evaluate(SHOWN)
    assert any("⟦" in text for text in texts)
    return [text for text in texts if letters_outside(text, DATA)]


def test_every_text_of_page_is_translated(page: Page) -> None:
    assert page.request.post("/api/guest", data={"name": "Ann"}).ok
    found = []
    for path in PAGES:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        found += [f"{path}: {text}" for text in untranslated(page)]
    assert not found, "\n".join(found)


def test_untranslated_text_is_detected(page: Page) -> None:
    page.goto("/no/such/place")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("document.querySelector('nh-house').shadowRoot.querySelector('main').append('stray words')")
    assert "stray words" in untranslated(page)
