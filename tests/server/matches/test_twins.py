"""No leak on any road: houses that differ in one secret send the same to everybody who may not know it.

The roads are all routes of the application with all their parameters and with bad bodies, the live
connections, and the notifications. The people have all roles. Two kinds of secrets: those of a seat or a
host, and, where spectators see a match with a delay, everything that happens: each kind of entry of the
journal.
"""

from __future__ import annotations

import contextlib
import dataclasses
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from numberhouse.match import Match
from numberhouse.protocol.terms import Status
from numberhouse.registry import InstalledGame, find
from numberhouse.server.base.settings import Settings
from numberhouse.server.notifications.triggers import triggers
from numberhouse.server.play import presence
from numberhouse.server.play.sessions.session import Session
from numberhouse.server.storage.journal_entry import Body, JournalEntry
from tests.server.conftest import Guest, House, make_administrator
from tests.server.support.hosting import CRYPT, FIRST, post_desk
from tests.server.support.refereed import refereed as refereed
from tests.server.support.twins import Call, Person, calls, live_routes, reseed

MANY = 1_000_000

OTHER: Final = {"type": "submit", "first": 2, "second": 3, "scoring": 2}
PASS: Final = {"type": "pass"}

OUTSIDERS: Final = ("invited", "guest", "nobody")
UNAWARE: Final = ("administrator", "playing host", "seat", *OUTSIDERS)
DELAY: Final = 600.0


@dataclasses.dataclass
class Table:
    """A match, its people by role, and the house."""

    house: House
    match: str
    people: dict[str, Guest]

    def desk(self, deed: str, **body: Any) -> None:
        """A request of the host who doesn't play."""
        post_desk(self.people["host"], self.match, deed, **body).raise_for_status()

    def remove(self) -> None:
        """Take the match out of the lists: what is a secret now may be seen when the clock has gone on."""
        opened = sqlite3.connect(self.house.settings.database, timeout=10)
        with contextlib.closing(opened) as connection, connection:
            connection.execute("DELETE FROM matches WHERE id = ?", (self.match,))

    def act(self, role: str, action: Any) -> None:
        """An action of the person with this role."""
        self.people[role].act(self.match, action).raise_for_status()

    def mover(self) -> str:
        """The role of the person whose turn it is in Mixmath."""
        seat = self.people["host"].view(self.match)["view"]["turn"]["seat"]
        return SEATS[seat]


SEATS: Final = ("playing host", "actor", "seat")
"""The roles of the people on the seats."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A secret: what happens in both houses before, and what happens in only one of them, or otherwise."""

    name: str
    status: Status
    secret: Callable[[Table, bool], None]
    """Does the secret; the argument says in which of the twins."""
    game: str = CRYPT
    terms: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    before: Callable[[Table], None] = lambda table: None  # noqa: ARG005
    unaware: tuple[str, ...] = UNAWARE
    kind: str = ""
    """The kind of the entry that delayed spectators must not see."""
    ended: bool = False
    """Whether everybody has seen the end, so that reviews are open."""

    def table(self, house: House) -> Table:
        """The match in its status, before the secret."""
        names = {"host": "Hanna", "playing host": "Ann", "actor": "Bob", "seat": "Cyd"}
        others = {"administrator": "", "invited": "Dan", "guest": "Eve", "nobody": ""}
        guests = {role: house.guest(name) for role, name in (names | others).items()}
        host = guests["host"]
        more: dict[str, Any] = {"terms": dict(self.terms), "clock": {"type": "turn", "seconds": 3600}}
        options = {"options": {"rounds": 2, "cards": [1, 2, 1]}} if self.game == "pick" else {}
        answer = host.post("/api/matches", json={"game": self.game, "seats": 3, **more, **options})
        table = Table(house, str(answer.raise_for_status().json()["id"]), guests)
        path = f"/api/matches/{table.match}"
        for seat, role in enumerate(SEATS):
            secret = host.post(f"{path}/invitations", json={"seat": seat}).json()["secret"]
            guests[role].post("/api/invitation/accept", json={"secret": secret}).raise_for_status()
        host.post(f"{path}/invitations", json={}).raise_for_status()
        self._appoint(house, table)
        if self.status != "draft":
            host.post(f"{path}/open").raise_for_status()
        if self.status not in ("draft", "open"):
            host.post(f"{path}/start").raise_for_status()
        self.before(table)
        return table

    def _appoint(self, house: House, table: Table) -> None:
        """Make one of the seats a host, and a guest an administrator."""
        playing = table.people["playing host"].get("/api/me").json()["id"]
        with (
            contextlib.closing(sqlite3.connect(house.settings.database, timeout=10)) as connection,
            connection,
        ):
            connection.execute("INSERT INTO hosts (match, person) VALUES (?, ?)", (table.match, playing))
        root = table.people["administrator"]
        credentials = {"name": f"Root {table.match[:8]}", "password": "a long password"}
        root.post("/api/register", json=credentials).raise_for_status()
        make_administrator(house, root, credentials["password"])


