"""A typed client of the service: matches drafted, joined and played from a program.

    with Client("https://play.example.org", token="…") as house:
        match = house.play("mixmath").id
        for current in house.live(match):
            ...

Requests and responses are the structs of the service itself; `/api/schema/openapi.json` describes them for
other languages.
"""

from __future__ import annotations

from numberhouse.client.contributions import Contribution, SeedCheck, check_seed
from numberhouse.client.errors import ClientError
from numberhouse.client.house import Client
from numberhouse.client.link import Link
from numberhouse.client.live import MatchView
from numberhouse.client.player import Player, Unplayable

__all__ = [
    "Client",
    "ClientError",
    "Contribution",
    "Link",
    "MatchView",
    "Player",
    "SeedCheck",
    "Unplayable",
    "check_seed",
]
