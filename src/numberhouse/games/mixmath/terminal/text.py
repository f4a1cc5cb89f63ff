"""The match in the terminal: the board as plain text of at most 80 columns, and events in words.

It is readable without colour or drawing: a row of the board is a line of text, and a square is a word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from numberhouse.contract.game import Event, Seat
from numberhouse.contract.names import Names, wrapped
from numberhouse.contract.package import GameText, LogParts
from numberhouse.games.mixmath.rules.arithmetic import PLAIN
from numberhouse.games.mixmath.rules.board import CELLS, LAYOUT, PREMIUM, SIDE, SIGN
from numberhouse.games.mixmath.rules.ending import left_over
from numberhouse.games.mixmath.rules.equation import in_words
from numberhouse.games.mixmath.rules.model import Draw, Laid, Turn, View
from numberhouse.games.mixmath.rules.tiles import words
from numberhouse.games.mixmath.words.phrases import PHRASES, WORDS, phrase, points
from numberhouse.games.mixmath.words.refusals import refuse

__all__ = ["bot_title", "draw", "outcome_word", "refuse", "tell", "text"]

WIDTH: Final = 80
SQUARE: Final = 5
"""Columns of a square: a blank laid as 12 in this turn, `*12!`, and a space."""


def draw(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board as the viewer of `view` may see it."""
    seat_names = Names(names, lang)
    blocks = (
        _head(view, lang),
        _board(view, lang),
        _seats(view, lang, seat_names),
        _own(view, lang, seat_names),
        _end(view, lang, seat_names),
    )
    return "\n\n".join("\n".join(lines) for lines in map(list, blocks) if lines)


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The event in words, for the reader on `seat` (None: a spectator)."""
    values, seat_names = dict(event.values), Names(names, lang)
    if "seat" in values:
        values |= {"who": seat_names.of(values["seat"]), "Who": seat_names.start(values["seat"])}
    own = seat is not None and values.get("seat") == seat
    you = "_you" if own else ""
    if "cell" in values:
        values.setdefault("laid", f"{'*' * values.get('blank', False)}{values['tile']}@{values['cell']}")
    for name in ("tiles", "returned", "drawn"):
        if name in values:
            values[name] = words(tuple(values[name]))
    if event.code == "placed":
        return phrase(f"placed{'_drew' * values['drew']}{you}", lang, **values)
    if event.code == "turn-ended":
        return _turn_ended(values, you, lang)
    if event.code == "match-over":
        return _match_over(values, seat, lang, seat_names)
    name = f"{event.code}{you}"
    return phrase(name if name in PHRASES else event.code, lang, **values)


def tell_turn(
    events: Sequence[Event], seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The events of a turn so far, for the log: the tiles that lie and their points in one sentence."""
    seat_names = Names(names, lang)
    taken_back = [event.values["cell"] for event in events if event.code == "taken-back"]
    laid = [event.values for event in events if event.code == "placed"]
    lying = [values for values in laid if values["cell"] not in taken_back]
    accepted = [event.values["seat"] for event in events if event.code == "accepted"]
    lines = []
    if lying:
        who = lying[0]["seat"]
        you = "_you" if who == seat else ""
        tiles = ", ".join(_on_cell(values, lang) for values in lying)
        lines.append(phrase(f"lays{you}", lang, Who=seat_names.start(who), tiles=tiles))
    for event in events:
        values = dict(event.values)
        if event.code in ("challenge-failed", "taken-back"):
            values["laid"] = _on_cell(values, lang)
        if event.code == "turn-ended":
            lines += _turn_result(values, "_you" if values["seat"] == seat else "", lang, seat_names)
        elif event.code == "exchanged":
            own = values["seat"] == seat
            lines.append(_exchanged(values["count"], None if own else seat_names.start(values["seat"]), lang))
        elif event.code not in ("placed", "accepted"):
            lines.append(tell(Event(event.code, values), seat, lang, names))
    if accepted:
        lines.append(phrase("let_stand", lang, seats=seat_names.counted([*dict.fromkeys(accepted)], seat)))
    if lying and not any(event.code == "turn-ended" for event in events):
        total = sum(values["points"] for values in lying)
        lines[0] += f" {phrase('so_far', lang, points=points(total, lang))}"
    return lines


def _turn_result(values: dict[str, Any], you: str, lang: str, names: Names) -> list[str]:
    """The end of a turn: its points, or the reason why it had none."""
    values |= {"who": names.of(values["seat"]), "Who": names.start(values["seat"])}
    sentences = [phrase(f"late_event{you}", lang, **values)] if values["late"] else []
    if values["passed"] and not values["late"]:
        sentences.append(phrase(f"passed_event{you}", lang, **values))
    if values["points"]:
        sentences.append(phrase("in_all", lang, points=points(values["points"], lang), total=values["total"]))
    if values["bonus"]:
        sentences.append(phrase("turn-ended_bonus", lang))
    return [" ".join(sentences)] if sentences else []


