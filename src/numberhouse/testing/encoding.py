"""Properties of encoding: JSON, replays and records lose nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec
from hypothesis import settings

from numberhouse import record as records
from numberhouse.contract.game import Event, IllegalAction
from numberhouse.match import Match
from numberhouse.registry import AnyGame, InstalledGame, installed_game
from numberhouse.testing.play import STABLE, ContractBroken, Play, encoded, every


@every
def structs(play: Play) -> None:
    """Options, states, views, actions, events and outcomes are frozen, and survive JSON."""
    game = play.game
    visited: dict[int, Any] = {}
    _check_json(play, play.options, game.options_type, visited)
    for moment in play.moments:
        _check_json(play, moment.state, game.state_type, visited)
        for viewer in play.everybody:
            _check_json(play, game.view(moment.state, viewer), game.view_type, visited)
        if moment.entry is not None and moment.entry.action is not None:
            _check_json(play, moment.entry.action, game.action_type, visited)
        for event in moment.step.events if moment.step is not None else ():
            again = msgspec.json.decode(encoded(event), type=Event)
            if encoded(again) != encoded(event):
                raise play.broken(f"{event} becomes {again} through JSON", moment)


def schemas(
    subject: AnyGame | InstalledGame,
    options: Sequence[Any] = (),  # noqa: ARG001 - all properties have the same parameters
    settings: settings = STABLE,  # noqa: ARG001
) -> None:
    """Options, states, actions and views have a JSON Schema."""
    game = subject.game if isinstance(subject, InstalledGame) else subject
    for kind in (game.options_type, game.state_type, game.action_type, game.view_type):
        try:
            msgspec.json.schema(kind)
        except (TypeError, ValueError) as error:
            raise ContractBroken(f"{game.card.id}: {kind} has no JSON Schema: {error}") from error


@every
def replay(play: Play) -> None:
    """Options, seed and log give the same states and events again."""
    match = Match(play.game, play.seed, play.options, play.seats)
    for moment in play.moments:
        if encoded(match.state) != encoded(moment.state):
            raise play.broken("replay leads to another state", moment)
        if moment.entry is None or moment.step is None:
            break
        try:
            events = match.apply(moment.entry)
        except IllegalAction as refusal:
            raise play.broken(f"replay refuses {moment.entry}: {refusal}", moment) from refusal
        if encoded(list(events)) != encoded(list(moment.step.events)):
            raise play.broken("replay shows other events", moment)


@every
def record(play: Play) -> None:
    """The match's record replays to the same state after it is written and read, at the end and midway. The
    record of a running match can be sealed."""
    names = [f"player {seat}" for seat in range(play.seats)]
    for length in (len(play.log), len(play.log) // 2):
        match = Match.replay(play.game, play.seed, play.options, play.seats, play.log[:length])
        installed = _without_notation(play.installed)
        text = records.write(match, names, installed=installed, open=True)
        findings = records.verify(text, installed)
        if findings:
            raise play.broken(f"its record doesn't verify: {'; '.join(str(finding) for finding in findings)}")
        again = records.read(text).replay(installed)
        if encoded(again.state) != encoded(match.state) or again.log != match.log:
            raise play.broken("its record replays to another match")
    if match.outcome is None and not records.read(records.write(match, names, installed=installed)).sealed:
        raise play.broken("its record is not sealed while it runs")


def _without_notation(installed: InstalledGame) -> InstalledGame:
    """The game with the house's plain notation. Another property checks the game's own notation."""
    return (
        installed_game(installed.game)
        if installed.package is None
        else InstalledGame(installed.id, game=installed.game)
    )


def _check_json(play: Play, thing: Any, kind: Any, visited: dict[int, Any]) -> None:
    for kind_within in _kinds_within(thing, visited):
        if not kind_within.__struct_config__.frozen:
            raise play.broken(f"{kind_within.__name__} isn't frozen")
    before = encoded(thing)
    try:
        again = msgspec.json.decode(before, type=kind)
    except (msgspec.MsgspecError, TypeError) as error:
        raise play.broken(f"{thing} doesn't come back from JSON: {error}") from error
    if again != thing or encoded(again) != before:
        raise play.broken(f"{thing} becomes {again} through JSON")


LEAVES: Final = frozenset({bool, bytes, float, int, str, type(None)})


def _kinds_within(thing: Any, visited: dict[int, Any]) -> set[type[msgspec.Struct]]:
    """The type of every struct in the thing, including the thing itself, without the things in `visited`, by
    id.

    States and views of a play share nearly all their parts, so that each part is checked once. `visited`
    holds the parts themselves, because a part that is freed could give its id to another.
    """
    kinds: set[type[msgspec.Struct]] = set()
    groups: list[Collection[Any]] = [(thing,)]
    while groups:
        group = groups.pop()
        if LEAVES.issuperset(map(type, group)):  # a row of a board: skipped as a whole
            continue
        for thing_within in group:
            if type(thing_within) in LEAVES or id(thing_within) in visited:
                continue
            visited[id(thing_within)] = thing_within
            if isinstance(thing_within, msgspec.Struct):
                kinds.add(type(thing_within))
                groups.append(msgspec.structs.astuple(thing_within))
            elif isinstance(thing_within, dict):
                groups.append(thing_within.values())
            elif isinstance(thing_within, list | tuple | set | frozenset):
                groups.append(thing_within)
    return kinds
