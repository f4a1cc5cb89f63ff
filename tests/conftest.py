"""What holds for every test: the option --long, Hypothesis without a stopwatch, and Ctrl-C."""

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


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long too, and more examples")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # what a shell starts in the background ignores it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    settings.load_profile("long" if config.getoption("--long") else "house")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what takes long, unless it is asked for. The longest files come first: one that begins last
    would keep a single process busy at the end."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: _length(item.path, tests[item.path]), reverse=True)


def _length(file: Path, tests: int) -> float:
    """Seconds that the file takes, about."""
    folder = file.relative_to(HERE).parts[0] if file.is_relative_to(HERE) else ""
    return float("inf") if file.name in FEW_AND_LONG else tests * LENGTHS.get(folder, 0.1)


@pytest.fixture
def samples(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """`samples(40, 400)`: how many cases a statistical test takes, in the gate and with `--long`."""
    long = bool(request.config.getoption("--long"))
    return lambda few, many: many if long else few
