"""A folder of backups, of which the newest are kept: one file for each moment, named by it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

__all__ = ["new_backup_path", "remove_old_backups"]

NAME: Final = re.compile(r"numberhouse-\d{8}T\d{6}Z\.(sqlite|jsonl)")
"""The name of a backup, whose order is the order of time. Other files of the folder are left alone."""


def new_backup_path(folder: Path, moment: float, *, sqlite: bool) -> Path:
    """The file for a backup of this moment, in seconds since 1970."""
    at = datetime.fromtimestamp(moment, UTC)
    return folder / f"numberhouse-{at:%Y%m%dT%H%M%SZ}.{'sqlite' if sqlite else 'jsonl'}"


def remove_old_backups(new: Path, keep: int) -> list[Path]:
    """Keep `keep` backups of a folder: the `new` one, whatever the system's time was then, and the newest
    others. Returns those that were removed."""
    others = sorted(path for path in new.parent.iterdir() if NAME.fullmatch(path.name) and path != new)
    old = others[: max(len(others) - (keep - 1), 0)]
    for path in old:
        path.unlink(missing_ok=True)
    return old
