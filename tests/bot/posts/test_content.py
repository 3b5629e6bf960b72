"""Whatever happens in a game, Discord accepts the bot's posts about it."""

import asyncio
import json
import random
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import get_args

import pytest
from discord import ui
from discord.http import handle_message_parameters
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.narration.emojis import Emoji, Emojis, showing
from bot.narration.narrator import narrator_of
from bot.narration.post_story import PostStory, StoryWriter
from bot.narration.seat_marks import with_mark
from bot.narration.seat_names import prompt_of
from bot.posts import content, menu_controls, menus
from bot.posts.command_links import CommandLinks
from bot.posts.control_emojis import put_signs
from bot.posts.message import NOW, Message, layout
from bot.posts.plain_posts import plain_lobby, plain_retired, plain_turn
from bot.sessions.passages import passage_of
from bot.store.rows import EntryRow, GameRow, GameStatus, Guest, Member, PostRow, Vote
from render.encode import Picture
from rules.engine.action import Action, Resign
from rules.engine.chance import Chance, QuickStream
from rules.engine.entries import End, Pause
from rules.engine.entry import Actor
from rules.engine.event import dump_event
from rules.engine.label import Label
from rules.engine.match import Match
from rules.engine.options import BadOption
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from rules.engine.texts import signs
from rules.port_flower import GAME, PortFlower
from rules.port_flower.state import RaceState
from sandbox import ManualClock
from sandbox.office.limits import parse
from sandbox.office.posting import MessageForm, Postmaster, Upload
from sandbox.world.emojis import ApplicationEmoji
from sandbox.world.world import World
from tests.laws import Table, tables

NAMES = ("*" * 32, "_`|~" * 8, "<@&" * 10, "W" * 32, "Ann", "🚢" * 32, "שa" * 16)
"""The most difficult names of people: with markup, very long, or both."""

MASTER = Actor(role="gm", player="1" * 19)

MACHINE = 10**18 + 77
"""The bot's user as a player."""

BOARD_PICTURE = Picture(b"a board", 1200, 900, Picture(b"a close-up", 800, 600))


SELDOM = 3
"""Votes and halts are posted at one position in three, because they look the same at all positions."""

LOOP = asyncio.new_event_loop()
"""The event loop for reading journals. A new loop each time would take a fifth of the tests' time."""

LINKS = CommandLinks()
LINKS.learn(dict.fromkeys(("game log", "game verify", "play", "game board", "gm resume"), 10**18))
"""The commands that are clickable in posts, if there is room."""


EMOJIS = {
    (one.slug, key): Emoji(f"{key}_0123abcd", 10**18 + number)
    for one in games().values()
    for number, key in enumerate(signs(one))
}
SHOWN = Emojis()
SHOWN.learn(EMOJIS)


class Letterbox:
    """Accepts messages with all of Discord's limits."""

    def __init__(self) -> None:
        self._world = World(ManualClock())
        self._postmaster = Postmaster(self._world)
        guild = self._world.add_guild("Harbour", self._world.add_user("Ann"))
        self._channel = self._world.add_channel(guild, "harbour")
        for (_, key), emoji in EMOJIS.items():
            self._world.emojis[emoji.id] = ApplicationEmoji(emoji.id, key, b"", "image/png")

    def send(self, message: Message) -> int:
        """Post the message. Returns its picture's id. Raises ApiError if Discord would refuse it."""
        put_signs(message.view, SHOWN)
        LINKS.link(message.view)
        draft = self._postmaster.draft(self._channel, self._world.bot)
        self._newest = self._postmaster.create(draft, *_form_of(message))
        return self._newest.attachments[0].id if self._newest.attachments else 0

    def edit(self, message: Message) -> None:
        """Edit the newest message to show `message`. Raises ApiError if Discord would refuse it."""
        LINKS.link(message.view)
        self._postmaster.edit(self._newest, *_form_of(message))


def _form_of(message: Message) -> tuple[MessageForm, dict[str, Upload]]:
    """Return the form and the files that are sent for a message."""
    with handle_message_parameters(view=message.view, attachments=message.attachments()) as sent:
        body = json.loads(sent.multipart[0]["value"]) if sent.multipart else sent.payload
    uploads = {
        f"files[{n}]": Upload(file.filename, b"", "image/png") for n, file in enumerate(message.files())
    }
    return parse(MessageForm, body), uploads


@pytest.fixture(scope="module")
def letterbox() -> Letterbox:
    return Letterbox()


def fits(table: Table) -> bool:
    """Return whether the table's options fit its number of seats."""
    try:
        return table.opened.position.last > 0
    except BadOption:
        return False


