"""`numberhouse serve`: runs the service."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from numberhouse.cli.base.command import HouseCommand
from numberhouse.cli.base.errors import Refusal

if TYPE_CHECKING:
    from numberhouse.server.base.settings import Settings

__all__ = ["config_option", "database_option", "serve"]

config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    envvar="NUMBERHOUSE_CONFIG",
    show_envvar=True,
    help="A TOML file of settings.",
)
database_option = click.option("--database", help="The path of a SQLite file, or postgresql://…")


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse serve",
        "numberhouse serve --open",
        "numberhouse serve --host 0.0.0.0 --port 8080 --config house.toml",
        "numberhouse serve --database postgresql://house@localhost/house --processes 4",
    ),
)
@config_option
@click.option("--host", help="The address to listen on; 127.0.0.1 unless set, 0.0.0.0 for all.")
@click.option("--port", type=int, help="8000 unless set; 0 for any that is free.")
@database_option
@click.option("--processes", type=int, help="How many serve together, on PostgreSQL; 1 unless set.")
@click.option("--open", "browse", is_flag=True, help="Open the browser too, where there is a screen.")
def serve(
    config: Path | None,
    host: str | None,
    port: int | None,
    database: str | None,
    processes: int | None,
    browse: bool,
) -> None:
    """Serve live and hosted matches, until interrupted.

    Options take precedence over the environment (NUMBERHOUSE_PORT=8080), which takes precedence over the
    file. To stop, press Ctrl-C or send SIGTERM: every accepted action is already stored.
    """
    import structlog

    from numberhouse.server.base.logs import configure_logging  # of the extra `serve`
    from numberhouse.server.base.settings import BadSettings, load, log_format_of, without_password
    from numberhouse.server.ops.run import ServeError, run
    from numberhouse.server.storage.database import NoDatabase

    def announce(address: str) -> None:
        database_label = without_password(settings.database)
        if settings.log_format == "json":
            log.info("the house is open", address=address, database=database_label)
        else:
            click.echo("\n".join(_greeting(settings, address, database_label)), err=True)
        if browse and _has_screen():
            click.launch(settings.origin or address)

    settings: Settings
    configure_logging(log_format_of(config))
    log = structlog.get_logger("numberhouse")
    try:
        settings = load(config, host=host, port=port, database=database, processes=processes)
        run(settings, announce)
    except BadSettings as error:
        raise Refusal("settings", str(error)) from error
    except NoDatabase as error:
        raise Refusal("database", str(error)) from error
    except ServeError as error:
        raise Refusal("cant-serve", str(error)) from error
    if settings.log_format == "json":
        log.info("closed")
    else:
        click.echo("Closed; everything that was accepted is stored.", err=True)


def _has_screen() -> bool:
    """Whether a graphical browser can be opened. Without a screen, a text browser would take over this
    terminal, or none would open at all."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _greeting(settings: Settings, address: str, database: str) -> list[str]:
    """The lines that are printed for the operator once the service accepts connections."""
    lines = [f"The house is open: {settings.origin or address}"]
    if settings.origin:
        lines.append(f"  behind a proxy, here at {address}")
    elif settings.host in ("127.0.0.1", "::1", "localhost"):
        lines.append("  Only this machine can come; for others: --host 0.0.0.0, or a proxy before it.")
    lines += [
        f"  Matches are kept in {database}; to back it up: numberhouse admin backup FILE",
        f"  What programs may ask: {address}/api/schema",
        "  To close: Ctrl-C",
    ]
    return lines
