"""Finds a game's rules page in a language and prints it."""

from __future__ import annotations

import sys

import click

from numberhouse.cli.base.terminal import wants_colour
from numberhouse.registry import InstalledGame, NoRulesPage

__all__ = ["page_of", "show_page"]


def page_of(installed: InstalledGame, lang: str, strict: bool) -> tuple[str, str]:
    """The page and its language. Where the page is missing, another language's page is used unless the
    caller is `strict` about the language. Raises `NoRulesPage`."""
    try:
        return installed.rules_page(lang), lang
    except NoRulesPage:
        if strict or not installed.languages:
            raise
    fallback = "en" if "en" in installed.languages else installed.languages[0]
    return installed.rules_page(fallback), fallback


def show_page(page: str) -> None:
    """Print the page: rendered on a terminal, as its Markdown source elsewhere."""
    if not sys.stdout.isatty():
        click.echo(page.rstrip("\n"))
        return
    from rich.console import Console  # slow to import
    from rich.markdown import Markdown

    console = Console(no_color=not wants_colour())
    console.print(Markdown(page), width=min(console.width, 100))
