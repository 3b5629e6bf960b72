"""Options that every table has in addition to the game's own options, such as the pace."""

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

from rules.engine.errors import HarbourmasterError, MisfilledForm
from rules.engine.game import Options
from rules.engine.options import changed
from rules.engine.time_control import ANSWER, UNSPOKEN, TimeControl

MINUTE, HOUR, DAY = 60, 3_600, 86_400

BY_PACE = "by pace"
"""The value of a time that follows from the pace."""

NO_LIMIT = "no limit"

PACES: Mapping[str, TimeControl] = {
    "none": TimeControl(turn=0, short=ANSWER),
    "evening": TimeControl(turn=HOUR, short=10 * MINUTE),
    "day": TimeControl(turn=DAY, short=8 * HOUR),
    "slow": TimeControl(turn=4 * DAY, short=DAY),
}

UNHURRIED = TimeControl(turn=0, short=0)
"""The pace of practice games: no answer has a time limit."""

UNITS = {"min": MINUTE, "h": HOUR, "d": DAY}

TYPED = re.compile(r"(\d{1,4})\s*(min|h|d)")


class TableOptions(Options):
    """The options that every table has in addition to the game's own options."""

    pace: Literal["none", "evening", "day", "slow"] = "none"
    turn_time: Literal[
        "by pace", "no limit", "1 h", "2 h", "4 h", "8 h", "12 h", "18 h", "1 d", "36 h", "2 d", "3 d",
        "4 d", "5 d", "6 d", "7 d", "10 d", "12 d", "14 d",
    ] = "by pace"  # fmt: skip
    answer_time: Literal[
        "by pace", "5 min", "10 min", "15 min", "30 min", "1 h", "2 h", "4 h", "8 h", "12 h", "1 d",
        "2 d",
    ] = "by pace"  # fmt: skip

    missed: Literal["never", "1", "2", "3", "4", "5", "10"] = "3"
    master_undo: Literal["nobody", "another player"] = "nobody"
    quiet_hours: Literal["count", "free"] = "count"
    vacation: Literal["none", "3 d", "7 d", "14 d", "30 d"] = "7 d"
    time_bank: Literal["none", "10 min", "30 min", "1 h", "4 h", "12 h", "1 d", "2 d", "3 d", "7 d"] = "none"
    increment: Literal["none", "1 min", "5 min", "15 min", "30 min", "1 h", "2 h", "4 h"] = "none"
    master_look: Literal["no", "yes"] = "no"
    advice: Literal["yes", "no"] = "yes"
    spectators: Literal["yes", "no"] = "yes"
    absent: Literal["bot", "offered"] = "bot"


AGREEMENTS = ("master_undo", "master_look", "advice", "spectators")
"""The options that do not belong to the pace, so that the opening stores them separately."""


def agreements(options: TableOptions) -> dict[str, str]:
    """Return the agreements other than the pace, without default values."""
    different = changed(options)
    return {name: different[name] for name in AGREEMENTS if name in different}


def chosen_pace(options: TableOptions) -> TimeControl | None:
    """Return the pace that these options describe; `None` for the default pace."""
    pace = PACES[options.pace]
    chosen = TimeControl(
        turn=_seconds(options.turn_time, pace.turn),
        short=_seconds(options.answer_time, pace.short),
        missed=0 if options.missed == "never" else int(options.missed),
        nights_off=options.quiet_hours == "free",
        vacation=_or_none(options.vacation),
        bank=_or_none(options.time_bank),
        increment=_or_none(options.increment),
        offers=options.absent == "offered",
    )
    # The limit of missed turns only matters if turns have a clock.
    return None if chosen.model_copy(update={"missed": UNSPOKEN.missed}) == UNSPOKEN else chosen


class Changes(NamedTuple):
    """What a game master chose or typed to change a pace. An empty text means no change."""

    pace: str = ""
    turn: str = ""
    answer: str = ""
    missed: str = ""


LIMITS: Mapping[str, tuple[int, int]] = {"turn": (HOUR, 14 * DAY), "short": (5 * MINUTE, 2 * DAY)}
"""The shortest and the longest time for a turn and for an answer, in seconds."""


