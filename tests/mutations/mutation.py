"""A mutation: one written change of a source file that makes the house do wrong, and the tests that must
notice it.

The lists are TOML files in `lists`, one for each game and each room of the server. `python -m
tests.mutations` tries them; `tests/mutations/test_mutations.py` holds that each still fits its file.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["LISTS", "ROOT", "Mutation", "Stale", "load"]

ROOT: Final = Path(__file__).parents[2]
LISTS: Final = Path(__file__).parent / "lists"


class Stale(Exception):  # noqa: N818 - the list is old, not the program wrong
    """A list that no longer fits the sources or the tests; the text says where."""


class Mutation(msgspec.Struct, frozen=True):
    """One change."""

    list: str
    """Name of the list that holds it, such as `mixmath`."""
    breaks: str
    """The defect that it causes, in a line."""
    file: str
    """The source, relative to the project's root."""
    old: str
    """The original text, which occurs exactly once in the file."""
    new: str
    tests: tuple[str, ...]
    """Test files relative to the project's root, each perhaps with `::` and the name of a test."""

    def mutated_text(self, root: Path = ROOT) -> str:
        """The text of the changed file. Raises `Stale` where the original doesn't occur exactly once."""
        text = (root / self.file).read_text(encoding="utf-8")
        count = text.count(self.old)
        if count != 1:
            raise Stale(f"{self}: the original occurs {count} times in {self.file}; it must occur once")
        return text.replace(self.old, self.new)

    def __str__(self) -> str:
        return f"{self.list}: {self.breaks}"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mutation as a list has it."""

    breaks: str
    file: str
    old: str
    new: str
    dies: tuple[str, ...] = ()
    """Names of test files without their ending, or of single tests as `file::test`; none: those of the
    list."""


class MutationList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list as its file has it."""

    folder: str
    """Where the sources are, relative to the project's root."""
    tests: str
    """Where the test files are, at any depth: they may move within it."""
    mutation: tuple[Entry, ...]
    dies: tuple[str, ...] = ()


def load(name: str) -> list[Mutation]:
    """The mutations of one list. Raises `Stale` for a test file that isn't there."""
    listed = msgspec.convert(tomllib.loads((LISTS / f"{name}.toml").read_text("utf-8")), MutationList)
    return [
        Mutation(
            name,
            entry.breaks,
            f"{listed.folder}/{entry.file}",
            entry.old,
            entry.new,
            tuple(_test_file(listed.tests, test) for test in entry.dies or listed.dies),
        )
        for entry in listed.mutation
    ]


def _test_file(folder: str, test: str) -> str:
    file, colons, name = test.partition("::")
    found = _test_files(folder).get(file, [])
    if len(found) != 1:
        raise Stale(f"there are {len(found)} files {file}.py under {folder}; one is wanted")
    return found[0] + colons + name


@cache
def _test_files(folder: str) -> dict[str, list[str]]:
    """By name, the test files at any depth."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / folder).rglob("test_*.py")):
        found.setdefault(path.stem, []).append(path.relative_to(ROOT).as_posix())
    return found
