"""Properties of hidden information: no viewer can distinguish the real state from those that look like it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from numberhouse.contract.game import IllegalAction, Legal, Room, Seat, Step
from numberhouse.testing.play import Moment, Play, encoded, every, visible_events

IMAGINED = 2
"""Number of states drawn for each viewer at each moment."""


@every
def imagine(play: Play) -> None:
    """An imagined state has the real view, is a complete state, and depends only on the view and chance."""
    game = play.game
    for moment in play.some():
        for viewer in play.everybody:
            view = game.view(moment.state, viewer)
            for draw in range(IMAGINED):
                name = f"imagine {moment.number} {viewer} {draw}"
                state = game.imagine(view, viewer, play.chance(name))
                if not isinstance(state, game.state_type):
                    raise play.broken(f"{state!r} is imagined, not a state", moment, viewer)
                if encoded(state) != encoded(game.imagine(view, viewer, play.chance(name))):
                    raise play.broken("the same view and chance imagine different states", moment, viewer)
                again = game.view(state, viewer)
                if encoded(again) != encoded(view):
                    raise play.broken(f"{again} is the view of a state imagined for {view}", moment, viewer)


@every
def leaks(play: Play) -> None:
    """The real state and an imagined one give the viewer the same legal actions, awaited seats, progress and
    outcome, the same rooms with the same members, the same refusals, and the same visible events wherever
    they lead to the same view."""
    for moment in play.some():
        for viewer in play.everybody:
            for draw in range(IMAGINED):
                view = play.game.view(moment.state, viewer)
                chance = play.chance(f"leaks {moment.number} {viewer} {draw}")
                imagined = play.game.imagine(view, viewer, chance)
                if encoded(play.game.view(imagined, viewer)) != encoded(view):
                    raise play.broken(
                        "the view holds something that `imagine` can't know, or it imagines wrongly",
                        moment,
                        viewer,
                    )
                _same_public(play, moment, viewer, imagined)
                _same_legal(play, moment, viewer, imagined)
                _same_answers(play, moment, viewer, imagined)


@every
def secret_options(play: Play) -> None:
    """No view or visible event holds a secret option before the end: neither its value under its own name,
    nor its text. The property checks nothing without options that have secrets."""
    defaults, options = _plain(play.game.options_type()), _plain(play.options)
    names = play.game.card.secret_options
    secrets = {name: options[name] for name in names if options[name] != defaults[name]}
    for moment in play.moments if secrets else ():
        for viewer in play.everybody if moment.to_act else ():
            things = [play.game.view(moment.state, viewer)]
            if moment.step is not None and play.game.to_act(moment.step.state):
                things += [event.values for event in moment.step.events if event.visible_to(viewer)]
            for name, value in _named_values(_plain(things)):
                if name in secrets and value == secrets[name]:
                    raise play.broken(f"the secret option {name!r} shows: {value!r}", moment, viewer)
                for secret in secrets.values():
                    if isinstance(secret, str) and len(secret) > 3 and secret in str(value):
                        raise play.broken(f"a secret option shows in {name!r}: {value!r}", moment, viewer)


def _plain(thing: Any) -> Any:
    return msgspec.json.decode(encoded(thing))


def _named_values(thing: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value within the thing, with its name."""
    yield name, thing
    if isinstance(thing, dict):
        for key, inner in thing.items():
            yield from _named_values(inner, str(key))
    elif isinstance(thing, list):
        for inner in thing:
            yield from _named_values(inner)


def _same_public(play: Play, moment: Moment, viewer: Seat | None, imagined: Any) -> None:
    game = play.game
    for name, member in (
        ("to_act", game.to_act),
        ("progress", game.progress),
        ("rooms", lambda state: _own_rooms(game.rooms(state), viewer)),
        ("outcome", game.outcome),
    ):
        real, other = member(moment.state), member(imagined)
        if encoded(real) != encoded(other):
            raise play.broken(
                f"`{name}` tells the viewer what its view doesn't: "
                f"{real}; {other} in a state that looks alike",
                moment,
                viewer,
            )


def _own_rooms(rooms: Mapping[Room, frozenset[Seat]], viewer: Seat | None) -> dict[Room, frozenset[Seat]]:
    """The rooms whose members include the viewer. The viewer may not know that others exist."""
    return {name: inside for name, inside in rooms.items() if viewer in inside}


def _same_legal(play: Play, moment: Moment, viewer: Seat | None, imagined: Any) -> None:
    if viewer is None:
        return
    real = _encoded_legal(play, play.legal(moment.state, viewer))
    if _encoded_legal(play, play.legal(imagined, viewer)) != real:
        raise play.broken("`legal` tells the viewer what its view doesn't", moment, viewer)


def _encoded_legal(play: Play, legal: Legal[Any]) -> bytes:
    parts = [
        (part.name, part.describe, part.free, part.left, part.sample(play.chance("part")))
        for part in legal.parts
    ]
    return encoded([list(legal.actions), parts])


def _same_answers(play: Play, moment: Moment, viewer: Seat | None, imagined: Any) -> None:
    """A seat's own actions have the same results in both states. After any action of another seat, a viewer
    with the same view has seen the same events. The view must hold every fact that the viewer was shown,
    because bots, and people who return, have only the view."""
    first_by_view: dict[tuple[Seat, Any, bytes], tuple[Any, list[bytes]]] = {}
    for seat, action in _actions_to_try(play, moment):
        answers = [_answer(play, moment, state, seat, action) for state in (moment.state, imagined)]
        if seat == viewer and len(words := {_words(answer) for answer in answers}) > 1:
            raise play.broken(
                f"the answer to {action} tells its seat what its view doesn't: {' or '.join(sorted(words))}",
                moment,
                viewer,
            )
        # A viewer can distinguish its own actions, and an expiry from an action.
        identity = encoded(action) if seat == viewer or action is None else None
        for step in answers:
            if not isinstance(step, Step):
                continue
            view = encoded(play.game.view(step.state, viewer))
            events = visible_events(step.events, viewer)
            other, first = first_by_view.setdefault((seat, identity, view), (action, events))
            if first != events:
                raise play.broken(
                    f"events tell the viewer what its view doesn't: when seat {seat} does {other} it sees "
                    f"{first}, at {action} {events}, and the same view after both",
                    moment,
                    viewer,
                )


def _actions_to_try(play: Play, moment: Moment) -> list[tuple[Seat, Any]]:
    """The next action of the play, another action of each seat that may act, and actions of other moments."""
    dice = play.chance(f"tried {moment.number}")
    result: list[tuple[Seat, Any]] = []
    if moment.entry is not None:
        result.append((moment.entry.seat, moment.entry.action))
    for seat in range(play.seats):
        legal = play.legal(moment.state, seat)
        if legal.moves:
            result.append((seat, legal.sample(dice)))
    entries = [entry for entry in play.log if entry.action is not None]
    for entry in dice.sample(entries, min(4, len(entries))):
        result.append((dice.below(play.seats), entry.action))
    return result


def _answer(play: Play, moment: Moment, state: Any, seat: Seat, action: Any) -> Step[Any] | IllegalAction:
    chance = play.next_chance(moment)
    if action is None:
        return play.game.expire(state, seat, chance)
    try:
        return play.game.apply(state, seat, action, chance)
    except IllegalAction as refusal:
        return refusal


def _words(answer: Step[Any] | IllegalAction) -> str:
    if isinstance(answer, Step):
        return "accepted"
    return f"refused: {answer.code}, {answer.message}, {encoded(answer.values).decode()}"
