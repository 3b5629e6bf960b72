"""The rows of the database as plain values. Outside the store, the bot uses these values instead of SQL."""

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
from rules.engine.decision import Awaited
from rules.engine.entry import Entry, Matter, Opening
from rules.engine.match import Match
from rules.engine.position import Position
from rules.engine.registry import game as find_game
from rules.engine.time_control import UNSPOKEN, TimeControl, reminders

GameStatus = Literal["lobby", "running", "paused", "over", "ended", "cancelled", "moved"]
"""The status of a game. A `moved` game continues with another bot and does not change here any more."""

OPEN: tuple[GameStatus, ...] = ("lobby", "running", "paused")
"""The statuses of a game that occupies its channel."""

FINISHED: tuple[GameStatus, ...] = ("over", "ended")
"""The statuses of a finished game. Only a game that is `over` has a result."""

PRACTICE = "tutorial"
"""The preset of practice games, which no list shows."""

Pending = Literal["", "orders", "absent", "halted", "moot", "play"]
"""What the bot must still do automatically after a game's last entry; empty if the game waits for people.

`orders`: give the players' standing orders. `absent`: play an absent player's seat. `halted`: drop plans
after an unforeseeable event. `moot`: close a vote that can no longer be answered. `play`: play on.
"""

REMINDED_FROM: Mapping[Reminders, int] = {"twice": 0, "once": 1, "never": 2}
"""The number of skipped reminders, out of two, for each preference."""

SOONEST = 5
LATEST = 120
"""The bounds in seconds of the time until a plan answers. A person needs about as long to read a question."""


def reflection(seed: bytes, asked: Awaited) -> int:
    """Return the seconds that a plan waits before it answers a question, as the secret seed determines."""
    question = f"plan {asked.seat} {asked.stamp} {asked.since}"
    drawn = int.from_bytes(hmac.digest(seed, question.encode(), "sha256"))
    return SOONEST + drawn % (LATEST - SOONEST + 1)


class Backlog(NamedTuple):
    """The numbers of passed deadlines, due posts and due direct messages. `oldest` is a deadline or 0."""

    overdue: int
    oldest: int
    posts: int
    letters: int


class Member(NamedTuple):
    """A player's seat, user id and latest name. Seats are numbered from 1, in the order of joining."""

    seat: int
    user: int
    name: str


class Former(NamedTuple):
    """A player who had the seat up to entry `last`, with the `name` at that entry (empty: unknown).

    A game master without a stored seat has seat 0 and `last` 0.
    """

    seat: int
    last: int
    user: int
    name: str


class Guest(NamedTuple):
    """A person without a seat in a lobby. `press` is Discord's id of the press to join, or 0."""

    user: int
    name: str
    press: int = 0


FollowPace = Literal["turn", "round", "end"]
"""When a follower gets a message about a game: at each turn, at each round, or only at its end."""


class Follower(NamedTuple):
    """A user who follows a game by direct messages, which arrive as often as `pace` says.

    The next message begins after the entry `told`, and is due at the game's end, or once the turn or round
    differs from `stage`. `closed` is true after the account refused a direct message, and stops all messages.
    """

    user: int
    pace: FollowPace
    told: int
    stage: str = ""
    closed: bool = False


class Barred(NamedTuple):
    """A user who was removed from a lobby, their latest name, the user `by` who did it, and the reason."""

    user: int
    name: str
    by: int
    reason: str


class LobbyGameMasters(NamedTuple):
    """The decisions of game masters in a lobby.

    Without `masters`, the person who opened the lobby is the game master. `barred` people may not join again.
    While the lobby is `locked`, no new people may join.
    """

    masters: tuple[int, ...] = ()
    barred: tuple[Barred, ...] = ()
    locked: bool = False


NOTHING_SETTLED = LobbyGameMasters()


