"""Checks that changes fit the stored data."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import bindparam, func, null, or_, select, union_all

from bot.store.errors import AlreadyDone, ChannelTaken, Conflict, StoreError
from bot.store.rows import OPEN, Change, GameRow, Member
from bot.store.schema import entries, games, interactions, is_open, members, posts
from bot.store.transactions import DriverSession

_length = (
    select(func.coalesce(func.max(entries.c.number), 0)).where(entries.c.game == games.c.id).scalar_subquery()
)

# This is one statement, because each statement costs a round trip to a server. It selects members of games,
# games without members, posts with their versions, and interactions. The column of the user also holds the
# ids of posts and interactions.
_STORED = union_all(
    select(
        games.c.id,
        games.c.channel,
        is_open,
        games.c.version,
        _length,
        members.c.seat,
        members.c.user,
        members.c.name,
    )
    .outerjoin(members, members.c.game == games.c.id)
    .where(
        or_(
            games.c.id.in_(bindparam("games", expanding=True)),
            games.c.channel.in_(bindparam("channels", expanding=True)) & is_open,
        )
    ),
    select(null(), null(), null(), posts.c.wanted, null(), null(), posts.c.id, null()).where(
        posts.c.id.in_(bindparam("posts", expanding=True))
    ),
    select(null(), null(), null(), null(), null(), null(), interactions.c.id, null()).where(
        interactions.c.id.in_(bindparam("interactions", expanding=True))
    ),
)


@dataclass
class Stored:
    """The stored data to which a group of changes refers. Each admitted change updates this data."""

    seats: dict[str, set[Member]] = field(default_factory=lambda: defaultdict(set))
    """The members of each stored game."""
    versions: dict[str | int, int] = field(default_factory=dict)
    """The stored version of each game or post."""
    lengths: dict[str, int] = field(default_factory=dict)
    """The number of entries in each game's journal."""
    open_before: set[str] = field(default_factory=set)
    """The games that were open before all these changes."""
    occupants: dict[int, str] = field(default_factory=dict)
    """The open game of each channel."""
    interactions: set[int] = field(default_factory=set)
    """The interactions that were already carried out."""

    @classmethod
    def of(cls, session: DriverSession, changes: Collection[Change]) -> "Stored":
        """Read the stored data to which `changes` refer."""
        found = cls()
        if not changes:
            return found
        asked = {
            "games": list({change.game.id for change in changes}),
            "channels": list({change.game.channel for change in changes}),
            "posts": list({post.id for change in changes for post in change.posts}),
            "interactions": list({change.interaction for change in changes} - {0}),
        }
        for row in session.execute(_STORED, asked):
            game, channel, occupied, version, length, seat, user, name = row
            if game is None and version is None:
                found.interactions.add(user)
                continue
            found.versions[game or user] = version
            if game is None:
                continue
            found.lengths[game] = length
            found.seats[game] |= set() if seat is None else {Member(seat, user, name)}
            if occupied:
                found.open_before.add(game)
                found.occupants[channel] = game
        return found

    def admit(self, change: Change) -> StoreError | None:
        """Admit a change and return `None`, or return why it is refused."""
        refusal = self._refusal(change)
        if refusal is None:
            self._take(change)
        return refusal

    def reseats(self, game: GameRow) -> bool:
        """Return whether the game's members or their names differ from the stored members."""
        return set(game.members) != self.seats.get(game.id, set())

    def ends(self, game: GameRow) -> bool:
        """Return whether the row `game` closes its game, which was open or new before."""
        return game.status not in OPEN and (game.id in self.open_before or game.id not in self.seats)

    def _refusal(self, change: Change) -> StoreError | None:
        game, length = change.game, self.lengths.get(change.game.id, 0)
        if change.interaction in self.interactions:
            return AlreadyDone()
        if _length_before(change) != length:
            return Conflict(f"{game.id} has {length} entries, the change continues {_length_before(change)}")
        for row, version in _versions(change):
            if version != self.versions.get(row, 0) + 1:
                return Conflict(
                    f"{row} of {game.id} has version {self.versions.get(row, 0)}, not {version - 1}"
                )
        if game.status in OPEN and self.occupants.get(game.channel, game.id) != game.id:
            return ChannelTaken()
        return None

    def _take(self, change: Change) -> None:
        game = change.game
        if change.interaction:
            self.interactions.add(change.interaction)
        self.versions.update(_versions(change))
        self.lengths[game.id] = _length_before(change) + (change.entry is not None)
        self.occupants = {channel: one for channel, one in self.occupants.items() if one != game.id}
        if game.status in OPEN:
            self.occupants[game.channel] = game.id


def _versions(change: Change) -> list[tuple[str | int, int]]:
    """Return the id and the new version of each row that a change replaces."""
    return [(change.game.id, change.game.version), *((post.id, post.wanted) for post in change.posts)]


def _length_before(change: Change) -> int:
    """Return the number of entries that the journal must have before this change."""
    if change.entry is not None:
        return change.entry.entry.number - 1
    return change.game.last
