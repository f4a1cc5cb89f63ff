"""A schedule of matches, given as CSV or JSON: every row is checked, then all matches are drafted or none.

The columns, in any order; only `game` is needed:

- `title`, `game`, `seats`, `visibility`, `language`;
- `options` and `clock`: JSON, as when drafting a match;
- `opens`, `starts`: moments in ISO 8601 with a zone; without `opens` the match is open at once, without
  `starts` the host starts it;
- `players`: by seat, the name of a member, to whom the seat is offered, `*` for an invitation, or nothing;
  in CSV separated by semicolons;
- `bots`: by seat, a bot's name or nothing; in CSV separated by semicolons.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import insert, update

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.protocol.desk import Problem, ScheduledMatch
from numberhouse.protocol.matches import Draft
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Terms, Visibility
from numberhouse.server.accounts.people import People, digest, new_secret
from numberhouse.server.base.instants import FAR, instant
from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings
from numberhouse.server.base.texts import title as checked_title
from numberhouse.server.matches.access.content_options import chosen_content
from numberhouse.server.matches.access.insights import check_may_sit
from numberhouse.server.matches.access.welcome import check_welcome
from numberhouse.server.matches.making.draft import MatchRows
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.offer_rows import check_numbers
from numberhouse.server.matches.seats.offers import Offers
from numberhouse.server.matches.timetable import Timetable
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import invitations, seats
from numberhouse.words import seat_number

__all__ = ["COLUMNS", "MOST_ROWS", "PlannedMatch", "Schedule", "Scheduler", "rows_of"]

MOST_ROWS: Final = 200
LARGEST: Final = 512 * 1024
"""Characters of CSV."""

MOST_LISTED: Final = 50
"""Problems that one refusal lists."""

INVITED: Final = "*"
EXTRA_CELLS: Final = "beyond the last"
"""The name under which a row of CSV keeps its surplus cells, until the row is checked."""

COLUMNS: Final[Mapping[str, Any]] = {
    "title": str,
    "game": str,
    "options": dict[str, Any],
    "seats": int | None,
    "clock": Clock | None,
    "opens": str,
    "starts": str,
    "players": tuple[str | None, ...],
    "bots": tuple[str | None, ...],
    "visibility": Visibility,
    "language": str,
}


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A schedule as CSV or as rows, exactly one of them. A dry run only checks it."""

    csv: str | None = None
    """The first line holds the names of the columns."""
    rows: tuple[dict[str, Any], ...] | None = None
    dry_run: bool = False


class PlannedMatch(msgspec.Struct, frozen=True):
    """A checked row, ready to be drafted."""

    row: int
    match_rows: MatchRows
    title: str
    opens: float | None
    starts: float | None
    people: dict[Seat, Person]
    invited: tuple[Seat, ...]


