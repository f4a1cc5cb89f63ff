"""Permissions: one table decides which role may do what with a match.

The view of a seat is the game's own; docs/service/security.md lists which file decides what.

A cell names the statuses in which a role has a permission: `d`raft, `o`pen, `r`unning, `p`aused, `f`inished,
`a`bandoned; `*` is all of them and `-` none. A person with several roles may do what any of them may, except
that a host who also plays (`playing host`) sees no secrets before the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

from numberhouse.contract.game import Seat
from numberhouse.protocol.matches import MatchInfo, Role
from numberhouse.protocol.terms import Status
from numberhouse.server.base.refusals import Refused

__all__ = ["PERMISSIONS", "ROLES", "TABLE", "Permission", "check", "check_seat", "may"]


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
    "run",  # pause, resume, extend, announce, expire, replace a seat
    "amend",
    "rule",  # decide questions that the rules leave to the host
    "stop",
    "release",  # to spectators, without delay
    "see everything",  # all secrets, all rooms
    "export",  # the public transcript
    "export everything",
    "copy",
    "rematch",  # play the same again with the same people
]

ROLES: Final = get_args(Role)
PERMISSIONS: Final = get_args(Permission)

TABLE: Final[Mapping[str, str]] = {
    #                    admin  host   playing seat   invited spectator stranger
    "see":               "*      *      *       *      *       *         -",
    "watch":             "rpfa   rpfa   rpfa    rpfa   rpfa    rpfa      -",
    "play":              "-      -      rpfa    rpfa   -       -         -",
    "take advice":       "-      -      rpfa    rpfa   -       -         -",
    "resign":            "-      -      r       r      -       -         -",
    "join":              "-      do     -       -      do      o         -",
    "leave":             "-      -      do      do     -       -         -",
    "talk":              "-      orpfa  orpfa   orpfa  -       -         -",
    "set up":            "do     do     do      -      -       -         -",
    "invite":            "do     dorp   dorp    -      -       -         -",
    "appoint":           "dorp   dorp   do      -      -       -         -",
    "open":              "d      d      d       -      -       -         -",
    "start":             "o      o      o       -      -       -         -",
    "delete":            "dofa   do     do      -      -       -         -",
    "oversee":           "*      *      *       -      -       -         -",
    "run":               "orp    orp    orp     -      -       -         -",
    "amend":             "-      rpf    f       -      -       -         -",
    "rule":              "-      rpf    -       -      -       -         -",
    "stop":              "orp    orp    orp     -      -       -         -",
    "release":           "rp     rp     -       -      -       -         -",
    "see everything":    "fa     *      dofa    fa     fa      fa        -",
    "export":            "rpfa   rpfa   rpfa    rpfa   rpfa    rpfa      -",
    "export everything": "fa     *      fa      fa     fa      fa        -",
    "copy":              "*      *      *       -      -       -         -",
    "rematch":           "-      -      fa      fa     -       -         -",
}  # fmt: skip

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
    cells = dict(zip(ROLES, TABLE[permission].split(), strict=True))
    return any(cells[role] == "*" or LETTER[status] in cells[role] for role in effective)


def check(info: MatchInfo, permission: Permission) -> None:
    """Raise `Refused` for a person who may know of the match, but doesn't have this permission now."""
    if not may(info.roles, permission, info.status):
        raise Refused(
            403,
            "not-allowed",
            f"{permission}: not allowed to {' and '.join(info.roles)} of a match that is {info.status}",
            permission=permission,
            match_status=info.status,
        )


def check_seat(info: MatchInfo, seat: Seat) -> None:
    """Raise `Refused` for a seat that the match doesn't have."""
    if not 0 <= seat < len(info.seats):
        raise Refused(404, "no-seat", f"there is no seat {seat}; there are 0 to {len(info.seats) - 1}")
