"""The table over all numbers: its file, two processes at once, folders that can't be written."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from numberhouse.games.set_theory.catalogue import CATALOGUE, RECIPES, bitmaps


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of its own, and a table of two properties, which is built at once."""
    monkeypatch.setenv("NUMBERHOUSE_CACHE", str(tmp_path / "cache"))
    names = ("multiple-of-7", "residue-1-mod-4")
    monkeypatch.setattr(bitmaps, "RECIPES", {name: RECIPES[name] for name in names})
    monkeypatch.setattr(bitmaps, "PLACE", {"multiple-of-7": (0, 0), "residue-1-mod-4": (0, 1)})
    monkeypatch.setattr(bitmaps, "WORDS", 1)
    monkeypatch.setattr(bitmaps, "build_apart", bitmaps.build)  # another process would build all properties
    caches = (bitmaps.stored, bitmaps.rows, bitmaps.members)
    for one in caches:
        one.cache_clear()
    yield tmp_path / "cache"
    for one in caches:
        one.cache_clear()


def test_the_table_is_written_whole_and_mapped(few: Path) -> None:
    assert not bitmaps.is_ready()
    told: list[tuple[int, int]] = []
    bitmaps.build(lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    assert bitmaps.is_ready()
    assert [path.name for path in few.iterdir()] == [bitmaps.place().name]
    rows = bitmaps.table()
    assert rows.shape == (1_000_000, 1)
    assert not rows.flags.writeable
    assert [int(rows[n, 0]) for n in (0, 7, 13, 14, 21, 22)] == [0, 0, 2, 1, 3, 0]
    assert bitmaps.count("multiple-of-7") == 142_857 - 1
    assert bitmaps.belongs("residue-1-mod-4", 13)


def test_several_that_build_at_once_leave_one_whole_file(few: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: bitmaps.build(), range(4)))
    assert [path.name for path in few.iterdir()] == [bitmaps.place().name]
    assert all((one == made[0]).all() for one in made)


def test_a_broken_file_is_made_anew(few: Path) -> None:
    few.mkdir()
    bitmaps.place().write_bytes(b"half")
    assert not bitmaps.is_ready()
    assert bitmaps.belongs("multiple-of-7", 14)
    assert bitmaps.is_ready()


def test_a_damaged_file_is_made_anew(few: Path) -> None:
    bitmaps.build()
    contents = bytearray(bitmaps.place().read_bytes())
    contents[8 * (64 + 14)] ^= 1  # as if 14 were no multiple of 7
    bitmaps.place().write_bytes(contents)
    assert bitmaps.belongs("multiple-of-7", 14)
    assert [path.name for path in few.glob("*.u64")] == [bitmaps.place().name]


def test_threads_that_need_the_table_at_once_build_it_once(
    few: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[int] = []

    def build_slowly() -> None:
        built.append(1)
        time.sleep(0.2)
        bitmaps.build()

    monkeypatch.setattr(bitmaps, "build_apart", build_slowly)
    with ThreadPoolExecutor(6) as pool:
        tables = list(pool.map(lambda _: bitmaps.stored(), range(6)))
    assert len(built) == 1
    assert all((one == tables[0]).all() for one in tables)
    assert few.is_dir()


def test_the_table_is_built_in_a_process_of_its_own(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("NUMBERHOUSE_CACHE", str(few))
    commands: list[list[str]] = []
    monkeypatch.setattr("subprocess.run", lambda command, **_: commands.append(command))
    monkeypatch.setattr(bitmaps, "build", lambda: "in this process")
    bitmaps.stored()
    assert commands == [
        [sys.executable, "-c", "from numberhouse.games.set_theory.catalogue.bitmaps import build; build()"]
    ]


def test_where_nothing_can_be_written_the_table_is_kept(few: Path) -> None:
    few.write_text("no folder", encoding="utf-8")
    assert bitmaps.belongs("multiple-of-7", 14)
    assert not bitmaps.is_ready()
    assert not bitmaps.table().flags.writeable


def test_the_order_of_the_catalogue_is_that_of_the_bits() -> None:
    row = bitmaps.table()[97]
    for place, name in enumerate(CATALOGUE):
        assert bitmaps.belongs(name, 97) == bool(int(row[place // 64]) >> place % 64 & 1)


def test_the_folder_is_the_platforms_or_the_named_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBERHOUSE_CACHE", str(tmp_path))
    assert bitmaps.folder() == tmp_path
    monkeypatch.delenv("NUMBERHOUSE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    if sys.platform == "linux":
        assert bitmaps.folder() == tmp_path / "xdg" / "numberhouse"


def test_the_catalogue_is_light_to_import() -> None:
    code = (
        "import sys, numberhouse.games.set_theory.terminal.commands;"
        "from numberhouse.games.set_theory.catalogue import bitmaps, hidden_set;"
        "from numberhouse.games.set_theory.catalogue.predicates import predicate;"
        "print(sorted({'numpy', 'numba', 'lark', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
