"""The files in deploy/ fit the service: variables are settings, and the hardening is complete."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from numberhouse.server.base.settings import PREFIX, load

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "numberhouse.service").read_text(encoding="utf-8")
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
PROXY = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", [UNIT, CONTAINER], ids=["unit", "container"])
def test_the_variables_are_settings(text: str) -> None:
    variables = dict(re.findall(rf"({PREFIX}\w+)=(\S+)", text))
    assert variables
    load(None, variables)  # refuses unusable values
    others = {PREFIX + "CONFIG", PREFIX + "CACHE"}
    settings = {PREFIX + name.upper() for name in load(None, {}).__struct_fields__}
    assert set(variables) <= settings | others


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze here")
def test_systemd_rates_the_unit_as_secure() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20"]
    process = subprocess.run([*command, DEPLOY / "numberhouse.service"], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout[-500:] + process.stderr


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
