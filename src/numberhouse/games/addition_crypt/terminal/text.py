"""The match in the terminal: the board as plain text of at most 80 columns, and events in words.

It is readable without colour or drawing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from numberhouse.contract.game import Event, IllegalAction, Seat
from numberhouse.contract.names import Names, wrapped
from numberhouse.contract.package import GameText, LogParts
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.addition_crypt.rules.legal import picks
from numberhouse.games.addition_crypt.rules.model import Action, End, OpenRoom, Pick, Submit, View
from numberhouse.games.addition_crypt.rules.options import LETTERS, terms
from numberhouse.games.addition_crypt.rules.rooms import HALL, company, groups_left
from numberhouse.games.addition_crypt.words.notation import write, write_pick
from numberhouse.games.addition_crypt.words.phrases import PHRASES, WORDS, phrase, points

__all__ = ["bot_title", "draw", "outcome_word", "promise", "promise_parts", "refuse", "room", "tell", "text"]

WIDTH: Final = 80
LABEL: Final = 12
"""Columns before the nodes' values."""


def draw(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board as the viewer of `view` may see it."""
    seat_names = Names(names, lang)
    blocks = (
        _head(view, lang),
        _values(view, lang),
        _published(view, lang, seat_names),
        _own_rounds(view, lang),
        _rooms(view, lang, seat_names),
        _final(view, view.end, lang, seat_names) if view.end else _now(view, lang, seat_names),
    )
    return "\n\n".join("\n".join(lines) for block in blocks if (lines := list(block)))


def coming(
    view: View,
    lang: str = "en",
    names: Sequence[str] | None = None,  # noqa: ARG001 - a round is announced without names
) -> str:
    """The running round and its rules, for the announcement of a round."""
    if view.end:
        return ""
    values = {"round": view.round, "rounds": len(view.options.rounds)}
    return "\n".join(
        (phrase("begins", lang, names=_variations(view, view.round, lang), **values), *_terms(view, lang))
    )


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The event in words, for the reader on `seat` (None: a spectator)."""
    values, seat_names = dict(event.values), Names(names, lang)
    if isinstance(values.get("pick"), Mapping):
        values["pick"] = _picked(values["pick"])
    match event.code:
        case "submitted":
            name = "submitted_again" if values["how"] == "locked" else "submitted"
        case "time-ran-out":
            name = "ran_out_default" if values["how"] == "defaulted" else "ran_out"
        case "settled":
            name = "settled_you" if values["seat"] == seat else "settled"
            values["Who"] = seat_names.start(values["seat"])
        case "round-closed":
            name = "closed"
            values["values"] = ", ".join(
                f"{letter} {value}" for letter, value in zip(LETTERS, values["values"], strict=False)
            )
        case "published":
            name = "published_all"
            values["picks"] = ", ".join(
                f"{seat_names.for_reader(who, seat)} {_picked(pick)}"
                for who, pick in enumerate(values["picks"])
            )
        case "scored":
            name = "scored"
            values["points"] = _points(values["digits"], values["bonus"], lang)
        case "room-opened":
            name = "room" if values["room"].startswith("round-") else "room_kept"
            values |= {"node": LETTERS[values["node"]], "seats": seat_names.listed(values["seats"], seat)}
        case "group-opened":
            name = "group_opened_you" if values["by"] == seat else "group_opened"
            values |= {
                "Who": seat_names.start(values["by"]),
                "seats": seat_names.listed(values["seats"], seat),
            }
        case "match-over":
            name = "over"
            first = [who for who, place in enumerate(values["places"]) if place == 1]
            score = values["scores"][first[0]]
            values = {"seats": seat_names.listed(first, seat), "points": points(score, lang)}
        case _:
            name = event.code
    return phrase(name, lang, **values)


def tell_round(
    events: Sequence[Event], seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The events of a round so far, for the log: while it runs, the reader's last submission and the players
    who are through; once it has closed, its result alone."""
    has_closed = any(event.code == "round-closed" for event in events)
    own, through, lines = "", dict[Seat, int](), list[str]()
    for event in events:
        if event.code == "settled":
            through[event.values["seat"]] = event.values["round"]
        elif event.code in ("submitted", "locked"):
            own = tell(event, seat, lang, names)
        else:
            lines.append(tell(event, seat, lang, names))
    if has_closed:
        return lines
    if own:
        lines.append(own)
    if through:
        seats = Names(names, lang).counted(sorted(through, key=lambda other: (other != seat, other)), seat)
        lines.append(phrase("through", lang, round=max(through.values()), seats=seats))
    return lines


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The refusal in words."""
    return refusal_text(WORDS, illegal, lang, names)


def room(name: str, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The title of one of the game's rooms."""
    if name == HALL:
        return phrase("room_all", lang)
    kind, _, rest = name.partition("-")
    if kind in ("pair", "group"):
        seats = [int(seat) for seat in rest.split("-")]
        return phrase(f"room_{kind}", lang, names=Names(names, lang).listed(seats))
    if kind == "node":
        return phrase("room_kept_node", lang, node=rest)
    number, _, node = name.removeprefix("round-").partition("-")
    return phrase("room_node", lang, round=number, node=node)


def bot_title(name: str, lang: str = "en") -> str:
    """The title of a bot of this game; "" for a bot without a title."""
    return phrase(f"bot_{name}", lang) if f"bot_{name}" in PHRASES else ""


def outcome_word(code: str, lang: str = "en") -> str:
    """The words for an outcome's reason or title."""
    return phrase(f"outcome_{code}", lang) if f"outcome_{code}" in PHRASES else ""


def promise(action: Action, lang: str = "en") -> str:
    """The promised nodes: "C and D"."""
    first, second = promise_parts(action)
    return phrase("promised", lang, first=first, second=second)


def promise_parts(action: Action, lang: str = "en") -> tuple[str, str]:  # noqa: ARG001 - nodes are letters
    """The nodes of a promised submission."""
    assert isinstance(action, Submit)
    return LETTERS[action.first], LETTERS[action.second]


text: Final[GameText[View]] = GameText(
    draw=draw,
    tell=tell,
    log=LogParts(ends=lambda event: event.code == "round-closed", tell=tell_round),
    coming=coming,
    refuse=refuse,
    room=room,
    promise=promise,
    promise_parts=promise_parts,
    bot_title=bot_title,
    outcome_word=outcome_word,
)
"""The texts of this game, as one value for the game's package."""


# The round


def _head(view: View, lang: str) -> Iterator[str]:
    head = phrase(
        "head_assisted" if view.options.assistance else "head",
        lang,
        round=view.round,
        rounds=len(view.options.rounds),
        names=_variations(view, view.round, lang),
    )
    yield from _wrapped(head)
    if view.end:
        return
    for line in _terms(view, lang):
        yield from _wrapped(line)
    coming = [
        f"{number} {_variations(view, number, lang)}"
        for number in range(view.round + 1, len(view.options.rounds) + 1)
    ]
    if coming:
        yield from _wrapped(phrase("coming", lang, names=", ".join(coming)))


def _variations(view: View, number: int, lang: str) -> str:
    return " + ".join(phrase(variation, lang) for variation in view.options.rounds[number - 1])


def _terms(view: View, lang: str) -> Iterator[str]:
    variations = view.options.rounds[view.round - 1]
    ruled = terms(view.options, view.round)
    falls = "up-is-down" in variations
    first, second = (abs(amount) for amount in ruled.amounts)
    yield phrase("takes" if falls else "adds", lang, first=first, second=second)
    if ruled.spread:
        yield phrase("spreads_down" if falls else "spreads", lang, spread=abs(ruled.spread))
    yield phrase("digits", lang, base=ruled.base)
    if ruled.standout:
        yield phrase("alone", lang, bonus=ruled.standout)
    if ruled.published:
        yield phrase("bottom", lang, bonus=ruled.write_off, places=ruled.places)
    if _whole_time(view):
        yield phrase("whole_time", lang)
    if view.options.node_rooms == "all-rounds":
        yield phrase("kept_rooms", lang)


# The nodes


def _values(view: View, lang: str) -> Iterator[str]:
    rows = [(phrase("start", lang), view.options.start)]
    rows += [
        (phrase("round", lang, round=number), closed.values)
        for number, closed in enumerate(view.rounds, start=1)
    ]
    cell = 1 + max(3, *(len(str(value)) for _, values in rows for value in values))
    across = (WIDTH - LABEL) // cell
    for begin in range(0, view.options.nodes, across):
        nodes = range(begin, min(begin + across, view.options.nodes))
        yield f"{phrase('nodes', lang):<{LABEL}}" + "".join(f"{LETTERS[node]:>{cell}}" for node in nodes)
        for label, values in rows:
            yield f"{label:<{LABEL}}" + "".join(f"{values[node]:>{cell}}" for node in nodes)
        if view.barred and not view.end and set(view.barred) & set(nodes):
            marks = "".join(f"{'×' if node in view.barred else '':>{cell}}" for node in nodes)
            yield f"{phrase('barred', lang):<{LABEL}}{marks}".rstrip()


def _published(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    for number, closed in enumerate(view.rounds, start=1):
        if closed.published is not None:
            yield phrase("published", lang, round=number)
            cells = [
                f"{_who(view, seat, lang, seat_names)}: {write_pick(pick)}"
                for seat, pick in enumerate(closed.published)
            ]
            yield from _wrapped("  " + "; ".join(cells), "  ")


# The viewer


def _own_rounds(view: View, lang: str) -> Iterator[str]:
    if not view.ledger:
        return
    yield phrase("yours", lang, points=points(view.score, lang))
    for number, line in enumerate(view.ledger, start=1):
        row = phrase(
            "line",
            lang,
            round=number,
            pick=write_pick(line.pick),
            how=phrase(f"how_{line.how}", lang),
            points=_points(line.points.digits, line.points.bonus, lang),
        )
        yield f"  {row}"


def _rooms(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if not view.rounds:
        yield phrase("talk_open", lang)
        yield from _groups(view, lang, seat_names)
    elif view.ledger:
        yield phrase("rooms", lang, round=len(view.ledger))
        for node, inside in company(view.ledger[-1]):
            others = [seat for seat in inside if seat != view.seat]
            name = "with" if others else "nobody"
            row = phrase(name, lang, node=LETTERS[node], seats=seat_names.listed(others))
            yield from _wrapped(f"  {row}", "     ")


def _groups(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    """The rooms of round 1 that players have opened, and how to open one."""
    if view.seat is None:
        return
    if view.groups:
        yield phrase("groups", lang)
    for group in view.groups:
        seats, by = (seat_names.listed(some, view.seat) for some in (group.seats, group.by))
        yield from _wrapped(f"  {phrase('group', lang, seats=seats, by=by)}", "     ")
    left = groups_left(view.groups, view.seats, view.seat)
    if left and not view.end:
        others = [seat for seat in range(view.seats) if seat != view.seat]
        example = write(OpenRoom(tuple(sorted((view.seat, *others[:2])))))
        yield from _wrapped(phrase("open_room", lang, example=example, left=left))


def _now(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    yield from _wrapped(phrase("waiting", lang, seats=seat_names.listed(sorted(view.waiting), view.seat)))
    sealed = view.sealed
    if sealed is None:
        return
    if sealed.pick is None:
        free = " ".join(LETTERS[node] for node in range(view.options.nodes) if node not in view.barred)
        example = write_pick(picks(view.options.nodes, view.barred)[0])
        yield from _wrapped(phrase("now_submit", lang, free=free, example=example))
        return
    locked = "now_patient" if _whole_time(view) else "now_locked"
    name = "now_late" if sealed.late else locked if sealed.how == "locked" else "now_lock"
    yield from _wrapped(phrase(name, lang, pick=write_pick(sealed.pick)))


def _whole_time(view: View) -> bool:
    return view.options.rounds_close == "deadline"


# The end


def _final(view: View, end: End, lang: str, seat_names: Names) -> Iterator[str]:
    yield phrase("final", lang)
    for seat in sorted(range(view.seats), key=lambda seat: (end.places[seat], seat)):
        rounds = " ".join(f"{write_pick(line.pick)} {line.points.total}," for line in end.ledgers[seat])
        row = phrase(
            "place",
            lang,
            place=end.places[seat],
            who=_who(view, seat, lang, seat_names),
            score=end.scores[seat],
            rounds=rounds.rstrip(","),
        )
        yield from _wrapped(f"  {row}", "     ")


# Helpers


def _points(digits: int, bonus: int, lang: str) -> str:
    if not bonus:
        return points(digits, lang)
    if digits + bonus == 1:
        return WORDS.t("0 + 1 point", lang)
    # The form of the word agrees with the bonus, which stands before it. English takes the plural by the sum.
    values = {"digits": digits, "bonus": bonus}
    return WORDS.tn("{digits} + {bonus} points", "{digits} + {bonus} points", bonus, lang, **values)


def _picked(values: Mapping[str, Any]) -> str:
    return write_pick(Pick(values["first"], values["second"], values["scoring"]))


def _who(view: View, seat: Seat, lang: str, seat_names: Names) -> str:
    name = seat_names.of(seat)
    return phrase("you", lang, name=name) if seat == view.seat else name


def _wrapped(text: str, indent: str = "  ") -> Sequence[str]:
    return wrapped(text, WIDTH, margin=indent, hyphens=False)
