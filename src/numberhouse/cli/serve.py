"""`numberhouse serve`: open the house to other people."""

from __future__ import annotations

from pathlib import Path

import click

from numberhouse.cli.command import HouseCommand

__all__ = ["serve"]


@click.command(
    cls=HouseCommand,
    examples=(
        "numberhouse serve",
        "numberhouse serve --host 0.0.0.0 --port 8080 --config house.toml",
        "numberhouse serve --database postgresql://house@localhost/house",
    ),
)
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), help="A TOML file of settings.")
@click.option("--host", help="The address to listen on; 127.0.0.1 unless set.")
@click.option("--port", type=int, help="8000 unless set.")
@click.option("--database", help="The path of a SQLite file, or postgresql://…")
def serve(config: Path | None, host: str | None, port: int | None, database: str | None) -> None:
    """Open the house to other people, until interrupted.

    Settings come from the options, then the environment (NUMBERHOUSE_PORT=8080), then the file.
    """
    from numberhouse.cli.errors import Refusal
    from numberhouse.server.settings import BadSettings, load

    try:
        settings = load(config, host=host, port=port, database=database)
    except BadSettings as error:
        raise Refusal("settings", str(error)) from error
    from numberhouse.server.run import run

    run(settings)
