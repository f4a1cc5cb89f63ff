"""Free actions against random play: repeating one must leave no trace, so that the house may forget it."""

from __future__ import annotations

from typing import Any

from numberhouse.contract.game import Chance, IllegalAction, Part, Seat, Step
from numberhouse.testing.play import Moment, Play, encoded, every

__all__ = ["coalescing"]


@every
def coalescing(play: Play) -> None:
    """Of a seat's free actions of one kind without a limit, the last one counts: a match without the earlier
    one has the same state and the same events, so neither the state nor the journal grows. Nobody but the
    seat sees anything of it, and it draws nothing from chance."""
    for moment in play.some():
        for seat in range(play.seats):
            for part in play.legal(moment.state, seat).parts:
                if part.free and part.left is None:
                    _check_last_counts(play, moment, seat, part)


def _check_last_counts(play: Play, moment: Moment, seat: Seat, part: Part[Any]) -> None:
    dice = play.chance(f"coalescing {moment.number} {seat} {part.name}")
    first, last = part.sample(dice), part.sample(dice)
    legal = play.legal(moment.state, seat)
    if not (legal.is_free(first) and legal.is_free(last)):
        return  # the first submission of a round is listed too: it is no free one
    between = _another(play, moment, seat, part, dice)
    alone = _done(play, moment, [*between, (seat, last)])
    again = _done(play, moment, [(seat, first), *between, (seat, last)])
    other_chance = _done(play, moment, [*between, (seat, last)], "other")
    if encoded(again.state) != encoded(alone.state) or again.events != alone.events:
        raise play.broken(f"after the free {first}, {last} does something else", moment, seat)
    if encoded(other_chance.state) != encoded(alone.state) or other_chance.events != alone.events:
        raise play.broken(f"the free {last} depends on chance", moment, seat)
    step = _done(play, moment, [(seat, last)])
    if any(event.audience is None or not event.audience <= {seat} for event in step.events):
        raise play.broken(f"others see an event of the free {last}", moment, seat)
    if play.game.rooms(step.state) != play.game.rooms(moment.state):
        raise play.broken(f"the free {last} changes the rooms", moment, seat)
    for viewer in play.everybody:
        if viewer != seat and play.game.view(step.state, viewer) != play.game.view(moment.state, viewer):
            raise play.broken(f"others see the free {last}", moment, seat)


def _another(play: Play, moment: Moment, seat: Seat, part: Part[Any], dice: Chance) -> list[tuple[Seat, Any]]:
    """A free action of another seat or kind, if there is one."""
    others = [
        (other, kind)
        for other in range(play.seats)
        for kind in play.legal(moment.state, other).parts
        if kind.free and kind.left is None and (other, kind.name) != (seat, part.name)
    ]
    if not others:
        return []
    other, kind = dice.choice(others)
    return [(other, kind.sample(dice))]


def _done(play: Play, moment: Moment, actions: list[tuple[Seat, Any]], seed: str = "") -> Step[Any]:
    """The last step of these actions, one after the other."""
    step: Step[Any] = Step(moment.state)
    for number, (seat, action) in enumerate(actions, moment.number):
        chance = Chance(f"{play.seed}{seed}", number)
        try:
            step = play.game.apply(step.state, seat, action, chance)
        except IllegalAction as refusal:
            raise play.broken(f"the free {action} is refused: {refusal}", moment, seat) from refusal
    return step
