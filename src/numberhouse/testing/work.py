"""Work is bounded before it begins: nothing that a stranger sends makes a game compute for long.

Hypothesis draws the input, and the search aims at processor time (`processor_time.py`): each round varies
the slowest inputs of the rounds before. `hypothesis.target` isn't used: it climbs without end where the same
input never takes exactly the same time. The rules themselves know no time; these limits are the suite's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from numberhouse.contract.game import Chance, Costly, IllegalAction, Refereed, Seat
from numberhouse.registry import AnyGame, InstalledGame, installed_game
from numberhouse.testing.inputs import Lexis, lexis, plain, texts, values_of, varied_texts, varied_values
from numberhouse.testing.play import STABLE, ContractBroken, Moment, Play, walk_once
from numberhouse.testing.processor_time import seconds_of

__all__ = ["MOST_SECONDS", "MOST_SECONDS_OF_SETUP", "MOST_SECONDS_OF_VIEW", "actions", "notations", "setups"]

MOST_SECONDS: Final = 0.050
"""Processor time in which an action, a ruling, a notation or options are refused, and an action or a ruling
is accepted."""

MOST_SECONDS_OF_VIEW: Final = 0.020
"""Processor time in which a view is made."""

MOST_SECONDS_OF_SETUP: Final = 2.0
"""Processor time in which a match is set up by accepted options."""

Input = TypeVar("Input")

EFFORT: Final = 20
"""Inputs that are tried for each example of the settings."""

ROUNDS: Final = 5
"""Rounds of a search."""

MOST_SLOW: Final = 8
"""Slowest inputs that a round varies."""

MOMENTS: Final = 4
"""Moments of each play at which actions are tried."""

MOST_LISTED: Final = 40
"""Legal actions of a moment that are varied."""


class Scene:
    """A moment of a play with a seat, and the input that is tried there."""

    def __init__(self, play: Play, moment: Moment, seat: Seat) -> None:
        self.play, self.moment, self.seat = play, moment, seat
        game = play.game
        view = game.view(moment.state, seat)
        legal = game.legal(view, seat)
        dice = play.chance(f"work {moment.number} {seat}")
        listed = dice.sample(legal.actions, min(MOST_LISTED, len(legal.actions)))
        drawn = [part.sample(dice) for part in legal.parts for _ in range(3)]
        own = [entry.action for entry in play.log[-MOST_LISTED:] if entry.action is not None]
        self.actions: list[Any] = [plain(action) for action in (*drawn, *listed, *own)]
        self.written = [play.installed.write(action) for action in (*drawn, *listed[:8])]
        self.lexis: Lexis = lexis(self.actions, plain(view), self.written)

    def __repr__(self) -> str:
        return f"{self.play!r}, before action {self.moment.number}, seat {self.seat}"


def actions(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """Every action and ruling is accepted or refused, every view made, and every seat's legal actions listed
    within a bounded processor time."""
    installed = _installed(subject)
    game = installed.game
    scenes = _scenes(installed, options)

    def drawn(scene: Scene) -> st.SearchStrategy[Attempt]:
        values = values_of(game.action_type, scene.lexis)
        if scene.actions:
            values |= st.sampled_from(scene.actions).flatmap(lambda one: varied_values(one, scene.lexis))
        attempts = st.builds(Attempt, st.just(scene), values, st.booleans())
        if isinstance(game, Refereed):
            rulings = values_of(game.ruling_type, scene.lexis)
            attempts |= st.builds(Attempt, st.just(scene), rulings, st.just(False), st.just(True))
        return attempts

    def varied(one: Attempt) -> st.SearchStrategy[Attempt]:
        return varied_values(one.value, one.scene.lexis).map(lambda value: one._replace(value=value))

    def check(one: Attempt, search: Search) -> None:
        scene, body = one.scene, msgspec.json.encode(one.value)
        state, chance = scene.moment.state, Chance(scene.play.seed, scene.moment.number)
        accepted = []

        def apply() -> None:
            with suppress(IllegalAction, msgspec.ValidationError):
                if one.is_ruling and isinstance(game, Refereed):
                    ruling = msgspec.json.decode(body, type=game.ruling_type)
                    accepted.append(game.rule(state, ruling, chance).state)
                else:
                    action = msgspec.json.decode(body, type=game.action_type)
                    accepted.append(game.apply(state, scene.seat, action, chance).state)

        search.check("ruling" if one.is_ruling else "action", apply, MOST_SECONDS, body, scene)
        after = accepted[-1] if accepted else state
        viewer = None if one.spectator else scene.seat
        reader = "of a spectator" if one.spectator else f"of seat {scene.seat}"
        search.check(
            f"view {reader}", lambda: game.view(after, viewer), MOST_SECONDS_OF_VIEW, "after", body, scene
        )
        if viewer is not None:
            view = game.view(after, viewer)
            search.check("legal", lambda: game.legal(view, viewer), MOST_SECONDS, "after", body, scene)

    by_scene = [drawn(scene) for scene in scenes]
    _search(installed, st.sampled_from(by_scene).flatmap(lambda one: one), varied, check, settings)


def notations(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """Every text is read as an action, or refused, within a bounded processor time."""
    installed = _installed(subject)
    scenes = _scenes(installed, options)
    words = lexis([scene.written for scene in scenes], [scene.lexis.samples for scene in scenes])
    written = sorted({text for scene in scenes for text in scene.written})
    drawn = texts(words)
    if written:
        whole = st.sampled_from(written)
        verbs = whole.map(lambda text: text.partition(" ")[0] + " ")
        drawn |= whole.flatmap(lambda text: varied_texts(text, words))
        drawn |= st.tuples(verbs, drawn).map("".join)

    def check(text: str, search: Search) -> None:
        def parse() -> None:
            with suppress(IllegalAction):
                installed.parse(text)

        search.check("notation", parse, MOST_SECONDS, text)

    _search(installed, drawn, lambda text: varied_texts(text, words), check, settings)


def setups(
    subject: AnyGame | InstalledGame, options: Sequence[Any] = (), settings: settings = STABLE
) -> None:
    """Options are refused within a bounded processor time. Options whose cost the game declares (`Costly`)
    may take as long as a match takes to be set up, which is bounded too; saying the cost is as quick as a
    refusal."""
    installed = _installed(subject)
    game = installed.game
    known = [plain(one) for one in (game.options_type(), *options)]
    words = lexis(*known)
    fewest, most = game.card.seats
    seats = st.sampled_from(sorted({fewest, game.card.usual_seats, most}))
    values = values_of(game.options_type, words)
    values |= st.sampled_from(known).flatmap(lambda one: varied_values(one, words))

    def varied(one: tuple[Any, int]) -> st.SearchStrategy[tuple[Any, int]]:
        return st.tuples(varied_values(one[0], words), seats)

    def check(one: tuple[Any, int], search: Search) -> None:
        body, count = msgspec.json.encode(one[0]), one[1]
        costs = []
        states = []

        def cost() -> None:
            with suppress(IllegalAction, msgspec.ValidationError):
                given = msgspec.json.decode(body, type=game.options_type)
                costs.append(game.setup_cost(given) if isinstance(game, Costly) else 0)

        def setup() -> None:
            with suppress(IllegalAction):
                given = msgspec.json.decode(body, type=game.options_type)
                states.append(game.setup(given, count, Chance("work", 0)))

        search.check("cost of options", cost, MOST_SECONDS, body)
        if costs:
            seconds = search.seconds_of(setup, MOST_SECONDS)
            limit = MOST_SECONDS_OF_SETUP if states or costs[-1] else MOST_SECONDS
            search.hold("options", seconds, limit, body, f"{count} seats")

    _search(installed, st.tuples(values, seats), varied, check, settings)


class Attempt(NamedTuple):
    """An action or ruling that is tried in a scene, and who looks at the result."""

    scene: Scene
    value: Any
    """As JSON."""
    spectator: bool
    """Whether a spectator looks, and not the seat."""
    is_ruling: bool = False


class Search:
    """One search for slow input."""

    def __init__(self, package: str) -> None:
        self.slowest = 0.0
        """Seconds of the slowest call for the present input, as a share of its limit."""
        self._package = package

    def seconds_of(self, call: Callable[[], Any], limit: float) -> float:
        """Seconds of processor time of the call."""
        return seconds_of(call, limit, self._package)

    def check(self, label: str, call: Callable[[], Any], limit: float, *given: Any) -> None:
        """Raises `ContractBroken` if the call takes longer than `limit` seconds."""
        self.hold(label, self.seconds_of(call, limit), limit, *given)

    def hold(self, label: str, seconds: float, limit: float, *given: Any) -> None:
        """Raises `ContractBroken` for more than `limit` seconds."""
        self.slowest = max(self.slowest, seconds / limit)
        if seconds > limit:
            raise ContractBroken(
                f"{label}: {seconds * 1000:.0f} ms of processor time; at most {limit * 1000:.0f} ms are "
                f"accepted\n  for {', '.join(map(_shown, given))}"
            )


def _search(
    installed: InstalledGame,
    drawn: st.SearchStrategy[Input],
    varied: Callable[[Input], st.SearchStrategy[Input]],
    check: Callable[[Input, Search], None],
    effort: settings,
) -> None:
    """Check inputs in rounds. The first round draws them at random; each later one varies the slowest inputs
    so far too."""
    search = Search(type(installed.game).__module__.partition(".")[0])
    slow: list[tuple[float, Input]] = []
    failures: list[ContractBroken] = []

    def run(strategy: st.SearchStrategy[Input]) -> None:
        @settings(effort, max_examples=effort.max_examples * EFFORT // ROUNDS, phases=[Phase.generate])
        @given(strategy)
        def test(one: Input) -> None:
            search.slowest = 0.0
            try:
                check(one, search)
            except ContractBroken as broken:
                failures.append(broken)
                raise
            slow.append((search.slowest, one))

        try:
            test()
        except ContractBroken:
            raise
        except Exception as error:
            if failures:  # the second time it was quicker, which Hypothesis calls flaky
                raise failures[0] from error
            raise

    for _ in range(ROUNDS):
        slow.sort(key=lambda each: -each[0])
        del slow[MOST_SLOW:]
        best = [one for _, one in slow]
        run(
            drawn | st.sampled_from(best).flatmap(varied) | st.sampled_from(best).flatmap(varied)
            if best
            else drawn
        )


def _scenes(installed: InstalledGame, options: Sequence[Any]) -> list[Scene]:
    """Moments of one play for each of the options, each with an awaited seat or the last one."""
    scenes = []
    for number, chosen in enumerate((installed.game.options_type(), *options)):
        play = Play(installed, chosen, installed.game.card.usual_seats, f"work {number}", late=False)
        try:
            play = walk_once(play)
        except IllegalAction:
            continue  # these options are not for this number of seats
        for moment in play.some(MOMENTS):
            seat = min(moment.to_act, default=play.seats - 1)
            scenes.append(Scene(play, moment, seat))
    return scenes


def _installed(subject: AnyGame | InstalledGame) -> InstalledGame:
    return subject if isinstance(subject, InstalledGame) else installed_game(subject)


def _shown(thing: Any) -> str:
    text = thing.decode(errors="replace") if isinstance(thing, bytes) else str(thing)
    return text if len(text) <= 300 else f"{text[:200]}… ({len(text)} characters)"
