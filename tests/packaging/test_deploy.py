"""The files in deploy/ fit the service: variables are settings, and the hardening is complete."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from numberhouse.server.base.metrics import Metrics
from numberhouse.server.base.settings import PREFIX, load

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "numberhouse.service").read_text(encoding="utf-8")
BACKUP_UNIT = (DEPLOY / "numberhouse-backup.service").read_text(encoding="utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
PROXY = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [UNIT, BACKUP_UNIT, CONTAINER], ids=["unit", "backup", "container"])
def test_the_variables_are_settings(text: str) -> None:
    variables = dict(re.findall(rf"({PREFIX}\w+)=(\S+)", text))
    assert variables
    load(None, variables)  # refuses unusable values
    others = {PREFIX + "CONFIG", PREFIX + "CACHE"}
    settings = {PREFIX + name.upper() for name in load(None, {}).__struct_fields__}
    assert set(variables) <= settings | others


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
@pytest.mark.parametrize("unit", ["numberhouse.service", "numberhouse-backup.service"])
def test_systemd_rates_the_unit_as_secure(unit: str) -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20"]
    process = subprocess.run([*command, DEPLOY / unit], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout[-500:] + process.stderr


def unit() -> dict[str, dict[str, list[str]]]:
    """The unit by section and name; a name may have several values."""
    sections: dict[str, dict[str, list[str]]] = {}
    for line in UNIT.splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = sections.setdefault(header[1], {})
        elif line and not line.startswith("#"):
            name, equals, value = line.partition("=")
            assert equals, line
            section.setdefault(name, []).append(value)
    return sections


def test_the_unit_limits_memory_tasks_and_files() -> None:
    service = unit()["Service"]
    high, most = (int(service[name][0].removesuffix("%")) for name in ("MemoryHigh", "MemoryMax"))
    assert 0 < high < most < 100
    assert 100 <= int(service["TasksMax"][0]) <= 1000  # three processes with their threads take about 60
    assert int(service["LimitNOFILE"][0]) >= 65_536
    assert service["LimitCORE"] == ["0"]  # a core file would hold the secrets of matches
    assert service["Restart"] == ["on-failure"]
    assert service["UMask"] == ["0077"]


def test_no_other_setting_of_the_unit_is_repeated() -> None:
    repeated = {name for name, values in unit()["Service"].items() if len(values) > 1}
    assert repeated <= {"Environment", "SystemCallFilter"}


def test_the_container_names_its_base_by_a_digest_that_the_builder_gives() -> None:
    """A tag can be moved to another image; no digest is made up here, so none is the default."""
    assert re.findall(r"^FROM (\S+)", CONTAINER, re.M) == ["${PYTHON_IMAGE}"] * 2
    assert re.search(r"^ARG PYTHON_IMAGE$", CONTAINER, re.M)
    assert CONTAINER.index("ARG PYTHON_IMAGE") < CONTAINER.index("FROM ")
    assert "--build-arg PYTHON_IMAGE=docker.io/library/python@sha256:" in CONTAINER


def sent_to_the_builder(path: str) -> bool:
    """Whether the file is in the build's context: the last pattern that fits the path, or a folder above it,
    decides."""
    sent = True
    parts = path.split("/")
    for line in (DEPLOY.parent / ".dockerignore").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern = re.escape(line.removeprefix("!")).replace(r"\*\*/", "(.*/)?").replace(r"\*", "[^/]*")
            pattern = pattern.replace(r"\[co\]", "[co]")
            above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
            if any(re.fullmatch(pattern, folder) for folder in above):
                sent = line.startswith("!")
    return sent


@pytest.mark.parametrize(
    "path",
    [".git/config", ".env", "house.toml", "numberhouse.sqlite", "numberhouse.sqlite-wal", "src/x.sqlite",
     ".venv/bin/python", ".tools/bin/uv", "web/node_modules/lit/index.js", "backup.jsonl",
     "src/numberhouse/server/static/index.html", "src/numberhouse/__pycache__/x.pyc", "tests/conftest.py"],
)  # fmt: skip
def test_nothing_but_sources_is_sent_to_the_builder(path: str) -> None:
    assert not sent_to_the_builder(path)


def test_what_the_build_needs_is_sent_to_the_builder() -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "src", "web", "pyproject.toml", "hatch_build.py", "LICENSE", "NOTICE"],
        cwd=DEPLOY.parent, capture_output=True, text=True, check=False,
    ).stdout.splitlines()  # fmt: skip
    if not tracked:
        pytest.skip("not a clone")
    assert len(tracked) > 400
    assert [path for path in tracked if not sent_to_the_builder(path)] == []
    assert sent_to_the_builder("requirements/run.txt")


def test_the_container_has_no_root_one_volume_and_a_health_check() -> None:
    assert re.search(r"^USER [1-9]\d*:[1-9]\d*$", CONTAINER, re.M)
    assert re.search(r"^VOLUME /var/lib/numberhouse$", CONTAINER, re.M)
    assert "/readyz" in CONTAINER
    assert CONTAINER.count("FROM ") == 2
    assert "--require-hashes" in CONTAINER


def test_the_proxy_passes_on_what_the_service_needs() -> None:
    for header in ("Host $host", "Upgrade $http_upgrade", "X-Forwarded-For $proxy_add_x_forwarded_for"):
        assert f"proxy_set_header {header};" in PROXY
    assert PROXY.count("{") == PROXY.count("}")


def test_the_proxy_keeps_a_match_together_and_its_paths_out_of_the_log() -> None:
    pattern = re.search(r"^    ~(\S+)\s+\$match;$", PROXY, re.M)
    assert pattern is not None
    rule = re.compile(pattern[1].replace("(?<", "(?P<"))
    for path in ("/matches/m1", "/api/matches/m1/live", "/api/matches/m1/act"):
        found = rule.match(path)
        assert found is not None
        assert found["match"] == "m1"
    assert rule.match("/api/me") is None
    assert "hash $served_together consistent;" in PROXY
    assert re.search(r"location /api/ {\s+access_log off;", PROXY)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx here")
def test_nginx_accepts_the_proxys_settings(tmp_path: Path) -> None:
    certificate, key = tmp_path / "fullchain.pem", tmp_path / "privkey.pem"
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example.org"]
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = re.sub(r"/etc/letsencrypt/live/play.example.org", str(tmp_path), PROXY)
    whole = tmp_path / "whole.conf"
    whole.write_text(f"pid {tmp_path}/pid;\nevents {{}}\nhttp {{\n{text}\n}}\n")
    process = subprocess.run(["nginx", "-t", "-c", whole], capture_output=True, text=True)
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize("file", ["alerts.yml", "dashboard.json"])
def test_alerts_and_the_dashboard_name_metrics_that_exist(file: str) -> None:
    text = (DEPLOY / file).read_text(encoding="utf-8")
    exposition = Metrics().exposition().decode()
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", exposition, re.M))
    samples = set(kinds) | {f"{name}_bucket" for name, kind in kinds.items() if kind == "histogram"}
    used = set(re.findall(r"\bnumberhouse_\w+", text))
    assert len(used) >= 5
    assert used <= samples
    if file.endswith(".json"):
        panels = json.loads(text)["panels"]
        assert len({panel["id"] for panel in panels}) == len(panels)


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
def test_prometheus_accepts_the_alerts() -> None:
    command = ["promtool", "check", "rules", str(DEPLOY / "alerts.yml")]
    assert subprocess.run(command, capture_output=True).returncode == 0


def test_the_backup_is_made_each_hour_and_old_ones_are_removed() -> None:
    timer = (DEPLOY / "numberhouse-backup.timer").read_text(encoding="utf-8")
    assert "OnCalendar=hourly" in timer
    assert re.search(r"admin backup \S+ --keep [1-9]\d*$", BACKUP_UNIT, re.M)
