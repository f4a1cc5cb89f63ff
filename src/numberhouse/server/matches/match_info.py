"""The description of a match for a person, and the roles of that person in it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, bindparam, case, func, null, select

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Seat
from numberhouse.match import seed_digest
from numberhouse.protocol.matches import MatchInfo, MatchSummary, Role, SeatInfo
from numberhouse.protocol.people import Person
from numberhouse.protocol.terms import Status, Terms
from numberhouse.registry import InstalledGame
from numberhouse.seeding import Seeding, commitment_of
from numberhouse.server.matches.access.content_options import chosen_content, option_digest
from numberhouse.server.matches.access.insights import Insight, insights_of
from numberhouse.server.matches.offer_rows import IS_OPEN, offered_in
from numberhouse.server.play.sessions.display_names import display_names
from numberhouse.server.storage.schema import hosts, matches, offers, people, seats

__all__ = [
    "Rows",
    "SeatOccupant",
    "chairs_of",
    "hosts_of",
    "match_info",
    "match_summary",
    "roles_of",
    "rows_of",
    "seeding_of",
    "seen_offers",
    "setup_of",
    "summary_rows_of",
]


IDS: Final[Any] = bindparam("ids", expanding=True)

MOST_LISTED_OPTIONS: Final = 1000
"""Characters of JSON; the options of a match with longer ones aren't in lists."""

# Built once: every request uses these queries, and building one takes longer than executing it.
MATCHES: Final = select(matches).where(matches.c.id.in_(IDS)).order_by(matches.c.created.desc())
SMALL_OPTIONS: Final = case(
    (func.length(matches.c.options) <= MOST_LISTED_OPTIONS, matches.c.options), else_=null()
).label("options")
HEAVY_OR_SECRET: Final = ("options", "seed", "secret", "contributions")
"""Columns that no list needs."""

SUMMARIES: Final = (
    select(*(column for column in matches.columns if column.name not in HEAVY_OR_SECRET), SMALL_OPTIONS)
    .where(matches.c.id.in_(IDS))
    .order_by(matches.c.created.desc(), matches.c.id.desc())
)
OF_SEAT: Final = (offers.c.match == seats.c.match) & (offers.c.seat == seats.c.seat) & IS_OPEN
CHAIRS: Final = (
    select(seats, offers.c.person.label("offered_person"), people.c.name.label("offered_to"))
    .select_from(seats.outerjoin(offers, OF_SEAT).outerjoin(people, people.c.id == offers.c.person))
    .where(seats.c.match.in_(IDS))
    .order_by(seats.c.match, seats.c.seat)
)
HOSTS: Final = (
    select(hosts.c.match, hosts.c.person, people.c.name)
    .join(people, people.c.id == hosts.c.person)
    .where(hosts.c.match.in_(IDS))
)


class SeatOccupant(SeatInfo, frozen=True):
    """A seat with the id of its player, for the service only: no client ever gets the id of a person."""

    person: str | None = None
    offered_person: str | None = None


INSIDERS: Final = frozenset({"administrator", "host", "former playing host", "seat"})


def seen_offers(
    chairs: Sequence[SeatOccupant], roles: Collection[Role], person: Person | None, status: Status
) -> list[SeatOccupant]:
    """The seats with the offers that a person with these roles sees: a person who hasn't agreed to play is
    named to the match alone, not to everybody."""
    inside = bool(INSIDERS.intersection(roles))
    over = status in ("finished", "abandoned")
    result = []
    for chair in chairs:
        if chair.offered_to is not None and (
            over or not (inside or (person and chair.offered_person == person.id))
        ):
            chair = msgspec.structs.replace(chair, offered_to=None if over else "")
        result.append(chair)
    return result


def roles_of(
    person: Person | None,
    chairs: Sequence[SeatOccupant],
    host_ids: Collection[str],
    terms: Terms,
    status: Status,
    invited: bool,
    played: bool = False,
    offered: bool = False,
) -> list[Role]:
    """The roles of a person in this request: an administrator is one while the powers are open, and a token
    hosts only with the scope `host`. `host_ids` are the ids of the hosts, `invited` says whether the person
    has an invitation, `played` whether the person has had a seat since the start, and `offered` whether an
    offer waits for the person's answer."""
    roles: list[Role] = []
    if person is not None:
        if person.administrator and person.confirmed_until is not None:
            roles.append("administrator")
        sits = any(chair.person == person.id for chair in chairs)
        if person.id in host_ids and (person.scopes is None or "host" in person.scopes):
            roles.append("former playing host" if played and not sits else "host")
        if sits:
            roles.append("seat")
    if invited:
        roles.append("invited")
    if offered:
        roles.append("offered")
    hidden = status == "draft" or terms.visibility == "private"
    if not hidden and (terms.spectators or status in ("open", "finished", "abandoned")):
        roles.append("spectator")
    return roles or ["stranger"]


