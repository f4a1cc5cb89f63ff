"""Texts on a page that are a program's: codes of refusals, names of options, unfilled places, and English on
a page in Russian."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

__all__ = ["SHOWN", "is_stray", "stray_codes"]

SOURCES: Final = Path(__file__).resolve().parents[2] / "src" / "numberhouse"

SHOWN: Final = """() => {
  const READ = ["aria-label", "title", "placeholder", "alt"];
  const found = [];
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
    if (node.nodeType === Node.ELEMENT_NODE) {
      const other = node.lang && node.lang !== document.documentElement.lang;
      if (other || node.matches("script, noscript, style, code, kbd, svg, [aria-hidden=true]")) return;
      for (const name of READ) found.push(node.getAttribute(name) ?? "");
    }
    for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
  };
  visit(document.body);
  return found.map((text) => text.trim()).filter(Boolean);
}"""
"""Texts of the page and what is read out for pictures, without pictures, code, and what is in another
language."""

UNFILLED: Final = re.compile(r"\{\w+\}|\bundefined\b|\bNaN\b|\[object |\b[a-z]+_[a-z_]+\b")
"""A placeholder, a value that JavaScript lacks, and a name with underscores."""

REFUSAL: Final = re.compile(r'(?:Refused|IllegalAction)\(\s*(?:\d+,\s*)?"([a-z]+(?:-[a-z]+)+)"')

LATIN: Final = re.compile(r"\b[A-Za-z]{3,} [a-z]{3,}\b")
"""Two English words, one after the other."""


@cache
def refusal_codes() -> frozenset[str]:
    """All codes of refusals that have several words."""
    files = SOURCES.rglob("*.py")
    return frozenset(code for file in files for code in REFUSAL.findall(file.read_text(encoding="utf-8")))


def is_stray(text: str, lang: str = "en") -> bool:
    """Whether a text has something that no person has written for this reader."""
    if UNFILLED.search(text) or refusal_codes() & set(re.findall(r"[a-z]+(?:-[a-z]+)+", text)):
        return True
    return lang == "ru" and bool(LATIN.search(text))


def stray_codes(page: Page, lang: str = "en") -> list[str]:
    """The texts of the page that are a program's."""
    texts: list[str] = page.evaluate(SHOWN)
    return [text for text in texts if is_stray(text, lang)]
