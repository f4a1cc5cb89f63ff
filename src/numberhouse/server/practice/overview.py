"""The overview of practice: all drills with a person's progress, the first matches, and today's problem."""

from __future__ import annotations

from collections.abc import Mapping

from numberhouse.protocol.people import Person
from numberhouse.protocol.practice import (
    DailyProgress,
    DrillInfo,
    FirstMatchProgress,
    LevelInfo,
    Practice,
    TodaysProblem,
    TodaysResults,
)
from numberhouse.registry import InstalledGame
from numberhouse.registry.precompile import Piece
from numberhouse.server.base.languages import in_language
from numberhouse.server.matches.matches import Matches
from numberhouse.server.practice import progress
from numberhouse.server.practice.today import Choice, results_of, todays_choice
from numberhouse.server.storage.database import Database
from numberhouse.server.workers.precompiler import Precompiler

__all__ = ["Overview"]


class Overview:
    """The overview of one process of the service."""

    def __init__(self, database: Database, matches: Matches, precompiler: Precompiler) -> None:
        self._database = database
        self._matches = matches
        self._precompiler = precompiler

    async def practice(self, person: Person | None, day: str, lang: str) -> Practice:
        """All drills, with the person's progress up to that day."""
        async with self._database.read() as connection:
            counts = await progress.counts(connection, person)
            progress_today = await progress.of_day(connection, person, day)
            ratings = await progress.ratings(connection, person)
            days = await progress.days(connection, person)
            learned = await progress.first_matches(connection, person)
            chosen = todays_choice(self._matches, day)
            results = await results_of(connection, chosen, day) if chosen else None
        drills: list[DrillInfo] = []
        first_matches = []
        for installed in self._matches.installed_games():
            if installed.first_match() is not None:
                first_matches.append(FirstMatchProgress(installed.id, installed.id in learned))
            drills += self._drills(installed, counts, progress_today, ratings, lang)
        today = None
        if chosen is not None and results is not None:
            own = progress_today.get(chosen)
            today = _todays_problem(self._matches.installed_game(chosen.game), chosen, own, results, lang)
        return Practice(day, progress.streak(days, day), tuple(drills), today, tuple(first_matches))

    def _drills(
        self,
        installed: InstalledGame,
        counts: Mapping[tuple[str, str], tuple[int, int]],
        progress_today: Mapping[tuple[str, str, str], DailyProgress],
        ratings: Mapping[tuple[str, str], float],
        lang: str,
    ) -> list[DrillInfo]:
        """The drills of a game."""
        drills = []
        for name, drill in installed.drills().items():
            key = (installed.id, name)
            answered, solved = counts.get(key, (0, 0))
            levels = tuple(
                LevelInfo(level, in_language(words, lang), progress_today.get((*key, level)))
                for level, words in drill.card.levels.items()
            )
            title, task = in_language(drill.card.title, lang), in_language(drill.card.task, lang)
            ready = self._precompiler.ready(Piece(installed.id, "drill", name))
            drills.append(DrillInfo(*key, title, task, levels, answered, solved, ratings.get(key), ready))
        return drills


def _todays_problem(
    installed: InstalledGame, chosen: Choice, own: DailyProgress | None, results: TodaysResults, lang: str
) -> TodaysProblem:
    card = installed.drill(chosen.drill).card
    titles = in_language(card.title, lang), in_language(card.levels[chosen.level], lang)
    return TodaysProblem(*chosen, *titles, own, results)