@dataclass(frozen=True)
class Scheduler:
    """Drafts all matches of a schedule at once."""

    database: Database
    people: People
    matches: Matches
    timetable: Timetable
    offers: Offers
    settings: Settings
    now: Callable[[], float]

    async def schedule(self, host: Person, schedule: Schedule) -> list[ScheduledMatch]:
        """Draft all matches of a schedule, or none in a dry run. Each match opens at its own time.

        Raises `Refused` with all problems found; no match is drafted then."""
        rows = list(rows_of(schedule))
        planned: list[PlannedMatch] = []
        problems: list[Problem] = []
        for number, row in rows:
            try:
                planned.append(await self._plan(host, number, row, from_text=schedule.csv is not None))
            except _CellError as error:
                problems.append(Problem(number, error.column, error.problem))
            if len(problems) == MOST_LISTED:
                break
        if problems:
            first = "; ".join(
                f"row {problem.row}, column {problem.column}: {problem.problem}" for problem in problems[:3]
            )
            more = f"; and {len(problems) - 3} more" if len(problems) > 3 else ""
            listed = [msgspec.to_builtins(problem) for problem in problems]
            raise Refused(400, "schedule", f"no match is drafted: {first}{more}", problems=listed)
        return await self._store(host, planned, dry_run=schedule.dry_run)

    async def _plan(self, host: Person, number: int, row: dict[str, Any], *, from_text: bool) -> PlannedMatch:
        """Check one row. Raises `_CellError`."""
        for name in row:
            if name not in COLUMNS:
                problem = (
                    row[name]
                    if name == EXTRA_CELLS
                    else f"there is no such column; there are: {', '.join(COLUMNS)}"
                )
                raise _CellError(name[:40], str(problem)[:200])
        values = {column: _value(column, cell, from_text) for column, cell in row.items()}
        if not values.get("game"):
            raise _CellError("game", "no game is named")
        title = values.get("title", "")
        try:
            checked_title(title)
            Terms(title=title)
        except Refused as refused:
            raise _CellError("title", refused.message) from refused
        except ValueError as error:
            raise _CellError("title", str(error).removeprefix("title: ")) from error
        opens, starts = (self._moment(values, column) for column in ("opens", "starts"))
        if opens is not None and starts is not None and starts < opens:
            raise _CellError("starts", "it would start before it opens")
        match_rows = await self._draft_rows(host, values, title)
        match_rows.row.update(opens=opens, starts=starts)
        if opens is None:
            match_rows.row.update(status="open", opened=self.now())
        people, invited = await self._players(values, match_rows)
        if host in people.values():
            self._check_plays(match_rows)
        return PlannedMatch(number, match_rows, title, opens, starts, people, invited)

    def _check_plays(self, match_rows: MatchRows) -> None:
        """Raises `_CellError` for a host who would play with what the host hands in."""
        installed = self.matches.installed_game(match_rows.row["game"])
        content = chosen_content(installed, msgspec.json.decode(match_rows.row["options"]))
        if content:
            raise _CellError(
                "players",
                f"you hand in {', '.join(content)} for this match, so you can't play it; name another "
                "player, or leave it to chance",
            )

    def _moment(self, values: Mapping[str, Any], column: str) -> float | None:
        cell = values.get(column)
        if not cell:
            return None
        try:
            moment = instant(cell)
        except ValueError as error:
            raise _CellError(column, str(error)) from error
        if not self.now() < moment <= self.now() + FAR:
            raise _CellError(column, f"{cell[:40]} isn't within a year from now")
        return moment

    async def _draft_rows(self, host: Person, values: Mapping[str, Any], title: str) -> MatchRows:
        """The rows of the match to insert. Raises `_CellError`."""
        terms = Terms(
            title=title,
            visibility=values.get("visibility", "public"),
            language=values.get("language", "en"),
        )
        bots = values.get("bots", ())
        draft = Draft(
            game=values["game"],
            options=values.get("options", {}),
            seats=values.get("seats"),
            clock=values.get("clock"),
            terms=terms,
            bots=bots,
        )
        try:
            return await self.matches.match_rows(draft, host)
        except Refused as refused:
            columns = {
                "unknown-game": "game",
                "unknown-bot": "bots",
                "no-bots": "bots",
                "bots": "bots",
                "seats": "seats",
                "clock": "clock",
                "language": "language",
            }
            raise _CellError(columns.get(refused.code, "options"), refused.message) from refused

    async def _players(
        self, values: Mapping[str, Any], match_rows: MatchRows
    ) -> tuple[dict[Seat, Person], tuple[Seat, ...]]:
        """The people by seat, and the seats that get an invitation. Raises `_CellError`."""
        names = values.get("players", ())
        if len(names) > len(match_rows.chairs):
            raise _CellError("players", f"{len(names)} seats named; the match has {len(match_rows.chairs)}")
        people: dict[Seat, Person] = {}
        invited: list[Seat] = []
        for seat, name in enumerate(names):
            if not name:
                continue
            if match_rows.chairs[seat]["bot"] is not None:
                raise _CellError(
                    "players", f"seat {seat_number(seat)} is {match_rows.chairs[seat]['bot']}'s, a bot's"
                )
            if name == INVITED:
                invited.append(seat)
                continue
            try:
                person = await self.people.member(name)
            except Refused as refused:
                raise _CellError("players", f"seat {seat_number(seat)}: {refused.message}") from refused
            if person in people.values():
                raise _CellError("players", f"{person.name} has two seats")
            people[seat] = person
        return people, tuple(invited)

    async def _store(
        self, host: Person, planned: list[PlannedMatch], *, dry_run: bool
    ) -> list[ScheduledMatch]:
        settings = self.settings
        scheduled: list[ScheduledMatch] = []
        offered: list[tuple[str, str | None, Person]] = []
        async with self.database.begin() as connection:
            rows = [plan.match_rows for plan in planned]
            await self.matches.insert(
                connection, host, rows, settings.max_matches_per_host, settings.max_bots_per_host
            )
            for plan in planned:
                match = str(plan.match_rows.row["id"])
                secrets = {str(seat): new_secret() for seat in plan.invited}
                for seat, person in plan.people.items():
                    if person.id != host.id:
                        offer = await self.offers.add(connection, match, person, seat, host)
                        offered.append((match, offer, person))
                        continue
                    await check_may_sit(connection, match, person.id, seat, person.name)
                    await check_welcome(connection, match, person.id, person.name, own=person.id == host.id)
                    seat_row = (seats.c.match == match) & (seats.c.seat == seat)
                    sitter = {
                        "person": person.id,
                        "name": person.name,
                        "joined": self.now(),
                        "created": plan.match_rows.row["created"],
                    }
                    await connection.execute(update(seats).where(seat_row).values(**sitter))
                for seat_key, secret in secrets.items():
                    invitation = {"digest": digest(secret), "match": match, "seat": int(seat_key)}
                    await connection.execute(insert(invitations).values(**invitation, created=self.now()))
                row = plan.match_rows.row
                scheduled.append(
                    ScheduledMatch(
                        row=plan.row,
                        id=None if dry_run else match,
                        title=plan.title,
                        game=row["game"],
                        opens=plan.opens,
                        starts=plan.starts,
                        invitations={} if dry_run else secrets,
                    )
                )
            await check_numbers(connection, host, [person for _, _, person in offered])
            if dry_run:
                await connection.rollback()
        if not dry_run:
            self.timetable.wake()
            for match, offer, person in offered:
                self.offers.tell(match, offer, person)
        return scheduled


