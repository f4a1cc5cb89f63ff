"""The file in which a match is saved. Every write leaves a complete file, and no write overwrites another
file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from numberhouse.cli.base.errors import Refusal
from numberhouse.match import Match
from numberhouse.record import write
from numberhouse.registry import InstalledGame

__all__ = ["SaveFile"]


class SaveFile:
    """A match's open record on disk. It contains the seed: a reader of the file knows every secret."""

    def __init__(
        self, path: Path, installed: InstalledGame, match: Match[Any, Any, Any, Any], players: Sequence[str]
    ) -> None:
        self.path = path
        self.installed = installed
        self.match = match
        self.players = tuple(players)

    def create(self) -> None:
        """Write a new file. Raises `Refusal` where the file exists, and `OSError`."""
        try:
            self.path.open("x").close()
        except FileExistsError:
            raise Refusal(
                "file-exists",
                f"{self.path} is there already and stays as it is. Name another file, or go on with it: "
                f"numberhouse play --resume {self.path}",
            ) from None
        self.write()

    def write(self) -> None:
        """Replace the file in one step, so that a crash can't leave it half written. Raises `OSError`."""
        text = write(self.match, self.players, installed=self.installed, open=True)
        handle, draft = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(draft, self.path)
        except BaseException:
            os.unlink(draft)
            raise
