"""Without a connection (issue 5, point 6): a page of the house says so, and goes on by itself.

Only what was built is kept, and a new build is there at once.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Page, expect

from numberhouse.server.http.pages import static_files as site
from numberhouse.server.http.pages.static_files import STATIC, files
from tests.server.conftest import House
from tests.web.conftest import Visitor, complaints, overflow, picture

WORDS: Final = {"en": "The house can't be reached", "ru": "До дома не достучаться"}

AT_WORK: Final = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  return active.state === "activated" && navigator.serviceWorker.controller !== null;
}"""

KEPT: Final = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
  }
  return found;
}"""


@pytest.fixture
def house(open_house: House) -> House:
    return open_house


def come(visitor: Visitor, path: str = "/", **more: Any) -> Page:
    """A page with an active service worker."""
    page = visitor(path, service_workers="allow", **more)
    page.wait_for_function(AT_WORK)
    return page


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_offline_page_shows_and_leaves_by_itself(visitor: Visitor, lang: str, phone: bool) -> None:
    page = come(visitor, lang=lang, phone=phone, color_scheme="dark" if phone else "light")
    page.context.set_offline(True)
    page.goto("/tables")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS[lang])
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px IBM Plex Sans', 'aя'))")
    assert page.locator("html").get_attribute("lang") == lang
    assert not overflow(page)
    assert not complaints(page)
    picture(page, f"offline-{lang}-{'phone' if phone else 'wide'}")
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="Numberhouse")).to_be_visible()
    assert page.url.endswith("/tables")


def test_offline_page_retries_on_click(visitor: Visitor) -> None:
    page = come(visitor)
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Try again now").click()
    expect(page.get_by_role("heading", name=WORDS["en"])).to_be_visible()


def test_worker_caches_only_built_files(visitor: Visitor) -> None:
    page = come(visitor)
    assert page.request.post("/api/guest", data={"name": "Ann"}).ok
    begun = page.request.post("/api/play", data={"game": "mixmath"}).json()
    page.goto(f"/match/{begun['id']}")
    expect(page.get_by_text("Ann").first).to_be_visible()
    kept = page.evaluate(KEPT)
    assert len(kept) > 10
    assert {path for path in kept if not path.startswith("/assets/")} == {"/offline.html", "/icon.svg"}


def test_new_build_replaces_old_cache(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    page = come(visitor)
    (before,) = page.evaluate("caches.keys()")
    built = dict(files(STATIC))
    for name, old, new in (
        ("index.html", b"<title>Numberhouse", b"<title>Newer house"),
        ("worker.js", before.removeprefix("numberhouse-").encode(), b"newer"),
    ):
        assert old in built[name].content
        built[name] = msgspec.structs.replace(
            built[name], content=built[name].content.replace(old, new), packed={}
        )
    monkeypatch.setattr(site, "files", lambda: built)
    answer = page.goto("/settings")
    assert answer
    assert "Newer house" in answer.text()
    page.wait_for_function("async () => (await caches.keys()).join() === 'numberhouse-newer'")
