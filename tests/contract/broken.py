"""Broken games: each is a sound game with one thing wrong, and names the property that is there for it."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from numberhouse.contract.bot import Thought
from numberhouse.contract.first_match import FirstMatch, FirstStep, checked
from numberhouse.contract.game import (
    Chance,
    Event,
    IllegalAction,
    Legal,
    Outcome,
    Part,
    Room,
    Seat,
    Step,
    TypeCard,
)
from numberhouse.registry import AnyGame, InstalledGame, SeatNames
from tests.contract.sound import (
    Add,
    Count,
    Note,
    Options,
    Pick,
    PickAction,
    PickGame,
    PickRuling,
    RaceGame,
    RaceOptions,
    State,
    Track,
    View,
    Void,
    over,
    placed,
)


@dataclass(frozen=True)
class Broken:
    property: str
    make: Callable[[], AnyGame | InstalledGame]
    options: tuple[Any, ...] = ()


BROKEN: dict[str, Broken] = {}


def caught_by(name: str, *options: Any) -> Callable[[Any], Any]:
    """Register a broken game, or a function that makes one or its `InstalledGame`."""

    def register(make: Any) -> Any:
        BROKEN[make.__name__] = Broken(name, make, options)
        return make

    return register


def lie(property: str, sound: type[Any], **fields: Any) -> None:
    """A sound game whose type card says something else."""
    card: TypeCard = replace(sound.card, **fields)
    words = "_".join(f"{name}_{value}" for name, value in fields.items())
    name = f"{sound.__name__}_says_{words}".replace(" ", "")
    BROKEN[name] = Broken(property, type(name, (sound,), {"card": card}))


lie("card", PickGame, id="Pick it")
lie("card", PickGame, title=" ")
lie("card", PickGame, rules_version=0)
lie("card", PickGame, usual_seats=4)
lie("card", PickGame, secret_options=("deal",))
lie("card", PickGame, clock=Options())
lie("seats", PickGame, seats=(2, 4))
lie("seats", PickGame, seats=(2, 2))
lie("longest", PickGame, longest=3)
lie("scores", PickGame, scores=(0, 1))
lie("simultaneous", PickGame, simultaneous=False)
lie("simultaneous", RaceGame, simultaneous=True)
lie("hidden", PickGame, hidden=False)
lie("hidden", RaceGame, hidden=True)
lie("random", PickGame, random=False)
lie("random", RaceGame, random=True)


@caught_by("longest")
class NeverEnds(RaceGame):
    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:
        step = super().apply(state, seat, action, chance)
        return Step(replace(step.state, total=step.state.total % state.goal), step.events)


class LooseView(View, frozen=True):
    rounds: Any


@caught_by("structs")
class ViewLosesTuples(PickGame):
    view_type = LooseView

    def view(self, state: State, seat: Seat | None) -> View:
        return LooseView(**msgspec.structs.asdict(super().view(state, seat)))


class Soft(msgspec.Struct):
    goal: int = 5


@caught_by("structs")
class OptionsNotFrozen(RaceGame):
    options_type = Soft


class Strange:
    pass


class Indescribable(msgspec.Struct, frozen=True):
    goal: int = 5
    more: Strange | None = None


@caught_by("schemas")
class OptionsWithoutSchema(RaceGame):
    options_type = Indescribable


@caught_by("to_act")
class AwaitsASeatThatIsNotThere(RaceGame):
    def to_act(self, state: Track) -> frozenset[Seat]:
        return super().to_act(state) | ({2} if state.total == 1 else set())


@caught_by("to_act")
class AwaitsSomebodyAfterTheEnd(RaceGame):
    def outcome(self, state: Track) -> Outcome | None:
        return super().outcome(replace(state, goal=state.goal - 1))


@caught_by("legal")
class ListsWhatIsRefused(PickGame):
    def legal(self, view: View, seat: Seat) -> Legal[PickAction]:
        legal = super().legal(view, seat)
        return Legal([*legal.actions, Pick(len(view.rounds), 5)], legal.parts) if legal else legal


@caught_by("legal")
class SamplesWhatIsRefused(PickGame):
    def legal(self, view: View, seat: Seat) -> Legal[PickAction]:
        legal = super().legal(view, seat)
        part: Part[PickAction] = Part("pick", {}, lambda chance: Pick(len(view.rounds), chance.below(5)))
        return Legal(legal.actions, (*legal.parts, part)) if legal else legal


@caught_by("legal")
class ListsNothing(RaceGame):
    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        return Legal() if view.total == 1 else super().legal(view, seat)


@caught_by("legal")
class ListsTwice(RaceGame):
    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        return Legal([*super().legal(view, seat).actions] * 2)


@caught_by("legal")
class LegalNeedsTheViewItself(RaceGame):
    """`legal` depends on what a view is, not on what it says."""

    def view(self, state: Track, seat: Seat | None) -> Track:  # noqa: ARG002
        self.last = replace(state)
        return self.last

    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        legal = super().legal(view, seat)
        return legal if view is self.last else Legal(legal.actions[:1])


@caught_by("complete")
class AcceptsMoreThanIsLegal(RaceGame):
    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        return Legal(super().legal(view, seat).actions[:1])


@caught_by("complete")
class AcceptsOutOfTurn(RaceGame):
    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:
        if seat not in (0, 1) or not self.to_act(state):
            raise IllegalAction("seat", "not you, or not now")
        return super().apply(state, state.turn, action, chance)


@caught_by("pure")
class GivesAnotherStepTheSecondTime(PickGame):
    calls = 0

    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        self.calls += 1
        step = super().apply(state, seat, action, chance)
        return Step(step.state, (*step.events, Event("counted", {"calls": self.calls})))


@caught_by("coalescing")
class NotesPileUp(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        if not isinstance(action, Note):
            return step
        return Step(
            replace(state, notes=placed(state.notes, seat, state.notes[seat] + action.text)), step.events
        )


@caught_by("coalescing")
class NotesAreNumbered(PickGame):
    """The event depends on the earlier note."""

    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        if not isinstance(action, Note):
            return step
        event = Event("noted", {"before": state.notes[seat], "text": action.text}, frozenset({seat}))
        return Step(step.state, (event,))


@caught_by("coalescing")
class NotesByChance(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        if not isinstance(action, Note):
            return step
        return Step(replace(state, notes=placed(state.notes, seat, str(chance.below(10**6)))), step.events)


@caught_by("coalescing")
class NotesAreAnnounced(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        if not isinstance(action, Note):
            return step
        return Step(step.state, (Event("noted", {"seat": seat}),))


class Heap(msgspec.Struct, frozen=True):
    goal: int
    done: list[int]
    total: int = 0
    turn: Seat = 0


class HeapGame(RaceGame):
    """Sound on the outside, with a list in its state."""

    state_type = Heap
    view_type = Heap

    def setup(self, options: Any, seats: int, chance: Chance) -> Any:
        return Heap(super().setup(options, seats, chance).goal, [])

    def copied(self, state: Any, step: Step[Any]) -> Step[Any]:
        return Step(Heap(state.goal, list(state.done), step.state.total, step.state.turn), step.events)

    def apply(self, state: Any, seat: Seat, action: Add, chance: Chance) -> Step[Any]:
        return self.copied(state, super().apply(state, seat, action, chance))


@caught_by("pure")
class ApplyChangesTheState(HeapGame):
    def apply(self, state: Any, seat: Seat, action: Add, chance: Chance) -> Step[Any]:
        step = super().apply(state, seat, action, chance)
        state.done.append(action.number)
        return self.copied(state, step)


@caught_by("refusals")
class RefusalChangesTheState(HeapGame):
    def apply(self, state: Any, seat: Seat, action: Add, chance: Chance) -> Step[Any]:
        if seat not in self.to_act(state):
            state.done.append(seat)
        return super().apply(state, seat, action, chance)


@caught_by("refusals")
class RefusalIsRemembered(RaceGame):
    refused = 0

    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:
        try:
            step = super().apply(state, seat, action, chance)
        except IllegalAction:
            self.refused = 1
            raise
        return Step(replace(step.state, total=step.state.total + self.refused), step.events)


@caught_by("refusals")
class RefusesWithAnotherError(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        if isinstance(action, Pick) and action.round > len(state.rounds):
            raise IndexError("no such round")
        super().check(state, seat, action)


@caught_by("refusals")
class RefusesWithoutAWord(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        try:
            super().check(state, seat, action)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.code, "") from refusal


@caught_by("refusals")
class CountsSeatsFromTheEnd(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        super().check(state, seat % len(state.cards) if seat == -1 else seat, action)


@caught_by("refusals")
class NotesAfterTheEnd(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        if isinstance(action, Pick) or not over(state):
            super().check(state, seat, action)


@caught_by("free")
class FreeActionMovesOn(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        if isinstance(action, Pick) or state.picks[seat] is not None:
            return step
        return Step(replace(step.state, picks=placed(step.state.picks, seat, 0)), step.events)


@caught_by("free")
class FreeActionIsOpenOnceMoreThanItSays(PickGame):
    def legal(self, view: View, seat: Seat) -> Legal[PickAction]:
        legal = super().legal(view, seat)
        return Legal(legal.actions, tuple(dataclasses.replace(part, left=2) for part in legal.parts))


@caught_by("legal")
class WaitsThoughItMayAct(RaceGame):
    def waits(self, view: Track, seat: Seat) -> bool:
        return view.total >= 0 <= seat


class Ordered(State, frozen=True):
    first: Seat | None = None


@caught_by("commuting")
class FirstToPickIsKept(PickGame):
    state_type = Ordered

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        return Ordered(**msgspec.structs.asdict(super().setup(options, seats, chance)))

    def apply(self, state: Any, seat: Seat, action: PickAction, chance: Chance) -> Step[Any]:
        step = super().apply(state, seat, action, chance)
        return Step(replace(step.state, first=seat if state.first is None else state.first), step.events)

    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        return Ordered(**msgspec.structs.asdict(super().imagine(view, seat, chance)))


@caught_by("commuting")
class EventTellsWhoWasLast(PickGame):
    def picked(self, state: State, seat: Seat, number: int, events: Any, chance: Chance) -> Step[State]:
        step = super().picked(state, seat, number, events, chance)
        closed = len(step.state.rounds) > len(state.rounds)
        return Step(step.state, (*step.events, Event("closed", {"by": seat})) if closed else step.events)


@caught_by("commuting")
class ReplacementWithoutARound(PickGame):
    """A pick that comes too late counts for the next round."""

    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        if isinstance(action, Pick):
            action = replace(action, round=len(state.rounds))
        super().check(state, seat, action)


@caught_by("expire")
class TimeRunsOutForever(PickGame):
    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:  # noqa: ARG002
        return Step(state, (Event("late", {"seat": seat}),))


@caught_by("expire")
class TimeMayNotRunOut(PickGame):
    def expire(self, state: State, seat: Seat, chance: Chance) -> Step[State]:
        if state.rounds:
            raise IllegalAction("late", "please wait")
        return super().expire(state, seat, chance)


@caught_by("outcome")
class PlacesWithoutGaps(RaceGame):
    def outcome(self, state: Track) -> Outcome | None:
        result = super().outcome(state)
        return result and replace(result, places=(2, 3))


@caught_by("outcome")
class OneScoreMissing(RaceGame):
    def outcome(self, state: Track) -> Outcome | None:
        result = super().outcome(state)
        return result and replace(result, scores=result.scores[:1])


@caught_by("outcome")
class TitleForNobody(RaceGame):
    def outcome(self, state: Track) -> Outcome | None:
        result = super().outcome(state)
        return result and replace(result, titles={"champion": (2,)})


@caught_by("outcome")
class NeverQuiteDone(RaceGame):
    def progress(self, state: Track) -> float:
        return 0.99 * super().progress(state)


@caught_by("rooms")
class RoomForAStranger(RaceGame):
    def rooms(self, state: Track) -> Mapping[Room, frozenset[Seat]]:  # noqa: ARG002
        return {"table": frozenset({0, 1, 2})}


@caught_by("imagine")
class ImaginesTheImpossible(PickGame):
    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:
        state = super().imagine(view, seat, chance)
        return state if seat is None else replace(state, cards=placed(state.cards, seat, 1 + chance.below(4)))


@caught_by("imagine")
class ImaginesByItsOwnChance(PickGame):
    def imagine(self, view: View, seat: Seat | None, chance: Chance) -> State:  # noqa: ARG002
        return super().imagine(view, seat, Chance(str(random.random())))


@caught_by("leaks")
class EventLeaks(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        return Step(step.state, (*step.events, Event("glance", {"card": state.cards[seat]})))


@caught_by("leaks")
class AudienceLeaks(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        return Step(step.state, tuple(replace(event, audience=None) for event in step.events))


@caught_by("leaks")
class ReplacementShows(PickGame):
    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        step = super().apply(state, seat, action, chance)
        replaced = isinstance(action, Pick) and state.picks[seat] is not None
        return Step(step.state, (*step.events, Event("picked", {"seat": seat})) if replaced else step.events)


class Glance(View, frozen=True):
    other: int


@caught_by("leaks")
class ViewLeaks(PickGame):
    view_type = Glance

    def view(self, state: State, seat: Seat | None) -> View:
        return Glance(**msgspec.structs.asdict(super().view(state, seat)), other=state.cards[-1])


@caught_by("leaks")
class LegalLeaks(PickGame):
    """`legal` remembers the state that the view was made from."""

    def view(self, state: State, seat: Seat | None) -> View:
        self.last = state
        return super().view(state, seat)

    def legal(self, view: View, seat: Seat) -> Legal[PickAction]:
        legal = super().legal(view, seat)
        neighbour = self.last.cards[seat - 1]
        return Legal(sorted(legal.actions, key=lambda action: action == Pick(len(view.rounds), neighbour)))


@caught_by("leaks")
class RefusalLeaks(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        super().check(state, seat, action)
        if isinstance(action, Pick) and action.number == state.cards[seat - 1]:
            raise IllegalAction("taken", "somebody else has that card")


@caught_by("leaks")
class MessageLeaks(PickGame):
    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        try:
            super().check(state, seat, action)
        except IllegalAction as refusal:
            message = f"{refusal.message}; you are no {state.cards[1]}"
            raise IllegalAction(refusal.code, message, refusal.values) from refusal


@caught_by("leaks")
class ToActLeaks(PickGame):
    """A seat whose card is 4 sits the first round out, for all to see."""

    def to_act(self, state: State) -> frozenset[Seat]:
        awaited = super().to_act(state)
        lucky = {seat for seat, card in enumerate(state.cards) if card == 4 and not state.rounds}
        return awaited - lucky or awaited

    def view(self, state: State, seat: Seat | None) -> View:
        return replace(super().view(state, seat), waiting=PickGame.to_act(self, state))


@caught_by("leaks")
class ProgressLeaks(PickGame):
    def progress(self, state: State) -> float:
        return max(0.0, super().progress(state) - 0.01 * state.cards[0]) if not over(state) else 1.0


@caught_by("leaks")
class RoomsLeak(PickGame):
    def rooms(self, state: State) -> Mapping[Room, frozenset[Seat]]:
        return {"threes": frozenset(seat for seat, card in enumerate(state.cards) if card == 3)}


class Candid(View, frozen=True):
    options: Options


@caught_by("secret_options", Options(2, (3, 4, 1)), Options(2, (3, 4)))
class ViewHoldsTheOptions(PickGame):
    """And `imagine` is none the wiser."""

    view_type = Candid

    def view(self, state: State, seat: Seat | None) -> View:
        options = Options(state.length, state.cards)
        return Candid(**msgspec.structs.asdict(super().view(state, seat)), options=options)

    def imagine(self, view: Any, seat: Seat | None, chance: Chance) -> State:  # noqa: ARG002
        picks = tuple(None if other in view.waiting else 0 for other in range(view.seats))
        return State(view.length, view.options.cards, view.rounds, picks, ("",) * view.seats)


@caught_by("replay")
class DealsByItsOwnChance(PickGame):
    def setup(self, options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG002
        return super().setup(options, seats, Chance(str(random.random())))


@caught_by("replay")
class RemembersEarlierMatches(PickGame):
    played = 0

    def apply(self, state: State, seat: Seat, action: PickAction, chance: Chance) -> Step[State]:
        self.played += 1
        step = super().apply(state, seat, action, chance)
        return Step(step.state, (*step.events, Event("played", {"before": self.played})))


class LooseOptions(Options, frozen=True):
    prizes: Any = msgspec.field(default_factory=lambda: {1: 1})


@caught_by("record")
class OptionsChangeInTheRecord(PickGame):
    options_type = LooseOptions

    def setup(self, options: Any, seats: int, chance: Chance) -> State:
        state = super().setup(options, seats, chance)
        return replace(state, length=state.length + options.prizes.get(1, 0))


class FacedGame(InstalledGame):
    def __init__(self, game: AnyGame) -> None:
        super().__init__(game.card.id, game=game)


@caught_by("notation")
class NotationLosesTheRound(FacedGame):
    def __init__(self) -> None:
        super().__init__(PickGame())

    def write(self, action: Any) -> str:
        return super().write(replace(action, round=0) if isinstance(action, Pick) else action)


@caught_by("notation")
class NotationOnTwoLines(FacedGame):
    def __init__(self) -> None:
        super().__init__(RaceGame())

    def write(self, action: Any) -> str:
        return super().write(action) + "\n"


@caught_by("notation")
class ParserRaisesSomethingElse(FacedGame):
    def __init__(self) -> None:
        super().__init__(RaceGame())

    def write(self, action: Any) -> str:
        return f"+{action.number}"

    def parse(self, text: str) -> Any:
        return Add(int(text.removeprefix("+")))


@caught_by("text")
class DrawsTooWide(FacedGame):
    def __init__(self) -> None:
        super().__init__(RaceGame())

    def draw(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:  # noqa: ARG002
        return super().draw(view, lang).ljust(81) if lang == "ru" else super().draw(view, lang)


@caught_by("text")
class DrawsNamesTooWide(FacedGame):
    def __init__(self) -> None:
        super().__init__(RaceGame())

    def draw(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:
        return super().draw(view, lang) + ("" if names is None else "\n" + " ".join(names).rjust(81))


@caught_by("text")
class TellsNamesAsTheyAre(FacedGame):
    def __init__(self) -> None:
        super().__init__(PickGame())

    def tell(self, event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:
        return super().tell(event, seat, lang) + ("" if names is None else "\a")


@caught_by("text")
class DrawsOnlyEnglish(FacedGame):
    def __init__(self) -> None:
        super().__init__(RaceGame())

    def draw(self, view: Any, lang: str = "en", names: SeatNames = None) -> str:  # noqa: ARG002
        return {"en": f"{view.total} of {view.goal}"}[lang]


@caught_by("text")
class TellsOnlyTuples(FacedGame):
    def __init__(self) -> None:
        super().__init__(PickGame())

    def tell(self, event: Event, seat: Seat | None, lang: str = "en", names: SeatNames = None) -> str:  # noqa: ARG002
        return "{}".format(event.values.get("picks"))


@caught_by("rules_pages")
class RulesNotInEnglish(FacedGame):
    languages = ("ru",)

    def __init__(self) -> None:
        super().__init__(RaceGame())

    def rules_page(self, lang: str = "en") -> str:  # noqa: ARG002
        return "# Race\n"


@caught_by("rulings")
class RefusesWhatItOffersTheHost(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        if isinstance(ruling, Count):
            raise IllegalAction("count", "not today")
        return super().rule(state, ruling, chance)


@caught_by("rulings")
class RulingEndsTheMatch(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        return Step(replace(step.state, length=len(state.rounds)), step.events)


@caught_by("rulings")
class RulingMovesTheMatchOn(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        waiting = [seat for seat in self.to_act(state) if len(self.to_act(state)) > 1]
        picks = placed(state.picks, waiting[0], 0) if waiting else state.picks
        return Step(replace(step.state, picks=picks), step.events)


@caught_by("rulings")
class RulingIsToldToOne(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        return Step(step.state, tuple(replace(one, audience=frozenset({0})) for one in step.events))


@caught_by("rulings")
class RulingTellsTheCard(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        return Step(step.state, (*step.events, Event("glance", {"card": state.cards[ruling.seat]})))


@caught_by("rulings")
class RulingDependsOnTheCard(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        if isinstance(ruling, Void) or ruling.number != state.cards[ruling.seat]:
            return step
        return Step(super().rule(state, replace(ruling, number=4), chance).state, step.events)


@caught_by("rulings")
class RulingIsDrawn(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        step = super().rule(state, ruling, chance)
        return Step(step.state, (*step.events, Event("drawn", {"lot": random.random()})))


@caught_by("rulings")
class RulingOfNoRoundBreaks(PickGame):
    def rule(self, state: State, ruling: Any, chance: Chance) -> Step[State]:
        state.rounds[ruling.round][ruling.seat]
        return super().rule(state, ruling, chance)


@caught_by("rulings")
class RulingWithoutWords(FacedGame):
    def __init__(self) -> None:
        super().__init__(PickGame())

    def ruling_words(self, ruling: Any, lang: str = "en", names: SeatNames = None) -> str:
        return super().ruling_words(ruling, lang, names) if lang == "en" else ""


class AddsOne:
    """The easy opponent of a first match of the race."""

    name = "adds-one"

    def choose(self, *_: Any) -> Thought[Add]:
        return Thought(Add(1), "")


def words(text: str) -> Mapping[str, str]:
    return {"en": text, "ru": text}


def first_step(number: int, **fields: Any) -> FirstStep[Track, Add]:
    """A step at which one number is right."""
    step: dict[str, Any] = {
        "prompt": words(f"add {number}"),
        "example": Add(number),
        "answer": checked((Add(number).__eq__, words("the other one"))),
    }
    return FirstStep(**(step | fields))


def race_lesson(*steps: FirstStep[Track, Add], **fields: Any) -> FirstMatch[Any, Track, Add]:
    """A first match of the race to 9."""
    texts: dict[str, Any] = {
        "options": RaceOptions(9),
        "free": words("go on"),
        "closing": words("that is all"),
    }
    return FirstMatch(seed="1", steps=steps, bot=AddsOne, **(texts | fields))


class LessonGame(FacedGame):
    def __init__(self, *steps: FirstStep[Track, Add], **fields: Any) -> None:
        super().__init__(RaceGame())
        self.lesson = race_lesson(*steps, **fields)

    def first_match(self) -> FirstMatch[Any, Any, Any]:
        return self.lesson


@caught_by("first_match")
def first_match_calls_its_own_example_wrong() -> LessonGame:
    return LessonGame(first_step(1), first_step(2, example=Add(1)))


@caught_by("first_match")
def first_match_shows_an_illegal_example() -> LessonGame:
    return LessonGame(first_step(3))


@caught_by("first_match")
def first_match_forgets_a_language() -> LessonGame:
    return LessonGame(first_step(1), first_step(2, prompt={"en": "add 2"}))


@caught_by("first_match")
def first_match_answers_in_one_language() -> LessonGame:
    return LessonGame(first_step(1, answer=checked((Add(1).__eq__, {"en": "the other one"}))))


@caught_by("first_match")
def first_match_prepares_an_illegal_reply() -> LessonGame:
    return LessonGame(first_step(1, replies=((0, Add(1)),)))


@caught_by("first_match")
def first_match_goes_on_after_the_end() -> LessonGame:
    return LessonGame(first_step(1), first_step(2), options=RaceOptions(1))


@caught_by("first_match")
def first_match_accepts_what_spoils_the_next_step() -> LessonGame:
    def is_even(view: Track, action: Add) -> Mapping[str, str] | None:
        return None if view.total % 2 == 0 and action == Add(1) else words("the total must be even")

    anything = first_step(1, answer=lambda *_: None)
    return LessonGame(anything, first_step(1, answer=is_even))


@caught_by("first_match")
def first_match_without_steps() -> LessonGame:
    return LessonGame()


class TwoVersions(InstalledGame):
    """The present rules of `Race`, and earlier ones."""

    def __init__(self, earlier: AnyGame) -> None:
        present = type("RaceToday", (RaceGame,), {"card": replace(RaceGame.card, rules_version=2)})()
        super().__init__("race", game=present)
        self.earlier = earlier

    @property
    def versions(self) -> Mapping[int, AnyGame]:
        return {self.earlier.card.rules_version: self.earlier, 2: self.game}


@caught_by("versions")
class EarlierRulesNeverEnd(TwoVersions):
    def __init__(self) -> None:
        super().__init__(NeverEnds())


@caught_by("versions")
class EarlierRulesHaveOtherOptions(TwoVersions):
    def __init__(self) -> None:
        super().__init__(type("Other", (RaceGame,), {"options_type": Soft})())


@caught_by("versions")
class EarlierRulesAreNewer(TwoVersions):
    def __init__(self) -> None:
        super().__init__(type("Newer", (RaceGame,), {"card": replace(RaceGame.card, rules_version=3)})())


@caught_by("versions")
class EarlierRulesForgetAFieldThatIsNotThere(TwoVersions):
    def __init__(self) -> None:
        super().__init__(
            type("Old", (RaceGame,), {"card": replace(RaceGame.card, later_fields=("passes",))})()
        )


@caught_by("versions")
class EarlierRulesRememberEarlierMatches(TwoVersions):
    """Their records don't verify."""

    def __init__(self) -> None:
        super().__init__(RemembersInTheTotal())


