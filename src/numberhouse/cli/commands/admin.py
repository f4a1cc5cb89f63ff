"""`numberhouse admin …`: migrates, backs up, restores and checks the database of a service."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from numberhouse.cli.base.command import HouseCommand, WithExamples
from numberhouse.cli.base.errors import REFUSED, Refusal
from numberhouse.cli.base.params import json_option
from numberhouse.cli.commands.serve import config_option, database_option

if TYPE_CHECKING:
    from numberhouse.server.base.settings import Settings
    from numberhouse.server.storage.database import Database

__all__ = ["admin"]


class AdminGroup(WithExamples, click.Group):
    """The group of the operator's commands."""


@click.group(
    cls=AdminGroup,
    examples=(
        "numberhouse admin backup house-monday.sqlite",
        "numberhouse admin check --config /etc/numberhouse.toml",
        "numberhouse admin restore house-monday.sqlite --database postgresql://house@localhost/house",
    ),
)
def admin() -> None:
    """Look after a service: migrate, back up, restore, check.

    Every command takes the settings of `numberhouse serve`. All commands may run while the service runs,
    except `restore`, which needs an empty database.
    """


def for_database(command: Callable[..., Awaitable[int | None]]) -> Callable[..., Any]:
    """Decorates a coroutine that takes the settings, the open database and the command's parameters and
    returns the exit status. Errors of settings, database and backup become a `Refusal`."""

    @config_option
    @database_option
    @click.pass_context
    def run(ctx: click.Context, /, config: Path | None, database: str | None, **parameters: Any) -> None:
        from numberhouse.server.base.logs import configure_logging  # of the extra `serve`
        from numberhouse.server.base.settings import BadSettings, load
        from numberhouse.server.storage.backup import BadBackup
        from numberhouse.server.storage.database import NoDatabase

        try:
            settings = load(config, database=database)
            configure_logging(settings.log_format)
            ctx.exit(asyncio.run(_run_with_database(settings, command, parameters)) or 0)
        except BadSettings as error:
            raise Refusal("settings", str(error)) from error
        except NoDatabase as error:
            raise Refusal("database", str(error)) from error
        except BadBackup as error:
            raise Refusal("backup", str(error)) from error

    # click takes a command's name and help from its function.
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    return run


async def _run_with_database(
    settings: Settings, command: Callable[..., Awaitable[int | None]], parameters: dict[str, Any]
) -> int | None:
    from numberhouse.server.storage.database import Database  # of the extra `serve`

    database = Database(settings)
    try:
        with database.errors_as_no_database():
            return await command(settings, database, **parameters)
    finally:
        await database.close()


@admin.command(cls=HouseCommand, examples=("numberhouse admin migrate",))
@for_database
async def migrate(_: Settings, database: Database) -> None:
    """Bring the database up to date, or create its tables.

    Make a backup first. `numberhouse serve` migrates at its start unless the setting `migrate` is false.
    """
    from numberhouse.server.storage.migrations import revision_of  # of the extra `serve`

    async def revision() -> str | None:
        async with database.read() as connection:
            return await connection.run_sync(revision_of)

    before = await revision()
    await database.prepare(migrate=True)
    after = await revision()
    if before == after:
        click.echo(f"{database.label} is up to date: step {after}")
    else:
        click.echo(f"{database.label}: brought from {before or 'nothing'} to step {after}")


@admin.command(cls=HouseCommand, examples=("numberhouse admin backup house-monday.sqlite",))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@for_database
async def backup(_: Settings, database: Database, file: Path) -> None:
    """Write all data of the service to a new FILE.

    The service may keep running. The backup shows the data at one moment. A SQLite database gives a SQLite
    file; a PostgreSQL database gives JSON Lines. `restore` reads both formats into either database. The file
    holds secrets: keep it where nobody else can read it.
    """
    from numberhouse.server.storage.backup import back_up  # of the extra `serve`

    _require_database_file(database)
    with show_progress("rows") as show_count:
        size = await back_up(database, file, show_count)
    click.echo(f"{file}: {size:,} bytes")


@admin.command(
    cls=HouseCommand,
    examples=(
        "numberhouse admin restore house-monday.sqlite --database again.sqlite",
        "numberhouse admin restore house.jsonl --database postgresql://house@localhost/again",
    ),
)
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@for_database
async def restore(_: Settings, database: Database, file: Path) -> None:
    """Restore a backup into an empty database.

    The database must be a new SQLite file or a new PostgreSQL database. Either everything is restored or
    nothing. An older backup is brought up to date.
    """
    from numberhouse.server.storage.backup import restore as put_back  # of the extra `serve`

    with show_progress("rows") as show_count:
        rows = await put_back(database, file, show_count)
    click.echo(f"{database.label}: {rows:,} rows; now run `numberhouse admin check`")


@admin.command(cls=HouseCommand, examples=("numberhouse admin check", "numberhouse admin check --json"))
@json_option
@for_database
async def check(_: Settings, database: Database, as_json: bool) -> int:
    """Check every match against its journal.

    Each match is replayed, and the result is compared with the stored state.

    Exit status: 0 if everything agrees, 2 if something differs.
    """
    from numberhouse.server.matches.matches import Matches  # of the extra `serve`
    from numberhouse.server.ops.check import check as check_matches
    from numberhouse.server.ops.check import check_file

    _require_database_file(database)
    await database.prepare(migrate=False)
    problems = [f"{database.label}: {problem}" for problem in await check_file(database)]
    count = entries = 0
    with show_progress("matches") as show_count:
        async for result in check_matches(database, Matches(database, time.time)):
            count, entries = count + 1, entries + result.entries
            problems += [f"match {result.match} ({result.game}): {problem}" for problem in result.problems]
            show_count(count)
    if as_json:
        report = {"matches": count, "entries": entries, "consistent": not problems, "problems": problems}
        click.echo(msgspec.json.encode(report).decode())
    else:
        verdict = "all is true" if not problems else f"{len(problems)} things aren't true"
        click.echo("\n".join([*problems, f"{count:,} matches, {entries:,} entries: {verdict}"]))
    return REFUSED if problems else 0


@admin.command("make-administrator", cls=HouseCommand, examples=("numberhouse admin make-administrator ann",))
@click.argument("name")
@click.option("--no-longer", is_flag=True, help="Take it away instead.")
@for_database
async def make_administrator(_: Settings, database: Database, name: str, no_longer: bool) -> None:
    """Make the member NAME an administrator.

    An administrator may stop, delete and copy any match.
    """
    from sqlalchemy import update  # of the extra `serve`

    from numberhouse.server.accounts.people import name_key
    from numberhouse.server.storage.schema import people

    _require_database_file(database)
    await database.prepare(migrate=False)
    async with database.begin() as connection:
        condition = (people.c.name_key == name_key(name)) & (people.c.kind == "member")
        result = await connection.execute(update(people).where(condition).values(administrator=not no_longer))
    if not result.rowcount:
        raise Refusal("unknown-member", f"no member is called {name}; guests can't be: register first")
    click.echo(f"{name} is {'no longer' if no_longer else 'now'} an administrator")


def _require_database_file(database: Database) -> None:
    """Raises `Refusal` for a SQLite file that doesn't exist: SQLite would create an empty one."""
    if database.path is not None and not database.path.exists():
        raise Refusal("database", f"there is no database {database.label}; name it with --database")


@contextlib.contextmanager
def show_progress(what: str) -> Iterator[Callable[[int], None]]:
    """Yields a function that shows a count on standard error. The function does nothing if standard error
    isn't a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # slow to import
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} " + what), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)
        yield lambda count: progress.update(task, completed=count)