def _exchanged(count: int, who: str | None, lang: str) -> str:
    """An exchange in words; without `who` the reader's own."""
    if who is None:
        return WORDS.tn("You exchange {count} tile.", "You exchange {count} tiles.", count, lang)
    return WORDS.tn("{Who} exchanges {count} tile.", "{Who} exchanges {count} tiles.", count, lang, Who=who)


def _on_cell(values: Mapping[str, Any], lang: str) -> str:
    """A tile and its cell in words: "12 on H7"."""
    name = "blank_on" if values.get("blank") else "tile_on"
    return phrase(name, lang, tile=values["tile"], cell=values["cell"])


def _turn_ended(values: dict[str, int], you: str, lang: str) -> str:
    sentences = [phrase(f"late_event{you}", lang, **values)] if values["late"] else []
    if values["passed"] and not values["late"]:
        sentences.append(phrase(f"passed_event{you}", lang, **values))
    sentences.append(phrase(f"turn-ended{you}", lang, **values))
    if values["bonus"]:
        sentences.append(phrase("turn-ended_bonus", lang))
    return " ".join(sentences)


def bot_title(name: str, lang: str = "en") -> str:
    """The title of a bot of this game."""
    return phrase(f"bot_{name}", lang) if f"bot_{name}" in PHRASES else ""


def outcome_word(code: str, lang: str = "en") -> str:
    """The reason of an outcome in words."""
    return phrase(f"outcome_{code}", lang) if f"outcome_{code}" in PHRASES else ""


text: Final[GameText[View]] = GameText(
    draw=draw,
    tell=tell,
    log=LogParts(ends=lambda event: event.code in ("turn-ended", "match-over"), tell=tell_turn),
    refuse=refuse,
    bot_title=bot_title,
    outcome_word=outcome_word,
)
"""The texts of this game, as one value for the game's package."""


def _match_over(values: dict[str, Any], seat: Seat | None, lang: str, names: Names) -> str:
    finals = []
    for other, final in enumerate(values["finals"]):
        score = {"who": names.of(other), "Who": names.start(other), "final": final}
        finals.append(phrase("final_event_you" if other == seat else "final_event", lang, **score))
    return " ".join((phrase(str(values["reason"]), lang), phrase("finals", lang, finals=", ".join(finals))))


# The board


def _head(view: View, lang: str) -> Iterator[str]:
    options = view.options
    parts = [phrase("head", lang, turn=len(view.past) + 1, bag=view.bag)]
    parts += [phrase("with_blanks", lang)] if options.blanks else []
    parts += [phrase("with_challenge", lang)] if options.challenge else []
    parts += [phrase("ended_by_player", lang)] if options.turn_ends == "player" else []
    parts += [] if options.idle_rounds else [phrase("endless", lang)]
    operations = [phrase(f"operation_{one}", lang) for one in options.arithmetic.operations]
    parts += [phrase("with_operations", lang, operations=", ".join(operations))] if operations else []
    parts += [phrase("with_chains", lang)] if options.chains else []
    parts += [phrase("assisted", lang)] if options.assistance else []
    yield from _wrapped(", ".join(parts))


def _board(view: View, lang: str) -> Iterator[str]:
    columns = "".join(f"{column:>{SQUARE}}" for column in "ABCDEFGHIJKLMN")
    yield f"  {columns}"
    squares = _squares(view)
    for row in range(SIDE):
        line = "".join(f"{square:>{SQUARE}}" for square in squares[row * SIDE : (row + 1) * SIDE])
        yield f"{row + 1:>2}{line} {row + 1:>2}"
    yield phrase("legend" if view.options.blanks else "legend_plain", lang)


def _squares(view: View) -> list[str]:
    fresh = {laid.cell for laid in view.turn.laid}
    blanks = view.blanks
    squares = []
    for index, cell in enumerate(CELLS):
        value = view.board.cells[index]
        if value is not None:
            squares.append(f"{'*' * (cell in blanks)}{value}{'!' * (cell in fresh)}")
        elif index in SIGN:
            squares.append(f"[{LAYOUT[index]}]")
        else:
            squares.append(f"x{PREMIUM[index]}" if index in PREMIUM else ".")
    return squares


# The seats


