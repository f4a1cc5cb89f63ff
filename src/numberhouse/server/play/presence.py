"""Presence: the live connections of this process, and the matches that they look at; of other processes on
the same database, the seats whose players are connected to them (`shared_presence.py`).

Updates are written to viewers who are up to date (`accept.py`); all others are woken and fetch them, so
nothing is queued for anybody. A slow reader falls behind by as much as it is slow, and holds up nobody.
Presence changes in the same moment in which viewers are woken for it: otherwise an unrelated wake-up would
carry the change, and reveal when somebody acts in secret."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, TypeAlias

import msgspec

from numberhouse.contract.clock import NoClock
from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo
from numberhouse.protocol.play import Lobby, PublicMatch, PublicSeat, Viewer
from numberhouse.server.base.refusals import Refused
from numberhouse.server.play.proposals import open_proposals
from numberhouse.server.play.sessions.delayed import DelayedSession
from numberhouse.server.play.sessions.session import Session

__all__ = ["Chair", "Feed", "Presence", "Subscription"]

LINGERING: Final = 40.0
"""Seconds for which a client that polls counts as present after each request."""

COUNTING: Final = 1.0
"""Seconds between two changes of the published number of spectators."""

MOST_CHANGES: Final = 10_000
"""Comings and goings that are remembered."""

Chair: TypeAlias = tuple[str, Seat]
"""A seat of a match."""

NOBODY = (0, 0)
"""No spectators and no hosts."""


class Feed:
    """How much of a match one live connection has been sent, and the way to send it more at once."""

    __slots__ = ("epoch", "number", "public_match", "ready", "wakes", "write")

    def __init__(self, epoch: int, number: int, write: Callable[[bytes], bool]) -> None:
        self.epoch, self.number = epoch, number
        """Epoch and number of the last item that the client has; an epoch of -1 if it has none."""
        self.public_match: PublicMatch | None = None
        """The last public facts sent."""
        self.write = write
        """Sends a message unless the reader is slow. Returns whether it was sent."""
        self.ready = False
        """Whether nothing else is being sent, so that a message may be written at once and in order."""
        self.wakes = False
        """Whether the client gets more than updates: messages of its rooms, or descriptions."""


class Subscription:
    """One live connection, or one request that waits for news."""

    __slots__ = (
        "access_changes",
        "access_checked",
        "address",
        "delayed",
        "feed",
        "hosts",
        "match",
        "person",
        "read_changes",
        "seat",
        "viewer",
        "wake",
    )

    def __init__(
        self,
        match: str,
        viewer: Viewer,
        seat: Seat | None,
        person: str | None = None,
        address: str = "",
        *,
        hosts: bool = False,
        delayed: bool = False,
    ) -> None:
        self.match = match
        self.viewer = viewer
        """The viewer whose stream it reads."""
        self.seat = seat
        """The seat that it makes present; None for spectators and hosts."""
        self.person = person
        """Id; None for somebody who isn't signed in."""
        self.address = address
        self.hosts = hosts
        """Whether a host looks on."""
        self.delayed = delayed
        """Whether it sees the match with a delay (`delayed.py`)."""
        self.wake = asyncio.Event()
        self.feed: Feed | None = None
        """The feed of a live connection; None for a request that waits."""
        self.access_changes = self.access_checked = 0
        self.read_changes = 0
        """How often the person has read on in a room since this connection opened, on any device."""

    @property
    def access_stale(self) -> bool:
        """Whether the access must be checked again before anything else is sent."""
        return self.access_changes != self.access_checked

    @property
    def limit_key(self) -> str:
        """The person, or else the address, for which connections are counted and limited."""
        return f"person {self.person}" if self.person is not None else f"address {self.address}"


