"""The rules against random play: who may act, what is legal, refusals, order, time and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from numberhouse.contract.game import Chance, Event, IllegalAction, Legal, Outcome, Part, Seat, Step
from numberhouse.testing.play import Moment, Play, encoded, every, pairs, visible_events, walk_once

HUGE = 10**9

PAIRS = 60
"""Number of action pairs that are tried in both orders at each moment. Thirteen seats have 700 pairs."""


@every
def to_act(play: Play) -> None:
    """Awaited seats are seats of the match, and there are none exactly when it is over."""
    for moment in play.moments:
        if not moment.to_act <= set(range(play.seats)):
            raise play.broken(f"`to_act` is {sorted(moment.to_act)}", moment)
        if bool(moment.to_act) == (play.game.outcome(moment.state) is not None):
            raise play.broken(f"`to_act` is {sorted(moment.to_act)} and the outcome is there or not", moment)


@every
def legal(play: Play) -> None:
    """Every awaited seat has a legal action that moves the match on, or waits for its time (`Patient`). Every
    listed or sampled action is accepted. A view that went through JSON gives the same list."""
    if play.stuck:
        raise play.broken(f"a legal action is refused: {play.stuck}", play.moments[-1])
    for moment in play.some():
        for seat in range(play.seats):
            view = play.game.view(moment.state, seat)
            legal = play.game.legal(view, seat)
            waits = seat in moment.to_act and play.waits(moment.state, seat)
            if seat in moment.to_act and not (legal.moves or waits):
                raise play.broken("`legal` holds nothing that moves the match on", moment, seat)
            if waits and legal.moves:
                raise play.broken("`waits`, though `legal` holds something that moves on", moment, seat)
            sent = msgspec.json.decode(encoded(view), type=play.game.view_type)
            again = play.game.legal(sent, seat)
            encoded_actions = [encoded(action) for action in legal.actions]
            if encoded_actions != [encoded(action) for action in again.actions]:
                raise play.broken("`legal` differs for the view that went through JSON", moment, seat)
            if len(set(encoded_actions)) != len(encoded_actions):
                raise play.broken("`legal` lists an action twice", moment, seat)
            for action in _legal_sample(play, legal, moment, seat):
                if isinstance(refusal := _answer(play, moment, seat, action), IllegalAction):
                    raise play.broken(f"{action} is legal and refused: {refusal}", moment, seat)


@every
def complete(play: Play) -> None:
    """No action outside `legal` is accepted. Every action of a seat without legal actions is refused. Without
    parts the list is complete. With parts every accepted action is listed or of a part's kind."""
    for moment in play.some():
        for seat in range(play.seats):
            legal = play.legal(moment.state, seat)
            encoded_actions = {encoded(action) for action in legal.actions}
            kinds = {part.name for part in legal.parts}
            for action in _foreign_actions(play, moment):
                if encoded(action) in encoded_actions or _tag(action) in kinds:
                    continue
                if isinstance(_answer(play, moment, seat, action), Step):
                    raise play.broken(f"{action} is accepted and not legal", moment, seat)


@every
def pure(play: Play) -> None:
    """`apply` and `expire` leave the state unchanged, and give the same step twice."""
    for moment in play.some(12):
        if moment.entry is None or moment.step is None:
            continue
        before = encoded(moment.state)
        again = _step(play, moment)
        if encoded(moment.state) != before:
            raise play.broken(f"{moment.entry} changed the state it was applied to", moment)
        if _encoded_step(again) != _encoded_step(moment.step) or _encoded_step(
            _step(play, moment)
        ) != _encoded_step(again):
            raise play.broken(f"{moment.entry} gives another step the second time", moment)


@every
def free(play: Play) -> None:
    """A free action never moves the match on. It stays available; one with a limit is available once less."""
    game = play.game
    for moment in play.some():
        for seat in range(play.seats):
            for part in play.legal(moment.state, seat).parts:
                if not part.free:
                    continue
                action = part.sample(play.chance(f"free {moment.number} {seat}"))
                answer = _answer(play, moment, seat, action)
                if isinstance(answer, IllegalAction):
                    raise play.broken(f"the free {action} is refused: {answer}", moment, seat)
                for name, member in (("to_act", game.to_act), ("progress", game.progress)):
                    if member(moment.state) != member(answer.state):
                        raise play.broken(f"the free {action} changes `{name}`", moment, seat)
                _check_still_open(play, moment, seat, part, action, answer.state)


