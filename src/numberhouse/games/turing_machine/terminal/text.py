"""The match in the terminal: the board as plain text of at most 80 columns, and events in words.

The text is readable without colours and drawings. ✓ and ✗ stand for the verifiers' yes and no.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from numberhouse.contract.game import Event, IllegalAction, Seat
from numberhouse.contract.names import Names, columns
from numberhouse.contract.package import GameText, LogParts
from numberhouse.contract.refusals import refusal_text
from numberhouse.games.turing_machine.coach.ending import farewell, side_name
from numberhouse.games.turing_machine.problems.laws import CARDS
from numberhouse.games.turing_machine.rules.model import Paper, Track, View
from numberhouse.games.turing_machine.rules.sheet import LETTERS, Sheet
from numberhouse.games.turing_machine.words.phrases import PHRASES, WORDS, phrase

__all__ = [
    "bot_title",
    "draw",
    "farewell",
    "outcome_word",
    "redraw",
    "refuse",
    "room",
    "tell",
    "tell_round",
    "text",
]

WIDTH: Final = 80
SHOWN_ROUNDS: Final = 6
"""Largest number of earlier rounds of a side in the list of seats."""

NAMED_TURNS: Final = 4
"""Largest number of the others' turns that the log of a round tells."""

SIGNS: Final = {True: "✓", False: "✗"}