def _seats(view: View, lang: str, names: Names) -> Iterator[str]:
    if not view.past:
        again = [_draws(draws, lang, names) for draws in view.opening]
        text = again[0] + "".join(phrase("again", lang, draws=draws) for draws in again[1:])
        yield from _wrapped(phrase("opening", lang, draws=text))
    for seat, total in enumerate(view.scores):
        name, known = _name(view, seat, lang, names), view.shown[seat]
        score = phrase("score", lang, name=name, points=total, tiles=view.racks[seat])
        if known is not None and not view.end:
            score += phrase("score_shown", lang, tile=words((known,)))
        yield from _wrapped(score)
        running = seat == view.turn.seat and not view.end
        last = view.turn if seat == view.turn.seat else _last(view, seat)
        if last is not None:
            what = _turn(last, lang, running, names, explained=view.options.arithmetic != PLAIN)
            line = phrase("this_turn" if running else "last_turn", lang, what=what)
            yield from wrapped(line, WIDTH, first="  ", margin="    ")


def _draws(draws: tuple[Draw, ...], lang: str, names: Names) -> str:
    return ", ".join(
        phrase("opening_draw", lang, who=names.of(draw.seat), tile=words((draw.tile,))) for draw in draws
    )


def _last(view: View, seat: Seat) -> Turn | None:
    return next((turn for turn in reversed(view.past) if turn.seat == seat), None)


def _turn(turn: Turn, lang: str, running: bool, names: Names, explained: bool) -> str:
    """A turn in words. With `explained`, the equations of its tiles are included."""
    parts = [" ".join(_laid(laid) + _solved(laid) * explained for laid in turn.laid)] if turn.laid else []
    if turn.exchanged:
        parts.append(phrase("exchanged_count", lang, count=turn.exchanged))
    if turn.wrong is not None:
        who = "" if turn.challenger is None else names.of(turn.challenger)
        parts.append(phrase("wrong", lang, laid=_laid(turn.wrong), who=who))
    if turn.late:
        parts.append(phrase("timed_out", lang))
    if not parts:
        return phrase("nothing" if running else "passed", lang)
    if turn.laid:
        parts.append(phrase("together", lang, points=turn.points))
    if turn.bonus:
        parts.append(phrase("bonus", lang))
    return ", ".join(parts)


def _solved(laid: Laid) -> str:
    """The equations of a tile, in brackets; empty if they aren't known."""
    solved = [in_words(equation, laid.tile) for equation in laid.equations]
    solved += [in_words(chain, laid.tile) for chain in laid.chains]
    return f" ({'; '.join(solved)})" if solved else ""


def _laid(laid: Laid) -> str:
    return f"{'*' * laid.blank}{laid.tile}@{laid.cell}{'+' * laid.drew}"


# The next step, and the end


def _own(view: View, lang: str, names: Names) -> Iterator[str]:
    if view.hand is None or view.end:
        return
    rack = view.hand.rack
    yield phrase("rack", lang, rack=words(rack)) if rack else phrase("rack_empty", lang)
    yield from _wrapped(_now(view, lang, names))


def _now(view: View, lang: str, names: Names) -> str:
    if view.waiting:
        laid = _laid(view.turn.laid[-1])
        if view.seat in view.waiting:
            return phrase("now_answer", lang, laid=laid)
        return phrase("now_asked", lang, laid=laid, names=names.listed(view.waiting))
    if view.seat != view.turn.seat:
        return phrase("now_wait", lang, who=names.of(view.turn.seat))
    if view.turn.laid:
        return phrase("now_more", lang)
    return phrase("now_first" if view.bag else "now_first_empty", lang)


def _end(view: View, lang: str, names: Names) -> Iterator[str]:
    if view.end is None:
        return
    yield phrase(view.end.reason, lang)
    for seat, (hand, final) in enumerate(zip(view.end.hands, view.end.finals, strict=True)):
        values = {"name": _name(view, seat, lang, names), "points": view.scores[seat], "final": final}
        if hand.rack:
            lost = left_over(hand.rack)
            line = phrase("final", lang, lost=lost, rack=words(hand.rack), **values)
        else:
            line = phrase("final_clean", lang, **values)
        yield from _wrapped(line, "  ")
    best = max(view.end.finals)
    first = [_name(view, seat, lang, names) for seat, final in enumerate(view.end.finals) if final == best]
    yield from _wrapped(phrase("first", lang, names="; ".join(first)), "  ")


def _name(view: View, seat: Seat, lang: str, names: Names) -> str:
    who = names.start(seat)
    return phrase("you", lang, who=who) if seat == view.seat else who


def _wrapped(text: str, margin: str = "") -> list[str]:
    return wrapped(text, WIDTH, margin=margin)
