"""Permissions: one table decides which role may do what with a match.

The view of a seat is the game's own; docs/service/security.md lists which file decides what.

A cell names the statuses in which a role has a permission: `d`raft, `o`pen, `r`unning, `p`aused, `f`inished,
`a`bandoned; `*` is all of them and `-` none. A person with several roles may do what any of them may, except
that a host who also plays (`playing host`) or has played (`former playing host`) sees no secrets before the
end and has no power over other seats, and that an administrator who plays is none until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo, Role
from numberhouse.protocol.terms import Status
from numberhouse.server.base.refusals import Refused, choice_of
from numberhouse.words import seat_number

__all__ = [
    "NEEDS_CONSENT",
    "PERMISSIONS",
    "READING",
    "ROLES",
    "TABLE",
    "Permission",
    "check",
    "check_seat",
    "is_playing_host",
    "may",
]


Permission: TypeAlias = Literal[
    "see",  # that the match exists, its players, status, clocks and terms
    "watch",  # the spectators' view and stream
    "play",  # a seat's own view, stream and actions
    "take advice",  # on the drafts of one's seat, where assistance is on
    "resign",
    "join",  # take a free seat
    "leave",  # give the seat back before the start
    "talk",  # write where `rooms` lets one
    "set up",  # options, secrets, terms, seats, bots
    "invite",
    "appoint",  # add and remove hosts
    "open",
    "start",
    "delete",
    "oversee",  # the desk: which seats are awaited, which have submitted, and their deadlines
    "announce",
    "run",  # pause, resume, extend, expire, resign for a seat, replace a seat
    "amend",
    "rule",  # decide questions that the rules leave to the host
    "stop",
    "propose",  # ask the seats for their consent to what a host who plays can't do alone
    "consent",  # answer such a proposal
    "release",  # to spectators, without delay
    "see everything",  # all secrets, all rooms
    "export",  # the public transcript
    "export everything",
    "copy",
    "rematch",  # play the same again with the same people
]

ROLES: Final = get_args(Role)
PERMISSIONS: Final = get_args(Permission)

READING: Final[frozenset[Permission]] = frozenset(
    {"see", "watch", "oversee", "see everything", "export", "export everything"}
)
"""Permissions that change nothing: their use by an administrator is logged once, not for every request."""

TABLE: Final[Mapping[str, str]] = {
    #                    admin  host   playing played  seat    invited offered spectator stranger
    "see":               "*      *      *       *       *       *       dorp    *         -",
    "watch":             "rpfa   rpfa   rpfa    rpfa    rpfa    rpfa    rp      rpfa      -",
    "play":              "-      -      rpfa    -       rpfa    -       -       -         -",
    "take advice":       "-      -      rpfa    -       rpfa    -       -       -         -",
    "resign":            "-      -      r       -       r       -       -       -         -",
    "join":              "-      do     -       -       -       do      -       o         -",
    "leave":             "-      -      do      -       do      -       -       -         -",
    "talk":              "-      orpfa  orpfa   -       orpfa   -       -       -         -",
    "set up":            "do     do     do      do      -       -       -       -         -",
    "invite":            "do     dorp   do      do      -       -       -       -         -",
    "appoint":           "dorp   dorp   do      do      -       -       -       -         -",
    "open":              "d      d      d       d       -       -       -       -         -",
    "start":             "o      o      o       o       -       -       -       -         -",
    "delete":            "dofa   do     do      do      -       -       -       -         -",
    "oversee":           "*      *      *       *       -       -       -       -         -",
    "announce":          "orp    orp    orp     orp     -       -       -       -         -",
    "run":               "orp    orp    -       -       -       -       -       -         -",
    "amend":             "-      rpf    -       -       -       -       -       -         -",
    "rule":              "-      rpf    -       -       -       -       -       -         -",
    "stop":              "orp    orp    o       o       -       -       -       -         -",
    "propose":           "-      -      rpf     rpf     -       -       -       -         -",
    "consent":           "-      -      rpf     rpf     rpf     -       -       -         -",
    "release":           "rp     rp     -       -       -       -       -       -         -",
    "see everything":    "fa     *      fa      fa      fa      fa      -       fa        -",
    "export":            "rpfa   rpfa   rpfa    rpfa    rpfa    rpfa    rp      rpfa      -",
    "export everything": "fa     *      fa      fa      fa      fa      -       fa        -",
    "copy":              "*      *      *       *       -       -       -       -         -",
    "rematch":           "-      -      fa      -       fa      -       -       -         -",
}  # fmt: skip

NEEDS_CONSENT: Final[frozenset[Permission]] = frozenset({"run", "stop", "amend", "invite"})
"""What a host who plays may propose where the host may not do it alone."""

LETTER: Final[Mapping[Status, str]] = {
    "draft": "d",
    "open": "o",
    "running": "r",
    "paused": "p",
    "finished": "f",
    "abandoned": "a",
}


def may(roles: Iterable[Role], permission: Permission, status: Status) -> bool:
    """Whether a person with these roles has the permission while the match has this status."""
    effective = set(roles)
    if "host" in effective and "seat" in effective:
        effective = (effective - {"host"}) | {"playing host"}
    if status not in ("finished", "abandoned") and effective & {
        "seat",
        "playing host",
        "former playing host",
    }:
        effective -= {"administrator", "host"}
    cells = dict(zip(ROLES, TABLE[permission].split(), strict=True))
    return any(cells[role] == "*" or LETTER[status] in cells[role] for role in effective)


def check(info: MatchInfo, permission: Permission) -> None:
    """Raise `Refused` for a person who may know of the match, but doesn't have this permission now."""
    if not may(info.roles, permission, info.status):
        if permission in NEEDS_CONSENT and may(info.roles, "propose", info.status):
            raise Refused(
                403,
                "needs-consent",
                f"{permission}: a host who plays doesn't do this alone; propose it to the seats "
                f"(POST /api/matches/{info.id}/proposals), or ask a host who doesn't play",
                permission=permission,
                match_status=info.status,
            )
        raise Refused(
            403,
            "not-allowed",
            f"{permission}: not allowed to {' and '.join(info.roles)} of a match that is {info.status}",
            permission=permission,
            match_status=info.status,
        )


def is_playing_host(info: MatchInfo) -> bool:
    """Whether the person hosts the match and plays it, or has played it."""
    return "former playing host" in info.roles or ("host" in info.roles and info.seat is not None)


def check_seat(info: MatchInfo, seat: Seat) -> None:
    """Raise `Refused` for a seat that the match doesn't have."""
    if not 0 <= seat < len(info.seats):
        raise Refused(
            404, "no-seat", f"there is no seat {seat_number(seat)}; {choice_of(1, len(info.seats))}"
        )
