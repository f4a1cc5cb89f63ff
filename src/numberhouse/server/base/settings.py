"""Settings of the service, from the command line, the environment and a TOML file, in order of precedence.

Every field `name` is the key `name` of the file and the variable `NUMBERHOUSE_NAME`. A list is an array in
the file and separated by commas in a variable.
"""

from __future__ import annotations

import ipaddress
import os
import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec

__all__ = ["PREFIX", "BadSettings", "Settings", "load", "without_password"]

PREFIX = "NUMBERHOUSE_"

Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
PerMinute = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All settings; the defaults serve one community from one process."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` for all."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    """The port to listen on; 0 is any free one."""
    database: str = "numberhouse.sqlite"
    """The path of a SQLite file, or the URL of a PostgreSQL database: `postgresql://user@host/name`."""
    processes: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """Number of processes that serve together, on PostgreSQL."""
    secret: str = ""
    """The secret from which the randomness of bots is derived, 32 characters or more; empty: a new one at
    every start. Sign-in sessions don't need it: their secrets are random and only digests are stored."""
    origin: str = ""
    """The address that people use, such as `https://play.example.org`; empty: the one that the request names,
    which is safe without a proxy."""
    games: tuple[str, ...] = ()
    """The offered games; none: all installed ones."""
    proxies: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """Proxies in front of the service, each of which adds to `X-Forwarded-For`."""
    metrics_networks: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks that may read `/metrics`; none: nobody."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=256)] = 2
    """Number of worker processes for bots; 0: no bots."""
    bot_seconds: Seconds = 2.0
    """Seconds that a bot may think about one action."""
    precompile: bool = True
    """Whether the code that practice, reviews and bots need is compiled in the background after the start, so
    that nobody waits for it later; `numberhouse prepare` does it by hand."""
    migrate: bool = True
    """Whether the start migrates an older database; otherwise `numberhouse admin migrate` does."""
    max_matches_per_host: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """Number of matches that aren't over and that one person may host."""
    max_bots_per_host: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 200
    """Number of bots that may sit at the matches of one host that aren't over; 0 is any number."""
    actions_per_minute: PerMinute = 600
    """Actions per person and address; more are refused for a while."""
    requests_per_minute: PerMinute = 1200
    """Requests per person and address; more are refused for a while."""
    messages_per_minute: PerMinute = 30
    """Messages that one person may write in all rooms together."""
    notification_services: tuple[str, ...] = ("discord", "tgram", "slack", "pover", "pbul")
    """Kinds of Apprise addresses to which people may have notifications sent, among those that always lead to
    one company; none: no notifications. Kinds that lead to any server, such as `mailtos`, need
    `notification_hosts` too."""
    notification_hosts: tuple[str, ...] = ()
    """Servers to which notifications may be sent, where the kind of address lets people choose one."""
    max_connections_per_person: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """Live connections that one person may have."""
    max_connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 500
    """Live connections that all clients without a session may have together from one address."""
    log_format: Literal["text", "json"] = "text"
    """The format of the logs on standard error."""
    administrators: tuple[str, ...] = ()
    """Names whose owners are administrators as soon as they register: register yours first."""


class BadSettings(ValueError):  # noqa: N818
    """A setting can't be used; the text says which one, why, and what would be possible."""


def load(
    path: Path | None = None, environment: Mapping[str, str] | None = None, **overrides: Any
) -> Settings:
    """Load the settings of the file, then of the environment, then the `overrides`; later ones win. Raises
    `BadSettings`."""
    sources = _read_file(path) if path is not None else {}
    sources |= _read_environment(os.environ if environment is None else environment)
    sources |= {name: (f"--{name}", value) for name, value in overrides.items() if value is not None}
    settings = Settings(**{name: _convert(name, *source) for name, source in sources.items()})
    for name, problem in _problems(settings):
        raise BadSettings(f"{sources[name][0]}: {problem}")
    return settings


def without_password(database: str) -> str:
    """The setting `database` with its password replaced, so that it may be shown."""
    return re.sub(r"(://[^/@]*?):[^/]*@", r"\1:…@", re.sub(r"(password=)[^&]*", r"\1…", database))


Sources = dict[str, tuple[str, Any]]
"""By name of a setting, where it was set, and its value."""


def _read_file(path: Path) -> Sources:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path} isn't TOML: {error}") from error
    names = Settings.__struct_fields__
    for name in table:
        if name not in names:
            raise BadSettings(f"{path}: there is no setting {name}; {_nearest(name) or ', '.join(names)}")
    return {name: (f"{name} in {path}", value) for name, value in table.items()}


def _read_environment(environment: Mapping[str, str]) -> Sources:
    sources: Sources = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX):
            continue
        if name in Settings.__struct_fields__:
            parts = [part.strip() for part in text.split(",") if part.strip()]
            is_list = isinstance(Settings.__struct_defaults__[Settings.__struct_fields__.index(name)], tuple)
            sources[name] = (variable, parts if is_list else text)
        elif hint := _nearest(name):  # other programs may have such variables, but this one is a misspelling
            raise BadSettings(f"{variable}: there is no such setting; {hint}")
    return sources


def _nearest(name: str) -> str:
    near = get_close_matches(name, Settings.__struct_fields__, 1, 0.75)
    return f"did you mean {near[0]}?" if near else ""


def _convert(name: str, source: str, value: Any) -> Any:
    kind = get_type_hints(Settings, include_extras=True)[name]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        quoted = "" if name in ("secret", "database") else f" {value!r}:"
        raise BadSettings(f"{source}:{quoted} {str(error)[0].lower()}{str(error)[1:]}") from error


def _problems(settings: Settings) -> list[tuple[str, str]]:
    """The problems that types can't express: name of the setting, and problem."""
    problems = []
    if settings.secret and len(settings.secret) < 32:
        problems.append(("secret", "too short; 32 characters or more, best made by a random generator"))
    if settings.origin and not re.fullmatch(r"https?://[^/\s?#@]+/?", settings.origin):
        problems.append(("origin", f"{settings.origin!r} isn't like https://play.example.org"))
    for network in settings.metrics_networks:
        try:
            ipaddress.ip_network(network)
        except ValueError as error:
            problems.append(("metrics_networks", f"not an address or a network like 10.0.0.0/8: {error}"))
    kind = settings.database.partition("://")[0] if "://" in settings.database else ""
    if kind not in ("", "postgresql", "postgres"):
        problems.append(("database", f"{kind}:// isn't supported; a path, or postgresql://…"))
    if not settings.database:
        problems.append(("database", "empty; a path, or postgresql://…"))
    if settings.processes > 1 and not kind:
        problems.append(
            (
                "processes",
                f"{settings.processes} can't share the SQLite file {settings.database}: use 1, or set "
                "`database` to postgresql://…",
            )
        )
    return problems