def changed_pace(pace: TimeControl, changes: Changes) -> TimeControl:
    """Return the pace with these changes. Raises HarbourmasterError, which lists all faults."""
    if not any(changes):
        raise HarbourmasterError(
            "Say what to change: the pace, the time for a turn (as `2 d` or `no limit`) or for an answer (as"
            " `8 h`), or after how many missed turns the bot plays."
        )
    update, faults = dict[str, int](), list[str]()
    if changes.pace:
        update |= {"turn": PACES[changes.pace].turn, "short": PACES[changes.pace].short}
    for clock, typed in (("turn", changes.turn), ("short", changes.answer)):
        if clock == "turn" and typed.strip().lower() == NO_LIMIT:
            update[clock] = 0
        elif typed:
            try:
                update[clock] = _within(clock, typed)
            except HarbourmasterError as fault:
                faults.append(fault.message)
    if changes.missed:
        update["missed"] = 0 if changes.missed == "never" else int(changes.missed)
    if faults:
        raise MisfilledForm(faults)
    return pace.model_copy(update=update)


def _within(clock: str, typed: str) -> int:
    """Return the seconds of a typed time. Raises HarbourmasterError unless the clock allows this time."""
    least, most = LIMITS[clock]
    what = "A turn" if clock == "turn" else "An answer"
    try:
        seconds = read_time(typed)
    except HarbourmasterError:
        seconds = 0
    if not least <= seconds <= most:
        raise HarbourmasterError(
            f"{what} may take from {in_time(least)} to {in_time(most)}, not “{typed}”. Type it as `30 min`,"
            " `12 h` or `2 d`."
        )
    return seconds


def pace_in_words(pace: TimeControl) -> str:
    """Return the time limits as the end of a sentence.

    >>> pace_in_words(TimeControl(turn=172_800, short=28_800))
    '2 days for a turn, 8 hours for an answer; after 3 missed turns the bot plays'
    """
    answers = f"{in_time(pace.short)} for an answer" if pace.short else "no limit for answers"
    if not pace.turn:
        return f"no limit for turns, {answers}"
    left = f"after {pace.missed} missed turn{'s' if pace.missed > 1 else ''} the bot plays"
    return f"{in_time(pace.turn)} for a turn, {answers}{f'; {left}' if pace.missed else ''}"


def options_for(pace: TimeControl | None) -> dict[str, str]:
    """Return the options that describe a pace, as the inverse of `chosen_pace`."""
    if pace is None:
        return {}
    seconds = {"turn_time": pace.turn, "answer_time": pace.short}
    chosen = {
        name: next((text for text in _choices(name) if _seconds(text, -1) == wanted), BY_PACE)
        for name, wanted in seconds.items()
    }
    return {
        **chosen,
        "missed": str(pace.missed or "never"),
        "quiet_hours": "free" if pace.nights_off else "count",
        "vacation": _named_time("vacation", pace.vacation),
        "time_bank": _named_time("time_bank", pace.bank),
        "increment": _named_time("increment", pace.increment),
        "absent": "offered" if pace.offers else "bot",
    }


def _or_none(time: str) -> int:
    return 0 if time == "none" else read_time(time)


def _named_time(name: str, seconds: int) -> str:
    return next((text for text in _choices(name) if _or_none(text) == seconds), "none")


def _choices(name: str) -> tuple[str, ...]:
    return tuple(map(str, get_args(TableOptions.model_fields[name].annotation)))


def _seconds(time: str, by_pace: int) -> int:
    if time == BY_PACE:
        return by_pace
    return 0 if time == NO_LIMIT else read_time(time)


def read_time(text: str) -> int:
    """Return the seconds of a typed time such as `90 min`, `12 h` or `2 d`. Raises HarbourmasterError."""
    found = TYPED.fullmatch(text.strip().lower())
    if found is None or not int(found[1]):
        raise HarbourmasterError("Type a time as a number with its unit: `30 min`, `12 h` or `2 d`.")
    return int(found[1]) * UNITS[found[2]]


def in_time(seconds: int) -> str:
    """Return a duration in at most two units, such as `1 day 12 hours`."""
    parts = []
    for name, unit in (("day", DAY), ("hour", HOUR), ("minute", MINUTE)):
        count, seconds = divmod(seconds, unit)
        if count:
            parts.append(f"{count} {name}{'s' if count > 1 else ''}")
    return " ".join(parts[:2]) or "less than a minute"