def match_info(
    row: Any,
    chairs: Sequence[SeatOccupant],
    hosts: Mapping[str, str],
    terms: Terms,
    roles: tuple[Role, ...],
    seat: Seat | None,
    installed: InstalledGame,
    insights: Sequence[Insight] = (),
    person: str | None = None,
) -> MatchInfo:
    """The match for a person with this id and these roles, who sits on that seat, if any; `hosts` are names
    by id, and `insights` say among others who has handed in what."""
    all_options = msgspec.json.decode(row.options, type=dict[str, Any])
    # A start that was interrupted has a moment, and the match is still open.
    begun = row.started is not None and row.status not in ("draft", "open")
    over = row.status in ("finished", "abandoned")
    seeding = seeding_of(row)
    content = chosen_content(installed, all_options)
    handed_in = _handed_in(row.id, content, insights)
    shown_options = _shown_options(all_options, row.status, installed)
    return MatchInfo(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        options=shown_options,
        seats=_shown_seats(chairs, hosts, installed),
        hosts=tuple(hosts.values()),
        clock=msgspec.json.decode(row.clock, type=Clock),
        terms=terms,
        status=row.status,
        seed_digest=seed_digest(row.seed) if begun else None,
        created=row.created,
        started=row.started,
        ended=row.ended,
        due=row.due,
        opens=row.opens,
        starts=row.starts,
        roles=roles,
        seat=seat,
        seed=row.seed if begun and over else None,
        commitment=seeding.commitment if seeding is not None else None,
        contributions=seeding.contributions if seeding is not None and begun else None,
        secret=seeding.secret if seeding is not None and begun and over else None,
        handed_in=handed_in,
        knows_secrets=_known_secrets(row.id, content, insights, person),
        setup=_setup_digest(row, shown_options, handed_in),
    )


def seeding_of(row: Any) -> Seeding | None:
    """What the seed of the match is made of, with its secret; None for a match without a commitment. The
    contributions are empty before the start."""
    if row.secret is None:
        return None
    contributions = msgspec.json.decode(row.contributions or "[]", type=tuple[str, ...])
    return Seeding(
        match=row.id,
        commitment=commitment_of(row.secret),
        contributions=contributions,
        secret=row.secret,
    )


def match_summary(
    row: Any,
    chairs: Sequence[SeatOccupant],
    hosts: Mapping[str, str],
    terms: Terms,
    roles: tuple[Role, ...],
    seat: Seat | None,
    installed: InstalledGame,
    insights: Sequence[Insight] = (),
    person: str | None = None,
) -> MatchSummary:
    """The match in a list, as `match_info` has it."""
    all_options = {} if row.options is None else msgspec.json.decode(row.options, type=dict[str, Any])
    content = chosen_content(installed, all_options)
    handed_in = _handed_in(row.id, content, insights)
    shown_options = _shown_options(all_options, row.status, installed)
    return MatchSummary(
        id=row.id,
        game=row.game,
        rules_version=row.rules_version,
        seats=_shown_seats(chairs, hosts, installed),
        hosts=tuple(hosts.values()),
        clock=msgspec.json.decode(row.clock, type=Clock),
        terms=terms,
        status=row.status,
        created=row.created,
        started=row.started,
        ended=row.ended,
        due=row.due,
        opens=row.opens,
        starts=row.starts,
        roles=roles,
        seat=seat,
        options=shown_options,
        all_options=row.options is not None,
        handed_in=handed_in,
        knows_secrets=_known_secrets(row.id, content, insights, person),
        setup="" if row.options is None else _setup_digest(row, shown_options, handed_in),
    )


def setup_of(row: Any, installed: InstalledGame, insights: Sequence[Insight]) -> str:
    """`MatchInfo.setup` of the match with this row."""
    options = msgspec.json.decode(row.options, type=dict[str, Any])
    handed_in = _handed_in(row.id, chosen_content(installed, options), insights)
    return _setup_digest(row, _shown_options(options, row.status, installed), handed_in)


