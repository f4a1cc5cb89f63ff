"""The documentation is true: its Python runs, its paths, links and commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType

import click
import pytest

from numberhouse.cli.house import house
from numberhouse.registry import InstalledGame
from numberhouse.testing import PROPERTIES

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "docs" / "contract.md"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


# The game of the contract's page


@pytest.fixture(scope="module")
def odds_and_evens(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The page's blocks without prompts as one module: a game has its source in a file."""
    folder = tmp_path_factory.mktemp("contract")
    blocks = [block for block in python_blocks(CONTRACT) if ">>> " not in block]
    (folder / "odds_and_evens.py").write_text("\n\n".join(blocks), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        return importlib.import_module("odds_and_evens")


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text_of(page), re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_contract_run(odds_and_evens: ModuleType) -> None:
    failed, tried = doctest.testfile(
        str(CONTRACT), module_relative=False, encoding="utf-8", globs=vars(odds_and_evens).copy()
    )
    assert tried > 15
    assert not failed


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_game_of_the_contract_page_passes_the_suite(odds_and_evens: ModuleType, name: str) -> None:
    installed = InstalledGame("odds-and-evens", "odds_and_evens")
    assert installed.game is odds_and_evens.game
    PROPERTIES[name](installed, [odds_and_evens.Options(most=5)])


# The examples of docstrings


MODULES = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in ROOT.glob("src/**/*.py")
    if re.search(r"^ *>>> (?!.*SKIP)", text_of(path), re.MULTILINE)
}


@pytest.mark.parametrize("name", sorted(MODULES))
def test_the_examples_of_docstrings_run(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


# Paths, links, modules and commands on the pages


PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *ROOT.glob("*/README.md"),
    *ROOT.glob("examples/*/README.md"),
    *ROOT.glob("docs/*.md"),
    *ROOT.glob("docs/service/*.md"),
    *ROOT.glob("docs/games/*.md"),
    *ROOT.glob("docs/games/set-theory/*.md"),
    *ROOT.glob("docs/games/turing-machine/*.md"),
]
ROOMS = (
    "src",
    "tests",
    "docs",
    "web",
    "tools",
    "bench",
    "examples",
    "requirements",
    "newsfragments",
    "deploy",
)
MADE = ("node_modules", "generated", "__pycache__")
"""Folders that programs make."""
INVENTED = ("your_game", "tools/bin")
"""Names that stand for any name, and a path that a program makes."""
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@pages
def test_every_path_on_a_page_exists(page: Path) -> None:
    text = re.sub(r"\]\([^)]*\)", "]", text_of(page))  # links have a test of their own
    rooms = re.findall(rf"(?<![\w./-])((?:{'|'.join(ROOMS)})/[\w./-]*\w)", text)
    files = re.findall(
        r"(?<![\w./-])([\w.-]+/[\w./-]+\.(?:py|ts|css|po|md|cpp|c|conf|service))(?![\w-])", text
    )
    missing = [
        path
        for path in (*rooms, *files)
        if not any(one in path for one in INVENTED) and path not in endings()
    ]
    assert missing == []


@cache
def endings() -> frozenset[str]:
    """Every path of the repository, from each of its folders on: a page says which folder it speaks of."""
    places = [place.relative_to(ROOT) for room in ROOMS for place in (ROOT / room, *(ROOT / room).rglob("*"))]
    parts_of_paths = [place.parts for place in places if not set(MADE) & set(place.parts)]
    return frozenset("/".join(parts[start:]) for parts in parts_of_paths for start in range(len(parts)))


@pages
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text_of(page)):
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            broken.append(target)
    assert broken == []


@pages
def test_every_module_on_a_page_can_be_imported(page: Path) -> None:
    names = set(re.findall(r"(?<![\w./-])numberhouse(?:\.[A-Za-z_]\w*)+", text_of(page)))
    for name in sorted(names - ENTRY_POINTS):
        assert resolve_name(name) is not None


@pages
def test_every_command_on_a_page_exists(page: Path) -> None:
    for line in commands_of(text_of(page)):
        check_command(line)


def test_the_pages_name_something() -> None:
    text = "\n".join(map(text_of, PAGES))
    assert len(list(commands_of(text))) > 40
    with pytest.raises(AssertionError, match="no command lists"):
        check_command("lists")
    with pytest.raises(AssertionError, match="--sort"):
        check_command("play mixmath --sort")


ENTRY_POINTS = {"numberhouse.games", "numberhouse.bots", "numberhouse.service", "numberhouse.sqlite"}
"""Groups of entry points and files, which aren't modules."""


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts and the documentation make them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands_of(text: str) -> Iterator[str]:
    """The command lines of the house in spans and blocks of code, without the program's name."""
    for span in re.findall(r"```.*?```|^ {4}.*?$|`[^`\n]+`", text, re.DOTALL | re.MULTILINE):
        for line in span.strip("`").splitlines():
            found = re.match(r"(?:\s|\$|[A-Z_]+=\S+|\.venv/bin/)*numberhouse ([a-z].*)", line)
            if found:
                yield found[1].partition(" #")[0]


def check_command(line: str) -> None:
    """Check that the command and its options exist."""
    words = shlex.split(line)
    command: click.Command = house
    while isinstance(command, click.Group):
        name = words.pop(0)
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"there is no command {name}: {line}"
        command = found
        if not words:
            break
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    unknown = {word for word in words if re.fullmatch(r"--[a-z-]+", word)} - known - {"--help", "--json"}
    assert not unknown, f"no option {', '.join(unknown)}: {line}"
