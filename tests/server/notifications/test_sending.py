"""Allowed addresses of notifications, and the texts of notifications."""

from __future__ import annotations

import pytest

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.channels import receiver_at
from numberhouse.server.notifications.phrases import NotificationText, compose

ALLOWED = Settings(
    notification_services=("json", "discord"), notification_hosts=("127.0.0.1", "example.org:8080")
)


@pytest.mark.parametrize(
    "address",
    [
        "json://10.0.0.1/x",
        "json://localhost",
        "json://127.0.0.1@10.0.0.1/",
        "jsons://127.0.0.1",
        "mailtos://user:secret@example.org",
        "json://127.0.0.1/?redirect=yes",
        "json://127.0.0.1/?rto=1000",
        "json://127.0.0.1/?+Host=inside",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?template=/etc/passwd",
        "discord://",
        "json://example.org",
        "json://example.org:8081",
    ],
)
def test_addresses_with_other_servers_or_parameters_are_refused(address: str) -> None:
    with pytest.raises(Refused) as refused:
        receiver_at(address, ALLOWED)
    assert refused.value.code == "address"
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "address",
    [
        "json://127.0.0.1/x",
        "json://Example.org:8080/x",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?thread=1",
    ],
)
def test_an_allowed_address_is_used_without_redirects(address: str) -> None:
    assert receiver_at(address, ALLOWED).redirects is False


def test_a_title_cant_mention_people_or_hide_a_link() -> None:
    text = NotificationText("over", "@everyone [win](http://evil.example)\n**now** " + "x" * 500, "")
    _, body = compose([text], "en")
    assert "@everyone" not in body
    assert "://" not in body
    assert "\n" not in body
    assert len(body) < 200