def hand_in(table: Table, differs: bool) -> None:
    game = find("turing-machine").game
    problem = Match(game, "b" if differs else "a", seats=3).state.problem.id
    path = f"/api/matches/{table.match}/desk/secrets"
    table.people["host"].put(path, json={"secrets": {"problem": problem}}).raise_for_status()


def only(does: Callable[[Table], None]) -> Callable[[Table, bool], None]:
    """The secret that something happens at all."""

    def secret(table: Table, differs: bool) -> None:
        if differs:
            does(table)

    return secret


def submit(table: Table, differs: bool) -> None:
    table.act("actor", OTHER if differs else FIRST)


def submit_and_pause(table: Table, differs: bool) -> None:
    submit(table, differs)
    table.desk("pause")


def start_and_submit(table: Table) -> None:
    table.people["host"].post(f"/api/matches/{table.match}/start")
    submit(table, True)


def submit_first(table: Table) -> None:
    table.act("actor", FIRST)


def correct(table: Table, differs: bool) -> None:
    table.desk("amendments", number=1, action=OTHER if differs else FIRST)


def write_in_lobby(table: Table) -> None:
    path = f"/api/matches/{table.match}/messages"
    table.people["actor"].post(path, json={"room": "lobby", "text": "psst"}).raise_for_status()


NOT_THE_PLAYING_HOST = ("administrator", "seat", *OUTSIDERS)

SECRETS: Final = (
    Case(
        "a problem is handed in to a draft", "draft", hand_in, "turing-machine", unaware=NOT_THE_PLAYING_HOST
    ),
    Case("a problem is handed in", "open", hand_in, "turing-machine", unaware=NOT_THE_PLAYING_HOST),
    Case("a message before the start", "open", only(write_in_lobby), unaware=("administrator", *OUTSIDERS)),
    # Administrators may see which seats have submitted, and not what.
    Case("a submission", "running", only(submit_first), unaware=("playing host", "seat", *OUTSIDERS)),
    Case("one submission or another", "running", submit),
    Case("a submission before a pause", "running", submit_and_pause),
    Case("a corrected submission", "running", correct, before=lambda table: table.act("actor", FIRST)),
    Case(
        "a private match begins, and somebody acts",
        "open",
        only(start_and_submit),
        terms={"visibility": "private"},
        unaware=("guest", "nobody"),
    ),
    Case(
        "a private match ends",
        "running",
        only(lambda table: table.desk("stop", reason="over")),
        terms={"visibility": "private"},
        unaware=("guest", "nobody"),
    ),
    Case(
        "a match without spectators goes on",
        "running",
        only(lambda table: table.act("actor", FIRST)),
        terms={"spectators": False},
        unaware=("guest", "nobody"),
    ),
)


def move(table: Table) -> None:
    table.act(table.mover(), PASS)


def later(does: Callable[[Table], None]) -> Callable[[Table], None]:
    """Do it so long ago that delayed spectators have seen it."""

    def before(table: Table) -> None:
        does(table)
        table.house.clock.time += DELAY + 1

    return before


