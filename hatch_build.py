"""Metadata hook: every game folder becomes an entry point, so a new game is one folder and no other edit.

A folder ``src/numberhouse/games/set_theory/`` holding a ``rules.py`` is announced in the group
``numberhouse.games`` as ``set-theory = numberhouse.games.set_theory``.
"""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

GROUP = "numberhouse.games"


class GameEntryPoints(MetadataHookInterface):
    """Fills the dynamic field ``entry-points`` of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write one entry point for each game found under the project's root."""
        metadata["entry-points"] = {GROUP: game_entry_points(Path(self.root))}


def game_entry_points(root: Path) -> dict[str, str]:
    """Name and dotted path of every game in the source tree at ``root``, in order of name."""
    folders = sorted(rules.parent.name for rules in root.glob("src/numberhouse/games/*/rules.py"))
    return {folder.replace("_", "-"): f"numberhouse.games.{folder}" for folder in folders}