class RemembersInTheTotal(RaceGame):
    played = 0

    def setup(self, options: Any, seats: int, chance: Chance) -> Track:
        self.played += 1
        return replace(super().setup(options, seats, chance), goal=options.goal + self.played % 3)


@caught_by("action_time")
class WorksOutNotesBeforeTheirLength(PickGame):
    """A note is worked out character by character, and then refused for its length."""

    def check(self, state: State, seat: Seat, action: PickAction) -> None:
        if isinstance(action, Note):
            work(20_000 * len(action.text))
        super().check(state, seat, action)


@caught_by("action_time")
class AddsInSteps(RaceGame):
    """Refuses a number that is too large after counting up to it."""

    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:
        work(min(action.number, 10**7))
        return super().apply(state, seat, action, chance)


@caught_by("action_time")
class ViewsAreWorkedOutFromNotes(PickGame):
    def view(self, state: State, seat: Seat | None) -> View:
        work(200_000 * sum(map(len, state.notes)))
        return super().view(state, seat)


@caught_by("action_time")
class LegalActionsAreSearched(RaceGame):
    def legal(self, view: Track, seat: Seat) -> Legal[Add]:
        work(2_000_000 * view.total)
        return super().legal(view, seat)


@caught_by("action_time")
class RulingsAreWorkedOut(PickGame):
    def rule(self, state: State, ruling: PickRuling, chance: Chance) -> Step[State]:
        work(min(abs(ruling.round), 10**7))
        return super().rule(state, ruling, chance)


