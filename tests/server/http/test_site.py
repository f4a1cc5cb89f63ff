"""The pages over HTTP: paths, compression, caching and security policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from numberhouse.registry import find
from numberhouse.server.http.pages import static_files as site
from numberhouse.server.http.pages.static_files import PAGES, File, files
from tests.server.conftest import House

BUILT: Mapping[str, File] = {
    "index.html": File(b"<title>the page</title>", "text/html", {"br": b"packed"}),
    "assets/code-123.js": File(b"code", "text/javascript", {"br": b"packed"}, lasting=True),
    "icon.svg": File(b"<svg/>", "image/svg+xml"),
    "offline.html": File(b"<title>no connection</title>", "text/html"),
    "worker.js": File(b"work", "text/javascript"),
}


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "files", lambda: BUILT)


PLAIN = {"Accept-Encoding": "identity"}


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", [*PAGES, "/match/abc/desk", "/practice/mixmath/turn", "/learn/set-theory"])
def test_every_page_path_serves_the_page(house: House, path: str) -> None:
    answer = house.guest("").get(path, headers=PLAIN)
    assert answer.content == BUILT["index.html"].content
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
def test_the_page_runs_only_the_houses_own_scripts(house: House) -> None:
    policy = house.guest("").get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.usefixtures("built")
def test_files_with_a_digest_in_their_name_are_cached_forever(house: House) -> None:
    answer = house.guest("").get("/assets/code-123.js", headers=PLAIN)
    assert answer.content == b"code"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.usefixtures("built")
def test_the_worker_is_revalidated_and_may_connect_to_the_house_only(house: House) -> None:
    answer = house.guest("").get("/worker.js", headers=PLAIN)
    assert answer.content == b"work"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-security-policy"] == "default-src 'none'; connect-src 'self'"


@pytest.mark.usefixtures("built")
def test_the_page_for_no_connection_is_under_the_policy_of_pages(house: House) -> None:
    answer = house.guest("").get("/offline.html", headers=PLAIN)
    assert answer.content == b"<title>no connection</title>"
    policies = [house.guest("").get("/").headers, answer.headers]
    assert len({one["content-security-policy"] for one in policies}) == 1


@pytest.mark.usefixtures("built")
def test_a_browser_that_accepts_compression_gets_the_compressed_file(house: House) -> None:
    with house.guest("").stream(
        "GET", "/assets/code-123.js", headers={"Accept-Encoding": "gzip, br"}
    ) as sent:
        assert sent.headers["content-encoding"] == "br"
        assert sent.headers["vary"] == "Accept-Encoding"
        assert b"".join(sent.iter_raw()) == b"packed"


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path",
    [
        "/assets/nothing.js",
        "/assets/..%2findex.html",
        "/assets/%2e%2e%2f%2e%2e%2fsite.py",
        "/assets//etc/passwd",
        "/assets/",
        "/site.py",
        "/static/index.html",
        "/stamp.txt",
    ],
)
def test_unknown_files_are_not_found(house: House, path: str) -> None:
    assert house.guest("").get(path).status_code == 404


@pytest.mark.usefixtures("built")
def test_an_unknown_path_of_the_api_is_refused_in_json(house: House) -> None:
    answer = house.guest("").get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["code"] == "request"


@pytest.mark.usefixtures("built")
def test_an_unknown_path_is_a_page_for_people_and_a_refusal_for_programs(house: House) -> None:
    reads = {"Accept": "text/html,application/xhtml+xml", **PLAIN}
    guest = house.guest("")
    page = guest.get("/nowhere/at/all", headers=reads)
    assert page.status_code == 404
    assert page.content == BUILT["index.html"].content
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for response in (guest.get("/nowhere"), guest.get("/api/nowhere", headers=reads)):
        assert response.status_code == 404
        assert response.headers["content-type"] == "application/json"


def test_a_house_without_pages_says_how_they_are_built(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "files", dict)
    assert "web/build.py" in house.guest("").get("/").text


def test_site_files_are_loaded_with_their_compressed_forms_only(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "a.js").write_bytes(b"code")
    (tmp_path / "assets" / "a.js.br").write_bytes(b"packed")
    (tmp_path / "stamp.txt").write_bytes(b"digest")
    found = files(tmp_path)
    assert found == {"assets/a.js": File(b"code", "text/javascript", {"br": b"packed"}, lasting=True)}


def test_the_board_of_a_package_is_a_script_of_the_house(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = find("mixmath")
    assert house.guest("").get("/api/games/mixmath").json()["board"] is None
    assert house.guest("").get("/boards/mixmath.js").status_code == 404
    (tmp_path / "board.js").write_text("export default class {}")
    # An absolute path would replace the folder of the boards.
    monkeypatch.setitem(
        installed.__dict__, "contents", replace(installed.contents, board=str(tmp_path / "board.js"))
    )
    assert house.guest("").get("/api/games/mixmath").json()["board"] == "/boards/mixmath.js"
    answer = house.guest("").get("/boards/mixmath.js")
    assert answer.content == b"export default class {}"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/boards/mixmath", "/boards/nim.js", "/boards/..%2Fsecret.js"])
def test_an_unknown_board_is_not_found(house: House, path: str) -> None:
    assert house.guest("").get(path).status_code == 404
