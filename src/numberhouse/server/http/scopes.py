"""The scope of every route: what a token must have to open it.

One table for all routes of the API, so that a reader sees at a glance what a program can do in a person's
name. A route that isn't in it opens to no token, and the tests fail until it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, cast

from litestar.connection import ASGIConnection

from numberhouse.protocol.people import Person, Scope
from numberhouse.server.base.refusals import Refused

__all__ = ["SCOPE_OF_ROUTE", "RouteScope", "check_route", "check_scope", "route_of"]

RouteScope: TypeAlias = Scope | Literal["open", "session"]
"""`open`: everybody may ask, and the answer tells nothing that needs a person. `session`: no token opens it,
because the account itself must stay with its owner."""

TABLE: Final = """
open     GET     /api/games
open     GET     /api/games/{game}
open     GET     /api/games/{game}/action
open     GET     /api/games/{game}/rules
open     GET     /api/me
open     GET     /api/schema
open     GET     /api/schema/openapi.json
open     GET     /api/schema/{path}

session  GET     /api/admin/audit
session  GET     /api/admin/reports
session  POST    /api/admin/reports/{report}
session  GET     /api/forgot-password
session  POST    /api/forgot-password
session  POST    /api/guest
session  POST    /api/me/addresses
session  DELETE  /api/me/addresses/{address}
session  GET     /api/me/blocks
session  PUT     /api/me/blocks
session  DELETE  /api/me/blocks/{block}
session  POST    /api/me/confirm
session  POST    /api/me/delete
session  POST    /api/me/export
session  GET     /api/me/mail
session  PUT     /api/me/mail
session  POST    /api/me/mail/confirm
session  POST    /api/me/mail/remove
session  GET     /api/me/mutes
session  PUT     /api/me/mutes
session  DELETE  /api/me/mutes/{mute}
session  PUT     /api/me/name
session  PUT     /api/me/password
session  PUT     /api/me/preferences
session  GET     /api/me/sign-ins
session  DELETE  /api/me/sign-ins/{sign_in}
session  GET     /api/me/tokens
session  POST    /api/me/tokens
session  DELETE  /api/me/tokens/{token}
session  POST    /api/register
session  POST    /api/reset-password
session  POST    /api/sign-in
session  POST    /api/sign-out
session  POST    /api/sign-out-everywhere

read     GET     /api/matches
read     GET     /api/matches/{match}
read     GET     /api/matches/{match}/evaluations
read     GET     /api/matches/{match}/farewell
read     GET     /api/matches/{match}/legal
read     SOCKET  /api/matches/{match}/live
read     GET     /api/matches/{match}/messages
read     GET     /api/matches/{match}/notes
read     GET     /api/matches/{match}/promises
read     GET     /api/matches/{match}/proposals
read     GET     /api/matches/{match}/record
read     GET     /api/matches/{match}/review
read     GET     /api/matches/{match}/review/text
read     POST    /api/matches/{match}/review/what-if
read     GET     /api/matches/{match}/rooms
read     GET     /api/matches/{match}/state
read     GET     /api/matches/{match}/text
read     GET     /api/matches/{match}/transcript
read     GET     /api/matches/{match}/updates
read     GET     /api/matches/{match}/view
read     GET     /api/matches/{match}/win-probabilities
read     GET     /api/me/offers
read     GET     /api/me/opponents
read     GET     /api/me/preferences
read     GET     /api/me/statistics
read     GET     /api/me/turns
read     GET     /api/members/{name}
read     GET     /api/members/{name}/matches
read     GET     /api/practice
read     GET     /api/practice/attempts
read     GET     /api/practice/attempts/{attempt}
read     GET     /api/reports
read     POST    /api/review
read     POST    /api/review/evaluations
read     POST    /api/review/farewell
read     POST    /api/review/text
read     POST    /api/review/what-if
read     POST    /api/review/win-probabilities

