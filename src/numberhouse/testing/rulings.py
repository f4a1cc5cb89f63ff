"""Properties of the host's rulings in a `Refereed` game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from numberhouse import record as records
from numberhouse.contract.game import IllegalAction, Refereed, Step
from numberhouse.match import Match
from numberhouse.registry import InstalledGame
from numberhouse.testing.play import Moment, Play, encoded, every, visible_events
from numberhouse.testing.rules import mutated
from numberhouse.words import HOUSE

__all__ = ["rulings"]

MOST = 8
"""Largest number of listed rulings that are tried at each moment."""


@every
def rulings(play: Play) -> None:
    """Every ruling that is open to the host is computed from public facts, survives JSON, has a text of one
    line, and is accepted. It neither ends nor reopens the match nor moves it on. Its events are public. It
    doesn't distinguish the real state from an imagined one. It is replayed and recorded. Any other ruling is
    accepted or refused with `IllegalAction`."""
    game = play.game
    if not isinstance(game, Refereed):
        return
    for moment in play.some():
        sample = _sample_rulings(play, game, moment)
        for ruling in sample:
            _check_json(play, game, moment, ruling)
            _check_words(play, moment, ruling)
            step = _check_repeatable(play, game, moment, ruling)
            _check_same_position(play, moment, ruling, step)
            _check_no_secret(play, game, moment, ruling, step)
            for other in _mutants(play, game, moment, ruling):
                _answer(play, game, moment, other)
        if sample:
            _check_replay(play, moment, sample[0])


def _sample_rulings(play: Play, game: Any, moment: Moment) -> Sequence[Any]:
    """Some of the listed rulings, and a few samples of every part."""
    view = game.view(moment.state, None)
    legal = game.rulings(view)
    sent = msgspec.json.decode(encoded(view), type=game.view_type)
    encoded_rulings = [encoded(ruling) for ruling in legal.actions]
    if encoded_rulings != [encoded(ruling) for ruling in game.rulings(sent).actions]:
        raise play.broken("`rulings` differ for the view that went through JSON", moment)
    if len(set(encoded_rulings)) != len(encoded_rulings):
        raise play.broken("`rulings` lists a ruling twice", moment)
    dice = play.chance(f"rulings {moment.number}")
    sample = dice.sample(legal.actions, min(MOST, len(legal.actions)))
    return sample + [part.sample(dice) for part in legal.parts for _ in range(2)]


def _check_json(play: Play, game: Any, moment: Moment, ruling: Any) -> None:
    try:
        again = msgspec.json.decode(encoded(ruling), type=game.ruling_type)
    except msgspec.ValidationError as error:
        raise play.broken(f"{ruling} doesn't come back from JSON: {error}", moment) from error
    if again != ruling or encoded(again) != encoded(ruling):
        raise play.broken(f"{ruling} becomes {again} through JSON", moment)


def _check_words(play: Play, moment: Moment, ruling: Any) -> None:
    names = [f"player {seat}" for seat in range(play.seats)]
    for lang in HOUSE.languages:
        for seat_names in (None, names):
            words = play.installed.ruling_words(ruling, lang, seat_names)
            if not words.strip() or words.splitlines() != [words]:
                raise play.broken(f"{ruling} is told as {words!r} in {lang}: not one line", moment)


def _check_repeatable(play: Play, game: Any, moment: Moment, ruling: Any) -> Step[Any]:
    before = encoded(moment.state)
    step = _answer(play, game, moment, ruling)
    if isinstance(step, IllegalAction):
        raise play.broken(f"{ruling} is offered to the host and refused: {step}", moment)
    if encoded(moment.state) != before:
        raise play.broken(f"{ruling} changed the state that it was made on", moment)
    again = game.rule(moment.state, ruling, play.next_chance(moment))
    if encoded([again.state, list(again.events)]) != encoded([step.state, list(step.events)]):
        raise play.broken(f"{ruling} does something else the second time", moment)
    return step


def _check_same_position(play: Play, moment: Moment, ruling: Any, step: Step[Any]) -> None:
    """The match awaits the same seats as before, or is over as before."""
    game = play.game
    if (game.outcome(moment.state) is None) != (game.outcome(step.state) is None):
        raise play.broken(f"{ruling} ends the match or reopens it", moment)
    if game.to_act(step.state) != moment.to_act:
        seats = sorted(game.to_act(step.state))
        raise play.broken(
            f"after {ruling} seats {seats} are to act, before it {sorted(moment.to_act)}", moment
        )
    secret = [event for event in step.events if event.audience is not None]
    if secret:
        raise play.broken(f"{ruling} is told to some alone: {secret[0]}", moment)


def _check_no_secret(play: Play, game: Any, moment: Moment, ruling: Any, step: Step[Any]) -> None:
    for viewer in play.everybody:
        view = game.view(moment.state, viewer)
        imagined = game.imagine(view, viewer, play.chance(f"ruled {moment.number} {viewer}"))
        other = _answer(play, game, moment, ruling, imagined)
        if isinstance(other, IllegalAction):
            raise play.broken(
                f"{ruling} is refused in a state that looks alike, so that it tells a secret: {other}",
                moment,
                viewer,
            )
        if encoded(game.view(step.state, viewer)) != encoded(game.view(other.state, viewer)):
            raise play.broken(f"the view after {ruling} tells what the view before it didn't", moment, viewer)
        if visible_events(step.events, viewer) != visible_events(other.events, viewer):
            raise play.broken(f"events of {ruling} tell what the view before it didn't", moment, viewer)


def _mutants(play: Play, game: Any, moment: Moment, ruling: Any) -> list[Any]:
    """Valid rulings that differ from this one in one place of its JSON."""
    dice = play.chance(f"strange ruling {moment.number}")
    mutants = []
    for _ in range(4):
        other = mutated(msgspec.json.decode(encoded(ruling)), dice)
        try:
            mutants.append(msgspec.json.decode(encoded(other), type=game.ruling_type))
        except msgspec.ValidationError:
            continue
    return mutants


def _answer(
    play: Play, game: Any, moment: Moment, ruling: Any, state: Any = None
) -> Step[Any] | IllegalAction:
    try:
        step: Step[Any] = game.rule(
            moment.state if state is None else state, ruling, play.next_chance(moment)
        )
    except IllegalAction as refusal:
        return refusal
    except Exception as error:
        raise play.broken(f"the ruling {ruling} raised {error!r}, not `IllegalAction`", moment) from error
    return step


def _check_replay(play: Play, moment: Moment, ruling: Any) -> None:
    """The log with the ruling replays to the same state, and its record verifies."""
    before = play.log[: moment.number - 1]
    match = Match.replay(play.game, play.seed, play.options, play.seats, before)
    match.rule(ruling, "because")
    again = Match.replay(play.game, play.seed, play.options, play.seats, match.log)
    if encoded(again.state) != encoded(match.state):
        raise play.broken(f"replay of {ruling} leads to another state", moment)
    plain = InstalledGame(
        play.installed.id, game=play.game
    )  # the game's notation is checked by its own property
    names = [f"player {seat}" for seat in range(play.seats)]
    findings = records.verify(records.write(match, names, installed=plain, open=True), plain)
    if findings:
        listing = "; ".join(str(finding) for finding in findings)
        raise play.broken(f"a record with {ruling} doesn't verify: {listing}", moment)
