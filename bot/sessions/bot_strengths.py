"""The bot's strength and policy on each of its seats. The opening stores the strengths from the lobby."""

from collections.abc import Mapping
from dataclasses import replace

from bot.store.rows import PRACTICE, GameRow
from rules.engine.game import AnyGame
from rules.engine.policy import Policy
from rules.engine.registry import game as find_game
from rules.engine.strengths import STRENGTHS, Strength, offered, player, policies
from rules.engine.texts import tutorial

AGREED = "strengths"
"""The name of the option with the strengths, whose value is a text such as `2 easy, 3 strong`."""

USUAL: Strength = "steady"
"""The default strength."""


def strengths_of(row: GameRow) -> Mapping[int, Strength]:
    """Return the chosen strengths by seat. On all other seats the bot is `steady`."""
    told = row.opening.table.get(AGREED) if row.opening else row.options.get(AGREED)
    return read_strengths(str(told or ""))


def agreed_at(row: GameRow, seat: int) -> Strength:
    """Return the strength that was chosen in the lobby for the bot on `seat`."""
    return strengths_of(row).get(seat, USUAL)


def strength_at(row: GameRow, seat: int) -> Strength:
    """Return the bot's current strength on `seat`. On a seat of a replaced player, the bot is `steady`."""
    replaced = any(who.seat == seat for who in row.former)
    return USUAL if replaced else agreed_at(row, seat)


def read_strengths(told: str) -> Mapping[int, Strength]:
    """Read the strengths by seat from the text of the option.

    >>> dict(read_strengths("2 easy, 3 strong"))
    {2: 'easy', 3: 'strong'}
    """
    pairs = (part.split() for part in told.split(", ") if part)
    return {int(seat): strength for seat, strength in pairs if strength in STRENGTHS}


def agreed_strengths(row: GameRow) -> dict[str, str]:
    """Return the option that stores the lobby's strengths; empty if the bot is `steady` on all seats."""
    told = row.options.get(AGREED)
    return {AGREED: str(told)} if told else {}


def with_strengths(row: GameRow, strengths: Mapping[int, Strength]) -> GameRow:
    """Return the lobby with these strengths in place of all earlier strengths."""
    told = ", ".join(f"{seat} {one}" for seat, one in sorted(strengths.items()) if one != USUAL)
    rest = {name: value for name, value in row.options.items() if name != AGREED}
    return replace(row, options={**rest, **({AGREED: told} if told else {})})


def moved_up(row: GameRow, gone: int) -> GameRow:
    """Return the lobby after the removal of seat `gone`, with the strengths of later seats moved up."""
    return with_strengths(
        row, {seat - (seat > gone): one for seat, one in strengths_of(row).items() if seat != gone}
    )


def rivals(game: AnyGame) -> tuple[Policy, ...]:
    """Return all policies by which the bot may play its seats in `game`."""
    course = tutorial(game)
    taught = [policies(game)[course.rival]] if course else []
    return (*dict.fromkeys([player(game, USUAL), *(player(game, one) for one in offered(game)), *taught]),)


def thinks_apart(row: GameRow, seat: int, machine: int) -> bool:
    """Return whether another process must think for the seat, because the bot is `strong` there."""
    if seat not in row.seats_of(machine) or row.preset == PRACTICE:
        return False
    return strength_at(row, seat) == "strong" and "strong" in offered(find_game(row.slug))


def policy_of(row: GameRow, seat: int, machine: int) -> Policy:
    """Return the policy by which the bot, the user `machine`, plays a seat.

    The lobby's strength or the tutorial decides, but a bot that replaces a player is `steady`.
    """
    game = find_game(row.slug)
    if seat not in row.seats_of(machine):
        return player(game, USUAL)
    course = tutorial(game) if row.preset == PRACTICE else None
    if course is not None:
        return policies(game)[course.rival]
    return player(game, strength_at(row, seat))
