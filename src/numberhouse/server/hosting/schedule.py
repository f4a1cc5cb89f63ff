"""A schedule of matches, handed in as CSV or JSON: every row is checked, then all are drafted or none.

The columns, in any order; only `game` is needed:

- `title`, `game`, `seats`, `visibility`, `language`;
- `options` and `clock`: JSON, as when drafting a match;
- `opens`, `starts`: moments in ISO 8601 with a zone; without `opens` the match is open at once, without
  `starts` the host starts it;
- `players`: by seat, a member's name, `*` for an invitation, or nothing; in CSV separated by semicolons;
- `bots`: by seat, a bot's name or nothing; in CSV separated by semicolons.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

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
from numberhouse.server.matches.draft import MatchRows
from numberhouse.server.matches.matches import Matches
from numberhouse.server.matches.timetable import Timetable
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import invitations, seats

__all__ = ["COLUMNS", "MOST_ROWS", "Planned", "Schedule", "Scheduler", "rows_of"]

MOST_ROWS: Final = 200
LARGEST: Final = 512 * 1024
"""Characters of CSV."""

MOST_PROBLEMS: Final = 50
"""That are told at once."""

INVITATION: Final = "*"
BEYOND: Final = "beyond the last"
"""Stands for the columns that a row of CSV has too many."""

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
    "language": Literal["en", "ru"],
}


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two, and whether it is only to be checked."""

    csv: str | None = None
    """With a line of column names."""
    rows: tuple[dict[str, Any], ...] | None = None
    dry_run: bool = False


class Planned(msgspec.Struct, frozen=True):
    """A row that can be had."""

    row: int
    made: MatchRows
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
    notify_seated: Callable[[str, Seat, str], None]
    settings: Settings
    now: Callable[[], float]

    async def schedule(self, host: Person, schedule: Schedule) -> list[ScheduledMatch]:
        """Draft all matches of a schedule, or none in a dry run. Each match opens at its own time.

        Raises `Refused` with all problems found; no match is drafted then."""
        rows = list(rows_of(schedule))
        found: list[Planned] = []
        problems: list[Problem] = []
        for number, row in rows:
            try:
                found.append(await self._checked(number, row, from_text=schedule.csv is not None))
            except _Wrong as wrong:
                problems.append(Problem(number, wrong.column, wrong.problem))
            if len(problems) == MOST_PROBLEMS:
                break
        if problems:
            first = "; ".join(f"row {one.row}, column {one.column}: {one.problem}" for one in problems[:3])
            more = f"; and {len(problems) - 3} more" if len(problems) > 3 else ""
            listed = [msgspec.to_builtins(one) for one in problems]
            raise Refused(400, "schedule", f"no match is drafted: {first}{more}", problems=listed)
        return await self._kept(host, found, dry_run=schedule.dry_run)

    async def _checked(self, number: int, row: dict[str, Any], *, from_text: bool) -> Planned:
        """Raises `_Wrong`."""
        for name in row:
            if name not in COLUMNS:
                problem = (
                    row[name]
                    if name == BEYOND
                    else f"there is no such column; there are: {', '.join(COLUMNS)}"
                )
                raise _Wrong(name[:40], str(problem)[:200])
        values = {column: _value(column, said, from_text) for column, said in row.items()}
        if not values.get("game"):
            raise _Wrong("game", "no game is named")
        title = values.get("title", "")
        try:
            Terms(title=title)
        except ValueError as error:
            raise _Wrong("title", str(error).removeprefix("title: ")) from error
        opens, starts = (self._moment(values, column) for column in ("opens", "starts"))
        if opens is not None and starts is not None and starts < opens:
            raise _Wrong("starts", "it would start before it opens")
        made = await self._made(values, title)
        made.row.update(opens=opens, starts=starts)
        if opens is None:
            made.row.update(status="open", opened=self.now())
        people, invited = await self._seated(values, made)
        return Planned(number, made, title, opens, starts, people, invited)

    def _moment(self, values: Mapping[str, Any], column: str) -> float | None:
        said = values.get(column)
        if not said:
            return None
        try:
            at = instant(said)
        except ValueError as error:
            raise _Wrong(column, str(error)) from error
        if not self.now() < at <= self.now() + FAR:
            raise _Wrong(column, f"{said[:40]} isn't within a year from now")
        return at

    async def _made(self, values: Mapping[str, Any], title: str) -> MatchRows:
        """In a thread of its own: games look closely at options."""
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
            return await asyncio.to_thread(self.matches.made, draft)
        except Refused as refused:
            columns = {
                "unknown-game": "game",
                "unknown-bot": "bots",
                "no-bots": "bots",
                "bots": "bots",
                "seats": "seats",
                "clock": "clock",
            }
            raise _Wrong(columns.get(refused.code, "options"), refused.message) from refused

    async def _seated(
        self, values: Mapping[str, Any], made: MatchRows
    ) -> tuple[dict[Seat, Person], tuple[Seat, ...]]:
        """Who sits where, and the seats that somebody is to be invited to."""
        said = values.get("players", ())
        if len(said) > len(made.chairs):
            raise _Wrong("players", f"{len(said)} seats named; the match has {len(made.chairs)}")
        people: dict[Seat, Person] = {}
        invited: list[Seat] = []
        for seat, name in enumerate(said):
            if not name:
                continue
            if made.chairs[seat]["bot"] is not None:
                raise _Wrong("players", f"seat {seat} is {made.chairs[seat]['bot']}'s, a bot's")
            if name == INVITATION:
                invited.append(seat)
                continue
            try:
                person = await self.people.member(name)
            except Refused as refused:
                raise _Wrong("players", f"seat {seat}: {refused.message}") from refused
            if person in people.values():
                raise _Wrong("players", f"{person.name} has two seats")
            people[seat] = person
        return people, tuple(invited)

    async def _kept(self, host: Person, found: list[Planned], *, dry_run: bool) -> list[ScheduledMatch]:
        settings = self.settings
        scheduled: list[ScheduledMatch] = []
        async with self.database.begin() as connection:
            made = [one.made for one in found]
            await self.matches.insert(connection, host, made, settings.open_matches_each, settings.bots_each)
            for one in found:
                match = str(one.made.row["id"])
                links = {str(seat): new_secret() for seat in one.invited}
                for seat, person in one.people.items():
                    there = (seats.c.match == match) & (seats.c.seat == seat)
                    taken = {"person": person.id, "name": person.name, "joined": self.now()}
                    await connection.execute(update(seats).where(there).values(**taken))
                for number, secret in links.items():
                    link = {"digest": digest(secret), "match": match, "seat": int(number)}
                    await connection.execute(insert(invitations).values(**link, created=self.now()))
                row = one.made.row
                scheduled.append(
                    ScheduledMatch(
                        row=one.row,
                        id=None if dry_run else match,
                        title=one.title,
                        game=row["game"],
                        opens=one.opens,
                        starts=one.starts,
                        invitations={} if dry_run else links,
                    )
                )
            if dry_run:
                await connection.rollback()
        if not dry_run:
            self.timetable.changed()
            for one in found:
                for seat, person in one.people.items():
                    self.notify_seated(str(one.made.row["id"]), seat, person.id)
        return scheduled