class Presence:
    """All connections of this process."""

    def __init__(self, each: int = 50, an_address: int = 500, now: Callable[[], float] = time.time) -> None:
        self.each = each
        """Connections that one person may have."""
        self.an_address = an_address
        """Connections that all viewers without a session may have together from one address."""
        self.now = now
        self.on_arrival: Callable[[str, Seat], None] | None = None
        """Called with the match and the seat when the player of a seat opens it."""
        self.knows_all = True
        """Whether nobody can be connected to another process without being known here."""
        self.on_change: Callable[[Chair, bool, float], None] | None = None
        """Called when the player of a seat has come to this process or gone from it, with the moment."""
        self._here: dict[Chair, float] = {}
        """The seats whose players are at this process, and since when: as `on_change` was told."""
        self._elsewhere: dict[str, dict[Seat, set[str]]] = {}
        """By match and seat, the other processes to which the player is connected."""
        self._changes: OrderedDict[Chair, float] = OrderedDict()
        """By match and seat, when its player last came or went; the last `MOST_CHANGES` of them."""
        self._known_since = now()
        """No change before this moment is remembered."""
        self._by_match: dict[str, set[Subscription]] = {}
        self._seats: dict[str, Counter[Seat]] = {}
        """By match, the number of connections of each seat's player."""
        self._counts: Counter[str] = Counter()
        """By person or address, the number of connections."""
        self._lingering: dict[str, dict[Seat, asyncio.TimerHandle]] = {}
        """By match and seat, the timer that ends the presence of a client that polls."""
        self._onlookers: dict[str, tuple[int, int]] = {}
        """By match, the published numbers of spectators and hosts who look on."""
        self._counting: set[str] = set()
        """Matches whose onlookers will be counted in a moment."""

    def __len__(self) -> int:
        return sum(map(len, self._by_match.values()))

    # Adding and removing subscriptions

    def add(self, subscription: Subscription) -> None:
        """Add a subscription, and notify the other viewers of the match. Raises `Refused` if the person or
        address has too many."""
        most = self.an_address if subscription.person is None else self.each
        if self._counts[subscription.limit_key] >= most:
            raise Refused(
                429,
                "too-many-connections",
                f"{most} connections are open already; close one before the next",
                most=most,
            )
        self._counts[subscription.limit_key] += 1
        was_present = subscription.seat in self.present(subscription.match)
        self._by_match.setdefault(subscription.match, set()).add(subscription)
        self._count_seat(subscription.match, subscription.seat)
        self._notify_change(subscription.match, subscription.seat, was_present)

    def remove(self, subscription: Subscription, *, lingers: bool = False) -> None:
        """Remove a subscription; a client that `lingers` is expected to ask again soon."""
        subscriptions = self._by_match.get(subscription.match, set())
        if subscription not in subscriptions:
            return
        subscriptions.discard(subscription)
        if not subscriptions:
            self._by_match.pop(subscription.match)
        self._uncount_seat(subscription.match, subscription.seat)
        self._counts[subscription.limit_key] -= 1
        if not self._counts[subscription.limit_key]:
            del self._counts[subscription.limit_key]
        if lingers and subscription.seat is not None:
            self._start_lingering(subscription.match, subscription.seat)
        self._notify_change(subscription.match, subscription.seat, True)

    def change(self, subscription: Subscription, viewer: Viewer, seat: Seat | None) -> None:
        """Change the viewer and the seat of a subscription, when its person has taken or left a seat."""
        old, subscription.viewer = subscription.seat, viewer
        if old == seat:
            return
        was_present = seat in self.present(subscription.match)
        subscription.seat = seat
        self._uncount_seat(subscription.match, old)
        self._count_seat(subscription.match, seat)
        self._notify_change(subscription.match, old, True)
        self._notify_change(subscription.match, seat, was_present)

    def audience(self, match: str) -> tuple[frozenset[Seat], int, int]:
        """The seats whose players are present, and the published numbers of spectators and of hosts."""
        present = self._present_here(match)
        if match in self._elsewhere:
            present = present.union(self._elsewhere[match])
        return present, *self._onlookers.get(match, NOBODY)

    def present(self, match: str) -> frozenset[Seat]:
        """The seats whose players are present."""
        return self.audience(match)[0]

    def changed_at(self, match: str, seat: Seat) -> float:
        """When the player of the seat last came or went. A change that is forgotten counts as later than it
        was, never as earlier."""
        return self._changes.get((match, seat), self._known_since)

    def spectators(self, match: str) -> int:
        """The published number of viewers without a seat, a moment late; without hosts."""
        return self._onlookers.get(match, NOBODY)[0]

    def hosts(self, match: str) -> int:
        """The published number of hosts who look on, a moment late; a host with a seat is a player."""
        return self._onlookers.get(match, NOBODY)[1]

    def lobby(self, info: MatchInfo, seat: Seat | None, session: Session) -> Lobby:
        """The first message before the start of a match."""
        present, spectators, hosts = self.audience(info.id)
        places = [
            PublicSeat(
                seat_info.name,
                seat_info.bot,
                seat_info.bot is not None or seat_info.seat in present,
                awaited=False,
                due=None,
                reserves=None,
                translated=seat_info.translated,
            )
            for seat_info in info.seats
        ]
        announcements = tuple(session.announcements)
        facts = PublicMatch(
            info.status, places, (), announcements, spectators, hosts, setup=_setup_digest(info)
        )
        return Lobby(seat, facts)

    def public_match(self, session: Session) -> PublicMatch:
        """The part of a message that is the same for every viewer of the session. It is computed once for all
        viewers, until anything that it depends on changes."""
        audience = self.audience(session.row.id)
        if isinstance(session, DelayedSession):
            # Coming and going is of the present, and would show when something happens.
            audience = frozenset(range(session.row.seats)), audience[1], 0
        inputs = (session.number, session.epoch, tuple(session.occupants), audience)
        if session.public_match is None or session.public_match[0] != inputs:
            session.public_match = inputs, _public_match(session, *audience)
        public_match: PublicMatch = session.public_match[1]
        return public_match

    # Other processes

    def here(self) -> Mapping[Chair, float]:
        """The seats whose players are at this process, and since when."""
        return self._here

    def set_elsewhere(self, process: str, chair: Chair, is_there: bool, at: float) -> None:
        """Note that the player of a seat has come to another process, or gone from it."""
        match, seat = chair
        was_present = seat in self.present(match)
        processes = self._elsewhere.setdefault(match, {}).setdefault(seat, set())
        if is_there:
            processes.add(process)
        else:
            processes.discard(process)
        if not processes:
            del self._elsewhere[match][seat]
        if not self._elsewhere[match]:
            del self._elsewhere[match]
        self._notify_change(match, seat, was_present, at)

    # Waking

    def subscriptions(self, match: str) -> Collection[Subscription]:
        """All subscriptions to the match."""
        return self._by_match.get(match, ())

    def recheck_match(self, match: str) -> None:
        """Have the access of every subscription to the match checked again, because a seat has another
        player."""
        for subscription in self._by_match.get(match, ()):
            subscription.access_changes += 1

    def notify(self, match: str, viewers: Iterable[Viewer] | None = None) -> None:
        """Wake viewers, all or these, for anything but an entry: a message, or a change of presence."""
        chosen = None if viewers is None else set(viewers)
        for subscription in self._by_match.get(match, ()):
            if chosen is None or subscription.viewer in chosen:
                subscription.wake.set()

    def notify_reader(self, match: str, person: str) -> None:
        """Wake the person's own connections to the match, because the person has read on in a room."""
        for subscription in self._by_match.get(match, ()):
            if subscription.person == person:
                subscription.read_changes += 1
                subscription.wake.set()

    def notify_everybody(self) -> None:
        """Wake all viewers of all matches, for example because the service is about to stop."""
        for subscriptions in self._by_match.values():
            for subscription in subscriptions:
                subscription.wake.set()

    def recheck_person(self, person: str) -> None:
        """Have the access of a person's connections checked again, because the person has signed out or
        closed the account."""
        for subscriptions in self._by_match.values():
            for subscription in subscriptions:
                if subscription.person == person:
                    subscription.access_changes += 1
                    subscription.wake.set()

    # Counting

    def _count_seat(self, match: str, seat: Seat | None) -> None:
        if seat is not None:
            self._seats.setdefault(match, Counter())[seat] += 1

    def _uncount_seat(self, match: str, seat: Seat | None) -> None:
        if seat is None:
            return
        counts = self._seats[match]
        counts[seat] -= 1
        if not counts[seat]:
            del counts[seat]
        if not counts:
            del self._seats[match]

    def _start_lingering(self, match: str, seat: Seat) -> None:
        timers = self._lingering.setdefault(match, {})
        if seat in timers:
            timers[seat].cancel()
        timers[seat] = asyncio.get_running_loop().call_later(LINGERING, self._end_lingering, match, seat)

    def _end_lingering(self, match: str, seat: Seat) -> None:
        timers = self._lingering[match]
        del timers[seat]
        if not timers:
            del self._lingering[match]
        self._notify_change(match, seat, True)

    def _present_here(self, match: str) -> frozenset[Seat]:
        present = frozenset(self._seats.get(match, ()))
        return present.union(self._lingering[match]) if match in self._lingering else present

    def _notify_change(
        self, match: str, seat: Seat | None, was_present: bool, at: float | None = None
    ) -> None:
        """Wake the viewers if the seat's player has come or gone: `at` that moment, or else now."""
        if seat is None:
            self._schedule_count(match)
            return
        came_here = at is None
        at = self.now() if at is None else at
        self._note_here((match, seat), at)
        if (seat in self.present(match)) != was_present:
            if came_here and not was_present and self.on_arrival is not None:
                self.on_arrival(match, seat)
            self._changes[match, seat] = at
            self._changes.move_to_end((match, seat))
            if len(self._changes) > MOST_CHANGES:
                self._known_since = self._changes.popitem(last=False)[1]
            self.notify(match)

    def _note_here(self, chair: Chair, at: float) -> None:
        """Tell `on_change` whether the seat's player is at this process, if that is new."""
        match, seat = chair
        is_here = seat in self._present_here(match)
        if is_here == (chair in self._here):
            return
        if is_here:
            self._here[chair] = at
        else:
            del self._here[chair]
        if self.on_change is not None:
            self.on_change(chair, is_here, at)

    def _schedule_count(self, match: str) -> None:
        """Publish the number of onlookers in a moment: once, even if many come and go until then."""
        if match not in self._counting:
            self._counting.add(match)
            asyncio.get_running_loop().call_later(COUNTING, self._publish_count, match)

    def _publish_count(self, match: str) -> None:
        self._counting.discard(match)
        subscriptions = [
            subscription for subscription in self._by_match.get(match, ()) if subscription.seat is None
        ]
        # A host has one connection from the desk and one from the match page, so hosts are counted by person.
        # Other people may share a session or have none, so they are counted by connection.
        hosts = len({subscription.person for subscription in subscriptions if subscription.hosts})
        onlookers = sum(not subscription.hosts for subscription in subscriptions), hosts
        if onlookers == self._onlookers.get(match, NOBODY):
            return
        if onlookers == NOBODY:
            del self._onlookers[match]
        else:
            self._onlookers[match] = onlookers
        self.notify(match)


