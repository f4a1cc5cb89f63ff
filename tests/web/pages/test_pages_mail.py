"""Forgotten passwords by mail: an address in the settings, a link from the page to sign in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.server.support.mail_server import MailServer, receiving_mail
from tests.web.conftest import Visitor, complaints, overflow, picture

PASSWORD = "a long secret"


@pytest.fixture
def post() -> Iterator[MailServer]:
    with receiving_mail() as server:
        yield server


@pytest.fixture
def house(tmp_path: Path, post: MailServer) -> Iterator[House]:
    # Without an `origin`, which a port that nobody knows yet can't be in: the links in mails are paths then.
    settings = Settings(
        database=str(tmp_path / "house.sqlite"),
        bots=0,
        mail_server="127.0.0.1",
        mail_port=post.port,
        mail_tls="none",
        mail_sender="house@example.org",
    )
    with House(settings) as made:
        yield made


def test_a_member_confirms_an_address_and_forgets_the_password(visitor: Visitor, post: MailServer) -> None:
    page = visitor("/", phone=True)
    answer = page.request.post("/api/register", data={"name": "Anna", "password": PASSWORD})
    assert answer.ok, answer.text()
    page.goto("/settings")
    section = page.get_by_role("region", name="Mail address")
    section.get_by_label("Address", exact=True).fill("anna@example.org")
    section.get_by_label("Your password").fill(PASSWORD)
    section.get_by_role("button", name="Send a code").click()
    expect(section.get_by_text("A code is on its way.")).to_be_visible()
    text = str(post.wait(1)[0].get_content())
    found = re.search(r"^[A-Z2-9]{10}\r?$", text, re.MULTILINE)
    assert found is not None
    section.get_by_label("The code from the mail to a…@example.org").fill(found[0].strip().lower())
    picture(page, "mail-address")
    assert overflow(page) <= 0
    section.get_by_role("button", name="Confirm").click()
    expect(section.get_by_text("Your address: a…@example.org")).to_be_visible()
    assert not complaints(page)

    other = visitor("/sign-in")
    other.get_by_label("Name").fill("Anna")
    other.get_by_role("button", name="I forgot my password").click()
    expect(other.get_by_label("Your name")).to_have_value("Anna")
    picture(other, "forgotten-password")
    other.get_by_role("button", name="Send me a link").click()
    expect(other.get_by_text("a link is on its way there")).to_be_visible()
    link = re.search(r"/reset-password#\S+", str(post.wait(2)[1].get_content()))
    assert link is not None
    other.goto(link[0])
    other.get_by_label("The new one").fill("quite another secret")
    other.get_by_role("button", name="Set the password").click()
    other.wait_for_url("**/profile")
    page.goto("/sign-in")
    expect(page.get_by_text("A link set a new password for your account")).to_be_visible()
    picture(page, "password-was-reset")
