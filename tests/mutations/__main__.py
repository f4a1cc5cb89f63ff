"""Shows that the tests die when the rules or the server are broken, one written mutation at a time.

    python -m tests.mutations                       all of them
    python -m tests.mutations --only 'MX-1[234]'    those whose list or meaning fits
    python -m tests.mutations --verbose             with the test that noticed each

The sources are copied to a temporary folder, once for each job, and only the copy is changed. The tests that
a mutation names must pass before it and fail after it. The exit status is 1 when one survives.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Final, Literal, TypeAlias

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.mutations.mutation import LISTS, ROOT, Mutation, Stale, load

PYTEST: Final = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=line")
LIMIT: Final = 180.0
"""Seconds for the tests of one mutation; a mutation that makes them hang has been noticed."""

Fate: TypeAlias = Literal["killed", "timed out", "survived"]


class Result(msgspec.Struct, frozen=True):
    """What came of a mutation."""

    mutation: Mutation
    fate: Fate
    noticed: str
    """The test that failed first."""


class Unusable(Exception):  # noqa: N818
    """The tests can't be tried; the text says why."""


def main() -> int:
    """Try the mutations of the command line and return the exit status."""
    description = __doc__.partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=description)
    parser.add_argument(
        "--only", metavar="PATTERN", default="", help="a regular expression, of LIST: MEANING"
    )
    parser.add_argument("--jobs", type=int, default=max((os.cpu_count() or 1) - 1, 1))
    parser.add_argument("--verbose", action="store_true", help="name the test that noticed each mutation")
    chosen = parser.parse_args()
    console = Console(highlight=False)
    try:
        wanted = [one for one in every_mutation() if re.search(chosen.only, str(one))]
        for mutation in wanted:
            mutation.applied()
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="mutations-") as folder:
            results = tried(wanted, Path(folder), max(chosen.jobs, 1), console, verbose=chosen.verbose)
    except (Stale, Unusable) as error:
        console.print(escape(str(error)))
        return 1
    return report(results, time.monotonic() - began, console)


def every_mutation() -> list[Mutation]:
    """All lists, in order of their names."""
    return [mutation for path in sorted(LISTS.glob("*.toml")) for mutation in load(path.stem)]


def tried(
    mutations: Sequence[Mutation], folder: Path, jobs: int, console: Console, *, verbose: bool
) -> list[Result]:
    """The results. Raises `Unusable` where tests fail without any mutation."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    places: SimpleQueue[Path] = SimpleQueue()
    results = []
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(jobs) as pool:
        first = copied(ROOT / "src", folder / "0")
        check_copy(first)
        for tests in progress.track(named(mutations), description="without a mutation"):
            check_passes(first, tests)
        # The copies have the first one's compiled files, so that a mutation costs one file's compiling.
        for number in range(1, jobs):
            copied(first, folder / str(number))
        for number in range(jobs):
            places.put(folder / str(number))
        task = progress.add_task("mutations", total=len(mutations))
        for done in as_completed([pool.submit(result_of, one, places) for one in mutations]):
            result = done.result()
            results.append(result)
            progress.advance(task)
            if verbose or result.fate != "killed":
                console.print(escape(f"{result.fate:9}  {result.mutation}  {result.noticed}"), soft_wrap=True)
    return results


def copied(source: Path, place: Path) -> Path:
    """A copy of the sources, with the times of the files: what is compiled beside them stays good."""
    shutil.copytree(source, place, ignore=shutil.ignore_patterns("static", "*.egg-info"))
    return place


def named(mutations: Iterable[Mutation]) -> list[set[str]]:
    """The tests that mutations name, by file: single tests, or the file where one names it whole."""
    by_file: dict[str, set[str]] = {}
    for test in (test for mutation in mutations for test in mutation.tests):
        by_file.setdefault(test.partition("::")[0], set()).add(test)
    return [{file} if file in tests else tests for file, tests in sorted(by_file.items())]


def check_copy(place: Path) -> None:
    """Raises `Unusable` where tests would try other sources than the copy."""
    program = "import numberhouse; print(numberhouse.__file__)"
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(place), capture_output=True, text=True
    )
    if not Path(done.stdout.strip()).is_relative_to(place):
        raise Unusable(f"tests would try {done.stdout or done.stderr} and not the copy in {place}")


def check_passes(place: Path, tests: set[str]) -> None:
    """Raises `Unusable` where tests fail on unchanged sources."""
    status, output = pytest(sorted(tests), place, {}, 10 * LIMIT)
    if status != 0:
        raise Unusable(f"{', '.join(sorted(tests))}: fails without any mutation:\n{output}")


def result_of(mutation: Mutation, places: SimpleQueue[Path]) -> Result:
    """Change a copy, run the tests, and change it back."""
    place = places.get()
    try:
        with changed(place / Path(mutation.file).relative_to("src"), mutation.applied()):
            # Whatever is compiled now belongs to the mutation, and must not outlive it.
            status, output = pytest(mutation.tests, place, {"PYTHONDONTWRITEBYTECODE": "1"}, LIMIT)
    finally:
        places.put(place)
    if status is None:
        return Result(mutation, "timed out", "")
    if status not in (0, 1, 2):  # 2: a module of tests can't be imported any more
        raise Unusable(f"{mutation}: pytest ended with {status}:\n{output}")
    noticed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
    return Result(mutation, "killed" if status else "survived", noticed[1] if noticed else "")


@contextlib.contextmanager
def changed(path: Path, text: str) -> Iterator[None]:
    """The file with this text, and afterwards as it was, its time included."""
    before, times = path.read_bytes(), path.stat()
    path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def pytest(tests: Iterable[str], place: Path, more: dict[str, str], limit: float) -> tuple[int | None, str]:
    """The exit status of these tests on the sources in a place, None after the time limit, and the output."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        process = subprocess.Popen(
            [sys.executable, *PYTEST, *tests], cwd=ROOT, env=environment(place) | more,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        status: int | None
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            # Tests of the service start processes of their own.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return status, output.read()[-4000:]


def environment(place: Path) -> dict[str, str]:
    """Ours, with the sources in that place. Plugins that no test needs load longer than most tests last."""
    return {**os.environ, "PYTHONPATH": str(place), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def report(results: Sequence[Result], seconds: float, console: Console) -> int:
    """Say what came of it, by list, and return the exit status."""
    lists = Counter((result.mutation.list, result.fate) for result in results)
    for name in sorted({name for name, _ in lists}):
        counts = {fate: lists[name, fate] for fate in ("killed", "timed out", "survived")}
        console.print(f"{name:20} " + ", ".join(f"{count} {fate}" for fate, count in counts.items() if count))
    survived = [result.mutation for result in results if result.fate == "survived"]
    console.print(f"{len(results)} mutations, {len(survived)} survived, {seconds:.0f} s")
    for mutation in survived:
        console.print(escape(f"survived: {mutation} ({mutation.file})"), soft_wrap=True)
    return int(bool(survived))


if __name__ == "__main__":
    sys.exit(main())
