"""The service's HTTP interface, all of it under `/api`."""

from __future__ import annotations

from typing import Any

from numberhouse.server.routes.games import GameRoutes
from numberhouse.server.routes.live import live
from numberhouse.server.routes.matches import MatchRoutes
from numberhouse.server.routes.people import PeopleRoutes
from numberhouse.server.routes.play import PlayRoutes

__all__ = ["ROUTES"]

ROUTES: list[Any] = [GameRoutes, PeopleRoutes, MatchRoutes, PlayRoutes, live]
