"""How well the bot plays each of its seats: chosen in the lobby, kept with the opening of the game."""

from collections.abc import Mapping
from dataclasses import replace

from bot.store.rows import GameRow
from rules.engine.strengths import STRENGTHS, Strength

AGREED = "strengths"
"""What the choice is called among a lobby's options and the agreements of a table: `2 easy, 3 strong`."""

USUAL: Strength = "steady"
"""How the bot plays where nobody has chosen; the choice names the other seats."""


def strengths_of(row: GameRow) -> Mapping[int, Strength]:
    """Return how well the bot plays, by seat; seats that are not named are steady."""
    told = row.opening.table.get(AGREED) if row.opening else row.options.get(AGREED)
    return read_strengths(str(told or ""))


def agreed_at(row: GameRow, seat: int) -> Strength:
    """Return how well the bot plays that seat from the beginning, if it is the bot's."""
    return strengths_of(row).get(seat, USUAL)


def strength_at(row: GameRow, seat: int) -> Strength:
    """Return how well the bot plays that seat of its own now; steadily if it replaces a player."""
    replaced = any(who.seat == seat for who in row.former)
    return USUAL if replaced else agreed_at(row, seat)


def read_strengths(told: str) -> Mapping[int, Strength]:
    """Return the strengths that a table has agreed on, by seat.

    >>> dict(read_strengths("2 easy, 3 strong"))
    {2: 'easy', 3: 'strong'}
    """
    pairs = (part.split() for part in told.split(", ") if part)
    return {int(seat): strength for seat, strength in pairs if strength in STRENGTHS}


def agreed_strengths(row: GameRow) -> dict[str, str]:
    """Return the agreement of a lobby on strengths; empty where all seats are steady."""
    told = row.options.get(AGREED)
    return {AGREED: str(told)} if told else {}


def with_strengths(row: GameRow, strengths: Mapping[int, Strength]) -> GameRow:
    """Return the lobby with these strengths and no others."""
    told = ", ".join(f"{seat} {one}" for seat, one in sorted(strengths.items()) if one != USUAL)
    rest = {name: value for name, value in row.options.items() if name != AGREED}
    return replace(row, options={**rest, **({AGREED: told} if told else {})})


def moved_up(row: GameRow, gone: int) -> GameRow:
    """Return the lobby's strengths after seat `gone` was removed: later seats move up by one."""
    return with_strengths(
        row, {seat - (seat > gone): one for seat, one in strengths_of(row).items() if seat != gone}
    )
