"""The tags that chats show of a link: what a stranger may see of an open match, and of others the house's
name."""

from __future__ import annotations

from pathlib import Path

import pytest

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.pages import static_files as site
from numberhouse.server.http.pages.static_files import File
from tests.server.conftest import Guest, House

PAGE = File(b"<head><title>the page</title></head><body></body>", "text/html", {"br": b"packed"})


@pytest.fixture(autouse=True)
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "files", lambda: {"index.html": PAGE})


def opened(host: Guest, **terms: str) -> str:
    draft = {"game": "mixmath", "terms": terms}
    match = str(host.post("/api/matches", json=draft).raise_for_status().json()["id"])
    host.post(f"/api/matches/{match}/open").raise_for_status()
    return match


def head(house: House, path: str, lang: str = "en") -> str:
    answer = house.guest("").get(path, headers={"Accept-Language": lang})
    assert "content-encoding" not in answer.headers
    assert answer.headers["cache-control"] == "no-cache"
    return answer.text


def test_an_open_match_says_who_invites_in_the_hosts_language(house: House) -> None:
    host = house.guest('Hanna "<b>')
    shown = head(house, f"/match/{opened(host, visibility='unlisted')}")
    assert 'og:title" content="Hanna &quot;&lt;b&gt; invites you to play Mixmath"' in shown
    assert 'og:description" content="' in shown
    assert "noindex" in shown
    russian = opened(host, visibility="unlisted", language="ru")
    assert "зовёт" in head(house, f"/match/{russian}")


def test_a_private_match_looks_like_none_at_all(house: House) -> None:
    host = house.guest("Hanna")
    private = head(house, f"/match/{opened(host, visibility='private', title='Our secret')}")
    assert private == head(house, "/match/no-such-match") == head(house, "/invite")
    assert 'og:title" content="Numberhouse"' in private
    assert "Hanna" not in private
    assert "secret" not in private


def test_a_host_sees_no_more_in_the_tags_than_a_stranger(house: House) -> None:
    host = house.guest("Hanna")
    match = opened(host, visibility="private")
    assert "Hanna" not in host.get(f"/match/{match}").text


@pytest.mark.parametrize("path", ["/", "/tables", "/match/x/desk", "/match/x/review"])
def test_other_pages_have_no_tags(house: House, path: str) -> None:
    assert house.guest("").get(path, headers={"Accept-Encoding": "identity"}).content == PAGE.content


def test_the_picture_needs_the_houses_own_address(house: House, tmp_path: Path) -> None:
    assert "og:image" not in head(house, "/invite")
    settings = Settings(
        database=str(tmp_path / "other.sqlite"),
        bots=0,
        origin="https://play.example.org",
        hosts=("127.0.0.1",),
    )
    with House(settings) as named:
        assert 'og:image" content="https://play.example.org/preview.png"' in head(named, "/invite")