@caught_by("action_time")
class RemembersWhatItWorkedOut(RaceGame):
    """A cache hides the work from whoever asks twice, and a stranger asks for another number."""

    def apply(self, state: Track, seat: Seat, action: Add, chance: Chance) -> Step[Track]:
        remembered_work(min(action.number, 10**7))
        return super().apply(state, seat, action, chance)


@caught_by("forfeits")
class PlaysOnAfterItIsConceded(RaceGame):
    def conceded(self, state: Track, seat: Seat) -> Track | None:  # noqa: ARG002
        return state


@caught_by("promises")
class JudgesByTheState(PickGame):
    """Remembers the last state whose view was made, with the picks that are still sealed."""

    def view(self, state: State, seat: Seat | None) -> View:
        self.last = state
        return super().view(state, seat)

    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> bool | None:
        if isinstance(action, Pick) and round == len(view.rounds) + 1 and self.last.picks[seat] is not None:
            return self.last.picks[seat] == action.number
        return super().kept(view, seat, round, action)


@caught_by("promises")
class JudgesTooEarly(PickGame):
    """A round in which the seat hasn't acted counts as a broken promise."""

    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> bool | None:
        return bool(super().kept(view, seat, round, action))


@caught_by("promises")
class FlattersPlayers(PickGame):
    """Players always hear that a promise was kept, spectators hear the truth."""

    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> bool | None:
        kept = super().kept(view, seat, round, action)
        return kept if kept is None or view.card is None else True


