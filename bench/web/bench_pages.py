"""The pages in a real browser: the bytes sent, the time until the first page can be used, the time until a
move is shown.

Sizes are those of the wire (brotli). "Usable" is when the first button *Play now* can be clicked, in a
browser with an empty cache. A move is timed from its sending in one browser until the other one has drawn it.

    python bench/web/bench_pages.py [--rounds 10]
"""

from __future__ import annotations

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

STATIC = Path(__file__).resolve().parents[2] / "src" / "numberhouse" / "server" / "static"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10, help="measurements of each; medians count")
    given = parser.parse_args()
    boards()
    with house() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=SWITCHES)
        first_page(browser, address, given.rounds)
        moves(browser, address, given.rounds)
        browser.close()


def boards() -> None:
    """The bytes that each board adds, with its Russian texts."""
    print("| board | compressed |")
    print("|---|--:|")
    names = {path.name for path in STATIC.glob("assets/*.br")}
    for name in sorted(name for name in names if name.startswith("board-")):
        print(f"| {name.split('.')[0]} | {(STATIC / 'assets' / name).stat().st_size / 1000:.1f} kB |")
    print()


def first_page(browser: Browser, address: str, rounds: int) -> None:
    for path, what in (("/", "button"), ("/tables", "main h1")):
        took, sent = [], []
        for _ in range(rounds):
            context = browser.new_context(base_url=address)
            page = context.new_page()
            sizes = counted(page)
            began = time.perf_counter()
            page.goto(path, wait_until="commit")
            if what == "button":
                page.get_by_role("button", name="Play now").first.click(trial=True)
            else:
                page.get_by_role("heading").first.wait_for()
            took.append(1000 * (time.perf_counter() - began))
            page.wait_for_load_state("networkidle")
            sent.append({kind: sum(bytes_ for k, bytes_ in sizes if k == kind) for kind, _ in sizes})
            context.close()
        last = sent[-1]
        code = sum(last.get(kind, 0) for kind in ("script", "stylesheet", "document"))
        print(f"{path}: usable after {statistics.median(took):.0f} ms (longest {max(took):.0f}); "
              f"pages, scripts and styles {code / 1000:.1f} kB, fonts {last.get('font', 0) / 1000:.1f} kB, "
              f"the service's answers {last.get('fetch', 0) / 1000:.1f} kB")  # fmt: skip


def counted(page: Page) -> list[tuple[str, int]]:
    """Records the kind and the bytes of every response."""
    found: list[tuple[str, int]] = []
    page.on(
        "requestfinished",
        lambda request: found.append((request.resource_type, request.sizes()["responseBodySize"])),
    )
    return found


def moves(browser: Browser, address: str, rounds: int) -> None:
    """Set Theory between two browsers: a number is placed in one and read in the other one's log."""
    pages = []
    for name in ("Ann", "Bob"):
        context = browser.new_context(base_url=address)
        pages.append(context.new_page())
        pages[-1].request.post("/api/guest", data={"name": name})
    host = pages[0].request
    made = host.post("/api/matches", data={"game": "set-theory", "seats": 2, "clock": {"type": "none"}})
    match = made.json()["id"]
    host.post(f"/api/matches/{match}/open", data={})
    for seat, page in enumerate(pages):
        page.request.post(f"/api/matches/{match}/join", data={"seat": seat})
    host.post(f"/api/matches/{match}/start", data={})
    sizes = counted(pages[0])
    for page in pages:
        page.goto(f"/match/{match}")
        page.locator("nh-players").wait_for()
        page.wait_for_load_state("networkidle")
    code = sum(size for kind, size in sizes if kind in ("script", "stylesheet", "document"))
    print(f"/match of Set Theory: pages, scripts and styles {code / 1000:.1f} kB, its board among them")
    took = []
    for number in range(rounds):
        actor, other = pages[(number + 1) % 2], pages[number % 2]
        awaited = other.get_by_text("Your turn.")
        action: Any = {
            "type": "place",
            "number": 1000 + 137 * number,
            "cell": f"{'ABCDEFGH'[number % 8]}{8 - number // 8}",
        }
        other.evaluate(WATCH)
        began = actor.evaluate(
            "([match, action]) => { const began = performance.timeOrigin + performance.now();"
            " return fetch(`/api/matches/${match}/act`, {method: 'POST', body: JSON.stringify({action}),"
            " headers: {'Content-Type': 'application/json'}}).then(() => began); }",
            [match, action],
        )
        awaited.wait_for()
        took.append(other.evaluate("() => window.shownAt") - began)
    print(f"a move is shown in the other browser after {statistics.median(took):.0f} ms "
          f"(longest of {rounds}: {max(took):.0f} ms)")  # fmt: skip


WATCH = """() => {
  window.shownAt = null;
  const page = document.querySelector('nh-house').renderRoot.querySelector('nh-match').renderRoot;
  const seen = new MutationObserver(() => requestAnimationFrame(() => {
    if (window.shownAt === null && page.querySelector('.turn.yours')) {
      window.shownAt = performance.timeOrigin + performance.now();
      seen.disconnect();
    }
  }));
  seen.observe(page, {subtree: true, childList: true, characterData: true, attributes: true});
}"""


@contextmanager
def house() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "numberhouse", "serve", "--port", str(port)]
        command += ["--database", str(Path(folder) / "house.sqlite")]
        around = {
            **os.environ,
            "NUMBERHOUSE_PRECOMPILE": "false",
        }  # as in a house that has been open for a while
        process = subprocess.Popen(command, env=around, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(200):
                try:
                    httpx.get(address + "/api/games")
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait(30)


if __name__ == "__main__":
    main()
