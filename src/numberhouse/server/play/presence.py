"""Who is looking at what, now.

What happens is written to viewers who are up to date (`accept.py`); all others are woken and fetch it, so
nothing is queued for anybody. A slow reader is behind by as much as it is slow and holds up nobody. Presence
changes in the same moment in which viewers are woken for it: otherwise another wake-up would bring it along,
and tell when somebody does something in secret."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Final

from numberhouse.contract.game import Seat
from numberhouse.protocol.play import Position, Viewer
from numberhouse.server.base.refusals import Refused

__all__ = ["Feed", "Presence", "Subscription"]

LINGERING: Final = 40.0
"""Seconds for which somebody who asks again and again counts as present after each time."""

COUNTING: Final = 1.0
"""Seconds between two changes of the number of spectators that is told."""


NOBODY = (0, 0)


class Feed:
    """What one live connection has been sent of a match, and the way to send more at once."""

    __slots__ = ("epoch", "number", "position", "ready", "wakes", "write")

    def __init__(self, epoch: int, number: int, write: Callable[[bytes], bool]) -> None:
        self.epoch, self.number = epoch, number
        """Of the last item the client has; an epoch of -1 if it has nothing."""
        self.position: Position | None = None
        """The last one sent."""
        self.write = write
        """Sends a message unless the reader is slow; whether it was sent."""
        self.ready = False
        """Whether nothing else is being sent, so that a message may be written at once and in order."""
        self.wakes = False
        """Whether the client is sent more than updates: messages of its rooms, or descriptions."""


class Subscription:
    """One connection, or one request that waits."""

    __slots__ = (
        "access_changes",
        "address",
        "feed",
        "hosts",
        "match",
        "person",
        "seat",
        "settled",
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
    ) -> None:
        self.match = match
        self.viewer = viewer
        """Whose stream it reads."""
        self.seat = seat
        """Whose presence it is; None for spectators and hosts."""
        self.person = person
        """Id; None for somebody without a session."""
        self.address = address
        self.hosts = hosts
        """Whether it is a host's, who looks on."""
        self.wake = asyncio.Event()
        self.feed: Feed | None = None
        """Of a live connection; None for a request that waits."""
        self.access_changes = self.settled = 0

    @property
    def access_stale(self) -> bool:
        """Whether the right to look has to be looked up again before anything else."""
        return self.access_changes != self.settled

    @property
    def whose(self) -> str:
        """What is counted together against floods."""
        return f"person {self.person}" if self.person is not None else f"address {self.address}"


