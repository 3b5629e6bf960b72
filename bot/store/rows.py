"""What the store keeps, as plain values: the rest of the bot knows these and no SQL."""

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
"""How a game stands; one that was moved goes on with another bot, and stands here as it left."""

OPEN: tuple[GameStatus, ...] = ("lobby", "running", "paused")
"""The states in which a game occupies its channel."""

FINISHED: tuple[GameStatus, ...] = ("over", "ended")
"""The states of a game that was played to its end, or ended without a result."""

Pending = Literal["", "orders", "absent", "halted", "moot", "play"]
"""What the bot has still to do by itself after a game's last entry; empty where it waits for somebody.

It gives the standing orders with which players begin, takes over a seat whose player stayed away, gives up
plans behind what nobody could foresee, ends a question that nobody can answer any more, or plays on.
"""

REMINDED_FROM: Mapping[Reminders, int] = {"twice": 0, "once": 1, "never": 2}
"""Which of the two reminders is the first."""


SOONEST = 5
LATEST = 120
"""Seconds between which a plan answers after its question, as somebody does who reads it."""


def reflection(seed: bytes, asked: Awaited) -> int:
    """For how many seconds a plan seems to think about that question.

    It depends on the secret seed: the same at every look, and nobody can tell it from somebody's own pace.
    """
    question = f"plan {asked.seat} {asked.stamp} {asked.since}"
    drawn = int.from_bytes(hmac.digest(seed, question.encode(), "sha256"))
    return SOONEST + drawn % (LATEST - SOONEST + 1)


class Backlog(NamedTuple):
    """What is due and not done yet: deadlines, the oldest of them (0: none), posts and direct messages."""

    overdue: int
    oldest: int
    posts: int
    letters: int


class Member(NamedTuple):
    """Someone at the table: the seat (from 1, in the order of joining), the user and the name last seen."""

    seat: int
    user: int
    name: str


class Former(NamedTuple):
    """Who had a seat up to entry `last`, and the name of that time; empty where it was not kept.

    Seat 0: a game master who has none, up to no entry.
    """

    seat: int
    last: int
    user: int
    name: str


class Guest(NamedTuple):
    """Someone who has no seat in a lobby: the user, the name last seen, and Discord's id of their press.

    0 for who has pressed nothing.
    """

    user: int
    name: str
    press: int = 0


FollowPace = Literal["turn", "round", "end"]
"""How often a follower of a game is told of it: at each turn, at each round, or only at its end."""


class Follower(NamedTuple):
    """Someone who is told of a game by direct messages: the user, and how often.

    They were told, or are to be by a letter, of all entries up to `told`, and of that `stage`: the turn or
    the round in which the game stood then. `closed`: their direct messages let nothing in, so they are told
    no more, and have not heard of that yet.
    """

    user: int
    pace: FollowPace
    told: int
    stage: str = ""
    closed: bool = False


class Barred(NamedTuple):
    """Someone who was taken out of a lobby: the user, the name last seen, who did it and why."""

    user: int
    name: str
    by: int
    reason: str


class LobbyGameMasters(NamedTuple):
    """What game masters have settled in a lobby.

    `masters` are named for it (empty: whoever opened it), `barred` may not join again; while it is `locked`
    nobody new does.
    """

    masters: tuple[int, ...] = ()
    barred: tuple[Barred, ...] = ()
    locked: bool = False


NOTHING_SETTLED = LobbyGameMasters()


