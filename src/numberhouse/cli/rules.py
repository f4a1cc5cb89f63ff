"""`numberhouse rules GAME`: how it is played."""

from __future__ import annotations

import sys

import click
import msgspec

from numberhouse.cli.command import HouseCommand
from numberhouse.cli.games import card as card_of
from numberhouse.cli.games import seats_told
from numberhouse.cli.options import described
from numberhouse.cli.params import GAME, json_option, language_option
from numberhouse.cli.terminal import wants_colour
from numberhouse.registry import InstalledGame, NoRulesPage

__all__ = ["rules", "show_page"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse rules turing-machine",
        "numberhouse rules turing-machine --lang ru",
        "numberhouse rules turing-machine --card",
    ),
)
@click.argument("installed", metavar="GAME", type=GAME)
@language_option
@click.option("--card", is_flag=True, help="Seats, options, presets, bots and verbs instead of the rules.")
@json_option
@click.pass_context
def rules(ctx: click.Context, installed: InstalledGame, lang: str, card: bool, as_json: bool) -> None:
    """Tell the rules of a game."""
    if card:
        show_card(installed, lang, as_json)
        return
    asked = ctx.get_parameter_source("lang") is click.core.ParameterSource.COMMANDLINE
    page, found = page_of(installed, lang, asked)
    if as_json:
        answer = {"id": installed.id, "title": installed.game.card.title, "lang": found, "rules": page}
        click.echo(msgspec.json.encode(answer).decode())
    else:
        show_page(page)


def page_of(installed: InstalledGame, lang: str, asked: bool) -> tuple[str, str]:
    """The page and its language: another one only where nobody asked for this one. Raises `NoRulesPage`."""
    try:
        return installed.rules_page(lang), lang
    except NoRulesPage:
        if asked or not installed.languages:
            raise
    other = "en" if "en" in installed.languages else installed.languages[0]
    return installed.rules_page(other), other


def show_page(page: str) -> None:
    """Set in type on a terminal, as it is written elsewhere."""
    if not sys.stdout.isatty():
        click.echo(page.rstrip("\n"))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(no_color=not wants_colour())
    console.print(Markdown(page), width=min(console.width, 100))


def show_card(installed: InstalledGame, lang: str, as_json: bool) -> None:
    """The type card, the options and the presets."""
    options = list(described(installed.game))
    if as_json:
        schema = msgspec.json.schema(installed.game.options_type)
        click.echo(
            msgspec.json.encode(
                card_of(installed) | {"options": schema, "presets": dict(installed.presets())}
            ).decode()
        )
        return
    card = installed.game.card
    click.echo(f"{card.title} ({installed.id}), version {card.rules_version} of the rules")
    click.echo(f"Seats: {seats_told(card.seats)}, usually {card.usual_seats}")
    click.echo(f"Bots: {', '.join(installed.bots())}")
    click.echo("Options:" if options else "Options: none")
    for name, accepted, default in options:
        click.echo(f"  {name}: {accepted}" + (f" (default {default})" if default else " (required)"))
    presets = installed.presets()
    if presets:
        click.echo("Presets:")
    for name, preset in presets.items():
        title, about = (told.get(lang) or told.get("en", "") for told in (preset.title, preset.about))
        click.echo(f"  {name}: {title}. {about}")
    if card.credits:
        click.echo(card.credits)
