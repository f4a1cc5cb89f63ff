"""`numberhouse admin …`: migrates, backs up, restores and checks the database of a service; names its
administrators, resets passwords, and shows the audit log and the reports."""

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
        "numberhouse admin grant ann",
        "numberhouse admin restore house-monday.sqlite --database postgresql://house@localhost/house",
    ),
)
def admin() -> None:
    """Look after a service: database, administrators, audit log.

    Every command takes the settings of `numberhouse serve`. All commands may run while the service runs,
    except `restore`, which needs an empty database, and on SQLite `migrate`.
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
        from numberhouse.server.storage.backups.backup import BadBackup
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

    database.claim()
    before = await revision()
    await database.prepare(migrate=True)
    after = await revision()
    if before == after:
        click.echo(f"{database.label} is up to date: step {after}")
    else:
        click.echo(f"{database.label}: brought from {before or 'nothing'} to step {after}")


@admin.command(
    cls=HouseCommand,
    examples=(
        "numberhouse admin backup house-monday.sqlite",
        "numberhouse admin backup /var/backups/numberhouse --keep 14",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--keep", type=click.IntRange(1), help="FILE is a folder; keep so many of its backups.")
@for_database
async def backup(_: Settings, database: Database, file: Path, keep: int | None) -> None:
    """Write all data of the service to a new FILE, or to a new file in the folder FILE.

    The service may keep running. The backup shows the data at one moment. A SQLite database gives a SQLite
    file; a PostgreSQL database gives JSON Lines. `restore` reads both formats into either database. The file
    holds secrets: keep it where nobody else can read it.
    """
    from numberhouse.server.storage.backups.backup import back_up  # of the extra `serve`
    from numberhouse.server.storage.backups.backup_folder import new_backup_path, remove_old_backups

    _require_database_file(database)
    folder = file if file.is_dir() else None
    if keep is not None and folder is None:
        raise Refusal("backup", f"{file} isn't a folder; --keep counts the backups of one")
    target = file if folder is None else new_backup_path(folder, time.time(), sqlite=bool(database.path))
    with show_progress("rows") as show_count:
        size = await back_up(database, target, show_count)
    click.echo(f"{target}: {size:,} bytes")
    if keep is not None:
        for old in remove_old_backups(target, keep):
            click.echo(f"{old}: removed")


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
    from numberhouse.server.storage.backups.backup import restore as put_back  # of the extra `serve`

    database.claim()
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


@admin.command(cls=HouseCommand, examples=("numberhouse admin grant ann",))
@click.argument("name")
@for_database
async def grant(_: Settings, database: Database, name: str) -> None:
    """Make the member NAME an administrator.

    An administrator may stop, delete and copy any match and reads the audit log, after the password has been
    confirmed again. The powers belong to the account: it takes them with it when it is deleted.
    """
    await _grant(database, name, granted=True)


@admin.command(cls=HouseCommand, examples=("numberhouse admin revoke ann",))
@click.argument("name")
@for_database
async def revoke(_: Settings, database: Database, name: str) -> None:
    """Take the powers of an administrator from the member NAME."""
    await _grant(database, name, granted=False)


@admin.command("list", cls=HouseCommand, examples=("numberhouse admin list",))
@for_database
async def list_administrators(_: Settings, database: Database) -> None:
    """List the administrators."""
    from numberhouse.server.accounts.administration.administrators import (
        administrator_names,  # of the extra `serve`
    )

    _require_database_file(database)
    await database.prepare(migrate=False)
    names = await administrator_names(database)
    click.echo("\n".join(names) if names else "no administrators: numberhouse admin grant NAME makes one")


@admin.command("reset-password", cls=HouseCommand, examples=("numberhouse admin reset-password ann",))
@click.argument("name")
@for_database
async def reset_password(settings: Settings, database: Database, name: str) -> None:
    """Print a link by which the member NAME sets a new password.

    The link works once and for 24 hours. A later link makes an earlier one worthless. Setting the password
    ends all sessions and revokes all tokens of the member. Hand the link to nobody else: it opens the
    account.
    """
    from numberhouse.server.accounts.passwords.password_resets import (  # of the extra `serve`
        PasswordResets,
        reset_link,
    )
    from numberhouse.server.accounts.people import People
    from numberhouse.server.base.refusals import Refused

    _require_database_file(database)
    await database.prepare(migrate=False)
    try:
        secret = await PasswordResets(database, People(database, time.time), time.time).begin(name)
    except Refused as error:
        raise Refusal(error.code, f"no member is called {name}") from error
    click.echo(reset_link(settings.origin or f"http://{settings.host}:{settings.port}", secret))


@admin.command(cls=HouseCommand, examples=("numberhouse admin audit", "numberhouse admin audit --json"))
@click.option("--before", type=click.IntRange(min=1), help="Only entries with a smaller number.")
@json_option
@for_database
async def audit(_: Settings, database: Database, before: int | None, as_json: bool) -> None:
    """Show the audit log, newest entries first.

    It holds every use of an administrator's powers and of the commands that change accounts.
    """
    from numberhouse.server.accounts.administration.audit import audit_page  # of the extra `serve`

    _require_database_file(database)
    await database.prepare(migrate=False)
    page = await audit_page(database, before)
    if as_json:
        click.echo(msgspec.json.encode(page).decode())
        return
    for entry in page.entries:
        moment = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(entry.at))
        actor = "operator" if entry.person is None else entry.person or "closed account"
        concerned = [entry.subject, entry.about or "", entry.note]
        click.echo("  ".join([f"{entry.number:6}", moment, actor, entry.action, *filter(None, concerned)]))
    if page.before is not None:
        click.echo(f"more: numberhouse admin audit --before {page.before}")


@admin.command(cls=HouseCommand, examples=("numberhouse admin reports", "numberhouse admin reports --json"))
@click.option("--decided", is_flag=True, help="Decided reports, newest first.")
@json_option
@for_database
async def reports(_: Settings, database: Database, decided: bool, as_json: bool) -> None:
    """List the reports that wait for a decision, oldest first.

    Administrators decide them on the page Administration. A message of a closed room of a running match stays
    sealed until the match is over. No report says who made it.
    """
    from numberhouse.server.moderation.reports import list_reports  # of the extra `serve`

    _require_database_file(database)
    await database.prepare(migrate=False)
    page = await list_reports(database, decided=decided)
    if as_json:
        click.echo(msgspec.json.encode(page).decode())
        return
    for report in page.reports:
        moment = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(report.at))
        texts = "sealed" if report.sealed else f"{report.reported!r} {report.text!r}"
        name = report.present_name or "closed account"
        outcome = [report.outcome] if report.outcome else []
        click.echo("  ".join([moment, report.match, report.kind, report.reason, name, texts, *outcome]))
    if not page.reports:
        click.echo("no reports")
    if page.more:
        click.echo("there are more: administrators see them all")


async def _grant(database: Database, name: str, *, granted: bool) -> None:
    """Grant the powers or revoke them. Raises `Refusal` for a name that no member has."""
    from numberhouse.server.accounts.administration.administrators import (
        grant as store_grant,  # of the extra `serve`
    )
    from numberhouse.server.base.refusals import Refused

    _require_database_file(database)
    await database.prepare(migrate=False)
    try:
        changed = await store_grant(database, time.time, name, granted=granted)
    except Refused as error:
        raise Refusal(
            "unknown-member", f"no member is called {name}; guests can't be: register first"
        ) from error
    if changed:
        click.echo(f"{name} is {'now' if granted else 'no longer'} an administrator")
    else:
        click.echo(f"{name} is {'an administrator already' if granted else 'no administrator'}")


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