@every
def refusals(play: Play) -> None:
    """Every action of every seat is accepted or raises `IllegalAction` with a code and a message, and leaves
    the given state unchanged. Every action of an unknown seat, or of any seat after the end, is refused."""
    for moment in play.some():
        before = encoded(moment.state)
        for action in _foreign_actions(play, moment):
            for seat in (*range(play.seats), -1, play.seats, HUGE):
                exists = 0 <= seat < play.seats
                answer = _answer(play, moment, seat, action)
                if encoded(moment.state) != before:
                    raise play.broken(f"{action} changed the state it was tried on", moment, seat)
                if isinstance(answer, IllegalAction):
                    _check_refusal(play, moment, seat, answer)
                elif not exists:
                    raise play.broken(f"{action} is accepted from a seat that isn't there", moment, seat)
                elif not moment.to_act:
                    raise play.broken(f"{action} is accepted after the end", moment, seat)
        if moment.step is not None and _encoded_step(_step(play, moment)) != _encoded_step(moment.step):
            raise play.broken(f"after refusals {moment.entry} gives another step", moment)


@every
def commuting(play: Play) -> None:
    """Actions of two awaited seats commute: either order gives the same state and, for each viewer, the same
    events. With a seat that isn't awaited (a replaced submission, a note) they commute too, or the later
    action is refused."""
    if not play.game.card.simultaneous:
        return
    for moment in play.some(10):
        dice = play.chance(f"commuting {moment.number}")
        offers = [
            (seat, action)
            for seat in range(play.seats)
            for action in dice.shuffled(_legal_sample(play, play.legal(moment.state, seat), moment, seat))[:3]
        ]
        both = [(one, other) for one, other in pairs(offers) if one[0] != other[0]]
        for one, other in dice.sample(both, min(PAIRS, len(both))):
            _check_commutes(play, moment, one, other)


@every
def expire(play: Play) -> None:
    """The time of every awaited seat may run out, and a match that consists only of expiries ends."""
    for moment in play.some():
        for seat in moment.to_act:
            try:
                play.game.expire(moment.state, seat, play.next_chance(moment))
            except IllegalAction as refusal:
                raise play.broken(f"its time may not run out: {refusal}", moment, seat) from refusal
    asleep = Play(play.installed, play.options, play.seats, play.seed, late=True, only_late=True)
    asleep.walk()
    if play.game.outcome(asleep.moments[-1].state) is None:
        raise asleep.broken(f"never ends {asleep.stuck}", asleep.moments[-1])


@every
def outcome(play: Play) -> None:
    """There is an outcome exactly when the match is over and progress is 1. Scores and places have an entry
    for each seat, and titles name seats."""
    for moment in play.moments:
        result, progress = play.game.outcome(moment.state), play.game.progress(moment.state)
        if not 0 <= progress <= 1:
            raise play.broken(f"progress is {progress}", moment)
        if (result is not None) != (progress == 1):
            raise play.broken(f"progress is {progress} and the outcome {result}", moment)
        if (result is not None) != (not moment.to_act):
            raise play.broken(f"the outcome is {result} and {sorted(moment.to_act)} may act", moment)
        if result is not None:
            _check_outcome(play, moment, result)


@every
def rooms(play: Play) -> None:
    """Rooms have names and hold seats of the match."""
    for moment in play.moments:
        for name, inside in play.game.rooms(moment.state).items():
            if not name or not inside <= set(range(play.seats)):
                raise play.broken(f"the room {name!r} holds {sorted(inside)}", moment)


def _check_still_open(
    play: Play, moment: Moment, seat: Seat, part: Part[Any], action: Any, after: Any
) -> None:
    """After one use the free action is available as many times as its part states."""
    same = [other for other in play.legal(after, seat).parts if other.name == part.name]
    if part.left is None:
        if not same:
            raise play.broken(f"the free {action} is open only once", moment, seat)
    elif part.left < 1 or (same[0].left if same else 0) != part.left - 1:
        raise play.broken(f"the free {action} isn't open {part.left} times", moment, seat)


def _check_outcome(play: Play, moment: Moment, result: Outcome) -> None:
    count = play.seats
    if len(result.scores) != count or len(result.places) != count:
        raise play.broken(f"{len(result.scores)} scores and {len(result.places)} places", moment)
    expected = tuple(1 + sum(other < place for other in result.places) for place in result.places)
    if result.places != expected:
        raise play.broken(f"places {result.places}; with ties shared they would be {expected}", moment)
    if not result.reason:
        raise play.broken("the outcome has no reason", moment)
    named = {seat for seats in result.titles.values() for seat in seats}
    if not named <= set(range(count)):
        raise play.broken(f"titles {result.titles} name seats that aren't there", moment)


def _check_refusal(play: Play, moment: Moment, seat: Seat, refusal: IllegalAction) -> None:
    if not (refusal.code.strip() and refusal.message.strip()):
        raise play.broken(f"refused without a code or a message: {refusal!r}", moment, seat)
    try:
        encoded(refusal.values)
    except (TypeError, ValueError) as error:
        raise play.broken(f"the refusal's values can't be sent: {error}", moment, seat) from error


