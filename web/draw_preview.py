"""Draws the picture that chats show of a link: `python web/draw_preview.py` writes web/public/preview.png.

The pictures of the games are those on the shelf, taken from the built pages; run it again when a game has a
new one. It needs Chromium, as the tests of the browser do.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

from numberhouse.server.base.settings import Settings
from tests.server.conftest import House
from tests.web.conftest import PROGRAMS, SWITCHES

PICTURE: Final = Path(__file__).parent / "public" / "preview.png"

SIZE: Final[ViewportSize] = {"width": 1200, "height": 630}
"""As https://ogp.me and most chats want it."""

COLLECT: Final = """() => [...document.querySelector("nh-house").shadowRoot
  .querySelector("nh-home").shadowRoot.querySelectorAll("nh-game-card")].map((card) => ({
    accent: getComputedStyle(card).getPropertyValue("--accent-day"),
    svg: card.shadowRoot.querySelector(".picture svg").outerHTML,
  }))"""

COMPOSE: Final = """([icon, games]) => {
  document.body.innerHTML = `<main><header>${icon}<span>Numberhouse</span></header><div>${games
    .map((game) => `<figure>${game.svg}</figure>`).join("")}</div></main>`;
  const style = new CSSStyleSheet();
  style.replaceSync(`
    main { position: fixed; inset: 0; display: grid; align-content: center; justify-items: center;
      gap: 72px; background: #faf7f0; color: #1d2430; font: 600 104px "IBM Plex Sans", sans-serif;
      letter-spacing: -2px; }
    header { display: flex; align-items: center; gap: 32px; line-height: 1; }
    header svg { width: 132px; height: 132px; }
    div { display: flex; gap: 22px; }
    figure { margin: 0; width: 200px; height: 164px; display: grid; place-items: center; border-radius: 14px;
      border-bottom: 6px solid var(--accent); background: color-mix(in oklab, var(--accent) 12%, #fffdf8);
      letter-spacing: 0; }
    figure svg { width: 172px; height: 129px; font-size: 14px; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  document.querySelectorAll("figure").forEach((figure, index) =>
    figure.style.setProperty("--accent", games[index].accent));
  document.documentElement.style.colorScheme = "light";
  return document.fonts.ready.then(() => undefined);
}"""


def main() -> None:
    """Draw and write the picture."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    with (
        tempfile.TemporaryDirectory() as folder,
        House(Settings(database=f"{folder}/house.sqlite", bots=0)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        page = browser.new_page(viewport=SIZE, base_url=house.address)
        page.goto("/")
        page.get_by_role("article").first.wait_for()
        _draw(page)
        browser.close()


def _draw(page: Page) -> None:
    icon = (PICTURE.parent / "icon.svg").read_text(encoding="utf-8")
    page.evaluate(COMPOSE, [icon, page.evaluate(COLLECT)])
    page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