class Vote(NamedTuple):
    """What the players are asked: all who are `asked` must agree, or where one is `enough`, one of them.

    About a seat `user` and `name` are the newcomer's, else with `seat` those of whoever asks; `asker` asked
    it, and why; `stamp` counts the public entries there were then. `asked` and `agreed` are users. An undo
    would go back to the step `goal`, in that `turn`. `moot`: the game has gone another way, and nobody can
    answer any more.
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
        """What its buttons bear beside the stamp.

        A question of a time that a restored copy knows nothing of may have had the stamp of another one.
        """
        what = self.matter, self.seat, self.goal, self.reason, self.stamp, len(self.asked)
        return hashlib.sha256(repr(what).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class GameRow:
    """One game in one channel.

    `id` is a short text that people can read out; the `seed` is drawn when the lobby opens, `opening` and
    `position` are there once the game was started; `options` are the chosen values by name; `presses` are
    Discord's ids of the presses by which users joined, by user, until the start; `waiting` get the next seats
    of a full lobby, the first of them first, and `invited` are called to it since they played before;
    `followers` are told of it by direct messages, whether they play or not;
    `former` had seats before the `members`, the earlier first; `version` is 1 when it is opened and grows
    with each change. `office` is what game masters settle until the start; then the position has it.
    `pending` is what the bot has still to do by itself: it stands until that is stored.
    `outages` and `wishes` are the store's, for all games. Times are seconds since 1970.

    `people` are the users whom the journal knows as p1, p2, ...; who they are stands here alone, so that
    somebody can be forgotten and the journal stays as it is. Who was forgotten has a number below 0. Journals
    that were begun before know users by Discord's ids, and have no `people`.
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
        """The pace that its table or since then a game master has chosen; `None` where nobody did."""
        changed = self.position.pace if self.position else None
        return changed or (self.opening.pace if self.opening else None)

    @property
    def masters(self) -> tuple[int, ...]:
        """Who is game master of this game by name."""
        if self.position is None:
            return self.office.masters or (self.creator,)
        return tuple(map(self.user_of, self.position.office.masters)) or (self.creator,)

    @property
    def locked(self) -> bool:
        """Whether nobody new may join."""
        office = self.office if self.position is None else self.position.office
        return self.status in OPEN and office.locked

    def is_barred(self, user: int) -> bool:
        """Whether a game master took that user out."""
        if self.position is None:
            return any(one.user == user for one in self.office.barred)
        return self.player_of(user) in self.position.office.barred

    def has_looked(self, user: int) -> bool:
        """Whether that user has looked as game master at what is hidden."""
        return self.position is not None and self.player_of(user) in self.position.office.looked

    def deadline(self, asked: Awaited) -> int:
        """When the rules answer that question, in seconds since 1970; 0 when it may take its time."""
        if self.position is not None and asked.seat in self.position.absent:
            # The bot plays there, at once.
            return asked.since
        until = self.pace.deadline(asked, self.position.bank(asked.seat) if self.position else 0)
        return self.outages.put_off(asked.since, until, *self._own_times(asked)) if until else 0

    def overtime(self, asked: Awaited, now: int) -> int:
        """The seconds of its time bank that an answer to that question takes now."""
        allowed = self.pace.deadline(asked)
        if not allowed or not self.pace.bank or asked.clock != "turn":
            return 0
        due = self.outages.put_off(asked.since, allowed, *self._own_times(asked))
        return self.outages.running(due, now, *self._own_times(asked))

    def _own_times(self, asked: Awaited) -> Iterator[Iterator[Outage]]:
        """The quiet hours and vacations of whoever is asked, as far as they stop the clock at this table."""
        wishes = self.wishes_at(asked.seat)
        if self.pace.nights_off and wishes.quiet is not None:
            yield wishes.quiet.nights(asked.since)
        if self.pace.vacation and wishes.away and self.opening is not None:
            yield granted(wishes.away, self.opening.at, self.pace.vacation)

    def wishes_at(self, seat: int) -> Preferences:
        """What whoever has that seat wishes."""
        return self.wishes.of(next((member.user for member in self.members if member.seat == seat), 0))

    def pinged(self, users: Iterable[int], at: int = 0) -> tuple[int, ...]:
        """Those of these users whom a post calls by a mention, at that hour or that of the last change."""
        hour = at or self.updated
        return tuple(
            user
            for user in users
            if (wishes := self.wishes.of(user)).way == "channel" and wishes.callable_from(hour) == hour
        )

    def reminder(self, asked: Awaited) -> int:
        """When that seat is to be reminded next, seen from the last change of the game; 0 for never.

        As often as its player wishes, only where the table has chosen a pace, and never in their quiet hours.
        Who was asked in these is called when they are over.
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
        """When that question is answered by what its seat has planned; 0 where nothing is."""
        position, opening = self.position, self.opening
        if position is None or opening is None or asked.seat in position.absent:
            return 0
        if not any(plan.seat == asked.seat for plan in position.plans):
            return 0
        match = Match(find_game(self.slug), opening, self.seed, position)
        return asked.since + reflection(self.seed, asked) if match.due_plan(asked.seat) else 0

    @property
    def commitment(self) -> str:
        """What everybody may know of the seed; empty for a lobby that opened before seeds were drawn then."""
        return commitment(self.seed) if self.seed else ""

    def names(self) -> dict[int, str]:
        """Seat -> display name."""
        return {member.seat: member.name for member in self.members}

    def seated(self, entry: int) -> dict[int, Member]:
        """Seat -> who had it when that entry was made, under the name of then."""
        then = {member.seat: member for member in self.members}
        for seat, last, user, name in reversed(self.former):
            if entry <= last:
                then[seat] = Member(seat, user, name)
        return then

    def names_at(self, entry: int) -> dict[int, str]:
        """Seat -> display name when that entry was made."""
        return {seat: member.name for seat, member in self.seated(entry).items()}

    def name_of(self, user: int) -> str:
        """The name last kept of somebody who has or had a seat, or was game master; empty for others."""
        names = {one.user: one.name for one in self.former} | {one.user: one.name for one in self.members}
        return names.get(user, "")

    def player_of(self, user: int) -> str:
        """What the journal calls that user."""
        return f"p{self.people.index(user) + 1}" if user in self.people else str(user)

    def user_of(self, player: str) -> int:
        """The user whom the journal calls so; one below 0 was forgotten, 0 is nobody."""
        if player.startswith("p") and player[1:].isdecimal():
            return dict(enumerate(self.people, 1)).get(int(player[1:]), 0)
        return int(player) if player.isdecimal() else 0

    def knowing(self, *users: int) -> "GameRow":
        """The same game, whose journal has names for these users too."""
        return replace(self, people=tuple(dict.fromkeys((*self.people, *users))))

    def with_master(self, user: int, name: str) -> "GameRow":
        """The same game, in which the name of a game master is kept who may never have had a seat."""
        if self.name_of(user):
            return self
        return replace(self, former=(*self.former, Former(0, 0, user, name)))

    def follower(self, user: int) -> Follower | None:
        """That user as one who follows the game, also where nothing reaches them; `None` for all others."""
        return next((one for one in self.followers if one.user == user), None)

    def seats_of(self, user: int) -> tuple[int, ...]:
        """The seats that user holds."""
        return tuple(member.seat for member in self.members if member.user == user)

    def with_status(self, status: GameStatus) -> "GameRow":
        """The same game in another state."""
        return replace(self, status=status)


@dataclass(frozen=True)
class EntryRow:
    """A journal entry with the events it caused, as data, and the turn it belongs to.

    `away` tells in how many of the seconds since the entry before nobody could answer, as far as that was
    known when the entry was made: what is found out later changes no figures of a game.
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
    """A game of which it is kept what it came to: where it was played, and what its table agreed on."""

    id: str
    channel: int
    table: Mapping[str, str]


