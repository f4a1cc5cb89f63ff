"""Fair play: the condition under which the service may help a seat.

Assistance is on if every seat has agreed before the start; the options then say so too. While it is off,
nobody at a running match gets a list of legal actions, an inference, a look-up or a solver, through any
interface. Every route that helps calls `check_assistance`; after the end everything is open.
"""

from __future__ import annotations

from numberhouse.protocol.matches import MatchInfo
from numberhouse.server.base.refusals import Refused

__all__ = ["assisted", "check_assistance"]


def assisted(info: MatchInfo) -> bool:
    """Whether every seat has agreed to assistance. A player who takes over a seat is bound by its
    agreement."""
    return all(chair.assistance for chair in info.seats)


def check_assistance(info: MatchInfo) -> None:
    """Raises `Refused` if the seats of the match may get no help now."""
    if info.status in ("finished", "abandoned") or assisted(info):
        return
    raise Refused(
        403,
        "assistance-off",
        "assistance is off in this match: it is on only where every seat agrees before the start; "
        "everything is open after the end",
        seats=[chair.seat for chair in info.seats if not chair.assistance],
    )