def draw(view: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board as the viewer of `view` may see it."""
    course = _course(view, lang, Names(names, lang))
    return _joined(_head(view, lang), _cards(view, lang), _digits(view, lang), *course)


def redraw(view: View, before: View, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The board for a reader who last saw `before`: without cards and notes, unless the notes have
    changed."""
    if view.layout != before.layout or view.sheet != before.sheet:
        return draw(view, lang, names)
    return _joined(_head(view, lang), *_course(view, lang, Names(names, lang)))


def tell(event: Event, seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """The event in words, for the reader on `seat` (None: a spectator)."""
    values, seat_names = dict(event.values), Names(names, lang)
    if "seat" in values:
        values |= {"who": seat_names.of(values["seat"]), "Who": seat_names.start(values["seat"])}
    own = seat is not None and values.get("seat") == seat
    if "verifier" in values:
        values["letter"] = LETTERS[values["verifier"]]
    if event.code == "answered":
        return phrase("yes" if values["answer"] else "no", lang, **values)
    if event.code == "finished":
        name = "finished_late" if values["defaulted"] else "finished" if own else "finished_event"
        return phrase(f"{name}_you" if own else name, lang, **values)
    if event.code == "round-closed":
        return _closed(values["round"], values["solved"], values["wrong"], seat, lang, seat_names)
    if event.code == "match-over":
        won = seat is not None and seat in values["winners"]
        how = phrase(event.values["reason"], lang, winners=seat_names.listed(values["winners"]))
        return " ".join(
            (how, *([phrase("win_you", lang)] if won else []), phrase("over_code", lang, **values))
        )
    name = f"{event.code}_you" if own and f"{event.code}_you" in PHRASES else event.code
    return phrase(name, lang, **values)


def tell_round(
    events: Sequence[Event], seat: Seat | None, lang: str = "en", names: Sequence[str] | None = None
) -> list[str]:
    """The events of a round so far, for the log: its result, the reader's questions with their answers, the
    others' questions, and while it runs the players who are through and that the reader's notes are kept."""
    seat_names = Names(names, lang)
    turns = dict[Seat, _LoggedTurn]()
    finished, spoken, lines = list[Seat](), list[Seat](), list[str]()
    for event in events:
        match event.code:
            case "proposed" | "asked" | "answered":
                # The log may begin within the round, so that any of these comes first.
                turn = turns.setdefault(event.values["seat"], _LoggedTurn(event.values["proposal"], {}))
                if "verifier" in event.values:
                    turn.answers[event.values["verifier"]] = event.values.get("answer")
            case "finished":
                finished.append(event.values["seat"])
                if event.values["defaulted"]:
                    lines.append(tell(event, seat, lang, names))
            case "verdict-said":
                spoken.append(event.values["seat"])
            case "noted" | "verdict-replaced":
                pass
            case _:
                lines.append(tell(event, seat, lang, names))
    is_closed = any(event.code == "round-closed" for event in events)
    running = () if is_closed else tuple(other for other in turns if other not in finished)
    lines += _logged_turns(turns, seat, running, lang, seat_names)
    through, name = (spoken, "have_spoken") if spoken else (finished, "have_asked")
    if through and not is_closed:
        seats = sorted(through, key=lambda other: (other != seat, other))
        lines.append(phrase(name, lang, seats=seat_names.counted(seats, seat)))
    if not is_closed and any(event.code == "noted" for event in events):
        lines.append(phrase("noted", lang))
    return lines


def refuse(illegal: IllegalAction, lang: str = "en", names: Sequence[str] | None = None) -> str:
    """A refusal in words: the refused action, the reason, and the accepted input."""
    return refusal_text(WORDS, illegal, lang, names)


def room(
    name: str,
    lang: str = "en",
    names: Sequence[str] | None = None,  # noqa: ARG001 - a team has its room for itself
) -> str:
    """The title of one of the game's rooms."""
    return phrase("room_team", lang) if name == "team" else ""


def bot_title(name: str, lang: str = "en") -> str:
    """The title of a bot of this game."""
    return phrase(f"bot_{name}", lang) if f"bot_{name}" in PHRASES else ""


def outcome_word(code: str, lang: str = "en") -> str:
    """The words for an outcome's reason or title."""
    return phrase(f"outcome_{code}", lang) if f"outcome_{code}" in PHRASES else ""


text: Final[GameText[View]] = GameText(
    draw=draw,
    redraw=redraw,
    tell=tell,
    log=LogParts(ends=lambda event: event.code == "round-closed", tell=tell_round),
    farewell=farewell,
    refuse=refuse,
    room=room,
    bot_title=bot_title,
    outcome_word=outcome_word,
)
"""All texts, for the game's package."""


class _LoggedTurn(NamedTuple):
    """A turn in the log: its proposal, and by verifier the answer, None where the reader may not know it."""

    proposal: str
    answers: dict[int, bool | None]


def _logged_turns(
    turns: Mapping[Seat, _LoggedTurn],
    seat: Seat | None,
    running: Collection[Seat],
    lang: str,
    seat_names: Names,
) -> Iterator[str]:
    """The reader's turn in one line, and the others' turns in another."""
    asked = {other: _logged(turn, other in running, lang) for other, turn in turns.items()}
    if seat is not None and seat in turns:
        yield phrase("log_you", lang, code=turns[seat].proposal, asked=asked[seat])
    others = sorted(other for other in turns if other != seat)
    parts = [
        phrase(
            "log_turn",
            lang,
            who=seat_names.of(other) if place else seat_names.start(other),
            code=turns[other].proposal,
            asked=asked[other],
        )
        for place, other in enumerate(others[:NAMED_TURNS])
    ]
    if len(others) > NAMED_TURNS:
        parts.append(phrase("log_more", lang, count=len(others) - NAMED_TURNS))
    if parts:
        yield "; ".join(parts) + "."


def _logged(turn: _LoggedTurn, is_running: bool, lang: str) -> str:
    """The verifiers that were asked, with the answers that the reader may know."""
    if not turn.answers:
        return phrase("no_question_yet" if is_running else "asked_nothing", lang)
    return ", ".join(
        LETTERS[verifier]
        if answer is None
        else f"{LETTERS[verifier]} {phrase('says_yes' if answer else 'says_no', lang)}"
        for verifier, answer in turn.answers.items()
    )


def _closed(
    round: int, solved: Sequence[Seat], wrong: Sequence[Seat], seat: Seat | None, lang: str, seat_names: Names
) -> str:
    sentences = [phrase("closed", lang, round=round)]
    if solved:
        sentences.append(phrase("closed_right", lang, seats=seat_names.listed(solved, seat)))
    if wrong:
        sentences.append(phrase("closed_wrong", lang, seats=seat_names.listed(wrong, seat)))
    if not solved and not wrong:
        sentences.append(phrase("closed_none", lang))
    return " ".join(sentences)


def _course(view: View, lang: str, seat_names: Names) -> Iterator[Iterable[str]]:
    """The parts of the board that other players' actions change."""
    yield _all_answers(view, lang, seat_names) if view.end else _own_answers(view, lang)
    yield _seats(view, lang, seat_names)
    yield _solution(view, lang, seat_names) if view.end else _now(view, lang)


# The cards with the viewer's notes


def _head(view: View, lang: str) -> Iterator[str]:
    style = "solo" if view.seats == 1 else view.options.style
    words = phrase(
        "head", lang, mode=phrase(view.layout.mode, lang), style=phrase(style, lang), round=view.round
    )
    yield f"{words}, {phrase('assisted', lang)}" if view.options.assistance else words


def _cards(view: View, lang: str) -> Iterator[str]:
    crossed = _crossed(view)
    nightmare = view.layout.mode == "nightmare"
    if nightmare:
        yield phrase("pool", lang, letters=" ".join(LETTERS[: view.layout.verifiers]))
    for letter, cards in zip(LETTERS, view.layout.cards, strict=False):
        for place, card in enumerate(cards):
            name = "pooled" if nightmare else "or" if place else "verifier"
            yield phrase(name, lang, letter=letter, card=card, title=CARDS[card].title(lang))
            prefix = letter if view.layout.mode == "classic" else str(card)
            yield from _laws(card, prefix, crossed, lang)
    if nightmare and view.sheet is not None:
        yield from _pairs(view, crossed, lang)
    if crossed:
        yield phrase("crossed", lang)


def _laws(card: int, prefix: str, crossed: Collection[str], lang: str) -> Iterator[str]:
    laws = [
        f"{'✗' if f'{prefix}.{number}' in crossed else ' '}{number}. {law.words(lang)}"
        for number, law in enumerate(CARDS[card].laws, start=1)
    ]
    yield from _packed(laws, "    ", "  ")


def _pairs(view: View, crossed: Collection[str], lang: str) -> Iterator[str]:
    cards = [card for (card,) in view.layout.cards]
    yield phrase("pairs", lang)
    yield "     " + " ".join(f"{card:>3}" for card in cards)
    for letter in LETTERS[: view.layout.verifiers]:
        yield f"  {letter}  " + " ".join(
            f"{'✗' if f'{letter}/{card}' in crossed else '·':>3}" for card in cards
        )


def _digits(view: View, lang: str) -> Iterator[str]:
    if view.sheet is None:
        return
    crossed = _crossed(view)
    rows = [
        f"{shape} " + " ".join("✗" if f"{name}{digit}" in crossed else str(digit) for digit in range(1, 6))
        for shape, name in zip("△□○", "tsc", strict=True)
    ]
    yield f"{phrase('digits', lang)}  " + "   ".join(rows)
    if view.sheet.text:
        lines = view.sheet.text.split("\n")
        yield f"{phrase('note', lang)}: {lines[0]}"
        yield from (f"  {line}" for line in lines[1:])


def _crossed(view: View) -> Collection[str]:
    sheet = view.sheet or Sheet()
    return frozenset(sheet.crossed)


# Questions and answers


def _own_answers(view: View, lang: str) -> Iterator[str]:
    if view.paper is None or view.seat is None:
        return
    yield phrase("answers", lang)
    yield from _grid(view, view.tracks[_side(view, view.seat)], view.paper, lang)


def _all_answers(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if view.end is None:
        return
    for side, (track, paper) in enumerate(zip(view.tracks, view.end.papers, strict=True)):
        team = view.options.style == "team"
        yield phrase("answers_team", lang) if team else phrase("answers_of", lang, who=seat_names.of(side))
        yield from _grid(view, track, paper, lang)
        codes = [code for code in (paper.wrong, "" if paper.wrong else paper.verdict) if code]
        if codes:
            yield "  " + phrase("codes", lang, codes=", ".join(codes))


def _grid(view: View, track: Track, paper: Paper, lang: str) -> Iterator[str]:
    letters = LETTERS[: view.layout.verifiers]
    rows = [
        (number, turn.proposal, dict(zip(turn.asked, answers, strict=True)))
        for number, (turn, answers) in enumerate(zip(track.turns, paper.answers, strict=True), start=1)
        if turn.proposal
    ]
    if not rows:
        yield f"  {phrase('no_answers', lang)}"
        return
    yield f"  {phrase('round', lang):>6}  △□○  " + " ".join(letters)
    for number, proposal, answers in rows:
        signs = [SIGNS[answers[verifier]] if verifier in answers else "·" for verifier in range(len(letters))]
        yield f"  {number:>6}  {proposal}  " + " ".join(signs)


# The players' activities


def _seats(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    yield phrase("seats", lang)
    for side, track in enumerate(view.tracks):
        doing = ", ".join((_questions(view, side, track, lang), *_doing(view, track, lang, seat_names)))
        yield from _wrapped(f"  {side_name(view, side, lang, seat_names)}: {doing}", "    ")
        yield from _wrapped(f"    {_turns(track, lang)}", "    ")


def _questions(view: View, side: int, track: Track, lang: str) -> str:
    handicap = view.options.handicap[side] if view.options.handicap else 0
    return phrase(
        "with_handicap" if handicap else "questions", lang, count=track.questions, handicap=handicap
    )


def _doing(view: View, track: Track, lang: str, seat_names: Names) -> Iterator[str]:
    if track.out:
        yield phrase("out", lang, round=track.out)
        return
    if view.end:
        return
    if view.pen is not None:
        yield phrase("pen_you" if view.pen == view.seat else "pen", lang, who=seat_names.of(view.pen))
    if view.phase == "verdict":
        yield phrase(track.spoken or "thinking", lang)
    elif track.finished:
        yield phrase("finished", lang)
    elif track.turns[-1].proposal:
        yield phrase("asking", lang, left=track.left)
    else:
        yield phrase("composing", lang)


def _turns(track: Track, lang: str) -> str:
    turns = []
    for number, turn in enumerate(track.turns, start=1):
        asked = "".join(LETTERS[verifier] for verifier in turn.asked)
        turns.append(f"{number}) {turn.proposal or '–'} {asked}".rstrip())
    hidden = len(turns) - SHOWN_ROUNDS
    if hidden > 0:
        turns = [phrase("earlier", lang, count=hidden), *turns[hidden:]]
    return "   ".join(turns)


# The next step, and the end


def _now(view: View, lang: str) -> Iterator[str]:
    if view.seat is None or view.paper is None:
        return
    track = view.tracks[_side(view, view.seat)]
    if view.paper.verdict is not None and track.spoken:
        verdict = view.paper.verdict or phrase("not_yet", lang)
        yield phrase("verdict", lang, verdict=verdict)
    if view.paper.wrong:
        yield phrase("wrong", lang, code=view.paper.wrong)
    turn = track.turns[-1]
    if track.out:
        yield phrase("now_out", lang)
    elif view.pen not in (None, view.seat) or (view.phase == "asking" and track.finished):
        yield phrase("now_wait", lang)
    elif view.phase == "verdict":
        yield phrase({"": "now_speak", "said": "now_again"}.get(track.spoken, "now_wait"), lang)
    elif not turn.proposal:
        yield phrase("now_propose", lang)
    else:
        free = [letter for v, letter in enumerate(LETTERS[: view.layout.verifiers]) if v not in turn.asked]
        values = {"proposal": turn.proposal, "letters": " ".join(free), "left": track.left}
        yield phrase("now_ask", lang, **values)


def _solution(view: View, lang: str, seat_names: Names) -> Iterator[str]:
    if view.end is None:
        return
    team = view.options.style == "team"
    seats = range(view.seats) if team and view.end.winners else view.end.winners
    yield phrase(view.end.reason, lang, winners=seat_names.listed(seats, view.seat))
    yield phrase("solution", lang, code=view.end.code, id=view.end.id)
    for letter, (card, place) in zip(LETTERS, view.end.problem.laws, strict=False):
        law = CARDS[card].laws[place].words(lang)
        yield from _wrapped(phrase("law", lang, letter=letter, card=card, number=place + 1, law=law), "   ")


def _side(view: View, seat: Seat) -> int:
    return 0 if view.options.style == "team" else seat


# Lines


def _joined(*parts: Iterable[str]) -> str:
    """The parts, separated by blank lines."""
    blocks = ([whole for line in part for whole in _wrapped(line)] for part in parts)
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _packed(pieces: Iterable[str], margin: str, gap: str) -> Iterator[str]:
    """The pieces, as many on each line as fit."""
    line = ""
    for piece in pieces:
        if line and columns(line) + len(gap) + columns(piece) > WIDTH:
            yield line
            line = ""
        line = f"{line}{gap}{piece}" if line else f"{margin}{piece}"
    if line:
        yield line


def _wrapped(text: str, margin: str = "") -> Iterator[str]:
    """The text broken at spaces, or inside words that are longer than a line."""
    if columns(text) <= WIDTH:
        yield text
        return
    line = ""
    for sign in text:
        if columns(line) + columns(sign) > WIDTH:
            space = line.rfind(" ")
            whole = space > len(margin)
            yield line[:space] if whole else line
            line = margin + (line[space + 1 :] if whole else "")
        line += sign
    yield line
