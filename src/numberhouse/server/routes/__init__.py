"""The service's HTTP interface, under `/api`, and for machines that look after it."""

from __future__ import annotations

from typing import Any

from numberhouse.server.routes.advice import AdviceRoutes
from numberhouse.server.routes.desk import DeskRoutes, ScheduleRoutes
from numberhouse.server.routes.games import GameRoutes, QuickRoutes
from numberhouse.server.routes.health import HEALTH
from numberhouse.server.routes.live import live
from numberhouse.server.routes.matches import InvitationRoutes, MatchRoutes
from numberhouse.server.routes.people import PeopleRoutes
from numberhouse.server.routes.play import PlayRoutes
from numberhouse.server.routes.practice import PracticeRoutes
from numberhouse.server.routes.reviews import RecordRoutes, ReviewRoutes
from numberhouse.server.routes.rooms import RoomRoutes
from numberhouse.server.routes.rulings import RulingRoutes
from numberhouse.server.routes.turns import TurnRoutes
from numberhouse.server.site import SITE

__all__ = ["ROUTES"]

ROUTES: list[Any] = [
    GameRoutes,
    QuickRoutes,
    PeopleRoutes,
    TurnRoutes,
    MatchRoutes,
    InvitationRoutes,
    PlayRoutes,
    AdviceRoutes,
    RoomRoutes,
    ReviewRoutes,
    RecordRoutes,
    PracticeRoutes,
    DeskRoutes,
    RulingRoutes,
    ScheduleRoutes,
    live,
    *HEALTH,
    *SITE,
]
