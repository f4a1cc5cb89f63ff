"""How much one account or one address may ask of the service: token buckets, and things held at once.

Every bucket is full to begin with and fills up steadily; what is asked for when it is empty is refused with
the time after which it would be accepted. Buckets that nobody has used for longest are forgotten first, so
that however many addresses ask, the memory is bounded.
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
    "people",  # guests and members made
    "passwords",  # tried, by address
    "sign-ins",  # passwords tried, by name and address
    "sign-ins anywhere",  # passwords tried, by name, from all addresses together
    "matches",  # drafted
    "problems",  # of practice, posed
    "exports",  # of everything about a person
    "records",  # brought along and replayed
    "judgements",  # batches of them
    "advice",  # on drafts
]


class Rate(msgspec.Struct, frozen=True):
    """So many at once, and so many more a minute."""

    burst: int
    a_minute: float


class RateLimits:
    """Of one process; several processes allow several times as much."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self.now = now
        self.rates = _rates(settings)
        self._buckets: OrderedDict[tuple[Kind, str], tuple[float, float]] = OrderedDict()
        """What is left, and when that was reckoned; used last at the end."""
        self._held: Counter[tuple[str, str]] = Counter()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, kind: Kind, *whose: str) -> None:
        """One more of this kind, by an account, an address or both. Raises `Refused` when one of them has had
        too many; then none of them has had another."""
        rate = self.rates.get(kind)
        if rate is None:
            return
        now = self.now()
        left = [self._left(kind, one, rate, now) for one in whose]
        lacking = 1 - min(left, default=1)
        if lacking > 0:
            wait = math.ceil(lacking * 60 / rate.a_minute)
            raise Refused(
                429,
                "too-many",
                f"too many {kind}: {rate.burst} at once and {rate.a_minute:g} a minute are possible; "
                f"the next one in {wait} s",
                limit=kind,
                retry_after=wait,
            )
        for one, had in zip(whose, left, strict=True):
            self._buckets[kind, one] = (had - 1, now)
            self._buckets.move_to_end((kind, one))
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    @contextlib.contextmanager
    def holding(self, thing: str, whose: str, most: int) -> Iterator[None]:
        """Something that is had for a while, such as a live connection. Raises `Refused` where somebody has
        `most` of them; 0 is any number."""
        if most and self._held[thing, whose] >= most:
            raise Refused(
                429, "too-many", f"{most} {thing} at once; close one before the next", limit=thing, most=most
            )
        self._held[thing, whose] += 1
        try:
            yield
        finally:
            self._held[thing, whose] -= 1
            if not self._held[thing, whose]:
                del self._held[thing, whose]

    def _left(self, kind: Kind, whose: str, rate: Rate, now: float) -> float:
        left, at = self._buckets.get((kind, whose), (rate.burst, now))
        if now > at:
            left += (now - at) * rate.a_minute / 60
        return min(left, rate.burst)


def network(address: str) -> str:
    """Whose address it is: of IPv6 the first 64 bits, since whoever has one of those has all the rest."""
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
    """Trying passwords and exporting are limited always, by what they cost; the rest as the settings say,
    where 0 is any number."""
    rates: dict[Kind, Rate] = {
        "passwords": Rate(60, 20),
        "sign-ins": Rate(10, 5),
        "sign-ins anywhere": Rate(200, 60),
        "exports": Rate(5, 1),
        "records": Rate(120, 60),
        "judgements": Rate(120, 60),
        "problems": Rate(30, 20),
        "advice": Rate(120, 120),
    }
    if settings.requests_a_minute:
        rates["requests"] = Rate(settings.requests_a_minute, settings.requests_a_minute)
        few = Rate(max(settings.requests_a_minute // 10, 1), settings.requests_a_minute / 40)
        rates |= {"people": few, "matches": few}
    if settings.actions_a_minute:
        rates["actions"] = Rate(settings.actions_a_minute, settings.actions_a_minute)
    return rates
