"""Property of the promises in a `Promising` game."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from numberhouse.contract.game import Promising, Seat
from numberhouse.testing.play import Moment, Play, encoded, every
from numberhouse.words import HOUSE

__all__ = ["promises"]

MOST: Final = 1000
"""Largest number of actions among which a seat may choose for a round."""

SAMPLE: Final = 4
"""Promises of a seat that are followed through the play, for each moment."""

Made = dict[tuple[Seat, int, bytes], Any]
"""By seat, round and encoded action, the promised action."""


@every
def promises(play: Play) -> None:
    """In a `Promising` game, every promise survives JSON, has words of one line and its own parts, and is
    about a round that is still open. Whether it was kept is computed from a view alone: the answer is the
    same for the view that went through JSON, and after other states have been seen. Views never contradict
    each other, and no viewer's later view takes an answer back."""
    game = play.game
    if not isinstance(game, Promising):
        return
    made: Made = {}
    answers: dict[tuple[Seat, int, bytes], bool] = {}
    known: dict[tuple[Seat, int, bytes], set[Seat | None]] = {}
    for moment in play.some():
        for seat in range(play.seats):
            _check_offer(play, game, moment, seat, made)
        for key, action in made.items():
            for viewer in play.everybody:
                kept = _answer(play, game, moment, viewer, key, action)
                knowers = known.setdefault(key, set())
                if kept is None:
                    if viewer in knowers:
                        raise play.broken(f"a view takes back what became of {action}", moment, viewer)
                    continue
                if answers.setdefault(key, kept) is not kept:
                    raise play.broken(f"views contradict each other about {action}", moment, viewer)
                knowers.add(viewer)


def _check_offer(play: Play, game: Any, moment: Moment, seat: Seat, made: Made) -> None:
    """The rounds and actions that the seat may promise; some of the actions are added to `made`."""
    view = game.view(moment.state, seat)
    rounds = list(game.promise_rounds(view, seat))
    if rounds and game.outcome(moment.state) is not None:
        raise play.broken("a promise is possible after the end", moment, seat)
    if rounds != sorted(set(rounds)) or any(round < 1 for round in rounds):
        raise play.broken(f"the rounds of promises are {rounds}", moment, seat)
    dice = play.chance(f"promises {moment.number} {seat}")
    for round in rounds[:2]:
        actions = list(game.promises(view, seat, round))
        if len({encoded(action) for action in actions}) < len(actions) or len(actions) > MOST:
            raise play.broken(f"{len(actions)} promises for round {round}, or one twice", moment, seat)
        _check_words(play, moment, seat, actions)
        for action in dice.sample(actions, min(SAMPLE, len(actions))):
            again = msgspec.json.decode(encoded(action), type=game.action_type)
            if again != action:
                raise play.broken(f"the promise {action} becomes {again} through JSON", moment, seat)
            key = seat, round, encoded(action)
            for viewer in play.everybody:
                if _answer(play, game, moment, viewer, key, action) is not None:
                    raise play.broken(f"{action} is judged while it may be promised", moment, viewer)
            made[key] = action
    for round in {0, max(rounds, default=0) + 1, *range(1, min(rounds, default=1))}:
        if list(game.promises(view, seat, round)):
            raise play.broken(f"a promise for round {round}, which isn't open", moment, seat)


def _check_words(play: Play, moment: Moment, seat: Seat, actions: list[Any]) -> None:
    for lang in HOUSE.languages:
        parts = {frozenset(play.installed.promise_parts(action, lang)) for action in actions}
        if len(parts) < len(actions):
            raise play.broken(f"two promises have the same parts in {lang}", moment, seat)
        for action in actions[:SAMPLE]:
            words = play.installed.promise(action, lang)
            if not words.strip() or words.splitlines() != [words]:
                raise play.broken(f"{action} is promised as {words!r} in {lang}: not one line", moment, seat)


def _answer(
    play: Play, game: Any, moment: Moment, viewer: Seat | None, key: tuple[Seat, int, bytes], action: Any
) -> bool | None:
    """What the view of the viewer says about the promise, the same however often it is asked."""
    seat, round, _ = key
    view = game.view(moment.state, viewer)
    kept: bool | None = game.kept(view, seat, round, action)
    if kept not in (None, True, False) or isinstance(kept, int) != isinstance(kept, bool):
        raise play.broken(f"`kept` answers {kept!r}", moment, viewer)
    sent = msgspec.json.decode(encoded(view), type=game.view_type)
    imagined = game.imagine(sent, viewer, play.chance(f"kept {moment.number} {viewer}"))
    game.view(imagined, viewer)
    again: bool | None = game.kept(sent, seat, round, action)
    if again is not kept:
        raise play.broken(f"`kept` depends on more than the view: {action}", moment, viewer)
    return kept
