"""Golden playthroughs: one match of each game that a person can read, compared byte by byte.

`tests/playthroughs/<game>.json` is the recipe (seed, options, seats, bots), `<game>.txt` what every seat and
a spectator see, turn by turn, each view when it has changed; variants are `<game>.<name>.json` and `.txt`.
After a change that is meant: `python -m tests.test_playthroughs --write`, then read the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import msgspec
import pytest

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance, Event, Seat
from numberhouse.match import Match
from numberhouse.registry import InstalledGame, find, games

HERE = Path(__file__).parent / "playthroughs"
OURS = [
    name for name, installed in games().items() if (installed.package or "").startswith("numberhouse.games.")
]
RECIPES = sorted(HERE.glob("*.json"))


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a playthrough is made. Bots think by counted nodes, so they play alike on every machine."""

    seed: str = "golden"
    options: msgspec.Raw = msgspec.Raw(b"{}")
    seats: int | None = None
    bots: tuple[str, ...] = ("random",)
    """By seat, begun again when there are fewer bots than seats."""
    nodes: int = 1000


@pytest.mark.parametrize("game_id", OURS)
def test_every_game_of_ours_has_a_playthrough(game_id: str) -> None:
    path = HERE / f"{game_id}.json"
    assert path in RECIPES, f'write {path} ("{{}}" will do) and run python -m tests.test_playthroughs --write'


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_playthrough(recipe: Path) -> None:
    golden = recipe.with_suffix(".txt").read_text(encoding="utf-8")
    assert playthrough(recipe) == golden


def test_no_playthrough_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == {path.stem for path in RECIPES}
    assert {path.stem.split(".")[0] for path in RECIPES} <= set(OURS)


def playthrough(path: Path) -> str:
    installed = find(path.stem.split(".")[0])
    recipe = msgspec.json.decode(path.read_bytes(), type=Recipe)
    options = msgspec.json.decode(recipe.options, type=installed.game.options_type)
    match: Match[Any, Any, Any, Any] = Match(installed.game, recipe.seed, options, recipe.seats)
    bots = [installed.bot(recipe.bots[seat % len(recipe.bots)]) for seat in range(match.seats)]
    return "".join(f"{line.rstrip()}\n" for line in _transcript(installed, match, bots, recipe))


def _transcript(
    installed: InstalledGame, match: Match[Any, Any, Any, Any], bots: Sequence[Bot[Any, Any]], recipe: Recipe
) -> Iterator[str]:
    card = match.game.card
    yield f"{card.title}, rules {card.rules_version}, seed {recipe.seed!r}"
    yield f"options {msgspec.json.encode(match.options, order='deterministic').decode()}"
    yield from (f"seat {seat}: {bot.name}" for seat, bot in enumerate(bots))
    last_drawings: dict[Seat | None, str] = {}
    yield from _views(installed, match, last_drawings)
    while match.to_act:
        seat = match.next_seat()
        if match.waits(seat):
            events = match.expire(seat)
            yield ""
            yield f"== {len(match.log)}. seat {seat}: time runs out"
            yield from _events(installed, match, events)
            yield from _views(installed, match, last_drawings)
            continue
        chance = Chance(match.seed, len(match.log) + 1).fork(f"seat {seat}")
        budget = Budget(nodes=recipe.nodes)
        thought = bots[seat].choose(match.view(seat), seat, match.legal(seat), budget, chance)
        events = match.act(seat, thought.action)
        yield ""
        yield f"== {len(match.log)}. seat {seat}: {installed.write(thought.action)}"
        yield from _events(installed, match, events)
        yield from _views(installed, match, last_drawings)
    yield ""
    yield f"== outcome {msgspec.json.encode(match.outcome, order='deterministic').decode()}"


def _viewers(match: Match[Any, Any, Any, Any]) -> tuple[Seat | None, ...]:
    return (*range(match.seats), None)


def _name(viewer: Seat | None) -> str:
    return "spectator" if viewer is None else f"seat {viewer}"


def _events(
    installed: InstalledGame, match: Match[Any, Any, Any, Any], events: Sequence[Event]
) -> Iterator[str]:
    """What each viewer hears; who hears the same is named together."""
    viewers_by_lines: dict[tuple[str, ...], list[str]] = {}
    for viewer in _viewers(match):
        lines = tuple(
            f"[{event.code}] {installed.tell(event, viewer)}" for event in events if event.visible_to(viewer)
        )
        if lines:
            viewers_by_lines.setdefault(lines, []).append(_name(viewer))
    for lines, names in viewers_by_lines.items():
        yield f"-- heard by {', '.join(names)}"
        yield from lines


def _views(
    installed: InstalledGame, match: Match[Any, Any, Any, Any], last_drawings: dict[Seat | None, str]
) -> Iterator[str]:
    """What each viewer sees: at first all of it, then the lines that are new; who sees the same is named
    together."""
    viewers_by_lines: dict[tuple[str, ...], list[str]] = {}
    for viewer in _viewers(match):
        drawing = installed.draw(match.view(viewer))
        lines = _new_lines(last_drawings.get(viewer, ""), drawing)
        last_drawings[viewer] = drawing
        if lines:
            viewers_by_lines.setdefault(lines, []).append(_name(viewer))
    for lines, names in viewers_by_lines.items():
        yield f"-- seen by {', '.join(names)}"
        yield from lines


def _new_lines(before: str, after: str) -> tuple[str, ...]:
    old, new = before.splitlines(), after.splitlines()
    if not old:
        return tuple(new)
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    lines: list[str] = []
    for kind, begin, end, first, last in blocks:
        if kind == "delete":
            lines.append(f"gone: {end - begin} lines")
        elif kind != "equal":
            lines += new[first:last]
    return tuple(lines)


def main(arguments: Sequence[str]) -> None:
    """Write every playthrough anew."""
    if list(arguments) != ["--write"]:
        sys.exit("usage: python -m tests.test_playthroughs --write")
    for path in RECIPES:
        path.with_suffix(".txt").write_text(playthrough(path), encoding="utf-8")
        print(path.with_suffix(".txt"))


if __name__ == "__main__":
    main(sys.argv[1:])