def resign_all(table: Table) -> None:
    for role in SEATS:
        if table.people["host"].get(f"/api/matches/{table.match}").json()["status"] == "running":
            table.people[role].post(f"/api/matches/{table.match}/resign").raise_for_status()


def pass_all(table: Table) -> None:
    while table.people["host"].get(f"/api/matches/{table.match}").json()["status"] == "running":
        move(table)


def take_seat(table: Table) -> None:
    table.desk("seats/1/replace", bot="random")


def propose(table: Table) -> None:
    path = f"/api/matches/{table.match}/proposals"
    body = {"kind": "extend", "request": {"seconds": 60}}
    table.people["playing host"].post(path, json=body).raise_for_status()


def consent(table: Table) -> None:
    path = f"/api/matches/{table.match}/proposals/1/consent"
    table.people["actor"].post(path, json={"agrees": True}).raise_for_status()


def rule(table: Table) -> None:
    table.desk("rulings", ruling={"type": "void", "round": 0, "seat": 1}, reason="unclear")


def pick_all(table: Table) -> None:
    for role in SEATS:
        card = table.people[role].view(table.match)["view"]["card"]
        table.act(role, {"type": "pick", "round": 0, "number": 4 if card != 4 else 3})


def look(table: Table) -> None:
    """The player whose turn begins with a look opens the match."""
    for role in SEATS:
        table.people[role].view(table.match)
    with contextlib.closing(sqlite3.connect(table.house.settings.database)) as connection:
        count = "SELECT count(*) FROM journal_entries WHERE match = ? AND kind = 'looked'"
        assert connection.execute(count, (table.match,)).fetchone() == (1,)


def delayed(name: str, does: Callable[[Table], None], **more: Any) -> Case:
    options = {"game": "mixmath", "kind": name, "terms": {"spectator_delay": DELAY}, "unaware": OUTSIDERS}
    return Case(f"delayed: {name}", "running", only(does), **{**options, **more})


DELAYED: Final = (
    delayed("act", move),
    delayed("looked", look, terms={"spectator_delay": DELAY, "clock_starts": "when-seen"}),
    delayed("expire", lambda table: table.desk(f"seats/{SEATS.index(table.mover())}/expire")),
    delayed("resign", lambda table: table.desk("seats/1/resign")),
    delayed("pause", lambda table: table.desk("pause")),
    delayed("resume", lambda table: table.desk("resume"), before=later(lambda table: table.desk("pause"))),
    delayed("extend", lambda table: table.desk("extend", seconds=60)),
    delayed("seated", take_seat),
    delayed("amend", lambda table: table.desk("amendments", number=1, action=None), before=later(move)),
    delayed("announce", lambda table: table.desk("announcements", text="Dinner at eight.")),
    delayed("propose", propose),
    delayed("consent", consent, before=later(propose)),
    delayed("stop", lambda table: table.desk("stop", reason="enough")),
    delayed("rule", rule, game="pick", before=later(pick_all)),
    delayed("all resign", resign_all, kind=""),
    delayed("the end", pass_all, kind=""),
    delayed(
        "the end of a match without spectators",
        pass_all,
        kind="",
        terms={"spectator_delay": DELAY, "spectators": False},
        unaware=("guest", "nobody"),
    ),
    delayed(
        "a correction of the end",
        lambda table: table.desk("amendments", number=1, action=None),
        kind="",
        ended=True,
        before=later(pass_all),
    ),
)

SHOWN_AT_ONCE: Final = {"start", "release"}
"""Kinds of entries that delayed spectators see at once."""


def test_every_kind_of_entry_is_tried_on_delayed_spectators() -> None:
    kinds = {str(body.__struct_config__.tag) for body in get_args(Body)}
    tried = {case.kind for case in DELAYED} - {""}
    assert kinds - tried - SHOWN_AT_ONCE == set(), "covered by nothing: add a case to DELAYED"


def test_every_route_is_tried() -> None:
    assert len(calls()) > 200
    assert live_routes() == {"/api/matches/{match}/live"}, "covered by nothing: add it to Person.look"


# The twins