def _check_commutes(play: Play, moment: Moment, one: tuple[Seat, Any], other: tuple[Seat, Any]) -> None:
    both_awaited = {one[0], other[0]} <= moment.to_act
    forth = _apply_in_order(play, moment, (*one, 0), (*other, 1))
    # The later one of two awaited seats closes the round, in either order: chance belongs to the position in
    # the log. Between an awaited seat and a note, only the first decides anything: chance belongs to the
    # action.
    first, second = (0, 1) if both_awaited else (1, 0)
    back = _apply_in_order(play, moment, (*other, first), (*one, second))
    if isinstance(forth, IllegalAction) or isinstance(back, IllegalAction):
        if both_awaited:
            refusal = forth if isinstance(forth, IllegalAction) else back
            raise play.broken(f"{one} and {other}: the later one is refused: {refusal}", moment)
        return
    if encoded(forth.state) != encoded(back.state):
        raise play.broken(f"{one} and {other} give another state the other way round", moment)
    for viewer in play.everybody:
        if sorted(visible_events(forth.events, viewer)) != sorted(visible_events(back.events, viewer)):
            raise play.broken(f"{one} and {other} show other events the other way round", moment, viewer)


def _apply_in_order(
    play: Play, moment: Moment, one: tuple[Seat, Any, int], other: tuple[Seat, Any, int]
) -> Step[Any] | IllegalAction:
    """The step of two actions in order. Each is a seat, its action, and the offset of its chance's number."""
    state = moment.state
    events: tuple[Event, ...] = ()
    try:
        for seat, action, later in (one, other):
            step = play.game.apply(state, seat, action, Chance(play.seed, moment.number + later))
            state, events = step.state, events + step.events
    except IllegalAction as refusal:
        return refusal
    return Step(state, events)


def _legal_sample(play: Play, legal: Legal[Any], moment: Moment, seat: Seat) -> list[Any]:
    """At most forty of the listed actions, and a few samples of every part."""
    dice = play.chance(f"offered {moment.number} {seat}")
    listed = dice.sample(legal.actions, min(40, len(legal.actions)))
    return listed + [part.sample(dice) for part in legal.parts for _ in range(3)]


def _foreign_actions(play: Play, moment: Moment) -> list[Any]:
    """Actions of other moments and other matches, and mutations of them."""
    dice = play.chance(f"strange {moment.number}")
    other_match = walk_once(Play(play.installed, play.options, play.seats, f"{play.seed} abroad", late=False))
    actions = [entry.action for entry in (*play.log, *other_match.log) if entry.action is not None]
    sample = dice.sample(actions, min(6, len(actions)))
    return sample + [mutant for action in sample for mutant in _mutants(play, action, dice)]


def _mutants(play: Play, action: Any, dice: Chance) -> Iterator[Any]:
    """Valid actions that differ from this one in one place of its JSON."""
    for _ in range(4):
        other = mutated(msgspec.json.decode(encoded(action)), dice)
        try:
            yield msgspec.json.decode(encoded(other), type=play.game.action_type)
        except msgspec.ValidationError:
            continue


def mutated(thing: Any, dice: Chance) -> Any:
    """A JSON value with one place changed."""
    match thing:
        case bool():
            return not thing
        case int() | float():
            return dice.choice([thing + 1, thing - 1, 0, -1, 10**18, -(10**18)])
        case str():
            return dice.choice(["", thing + thing[-1:], thing[:-1], thing[::-1], "\u0663", "9" * 1000, "\n"])
        case [*items] if items:
            place = dice.below(len(items))
            inner = [*items[:place], mutated(items[place], dice), *items[place + 1 :]]
            return dice.choice([inner, items[:-1], items + items[-1:], items[::-1], []])
        case dict() if thing:
            name = dice.choice(sorted(thing))
            return {**thing, name: mutated(thing[name], dice)}
    return thing


def _answer(play: Play, moment: Moment, seat: Seat, action: Any) -> Step[Any] | IllegalAction:
    try:
        return play.game.apply(moment.state, seat, action, play.next_chance(moment))
    except IllegalAction as refusal:
        return refusal
    except Exception as error:
        raise play.broken(f"{action} raised {error!r}, not `IllegalAction`", moment, seat) from error


def _step(play: Play, moment: Moment) -> Step[Any]:
    """The step of the moment's entry, computed again."""
    entry = moment.entry
    if entry is None:
        raise ValueError("nothing came next")
    if entry.action is None:
        return play.game.expire(moment.state, entry.seat, play.next_chance(moment))
    return play.game.apply(moment.state, entry.seat, entry.action, play.next_chance(moment))


def _encoded_step(step: Step[Any]) -> bytes:
    return encoded([step.state, list(step.events)])


def _tag(action: Any) -> Any:
    return action.__struct_config__.tag if isinstance(action, msgspec.Struct) else None