class Vote(NamedTuple):
    """A vote of the users in `asked`. If `enough` is true, one user must agree, otherwise all must.

    - `asker` is the user who began the vote.
    - `user` and `name` belong to the newcomer in a vote about a seat. In other votes `user` and `name` belong
      to the asker, and `seat` is the asker's seat.
    - `stamp` is the number of public entries up to and including the vote.
    - `goal` is the step to which an undo would go back, and `turn` is the turn of that step.
    - `moot` is true if the game has moved on, so that nobody can answer any more.
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
        """A hash that distinguishes votes that have the same stamp because of a restore."""
        what = self.matter, self.seat, self.goal, self.reason, self.stamp, len(self.asked)
        return hashlib.sha256(repr(what).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class GameRow:
    """One game in one channel. Times are seconds since 1970.

    - `id` is a short text that people can read aloud.
    - `seed` is drawn when the lobby opens. `opening` and `position` exist once the game has started.
    - `options` maps names of options to the chosen values.
    - Until the game starts, `presses` maps users to Discord's ids of the presses with which they joined.
    - `waiting` people get the next free seats of a full lobby, in order. `invited` people played the previous
      game.
    - `former` players had seats before the current `members`. The earliest former players come first.
    - `version` is 1 at first and grows by 1 with each change.
    - `office` are decisions of game masters before the start. Later decisions are in `position`.
    - `outages` and `wishes` are shared by all games of the store.
    - `people` are the users whom the journal calls p1, p2, ..., so that a user can be forgotten without a
      change to the journal. A forgotten user has a number below 0. Older journals contain Discord's ids, and
      their games have no `people`.
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
        """The time limits of this game."""
        return self.chosen_pace or UNSPOKEN

    @property
    def chosen_pace(self) -> TimeControl | None:
        """The pace that was chosen in the lobby or later by a game master; `None` if no pace was chosen."""
        changed = self.position.pace if self.position else None
        return changed or (self.opening.pace if self.opening else None)

    @property
    def masters(self) -> tuple[int, ...]:
        """The users who are game masters of this game, by default the person who opened the game."""
        if self.position is None:
            return self.office.masters or (self.creator,)
        return tuple(map(self.user_of, self.position.office.masters)) or (self.creator,)

    @property
    def locked(self) -> bool:
        """Whether a game master has closed the game to new people."""
        office = self.office if self.position is None else self.position.office
        return self.status in OPEN and office.locked

    @property
    def last(self) -> int:
        """The number of the last entry; 0 if the game has not begun."""
        return self.position.last if self.position else 0

    @property
    def asked(self) -> tuple[Awaited, ...]:
        """The open questions, which only a running game has."""
        return self.position.awaited if self.position and self.status == "running" else ()

    def is_barred(self, user: int) -> bool:
        """Return whether a game master removed the user."""
        if self.position is None:
            return any(one.user == user for one in self.office.barred)
        return self.player_of(user) in self.position.office.barred

    def has_looked(self, user: int) -> bool:
        """Return whether the user has looked at hidden things as a game master."""
        return self.position is not None and self.player_of(user) in self.position.office.looked

    def deadline(self, asked: Awaited) -> int:
        """Return the deadline of a question, in seconds since 1970; 0 if there is no deadline."""
        if self.position is not None and asked.seat in self.position.absent:
            # The bot plays this seat, and its answer is due immediately.
            return asked.since
        until = self.pace.deadline(asked, self.position.bank(asked.seat) if self.position else 0)
        return self.outages.put_off(asked.since, until, *self._own_times(asked)) if until else 0

    def overtime(self, asked: Awaited, now: int) -> int:
        """Return the seconds of the time bank that an answer at the time `now` would cost."""
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
        """Return the preferences of the seat's player."""
        return self.wishes.of(self.user_at(seat))

    def pinged(self, users: Iterable[int], at: int = 0) -> tuple[int, ...]:
        """Return the `users` whom a post may mention at the time `at` (0: the time of the last change)."""
        hour = at or self.updated
        return tuple(
            user
            for user in users
            if (wishes := self.wishes.of(user)).way == "channel" and wishes.callable_from(hour) == hour
        )

    def reminder(self, asked: Awaited) -> int:
        """Return the time of the player's next reminder after the game's last change; 0 for no reminder.

        A question with a deadline and a chosen pace has as many reminders as the player prefers. Reminders
        that are due in quiet hours wait for the end of these hours. A player who prefers mentions and was
        asked in quiet hours gets a reminder at the end of these hours, even without a pace or a deadline.
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
        """Return the time at which the seat's plan answers a question; 0 if no plan answers it."""
        position, opening = self.position, self.opening
        if position is None or opening is None or asked.seat in position.absent:
            return 0
        if not any(plan.seat == asked.seat for plan in position.plans):
            return 0
        match = Match(find_game(self.slug), opening, self.seed, position)
        return asked.since + reflection(self.seed, asked) if match.due_plan(asked.seat) else 0

    @property
    def commitment(self) -> str:
        """The public commitment to the seed; empty in old lobbies, which have no seed."""
        return commitment(self.seed) if self.seed else ""

    def names(self) -> dict[int, str]:
        """Return the display names of the seats."""
        return {member.seat: member.name for member in self.members}

    def seated(self, entry: int) -> dict[int, Member]:
        """Return the player of each seat, with the player's name, at the time of entry number `entry`."""
        then = {member.seat: member for member in self.members}
        for seat, last, user, name in reversed(self.former):
            if entry <= last:
                then[seat] = Member(seat, user, name)
        return then

    def names_at(self, entry: int) -> dict[int, str]:
        """Return the display names of the seats at the time of entry number `entry`."""
        return {seat: member.name for seat, member in self.seated(entry).items()}

    def name_of(self, user: int) -> str:
        """Return the latest stored name of a player, former player or game master; empty for others."""
        names = {one.user: one.name for one in self.former} | {one.user: one.name for one in self.members}
        return names.get(user, "")

    def player_of(self, user: int) -> str:
        """Return the user's name in the journal."""
        return f"p{self.people.index(user) + 1}" if user in self.people else str(user)

    def user_of(self, player: str) -> int:
        """Return the user whom the journal calls `player`; below 0 if forgotten, 0 if there is none."""
        if player.startswith("p") and player[1:].isdecimal():
            return dict(enumerate(self.people, 1)).get(int(player[1:]), 0)
        return int(player) if player.isdecimal() else 0

    def knowing(self, *users: int) -> "GameRow":
        """Return a copy of the game with these users added to `people`."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, *users))))

    def with_master(self, user: int, name: str) -> "GameRow":
        """Return a copy that also holds a game master's name, unless the user's name is stored already."""
        if self.name_of(user):
            return self
        return replace(self, former=(*self.former, Former(0, 0, user, name)))

    def follower(self, user: int) -> Follower | None:
        """Return the user as a follower, even if unreachable; `None` if the user does not follow the game."""
        return next((one for one in self.followers if one.user == user), None)

    def seats_of(self, user: int) -> tuple[int, ...]:
        """Return the user's seats."""
        return tuple(member.seat for member in self.members if member.user == user)

    def user_at(self, seat: int) -> int:
        """Return the user who has the seat; 0 if nobody has it."""
        return next((member.user for member in self.members if member.seat == seat), 0)

    def with_status(self, status: GameStatus) -> "GameRow":
        """Return a copy of the game with another status."""
        return replace(self, status=status)


