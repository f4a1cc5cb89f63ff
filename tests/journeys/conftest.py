"""A house in real time and people who have never been there.

Every journey runs on a telephone and on a desk, in both languages where it says so. The gate takes the
telephone in English and one journey in Russian; `--long` takes everything, in Firefox too. Without Chromium
journeys are skipped, as the tests of `tests/web` are; without Firefox those in Firefox are.

Firefox is Debian's own, driven over WebDriver BiDi. It has no touch there: its telephone is a narrow window
with a mouse.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext

from numberhouse.server.base.settings import Settings
from tests.journeys.firefox import write_launcher
from tests.journeys.person import DESK, TELEPHONE, Person
from tests.server.conftest import House
from tests.web.conftest import EXPECTED, LONGEST, chromium, driver, repeat_chance

__all__ = ["chromium"]

HERE = Path(__file__).parent

FIREFOX: Final = ("firefox-esr", "firefox")
"""Programs of a Firefox, Debian's first."""

CALM: Final[dict[str, str | float | bool]] = {
    # A page of Firefox's own would open beside the first one.
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.aboutwelcome.enabled": False,
}

Arrival: TypeAlias = Callable[..., Person]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The gate leaves the desk to `--long`."""
    for item in items:
        if HERE not in item.path.parents:
            continue
        if (
            isinstance(item, pytest.Function)
            and hasattr(item, "callspec")
            and "desk" in item.callspec.id.split("-")
        ):
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house whose clock runs, with bots that play."""
    place = tmp_path_factory.mktemp("house") / "house.sqlite"
    settings = Settings(database=str(place), bots=1, requests_per_minute=100_000)
    with House(settings, now=time.time) as house:
        yield house


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Debian's Firefox for a file of tests."""
    program = next(filter(None, map(shutil.which, FIREFOX)), None)
    if not program:
        pytest.skip("Firefox isn't installed (Debian: apt-get install firefox-esr)")
    launcher = write_launcher(tmp_path_factory.mktemp("firefox") / "firefox", program)
    with driver() as playwright:
        browser = playwright.firefox.launch(
            channel="moz-firefox", executable_path=launcher, firefox_user_prefs=CALM
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=["chromium", pytest.param("firefox", marks=pytest.mark.long)])
def browser(request: pytest.FixtureRequest) -> Browser:
    """The browser of a journey."""
    found: Browser = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def arrive(browser: Browser, house: House, request: pytest.FixtureRequest) -> Iterator[Arrival]:
    """Makes people: `arrive("Ann", "telephone", lang="ru")` has a browser that has never been here."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def person(name: str, device: str = "desk", lang: str = "en") -> Person:
        narrow = device == "telephone"
        touch = narrow and browser.browser_type.name == "chromium"
        context = browser.new_context(
            base_url=house.address,
            viewport=TELEPHONE if narrow else DESK,
            locale={"en": "en-GB", "ru": "ru-RU"}[lang],
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(LONGEST)
        repeat_chance(context, request.node.nodeid, len(contexts))
        context.on(
            "console",
            lambda message: (
                problems.append(message.text)
                if message.type == "error" and not EXPECTED.search(message.text)
                else None
            ),
        )
        context.on("weberror", lambda error: problems.append(str(error.error)))
        contexts.append(context)
        return Person(context, name, lang, narrow=narrow, touch=touch)

    yield person
    for context in contexts:
        context.close()
    assert not problems
