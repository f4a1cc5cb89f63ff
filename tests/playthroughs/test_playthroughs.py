"""Golden playthroughs: one match of each game that a person can read, compared byte by byte.

`tests/playthroughs/<game>.json` is the recipe (seed, options, seats, bots), `<game>.txt` the match, turn by
turn; variants are `<game>.<name>.json` and `.txt`. Each turn shows the action, the events and what has
changed in the views. A line begins with those who see it: `0`, `12`, `s` for a spectator, nothing where
everybody sees it. Events have their code in brackets. A playthrough has 600 lines at most; the recipe of a
long match says from which turn on the views are only a checksum.

After a change that is meant: `python -m tests.playthroughs.test_playthroughs --write`, then read the
difference.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import pytest

from numberhouse.contract.bot import Bot, Budget
from numberhouse.contract.game import Chance, Event, Seat
from numberhouse.match import Match
from numberhouse.registry import InstalledGame, find, games

HERE = Path(__file__).parent
OURS = [
    name for name, installed in games().items() if (installed.package or "").startswith("numberhouse.games.")
]
RECIPES = sorted(HERE.glob("*.json"))
MOST_LINES = 600
"""Lines of a playthrough at most, so that people read it."""

Tagged: TypeAlias = tuple[str, frozenset[Seat | None]]
"""A line and its viewers."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a playthrough. Bots think by counted nodes, so they play alike on every machine."""

    seed: str = "golden"
    options: msgspec.Raw = msgspec.Raw(b"{}")
    seats: int | None = None
    bots: tuple[str, ...] = ("random",)
    """The bots by seat, repeated when there are fewer bots than seats."""
    nodes: int = 1000
    views: int | None = None
    """Turns whose views are shown. Later ones have a checksum of them; the last one is shown whole."""


@pytest.mark.parametrize("game_id", OURS)
def test_every_game_of_ours_has_a_playthrough(game_id: str) -> None:
    path = HERE / f"{game_id}.json"
    assert path in RECIPES, (
        f'write {path} ("{{}}" will do) and run python -m tests.playthroughs.test_playthroughs --write'
    )


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_playthrough(recipe: Path) -> None:
    golden = recipe.with_suffix(".txt").read_text(encoding="utf-8")
    assert playthrough(recipe) == golden
    assert golden.count("\n") <= MOST_LINES, "nobody reads so much: shorten the match or show fewer views"


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
    yield ""
    drawings = _drawings(installed, match)
    yield from _tag_lines(match, {viewer: drawing.splitlines() for viewer, drawing in drawings.items()})
    while match.to_act:
        seat = match.next_seat()
        if match.waits(seat):
            done = "time runs out"
            events = match.expire(seat)
        else:
            chance = Chance(match.seed, len(match.log) + 1).fork(f"seat {seat}")
            budget = Budget(nodes=recipe.nodes)
            thought = bots[seat].choose(match.view(seat), seat, match.legal(seat), budget, chance)
            done = installed.write(thought.action)
            events = match.act(seat, thought.action)
        yield ""
        yield f"== {len(match.log)}. seat {seat}: {done}"
        yield from _events(installed, match, events)
        last_drawings, drawings = drawings, _drawings(installed, match)
        changes = {viewer: _changes(last_drawings[viewer], drawings[viewer]) for viewer in drawings}
        if recipe.views is None or len(match.log) <= recipe.views or not match.to_act:
            yield from _tag_lines(match, changes)
        else:
            yield f"views {hashlib.sha256(msgspec.json.encode(list(drawings.values()))).hexdigest()[:16]}"
    yield ""
    yield f"== outcome {msgspec.json.encode(match.outcome, order='deterministic').decode()}"


def _viewers(match: Match[Any, Any, Any, Any]) -> tuple[Seat | None, ...]:
    """A spectator first: most of the spectator's lines are seen by all."""
    return (None, *range(match.seats))


def _drawings(installed: InstalledGame, match: Match[Any, Any, Any, Any]) -> dict[Seat | None, str]:
    return {viewer: installed.draw(match.view(viewer)) for viewer in _viewers(match)}


def _events(
    installed: InstalledGame, match: Match[Any, Any, Any, Any], events: Sequence[Event]
) -> Iterator[str]:
    """The events that each viewer sees."""
    lines: dict[Seat | None, list[str]] = {}
    for viewer in _viewers(match):
        visible = [event for event in events if event.visible_to(viewer)]
        texts = [f"[{event.code}] {installed.tell(event, viewer)}" for event in visible]
        lines[viewer] = [line for text in texts for line in text.splitlines()]
    yield from _tag_lines(match, lines)


def _changes(before: str, after: str) -> list[str]:
    """The lines of a view that are new, and how many have gone."""
    old, new = before.splitlines(), after.splitlines()
    lines: list[str] = []
    for kind, begin, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "delete":
            lines.append(f"gone: {end - begin} lines")
        elif kind != "equal":
            lines += new[first:last]
    return lines


def _tag_lines(match: Match[Any, Any, Any, Any], lines: Mapping[Seat | None, Sequence[str]]) -> Iterator[str]:
    """The lines of all viewers in one order, each line once, after the list of its viewers."""
    merged: list[Tagged] = []
    for viewer, own in lines.items():
        merged = _merge(merged, viewer, own)
    viewers = _viewers(match)
    for line, seen_by in merged:
        signs = sorted("s" if viewer is None else str(viewer) for viewer in seen_by)
        tag = "".join(signs) if len(signs) < len(viewers) else ""
        yield f"{tag:{len(viewers)}} {line}"


def _merge(merged: Sequence[Tagged], viewer: Seat | None, own: Sequence[str]) -> list[Tagged]:
    blocks = SequenceMatcher(None, [line for line, _ in merged], own, autojunk=False).get_opcodes()
    found: list[Tagged] = []
    for kind, begin, end, first, last in blocks:
        if kind == "equal":
            found += [(line, seen_by | {viewer}) for line, seen_by in merged[begin:end]]
        else:
            found += merged[begin:end]
            found += [(line, frozenset({viewer})) for line in own[first:last]]
    return found


def main(arguments: Sequence[str]) -> None:
    """Write every playthrough again."""
    if list(arguments) != ["--write"]:
        sys.exit("usage: python -m tests.playthroughs.test_playthroughs --write")
    for path in RECIPES:
        path.with_suffix(".txt").write_text(playthrough(path), encoding="utf-8")
        print(path.with_suffix(".txt"))


if __name__ == "__main__":
    main(sys.argv[1:])
