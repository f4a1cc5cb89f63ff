"""Mixmath's commands: `numberhouse score mixmath FILE` and `numberhouse prepare mixmath`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from numberhouse.games.mixmath.terminal.sheet import Scored, SheetGame

__all__ = ["prepare", "score"]


class NoSheet(click.ClickException):
    """A file that isn't in the expected form."""

    exit_code = 2


class WrongPlacement(click.ClickException):
    """A file with a placement that the rules don't allow."""

    exit_code = 2


EXAMPLES = """\b
Examples:
  numberhouse score mixmath games.json
  numberhouse score mixmath - --json < games.json
"""


@click.command("score", epilog=EXAMPLES)
@click.argument("file", type=click.File("rb"))
@click.option("--json", "as_json", is_flag=True, help="Print the points of every turn as JSON.")
def score(file: IO[bytes], as_json: bool) -> None:
    """Score games that were played on a real table, turn by turn.

    FILE is JSON, or - for the standard input: {"games": [{"id": "…", "turns": [{"player": "…",
    "official_turn_score": 99, "moves": [{"cell": "F7", "tile": 3}]}]}]}. The output shows the points beside
    the official ones, if the file has them. Every placement is checked on the board. Racks and the bag are
    unknown, so the 50 points for an empty rack are not counted.
    """
    import msgspec  # slow to import; the help does without it

    from numberhouse.games.mixmath.terminal.sheet import LONGEST, BadSheet, read, scored

    try:
        sheet = read(file.read(LONGEST + 1))
        games = [(game, scored(game)) for game in sheet.games]
    except BadSheet as error:
        refusal = WrongPlacement if error.code == "placement" else NoSheet
        name = getattr(file, "name", "<stdin>")
        raise refusal(f"{name}: {printable(str(error))}") from None
    if as_json:
        click.echo(msgspec.json.encode({"games": [ours for _, ours in games]}).decode())
        return
    for number, (game, ours) in enumerate(games):
        click.echo("\n".join((*([""] if number else []), *table(game, ours))))


def table(game: SheetGame, ours: Scored) -> Iterator[str]:
    """The turns of a game, one line each, with the official points and whether they agree."""
    # msgspec is slow to import; the help does without it
    from numberhouse.games.mixmath.terminal.sheet import differences

    wrong = differences(game, ours)
    yield f"game {printable(game.id)}"
    yield f"{'turn':>5} {'points':>7} {'official':>9}  player"
    for number, (turn, points) in enumerate(zip(game.turns, ours.turns, strict=True), start=1):
        official = "-" if turn.official_turn_score is None else str(turn.official_turn_score)
        mark = "  differs" if number in wrong else ""
        yield f"{number:>5} {points:>7} {official:>9}  {printable(turn.player or '-')}{mark}"
    known = sum(turn.official_turn_score is not None for turn in game.turns)
    if known:
        yield f"turns that agree: {known - len(wrong)} of {known}"


def printable(text: str) -> str:
    """Text from a file, without characters that control the terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


@click.command("prepare")
def prepare() -> None:
    """Compile the search, once on this machine. Otherwise its first use compiles it.

    \b
    Example:
      numberhouse prepare mixmath
    """
    # NumPy and Numba are in the extra `bots`
    from numberhouse.contract.bot import Budget
    from numberhouse.contract.game import Chance
    from numberhouse.games.mixmath.bots.champion import Champion
    from numberhouse.games.mixmath.rules.board import Board
    from numberhouse.games.mixmath.rules.gameplay import Options, game
    from numberhouse.games.mixmath.solver.endgame import end_turns

    chance = Chance("prepare")
    state = game.setup(Options(), 2, chance)
    view = game.view(state, state.turn.seat)
    Champion().choose(
        view, state.turn.seat, game.legal(view, state.turn.seat), Budget(nodes=20), chance.fork("bot")
    )
    end_turns(Board.opening(), (1, 2, 3), (4, 5), began=3, most=20)
