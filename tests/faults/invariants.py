"""The invariants after every bad day: the journal, the people and the channels agree."""

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise, product

from discord import ui

from bot.narration.emojis import Emoji, Emojis, showing
from bot.narration.narrator import narrator_of
from bot.narration.post_story import BEFELL, FOLD, PostStory, StoryWriter
from bot.narration.story_counts import StoryCounts
from bot.narration.undo_lines import TAKEN_BACK
from bot.posts import content
from bot.posts.message import Message as Composed
from bot.records.gains import before, gains, seated
from bot.records.results import results_of
from bot.records.statistics import reckoned
from bot.sessions.outbox_planner import next_post
from bot.sessions.passages import passage_of
from bot.sessions.recent_steps import turns_in
from bot.sessions.undo_path import undo_paths_in
from bot.store.rows import EntryRow, GameRow, PostRow, ResultRow
from bot.store.store import Store
from rules.engine.entries import KICKED, KICKED_OFFERED
from rules.engine.entry import Entry, Role
from rules.engine.game import AnyGame
from rules.engine.journal import line
from rules.engine.match import Match
from rules.engine.registry import game as find_game
from rules.engine.verify import verify
from sandbox import Channel, Message, Sandbox
from sandbox.world.components import Button, Menu, walk
from tests.faults import lines
from tests.faults.ledger import MISHAP, About, Deed, Ledger

BESIDE = (
    BEFELL,
    FOLD,
    TAKEN_BACK,
    content.UNDONE,
    content.LOCKED,
    content.LEFT_OUT,
    "-# The game goes on here.",
)
"""The beginnings of lines in a story that repeat other lines, or introduce the story."""

_EMOJI, _ANY = re.compile(r"<a?:\w+:\d+>"), Emoji("any", 1)
_LINK = re.compile(r"<(/[^:<>]+):\d+>")
"""A clickable command. Texts composed here have only its name, sometimes as code."""


@dataclass(frozen=True)
class Record:
    """All stored data of one game."""

    row: GameRow
    journal: list[EntryRow]
    posts: list[PostRow]
    results: Sequence[ResultRow] = ()
    """The results of its server's games."""
    unlisted: frozenset[int] = frozenset()
    """The players who are in no lists."""

    @property
    def match(self) -> Match | None:
        """The match with its journal; `None` while the game is in its lobby."""
        row = self.row
        if row.opening is None or row.position is None:
            return None
        match = Match(find_game(row.slug), row.opening, row.seed, row.position)
        return match.with_journal([line.entry for line in self.journal])

    @property
    def turns(self) -> list[PostRow]:
        """The posts that narrate the game. If a deleted message was replaced, only the newer post counts."""
        return list({post.first: post for post in self.posts if post.kind == "turn"}.values())


async def problems(store: Store, discord: Sandbox, ledger: Ledger) -> list[str]:
    """Return everything that is wrong, in sentences. Nothing may be in progress any more."""
    ledger.read_late_answers()
    records = [await _record(store, game) for game in await _games(store, ledger)]
    found = _mishaps(ledger)
    for record in records:
        found += [
            f"game {record.row.id}: {problem}"
            for problem in (*await _of_game(record, discord, ledger.deleted), *_untold(record, ledger))
        ]
    owed = [post for record in records for post in record.posts]
    for channel in discord.world.channels.values():
        if channel.guild is None:
            continue
        found += _of_channel(channel, [post for post in owed if post.channel == channel.id])
    found += await unrecorded(store, records)
    seen = [deed for deed in ledger.deeds if await store.seen(deed.reply.interaction.id)]
    return [*found, *_of_people(ledger.deeds, seen, records), *_of_looks(ledger.deeds, records)]


async def _games(store: Store, ledger: Ledger) -> set[str]:
    return {row.id for row in await store.open_games()} | set(ledger.games)


async def _record(store: Store, game: str) -> Record:
    row = await store.game(game)
    assert row is not None, f"game {game} was shown and is not stored"
    results, players = await store.results_on(row.guild), [member.user for member in row.members]
    unlisted = await store.unlisted(players)
    return Record(row, await store.entries(game), await store.posts(game), results, unlisted)


def _mishaps(ledger: Ledger) -> list[str]:
    return [f"{deed.person.name} was told: {deed.read}" for deed in ledger.deeds if MISHAP in deed.read]


# The game


