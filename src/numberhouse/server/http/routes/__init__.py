"""The routes: the API under `/api`, the site's files, and the paths for machines that monitor the service."""

from __future__ import annotations

from typing import Any

from numberhouse.server.http.routes.administration import AdministrationRoutes
from numberhouse.server.http.routes.advice import AdviceRoutes
from numberhouse.server.http.routes.codes import CodeRoutes, MatchCodeRoutes
from numberhouse.server.http.routes.desk import DeskRoutes, ScheduleRoutes
from numberhouse.server.http.routes.games import GameRoutes, QuickRoutes
from numberhouse.server.http.routes.health import HEALTH
from numberhouse.server.http.routes.live import live
from numberhouse.server.http.routes.matches import InvitationRoutes, MatchRoutes
from numberhouse.server.http.routes.moderation import ModerationRoutes, ReportAdministrationRoutes
from numberhouse.server.http.routes.offers import MatchOfferRoutes, OfferRoutes
from numberhouse.server.http.routes.people import PeopleRoutes
from numberhouse.server.http.routes.play import PlayRoutes
from numberhouse.server.http.routes.practice import PracticeRoutes
from numberhouse.server.http.routes.proposals import ProposalRoutes
from numberhouse.server.http.routes.reviews import RecordRoutes, ReviewRoutes
from numberhouse.server.http.routes.rooms import RoomRoutes
from numberhouse.server.http.routes.rulings import RulingRoutes
from numberhouse.server.http.routes.security_txt import security_txt
from numberhouse.server.http.routes.statistics import StatisticsRoutes
from numberhouse.server.http.routes.turns import TurnRoutes
from numberhouse.server.http.static_files import SITE

__all__ = ["ROUTES"]

ROUTES: list[Any] = [
    GameRoutes,
    QuickRoutes,
    PeopleRoutes,
    AdministrationRoutes,
    ModerationRoutes,
    ReportAdministrationRoutes,
    TurnRoutes,
    StatisticsRoutes,
    MatchRoutes,
    InvitationRoutes,
    MatchCodeRoutes,
    CodeRoutes,
    MatchOfferRoutes,
    OfferRoutes,
    PlayRoutes,
    AdviceRoutes,
    RoomRoutes,
    ReviewRoutes,
    RecordRoutes,
    PracticeRoutes,
    DeskRoutes,
    RulingRoutes,
    ProposalRoutes,
    ScheduleRoutes,
    live,
    security_txt,
    *HEALTH,
    *SITE,
]
