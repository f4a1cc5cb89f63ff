"""Every page of the shell in both languages, wide and on a phone: axe finds nothing, nothing is too wide."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

PAGES = {
    "game": ("/games/turing-machine", "Turing Machine", "Машина Тьюринга"),
    "rules": ("/learn/mixmath", "Mixmath", "Mixmath"),
    "new": ("/new?game=set-theory", "New match", "Новая партия"),
    "new-crypt": ("/new?game=addition-crypt", "New match", "Новая партия"),
    "tables": ("/tables", "Open tables", "Открытые столы"),
    "mine": ("/matches", "My matches", "Мои партии"),
    "invite": ("/invite#nothing", "This invitation can't be used", "Это приглашение не годится"),
    "sign-in": ("/sign-in", "Sign in", "Войти"),
    "register": ("/sign-in?register", "Register", "Регистрация"),
    "profile": ("/profile", "Profile", "Профиль"),
    "settings": ("/settings", "Settings", "Настройки"),
    "reset-password": ("/reset-password#nothing", "New password", "Новый пароль"),
    "administration": ("/administration", "Administration", "Управление"),
    "lost": ("/no/such/place", "There is no such page.", "Такой страницы нет."),
}


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("name", PAGES)
def test_page_is_accessible_in_both_languages_and_sizes(
    visitor: Visitor, name: str, lang: str, phone: bool
) -> None:
    path, english, russian = PAGES[name]
    page = visitor(path, lang=lang, phone=phone, color_scheme="dark" if phone else "light")
    expect(page.get_by_role("heading", name=english if lang == "en" else russian, level=1)).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert page.title().endswith("Numberhouse")
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"{name}-{lang}-{'phone' if phone else 'wide'}")


def test_contents_of_rules_link_to_headings(visitor: Visitor) -> None:
    page = visitor("/learn/mixmath")
    page.get_by_role("navigation", name="Contents").get_by_role("link", name="The end").click()
    heading = page.get_by_role("heading", name="The end")
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()
    assert "François Robillard" in page.get_by_role("article").inner_text()
    page.reload()
    expect(heading).to_be_in_viewport()


TYPED = {"en": "What to type in the terminal", "ru": "Что вводить в терминале"}


@pytest.mark.parametrize("lang", TYPED)
@pytest.mark.parametrize("game", ["turing-machine", "mixmath", "addition-crypt", "set-theory", "sign-cook"])
def test_rules_fit_telephone_and_say_nothing_of_the_terminal(visitor: Visitor, game: str, lang: str) -> None:
    page = visitor(f"/learn/{game}", lang=lang, phone=True)
    article = page.get_by_role("article")
    expect(article.get_by_role("figure")).to_be_visible()
    expect(article.get_by_role("table").first).to_be_visible()
    words = article.inner_text()
    assert TYPED[lang] not in words
    assert "numberhouse " not in words
    assert overflow(page) == 0
    widest = "() => Math.max(...window.rules.map((one) => one.scrollWidth - one.clientWidth))"
    page.evaluate(
        "window.rules = [...document.querySelector('nh-house').shadowRoot.querySelector('nh-rules-page')"
        ".shadowRoot.querySelectorAll('.wide:has(table), table')]"
    )
    assert page.evaluate(widest) <= 0


def test_my_matches_show_turn_and_deadline(visitor: Visitor) -> None:
    page = visitor("/matches")
    expect(page.get_by_text("You have played nothing yet.")).to_be_visible()
    post(page, "/api/guest", {"name": "Boris"})
    begun = post(page, "/api/play", {"game": "sign-cook"})
    post(page, "/api/matches", {"game": "mixmath", "terms": {"title": "Later"}})
    page.reload()
    yours = page.get_by_role("region", name="It is your turn")
    expect(yours.get_by_text("your time ends")).to_be_visible()
    expect(page.get_by_role("region", name="Not begun").get_by_role("link", name="Later")).to_be_visible()
    expect(page.get_by_role("navigation", name="House")).to_contain_text("(1 waits for you)")
    assert not complaints(page)
    picture(page, "mine-full")
    yours.get_by_role("link", name="Your turn").click()
    page.wait_for_url(f"**/match/{begun['id']}")


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    """A request of this visitor beside the page."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()