class KnownGame(NamedTuple):
    """A game that a channel has or had, as lists name it: when it was last changed, and who plays."""

    id: str
    slug: str
    status: GameStatus
    updated: int
    names: tuple[str, ...]


Unrated = Literal["", "practice", "game master", "taken over", "no result", "alone", "amended", "forced"]
"""Why a seat of a game counts for no rating; empty where it does.

The last two stand in results that were written down when nothing else of a game master's counted.
"""


class Weighed(NamedTuple):
    """Dice of one kind: how many there were, what they came to, and what was to be expected."""

    dice: int
    total: float
    expected: float


@dataclass(frozen=True)
class ResultRow:
    """What a seat of a finished game came to.

    `ended` is when the game was over, `seconds` how long it took without pauses and outages, `waited` how
    much of that the others waited for this seat. `place` is 0 where the game has no ranking for it; seats of
    one `team` win and lose together. `counts`
    and `dice` are the game's figures by their titles. `origin` is empty for games of this bot's own; else it
    says where the game was brought from. `user`, `name` and `listed` are not kept here: they are who has the
    seat by now (below 0: somebody who was forgotten), and whether they want to stand in lists.
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
"""Posts that tell a game: the newest of them carries its controls."""

ASKING: tuple[PostKind, ...] = ("call", "reminder")
"""Posts that call somebody to a question, and are closed when it is answered."""


@dataclass(frozen=True)
class PostRow:
    """A message the bot owes a channel, and how far it has got: the outbox.

    A post is due while `shown != wanted`: both count versions of its content, from 1 on. It tells the entries
    `first..last` and carries controls while `live`. `called` are the seats it mentions when it is first sent.
    A `call` is nothing but that: a line below the turn's post.
    `since` is an id that Discord gave to something before the post was owed: its message is a newer one.
    `message` is 0 until Discord has accepted it; `picture` and `alt` are the file name and the description
    of the board it shows, `attachment` is Discord's id of it. `attempts` failed tries; not before `retry` is
    the next.
    `restored`: a lobby's post tells that a copy of that time was brought back.
    `undone` are those of its entries that do not count any more, since the game was taken back.
    A `hall` post shows a finished game in the channel that its server has chosen for that.
    A `late` one calls, `asked` being when, who had quiet hours when there was news of the game.
    `asked`: a call or reminder is `live` as long as a question of that time is open. `unreached`: it stands
    for a direct message that its player did not let in.
    `gone` marks a post that can never be delivered (its message or channel was deleted).
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
        """Whether something is still to be sent or edited."""
        return self.shown != self.wanted and not self.gone


