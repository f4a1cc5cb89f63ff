"""Accounts: guests register, sign in and out, change settings, and close their accounts."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.server.accounts.test_password_resets import link_for
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, picture

PASSWORD = "a long secret"


def register(page: Page, name: str) -> None:
    page.goto("/sign-in?register")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    page.get_by_role("button", name="Register").last.click()
    page.wait_for_url("**/")


def test_guest_registers_keeps_seats_and_signs_in_again(visitor: Visitor) -> None:
    page = visitor("/")
    page.get_by_role("button", name="Play now: Mixmath").or_(
        page.get_by_role("button", name="Play now: mixmath")
    ).click()
    page.wait_for_url("**/match/*")
    register(page, "Anna")
    account = page.get_by_role("link", name="Anna")
    expect(account).to_be_visible()
    account.click()
    expect(page.get_by_role("heading", name="Anna", level=1)).to_be_visible()
    assert not complaints(page)
    picture(page, "profile-member")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    page.goto("/matches")
    expect(page.get_by_text("You have played nothing yet.")).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="Sign in").click()
    expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
    page.get_by_label("Name").fill("anna")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").last.click()
    expect(page.get_by_role("heading", name="Which game?")).to_be_visible()
    page.get_by_role("link", name="My matches").click()
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()
    expect(page.get_by_role("listitem").first).to_be_visible()


def test_refusal_keeps_typed_values_and_uses_readers_language(visitor: Visitor, house: House) -> None:
    house.guest("").post("/api/register", json={"name": "Anna", "password": PASSWORD}).raise_for_status()
    page = visitor("/sign-in", lang="ru")
    page.get_by_label("Имя").fill("Anna")
    page.get_by_label("Пароль", exact=True).fill("not the secret")
    page.get_by_role("button", name="Войти").last.click()
    expect(page.get_by_role("alert")).to_have_text("Имя или пароль не подходят.")
    expect(page.get_by_label("Имя")).to_have_value("Anna")
    expect(page.get_by_label("Пароль", exact=True)).to_have_value("not the secret")
    assert not complaints(page)
    page.get_by_role("button", name="Регистрация").first.click()
    expect(page.get_by_label("Имя")).to_have_value("Anna")
    page.get_by_role("button", name="Регистрация").last.click()
    expect(page.get_by_role("alert")).to_have_text("Это имя занято; выберите другое.")


def test_guest_changes_name_and_creates_token(visitor: Visitor) -> None:
    page = visitor("/profile")
    page.request.post("/api/guest", data={"name": "Somebody"})
    page.reload()
    page.get_by_label("What others call you").fill("Boris")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_text("From now on you are Boris.")).to_be_visible()
    expect(page.get_by_role("link", name="Boris")).to_be_visible()
    page.get_by_label("What the program is called").fill("robot")
    expect(page.get_by_label("read what you may read")).to_be_checked()
    expect(page.get_by_label("host matches")).not_to_be_checked()
    boxes = page.get_by_role("group", name="What it may do").get_by_role("checkbox")
    assert len({boxes.nth(place).bounding_box()["x"] for place in range(3)}) == 1  # type: ignore[index]
    page.get_by_label("play and chat on your seats").uncheck()
    page.get_by_label("Days until it ends").fill("7")
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("The token. Copy it now", exact=False)
    expect(token).to_be_focused()
    secret = token.input_value()
    told = page.request.get("/api/me", headers={"Authorization": f"Bearer {secret}", "Cookie": ""})
    assert (told.json()["name"], told.json()["scopes"]) == ("Boris", ["read"])
    expect(page.get_by_text("read what you may read; until", exact=False)).to_be_visible()
    page.get_by_role("button", name="Revoke robot").click()
    expect(page.get_by_text("The token is worthless now.")).to_be_visible()
    assert page.request.get("/api/me", headers={"Authorization": f"Bearer {secret}"}).status == 401


def test_member_changes_password_exports_data_and_closes_account(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor("/")
    register(page, "Anna")
    page.goto("/profile")
    page.get_by_label("The password until now").fill("wrong one")
    page.get_by_label("The new one", exact=False).fill("another secret")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("alert").get_by_text("This isn't the password.")).to_be_visible()
    page.get_by_label("The password until now").fill(PASSWORD)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_text("The password is changed")).to_be_visible()
    stored = page.get_by_role("region", name="What is stored about you")
    stored.get_by_label("Your password once more").fill("another secret")
    with page.expect_download() as download:
        stored.get_by_role("button", name="Download everything").click()
    download.value.save_as(tmp_path / "all.json")
    assert "Anna" in json.dumps(json.loads((tmp_path / "all.json").read_text()))
    leaving = page.get_by_role("region", name="Leave")
    leaving.get_by_text("Have the house forget you").click()
    leaving.get_by_label("Your password once more").fill("another secret")
    leaving.get_by_label("I want to be forgotten").check()
    assert not complaints(page)
    picture(page, "profile-leaving")
    leaving.get_by_role("button", name="Delete my account").click()
    page.wait_for_url("**/")
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    assert page.request.get("/api/me").json() is None


def test_signing_out_everywhere_ends_other_sessions(visitor: Visitor) -> None:
    first = visitor("/")
    register(first, "Anna")
    second = visitor("/sign-in")
    second.get_by_label("Name").fill("Anna")
    second.get_by_label("Password", exact=True).fill(PASSWORD)
    second.get_by_role("button", name="Sign in").last.click()
    second.wait_for_url("**/")
    first.goto("/profile")
    expect(first.get_by_role("button", name="Sign out there")).to_be_visible()
    first.get_by_role("button", name="Sign out everywhere").click()
    first.wait_for_url("**/sign-in")
    second.goto("/profile")
    expect(second.get_by_role("heading", name="Profile")).to_be_visible()


def test_settings_survive_reload(visitor: Visitor) -> None:
    page = visitor("/settings")
    page.get_by_role("radio", name="Dark").check()
    page.get_by_role("radio", name="Less").check()
    page.get_by_role("checkbox", name="A soft knock").check()
    expect(page.get_by_role("button", name="Hear it")).to_be_visible()
    page.get_by_role("radio", name="Русский").click()  # the page is loaded anew
    expect(page.get_by_role("heading", name="Настройки")).to_be_visible()
    expect(page.get_by_role("radio", name="Тёмная")).to_be_checked()
    expect(page.get_by_role("radio", name="Меньше")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Тихий стук")).to_be_checked()
    data = page.evaluate("({ ...document.documentElement.dataset })")
    assert data == {"theme": "dark", "motion": "less"}
    assert not complaints(page)


def test_member_sets_notification_kinds_and_addresses(visitor: Visitor) -> None:
    page = visitor("/")
    register(page, "Anna")
    page.goto("/settings")
    page.get_by_role("checkbox", name="A round is over").uncheck()
    page.get_by_label("An Apprise address", exact=False).fill("nonsense")
    page.get_by_role("button", name="Add the address").click()
    expect(page.get_by_role("alert")).to_contain_text("address")
    expect(page.get_by_label("An Apprise address", exact=False)).to_have_value("nonsense")
    page.get_by_label("An Apprise address", exact=False).fill(
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"
    )
    page.get_by_role("button", name="Add the address").click()
    expect(page.get_by_text("Notices go there from now on.")).to_be_visible()
    picture(page, "settings-member")
    page.reload()
    expect(page.get_by_role("checkbox", name="A round is over")).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="A match is over")).to_be_checked()
    page.get_by_role("button", name="Remove discord").click()
    expect(page.get_by_text("Nowhere yet.")).to_be_visible()
    assert not complaints(page)


def test_registering_with_a_weak_password_shows_why(visitor: Visitor) -> None:
    page = visitor("/sign-in?register", lang="ru", phone=True)
    page.get_by_label("Имя").fill("Anna")
    page.get_by_label("Пароль", exact=False).first.fill("12345678")
    page.get_by_role("button", name="Регистрация").last.click()
    expect(page.get_by_role("alert")).to_have_text(
        "Это один из десяти самых частых паролей. Возьмите несколько слов, не связанных друг с другом."
    )
    expect(page.get_by_label("Имя")).to_have_value("Anna")
    page.get_by_label("Пароль", exact=False).first.fill(PASSWORD)
    page.get_by_role("button", name="Регистрация").last.click()
    page.wait_for_url("**/")


def test_a_link_of_the_operator_sets_a_new_password(visitor: Visitor, house: House) -> None:
    house.guest("").post("/api/register", json={"name": "Anna", "password": PASSWORD}).raise_for_status()
    page = visitor("/sign-in", phone=True)
    expect(page.get_by_text("The operator of this house can give you a link")).to_be_visible()
    page = visitor(f"/reset-password#{link_for(house, 'Anna')}", phone=True)
    expect(page.get_by_role("heading", name="New password")).to_be_visible()
    assert "#" not in page.url
    page.get_by_label("The new one", exact=False).fill("password1")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("alert")).to_contain_text("very common password")
    assert not complaints(page)
    picture(page, "reset-password")
    page.get_by_label("The new one", exact=False).fill("quite another one")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("heading", name="Anna", level=1)).to_be_visible()


def test_an_administrator_opens_the_powers_and_reads_the_log(visitor: Visitor, house: House) -> None:
    page = visitor("/", phone=True)
    register(page, "Anna")
    with contextlib.closing(sqlite3.connect(house.settings.database)) as connection, connection:
        connection.execute("UPDATE people SET administrator = true WHERE name = 'Anna'")
    page.goto("/profile")
    page.get_by_role("link", name="Administration").click()
    # The profile, which asks for the password too, stands until the new page has been loaded.
    expect(page.get_by_role("heading", name="Administration", level=1)).to_be_visible()
    page.get_by_label("Your password once more").fill(PASSWORD)
    assert not complaints(page)
    page.get_by_role("button", name="Open the powers").click()
    expect(page.get_by_text("The powers are open until")).to_be_visible()
    expect(page.get_by_role("list", name="What was done")).to_contain_text("Anna opened the powers")
    assert not complaints(page)
    picture(page, "administration")
