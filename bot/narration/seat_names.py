"""The players of all seats at a given entry, with the names that sentences use."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

from bot.escaping import mention, quoted
from bot.store.rows import Member
from rules.engine.decision import Decision
from rules.engine.game import AnyGame, State
from rules.engine.match import Match
from rules.engine.seat import Names, told_apart
from rules.engine.wording import shortened

LONGEST_NAME = 16
"""The maximum number of characters in a player's name on a control."""

_SEAT = re.compile(r"\b[Ss]eat (\d)\b")


@dataclass(frozen=True)
class Sailor:
    """A seat in a sentence: `{seat}` is the player's name, `{seat.title}` the seat's own name."""

    name: str
    title: str

    def __str__(self) -> str:
        return f"**{self.name}**"


@dataclass(frozen=True)
class SeatNames:
    """The players of all seats at one entry."""

    sailors: Mapping[int, Sailor]
    users: Callable[[str], int] = int
    """Returns the user of a name in the journal."""
    team: Callable[[int], int] = int
    """Returns the team of a seat."""

    def sailor(self, seat: int) -> Sailor:
        """Return a seat's player; if the player is unknown, the number of the seat."""
        return self.sailors.get(seat) or Sailor(f"seat {seat}", f"Seat {seat}")

    def mention(self, player: str) -> str:
        """Return a mention of the user whose name in the journal is `player`."""
        return mention(self.users(player))

    def name(self, seat: int) -> str:
        """Return the name of a seat's player in bold."""
        return str(self.sailor(seat)) if seat in self.sailors else f"seat {seat}"


CrewAt = Callable[[int], SeatNames]
"""Returns the players at the entry of that number."""

SeatedAt = Callable[[int], Mapping[int, Member]]
"""Returns the player of each seat, with their name, at the entry of that number."""


def seat_names_of(game: AnyGame, state: State, seated: SeatedAt, users: Callable[[str], int] = int) -> CrewAt:
    """Return a function that returns a game's players at an entry.

    The game's own names of seats come from `state`. `users` maps a name in the journal to a user.
    """
    team = partial(game.team, state)

    def crew(entry: int) -> SeatNames:
        members = seated(entry)
        own = {seat: game.seat_name(state, seat) for seat in members}
        marks = {seat: game.seat_mark(state, seat) for seat in members}
        names = told_apart({seat: _told(one) for seat, one in members.items()}, marks)
        return SeatNames({seat: Sailor(name, own[seat]) for seat, name in names.items()}, users, team)

    return crew


def with_players(game: AnyGame, state: State, names: Names) -> Callable[[str], str]:
    """Return a function that replaces “Seat 1” with a player's name in texts of the game."""

    @cache
    def players() -> Names:
        marks = {seat: game.seat_mark(state, seat) for seat in names}
        return told_apart({seat: shortened(name, LONGEST_NAME) for seat, name in names.items()}, marks)

    return lambda told: _SEAT.sub(lambda found: players().get(int(found[1]), found[0]), told)


def prompt_of(match: Match, decision: Decision, names: Names) -> str:
    """Return a seat's question with players' names, to be written after the name of the asked player."""
    return in_names(match, names, match.game.prompt(match.shown, decision))


def in_names(match: Match, names: Names, told: str) -> str:
    """Return a sentence of the rules with escaped names of players instead of seats."""
    escaped = {seat: quoted(name, 40) for seat, name in names.items()}
    return with_players(match.game, match.shown, escaped)(told)


def _told(member: Member) -> str:
    """Return a player's name, or a mention if the name at that time was not stored."""
    if not member.name:
        return mention(member.user)
    # A name that consists of invisible characters becomes empty.
    return quoted(member.name, 40) or f"seat {member.seat}"