@pytest.fixture
def twins(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    refereed: InstalledGame,  # noqa: ARG001
) -> Callable[[bool], contextlib.AbstractContextManager[tuple[House, Callable[[str], None]]]]:
    """A house, and the function with which its ids begin anew; both twins draw the same ones."""
    monkeypatch.setattr(presence, "LINGERING", 3600.0)
    monkeypatch.setattr(presence, "COUNTING", 3600.0)

    @contextlib.contextmanager
    def opened(differs: bool) -> Iterator[tuple[House, Callable[[str], None]]]:
        folder = tmp_path / str(differs)
        folder.mkdir()
        begin = reseed(monkeypatch)
        with House(
            Settings(database=str(folder / "house.sqlite"), bots=0, max_matches_per_host=MANY)
        ) as house:
            house.service.limits.rates.clear()
            yield house, begin

    return opened


Answers = list[tuple[str, Any]]

BY_SPEED: Final = re.compile("evaluations|win-probabilities")
"""Routes of a match that has ended, whose answers hold as much as could be computed in a moment."""


def answers_of(
    case: Case,
    house: House,
    begin: Callable[[str], None],
    asked: list[Call],
    roles: Sequence[str],
    *,
    differs: bool,
) -> Answers:
    """Everything that the people with these roles are sent."""
    begin(f"before {case.name}")
    table = case.table(house)
    notified: list[Any] = []

    def watch(session: Session, entry: JournalEntry) -> None:
        if session.row.id == table.match:
            notified.extend(triggers(session, entry))

    house.service.sessions.watchers.append(watch)
    persons = [Person(role, table.people[role], table.match, begin) for role in roles]
    answers: Answers = []
    visible = not case.terms.get("visibility") and case.terms.get("spectators", True)
    try:
        if visible and case.status != "draft":
            for person in persons:
                person.connect()
            for person in persons:
                person.news()  # that the others have come
        ids = {person.role: person.guest.get("/api/me").json() for person in persons}
        case.secret(table, differs)
        begin(f"after {case.name}")
        for person in persons:
            own = (ids[person.role] or {}).get("id")
            sent = [trigger for trigger in notified if trigger.person == own]
            answers += [
                (f"{case.name}: {person.role}: {what}", sent)
                for what, sent in [*person.news(), ("notifications", sent)]
            ]
        for person in persons:  # together: others see who goes
            person.close()
        for person in persons:
            answers += [(f"{case.name}: {person.role}: {what}", sent) for what, sent in person.look()]
        for decisive in (False, True):
            for person in persons:
                if not decisive or person.role in OUTSIDERS:
                    some = [call for call in asked if call.decisive == decisive]
                    answers += [
                        (f"{case.name}: {person.role}: {what}", sent) for what, sent in person.ask(some)
                    ]
    finally:
        for person in persons:
            person.close()
        house.service.sessions.watchers.remove(watch)
        table.remove()
    return answers


@pytest.mark.parametrize("cases", [SECRETS, DELAYED], ids=["secrets", "delay"])
def test_those_who_may_not_know_a_secret_are_sent_the_same(
    cases: tuple[Case, ...], twins: Any, samples: Callable[[int, int], int]
) -> None:
    step = samples(3, 1)  # the gate tries a third of the roles with each secret, and each role with some
    everything = calls()
    of_matches = [call for call in everything if call.of_a_match]
    found: list[Answers] = []
    for differs in (False, True):
        with twins(differs) as (house, begin):
            answers: Answers = []
            for number, case in enumerate(cases):
                asked = everything if case is cases[0] else of_matches
                if case.ended:
                    asked = [call for call in asked if not BY_SPEED.search(call.path)]
                roles = case.unaware[number % min(step, len(case.unaware)) :: step]
                answers += answers_of(case, house, begin, asked, roles, differs=differs)
            found.append(answers)
    one, other = found
    assert [name for name, _ in one] == [name for name, _ in other]
    different = [
        f"{name}\n    {here}\n    {there}"
        for (name, here), (_, there) in zip(one, other, strict=True)
        if here != there
    ]
    assert not different, f"{len(different)} of {len(one)} answers:\n" + "\n".join(different[:12])
