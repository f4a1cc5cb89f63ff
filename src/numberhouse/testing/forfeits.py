"""Property of a resignation that ends a match for one or two."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from numberhouse import record as records
from numberhouse.contract.game import Conceding, IllegalAction
from numberhouse.match import Match
from numberhouse.testing.play import Moment, Play, encoded, every

__all__ = ["forfeits"]


@every
def forfeits(play: Play) -> None:
    """A resignation in a match for one or two ends it as a loss for the seat, unless a `Conceding` game says
    that others play on. The last position has views and can be drawn, and the record of it verifies. A
    conceded position is over."""
    for moment in play.some():
        for seat in range(play.seats) if moment.to_act else ():
            match = _match_at(play, moment)
            if match.ends_with(seat):
                _check_end(play, moment, match, seat)


def _match_at(play: Play, moment: Moment) -> Match[object, object, object, object]:
    played = Match(play.game, play.seed, play.options, play.seats)
    for entry in play.log[: moment.number]:
        played.apply(entry)
    return played


def _check_end(play: Play, moment: Moment, match: Match[object, object, object, object], seat: int) -> None:
    game, state = play.game, match.state
    if isinstance(game, Conceding):
        conceded = game.conceded(state, seat)
        if conceded is None or game.to_act(conceded) or game.outcome(conceded) is None:
            raise play.broken("the conceded position isn't over", moment, seat)
        if encoded(conceded) != encoded(game.conceded(state, seat)):
            raise play.broken("`conceded` isn't a pure function", moment, seat)
    match.forfeit(seat, "resigned")
    outcome = match.outcome
    assert outcome is not None
    if match.to_act or (play.seats > 1 and outcome.places[seat] != 2):
        raise play.broken(f"after a resignation {sorted(match.to_act)} act, {outcome}", moment, seat)
    for viewer in _viewers(play):
        view = match.view(viewer)
        if msgspec.json.decode(encoded(view), type=game.view_type) != view:
            raise play.broken("the view after a resignation changes with JSON", moment, viewer)
        if not play.installed.draw(view):
            raise play.broken("nothing is drawn after a resignation", moment, viewer)
    with suppress(IllegalAction):
        match.prepare(seat, None)
        raise play.broken("the match goes on after a resignation", moment, seat)
    text = records.write(match, ["a"] * play.seats, installed=play.installed)
    if problems := records.verify(text, play.installed):
        raise play.broken(f"the record of a resignation doesn't verify: {problems}", moment, seat)


def _viewers(play: Play) -> Iterable[int | None]:
    return (None, *range(play.seats))
