"""The house's clock, while the system's time jumps and the steady clock goes on."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numberhouse.server.base.house_clock import RATE, HouseClock
from numberhouse.server.base.settings import Settings
from numberhouse.server.ops.house_time import continue_time
from numberhouse.server.play.deadlines import PULSE
from numberhouse.server.storage.database import Database
from numberhouse.server.storage.schema import service_heartbeat

BEGAN = 1_800_000_000.0
HOUR = 3600.0


class Machine:
    """A machine whose time somebody sets."""

    def __init__(self) -> None:
        self.system = BEGAN
        self.steady = 5000.0

    def clock(self, **more: float) -> HouseClock:
        return HouseClock(lambda: self.system, lambda: self.steady, **more)

    def go(self, seconds: float) -> None:
        self.system += seconds
        self.steady += seconds

    async def sleep(self, seconds: float) -> None:
        self.go(seconds)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def test_the_clock_shows_the_systems_time(machine: Machine) -> None:
    clock = machine.clock()
    for _ in range(1000):
        machine.go(0.37)
        assert clock() == pytest.approx(machine.system, abs=1e-4)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_there_and_back_moves_the_clock_by_the_approach_alone(machine: Machine, jump: float) -> None:
    clock = machine.clock()
    machine.system += jump
    for _ in range(600):
        machine.go(1)
        clock()
    assert clock() == pytest.approx(BEGAN + 600, abs=600 * RATE + 1e-3)
    machine.system -= jump
    machine.go(600)
    assert clock() == pytest.approx(BEGAN + 1200, abs=1e-3 + 600 * RATE)


def test_the_clock_approaches_a_time_that_was_corrected_for_good(machine: Machine) -> None:
    clock = machine.clock()
    machine.system += 10
    for _ in range(200):
        machine.go(50)
        clock()
    assert clock() == pytest.approx(machine.system, abs=0.1)


@given(st.lists(st.tuples(st.floats(0, 1e5), st.floats(-1e6, 1e6)), max_size=30))
def test_the_clock_never_goes_back_and_its_seconds_are_seconds(steps: list[tuple[float, float]]) -> None:
    machine = Machine()
    clock = machine.clock()
    readings = [(machine.steady, clock())]
    for passed, jump in steps:
        machine.go(passed)
        machine.system += jump
        readings.append((machine.steady, clock()))
    for (steady, before), (steady_after, after) in pairwise(readings):
        passed = steady_after - steady
        assert after >= before
        assert after - before == pytest.approx(passed, abs=passed * RATE + 1e-3)


def test_a_process_of_the_same_machine_shares_the_time_after_a_jump(machine: Machine) -> None:
    supervisor = machine.clock()
    machine.system += HOUR
    machine.go(1)
    supervisor()
    replaced = machine.clock(offset=supervisor.offset)
    assert replaced() == pytest.approx(supervisor(), abs=1e-3)


# The start


def started(
    url: str, machine: Machine, sign_of_life: float | None, neighbour: Machine | None = None
) -> float:
    """The time at which a process starts to serve. A neighbour stores a sign of life every `PULSE`."""

    async def start() -> float:
        database = Database(Settings(database=url))
        await database.prepare(migrate=True)
        elapsed = 0.0

        async def sleep(seconds: float) -> None:
            nonlocal elapsed
            elapsed += seconds
            machine.go(seconds)
            if neighbour is not None:
                neighbour.go(seconds)
                if elapsed >= PULSE:
                    await store(neighbour.system)

        async def store(at: float) -> None:
            async with database.begin() as connection:
                await connection.execute(service_heartbeat.delete())
                await connection.execute(service_heartbeat.insert().values(id=1, at=at))

        if sign_of_life is not None:
            await store(sign_of_life)
        clock = machine.clock()
        await continue_time(database, clock, sleep)
        await database.close()
        return clock()

    return asyncio.run(start())


@pytest.mark.parametrize("last", [None, BEGAN - 10, BEGAN - 10 * HOUR])
def test_a_start_after_a_downtime_shows_the_systems_time(
    machine: Machine, settings: Settings, last: float | None
) -> None:
    assert started(settings.database, machine, last) == pytest.approx(BEGAN, abs=0.01)


def test_a_start_after_the_system_went_back_continues_the_houses_time(
    machine: Machine, settings: Settings
) -> None:
    assert started(settings.database, machine, BEGAN + HOUR) == pytest.approx(BEGAN + HOUR, abs=0.01)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_process_that_starts_after_a_jump_adopts_the_time_of_those_that_serve(
    machine: Machine, postgres: str, jump: float
) -> None:
    neighbour = Machine()
    machine.system += jump
    began = started(postgres, machine, BEGAN, neighbour)
    assert began == pytest.approx(neighbour.system, abs=1)


def test_a_first_process_after_a_downtime_adopts_nothing(machine: Machine, postgres: str) -> None:
    machine.system += HOUR
    assert started(postgres, machine, BEGAN) == pytest.approx(machine.system, abs=0.01)
