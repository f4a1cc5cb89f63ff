"""Properties of earlier versions of the rules: old matches can continue, and their records stay valid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from hypothesis import settings

from numberhouse import record as records
from numberhouse.match import Match
from numberhouse.registry import AnyGame, BrokenFolder, InstalledGame, installed_game
from numberhouse.testing.play import STABLE, ContractBroken, Play, encoded, over_plays

__all__ = ["versions"]

FEW = 3
"""Number of plays of each version."""


def versions(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """Every earlier version of the rules has a lower number and the same types as the present one. It plays
    random matches to their end, and it verifies their records. Fields that a version leaves out of the digest
    of its states exist in its states."""
    installed = subject if isinstance(subject, InstalledGame) else installed_game(subject)
    try:
        by_number = installed.versions
    except BrokenFolder as error:
        raise ContractBroken(str(error)) from error
    present = installed.game
    for number, game in by_number.items():
        checks = [
            (game.card.id != present.card.id, f"is of the game {game.card.id!r}"),
            (game.card.rules_version != number, f"has version {game.card.rules_version} on its card"),
            (number > present.card.rules_version, "is newer than the present one"),
            (_types(game) != _types(present), "has other options, actions, views or rulings"),
        ]
        for is_wrong, why in checks:
            if is_wrong:
                raise ContractBroken(f"{installed.id}: version {number} of the rules {why}")
        if game is not present:
            _check_plays(installed, number, options, settings)
        _check_later_fields(installed.version(number), options, settings)


def _types(game: AnyGame) -> tuple[Any, ...]:
    return game.options_type, game.action_type, game.view_type, getattr(game, "ruling_type", None)


def _check_plays(installed: InstalledGame, number: int, options: Sequence[Any], effort: settings) -> None:
    def check(play: Play) -> None:
        if play.stuck:
            raise play.broken(f"version {number} of the rules refuses a legal action: {play.stuck}")
        if play.game.outcome(play.moments[-1].state) is None:
            raise play.broken(f"a match by version {number} of the rules doesn't end")
        match = Match.replay(play.game, play.seed, play.options, play.seats, play.log)
        names = [f"player {seat}" for seat in range(play.seats)]
        text = records.write(match, names, installed=play.installed, open=True)
        if (rules := records.read(text).header.rules) != number:
            raise play.broken(f"the record of a match by version {number} says version {rules}")
        findings = records.verify(text, installed)
        if findings:
            listing = "; ".join(str(finding) for finding in findings)
            raise play.broken(f"a record by version {number} of the rules doesn't verify: {listing}")

    over_plays(installed.version(number), options, _few_examples(effort), check)


def _check_later_fields(installed: InstalledGame, options: Sequence[Any], effort: settings) -> None:
    missing = set(installed.game.card.later_fields)

    def check(play: Play) -> None:
        for moment in play.moments if missing else ():
            state = msgspec.json.decode(encoded(moment.state))
            missing.difference_update([path for path in missing if any(_at(state, path.split("/")))])

    if missing:
        over_plays(installed, options, _few_examples(effort), check)
    # A path that only rare matches reach must at least consist of fields that states can have.
    names = {*_field_names(installed.game.state_type), "*"}
    missing = {path for path in missing if not names.issuperset(path.split("/"))}
    if missing:
        raise ContractBroken(
            f"{installed.id}: version {installed.game.card.rules_version} of the rules names later fields "
            f"that no state has: {', '.join(sorted(missing))}"
        )


def _field_names(state_type: Any) -> Iterator[str]:
    """The names of all fields in the state and in its parts, as its JSON spells them."""
    _, components = msgspec.json.schema_components((state_type,))
    for component in components.values():
        yield from component.get("properties", {})


def _at(thing: Any, path: Sequence[str]) -> Iterator[bool]:
    """True for every place in the thing to which the path leads."""
    name, *rest = path
    if isinstance(thing, list) and name == "*":
        for item in thing:
            yield from _at(item, rest) if rest else (True,)
    elif isinstance(thing, dict) and name in thing:
        yield from _at(thing[name], rest) if rest else (True,)


def _few_examples(effort: settings) -> settings:
    return settings(effort, max_examples=min(effort.max_examples, FEW))
