"""Posts as they are made: whatever a game comes to, Discord takes what is said of it."""

import json
from collections.abc import Iterator, Sequence
from io import BytesIO

import pytest
from discord import File
from discord.http import handle_message_parameters
from discord.utils import MISSING
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot import menus, posts
from bot.pictures import BOARD
from bot.posts import Message
from bot.store.rows import EntryRow, GameRow, Member, PostRow
from render.encode import Picture
from rules.engine.event import dump_event
from rules.engine.match import Match
from rules.engine.options import BadOption
from rules.engine.registry import game as find_game
from rules.engine.registry import games
from sandbox import ManualClock
from sandbox.limits import parse
from sandbox.posting import MessageForm, Postmaster, Upload
from sandbox.world import World
from tests.laws import Table, tables

NAMES = ("*" * 32, "_`|~" * 8, "<@&" * 10, "W" * 32, "Ann", "🚢" * 32)
"""What people are called at their worst: all of it is escaped, or long, or both."""

BOARD_PICTURE = Picture(b"a board", 1200, 900)


class Letterbox:
    """Takes messages as Discord does, with all of its limits."""

    def __init__(self) -> None:
        self._world = World(ManualClock())
        self._postmaster = Postmaster(self._world)
        guild = self._world.add_guild("Harbour", self._world.add_user("Ann"))
        self._channel = self._world.add_channel(guild, "harbour")

    def send(self, message: Message) -> None:
        """Post the message. Raises ApiError where Discord would not take it."""
        draft = self._postmaster.draft(self._channel, self._world.bot)
        self._newest = self._postmaster.create(draft, *_form_of(message))

    def edit(self, message: Message) -> None:
        """Change the newest message into this. Raises ApiError where Discord would not take it."""
        self._postmaster.edit(self._newest, *_form_of(message))


def _form_of(message: Message) -> tuple[MessageForm, dict[str, Upload]]:
    """What is sent of a message."""
    files = [File(BytesIO(), message.picture_name, description=message.alt)] if message.picture else []
    with handle_message_parameters(view=message.view, files=files or MISSING) as sent:
        body = json.loads(sent.multipart[0]["value"]) if sent.multipart else sent.payload
    uploads = {f"files[{n}]": Upload(file.filename, b"", "image/png") for n, file in enumerate(files)}
    return parse(MessageForm, body), uploads


@pytest.fixture(scope="module")
def letterbox() -> Letterbox:
    return Letterbox()


@st.composite
def games_under_way(draw: st.DrawFn, slug: str) -> Table:
    """A random game, with options that fit its number of seats."""
    table = draw(tables(find_game(slug)))
    try:
        assert table.opened
    except BadOption:
        assume(False)
    return table


def moments(table: Table) -> Iterator[tuple[GameRow, Match, list[EntryRow]]]:
    """The game as the bot keeps it, at its start and after every entry, with the entries of the turn."""
    told: list[EntryRow] = []
    for before, advance in zip(table.matches, table.play, strict=False):
        yield row_of(table, before), before, told
        turn = table.game.turn(advance.match.shown)
        entry = EntryRow(advance.entry, tuple(dump_event(event) for event in advance.events), turn)
        told = [*(earlier for earlier in told if earlier.turn == turn), entry]
    last = table.matches[-1]
    yield row_of(table, last), last, told


def row_of(table: Table, match: Match) -> GameRow:
    """The stored game of that match, where people bear the worst of names."""
    members = tuple(
        Member(seat, 10**18 + seat, NAMES[(table.luck + seat) % len(NAMES)])
        for seat in range(1, table.seats + 1)
    )
    return GameRow(
        "CDFHJK", 1, 2, table.game.slug, match.position.status, 10**18, 0, 0,
        members=members, opening=match.opening, seed=match.seed, position=match.position,
    )  # fmt: skip


def post_all(letterbox: Letterbox, row: GameRow, match: Match, told: Sequence[EntryRow]) -> None:
    """Post everything that is said of that moment, in public and in private."""
    awaited = tuple(one.seat for one in match.position.awaited)
    post = PostRow(1, row.id, "turn", row.channel, called=awaited, message=1, picture=BOARD, alt="A board.")
    view = match.game.view(match.shown, None)
    for one in match.position.awaited:
        letterbox.send(Message(posts.layout(*menus.offer(posts.choice_of(row, match, one)).rows)))
    letterbox.send(posts.turn_post(row, post, match, view, told, BOARD_PICTURE, "A lesson. " * 80))
    letterbox.edit(posts.retired_post(row, post, match, told))


@pytest.mark.parametrize("slug", games())
@settings(max_examples=10)
@given(data=st.data())
def test_discord_takes_the_post_of_every_position(
    letterbox: Letterbox, slug: str, data: st.DataObject
) -> None:
    table = data.draw(games_under_way(slug))
    journal: list[EntryRow] = []
    for row, match, turn in moments(table):
        journal += turn[len(turn) - 1 :]
        post_all(letterbox, row, match, turn)
        post_all(letterbox, row, match, journal)
