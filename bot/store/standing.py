"""Whether a change may be written: what is stored of the things it is about decides."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import Connection, Select, bindparam, func, or_, select

from bot.store.errors import AlreadyDone, ChannelTaken, Conflict, StoreError
from bot.store.rows import OPEN, Change, GameRow
from bot.store.schema import entries, games, interactions, is_open, members, posts

_length = (
    select(func.coalesce(func.max(entries.c.number), 0)).where(entries.c.game == games.c.id).scalar_subquery()
)

_GAMES = select(games.c.id, games.c.channel, is_open.label("open"), _length.label("length")).where(
    or_(
        games.c.id.in_(bindparam("games", expanding=True)),
        games.c.channel.in_(bindparam("channels", expanding=True)) & is_open,
    )
)
_MEMBERS = (
    select(members)
    .where(members.c.game.in_(bindparam("games", expanding=True)))
    .order_by(members.c.game, members.c.seat)
)
_INTERACTIONS = select(interactions.c.id).where(interactions.c.id.in_(bindparam("ids", expanding=True)))
_POSTS = select(posts.c.id).where(posts.c.id.in_(bindparam("ids", expanding=True)))


@dataclass
class Standing:
    """What is stored of everything some changes touch, kept up to date as they are admitted one by one."""

    games: set[str] = field(default_factory=set)
    """The games that were stored before."""
    seats: dict[str, list[list[int | str]]] = field(default_factory=dict)
    """Game -> who sat at its table before: seat, user and name of each."""
    posts: set[int] = field(default_factory=set)
    """The posts that were stored before."""
    lengths: dict[str, int] = field(default_factory=dict)
    """Game -> entries in its journal."""
    channels: dict[str, int] = field(default_factory=dict)
    """Open game -> the channel it occupies."""
    occupants: dict[int, str] = field(default_factory=dict)
    """Channel -> the game open there."""
    interactions: set[int] = field(default_factory=set)
    """Those of the changes' interactions that have had their effect."""

    @classmethod
    def of(cls, connection: Connection, changes: Collection[Change]) -> "Standing":
        """Read what is stored now."""
        if not changes:
            return cls()
        asked = {
            "games": list({change.game.id for change in changes}),
            "channels": list({change.game.channel for change in changes}),
        }
        rows = connection.execute(_GAMES, asked).all()
        seats = defaultdict(list)
        for game, *who in connection.execute(_MEMBERS, asked):
            seats[game].append(who)
        occupied = {row.id: row.channel for row in rows if row.open}
        post_ids = {post.id for change in changes for post in change.posts}
        return cls(
            games={row.id for row in rows},
            seats=seats,
            posts=_known(connection, _POSTS, post_ids),
            lengths={row.id: row.length for row in rows},
            channels=occupied,
            occupants={channel: game for game, channel in occupied.items()},
            interactions=_known(connection, _INTERACTIONS, {change.interaction for change in changes} - {0}),
        )

    def admit(self, change: Change) -> StoreError | None:
        """Take the change as done, or say why it cannot be."""
        refusal = self._refusal(change)
        if refusal is None:
            self._take(change)
        return refusal

    def reseats(self, game: GameRow) -> bool:
        """Whether others sit at the game's table than before, or under other names."""
        return [[who.seat, who.user, who.name] for who in game.members] != self.seats.get(game.id, [])

    def _refusal(self, change: Change) -> StoreError | None:
        game, length = change.game, self.lengths.get(change.game.id, 0)
        if change.interaction in self.interactions:
            return AlreadyDone()
        if _length_before(change) != length:
            return Conflict(f"{game.id} has {length} entries, the change continues {_length_before(change)}")
        if game.status in OPEN and self.occupants.get(game.channel, game.id) != game.id:
            return ChannelTaken()
        return None

    def _take(self, change: Change) -> None:
        game = change.game
        if change.interaction:
            self.interactions.add(change.interaction)
        self.lengths[game.id] = _length_before(change) + (change.entry is not None)
        self._leave(game)
        if game.status in OPEN:
            self.channels[game.id] = game.channel
            self.occupants[game.channel] = game.id

    def _leave(self, game: GameRow) -> None:
        channel = self.channels.pop(game.id, None)
        if channel is not None:
            del self.occupants[channel]


def _length_before(change: Change) -> int:
    """How many entries the journal must have for this change to continue it."""
    if change.entry is not None:
        return change.entry.entry.number - 1
    return change.game.position.last if change.game.position else 0


def _known(connection: Connection, statement: Select[int], ids: set[int]) -> set[int]:
    return set(connection.scalars(statement, {"ids": list(ids)})) if ids else set()