LetterKind = Literal["asked", "reminder", "news", "deck", "followed"]


@dataclass(frozen=True)
class LetterRow:
    """Something that a user who wishes for direct messages is to be told of a game, not before `at`.

    They are `asked` since that time, or reminded of it; there is news, as at the end (`asked` is 0 then); or
    they come next in the turn whose post begins with entry `first`. Who follows the game is told its entries
    `first..last` (`seat` is 0 then). It is kept until it was told, or is out of date.
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
    """Everything one accepted action writes, in one transaction.

    `game` and its members replace what is stored, `entry` is appended, what the stored `posts` should be is
    replaced by their id, who is awaited is taken from the game's position. Game and posts must be the next
    version of what is stored. `interaction` is Discord's id of what caused it (0: none). `tells_restored`:
    its posts tell the channel that a copy was brought back. `letters` are owed to people who wish for direct
    messages, `dropped` are the ids of letters that need not be told any more.
    """

    game: GameRow
    entry: EntryRow | None = None
    posts: tuple[PostRow, ...] = ()
    interaction: int = 0
    tells_restored: bool = False
    letters: tuple[LetterRow, ...] = ()
    dropped: tuple[int, ...] = ()


class Look(NamedTuple):
    """Up to which entry of a game that user was shown what happened, and when (seconds since 1970)."""

    user: int
    game: str
    entry: int
    at: int


class OpenGames(NamedTuple):
    """How many lobbies and games (lobbies among them) of one person are open, and how many on one server.

    `own_there`: how many of that person's are on that server.
    """

    lobbies: int
    games: int
    on_server: int
    own_there: int = 0


Urgency = tuple[bool, int]


def urgency(until: int, since: int) -> Urgency:
    """What sorts questions: the nearest deadline first, then, of those without any (0), the longest wait."""
    return not until, until or since


@dataclass(frozen=True)
class AwaitedRow:
    """A seat that is awaited somewhere: what `/games` lists and the clock looks at.

    `until` is when its standing answer is given, 0 when it may take its time; `remind` when its player is to
    be reminded, 0 for never, and `planned` when what they have planned is done; `message` is where they
    answer, 0 where that is not known.
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
        """What sorts the most urgent first."""
        return urgency(self.until, self.since)


@dataclass(frozen=True)
class RestoredRow:
    """An open game that a copy brought back `at` some time, and whose channel does not know yet.

    `taken` is when something was last done in any game of the copy: what came after it is lost. Seconds since
    1970, both.
    """

    game: str
    at: int
    taken: int
