"""Limits for one account or one address: token buckets for requests, and counters for concurrent operations.

Every bucket begins full and refills steadily. A request that finds it empty is refused with the time after
which it would be accepted. The least recently used buckets are dropped first, so the memory is bounded
however many addresses there are.
"""

from __future__ import annotations

import contextlib
import ipaddress
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from numberhouse.server.base.refusals import Refused
from numberhouse.server.base.settings import Settings

__all__ = ["Kind", "Rate", "RateLimits", "network"]

MOST_BUCKETS: Final = 50_000
"""About 10 MB."""

Kind: TypeAlias = Literal[
    "requests",
    "actions",
    "live messages",  # other than actions: heartbeats, subscriptions, what can't be read
    "people",  # new guests and members
    "passwords",  # attempts, by address
    "sign-ins",  # attempts, by name and address
    "sign-ins anywhere",  # attempts, by name, from all addresses together
    "mails",  # that a request may cause, by address and person
    "names",  # changes of a person's name
    "matches",  # drafts
    "problems",  # posed for practice
    "exports",  # of a person's data
    "records",  # uploaded and replayed
    "evaluations",  # batches of evaluations
    "advice",  # on drafts
    "reports",  # to the operators
    "codes",  # typed, by address
    "asks for a rematch",  # of one match by one person
    "chat changes",  # edits, deletions, reactions, answers, notes and read marks
]


class Rate(msgspec.Struct, frozen=True):
    """The size of a bucket, and the number of tokens that it gains a minute."""

    burst: int
    a_minute: float


class RateLimits:
    """The limits of one process; several processes allow several times as much."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self.now = now
        self.rates = _rates(settings)
        self._buckets: OrderedDict[tuple[Kind, str], tuple[float, float]] = OrderedDict()
        """By kind and owner, the tokens left and when they were counted; the most recently used bucket is
        last."""
        self._operations: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, kind: Kind, *owners: str) -> None:
        """Take a token of this kind from the bucket of an account, of an address or of both. Raises `Refused`
        if one of the buckets is empty; then no token is taken."""
        rate = self.rates.get(kind)
        if rate is None:
            return
        now, fewest, counts = self.now(), float(rate.burst), []
        for owner in owners:
            tokens, at = self._buckets.get((kind, owner), (float(rate.burst), now))
            if now > at:
                tokens = min(tokens + (now - at) * rate.a_minute / 60, rate.burst)
            counts.append(tokens)
            fewest = min(fewest, tokens)
        if fewest < 1:
            wait = math.ceil((1 - fewest) * 60 / rate.a_minute)
            raise Refused(
                429,
                "too-many",
                f"too many {kind}: {rate.burst} at once and {rate.a_minute:g} a minute are possible; "
                f"the next one in {wait} s",
                limit=kind,
                retry_after=wait,
            )
        for owner, tokens in zip(owners, counts, strict=True):
            self._buckets[kind, owner] = (tokens - 1, now)
            self._buckets.move_to_end((kind, owner))
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    @contextlib.contextmanager
    def holding(self, thing: str, owner: str, most: int) -> Iterator[None]:
        """Hold something for a while, such as a live connection. Raises `Refused` if the owner holds `most`
        of them already; 0 is any number."""
        if most and self._operations[thing, owner] >= most:
            raise Refused(
                429, "too-many", f"{most} {thing} at once; close one before the next", limit=thing, most=most
            )
        self._operations[thing, owner] += 1
        try:
            yield
        finally:
            self._operations[thing, owner] -= 1
            if not self._operations[thing, owner]:
                del self._operations[thing, owner]


def network(address: str) -> str:
    """The part of an address that identifies its owner: the first 64 bits of IPv6, because the owner of
    one of them has all the others; otherwise the whole address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:45]
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))


def _rates(settings: Settings) -> dict[Kind, Rate]:
    """The rate of every kind. Expensive operations, such as password attempts and exports, are always
    limited; the other limits come from the settings, where 0 is any number."""
    rates: dict[Kind, Rate] = {
        "passwords": Rate(60, 20),
        "sign-ins": Rate(10, 5),
        "sign-ins anywhere": Rate(200, 60),
        "mails": Rate(5, 0.1),
        "exports": Rate(5, 1),
        "names": Rate(10, 1),
        "records": Rate(120, 60),
        "evaluations": Rate(120, 60),
        "problems": Rate(30, 20),
        "advice": Rate(120, 120),
        "reports": Rate(5, 1),
        "codes": Rate(20, 10),
        "asks for a rematch": Rate(6, 0.2),
        "chat changes": Rate(60, 120),
    }
    if settings.requests_per_minute:
        rates["requests"] = Rate(settings.requests_per_minute, settings.requests_per_minute)
        few = Rate(max(settings.requests_per_minute // 10, 1), settings.requests_per_minute / 40)
        rates |= {"people": few, "matches": few}
    if settings.actions_per_minute:
        rates["actions"] = Rate(settings.actions_per_minute, settings.actions_per_minute)
        rates["live messages"] = rates["actions"]
    return rates