class Presence:
    """All connections of this process."""

    def __init__(self, each: int = 50, an_address: int = 500) -> None:
        self.each = each
        """Connections that one person may have."""
        self.an_address = an_address
        """Connections that all those without a session may have from one address."""
        self._by_match: dict[str, set[Subscription]] = {}
        self._seats: dict[str, Counter[Seat]] = {}
        """By match, how many connections each seat's player has."""
        self._counts: Counter[str] = Counter()
        self._lingering: dict[str, dict[Seat, asyncio.TimerHandle]] = {}
        self._onlookers: dict[str, tuple[int, int]] = {}
        """By match, how many spectators and hosts look on, as it is told."""
        self._counting: set[str] = set()

    def __len__(self) -> int:
        return sum(map(len, self._by_match.values()))

    # Coming and going

    def come(self, subscription: Subscription) -> None:
        """Somebody looks at a match; those who do already are told. Raises `Refused` for too many."""
        most = self.an_address if subscription.person is None else self.each
        if self._counts[subscription.whose] >= most:
            raise Refused(
                429,
                "too-many-connections",
                f"{most} connections are open already; close one before the next",
                most=most,
            )
        self._counts[subscription.whose] += 1
        was_there = subscription.seat in self.present(subscription.match)
        self._by_match.setdefault(subscription.match, set()).add(subscription)
        self._sit(subscription.match, subscription.seat)
        self._tell(subscription.match, subscription.seat, was_there)

    def go(self, subscription: Subscription, *, lingers: bool = False) -> None:
        """Somebody looks no longer; who `lingers` is expected to ask again soon."""
        there = self._by_match.get(subscription.match, set())
        if subscription not in there:
            return
        there.discard(subscription)
        if not there:
            self._by_match.pop(subscription.match)
        self._stand(subscription.match, subscription.seat)
        self._counts[subscription.whose] -= 1
        if not self._counts[subscription.whose]:
            del self._counts[subscription.whose]
        if lingers and subscription.seat is not None:
            self._linger(subscription.match, subscription.seat)
        self._tell(subscription.match, subscription.seat, True)

    def change(self, subscription: Subscription, viewer: Viewer, seat: Seat | None) -> None:
        """Somebody who looks has got a seat, or another one, or none."""
        old, subscription.viewer = subscription.seat, viewer
        if old == seat:
            return
        was_there = seat in self.present(subscription.match)
        subscription.seat = seat
        self._stand(subscription.match, old)
        self._sit(subscription.match, seat)
        self._tell(subscription.match, old, True)
        self._tell(subscription.match, seat, was_there)

    def audience(self, match: str) -> tuple[frozenset[Seat], int, int]:
        """The seats whose players are looking, and the numbers of spectators and of hosts who look on."""
        present = frozenset(self._seats.get(match, ()))
        if match in self._lingering:
            present = present.union(self._lingering[match])
        return present, *self._onlookers.get(match, NOBODY)

    def present(self, match: str) -> frozenset[Seat]:
        """The seats whose players are looking."""
        return self.audience(match)[0]

    def spectators(self, match: str) -> int:
        """How many look on without a seat, as it is told: a moment late. Hosts aren't among them."""
        return self._onlookers.get(match, NOBODY)[0]

    def hosts(self, match: str) -> int:
        """How many hosts look on, likewise; one who has a seat is a player."""
        return self._onlookers.get(match, NOBODY)[1]

    # Waking

    def subscriptions(self, match: str) -> Collection[Subscription]:
        """All that look at the match."""
        return self._by_match.get(match, ())

    def check_again(self, match: str) -> None:
        """A seat has another player now: everybody must prove anew who they are in the match."""
        for subscription in self._by_match.get(match, ()):
            subscription.access_changes += 1

    def notify(self, match: str, viewers: Iterable[Viewer] | None = None) -> None:
        """Something else than an entry has happened at the match: a message, somebody who came or went."""
        chosen = None if viewers is None else set(viewers)
        for subscription in self._by_match.get(match, ()):
            if chosen is None or subscription.viewer in chosen:
                subscription.wake.set()

    def notify_everybody(self) -> None:
        """All of them, to see that the service is about to stop."""
        for there in self._by_match.values():
            for subscription in there:
                subscription.wake.set()

    def doubt(self, person: str) -> None:
        """Somebody has signed out, or has gone: all of their connections must prove who they are."""
        for there in self._by_match.values():
            for subscription in there:
                if subscription.person == person:
                    subscription.access_changes += 1
                    subscription.wake.set()

    # Below

    def _sit(self, match: str, seat: Seat | None) -> None:
        if seat is not None:
            self._seats.setdefault(match, Counter())[seat] += 1

    def _stand(self, match: str, seat: Seat | None) -> None:
        if seat is None:
            return
        there = self._seats[match]
        there[seat] -= 1
        if not there[seat]:
            del there[seat]
        if not there:
            del self._seats[match]

    def _linger(self, match: str, seat: Seat) -> None:
        there = self._lingering.setdefault(match, {})
        if seat in there:
            there[seat].cancel()
        there[seat] = asyncio.get_running_loop().call_later(LINGERING, self._left, match, seat)

    def _left(self, match: str, seat: Seat) -> None:
        there = self._lingering[match]
        del there[seat]
        if not there:
            del self._lingering[match]
        self._tell(match, seat, True)

    def _tell(self, match: str, seat: Seat | None, was_there: bool) -> None:
        if seat is None:
            self._count(match)
        elif (seat in self.present(match)) != was_there:
            self.notify(match)

    def _count(self, match: str) -> None:
        """Tell how many spectators there are: once, where many come and go."""
        if match not in self._counting:
            self._counting.add(match)
            asyncio.get_running_loop().call_later(COUNTING, self._counted, match)

    def _counted(self, match: str) -> None:
        self._counting.discard(match)
        looking_on = [one for one in self._by_match.get(match, ()) if one.seat is None]
        # A host looks on from the desk and from the match page at once; others may share a session or none.
        hosts = len({one.person for one in looking_on if one.hosts})
        there = sum(not one.hosts for one in looking_on), hosts
        if there == self._onlookers.get(match, NOBODY):
            return
        if there == NOBODY:
            del self._onlookers[match]
        else:
            self._onlookers[match] = there
        self.notify(match)
