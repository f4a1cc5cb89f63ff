"""How a service is set up: by the command line, the environment and a TOML file, the first one winning.

Every field `name` is the key `name` of the file and the variable `NUMBERHOUSE_NAME`; what is a list is an
array in the file and separated by commas in a variable.
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
    """All of it; the defaults serve one community from one process."""

    host: str = "127.0.0.1"
    """The address that is listened on; `0.0.0.0` for all."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    """0 is any that is free."""
    database: str = "numberhouse.sqlite"
    """The path of a SQLite file, or the URL of a PostgreSQL database: `postgresql://user@host/name`."""
    processes: Annotated[int, msgspec.Meta(ge=1, le=64)] = 1
    """How many serve together, on PostgreSQL."""
    secret: str = ""
    """What the luck of bots is drawn from, 32 characters or more; empty: made anew at every start. Sessions
    need none: their secrets are random and only digests are stored."""
    origin: str = ""
    """The address that people use, such as `https://play.example.org`; empty: whatever they say, which is
    fine where there is no proxy."""
    games: tuple[str, ...] = ()
    """The games that are offered; none: all that are installed."""
    proxies: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """Proxies in front of the service, each of which adds to `X-Forwarded-For`."""
    metrics: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks that may read `/metrics`; none: nobody."""
    bots: Annotated[int, msgspec.Meta(ge=0, le=256)] = 2
    """Worker processes that bots think in; 0: no bots."""
    bot_seconds: Seconds = 2.0
    """How long a bot may think about one action."""
    prepare: bool = True
    """Whether what practice, reviews and bots need is compiled in the background after the start, so that
    nobody waits for it later; `numberhouse prepare` does it by hand."""
    migrate: bool = True
    """Whether the start brings an older database up to date; otherwise `numberhouse admin migrate` does."""
    open_matches_each: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """How many matches that aren't over one person may host."""
    bots_each: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 200
    """How many bots may sit at the matches of one host that aren't over; 0 is any number."""
    actions_a_minute: PerMinute = 600
    """Per person and address; more are refused for a while."""
    requests_a_minute: PerMinute = 1200
    """Per person and address; more are refused for a while."""
    messages_a_minute: PerMinute = 30
    """That one person may write in all rooms together."""
    notice_kinds: tuple[str, ...] = ("discord", "tgram", "slack", "pover", "pbul")
    """Kinds of Apprise addresses that people may have notices sent to, of those that always go to one and the
    same company; none: there are no notices. Kinds that go to any server, such as `mailtos`, need
    `notice_hosts` too."""
    notice_hosts: tuple[str, ...] = ()
    """Servers that notices may be sent to, where the kind of address lets people choose one."""
    connections_each: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """Live connections that one person may have."""
    connections_an_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 500
    """Live connections that those without a session may have together, from one address."""
    log: Literal["text", "json"] = "text"
    """How the service tells what happens, on standard error."""
    administrators: tuple[str, ...] = ()
    """Names that are administrators' as soon as somebody registers them: register yours first."""


class BadSettings(ValueError):  # noqa: N818
    """What is set can't be used; the text says which, why, and what could be."""


def load(path: Path | None = None, environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Settings of the file, then of the environment, then those `given`, which win. Raises `BadSettings`."""
    found = _of_file(path) if path is not None else {}
    found |= _of_environment(os.environ if environment is None else environment)
    found |= {name: (f"--{name}", value) for name, value in given.items() if value is not None}
    settings = Settings(**{name: _converted(name, *one) for name, one in found.items()})
    for name, problem in _problems(settings):
        raise BadSettings(f"{found[name][0]}: {problem}")
    return settings


def without_password(database: str) -> str:
    """The setting `database` as it may be shown."""
    return re.sub(r"(://[^/@]*?):[^/]*@", r"\1:…@", re.sub(r"(password=)[^&]*", r"\1…", database))


Found = dict[str, tuple[str, Any]]
"""By name, where it was set and to what."""


def _of_file(path: Path) -> Found:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"{path} can't be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path} isn't TOML: {error}") from error
    known = Settings.__struct_fields__
    for name in table:
        if name not in known:
            raise BadSettings(f"{path}: there is no setting {name}; {_nearest(name) or ', '.join(known)}")
    return {name: (f"{name} in {path}", value) for name, value in table.items()}


def _of_environment(environment: Mapping[str, str]) -> Found:
    found: Found = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX):
            continue
        if name in Settings.__struct_fields__:
            listed = [part.strip() for part in text.split(",") if part.strip()]
            is_list = isinstance(Settings.__struct_defaults__[Settings.__struct_fields__.index(name)], tuple)
            found[name] = (variable, listed if is_list else text)
        elif hint := _nearest(name):  # others may have variables of their own, but this is a slip
            raise BadSettings(f"{variable}: there is no such setting; {hint}")
    return found


def _nearest(name: str) -> str:
    near = get_close_matches(name, Settings.__struct_fields__, 1, 0.75)
    return f"did you mean {near[0]}?" if near else ""


def _converted(name: str, where: str, value: Any) -> Any:
    kind = get_type_hints(Settings, include_extras=True)[name]
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        shown = "" if name in ("secret", "database") else f" {value!r}:"
        raise BadSettings(f"{where}:{shown} {str(error)[0].lower()}{str(error)[1:]}") from error


def _problems(settings: Settings) -> list[tuple[str, str]]:
    """What no type says: name and problem."""
    problems = []
    if settings.secret and len(settings.secret) < 32:
        problems.append(("secret", "too short; 32 characters or more, best made by a random generator"))
    if settings.origin and not re.fullmatch(r"https?://[^/\s?#@]+/?", settings.origin):
        problems.append(("origin", f"{settings.origin!r} isn't like https://play.example.org"))
    for one in settings.metrics:
        try:
            ipaddress.ip_network(one)
        except ValueError as error:
            problems.append(("metrics", f"not an address or a network like 10.0.0.0/8: {error}"))
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
