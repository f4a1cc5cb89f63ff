"""The report on the rows of `distribution`: a table in Markdown and a plot, for the documentation.

The classes are samples, uniform over problems. The card sets are complete. A number that isn't proven for
every row is shown as an interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from numberhouse.games.turing_machine.solver.distribution import Class, Row, rows_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["NoRows", "Tally", "table", "tally", "write_report"]

PAGE: Final = "best-play.md"
PLOT: Final = "best-play.svg"
BEGIN: Final = "<!-- the report begins -->"
END: Final = "<!-- the report ends -->"

PAPER: Final = "#faf7f0"
INK: Final = "#1d2430"
TEALS: Final = ("#bfe3df", "#7cc4bd", "#2f9c93", "#12756e", "#0a4a46")
"""Worst cases of 1, 2, 3, 4 and 5 or more rounds."""
MOST_ROUNDS: Final = len(TEALS)


class NoRows(ValueError):  # noqa: N818 - as its neighbours
    """There are no rows to report, or no page for the report."""


@dataclass(frozen=True)
class Tally:
    """The statistics of one class. Pairs are (least, most); they are equal if everything is exact."""

    name: str
    rows: int
    complete: bool
    """Whether the rows are the whole class instead of a sample."""
    exact: float
    """Share of exact rows."""
    mean_rounds: tuple[float, float]
    mean_questions: tuple[float, float]
    margin: tuple[float, float]
    """Half-widths of the 95 % confidence intervals of both means, for samples."""
    quantiles: tuple[float, float, float]
    """Mean numbers of questions that 50 %, 90 % and 99 % of the rows don't exceed."""
    worst_rounds: tuple[float, ...]
    """Share of rows whose worst case takes 1, 2, … rounds. The last entry includes all larger numbers."""
    worst: tuple[tuple[int, int], tuple[int, int]]
    """The largest worst case of all rows (rounds, questions)."""


def write_report(classes: Iterable[Class], rows: Path, docs: Path) -> Iterator[Path]:
    """Tally the rows, write the table between the marks of the page, and draw the plot. Yields the written
    paths.

    Raises `NoRows` if there are no rows or the page doesn't exist.
    """
    page = docs / PAGE
    if not page.is_file():
        raise NoRows(f"There is no page {page} to write the table into; --docs says where it is.")
    tallies = [tally(one, found.values()) for one in classes if (found := rows_in(rows, one))]
    if not tallies:
        raise NoRows(f"There are no rows in {rows}; compute some with --out {rows}.")
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoRows(f"{page} has no place for the table: the lines {BEGIN} and {END}.")
    draw(tallies, docs / PLOT)
    yield docs / PLOT
    lines = "\n".join(table(tallies))
    shown = f"![Worst and expected play of every class]({PLOT})"
    page.write_text(f"{before}{BEGIN}\n\n{lines}\n\n{shown}\n\n{END}{after}", encoding="utf-8")
    yield page


def tally(one: Class, rows: Iterable[Row]) -> Tally:
    """The statistics of the rows of a class."""
    import numpy as np  # of the extra `bots`

    rows = list(rows)
    worlds = np.array([row.worlds for row in rows], np.float64)

    def ends(of: Callable[[Row], tuple[int, int]]) -> NDArray[np.float64]:
        return np.array([of(row) for row in rows], np.float64)

    low = ends(lambda row: row.expected.low) / worlds[:, None]
    high = ends(lambda row: row.expected.high) / worlds[:, None]
    # Questions are compared after rounds. If the rounds aren't proven, fewer questions are possible with
    # them.
    proven = low[:, 0] == high[:, 0]
    low[:, 1] = np.where(proven, low[:, 1], 0)
    spread = high.std(axis=0, ddof=1) / len(rows) ** 0.5 * 1.96 if len(rows) > 1 else np.zeros(2)
    complete = one.level is None and len(rows) == one.size()
    rounds = np.array([min(row.worst.high[0], MOST_ROUNDS) for row in rows])
    shares = np.bincount(rounds, minlength=MOST_ROUNDS + 1)[1:] / len(rows)
    middle, most, nearly_all = np.quantile(high[:, 1], [0.5, 0.9, 0.99], method="inverted_cdf").tolist()
    return Tally(
        one.name,
        len(rows),
        complete,
        sum(row.exact for row in rows) / len(rows),
        (float(low[:, 0].mean()), float(high[:, 0].mean())),
        (float(low[:, 1].mean()), float(high[:, 1].mean())),
        (0.0, 0.0) if complete else (float(spread[0]), float(spread[1])),
        (middle, most, nearly_all),
        tuple(shares.tolist()),
        (max(row.worst.low for row in rows), max(row.worst.high for row in rows)),
    )


