"""How a service is set up: from a TOML file and the environment, the environment winning.

Every field `name` is the key `name` of the file and the variable `NUMBERHOUSE_NAME`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

__all__ = ["BadSettings", "Settings", "load"]

PREFIX = "NUMBERHOUSE_"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All of it; the defaults serve one community from one process."""

    host: str = "127.0.0.1"
    """The address that is listened on; `0.0.0.0` for all."""
    port: int = 8000
    database: str = "numberhouse.sqlite"
    """The path of a SQLite file, or the URL of a PostgreSQL database: `postgresql://user@host/name`."""
    secret: str = ""
    """What cookies are signed with, at least 32 characters; empty: made at the start and kept beside the
    SQLite file."""
    origin: str = ""
    """The address that people use, such as `https://play.example.org`; empty: whatever they say, which is
    fine where there is no proxy."""
    games: tuple[str, ...] = ()
    """The games that are offered; none: all that are installed."""
    proxies: int = 0
    """Proxies in front of the service whose `X-Forwarded-For` is believed."""
    bots: int = 2
    """Worker processes that bots think in; 0: no bots."""
    bot_seconds: float = 2.0
    """How long a bot may think about one action."""
    migrate: bool = True
    """Whether the start brings an older database up to date; otherwise `numberhouse admin migrate` does."""
    open_matches_each: int = 50
    """How many matches that aren't over one person may host."""
    actions_a_minute: int = 600
    """Per person and address; more are refused for a while."""
    requests_a_minute: int = 1200
    log: Literal["text", "json"] = "text"
    administrators: tuple[str, ...] = ()
    """Names of members."""


class BadSettings(ValueError):  # noqa: N818
    """What is set can't be used; the text says which, why, and what could be."""


def load(path: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings of the file, then of the environment, then those `given`, which win. Raises `BadSettings`."""
    found: dict[str, Any] = {}
    if path is not None:
        try:
            found |= tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadSettings(f"{path} can't be read: {error}") from error
    found |= _of(os.environ if environment is None else environment)
    found |= {name: value for name, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSettings(f"settings: {error}; there are: {', '.join(Settings.__struct_fields__)}") from error
    if settings.secret and len(settings.secret) < 32:
        raise BadSettings("secret: too short; 32 characters or more, best made by a random generator")
    return settings


def _of(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            listed = name in ("games", "administrators")
            found[name] = [part.strip() for part in text.split(",") if part.strip()] if listed else text
    return found