play     POST    /api/code
play     POST    /api/invitation/accept
play     POST    /api/invitation/preview
play     POST    /api/matches/{match}/act
play     POST    /api/matches/{match}/advise
play     POST    /api/matches/{match}/assistance
play     PUT     /api/matches/{match}/contribution
play     POST    /api/matches/{match}/join
play     POST    /api/matches/{match}/leave
play     POST    /api/matches/{match}/messages
play     PUT     /api/matches/{match}/messages
play     DELETE  /api/matches/{match}/messages
play     PUT     /api/matches/{match}/notes
play     POST    /api/matches/{match}/promises
play     PUT     /api/matches/{match}/promises
play     DELETE  /api/matches/{match}/promises
play     POST    /api/matches/{match}/proposals/{number}/consent
play     POST    /api/matches/{match}/claim
play     PUT     /api/matches/{match}/reactions
play     PUT     /api/matches/{match}/read-marks
play     POST    /api/matches/{match}/rematch
play     POST    /api/matches/{match}/resign
play     POST    /api/matches/{match}/review/play-on
play     POST    /api/me/offers/{offer}/accept
play     POST    /api/me/offers/{offer}/decline
play     POST    /api/play
play     POST    /api/practice/{game}/{drill}
play     POST    /api/practice/attempts/{attempt}/act
play     POST    /api/practice/attempts/{attempt}/give-up
play     POST    /api/practice/attempts/{attempt}/retract
play     POST    /api/reports
play     POST    /api/review/play-on

host     POST    /api/matches
host     PUT     /api/matches/{match}
host     DELETE  /api/matches/{match}
host     POST    /api/matches/{match}/code
host     DELETE  /api/matches/{match}/code
host     POST    /api/matches/{match}/copy
host     GET     /api/matches/{match}/desk
host     POST    /api/matches/{match}/desk/amendments
host     POST    /api/matches/{match}/desk/amendments/preview
host     POST    /api/matches/{match}/desk/announcements
host     GET     /api/matches/{match}/desk/announcements/draft
host     POST    /api/matches/{match}/desk/announcements/pieces
host     POST    /api/matches/{match}/desk/extend
host     POST    /api/matches/{match}/desk/pause
host     POST    /api/matches/{match}/desk/release
host     POST    /api/matches/{match}/desk/resume
host     GET     /api/matches/{match}/desk/rulings
host     POST    /api/matches/{match}/desk/rulings
host     POST    /api/matches/{match}/desk/rulings/preview
host     PUT     /api/matches/{match}/desk/schedule
host     POST    /api/matches/{match}/desk/seats/{seat}/expire
host     POST    /api/matches/{match}/desk/seats/{seat}/replace
host     POST    /api/matches/{match}/desk/seats/{seat}/resign
host     GET     /api/matches/{match}/desk/secrets
host     PUT     /api/matches/{match}/desk/secrets
host     POST    /api/matches/{match}/desk/stop
host     POST    /api/matches/{match}/hosts
host     DELETE  /api/matches/{match}/hosts
host     GET     /api/matches/{match}/invitations
host     POST    /api/matches/{match}/invitations
host     DELETE  /api/matches/{match}/invitations
host     DELETE  /api/matches/{match}/invitations/{invitation}
host     GET     /api/matches/{match}/offers
host     DELETE  /api/matches/{match}/offers/{offer}
host     POST    /api/matches/{match}/open
host     POST    /api/matches/{match}/proposals
host     PUT     /api/matches/{match}/seats
host     PUT     /api/matches/{match}/seats/{seat}
host     POST    /api/matches/{match}/start
host     POST    /api/schedule
"""

SCOPE_OF_ROUTE: Final[Mapping[str, RouteScope]] = {
    f"{method} {path}": cast(RouteScope, scope)
    for scope, method, path in (line.split() for line in TABLE.splitlines() if line)
}
"""By method and path; `SOCKET` is the method of live connections."""


def check_route(connection: ASGIConnection[Any, Any, Any, Any], person: Person) -> None:
    """Raise `Refused` if the token of this request doesn't open its route."""
    scope = SCOPE_OF_ROUTE.get(route_of(connection), "session")
    if scope == "session":
        raise Refused(403, "session-only", "a token doesn't open this; sign in with the name and password")
    if scope != "open":
        check_scope(person.scopes, scope)


def check_scope(scopes: tuple[Scope, ...] | None, needed: Scope) -> None:
    """Raise `Refused` if a token with these scopes lacks the needed one; a session (None) has all."""
    if scopes is not None and needed not in scopes:
        raise Refused(
            403,
            "scope",
            f"this needs a token with the scope {needed}; this token has: {', '.join(scopes)}",
            needed=needed,
            scopes=list(scopes),
        )


def route_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The method and the path of the route, as the table writes them."""
    scope: Any = connection.scope
    method = "SOCKET" if scope["type"] == "websocket" else scope["method"]
    return f"{'GET' if method == 'HEAD' else method} {scope.get('path_template', '')}"