@caught_by("promises")
class ForgetsWhatItHasJudged(PickGame):
    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> bool | None:
        return None if round < len(view.rounds) else super().kept(view, seat, round, action)


@caught_by("promises")
class AnswersWithANumber(PickGame):
    def kept(self, view: View, seat: Seat, round: int, action: PickAction) -> Any:
        kept = super().kept(view, seat, round, action)
        return None if kept is None else int(kept)


@caught_by("promises")
class PromisesAfterTheEnd(PickGame):
    def promise_rounds(self, view: View, seat: Seat) -> Sequence[int]:  # noqa: ARG002
        return range(len(view.rounds) + 1, len(view.rounds) + 2)


@caught_by("promises")
class PromisesTheSameTwice(PickGame):
    def promises(self, view: View, seat: Seat, round: int) -> Sequence[PickAction]:
        return [*super().promises(view, seat, round)] * 2


@caught_by("promises")
class PromisesForAnyRound(PickGame):
    def promises(self, view: View, seat: Seat, round: int) -> Sequence[PickAction]:  # noqa: ARG002
        return [Pick(round - 1, number) for number in (1, 2)]


@caught_by("notation_time")
class ReadsEveryEnding(FacedGame):
    """Its parser looks at every ending of the text, so that the time grows with the square of the length."""

    def __init__(self) -> None:
        super().__init__(RaceGame())

    def parse(self, text: str) -> Any:
        work(len(text) ** 2)
        return super().parse(text)


@caught_by("setup_time")
class DealsBeforeItCounts(PickGame):
    """Refuses rounds after working them out."""

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        work(min(max(options.rounds, 0), 10**7))
        return super().setup(options, seats, chance)


@caught_by("setup_time")
class TakesLongToSayTheCost(PickGame):
    def setup_cost(self, options: Options) -> int:
        work(min(max(options.rounds, 0), 10**7))
        return options.rounds


def work(steps: int) -> None:
    """Work whose time grows with the number of steps: less than a second for ten million."""
    sum(range(min(max(steps, 0), 10**7)))


remembered_work = lru_cache(maxsize=100)(work)
