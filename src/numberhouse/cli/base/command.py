"""Click commands whose help ends with example command lines, each on a line of its own and never wrapped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

__all__ = ["HouseCommand", "WithExamples"]


class WithExamples(click.Command):
    """A command with `examples`: whole command lines that its help shows at the end."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, then the epilog if there is one."""
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
        super().format_epilog(ctx, formatter)


class HouseCommand(WithExamples):
    """The class of the house's own commands."""