def moments(table: Table) -> Iterator[tuple[GameRow, Match, list[EntryRow]]]:
    """Yield the game at its start and after every entry, with its journal."""
    journal = [EntryRow(table.opened.entries[0], (), table.game.turn(table.opened.shown))]
    for before, advance in zip(table.matches, table.play, strict=False):
        yield row_of(table, before), before, journal
        turn = table.game.turn(advance.match.shown)
        entry = EntryRow(advance.entry, tuple(dump_event(event) for event in advance.events), turn)
        journal = [*journal, entry]
    last = table.matches[-1]
    yield row_of(table, last), last, journal


def since_the_turn_began(journal: Sequence[EntryRow]) -> int:
    """Return the number of the entry that began the current turn."""
    changes = (one.entry.number for before, one in pairwise(journal) if before.turn != one.turn)
    return max(changes, default=1)


def halted(table: Table, match: Match, told: Sequence[EntryRow]) -> Iterator[tuple[Match, list[EntryRow]]]:
    """Yield the match after a game master's pause, and after an end without a result."""
    if match.finished:
        return
    for draft in (Pause(), End()):
        advance = match.enter(draft, MASTER, 0, "*" * 200)
        turn = table.game.turn(advance.match.shown)
        yield advance.match, [*told, EntryRow(advance.entry, (), turn)]


def with_vote(row: GameRow) -> GameRow:
    """Return the game while players are asked whether somebody may take over the first seat."""
    asked = tuple(member.user for member in row.members[1:])
    return replace(row, vote=Vote(1, 10**18, NAMES[0], 10**18, "*" * 200, 1, asked))


def row_of(table: Table, match: Match) -> GameRow:
    """Return the stored game of a match whose people have the most difficult names."""
    members = tuple(
        Member(seat, 10**18 + seat, NAMES[(table.luck + seat) % len(NAMES)])
        for seat in range(1, table.seats + 1)
    )
    return GameRow(
        "CDFHJK", 1, 2, table.game.slug, match.position.status, 10**18, 0, 0,
        members=members, opening=match.opening, seed=match.seed, position=match.position,
    )  # fmt: skip


def story_at(
    row: GameRow, match: Match, journal: Sequence[EntryRow], first: int, undone: Collection[int] = ()
) -> PostStory:
    """Return the story of a post whose entries run from number `first` to the end of the journal."""

    async def read(start: int, end: int) -> Sequence[EntryRow]:
        return journal[start - 1 : end]

    called = tuple(one.seat for one in match.position.awaited)
    post = replace(post_of(row), first=first, last=journal[-1].entry.number, called=called)
    passage = LOOP.run_until_complete(passage_of(match.game, row, post, read, MACHINE))
    narrator = narrator_of(row, match.shown, passage.journeys)
    return StoryWriter(row, match, passage, narrator, undone, MACHINE).story()


def ask_all(letterbox: Letterbox, row: GameRow, match: Match) -> None:
    """Send the private questions to all awaited players."""
    for one in match.position.awaited:
        letterbox.send(
            Message(layout(*menu_controls.controls(menus.menu_of(row.id, match, one, row.names())).rows))
        )


def post_all(
    letterbox: Letterbox, row: GameRow, match: Match, journal: Sequence[EntryRow], first: int
) -> None:
    """Send all posts about a position, complete and as plain text.

    The post narrates the entries from number `first` on.
    """
    view, told = match.game.view(match.shown, None), story_at(row, match, journal, first)
    board = content.Board(view, BOARD_PICTURE)
    sent = content.turn_post(row, post_of(row), match, board, told, "A lesson. " * 217)
    assert_calls(row, match, sent)
    post = post_of(row, attachment=letterbox.send(sent), picture=sent.picture_name, alt=sent.alt)
    going = content.turn_post(row, post, match, board, told, "A lesson. " * 217)
    assert [file.filename for file in going.files()] == [NOW]
    letterbox.edit(going)
    onward = content.way_onward(row, post, post, 10**18)
    letterbox.edit(content.retired_post(row, post, match, told, onward))
    undone = range(1, match.position.last)
    struck = story_at(row, match, journal, first, undone)
    letterbox.edit(content.retired_post(row, replace(post, undone=tuple(undone)), match, struck, onward))
    for plain in (*plain_turn(row, post, match, told), *plain_retired(row, post, match, told)):
        letterbox.send(plain)


def notification(message: Message) -> str:
    """Return the text of a phone's notification, with the longest possible names."""
    first = message.view.children[0]
    assert isinstance(first, ui.TextDisplay)
    named = re.sub(r"<@\d+>", "@" + "W" * 32, re.sub(r"<(:\w+:)\d+>", r"\1", first.content))
    return " ".join(re.sub(r"^(#+|-#) |[*`\\]", "", named, flags=re.MULTILINE).split())[:150]


