"""Checks that tests fail when the rules or the server are broken, one written mutation at a time.

    python -m tests.mutations                       all of them
    python -m tests.mutations --only 'MX-1[234]'    those whose list or meaning fits
    python -m tests.mutations --verbose             with the test that noticed each

The sources are copied to a temporary folder, once for each job, and only the copy is changed. The tests that
a mutation names must pass before it and fail after it. The exit status is 1 when one survives. It needs a
system that can fork.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import Final, Literal, TypeAlias

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.mutations.mutation import LISTS, ROOT, Mutation, Stale, load
from tests.mutations.tester import Answer, Request

LONGER: Final = 10.0
"""How many times as long as without it the tests of a mutation may take. A mutation that makes them hang is
found; a mutation on a busy machine is not."""
SHORTEST_LIMIT: Final = 60.0
"""Seconds that the tests may take in any case."""

Fate: TypeAlias = Literal["killed", "timed out", "survived"]


class Result(msgspec.Struct, frozen=True):
    """The result of a mutation."""

    mutation: Mutation
    fate: Fate
    noticed: str
    """The test that failed first."""


class Unusable(Exception):  # noqa: N818
    """The tests can't run; the text gives the reason."""


class Copy:
    """A copy of the sources, and the process that runs tests on it."""

    def __init__(self, place: Path, source: Path = ROOT / "src") -> None:
        self.place = place
        # With the times of the files, so that compiled files beside them stay valid.
        shutil.copytree(source, place, ignore=shutil.ignore_patterns("static", "*.egg-info"))
        # Plugins that no test needs load longer than most tests last. Bytecode compiled after the copying
        # belongs to a mutation, and must not outlive it.
        environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        self.tester = subprocess.Popen(
            [sys.executable, "-m", "tests.mutations.tester"],
            cwd=ROOT,
            env={**os.environ, **environment, "PYTHONPATH": str(place)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def answer(self, request: Request) -> Answer:
        """The result of the tests. Raises `Unusable` where the process has ended."""
        assert self.tester.stdin is not None
        assert self.tester.stdout is not None
        self.tester.stdin.write(msgspec.json.encode(request) + b"\n")
        self.tester.stdin.flush()
        line = self.tester.stdout.readline()
        if not line:
            raise Unusable("the process that runs the tests has ended")
        return msgspec.json.decode(line, type=Answer)

    @contextlib.contextmanager
    def apply(self, mutation: Mutation) -> Iterator[None]:
        """Apply this mutation, and restore the file with its time afterwards."""
        path = self.place / Path(mutation.file).relative_to("src")
        before, times = path.read_bytes(), path.stat()
        path.write_text(mutation.mutated_text(), encoding="utf-8")
        try:
            yield
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def close(self) -> None:
        """End the process."""
        self.tester.kill()
        self.tester.communicate()


def main() -> int:
    """Try the mutations of the command line and return the exit status."""
    description = __doc__.partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=description)
    parser.add_argument(
        "--only", metavar="PATTERN", default="", help="a regular expression for `list: meaning`"
    )
    parser.add_argument("--jobs", type=int, default=max((os.cpu_count() or 1) - 1, 1))
    parser.add_argument("--verbose", action="store_true", help="name the test that noticed each mutation")
    chosen = parser.parse_args()
    console = Console(highlight=False)
    try:
        wanted = [one for one in every_mutation() if re.search(chosen.only, str(one))]
        for mutation in wanted:
            mutation.mutated_text()
        began = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="mutations-") as folder, contextlib.ExitStack() as stack:
            copies = [Copy(Path(folder, str(number))) for number in range(max(chosen.jobs, 1))]
            for copy in copies:
                stack.callback(copy.close)
            results = try_mutations(wanted, copies, console, verbose=chosen.verbose)
    except (Stale, Unusable) as error:
        console.print(escape(str(error)))
        return 1
    return report(results, time.monotonic() - began, console)


def every_mutation() -> list[Mutation]:
    """All lists, in order of their names."""
    return [mutation for path in sorted(LISTS.glob("*.toml")) for mutation in load(path.stem)]


def try_mutations(
    mutations: Sequence[Mutation], copies: Sequence[Copy], console: Console, *, verbose: bool
) -> list[Result]:
    """The results. Raises `Unusable` where tests fail without any mutation."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    free: SimpleQueue[Copy] = SimpleQueue()
    results = []
    with Progress(*columns, console=console) as progress, ThreadPoolExecutor(len(copies)) as pool:
        seconds: dict[str, float] = {}
        imported: tuple[str, ...] = ()
        for file, tests in progress.track(named_tests(mutations).items(), description="without a mutation"):
            seconds[file], imported = run_unchanged(copies[0], tests, imported)
        for copy in copies:
            copy.answer(Request(("--version",), imported=imported))
            free.put(copy)
        task = progress.add_task("mutations", total=len(mutations))
        for done in as_completed([pool.submit(result_of, one, free, seconds) for one in mutations]):
            result = done.result()
            results.append(result)
            progress.advance(task)
            if verbose or result.fate != "killed":
                line = f"{result.fate:9}  {result.mutation}  {result.noticed}"
                console.print(escape(line), soft_wrap=True)
    return results


def named_tests(mutations: Iterable[Mutation]) -> dict[str, set[str]]:
    """The tests that mutations name, by file: single tests, or the whole file where a mutation names it."""
    by_file: dict[str, set[str]] = {}
    for test in (test for mutation in mutations for test in mutation.tests):
        by_file.setdefault(test.partition("::")[0], set()).add(test)
    return {file: {file} if file in tests else tests for file, tests in sorted(by_file.items())}


def run_unchanged(copy: Copy, tests: set[str], imported: tuple[str, ...]) -> tuple[float, tuple[str, ...]]:
    """The seconds that these tests take on unchanged sources, and what they and others have imported. Raises
    `Unusable` where they fail."""
    began = time.monotonic()
    answer = copy.answer(Request(tuple(sorted(tests)), imported=imported))
    if answer.status != 0:
        raise Unusable(f"{', '.join(sorted(tests))}: fails without any mutation:\n{answer.output}")
    return time.monotonic() - began, tuple(dict.fromkeys((*imported, *answer.imported)))


def result_of(mutation: Mutation, free: SimpleQueue[Copy], seconds: Mapping[str, float]) -> Result:
    """Change a copy, run the tests, and change it back. `seconds` are those of each file without it."""
    usual = sum(seconds[file] for file in {test.partition("::")[0] for test in mutation.tests})
    copy = free.get()
    try:
        with copy.apply(mutation):
            answer = copy.answer(Request(mutation.tests, max(LONGER * usual, SHORTEST_LIMIT)))
    finally:
        free.put(copy)
    if answer.status is None:
        return Result(mutation, "timed out", "")
    if answer.status not in (0, 1, 2):  # 2: a module of tests can't be imported any more
        raise Unusable(f"{mutation}: pytest ended with {answer.status}:\n{answer.output}")
    noticed = re.search(r"^(?:FAILED|ERROR) (\S+)", answer.output, re.MULTILINE)
    return Result(mutation, "killed" if answer.status else "survived", noticed[1] if noticed else "")


def report(results: Sequence[Result], seconds: float, console: Console) -> int:
    """Print the results by list, and return the exit status."""
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