async def _of_game(record: Record, discord: Sandbox, deleted: Set[int]) -> list[str]:
    match = record.match
    journal = list(verify(match).problems) if match else []
    undelivered = await _undelivered(record, discord, deleted)
    return [*journal, *_gaps(record), *_of_those_taken_out(record), *undelivered]


def _gaps(record: Record) -> list[str]:
    """Return violations of this rule: the posts narrate every public entry exactly once, in order."""
    told = [number for post in record.turns for number in range(post.first, post.last + 1)]
    public = [line.entry.number for line in record.journal if not line.entry.secret]
    missing = sorted(set(public) - set(told))
    twice = [number for number, times in Counter(told).items() if times > 1]
    found = []
    if missing:
        found.append(f"no post tells the entries {missing}")
    if twice:
        found.append(f"several posts tell the entries {twice}")
    if told != sorted(told):
        found.append(f"the posts tell the entries out of order: {told}")
    return found


class _AnyEmoji(Emojis):
    """Emojis in which all signs have the same emoji."""

    def of(self, game: AnyGame, sign: str) -> Emoji | None:
        return _ANY


def _untold(record: Record, ledger: Ledger) -> list[str]:
    """Return violations of this rule: all public narration comes from the stored journal."""
    match = record.match
    if match is None:
        return []
    narrator = narrator_of(record.row, match.shown, undo_paths_in(record.journal))
    narrator.counts = StoryCounts(match.game, record.journal)
    known = set[str]()
    # A post shows the emojis that the bot had uploaded by then.
    for emojis in (Emojis(), _AnyEmoji()):
        with showing(emojis):
            known.update(
                part for row in record.journal for said in narrator.tell(row) for part in said.splitlines()
            )
            for turn in (turn for way in ways(record.journal) for turn in turns_in(match.game, way)):
                for end in range(1, len(turn.parts) + 1):
                    # A post may narrate the entries of a turn that exist when it is sent.
                    told = narrator.tell_parts(turn.parts[:end])
                    known.update(part for said in told for part in said.splitlines())
    shown = {_plain(line) for post in record.turns for line in ledger.told.get(post.message, ())}
    return [
        f"was told {line!r}, which is in no journal"
        for line in shown - set(map(_plain, known))
        if line and not line.startswith(BESIDE)
    ]


def ways(journal: Sequence[EntryRow]) -> Iterator[list[EntryRow]]:
    """Yield the journals that posts may have narrated: the complete journal, and each line up to its end.

    A post may begin after news that is not part of the game.
    """
    entries = [row.entry for row in journal]
    parents = {entry.parent for entry in entries if entry.moves}
    yield [*journal]
    for end in (entry.number for entry in entries if entry.moves and entry.number not in parents):
        counts = set(line(entries, end))
        yield [row for row in journal if row.entry.number in counts or not row.entry.moves]
        yield [row for row in journal if row.entry.number in counts]


def _of_those_taken_out(record: Record) -> list[str]:
    """Return violations of this rule: a removed player acts only after a game master gives them a seat."""
    if record.row.opening is None:
        return []
    players, out, found = [*record.row.opening.players], set[str](), list[str]()
    for entry in (row.entry for row in record.journal):
        if entry.kind == "substitute":
            if entry.label in {KICKED, KICKED_OFFERED}:
                out.add(players[entry.seat - 1])
            players[entry.seat - 1] = entry.what
            out.discard(entry.what)
        elif (
            entry.kind in {"act", "plan", "undo"} and entry.actor.role == "seat" and entry.actor.player in out
        ):
            found.append(f"entry {entry.number} is by {entry.actor.player}, who was taken out before")
    return found


async def _undelivered(record: Record, discord: Sandbox, deleted: Set[int]) -> list[str]:
    found = []
    for post in record.posts:
        message = discord.world.messages.get(post.message)
        is_lost = post.message in deleted or post.channel not in discord.world.channels
        if post.kind == "call" and post.gone and not post.message:
            # The mentioned player had no decision any more before the message was sent.
            continue
        if message and not post.due:
            differences = await _differences(record, post, message, discord.world.bot.id)
            found += [f"post {post.id}: {problem}" for problem in differences]
        elif post.due or not is_lost:
            found.append(f"post {post.id} is not in the channel: {post}")
    return found


