"""Dates and clocks: the digits read as a date or a time, or the number as a count of days, minutes or years.

Days are counted from 1 January 1970, which is day 0, in the Gregorian calendar. Minutes and seconds are
counted from midnight, and begin again every day.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numberhouse.games.set_theory.catalogue.property import FINITE, entries
from numberhouse.words import message

if TYPE_CHECKING:
    from numberhouse.games.set_theory.catalogue.numbers import Numbers

__all__ = ["ENTRIES"]


def days_in(month: Any, leap: Any) -> Any:
    """Number of days of the month; 0 for a month that doesn't exist."""
    import numpy as np  # in the extra `bots`

    days = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    there = (month >= 1) & (month <= 12)
    return there * days[month * there] + ((month == 2) & leap)


def is_date(day: Any, month: Any, leap: Any) -> Any:
    """Whether the day exists."""
    return (day >= 1) & (day <= days_in(month, leap))


def pairs(x: Numbers) -> tuple[Any, Any, Any]:
    """The six digits, with leading zeros, as three pairs."""
    return x.n // 10_000, x.n // 100 % 100, x.n % 100


def day_month_year(x: Numbers) -> Any:
    """Numbers that are a date DDMMYY in the years 2000 … 2099."""
    day, month, year = pairs(x)
    return is_date(day, month, year % 4 == 0)


def time_of_day(x: Numbers) -> Any:
    """Numbers that are a time HHMMSS."""
    hour, minute, second = pairs(x)
    return (hour < 24) & (minute < 60) & (second < 60)


def leap(year: Any) -> Any:
    """Whether it is a leap year of the Gregorian calendar."""
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))


def calendar(x: Numbers) -> tuple[Any, Any]:
    """Month and day of the month of day n."""
    days = x.n.astype("datetime64[D]")
    months = days.astype("datetime64[M]")
    return months.astype("int64") % 12 + 1, (days - months).astype("int64") + 1


def weekday(x: Numbers) -> Any:
    """Weekday of day n, 0 Monday … 6 Sunday. Day 0 was a Thursday."""
    return (x.n + 3) % 7


def new_year(x: Numbers) -> Any:
    """Weekday of 1 January of year n, 0 Monday … 6 Sunday. 1 January of year 1 is a Monday."""
    past = x.n - 1
    return (past * 365 + past // 4 - past // 100 + past // 400) % 7


def hands(x: Numbers) -> Any:
    """The angle between a clock's hands n minutes after midnight, 0 … 360, in half degrees."""
    angle = (x.n * 11) % 720
    return angle * (angle <= 360) + (720 - angle) * (angle > 360)


ENTRIES = entries(
    "dates",
    (
        "date-ddmmyy",
        message("is a date DDMMYY of 2000–2099 when written with six digits"),
        day_month_year,
        FINITE,
    ),
    (
        "time-hhmmss",
        message("is a time of day HHMMSS when written with six digits"),
        time_of_day,
        FINITE,
    ),
    (
        "last-four-time",
        message("ends in a time of day HHMM when written with at least four digits"),
        lambda x: (x.n // 100 % 100 < 24) & (x.n % 100 < 60),
    ),
    (
        "last-two-a-day",
        message("ends in two digits from 01 to 31"),
        lambda x: (x.n % 100 >= 1) & (x.n % 100 <= 31),
    ),
    ("leap-year", message("is the number of a leap year"), lambda x: leap(x.n)),
    (
        "year-begins-on-sunday",
        message("is the number of a year that begins on a Sunday"),
        lambda x: new_year(x) == 6,
    ),
    (
        "year-of-53-sundays",
        message("is the number of a year with 53 Sundays"),
        lambda x: (new_year(x) == 6) | ((new_year(x) == 5) & leap(x.n)),
    ),
    (
        "day-in-july",
        message("counts days from 1 January 1970 to a day in July"),
        lambda x: calendar(x)[0] == 7,
    ),
    (
        "day-first-of-month",
        message("counts days from 1 January 1970 to the first of a month"),
        lambda x: calendar(x)[1] == 1,
    ),
    (
        "day-friday-13",
        message("counts days from 1 January 1970 to a Friday the 13th"),
        lambda x: (calendar(x)[1] == 13) & (weekday(x) == 4),
    ),
    (
        "day-weekend",
        message("counts days from 1 January 1970 to a Saturday or Sunday"),
        lambda x: weekday(x) >= 5,
    ),
    (
        "minutes-to-odd-hour",
        message("counts minutes from midnight to a time whose hour, 0 to 23, is odd"),
        lambda x: x.n // 60 % 24 % 2 == 1,
    ),
    (
        "minutes-hands-obtuse",
        message("counts minutes from midnight to a time when the clock's hands are more than 90° apart"),
        lambda x: hands(x) > 180,
    ),
    (
        "seconds-past-half",
        message("counts seconds from midnight to the second half of a minute"),
        lambda x: x.n % 60 >= 30,
    ),
)