def _setup_digest(row: Any, shown_options: Mapping[str, Any], handed_in: Mapping[str, str]) -> str:
    """A digest of what is played, the same for every viewer: of secret options it has only who chose them."""
    if row.status not in ("draft", "open"):
        return ""
    facts = (row.rules_version, row.seats, shown_options, row.clock, row.terms, handed_in)
    return hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]


def _shown_options(options: dict[str, Any], status: Status, installed: InstalledGame) -> dict[str, Any]:
    """Before the end nobody gets secret options here, hosts included: a host who reads them is on record."""
    secret = () if status in ("finished", "abandoned") else installed.game.card.secret_options
    return {name: value for name, value in options.items() if name not in secret}


def _shown_seats(
    chairs: Sequence[SeatOccupant], hosts: Mapping[str, str], installed: InstalledGame
) -> tuple[SeatInfo, ...]:
    return tuple(
        SeatInfo(
            chair.seat,
            name.name,
            chair.bot,
            chair.assistance,
            name.translated,
            contributed=chair.contributed,
            hosts=chair.person in hosts,
            offered_to=chair.offered_to,
            score=chair.score,
            place=chair.place,
        )
        for chair, name in zip(chairs, display_names(installed, chairs), strict=True)
    )


def _handed_in(match: str, content: Mapping[str, Any], insights: Sequence[Insight]) -> dict[str, str]:
    """By chosen content option, the name of the first person who handed in its present value."""
    names = {
        (insight.subject, insight.digest): insight.name
        for insight in reversed(insights)
        if insight.seen == "option" and insight.reason == "handed in"
    }
    return {name: names.get((name, option_digest(match, value)), "") for name, value in content.items()}


def _known_secrets(
    match: str, content: Mapping[str, Any], insights: Sequence[Insight], person: str | None
) -> tuple[str, ...]:
    """What the person knows of the match that keeps the person from its seats, as `check_may_sit` has it."""
    digests = {name: option_digest(match, value) for name, value in content.items()}
    own = [insight for insight in insights if insight.person == person]
    options = {
        insight.subject
        for insight in own
        if insight.seen == "option" and digests.get(insight.subject) == insight.digest
    }
    everything = ("everything",) if any(insight.seen == "everything" for insight in own) else ()
    return (*sorted(options), *everything)


Rows: TypeAlias = tuple[
    Sequence[Any],
    dict[str, list[SeatOccupant]],
    dict[str, dict[str, str]],
    dict[str, list[Insight]],
    set[str],
]


def rows_of(connection: Connection, ids: Sequence[str], person: str | None = None) -> Rows:
    """The rows of these matches, the newest first; then by match their seats, their hosts, and the insights
    of the person and of the people who handed something in; and the matches that wait for the person's
    answer."""
    rows = connection.execute(MATCHES, {"ids": ids}).all()
    found = insights_of(connection, ids, person)
    offered = offered_in(connection, ids, person)
    return rows, chairs_of(connection, ids), hosts_of(connection, ids), found, offered


def summary_rows_of(connection: Connection, ids: Sequence[str], person: str | None = None) -> Rows:
    """As `rows_of`, without the seeds and with the small options alone."""
    rows = connection.execute(SUMMARIES, {"ids": ids}).all()
    found = insights_of(connection, ids, person)
    offered = offered_in(connection, ids, person)
    return rows, chairs_of(connection, ids), hosts_of(connection, ids), found, offered


def chairs_of(connection: Connection, ids: Sequence[str]) -> dict[str, list[SeatOccupant]]:
    """By match, its seats with their players."""
    result: dict[str, list[SeatOccupant]] = {}
    for row in connection.execute(CHAIRS, {"ids": ids}):
        contributed = row.contribution is not None
        chair = SeatOccupant(
            row.seat,
            row.name,
            row.bot,
            row.assistance,
            contributed=contributed,
            offered_to=row.offered_to,
            score=row.score,
            place=row.place,
            person=row.person,
            offered_person=row.offered_person,
        )
        result.setdefault(row.match, []).append(chair)
    return result


def hosts_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """By match, the names of its hosts by id."""
    result: dict[str, dict[str, str]] = {}
    for row in connection.execute(HOSTS, {"ids": ids}):
        result.setdefault(row.match, {})[row.person] = row.name
    return result