async def _differences(record: Record, post: PostRow, message: Message, bot: int) -> list[str]:
    """Return the differences between a message and the current state of its post."""
    found = []
    if message.nonce != str(post.id):
        found.append(f"message {message.id} has the nonce {message.nonce}")
    if post.kind == "call":
        # A mention shows the question at the time of sending.
        return [*found, *(f"the call offers {part}" for part in (*message.buttons, *message.menus))]
    if post.kind in {"reminder", "late", "hall"}:
        return found
    newest = [told for told in record.posts if told.kind in {"lobby", "turn"}][-1].id == post.id
    wanted = await _composed(record, post, bot, newest=newest)
    shown, text = _plain(message.text), _plain(_text(wanted))
    if shown != text:
        found.append(f"shows {shown!r} instead of {text!r}")
    offered = [part.custom_id for part in walk(message.components) if isinstance(part, Button | Menu)]
    if offered != _controls(wanted):
        found.append(f"has the controls {offered} instead of {_controls(wanted)}")
    if newest and post.kind == "turn" and not message.pictures:
        found.append("has no picture")
    return found


async def _composed(record: Record, post: PostRow, bot: int, *, newest: bool) -> Composed:
    match = record.match
    if post.kind == "lobby" or match is None:
        lobbies = (one for one in record.posts if one.id > post.id and one.kind == "lobby")
        following = next(lobbies, None)
        if following is not None and not post.live:
            return content.left_lobby_post(record.row, post, following)
        return content.lobby_post(record.row, post, bot)
    waiting = next_post(record.row, post, match.game.turn(match.shown), bot) if post.live and newest else None
    told = await _story(record, match, waiting or post, bot)
    if post.live and newest:
        view = match.game.view(match.shown, None)
        aside = "\n".join(_came_out(record, match, bot)) if match.finished else ""
        return content.turn_post(record.row, post, match, content.Board(view), told, aside, bot)
    later = [one for one in record.posts if one.id > post.id and one.kind == "turn"]
    following = next((one for one in later if not one.gone), None)
    return content.retired_post(
        record.row,
        post,
        match,
        told,
        content.way_onward(record.row, post, following, following.message if following else 0),
    )


def _came_out(record: Record, match: Match, bot: int) -> Iterator[str]:
    """Yield wrong results of a finished game, and wrong changes of ratings and records."""
    own = seated(record.row, results_of(record.row, match, record.journal), record.unlisted)
    yield reckoned(record.row, match, record.journal)
    yield from gains(own, before(record.results, own), bot)


async def _story(record: Record, match: Match, post: PostRow, bot: int) -> PostStory:
    async def read(first: int, last: int) -> Sequence[EntryRow]:
        return record.journal[first - 1 : last]

    passage = await passage_of(match.game, record.row, post, read, bot)
    narrator = narrator_of(record.row, match.shown, passage.journeys)
    narrator.counts = StoryCounts(match.game, record.journal)
    return StoryWriter(record.row, match, passage, narrator, post.undone, bot).story()


def _text(message: Composed) -> str:
    shown = [item.content for item in message.view.walk_children() if isinstance(item, ui.TextDisplay)]
    return "\n".join(filter(None, shown))


def _plain(text: str) -> str:
    """Return the text without the marks of clickable or typed commands, and with one emoji for all emojis."""
    return _EMOJI.sub(str(_ANY), _LINK.sub(r"\1", text).replace("`", ""))


def _controls(message: Composed) -> list[str | None]:
    made = message.view.walk_children()
    return [item.custom_id for item in made if isinstance(item, ui.Button | ui.Select)]


# The records


async def unrecorded(store: Store, records: Sequence[Record]) -> list[str]:
    """Return violations of this rule: every finished game's result is recorded once, as in its journal."""
    found = [f"the result of game {game} is not stored" for game in await store.unrecorded()]
    guilds = {record.row.guild for record in records}
    kept = [result for guild in guilds for result in await store.results_on(guild)]
    for record in records:
        if record.match is None or not record.match.finished:
            continue
        wanted = {_came_to(one) for one in results_of(record.row, record.match, record.journal)}
        written = {_came_to(one) for one in kept if one.game == record.row.id}
        if written != wanted:
            found.append(f"game {record.row.id} came to {wanted}, and {written} is written down")
    return found


def _came_to(result: ResultRow) -> str:
    """Return what counts for records and ratings, and the duration."""
    counted = sorted(result.counts.items())
    times = (result.turns, result.seconds, result.waited)
    return repr((result.seat, result.place, result.team, times, result.unrated, counted))


# The channel


def _of_channel(channel: Channel, owed: Sequence[PostRow]) -> list[str]:
    """Return violations of this rule: the channel has each of the bot's known posts once and in order."""
    shown = [
        message.id for message in channel.messages.values() if message.author.bot and not message.ephemeral
    ]
    known = [post.message for post in sorted(owed, key=lambda post: post.id) if post.message in shown]
    if shown == known:
        return []
    return [f"in #{channel.name} stand the messages {shown}, the bot knows of {known}"]