def table(tallies: Sequence[Tally]) -> Iterator[str]:
    """The table in Markdown."""
    yield (
        "| class | layouts | exact | rounds, mean | questions, mean | questions 50 / 90 / 99 % "
        "| worst case 1 / 2 / 3 / 4 / 5+ rounds, % | largest worst case |"
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|"
    for one in tallies:
        rounds = spanned(one.mean_rounds, one.margin[0])
        questions = spanned(one.mean_questions, one.margin[1])
        quantiles = " / ".join(f"{value:.2f}" for value in one.quantiles)
        shares = " / ".join(f"{share:.1%}".removesuffix("%") for share in one.worst_rounds)
        least, most = one.worst
        worst = f"{most[0]}, {most[1]}" if least == most else f"≤ {most[0]}, {most[1]}"
        cells = one.name, f"{one.rows:,}", f"{one.exact:.1%}", rounds, questions, quantiles, shares, worst
        yield f"| {' | '.join(cells)} |"


def spanned(ends: tuple[float, float], margin: float) -> str:
    """A number, or the ends of its interval, with the margin of a sample."""
    least, most = (f"{end:.3f}" for end in ends)
    text = most if least == most else f"{least} to {most}"
    return f"{text} ± {margin:.3f}" if margin else text


def draw(tallies: Sequence[Tally], path: Path) -> None:
    """The plot: worst cases as bars, means as dots."""
    import matplotlib  # the extra `plots`

    matplotlib.use("Agg")
    from matplotlib import pyplot  # of the extra `plots`

    style: Any = {
        "figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER, "text.color": INK,
        "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
        "svg.hashsalt": "numberhouse", "svg.fonttype": "none", "font.size": 9,
    }  # fmt: skip
    with pyplot.rc_context(style):
        figure, (worst, rounds, questions) = pyplot.subplots(
            1, 3, sharey=True, figsize=(11, 1.4 + 0.26 * len(tallies)), width_ratios=(3, 2, 2), layout="tight"
        )
        names = [one.name for one in tallies]
        left = [0.0] * len(tallies)
        for place, colour in enumerate(TEALS):
            shares = [one.worst_rounds[place] * 100 for one in tallies]
            label = f"{place + 1}" + ("+" if place == MOST_ROUNDS - 1 else "")
            worst.barh(names, shares, left=left, color=colour, edgecolor=PAPER, label=label)
            left = [before + share for before, share in zip(left, shares, strict=True)]
        worst.set_xlabel("layouts by rounds in the worst case, %")
        worst.legend(
            loc="lower left", bbox_to_anchor=(0, 1), ncols=MOST_ROUNDS, frameon=False, title="rounds"
        )
        dots(rounds, [one.mean_rounds for one in tallies], "rounds, mean")
        dots(questions, [one.mean_questions for one in tallies], "questions, mean")
        worst.set_xlim(0, 100)
        worst.invert_yaxis()
        for axes in (worst, rounds, questions):
            axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(path, metadata={"Creator": None, "Date": None})
        pyplot.close(figure)


def dots(axes: Any, ends: Sequence[tuple[float, float]], label: str) -> None:
    """A dot for each class at the value that best play attains, and a line down to the proven bound."""
    places = range(len(ends))
    axes.hlines(places, [low for low, _ in ends], [high for _, high in ends], color=TEALS[1], linewidth=3)
    axes.plot([high for _, high in ends], list(places), "o", color=TEALS[3])
    axes.set_xlabel(label)
    axes.set_xlim(left=0)
    axes.grid(axis="x", color=INK, alpha=0.15)
