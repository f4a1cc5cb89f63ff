"""The routes: the API under `/api`, the site's files, and the paths for machines that monitor the service."""

from __future__ import annotations

from typing import Any

from numberhouse.server.http.pages.static_files import SITE
from numberhouse.server.http.routes.accounts.administration import AdministrationRoutes
from numberhouse.server.http.routes.accounts.moderation import ModerationRoutes, ReportAdministrationRoutes
from numberhouse.server.http.routes.accounts.people import PeopleRoutes
from numberhouse.server.http.routes.accounts.statistics import StatisticsRoutes
from numberhouse.server.http.routes.games import GameRoutes, QuickRoutes
from numberhouse.server.http.routes.health import HEALTH
from numberhouse.server.http.routes.hosting.desk import DeskRoutes, ScheduleRoutes
from numberhouse.server.http.routes.hosting.proposals import ProposalRoutes
from numberhouse.server.http.routes.hosting.rulings import RulingRoutes
from numberhouse.server.http.routes.play.advice import AdviceRoutes
from numberhouse.server.http.routes.play.live import live
from numberhouse.server.http.routes.play.play import PlayRoutes
from numberhouse.server.http.routes.play.rooms import RoomRoutes
from numberhouse.server.http.routes.practice import PracticeRoutes
from numberhouse.server.http.routes.reviews import RecordRoutes, ReviewRoutes
from numberhouse.server.http.routes.security_txt import security_txt
from numberhouse.server.http.routes.tables.codes import CodeRoutes, MatchCodeRoutes
from numberhouse.server.http.routes.tables.matches import InvitationRoutes, MatchRoutes
from numberhouse.server.http.routes.tables.offers import MatchOfferRoutes, OfferRoutes
from numberhouse.server.http.routes.tables.turns import TurnRoutes

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