def assert_calls(row: GameRow, match: Match, sent: Message) -> None:
    """Assert that the notification names the game, and the awaited players or why nobody is awaited."""
    shown = notification(sent)
    assert shown.startswith(match.game.title)
    asked = next(iter(match.position.awaited), None)
    if row.vote is not None and not match.finished:
        assert "take over the seat of" in shown
    elif match.position.status == "paused":
        assert "The game is paused." in shown
    elif match.finished or asked is None:
        assert re.search("The game (is over|was ended without a result)", shown)
    else:
        decision = match.decision_of(asked.seat)
        assert decision is not None
        who = re.sub(r"<(:\w+:)\d+>", r"\1", with_mark(match, decision.seat, "@" + "W" * 32))
        called = f"{who} {prompt_of(match, decision, row.names())}"
        assert re.sub(r"[*`\\]", "", called)[:60].rstrip() in shown


def post_of(row: GameRow, attachment: int = 0, picture: str = "", alt: str = "") -> PostRow:
    """Return a post that mentions everybody."""
    called = tuple(member.seat for member in row.members)
    return PostRow(
        1, row.id, "turn", row.channel,
        called=called, message=1, attachment=attachment, picture=picture, alt=alt,
    )  # fmt: skip


@pytest.mark.parametrize("slug", games())
@settings(max_examples=7)
@given(data=st.data())
def test_discord_takes_the_post_of_every_position(
    letterbox: Letterbox, slug: str, data: st.DataObject
) -> None:
    table = data.draw(tables(find_game(slug)).filter(fits))
    with showing(SHOWN if table.luck % 2 else Emojis()):
        for number, (row, match, journal) in enumerate(moments(table)):
            first = since_the_turn_began(journal)
            ask_all(letterbox, row, match)
            post_all(letterbox, row, match, journal, first)
            if number % SELDOM:
                continue
            post_all(letterbox, with_vote(row), match, journal, 1)
            for stopped, told in halted(table, match, journal):
                ask_all(letterbox, row_of(table, stopped), stopped)
                post_all(letterbox, with_vote(row_of(table, stopped)), stopped, told, first)


@pytest.mark.parametrize("slug", games())
@settings(max_examples=10)
@given(data=st.data())
def test_discord_takes_the_post_of_every_lobby(letterbox: Letterbox, slug: str, data: st.DataObject) -> None:
    table = data.draw(tables(find_game(slug)).filter(fits))
    row = replace(row_of(table, table.opened), options=table.options.model_dump(mode="json"))
    guests = tuple(Guest(10**18 + number, name, 1) for number, name in enumerate(NAMES))
    with_bot = replace(row, members=(*row.members[1:], Member(1, MACHINE, NAMES[0])))
    rows = [row, replace(row, members=(), seed=b""), replace(with_bot, waiting=guests, invited=guests)]
    posts = [
        PostRow(1, row.id, "lobby", channel, live=live, restored=restored)
        for channel in (row.channel, row.channel + 1)
        for live in (True, False)
        for restored in (0, 10**9)
    ]
    for lobby, status, post in product(rows, get_args(GameStatus), posts):
        shown = lobby.with_status(status)
        for message in (content.lobby_post(shown, post, MACHINE), *plain_lobby(shown, post, MACHINE)):
            assert notification(message).startswith(f"⚓ {table.game.title}")
            letterbox.send(message)


def test_menus_call_seats_without_names_of_their_own_by_their_players() -> None:
    class Told(PortFlower):
        """Port Flower in which every choice has the same label."""

        def label(self, state: RaceState, seat: int, action: Action, depth: int) -> Label:
            return Label("Shark 1 hits Seat 2", "Seat 2 goes back", "")

    state, _ = GAME.start(GAME.options(), 2, Chance(QuickStream(random.Random(1))))

    def said(**names: str) -> tuple[str, str]:
        called = {1: names["one"], 2: names["two"]}
        return menus.Menu(Told(), state, 1, (), (), "1", 1, called).label(Resign(), 1)[:2]

    assert said(one="Ann", two="Bo") == ("Shark 1 hits Bo", "Bo goes back")
    assert said(one="Ann", two="Ann")[0] == "Shark 1 hits Ann (B)"
    assert said(one="Ann", two="Annabel the Long-winded")[0] == "Shark 1 hits Annabel"


def test_a_place_is_numbered_only_beside_the_picture_that_shows_the_number() -> None:
    class Numbered(PortFlower):
        """Port Flower in which every choice has the same label, with a number."""

        def label(self, state: RaceState, seat: int, action: Action, depth: int) -> Label:
            return Label("Boat to H6", number=3)

    state, _ = GAME.start(GAME.options(), 2, Chance(QuickStream(random.Random(1))))
    menu = menus.Menu(Numbered(), state, 1, (), (), "1", 1, {1: "Ann"})
    assert menu.label(Resign(), 1).text == "Boat to H6"
    assert menu.with_numbers().label(Resign(), 1).text == "3 · Boat to H6"