@dataclass(frozen=True)
class EntryRow:
    """A journal entry with its events as data.

    `turn` is the game's turn after the entry. `away` are the seconds of outages since the previous entry.
    Outages that became known later do not count, so that a game's figures never change.
    """

    entry: Entry
    events: tuple[dict[str, JsonValue], ...]
    turn: str = ""
    away: int = 0


class OpenGame(NamedTuple):
    """The part of an open game that lists show."""

    id: str
    slug: str
    channel: int


class FinishedGame(NamedTuple):
    """A finished game with a stored result. `table` are the agreements that were made in the lobby."""

    id: str
    channel: int
    table: Mapping[str, str]


class KnownGame(NamedTuple):
    """The data that lists show about a begun game, even if it is over. `names` are in the order of seats."""

    id: str
    slug: str
    status: GameStatus
    updated: int
    names: tuple[str, ...]


Unrated = Literal["", "practice", "game master", "taken over", "no result", "alone", "amended", "forced"]
"""Why a seat's result is not rated; empty if it is rated. Only old results have the last two reasons."""


class Weighed(NamedTuple):
    """The number of thrown dice of one kind, their total and the expected total."""

    dice: int
    total: float
    expected: float


@dataclass(frozen=True)
class ResultRow:
    """The result of a seat in a finished game.

    - `seconds` is the game's length without pauses and outages. `waited` is the part of these seconds in
      which others waited for this seat.
    - `place` is 0 if there is no ranking. Seats of one `team` win and lose together.
    - `counts` and `dice` map the titles of the game's figures to their values.
    - `origin` is the source of an imported game; empty for other games.
    - `user` and `name` are the seat's current player; a forgotten user has a number below 0. `listed` is true
      if the player wants to be in lists. Other tables hold `user`, `name` and `listed`.
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
"""The kinds of posts that show a game. The newest such post has the controls."""

ASKING: tuple[PostKind, ...] = ("call", "reminder")
"""The kinds of posts that mention a player who is asked. An answer closes these posts."""


@dataclass(frozen=True)
class PostRow:
    """A message for a channel, and the state of its delivery.

    - `wanted` is the version of the content that the message should have, from 1. `shown` is the version that
      the message has, 0 before it is sent. A post is due while these versions differ.
    - `first` and `last` are the first and the last entry that the post shows.
    - `live` is true while the post has controls, or while the question of a call or reminder is open.
    - `called` are the seats that the post mentions when it is first sent. A `call` post contains only the
      mentions, their questions and a link to the turn's post. A `late` post mentions players who missed news.
    - A `hall` post shows a finished game in the server's channel for results.
    - `since` is an id of Discord that is older than the post, so the post's message has a greater id.
    - `message` is 0 until Discord has accepted the message. `picture`, `alt` and `attachment` are the file
      name, the description and Discord's id of the board's picture.
    - `attempts` is the number of failed deliveries. The next attempt is not before `retry`.
    - `restored` is the time of the backup whose restore a lobby's post announces; 0 for other posts.
    - `undone` are the post's entries that were undone.
    - `asked` is the time of the question of a call or reminder, or the time when a `late` post was planned.
    - `unreached` is true if the post replaces a direct message that the player's account refused.
    - `gone` is true if the post can never be delivered, because its message or channel was deleted.
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
        """Whether the message must still be sent or edited."""
        return self.shown != self.wanted and not self.gone


