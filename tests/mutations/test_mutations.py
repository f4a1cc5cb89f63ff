"""Every mutation of the lists fits the sources as they are; with `--long`, the tests that it names also
fail."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.mutations import mutation as mutations
from tests.mutations.mutation import LISTS, Mutation, Stale, load

LONG = "pytest.mark.long"
NAMES = sorted(path.stem for path in LISTS.glob("*.toml"))


def test_the_lists_have_enough_mutations() -> None:
    counts = Counter(name.startswith("server_") for name in NAMES for _ in load(name))
    assert counts[False] >= 200
    assert counts[True] >= 100


@pytest.mark.parametrize("name", NAMES)
def test_every_mutation_fits_its_file_and_leaves_a_program(name: str) -> None:
    listed = load(name)
    for mutation in listed:
        assert mutation.old != mutation.new, mutation
        ast.parse(mutation.mutated_text())
    assert len({(one.file, one.old, one.new) for one in listed}) == len(listed)
    assert len({one.breaks for one in listed}) == len(listed)


@pytest.mark.parametrize("name", NAMES)
def test_every_named_test_is_in_the_gate(name: str) -> None:
    for mutation in load(name):
        assert mutation.tests, mutation
        for test in mutation.tests:
            file, _, function = test.partition("::")
            assert function in functions(file) if function else functions(file), test


@cache
def functions(file: str) -> set[str]:
    """The names of the tests in a file that the gate runs: `--long` alone comes too late."""
    tree = ast.parse((mutations.ROOT / file).read_text(encoding="utf-8"))
    assert not any(LONG in ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign)), file
    return {
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and LONG not in [ast.unparse(decorator) for decorator in node.decorator_list]
    }


@pytest.mark.parametrize("text", ["nothing like it", "pass"])
def test_an_original_that_doesnt_occur_once_is_stale(tmp_path: Path, text: str) -> None:
    (tmp_path / "some.py").write_text("pass\npass\n", encoding="utf-8")
    with pytest.raises(Stale, match=r"some\.py"):
        Mutation("a list", "it breaks", "some.py", text, "raise", ()).mutated_text(tmp_path)


def test_a_missing_test_file_makes_a_list_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutations, "LISTS", tmp_path)
    entry = '[[mutation]]\nbreaks = "x"\nfile = "x"\nold = "x"\nnew = "y"\ndies = ["test_gone"]\n'
    (tmp_path / "some.toml").write_text(f'folder = "src"\ntests = "tests"\n{entry}', encoding="utf-8")
    with pytest.raises(Stale, match="test_gone"):
        load("some")


@pytest.mark.long
def test_the_tests_find_every_mutation() -> None:
    command = [sys.executable, "-m", "tests.mutations"]
    done = subprocess.run(command, cwd=mutations.ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
