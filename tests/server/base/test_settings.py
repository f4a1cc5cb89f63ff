"""Settings from the command line, the environment and a file, and the refusals of wrong ones."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from numberhouse.server.base.settings import BadSettings, Settings, load, without_password

PAGE = Path(__file__).parents[3] / "docs" / "service" / "index.md"


def refusal_of(path: Path | None = None, environment: dict[str, str] | None = None, **given: object) -> str:
    """The text of the refusal."""
    with pytest.raises(BadSettings) as caught:
        load(path, environment or {}, **given)
    return str(caught.value)


def test_the_command_line_overrides_the_environment_and_that_the_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('port = 1\nhost = "a"\ngames = ["mixmath"]\ndatabase = "a.sqlite"\n')
    environment = {"NUMBERHOUSE_PORT": "2", "NUMBERHOUSE_HOST": "b", "NUMBERHOUSE_BOT_SECONDS": "0.5"}
    settings = load(path, environment, port=3, host=None)
    assert (settings.port, settings.host, settings.database) == (3, "b", "a.sqlite")
    assert (settings.games, settings.bot_seconds) == (("mixmath",), 0.5)
    assert load(None, {}) == Settings()


def test_lists_in_the_environment_are_separated_by_commas() -> None:
    found = load(None, {"NUMBERHOUSE_GAMES": "mixmath, set-theory,", "NUMBERHOUSE_METRICS_NETWORKS": ""})
    assert found.games == ("mixmath", "set-theory")
    assert found.metrics_networks == ()


def test_every_setting_can_be_set_by_the_environment() -> None:
    for name, default in msgspec.structs.asdict(Settings()).items():
        text = ",".join(default) if isinstance(default, tuple) else str(default)
        assert getattr(load(None, {f"NUMBERHOUSE_{name.upper()}": text}), name) == default


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("PORT", "http", "NUMBERHOUSE_PORT: 'http': expected `int`, got `str`"),
        ("PORT", "65536", "NUMBERHOUSE_PORT: '65536': expected `int` <= 65535"),
        ("BOTS", "-1", "NUMBERHOUSE_BOTS: '-1': expected `int` >= 0"),
        ("LOG_FORMAT", "xml", "NUMBERHOUSE_LOG_FORMAT: 'xml': invalid enum value 'xml'"),
        ("PROXIES", "11", "NUMBERHOUSE_PROXIES: '11': expected `int` <= 10"),
        ("SECRET", "short", "NUMBERHOUSE_SECRET: too short; 32 characters or more, best made by a random"),
        ("ORIGIN", "play.example.org", "NUMBERHOUSE_ORIGIN: 'play.example.org' isn't like https://play.exam"),
        (
            "ORIGIN",
            "https://a.b/c",
            "NUMBERHOUSE_ORIGIN: 'https://a.b/c' isn't like https://play.example.org",
        ),
        (
            "METRICS_NETWORKS",
            "10.0.0.1/8",
            "NUMBERHOUSE_METRICS_NETWORKS: not an address or a network like 10.0.0.0/8: ",
        ),
        ("DATABASE", "mysql://a", "NUMBERHOUSE_DATABASE: mysql:// isn't supported; a path, or postgresql://"),
        ("DATABASE", "", "NUMBERHOUSE_DATABASE: empty; a path, or postgresql://"),
        ("PROCESSES", "4", "NUMBERHOUSE_PROCESSES: 4 can't share the SQLite file numberhouse.sqlite: use 1,"),
        ("PROT", "1", "NUMBERHOUSE_PROT: there is no such setting; did you mean port?"),
    ],
)
def test_a_bad_setting_is_refused_by_name_with_possible_values(name: str, value: str, expected: str) -> None:
    assert refusal_of(None, {f"NUMBERHOUSE_{name}": value}).startswith(expected)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"mail_server": "smtp.example.org:25"}, "mail_server: 'smtp.example.org:25' isn't a name"),
        ({"mail_sender": "house"}, "mail_server: needs the setting `mail_sender`"),
        ({"origin": ""}, "mail_server: needs the setting `origin`"),
        ({"mail_password": "a", "mail_password_file": __file__}, "mail_password_file: there is"),
        ({"mail_tls": "none", "mail_user": "house"}, "mail_tls: the password"),
        ({"mail_password_file": "/nowhere/at/all"}, "mail_password_file: /nowhere/at/all can't be read"),
    ],
)
def test_settings_of_mail_fit_each_other(changes: dict[str, str], expected: str) -> None:
    good = {
        "mail_server": "smtp.example.org", "mail_sender": "house@example.org", "origin": "https://a.example",
    }  # fmt: skip
    assert load(None, {}, **good).mail_server
    assert refusal_of(None, {}, **{**good, **changes}).removeprefix("--").startswith(expected)


def test_variables_of_other_programs_are_ignored() -> None:
    assert load(None, {"NUMBERHOUSE_CACHE": "/tmp", "NUMBERHOUSE_CONFIG": "x", "PORT": "7"}) == Settings()


def test_an_error_in_a_settings_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    assert refusal_of(path) == f"{path} can't be read: No such file or directory"
    path.write_text("port = ")
    assert refusal_of(path).startswith(f"{path} isn't TOML: ")
    path.write_bytes(b"\xff")
    assert refusal_of(path).startswith(f"{path} isn't TOML: ")
    path.write_text("prot = 8000")
    assert refusal_of(path) == f"{path}: there is no setting prot; did you mean port?"
    path.write_text("hats = 8000")
    assert refusal_of(path).startswith(f"{path}: there is no setting hats; host, port, database, ")
    path.write_text('games = "mixmath"')
    assert refusal_of(path).startswith(f"games in {path}: 'mixmath': expected `array`, got `str`")


def test_a_wrong_secret_is_not_shown() -> None:
    assert "hunter2" not in refusal_of(None, {"NUMBERHOUSE_SECRET": "hunter2"})
    assert "hunter2" not in refusal_of(None, {"NUMBERHOUSE_DATABASE": "mysql://ann:hunter2@there/house"})


@pytest.mark.parametrize(
    ("database", "shown"),
    [
        ("house.sqlite", "house.sqlite"),
        ("postgresql://ann:hunter2@there:5432/house", "postgresql://ann:…@there:5432/house"),
        ("postgresql://ann:hun:t@er2@there/house", "postgresql://ann:…@there/house"),
        (
            "postgresql://there/house?user=ann&password=hunter2",
            "postgresql://there/house?user=ann&password=…",
        ),
        ("postgresql://ann@there:5432/house", "postgresql://ann@there:5432/house"),
    ],
)
def test_the_databases_password_is_not_shown(database: str, shown: str) -> None:
    assert without_password(database) == shown


def test_the_page_for_hosts_has_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| ", PAGE.read_text(encoding="utf-8"), re.M)
    documented = {name: default.strip("`") for name, default in rows}
    assert list(documented) == list(Settings.__struct_fields__)
    for name, default in msgspec.structs.asdict(Settings()).items():
        written = "" if default in ("", ()) else msgspec.json.encode(default).decode()
        assert documented[name].replace("none", "") == written.replace(",", ", "), name
