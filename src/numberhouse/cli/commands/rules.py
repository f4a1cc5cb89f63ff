"""`numberhouse rules GAME`: prints a game's rules page, or its type card."""

from __future__ import annotations

import click
import msgspec

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.options import option_rows
from numberhouse.cli.base.params import GAME, json_option, language_option
from numberhouse.cli.base.rules_page import page_of, show_page
from numberhouse.cli.commands.games import card as card_of
from numberhouse.cli.commands.games import seat_range
from numberhouse.contract.schema import schema_of
from numberhouse.registry import InstalledGame

__all__ = ["rules"]


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
    strict = ctx.get_parameter_source("lang") is click.core.ParameterSource.COMMANDLINE
    page, page_lang = page_of(installed, lang, strict)
    if as_json:
        answer = {"id": installed.id, "title": installed.game.card.title, "lang": page_lang, "rules": page}
        click.echo(msgspec.json.encode(answer).decode())
    else:
        show_page(page)


def show_card(installed: InstalledGame, lang: str, as_json: bool) -> None:
    """Print the type card, the options and the presets."""
    options = list(option_rows(installed.game))
    if as_json:
        schema = schema_of(installed.game.options_type)
        click.echo(
            msgspec.json.encode(
                card_of(installed) | {"options": schema, "presets": dict(installed.presets())}
            ).decode()
        )
        return
    card = installed.game.card
    click.echo(f"{card.title} ({installed.id}), version {card.rules_version} of the rules")
    click.echo(f"Seats: {seat_range(card.seats)}, usually {card.usual_seats}")
    click.echo(f"Bots: {', '.join(installed.bots())}")
    click.echo("Options:" if options else "Options: none")
    for name, accepted, default in options:
        click.echo(f"  {name}: {accepted}" + (f" (default {default})" if default else " (required)"))
    presets = installed.presets()
    if presets:
        click.echo("Presets:")
    for name, preset in presets.items():
        title, description = (
            texts.get(lang) or texts.get("en", "") for texts in (preset.title, preset.about)
        )
        click.echo(f"  {name}: {title}. {description}")
    if card.credits:
        click.echo(card.credits)
