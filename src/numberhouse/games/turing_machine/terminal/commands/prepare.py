"""`numberhouse prepare turing-machine`: compiles the kernels, so that no match waits for the compiler
later."""

from __future__ import annotations

import click

__all__ = ["prepare"]


@click.command("prepare")
def prepare() -> None:
    """Compile the engine, once on this machine; at other times it is compiled when first needed.

    \b
    Example:
      numberhouse prepare turing-machine
    """
    from numberhouse.contract.game import Chance  # NumPy and Numba are of the extra `bots`
    from numberhouse.games.turing_machine.problems.generator import draw
    from numberhouse.games.turing_machine.problems.knowledge import Knowledge
    from numberhouse.games.turing_machine.problems.layout import MODES
    from numberhouse.games.turing_machine.solver.best_play import Solver
    from numberhouse.games.turing_machine.solver.information import information

    for mode in MODES:
        problem = draw(Chance("prepare"), mode, 4, "easy")
        information(Knowledge(problem.layout).possible)
        solver = Solver(problem.layout)
        solver.worst()
        solver.play(problem)
