"""The rows of the store as plain values. The rest of the bot uses these and no SQL."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from pydantic import JsonValue

from bot.store.availability import granted
from bot.store.outages import Outage, Outages
from bot.store.preferences import PreferenceBook, Preferences, Reminders
from rules.engine.chance import commitment
from rules.engine.entry import Entry, Matter, Opening
from rules.engine.match import Awaited, Match, Position
from rules.engine.registry import game as find_game
from rules.engine.time_control import UNSPOKEN, TimeControl, reminders

GameStatus = Literal["lobby", "running", "paused", "over", "ended", "cancelled", "moved"]
"""The status of a game. A moved game continues with another bot and stays here as it left."""

OPEN: tuple[GameStatus, ...] = ("lobby", "running", "paused")
"""The states in which a game occupies its channel."""

FINISHED: tuple[GameStatus, ...] = ("over", "ended")
"""The states of a game that is over, with or without a result."""

PRACTICE = "tutorial"
"""The preset of practice games, which no list shows."""

Pending = Literal["", "orders", "absent", "halted", "moot", "play"]
"""What the bot must still do by itself after a game's last entry; empty if the game waits for people.

It gives the players' standing orders, takes over an absent player's seat, drops plans after a surprise,
closes a question that nobody can answer any more, or plays on.
"""

REMINDED_FROM: Mapping[Reminders, int] = {"twice": 0, "once": 1, "never": 2}
"""The index of the first of the two reminders that is sent."""


SOONEST = 5
LATEST = 120
"""The fewest and the most seconds until a plan answers, like a person who reads the question."""


def reflection(seed: bytes, asked: Awaited) -> int:
    """Return how many seconds a plan waits before it answers a question.

    The secret seed decides it. So it never changes, and nobody can distinguish it from a person's pace.
    """
    question = f"plan {asked.seat} {asked.stamp} {asked.since}"
    drawn = int.from_bytes(hmac.digest(seed, question.encode(), "sha256"))
    return SOONEST + drawn % (LATEST - SOONEST + 1)


class Backlog(NamedTuple):
    """What is due and not done: deadlines, the oldest deadline (0: none), posts and direct messages."""

    overdue: int
    oldest: int
    posts: int
    letters: int


class Member(NamedTuple):
    """A player: the seat (from 1, in the order of joining), the user and the latest name."""

    seat: int
    user: int
    name: str


class Former(NamedTuple):
    """A former player: who had a seat up to entry `last`, and their name then; empty if it was not kept.

    Seat 0 is a game master without a seat; then `last` is 0.
    """

    seat: int
    last: int
    user: int
    name: str


class Guest(NamedTuple):
    """Somebody without a seat in a lobby: the user, the latest name, and Discord's id of their press.

    The id is 0 if they pressed nothing.
    """

    user: int
    name: str
    press: int = 0


FollowPace = Literal["turn", "round", "end"]
"""How often a follower hears of a game: at each turn, at each round, or only at its end."""


class Follower(NamedTuple):
    """Somebody who follows a game by direct messages: the user, and how often.

    Sent or due messages tell them all entries up to `told`, and the `stage`: the turn or round of the game
    then. `closed`: their account refuses direct messages, so they get none, and they do not know it yet.
    """

    user: int
    pace: FollowPace
    told: int
    stage: str = ""
    closed: bool = False


class Barred(NamedTuple):
    """Somebody who was removed from a lobby: the user, the latest name, who did it and why."""

    user: int
    name: str
    by: int
    reason: str


class LobbyGameMasters(NamedTuple):
    """The decisions of game masters in a lobby.

    `masters` are the game masters (if empty, the person who opened it). `barred` people may not join again.
    While it is `locked`, nobody new joins.
    """

    masters: tuple[int, ...] = ()
    barred: tuple[Barred, ...] = ()
    locked: bool = False


NOTHING_SETTLED = LobbyGameMasters()


class Vote(NamedTuple):
    """A vote: all users who are `asked` must agree, or one of them if one is `enough`.

    `asker` began it for a `reason`. In a vote about a seat, `user` and `name` are the newcomer's; otherwise
    they are the asker's, and `seat` is the asker's seat. `stamp` is the number of public entries at that
    time. An undo would go back to the step `goal` in that `turn`. `moot`: the game has moved on, and nobody
    can answer any more.
    """

    seat: int
    user: int
    name: str
    asker: int
    reason: str
    stamp: int
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    matter: Matter = "seat"
    goal: int = 0
    turn: str = ""
    enough: bool = False
    moot: bool = False

    @property
    def mark(self) -> str:
        """The mark on its buttons, in addition to the stamp.

        After a restore, a lost vote may have had the stamp of this one.
        """
        what = self.matter, self.seat, self.goal, self.reason, self.stamp, len(self.asked)
        return hashlib.sha256(repr(what).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class GameRow:
    """One game in one channel. Times are seconds since 1970.

    - `id` is a short text that people can read aloud.
    - `seed` is drawn when the lobby opens. `opening` and `position` exist once the game has started.
    - `options` are the chosen values by name.
    - `presses` are Discord's ids of the presses by which users joined, by user, until the start.
    - `waiting` people get the next free seats of a full lobby, in this order. `invited` people played before.
    - `followers` hear of the game by direct messages, whether they play or not.
    - `former` players had seats before the `members`, earliest first.
    - `version` is 1 at first and grows with each change.
    - `office` is what game masters decide before the start. Then it is part of the position.
    - `pending` is what the bot must still do by itself, until that is stored.
    - `outages` and `wishes` are shared by all games of the store.
    - `people` are the users that the journal calls p1, p2, ... Only this field says who they are, so that
      somebody can be forgotten without a change to the journal. A forgotten user has a number below 0. Older
      journals use Discord's ids and have no `people`.
    """

    id: str
    guild: int
    channel: int
    slug: str
    status: GameStatus
    creator: int
    created: int
    updated: int
    preset: str = "printed"
    options: dict[str, JsonValue] = field(default_factory=dict)
    members: tuple[Member, ...] = ()
    presses: dict[int, int] = field(default_factory=dict)
    waiting: tuple[Guest, ...] = ()
    invited: tuple[Guest, ...] = ()
    opening: Opening | None = None
    seed: bytes = field(default=b"", repr=False)
    position: Position | None = None
    former: tuple[Former, ...] = ()
    vote: Vote | None = None
    people: tuple[int, ...] = ()
    followers: tuple[Follower, ...] = ()
    office: LobbyGameMasters = NOTHING_SETTLED
    pending: Pending = ""
    version: int = 1
    outages: Outages = field(default_factory=Outages, compare=False, repr=False)
    wishes: PreferenceBook = field(default_factory=PreferenceBook, compare=False, repr=False)

    @property
    def pace(self) -> TimeControl:
        """How long players may take."""
        return self.chosen_pace or UNSPOKEN

    @property
    def chosen_pace(self) -> TimeControl | None:
        """The pace that the table, or later a game master, chose; `None` if nobody did."""
        changed = self.position.pace if self.position else None
        return changed or (self.opening.pace if self.opening else None)

    @property
    def masters(self) -> tuple[int, ...]:
        """The users who are game masters of this game by name."""
        if self.position is None:
            return self.office.masters or (self.creator,)
        return tuple(map(self.user_of, self.position.office.masters)) or (self.creator,)

    @property
    def locked(self) -> bool:
        """Whether nobody new may join."""
        office = self.office if self.position is None else self.position.office
        return self.status in OPEN and office.locked

    def is_barred(self, user: int) -> bool:
        """Return whether a game master removed that user."""
        if self.position is None:
            return any(one.user == user for one in self.office.barred)
        return self.player_of(user) in self.position.office.barred

    def has_looked(self, user: int) -> bool:
        """Return whether that user, as game master, has seen hidden things."""
        return self.position is not None and self.player_of(user) in self.position.office.looked

    def deadline(self, asked: Awaited) -> int:
        """Return when the rules answer that question, in seconds since 1970; 0 if it has no deadline."""
        if self.position is not None and asked.seat in self.position.absent:
            # The bot plays this seat at once.
            return asked.since
        until = self.pace.deadline(asked, self.position.bank(asked.seat) if self.position else 0)
        return self.outages.put_off(asked.since, until, *self._own_times(asked)) if until else 0

    def overtime(self, asked: Awaited, now: int) -> int:
        """Return the seconds of the time bank that an answer would cost now."""
        allowed = self.pace.deadline(asked)
        if not allowed or not self.pace.bank or asked.clock != "turn":
            return 0
        due = self.outages.put_off(asked.since, allowed, *self._own_times(asked))
        return self.outages.running(due, now, *self._own_times(asked))

    def _own_times(self, asked: Awaited) -> Iterator[Iterator[Outage]]:
        """Yield the asked player's quiet hours and vacations that stop the clock in this game."""
        wishes = self.wishes_at(asked.seat)
        if self.pace.nights_off and wishes.quiet is not None:
            yield wishes.quiet.nights(asked.since)
        if self.pace.vacation and wishes.away and self.opening is not None:
            yield granted(wishes.away, self.opening.at, self.pace.vacation)

    def wishes_at(self, seat: int) -> Preferences:
        """Return the preferences of the player on that seat."""
        return self.wishes.of(next((member.user for member in self.members if member.seat == seat), 0))

    def pinged(self, users: Iterable[int], at: int = 0) -> tuple[int, ...]:
        """Return the users that a post may mention at that time (0: the time of the last change)."""
        hour = at or self.updated
        return tuple(
            user
            for user in users
            if (wishes := self.wishes.of(user)).way == "channel" and wishes.callable_from(hour) == hour
        )

    def reminder(self, asked: Awaited) -> int:
        """Return when that seat gets its next reminder, as of the last change of the game; 0 for never.

        Its player decides how often. There are reminders only if the table chose a pace, and none in quiet
        hours. A player who was asked in quiet hours is called when they are over.
        """
        wishes, until = self.wishes_at(asked.seat), self.deadline(asked)
        times: tuple[int, ...] = ()
        if until and self.chosen_pace is not None:
            times = reminders(asked.since, until)[REMINDED_FROM[wishes.reminders] :]
        morning = wishes.callable_from(asked.since)
        if morning > asked.since and wishes.way == "channel":
            times = (morning, *times)
        calls = sorted(map(wishes.callable_from, times if wishes.way != "none" else ()))
        return next((at for at in calls if at > self.updated and (not until or at < until)), 0)

    def planned(self, asked: Awaited) -> int:
        """Return when the seat's plan answers that question; 0 if it has none."""
        position, opening = self.position, self.opening
        if position is None or opening is None or asked.seat in position.absent:
            return 0
        if not any(plan.seat == asked.seat for plan in position.plans):
            return 0
        match = Match(find_game(self.slug), opening, self.seed, position)
        return asked.since + reflection(self.seed, asked) if match.due_plan(asked.seat) else 0

    @property
    def commitment(self) -> str:
        """The public commitment to the seed; empty for old lobbies without a seed."""
        return commitment(self.seed) if self.seed else ""

    def names(self) -> dict[int, str]:
        """Return the display names of the seats."""
        return {member.seat: member.name for member in self.members}

    def seated(self, entry: int) -> dict[int, Member]:
        """Return who had each seat when that entry was made, with their names then."""
        then = {member.seat: member for member in self.members}
        for seat, last, user, name in reversed(self.former):
            if entry <= last:
                then[seat] = Member(seat, user, name)
        return then

    def names_at(self, entry: int) -> dict[int, str]:
        """Return the display names of the seats when that entry was made."""
        return {seat: member.name for seat, member in self.seated(entry).items()}

    def name_of(self, user: int) -> str:
        """Return the latest stored name of a player, former player or game master; empty for others."""
        names = {one.user: one.name for one in self.former} | {one.user: one.name for one in self.members}
        return names.get(user, "")

    def player_of(self, user: int) -> str:
        """Return the journal's name for that user."""
        return f"p{self.people.index(user) + 1}" if user in self.people else str(user)

    def user_of(self, player: str) -> int:
        """Return the user with that name in the journal; below 0 for a forgotten one, 0 for nobody."""
        if player.startswith("p") and player[1:].isdecimal():
            return dict(enumerate(self.people, 1)).get(int(player[1:]), 0)
        return int(player) if player.isdecimal() else 0

    def knowing(self, *users: int) -> "GameRow":
        """Return the game with names in the journal for these users, too."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, *users))))

    def with_master(self, user: int, name: str) -> "GameRow":
        """Return the game with the stored name of a game master who may never have had a seat."""
        if self.name_of(user):
            return self
        return replace(self, former=(*self.former, Former(0, 0, user, name)))

    def follower(self, user: int) -> Follower | None:
        """Return that user as a follower, even an unreachable one; `None` for others."""
        return next((one for one in self.followers if one.user == user), None)

    def seats_of(self, user: int) -> tuple[int, ...]:
        """Return the seats of that user."""
        return tuple(member.seat for member in self.members if member.user == user)

    def with_status(self, status: GameStatus) -> "GameRow":
        """Return the game with another status."""
        return replace(self, status=status)


@dataclass(frozen=True)
class EntryRow:
    """A journal entry with its events, as data, and its turn.

    `away` is the seconds of known outages since the entry before. Outages that are discovered later do not
    change a game's figures.
    """

    entry: Entry
    events: tuple[dict[str, JsonValue], ...]
    turn: str = ""
    away: int = 0


class OpenGame(NamedTuple):
    """A game that occupies a channel, as lists name it."""

    id: str
    slug: str
    channel: int


class FinishedGame(NamedTuple):
    """A finished game with a stored result: where it was played, and what its table agreed on."""

    id: str
    channel: int
    table: Mapping[str, str]


class KnownGame(NamedTuple):
    """A game of a channel, open or over, as lists name it: its last change, and its players."""

    id: str
    slug: str
    status: GameStatus
    updated: int
    names: tuple[str, ...]


Unrated = Literal["", "practice", "game master", "taken over", "no result", "alone", "amended", "forced"]
"""Why a seat of a game is not rated; empty if it is.

