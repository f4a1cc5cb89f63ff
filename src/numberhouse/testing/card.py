"""The type card against random play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec
from hypothesis import settings

from numberhouse.contract.clock import Clock
from numberhouse.contract.game import Chance, IllegalAction
from numberhouse.registry import AnyGame, InstalledGame, installed_game
from numberhouse.testing.play import STABLE, ContractBroken, Play, encoded, every, over_plays


def card(
    subject: AnyGame | InstalledGame,
    options: Sequence[Any] = (),  # noqa: ARG001 - all properties have the same parameters
    settings: settings = STABLE,  # noqa: ARG001
) -> None:
    """The fields of the card are consistent."""
    game = _game(subject)
    card = game.card
    fields = {field.name for field in msgspec.structs.fields(game.options_type)}
    checks = [
        (not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", card.id), f"id {card.id!r} isn't lower-case words"),
        (not card.title.strip(), "the title is empty"),
        (card.rules_version < 1, f"rules version {card.rules_version} is under 1"),
        (not 1 <= card.seats[0] <= card.usual_seats <= card.seats[1], f"seats {card.seats} are out of order"),
        (card.longest < 1, f"longest {card.longest} is under 1"),
        (card.scores[0] > card.scores[1], f"scores {card.scores} are out of order"),
        (not set(card.secret_options) <= fields, f"{card.secret_options} are not all options"),
        (not set(card.content_options) <= fields, f"{card.content_options} are not all options"),
        (not set(card.endless_options) <= fields, f"{set(card.endless_options)} are not all options"),
        (card.clock is not None and not isinstance(card.clock, get_args(Clock)), f"{card.clock} is no clock"),
    ]
    for is_wrong, why in checks:
        if is_wrong:
            raise ContractBroken(f"{card.id}: the type card is wrong: {why}")


def seats(
    subject: AnyGame | InstalledGame,
    options: Sequence[Any] = (),  # noqa: ARG001
    settings: settings = STABLE,  # noqa: ARG001
) -> None:
    """The default options allow exactly the numbers of seats on the card."""
    game = _game(subject)
    fewest, most = game.card.seats
    for count in (*range(fewest, most + 1), -1, 0, fewest - 1, most + 1):
        try:
            game.setup(game.options_type(), count, Chance("seats"))
            refused = None
        except IllegalAction as error:
            refused = error
        except Exception as error:
            raise ContractBroken(f"{game.card.id}: setup of {count} seats raised {error!r}") from error
        if (refused is None) != (fewest <= count <= most):
            how = "is accepted" if refused is None else f"is refused ({refused})"
            raise ContractBroken(f"{game.card.id}: {count} seats {how}; the card says {fewest} to {most}")


@every
def longest(play: Play) -> None:
    """No match has more actions than the card allows. Free actions, and actions of seats that aren't awaited,
    don't count. Every match ends, unless its options allow an endless one."""
    if any(getattr(play.options, name) == value for name, value in play.game.card.endless_options.items()):
        return
    counted = sum(
        moment.entry is not None and moment.entry.seat in moment.to_act and not moment.free
        for moment in play.moments
    )
    if counted > play.game.card.longest:
        raise play.broken(f"{counted} actions and not over; the card says {play.game.card.longest} at most")


@every
def scores(play: Play) -> None:
    """Scores stay within the card's bounds."""
    outcome = play.game.outcome(play.moments[-1].state)
    low, high = play.game.card.scores
    if outcome is not None and not all(low <= score <= high for score in outcome.scores):
        raise play.broken(f"scores {outcome.scores}; the card says {low} to {high}")


def simultaneous(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """In some play several seats are awaited at once, if and only if the card says so."""
    examples: list[Play] = []

    def check(play: Play) -> None:
        for moment in play.moments:
            if len(moment.to_act) > 1:
                examples.append(play)
                if not play.game.card.simultaneous:
                    raise play.broken(f"{sorted(moment.to_act)} may act at once; the card says never", moment)

    over_plays(subject, options, settings, check)
    _check_claim(subject, "simultaneous", bool(examples))


def hidden(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """Some view fits more than one state, if and only if the card says so."""
    examples: list[Play] = []

    def check(play: Play) -> None:
        if examples and play.game.card.hidden:
            return  # one example is enough, and `imagine` checks all plays
        for moment in play.some():
            for viewer in play.everybody:
                view = play.game.view(moment.state, viewer)
                for draw in range(3):
                    chance = play.chance(f"hidden {moment.number} {viewer} {draw}")
                    imagined = play.game.imagine(view, viewer, chance)
                    if encoded(imagined) == encoded(moment.state):
                        continue
                    examples.append(play)
                    if not play.game.card.hidden:
                        raise play.broken(
                            "a state other than the real one is imagined; the card says nothing is hidden",
                            moment,
                            viewer,
                        )

    over_plays(subject, options, settings, check)
    _check_claim(subject, "hidden", bool(examples))


def random(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """In some play another seed leads the same actions to other states, if and only if the card says so."""
    examples: list[Play] = []

    def check(play: Play) -> None:
        if examples and play.game.card.random:
            return  # one example is enough
        if _states(play, play.seed) != _states(play, f"{play.seed} otherwise"):
            examples.append(play)
            if not play.game.card.random:
                raise play.broken("another seed changes the states; the card says nothing is random")

    over_plays(subject, options, settings, check)
    _check_claim(subject, "random", bool(examples))


def _states(play: Play, seed: str) -> list[bytes]:
    """The states of the play's log with this seed, up to the first refused entry."""
    game = play.game
    states = []
    try:
        state = game.setup(play.options, play.seats, Chance(seed, 0))
        states.append(encoded(state))
        for entry in play.log:
            chance = Chance(seed, entry.number)
            if entry.action is not None:
                state = game.apply(state, entry.seat, entry.action, chance).state
            elif entry.seat in game.to_act(state):
                state = game.expire(state, entry.seat, chance).state
            else:
                break
            states.append(encoded(state))
    except IllegalAction:
        pass
    return states


def _check_claim(subject: AnyGame | InstalledGame, field: str, is_shown: bool) -> None:
    card = _game(subject).card
    if getattr(card, field) and not is_shown:
        raise ContractBroken(f"{card.id}: the card says {field}, and no play shows it")


def _game(subject: AnyGame | InstalledGame) -> AnyGame:
    return (subject if isinstance(subject, InstalledGame) else installed_game(subject)).game
