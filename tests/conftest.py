"""What holds for every test: the option --long, chance that repeats, more tries in the gate, Hypothesis
without a stopwatch, and Ctrl-C."""

import hashlib
import itertools
import os
import secrets
import signal
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

# Compiled kernels make a first example slow, and machines differ; time is measured in bench/, not here.
settings.register_profile(
    "house", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("house"), max_examples=2_000)
# The gate tries the same examples each time: a change is judged by what it changed. Elsewhere they are new.
settings.register_profile("gate", settings.get_profile("house"), derandomize=True)

IN_GATE: Final = os.environ.get("CI") == "true"

HERE: Final = Path(__file__).parent

FEW_AND_LONG: Final = frozenset(
    {
        "test_bot_seats.py",
        "test_contract.py",
        "test_durability.py",
        "test_four_browsers.py",
        "test_hosted_match.py",
        "test_leaks.py",
        "test_processes.py",
        "test_serve.py",
        "test_solve_command.py",
        "test_twins.py",
    }
)
"""Files whose tests take longest by far."""

LENGTHS: Final[Mapping[str, float]] = {"journeys": 12.0, "web": 4.0, "server": 0.5}
"""Seconds that a test of a folder takes, about; elsewhere a tenth."""

CONCURRENT: Final = frozenset({"cli", "client", "journeys", "packaging", "server", "web"})
"""Folders whose tests run servers, processes or browsers beside themselves."""


class RepeatedChance:
    """Stands in for `secrets.token_bytes`: each test gets its own bytes, and the same ones every time.

    Seeds of matches and problems come from them. Else one match in many thousands would end before its test
    has made its point, at the first guess of a bot for example.
    """

    def __init__(self) -> None:
        self.begin("")

    def begin(self, test: str) -> None:
        """From here on, the bytes of the test."""
        self._test = test
        self._numbers = itertools.count()  # its `next` is one step for threads too

    def __call__(self, nbytes: int | None = None) -> bytes:
        size = secrets.DEFAULT_ENTROPY if nbytes is None else nbytes
        return hashlib.shake_256(f"{self._test} {next(self._numbers)}".encode()).digest(size)


CHANCE: Final = RepeatedChance()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long too, and more examples")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell starts in the background ignores it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.load_profile("long" if config.getoption("--long") else "gate" if IN_GATE else "house")
    secrets.token_bytes = CHANCE


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Give the test its chance; another try has another."""
    CHANCE.begin(f"{item.nodeid} {getattr(item, 'execution_count', 1)}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless it is asked for. The longest files come first: one that begins last
    would keep a single process busy at the end.

    In the gate tests of what runs beside them have up to two more tries, as Playwright's own runner gives
    them, and the summary names who needed one. Nobody has any elsewhere: what wavers is a defect, of the
    house or of the test."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: _length(item.path, tests[item.path]), reverse=True)
    for item in items:
        if IN_GATE and _folder(item.path) in CONCURRENT:
            item.add_marker(pytest.mark.flaky(reruns=2))


def _folder(file: Path) -> str:
    """The folder of `tests` that the file is in."""
    return file.relative_to(HERE).parts[0] if file.is_relative_to(HERE) else ""


def _length(file: Path, tests: int) -> float:
    """Seconds that the file takes, about."""
    folder = _folder(file)
    return float("inf") if file.name in FEW_AND_LONG else tests * LENGTHS.get(folder, 0.1)


@pytest.fixture
def samples(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """`samples(40, 400)`: how many cases a statistical test takes, in the gate and with `--long`."""
    long = bool(request.config.getoption("--long"))
    return lambda few, many: many if long else few
