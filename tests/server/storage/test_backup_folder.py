"""A folder of backups keeps the newest, and nothing else of it is touched."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from numberhouse.cli.house import house
from numberhouse.server.storage.backups.backup_folder import new_backup_path, remove_old_backups
from tests.server.conftest import migrated

BEGAN = 1_800_000_000.0


def test_the_newest_backups_stay_and_other_files_are_left_alone(tmp_path: Path) -> None:
    paths = [new_backup_path(tmp_path, BEGAN + 3600 * hour, sqlite=hour % 2 == 0) for hour in range(5)]
    others = [tmp_path / name for name in ("notes.txt", "house.sqlite", "numberhouse-2020.sqlite", "x.part")]
    for path in [*paths, *others]:
        path.touch()
    assert remove_old_backups(paths[0], 3) == paths[1:3]
    assert sorted(tmp_path.iterdir()) == sorted([paths[0], *paths[3:], *others])
    assert remove_old_backups(paths[0], 3) == []


def test_the_command_backs_up_into_a_folder_and_keeps_the_newest(tmp_path: Path) -> None:
    old = [new_backup_path(tmp_path, BEGAN - hour, sqlite=True) for hour in (1, 2, 3)]
    for path in old:
        path.touch()
    arguments = ["admin", "backup", str(tmp_path), "--keep", "2", "--database", str(migrated())]
    result = CliRunner().invoke(house, arguments)
    assert result.exit_code == 0, result.output
    new = [path for path in tmp_path.iterdir() if path not in old]
    assert len(new) == 1
    assert new[0].stat().st_mode & 0o777 == 0o600
    assert set(tmp_path.iterdir()) == {new[0], old[0]}
    refused = CliRunner().invoke(house, [*arguments[:2], str(new[0]), *arguments[3:]])
    assert refused.exit_code == 2
    assert "isn't a folder" in refused.output
