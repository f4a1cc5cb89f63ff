"""Settings of the service, from the command line, the environment and a TOML file, in order of precedence.

Every field `name` is the key `name` of the file and the variable `NUMBERHOUSE_NAME`. A list is an array in
the file and separated by commas in a variable.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec

__all__ = ["MAIL_ADDRESS", "PREFIX", "BadSettings", "Settings", "load", "log_format_of", "without_password"]

PREFIX = "NUMBERHOUSE_"

HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")
"""A name, an address, or an IPv6 address in brackets."""

MAIL_ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
"""A mail address in ASCII: without quotes, spaces and everything else that could begin another header."""

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")

Seconds = Annotated[float, msgspec.Meta(gt=0, le=3600)]
Days = Annotated[int, msgspec.Meta(ge=0, le=36_500)]
"""0: for ever."""
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
    hosts: tuple[str, ...] = ()
    """Names under which the service answers, such as `play.example.org`; none: that of `origin`, or any where
    `origin` is empty."""
    security_contact: str = ""
    """Where to report a weakness, for `/.well-known/security.txt`: `mailto:…` or `https://…`; empty: no such
    file."""
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
    claim_seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 120.0
    """Seconds for which the opponent must be away in a live match for two before a player may claim the win;
    five times as many without a clock. 0: nobody claims anything."""
    max_matches_per_host: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """Number of matches that aren't over and that one person may host."""
    max_bots_per_host: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 200
    """Number of bots that may sit at the matches of one host that aren't over; 0 is any number."""
    draft_days: Days = 30
    """Days after which a draft that was never opened is removed."""
    open_days: Days = 30
    """Days after which an open match that never began is removed."""
    guest_days: Days = 30
    """Days after which a guest is removed who has no seat, hosts nothing and has written nothing."""
    invitation_days: Days = 90
    """Days after which an unused invitation is removed."""
    exercise_days: Days = 90
    """Days after which an exercise of practice is removed that was begun and never answered."""
    sweep_hour: Annotated[int, msgspec.Meta(ge=0, le=23)] = 3
    """The hour, in UTC, at which these are removed."""
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
    mail_server: str = ""
    """The server by which the service sends mail, such as `smtp.example.org`; empty: it sends none, and the
    operator makes the links for forgotten passwords."""
    mail_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 587
    """The port of the mail server."""
    mail_tls: Literal["starttls", "implicit", "none"] = "starttls"
    """How mail is encrypted on its way to the mail server: `starttls` after the greeting (port 587),
    `implicit` from the first byte (port 465), or not at all."""
    mail_user: str = ""
    """The name by which the service signs in to the mail server; empty: it doesn't."""
    mail_password: str = ""
    """The password of `mail_user`."""
    mail_password_file: str = ""
    """The path of a file with this password, instead of `mail_password`."""
    mail_sender: str = ""
    """The address from which mail comes, such as `house@example.org`."""
    max_connections_per_person: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 50
    """Live connections that one person may have."""
    max_connections_per_address: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 500
    """Live connections that all clients without a session may have together from one address."""
    log_format: Literal["text", "json"] = "text"
    """The format of the logs on standard error."""


GONE: Final[Mapping[str, str]] = {
    "administrators": "this setting is gone, because whoever registered such a name first got the powers; "
    "remove it, and run `numberhouse admin grant NAME` for each member who is to be an administrator; those "
    "who are administrators already stay so: `numberhouse admin list` names them",
}
"""By name of a setting that earlier versions had, what to do instead."""


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


def log_format_of(path: Path | None = None) -> Literal["text", "json"]:
    """The setting `log_format`, even where other settings are wrong: their refusal is logged in this form."""
    with contextlib.suppress(BadSettings):
        sources = (_read_file(path) if path is not None else {}) | _read_environment(
            {name: text for name, text in os.environ.items() if name == f"{PREFIX}LOG_FORMAT"}
        )
        if sources.get("log_format", ("", ""))[1] == "json":
            return "json"
    return "text"


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
        if name in GONE:
            raise BadSettings(f"{name} in {path}: {GONE[name]}")
        if name not in names:
            raise BadSettings(f"{path}: there is no setting {name}; {_nearest(name) or ', '.join(names)}")
    return {name: (f"{name} in {path}", value) for name, value in table.items()}


def _read_environment(environment: Mapping[str, str]) -> Sources:
    sources: Sources = {}
    for variable, text in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX):
            continue
        if name in GONE:
            raise BadSettings(f"{variable}: {GONE[name]}")
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
        quoted = "" if name in ("secret", "database", "mail_password") else f" {value!r}:"
        raise BadSettings(f"{source}:{quoted} {str(error)[0].lower()}{str(error)[1:]}") from error


def _problems(settings: Settings) -> list[tuple[str, str]]:
    """The problems that types can't express: name of the setting, and problem."""
    problems = []
    if settings.secret and len(settings.secret) < 32:
        problems.append(("secret", "too short; 32 characters or more, best made by a random generator"))
    if settings.origin and not re.fullmatch(r"https?://[^/\s?#@]+/?", settings.origin):
        problems.append(("origin", f"{settings.origin!r} isn't like https://play.example.org"))
    problems += [
        ("hosts", f"{host!r} isn't a name like play.example.org, without scheme, port and path")
        for host in settings.hosts
        if not HOST.fullmatch(host)
    ]
    if settings.security_contact and not re.fullmatch(
        r"(mailto:|https://|tel:)\S+", settings.security_contact
    ):
        problems.append(
            (
                "security_contact",
                f"{settings.security_contact!r} isn't like mailto:security@example.org or https://…",
            )
        )
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
    if settings.mail_server:
        problems += _mail_problems(settings)
    return problems


def _mail_problems(settings: Settings) -> Iterator[tuple[str, str]]:
    if not HOST.fullmatch(settings.mail_server):
        yield (
            "mail_server",
            f"{settings.mail_server!r} isn't a name like smtp.example.org; `mail_port` is apart",
        )
    if not MAIL_ADDRESS.fullmatch(settings.mail_sender):
        sender = settings.mail_sender
        yield (
            "mail_server",
            f"needs the setting `mail_sender`: {sender!r} isn't an address like house@example.org",
        )
    if not settings.origin:
        # The name in a request is chosen by the sender, who could direct a member's link to another site.
        yield "mail_server", "needs the setting `origin`, the address to which the links in mails lead"
    if settings.mail_password and settings.mail_password_file:
        yield "mail_password_file", "there is `mail_password` too; set one of them"
    if settings.mail_user and settings.mail_tls == "none" and settings.mail_server not in LOOPBACK:
        yield (
            "mail_tls",
            "the password of `mail_user` would travel unencrypted; starttls or implicit is possible",
        )
    if settings.mail_password_file and not os.access(settings.mail_password_file, os.R_OK):
        yield "mail_password_file", f"{settings.mail_password_file} can't be read"