def _public_match(session: Session, present: frozenset[Seat], spectators: int, hosts: int) -> PublicMatch:
    match, times = session.match, session.times
    awaited: frozenset[Seat] = match.to_act if session.status == "running" else frozenset()
    has_deadlines = times is not None and not isinstance(times.clock, NoClock)
    names = session.display_names()
    places = [
        PublicSeat(
            names[seat].name,
            occupant.bot,
            occupant.bot is not None or seat in present,
            seat in awaited,
            times.due(seat) if times is not None and has_deadlines else None,
            times.usable(seat) if times is not None else None,
            names[seat].translated,
        )
        for seat, occupant in enumerate(session.occupants)
    ]
    return PublicMatch(
        session.status,
        places,
        tuple(sorted(session.resigned)) if session.resigned else (),
        tuple(session.announcements),
        spectators,
        hosts,
        match.outcome,
        open_proposals(session) if session.proposals else (),
        session.stopped,
    )


def _setup_digest(info: MatchInfo) -> str:
    """A digest of what is played, the same for every viewer: `info` has no secret options."""
    agreed = [seat.assistance for seat in info.seats]
    facts = msgspec.json.encode((info.options, info.clock, info.terms, info.handed_in, agreed))
    return hashlib.sha256(facts).hexdigest()[:16]
