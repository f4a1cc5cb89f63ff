"""Real browsers for the tests: Debian's Chromium, driven by Playwright, and a service for them to visit.

The headless shell is preferred where it is installed. It is the same engine without the windows of a
desktop, which take a third of a whole browser's processor time.

Without Chromium the tests are skipped, and say so; where `CI=true` that is a failure. What a page writes to
its console as an error, an error in a script and a request to anybody else fail the test. Pictures go to
build/screenshots, except where `CI=true`: nobody would see them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from numberhouse.server.base.settings import Settings
from numberhouse.server.http.pages.static_files import files
from tests.server.conftest import Guest, House

ROOT: Final = Path(__file__).resolve().parents[2]
PICTURES: Final = ROOT / "build" / "screenshots"
AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser")
SWITCHES: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE: Final = {"width": 1280, "height": 900}
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}

EXPECTED: Final = re.compile(
    r"status of (4\d\d|503)|WebSocket connection to|net::ERR_(INTERNET_DISCONNECTED|FAILED)"
)
"""Messages of the browser about refusals and lost connections that tests cause on purpose."""

PATIENCE: Final = 20_000
"""Milliseconds until an expected element must show: generous, for busy machines."""

LONGEST: Final = 30_000
"""Milliseconds for a click, or for a page to load."""

REPEATED: Final = """
{
  let state = [...%s].reduce((sum, sign) => (Math.imul(sum, 31) + sign.codePointAt(0)) | 0, 7);
  crypto.getRandomValues = (values) => {
    for (let i = 0; i < values.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      values[i] = state >>> 24;
    }
    return values;
  };
}
"""
"""What a browser adds to the seeds of its matches, the same each time: see `RepeatedChance`."""

Visitor: TypeAlias = Callable[..., Page]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test in two sizes or two languages the gate runs the telephone and the Russian form, where pages
    are narrowest and words longest; `--long` runs all of them. Wide and in English a page is what the
    journeys go through, in which an error of a script fails too."""
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            forms = set(item.callspec.id.split("-")) & {"wide", "phone", "en", "ru", "light", "dark"}
            if forms in ({"wide"}, {"en"}, {"light"}, {"wide", "ru"}, {"phone", "en"}, {"wide", "en"}):
                item.add_marker(pytest.mark.long)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for a file of tests. (While it is there an event loop runs in this thread, in which tests of
    other files want to run their own.)"""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        lack("Chromium isn't installed (Debian: apt-get install chromium-headless-shell)")
    with driver() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield browser
        browser.close()


@contextlib.contextmanager
def driver() -> Iterator[Playwright]:
    """Playwright, for pages that are built."""
    if not files():
        lack("the pages aren't built (python web/build.py)")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


def lack(missing: str) -> NoReturn:
    """Skip what can't be tried here; where `CI=true` it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A house with bots; tests that need none of them take `settings` of their own."""
    with House(
        Settings(database=str(tmp_path / "house.sqlite"), bots=1, requests_per_minute=100_000)
    ) as house:
        yield house


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for a file of tests that don't meet each other there, since to begin one takes a while, and
    so do its bots: such a file has a fixture `house` that is this one."""
    place = tmp_path_factory.mktemp("house") / "house.sqlite"
    with House(Settings(database=str(place), bots=1, requests_per_minute=100_000)) as house:
        yield house


def repeat_chance(context: BrowserContext, test: str, number: int) -> None:
    """Let the pages of the test's nth browser draw the same numbers each time."""
    if context.browser and context.browser.browser_type.name == "chromium":
        context.add_init_script(REPEATED % json.dumps(f"{test} {number}"))


@pytest.fixture
def visitor(chromium: Browser, house: House, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Makes browsers of their own: `visitor("/tables", lang="ru", phone=True)` is one person's page.

    Without a path no page is open yet: most tests go to a match at once, and the home page would take long.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            problems.append(message.text)

    def asked(url: str) -> None:
        if not url.startswith((house.address, "data:", "blob:")):
            problems.append(f"asked somebody else: {url}")

    def visit(path: str = "", lang: str = "en", phone: bool = False, **more: Any) -> Page:
        size: Any = PHONE if phone else WIDE
        locale = {"en": "en-GB", "ru": "ru-RU"}[lang]
        # Requests can't be watched, held or refused behind the worker; its own tests let it in.
        more.setdefault("service_workers", "block")
        # Reveals take seconds: their own tests ask for "no-preference", and journeys go through with them.
        more.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(
            base_url=house.address, viewport=size, locale=locale, has_touch=phone, **more
        )
        context.set_default_timeout(LONGEST)
        repeat_chance(context, request.node.nodeid, len(contexts))
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked(request.url))
        page.on("console", listen)
        page.on("pageerror", lambda error: problems.append(str(error)))
        if path:
            page.goto(path)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert not problems


def drafted(page: Page, **draft: Any) -> tuple[str, Guest]:
    """An open match of the page's house, and its host, who doesn't play: the person who hands in a problem, a
    mine or sets knows them and can't sit down."""
    host = Guest(page.request.get("/api/games").url.rsplit("/api/", 1)[0], "Hanna")
    match = str(host.post("/api/matches", json=draft).raise_for_status().json()["id"])
    host.post(f"/api/matches/{match}/open").raise_for_status()
    return match, host


def begun(*pages: Page, **draft: Any) -> str:
    """A match that these pages' guests play on the first seats, running and open in the pages."""
    match, host = drafted(pages[0], seats=draft.pop("seats", len(pages)), **draft)
    for seat, page in enumerate(pages):
        answer = page.request.post(f"/api/matches/{match}/join", data={"seat": seat})
        assert answer.ok, answer.text()
    with contextlib.closing(host):
        host.post(f"/api/matches/{match}/start").raise_for_status()
    for page in pages:
        page.goto(f"/match/{match}")
    return match


def picture(page: Page, name: str) -> None:
    """Saves a screenshot as build/screenshots/NAME.png, in Chromium: in another browser the page's policy
    refuses the style that a screenshot lays in, and says so on the console."""
    if os.environ.get("CI") == "true" or not in_chromium(page):
        return
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True, animations="disabled")


VIOLATIONS: Final = """async () => {
  const ends = (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime < Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((one) => one.finished));
  const found = await axe.run({ resultTypes: ["violations"] });
  return found.violations;
}"""
"""Once nothing moves any more, since what fades in has too little contrast for a while. All rules; but what
passes isn't told node by node, which would take most of the time."""


def in_chromium(page: Page) -> bool:
    """Whether the page is Chromium's."""
    browser = page.context.browser
    return browser is None or browser.browser_type.name == "chromium"


def complaints(page: Page) -> list[str]:
    """The accessibility problems that axe finds on the page, in Chromium: its rules hold for the page,
    whatever shows it, and the process of a page of Firefox may end while axe looks on."""
    if not in_chromium(page):
        return []
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found: list[dict[str, Any]] = page.evaluate(VIOLATIONS)
    return [
        f"{one['id']}: {one['help']}: {', '.join(node['html'][:160] for node in one['nodes'])}"
        for one in found
    ]


def overflow(page: Page) -> int:
    """The number of pixels by which the page is wider than the window."""
    wider: int = page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth")
    return max(wider, 0)