def rows_of(schedule: Schedule) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows with their numbers; the cells of CSV as JSON would have them, empty ones left out. Raises
    `Refused` for what is no table, or too long."""
    if (schedule.csv is None) == (schedule.rows is None):
        raise Refused(400, "schedule", "give either csv or rows")
    rows = enumerate(schedule.rows or (), start=1) if schedule.csv is None else _of_csv(schedule.csv)
    count = 0
    for number, row in rows:
        count += 1
        if count > MOST_ROWS:
            raise Refused(400, "schedule", f"more than {MOST_ROWS} rows; cut the schedule in parts")
        yield number, row
    if not count:
        raise Refused(400, "schedule", "there is no row in it")


# Below


class _Wrong(Exception):  # noqa: N818 - what was handed in is wrong, not the program
    def __init__(self, column: str, problem: str) -> None:
        super().__init__(column, problem)
        self.column = column
        self.problem = problem


def _of_csv(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
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
    there = f"there are: {', '.join(COLUMNS)}"
    for name in names:
        if name not in COLUMNS:
            raise Refused(400, "schedule", f"row 1: there is no column {name[:40]!r}; {there}")
        if names.count(name) > 1:
            raise Refused(400, "schedule", f"row 1: the column {name} stands there twice")
    if "game" not in names:
        raise Refused(400, "schedule", f"row 1: the column game is missing; {there}")


def _cells(names: list[str], cells: list[str]) -> dict[str, Any]:
    if len(cells) > len(names):
        # Told with the row by whoever checks it.
        return {BEYOND: f"{len(cells)} cells; the columns are {len(names)}"}
    return {name: cell.strip() for name, cell in zip(names, cells, strict=False) if cell.strip()}


def _value(column: str, said: Any, from_text: bool) -> Any:
    kind = COLUMNS[column]
    try:
        if not from_text:
            return msgspec.convert(said, kind)
        if column in ("options", "clock"):
            return msgspec.json.decode(said, type=kind)
        if column in ("players", "bots"):
            return tuple(part.strip() or None for part in said.split(";"))
        return msgspec.convert(said, kind, strict=False)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise _Wrong(column, str(error)) from error