# The people


LOOKED = "everybody is told that you looked"
"""The words of the answer to people who saw something hidden."""

_SPENDING = ("fire", "sail")
_ONE_CHOICE: Mapping[str, Container[tuple[str, str]]] = {
    "privateer": {*product(_SPENDING, _SPENDING)},
    "kraken_bay": {("sail", "end_turn")},
    "dangerous_sea": {
        ("sail", "sail"), ("sail", "harvest"), ("sail", "take_stone"), ("harvest", "take_stone")
    },
}  # fmt: skip
"""Kinds of successive entries that a single choice may make, because it means several actions."""


def _of_people(deeds: Sequence[Deed], seen: Sequence[Deed], records: Sequence[Record]) -> list[str]:
    answered = {deed.page for deed in seen}
    found = [
        f"{deed.person.name} was told “{deed.read}”, but {deed.reply} is not stored"
        for deed in deeds
        if deed.told and deed.about not in {"look", "wish"} and deed.page not in answered
    ]
    done = Counter[About](deed.about for deed in seen)
    entered = [line.entry for record in records for line in record.journal]
    causes = Counter(map(_cause, entered))
    stored: dict[About, int] = {
        "new": len(records),
        "join": sum(len(record.row.members) - 1 for record in records),
        "start": sum(record.row.opening is not None for record in records),
        "play": causes["play"],
        "master": causes["master"],
        "vote": causes["vote"],
        "plan": causes["plan"],
        "wish": 0,
        "look": 0,
    }
    more_of_a_line = sum(len(deed.actions) - 1 for deed in seen if deed.actions)
    by_players = sum(more_of_one_choice(record, "seat") for record in records)
    # A game master's action for a player may mean several actions, too.
    by_masters = sum(more_of_one_choice(record, "gm") for record in records)
    fewest = {
        "play": causes["play"] - by_players - more_of_a_line,
        "master": causes["master"] - by_masters,
    }
    for about, times in stored.items():
        if not fewest.get(about, times) <= done[about] <= times:
            found.append(f"{done[about]} interactions of the kind “{about}” took effect {times} times")
    games = [(record.row, match, record.journal) for record in records if (match := record.match)]
    return [*found, *lines.missing(deeds, games)]


def _of_looks(deeds: Sequence[Deed], records: Sequence[Record]) -> list[str]:
    """Return violations of this rule: every look of a game master at hidden things is in the journal."""
    looked = Counter(str(deed.person.id) for deed in deeds if deed.told and LOOKED in deed.read)
    entered = Counter(
        str(record.row.user_of(line.entry.actor.player))
        for record in records
        for line in record.journal
        if line.entry.kind == "look"
    )
    return [f"a look of {who} is missing from the audit" for who in (looked - entered)]


def more_of_one_choice(record: Record, role: Role) -> int:
    """Return the number of entries by `role` that may come from the same choice as the previous entry."""
    entries = [line.entry for line in record.journal]
    return sum(
        one.actor.role == role and _may_be_one(record.row.slug, one, other)
        for one, other in pairwise(entries)
    )


def _may_be_one(slug: str, one: Entry, other: Entry) -> bool:
    if one.actor != other.actor or {one.kind, other.kind} != {"act"}:
        return False
    # The button “always” gives the order and the answer.
    words = one.what.split()[0], other.what.split()[0]
    return one.standing or words in _ONE_CHOICE.get(slug, ())


def _cause(entry: Entry) -> About | None:
    """Return the deed that made this entry; `None` if the bot or the clock made it."""
    role = entry.actor.role
    if role == "system":
        return None
    # A game master who takes a free seat gives no reason.
    takes_seat = entry.kind == "substitute" and not entry.reason
    if entry.kind in {"agree", "refuse"} or takes_seat or (role == "seat" and _all_agreed(entry)):
        return "vote"
    if role == "seat":
        return "plan" if entry.kind in {"plan", "unplan"} else None if entry.plan else "play"
    return "master" if role == "gm" else None


def _all_agreed(entry: Entry) -> bool:
    """Return whether a player's entry carries out the consent of the others, or asks for it."""
    back = entry.kind == "undo" and not entry.seat
    return back or entry.kind in {"propose", "substitute", "fresh", "pause", "resume", "end"}
