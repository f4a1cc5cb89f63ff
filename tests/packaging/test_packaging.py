"""Requirements of a fresh clone and a release: entry points, the locks, the version."""

import re
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest

import numberhouse
from hatch_build import game_entry_points

ROOT = Path(__file__).parents[2]
LOCKS = sorted(ROOT.glob("requirements/*.txt"))


def locked_versions(path: Path) -> set[str]:
    return set(re.findall(r"^(\S+==\S+)", path.read_text(), re.M))


def test_every_game_folder_is_an_entry_point() -> None:
    announced = {point.name: point.value for point in entry_points(group="numberhouse.games")}
    assert game_entry_points(ROOT).items() <= announced.items()


def test_a_new_folder_is_a_new_entry_point(tmp_path: Path) -> None:
    games = tmp_path / "src" / "numberhouse" / "games"
    for folder in ("sixth_game", "not_yet_a_game"):
        (games / folder).mkdir(parents=True)
    (games / "sixth_game" / "__init__.py").touch()
    assert game_entry_points(tmp_path) == {"sixth-game": "numberhouse.games.sixth_game"}


def test_the_version_is_the_installed_one() -> None:
    assert version("numberhouse") == numberhouse.__version__


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_has_hashes_and_no_addresses(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert all("==" in block and "--hash=sha256:" in block for block in blocks)


def test_the_development_lock_has_the_versions_of_the_other_lock() -> None:
    assert locked_versions(ROOT / "requirements" / "run.txt") <= locked_versions(
        ROOT / "requirements" / "dev.txt"
    )


def test_the_wheel_contains_every_catalogue_of_words() -> None:
    """A wheel without them would be in English only, and no test in a clone would fail."""
    from hatchling.builders.wheel import WheelBuilder

    held = {included.distribution_path for included in WheelBuilder(str(ROOT)).recurse_included_files()}
    catalogues = {path.relative_to(ROOT / "src").as_posix() for path in ROOT.glob("src/**/locale/*.po")}
    assert len(catalogues) > len(list(ROOT.glob("src/numberhouse/games/*/__init__.py")))
    assert catalogues <= held
    assert not any(name.endswith((".ts", ".pot")) for name in held)