LetterKind = Literal["asked", "reminder", "news", "deck", "followed"]


@dataclass(frozen=True)
class LetterRow:
    """A direct message about a game, due at the time `at`. Sent and outdated messages have no row.

    - `asked` is the time of the question that a message announces or repeats; 0 for news such as the end.
    - A `deck` message goes to the player whose turn is next. `first` is the first entry of the current turn's
      post.
    - A `followed` message shows the entries `first..last` to a follower. `seat` is 0.
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
    """Everything that an accepted request writes in one transaction.

    - `game` replaces the stored row, members and awaited seats of a game. `entry` is appended to the journal.
    - `posts` replace the content of the stored posts with the same ids.
    - The versions of `game` and `posts` must be greater by 1 than the stored versions.
    - `interaction` is Discord's id of the interaction that caused the change; 0 for none.
    - `tells_restored` is true if the posts notify the channel of a restore.
    - `letters` are new direct messages. `dropped` are the ids of direct messages that are no longer needed.
    """

    game: GameRow
    entry: EntryRow | None = None
    posts: tuple[PostRow, ...] = ()
    interaction: int = 0
    tells_restored: bool = False
    letters: tuple[LetterRow, ...] = ()
    dropped: tuple[int, ...] = ()


class Look(NamedTuple):
    """The last entry of a game that a user was shown, and the time (seconds since 1970)."""

    user: int
    game: str
    entry: int
    at: int


class OpenGames(NamedTuple):
    """The number of open games that a person has opened, and the number on a server.

    `lobbies` counts the lobbies that the person opened on all servers, and `games` all open games that the
    person opened. `own_there` counts those of these games that are on the server.
    """

    lobbies: int
    games: int
    on_server: int
    own_there: int = 0


Urgency = tuple[bool, int]


def urgency(until: int, since: int) -> Urgency:
    """Return a key that sorts questions by deadline, and questions without a deadline (0) last, by age."""
    return not until, until or since


@dataclass(frozen=True)
class AwaitedRow:
    """An awaited seat of a game, for `/games` and the timekeeper.

    `until` is the deadline, `remind` is the time of the next reminder, and `planned` is the time when the
    plan answers. Missing times are 0. `message` is the message with the controls; 0 if unknown.
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
        """The key by which seats are sorted, most urgent first."""
        return urgency(self.until, self.since)


@dataclass(frozen=True)
class RestoredRow:
    """An open game whose channel must still be notified of a restore at the time `at`.

    `taken` is the time of the last change in any game of the backup. Later changes are lost. Times are
    seconds since 1970.
    """

    game: str
    at: int
    taken: int
