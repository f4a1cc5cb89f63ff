"""Mixmath's commands: `numberhouse score mixmath FILE`, `numberhouse solve mixmath` and `numberhouse prepare
mixmath`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

import click

if TYPE_CHECKING:
    from numberhouse.games.mixmath.terminal.sheet import Scored, SheetGame

__all__ = ["prepare", "score", "solve"]


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


class NoPosition(click.ClickException):
    """A position that can't be."""

    exit_code = 2


SOLVE_EXAMPLES = """\b
Examples:
  numberhouse solve mixmath --rack "1 2 3 4 5 6 7"
  numberhouse solve mixmath --board board.txt --rack "3 3 17" --unseen "2 5 5 40"
"""


@click.command("solve", epilog=SOLVE_EXAMPLES)
@click.option("--board", type=click.File("rb"), help="The board, or - for the input.  [default: the first]")
@click.option("--rack", required=True, metavar="TILES", help='The own tiles, such as "3 3 17".')
@click.option("--unseen", metavar="TILES", help="The other rack and the bag.  [default: the rest of the box]")
@click.option("--count", type=click.IntRange(1, 50), default=10, show_default=True, help="Turns shown.")
@click.option(
    "--worlds", type=click.IntRange(1, 200), default=40, show_default=True, help="Imagined racks for each."
)
@click.option("--seed", default="solve", show_default=True, help="Decides the imagined racks.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def solve(
    board: IO[bytes] | None, rack: str, unseen: str | None, count: int, worlds: int, seed: str, as_json: bool
) -> None:
    """Rank the turns of a position of two players.

    The board is 14 rows of 14 squares with spaces between them, each a number or a dot. While there are tiles
    in the bag, the turns are compared without draws, by points, the expected reply and the tiles kept; the
    chance is how often a turn shown is the best of them. Once seven tiles or fewer are unseen, they are the
    other rack, and the value is the margin to the end.
    """
    # msgspec, NumPy and Numba are slow to import; the help does without them
    import msgspec

    from numberhouse.games.mixmath.rules.board import Board
    from numberhouse.games.mixmath.terminal.position import (
        MOST_CHARACTERS,
        BadPosition,
        position_of,
        read_board,
        solved,
        tiles_of,
    )

    try:
        given = Board.opening()
        if board is not None:
            given = read_board(board.read(MOST_CHARACTERS + 1).decode("ascii", errors="replace"))
        tiles = None if unseen is None else tiles_of(unseen, "unseen")
        position = position_of(given, tiles_of(rack, "rack"), tiles)
    except BadPosition as error:
        raise NoPosition(printable(str(error))) from None
    found, how = solved(position, count, worlds, seed)
    if as_json:
        click.echo(msgspec.json.encode({"how": how, "turns": found}).decode())
        return
    if not found:
        click.echo("nothing can be laid")
        return
    click.echo(f"{'value':>7} {'points':>7} {'reply':>6} {'chance':>7}  turn")
    for one in found:
        reply = "-" if one.reply is None else f"{one.reply:.1f}"
        chance = "-" if one.chance is None else f"{one.chance:.0%}"
        laid = " ".join(f"{place.tile}@{place.cell}" for place in one.placements)
        click.echo(f"{one.value:>+7.1f} {one.points:>7} {reply:>6} {chance:>7}  {laid}")
    click.echo(HOW[how].format(worlds=worlds))


HOW = {
    "proven": "to the end, proven",
    "searched": "to the end, without every turn tried",
    "imagined": "against {worlds} imagined racks",
}


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