The last two values exist only in older results.
"""


class Weighed(NamedTuple):
    """Dice of one kind: how many, their total, and the expected total."""

    dice: int
    total: float
    expected: float


@dataclass(frozen=True)
class ResultRow:
    """The result of a seat in a finished game.

    - `ended` is when the game was over, `seconds` its length without pauses and outages. `waited` is how much
      of that the others waited for this seat.
    - `place` is 0 without a ranking. Seats of one `team` win and lose together.
    - `counts` and `dice` are the game's figures by their titles.
    - `origin` is where an imported game came from; empty for others.
    - `user`, `name` and `listed` are not stored here: who has the seat now (below 0: forgotten), and whether
      they want to be in lists.
    """

    game: str
    seat: int
    guild: int
    slug: str
    ended: int
    seconds: int
    place: int
    turns: int
    waited: int
    team: int
    counts: Mapping[str, int]
    dice: Mapping[str, Weighed]
    unrated: Unrated
    origin: str = ""
    user: int = 0
    name: str = ""
    listed: bool = True


PostKind = Literal["lobby", "turn", "call", "reminder", "hall", "late"]

TELLING: tuple[PostKind, ...] = ("lobby", "turn")
"""Posts that tell the game. The newest one has its controls."""

ASKING: tuple[PostKind, ...] = ("call", "reminder")
"""Posts that call somebody to a question. They are closed when it is answered."""


@dataclass(frozen=True)
class PostRow:
    """A message that the bot owes a channel, and the state of its delivery: the outbox.

    - A post is due while `shown != wanted`. Both count versions of its content, from 1.
    - It tells the entries `first..last`. It has controls while it is `live`.
    - `called` are the seats that it mentions when it is first sent. A `call` is only that: a line below the
      turn's post. A `late` post calls people who had quiet hours when there was news, at `asked`.
    - A `hall` post shows a finished game in the server's channel for results.
    - `since` is an id of Discord from before the post was owed. Its message has a greater id.
    - `message` is 0 until Discord has accepted it. `picture`, `alt` and `attachment` are file name,
      description and Discord's id of its board.
    - `attempts` is the number of failed tries. The next is not before `retry`.
    - `restored`: a lobby's post says that a copy from that time was restored.
    - `undone` are those of its entries that an undo has taken back.
    - `asked`: a call or reminder is `live` while a question of that time is open. `unreached`: it replaces a
      direct message that its player's account refused.
    - `gone`: it can never be delivered, because its message or channel was deleted.
    """

    id: int
    game: str
    kind: PostKind
    channel: int
    first: int = 0
    last: int = 0
    turn: str = ""
    called: tuple[int, ...] = ()
    live: bool = True
    wanted: int = 1
    shown: int = 0
    message: int = 0
    attempts: int = 0
    retry: int = 0
    gone: bool = False
    picture: str = ""
    alt: str = ""
    attachment: int = 0
    undone: tuple[int, ...] = ()
    restored: int = 0
    since: int = 0
    asked: int = 0
    unreached: bool = False

    @property
    def due(self) -> bool:
        """Whether it must still be sent or edited."""
        return self.shown != self.wanted and not self.gone


LetterKind = Literal["asked", "reminder", "news", "deck", "followed"]


@dataclass(frozen=True)
class LetterRow:
    """A direct message about a game that is due to a user, not before `at`.

    They are `asked` since that time, or reminded of it. Or there is news, such as the end (`asked` is 0). Or
    they are next in the turn whose post begins with entry `first`. A follower is told the entries
    `first..last` (`seat` is 0). The row is kept until the message is sent or out of date.
    """

    id: int
    user: int
    game: str
    why: LetterKind
    seat: int
    asked: int
    at: int
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class Change:
    """Everything that one accepted action writes, in one transaction.

    `game` and its members replace the stored ones, and `entry` is appended. `posts` replace the content of
    the stored posts with their ids. The awaited seats come from the game's position. Game and posts must be
    the next version of what is stored. `interaction` is Discord's id of the cause (0: none).
    `tells_restored`: its posts tell the channel of a restore. `letters` are direct messages that are due,
    `dropped` the ids of those that are no longer needed.
    """

    game: GameRow
    entry: EntryRow | None = None
    posts: tuple[PostRow, ...] = ()
    interaction: int = 0
    tells_restored: bool = False
    letters: tuple[LetterRow, ...] = ()
    dropped: tuple[int, ...] = ()


class Look(NamedTuple):
    """The last entry of a game that a user was shown, and when (seconds since 1970)."""

    user: int
    game: str
    entry: int
    at: int


class OpenGames(NamedTuple):
    """The numbers of a person's open lobbies and games (including lobbies), and of a server's.

    `own_there` is how many of that person's are on that server.
    """

    lobbies: int
    games: int
    on_server: int
    own_there: int = 0


Urgency = tuple[bool, int]


def urgency(until: int, since: int) -> Urgency:
    """Return the sort key of a question: nearest deadline first, then, without one (0), longest wait."""
    return not until, until or since


@dataclass(frozen=True)
class AwaitedRow:
    """An awaited seat of a game, for `/games` and the clock.

    `until` is the deadline (0: none), `remind` the time of the next reminder (0: never), `planned` the time
    of its plan (0: none). `message` is where its player answers; 0 if that is unknown.
    """

    game: str
    slug: str
    guild: int
    channel: int
    seat: int
    user: int
    kind: str
    since: int
    until: int
    remind: int = 0
    planned: int = 0
    message: int = 0

    @property
    def urgency(self) -> Urgency:
        """The sort key that puts the most urgent first."""
        return urgency(self.until, self.since)


@dataclass(frozen=True)
class RestoredRow:
    """An open game that was restored `at` some time, and whose channel was not told yet.

    `taken` is the time of the last change in any game of the copy. Everything later is lost. Both are seconds
    since 1970.
    """

    game: str
    at: int
    taken: int