def rows_of(schedule: Schedule) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows with their numbers. The rows of CSV have the same names as those of JSON, without the empty
    cells. Raises `Refused` for a text that isn't a table, and for one that is too long."""
    if (schedule.csv is None) == (schedule.rows is None):
        raise Refused(400, "schedule", "give either csv or rows")
    rows = enumerate(schedule.rows or (), start=1) if schedule.csv is None else _csv_rows(schedule.csv)
    count = 0
    for number, row in rows:
        count += 1
        if count > MOST_ROWS:
            raise Refused(400, "schedule", f"more than {MOST_ROWS} rows; cut the schedule in parts")
        yield number, row
    if not count:
        raise Refused(400, "schedule", "there is no row in it")


class _CellError(Exception):  # the schedule is wrong, not the program
    def __init__(self, column: str, problem: str) -> None:
        super().__init__(column, problem)
        self.column = column
        self.problem = problem


def _csv_rows(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    if len(text) > LARGEST:
        raise Refused(400, "schedule", f"{len(text)} characters; at most {LARGEST} are read")
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        names = [name.strip().lower() for name in next(reader, [])]
        _check_names(names)
        for number, cells in enumerate(reader, start=2):
            if any(cell.strip() for cell in cells):
                yield number, _cells(names, cells)
    except csv.Error as error:
        raise Refused(400, "schedule", f"not CSV: {error} (line {reader.line_num})") from error


def _check_names(names: list[str]) -> None:
    choice = f"there are: {', '.join(COLUMNS)}"
    for name in names:
        if name not in COLUMNS:
            raise Refused(400, "schedule", f"row 1: there is no column {name[:40]!r}; {choice}")
        if names.count(name) > 1:
            raise Refused(400, "schedule", f"row 1: the column {name} stands there twice")
    if "game" not in names:
        raise Refused(400, "schedule", f"row 1: the column game is missing; {choice}")


def _cells(names: list[str], cells: list[str]) -> dict[str, Any]:
    if len(cells) > len(names):
        # Refused later, when the row is checked, so that the refusal names the row.
        return {EXTRA_CELLS: f"{len(cells)} cells; the columns are {len(names)}"}
    return {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}


def _value(column: str, cell: Any, from_text: bool) -> Any:
    kind = COLUMNS[column]
    try:
        if not from_text:
            return msgspec.convert(cell, kind)
        if column in ("options", "clock"):
            return msgspec.json.decode(cell, type=kind)
        if column in ("players", "bots"):
            return tuple(part.strip() or None for part in cell.split(";"))
        return msgspec.convert(cell, kind, strict=False)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise _CellError(column, str(error)) from error
