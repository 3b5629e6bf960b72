"""Tests what Discord really does with the bot's messages, in a channel where that disturbs nobody.

    findings = await Trial(client, channel).all()

Each question covers numbered points that Discord's documentation leaves open, or that the bot once got wrong.
At the end everything that was posted is deleted. `NEEDS_A_PERSON` lists checks that only a person can do.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import ui
from discord.http import Route

from bot.client import Harbourmaster
from bot.discord_errors import DISCORD_FAILED, THREAD_ARCHIVED, is_bad_form
from bot.interactions.commands.registration import register
from bot.posts.control_ids import ControlId
from bot.posts.message import layout
from bot.sessions.table import Table
from bot.store.rows import GameRow, Member, PostRow
from rules.engine.entries import Note, Timeout
from rules.engine.entry import Actor
from rules.engine.errors import HarbourmasterError
from rules.engine.match import TIMEOUT

GAME = "port_flower"

GALLERY, TEXT, CONTROLS = 12, 10, {2, 3}
"""Discord's types of components: a gallery, a text, buttons and menus."""

PRIVILEGED = {
    "presences": 1 << 12 | 1 << 13,
    "members": 1 << 14 | 1 << 15,
    "message content": 1 << 18 | 1 << 19,
}
"""The flags of an application for each privileged intent, which differ for verified and small bots."""

NEEDS_A_PERSON = (
    "5: type /play and /gm task:move where you may not write yourself, and where you may not open threads",
    "6: choose the same entry of a menu twice in a row",
    "7: look at the notification of a post on a phone",
    "8: after an hour, watch how often Discord lets an old post be edited (30046)",
    "10: join a game in a thread from outside it",
    "15: click a command in a post",
    "16: look at a mention of somebody who has left the server",
)

Raw = Mapping[str, Any]
"""JSON from Discord."""


@dataclass(frozen=True)
class Finding:
    """The result of a question about `points`: what Discord did, and whether that was expected."""

    points: str
    expected: bool
    told: str


Probe = Callable[[], Awaitable[Finding]]


class Trial:
    """Asks all questions in one channel. `client` is logged in and has a temporary store."""

    def __init__(self, client: Harbourmaster, channel: discord.TextChannel) -> None:
        self._client = client
        self._http = client.http
        self._channel = channel
        self._sent: list[tuple[int, int]] = []
        """The channel and the id of each message to delete."""
        self._threads: list[discord.Thread] = []
        self._table: Table | None = None

    async def all(self) -> list[Finding]:
        """Ask all questions, then clean up."""
        try:
            return [await self._answer(question) for question in self._questions()]
        finally:
            await self.clean_up()

    async def clean_up(self) -> None:
        """Delete everything that was posted. A thread that cannot be deleted is archived."""
        if self._table is not None:
            self._sent += [(post.channel, post.message) for post in await self._posts() if post.message]
        for channel, message in self._sent:
            try:
                await self._http.delete_message(channel, message)
            except DISCORD_FAILED:
                continue
        for thread in self._threads:
            try:
                await thread.delete()
            except DISCORD_FAILED:
                await thread.edit(archived=True)
        self._sent.clear()
        self._threads.clear()

    def _questions(self) -> Sequence[Probe]:
        return (
            self._commands, self._application, self._logins, self._lobby, self._turn, self._mentions,
            self._retired, self._bad_form, self._nonce, self._limits, self._thread, self._sleeping_thread,
        )  # fmt: skip

    async def _answer(self, question: Probe) -> Finding:
        try:
            return await question()
        except (*DISCORD_FAILED, HarbourmasterError) as error:
            return Finding("?", expected=False, told=f"{question.__name__.strip('_')} failed: {error}")

    # Commands and the application

    async def _commands(self) -> Finding:
        known: list[Raw] = [*await self._http.get_global_commands(self._client.application_id or 0)]
        offered = {
            name: {repr(command.get(name)) for command in known}
            for name in ("contexts", "integration_types", "default_member_permissions", "nsfw")
        }
        versions = {command["version"] for command in known}
        ids = await register(self._client.tree)
        again: list[Raw] = [*await self._http.get_global_commands(self._client.application_id or 0)]
        same = versions == {command["version"] for command in again}
        told = ", ".join(f"{name} {'/'.join(sorted(values))}" for name, values in offered.items())
        written = (
            "a second look finds no difference" if same else "they were WRITTEN AGAIN, which costs creations"
        )
        expected = same and offered["contexts"] == {"[0]"} and offered["integration_types"] == {"[0]"}
        return Finding("11, 15", expected, f"{len(ids)} groups of commands with ids; {told}; {written}")

    async def _application(self) -> Finding:
        app: Raw = await self._http.request(Route("GET", "/applications/@me"))
        granted = [name for name, bits in PRIVILEGED.items() if int(app.get("flags") or 0) & bits]
        contexts = sorted(app.get("integration_types_config") or {})
        missing = [name for name in ("privacy_policy_url", "terms_of_service_url") if not app.get(name)]
        told = f"installed by {'/'.join(contexts) or 'nobody'} (0: servers, 1: users); privileged intents: "
        told += ", ".join(granted) or "none"
        told += f"; not set: {', '.join(missing)} (a public bot needs them)" if missing else ""
        return Finding("11, 14", "0" in contexts and not granted, told)

    async def _logins(self) -> Finding:
        gateway: Raw = await self._http.request(Route("GET", "/gateway/bot"))
        starts = gateway["session_start_limit"]
        left, total = starts["remaining"], starts["total"]
        return Finding("13", left > 0, f"{left} of {total} logins are left for today")

    # Posts

    async def _lobby(self) -> Finding:
        client, me, now = self._client, self._me, self._client.now()
        # Both seats belong to the bot's user, so that nobody is disturbed. The bot must not play the game.
        client.tables.machine.user = 0
        row = GameRow(
            id=await client.store.new_game_id(), guild=self._channel.guild.id, channel=self._channel.id,
            slug=GAME, status="lobby", creator=me, created=now, updated=now,
            members=(Member(1, me, "Ann"), Member(2, me, "Bo")), presses={me: 0},
        )  # fmt: skip
        self._table = await client.tables.create(row, 0)
        raw = await self._newest()
        first = next(_parts(raw, {TEXT}))["content"]
        told = f"a lobby is taken; its notification begins with: {' / '.join(first.splitlines())[:120]}"
        return Finding("7", f"<@{self._me}>" in first, told)

    async def _turn(self) -> Finding:
        table = self._playing()
        await table.start(lambda row: row, 0)
        raw = await self._newest()
        media = [item["media"] for gallery in _parts(raw, {GALLERY}) for item in gallery["items"]]
        ids = [medium.get("attachment_id") for medium in media]
        told = f"attachments {[one['filename'] for one in raw['attachments']]}, ids in its gallery {ids}"
        return Finding("1", bool(ids) and all(ids), f"a post with a board: {told}")

    async def _retired(self) -> Finding:
        table = self._playing()
        before = {post.id: post.message for post in await self._posts()}
        now = self._client.now()
        seat = table.match.position.awaited[0].seat
        await table.advance(lambda _, match: match.enter(Timeout(seat), TIMEOUT, now), 0)
        new = await self._newest()
        old = next(
            post for post in reversed(await self._posts()) if post.id in before and post.kind == "turn"
        )
        raw: Raw = await self._http.get_message(old.channel, old.message)
        boards = sum(len(gallery["items"]) for gallery in _parts(raw, {GALLERY}))
        left = sum(1 for _ in _parts(raw, CONTROLS))
        edited = discord.utils.parse_time(str(raw["edited_timestamp"]))
        first = discord.utils.snowflake_time(int(new["id"])) <= edited
        order = (
            "the new turn came before it was retired" if first else "it was retired BEFORE the new turn came"
        )
        told = f"the finished turn shows {boards} board(s) and {left} control(s); {order}"
        return Finding("1, 2, 8", boards == 1 and left == 0 and first, told)

    async def _mentions(self) -> Finding:
        table, master, now = self._playing(), Actor(role="gm", player=str(self._me)), self._client.now()
        before = await self._newest()
        await table.advance(lambda _, match: match.enter(Note(), master, now, "a trial"), 0)
        after = await self._newest()
        edited = before["id"] == after["id"] and after["edited_timestamp"] is not None
        kept = all(str(self._me) in {user["id"] for user in raw["mentions"]} for raw in (before, after))
        told = f"a post that called somebody {'keeps' if kept else 'LOSES'} the mention when it is edited"
        return Finding("10", edited and kept, told)

    # Refusals and limits

    async def _bad_form(self) -> Finding:
        twice = str(ControlId("choices", "TRIAL"))
        buttons = [ui.Button["ui.LayoutView"](label=label, custom_id=twice) for label in ("One", "Two")]
        try:
            sent = await self._channel.send(view=layout(ui.ActionRow(*buttons)))
        except discord.HTTPException as refusal:
            told = f"two controls of one id are refused: {refusal.code} {refusal.text[:120]}"
            return Finding("4", is_bad_form(refusal), told)
        self._sent.append((sent.channel.id, sent.id))
        return Finding("4", expected=False, told="two controls of one id were TAKEN")

    async def _nonce(self) -> Finding:
        nonce = str(self._client.store.new_id())
        first, second = [await self._say("Trying a nonce.", nonce) for _ in range(2)]
        await self._http.delete_message(self._channel.id, int(first["id"]))
        try:
            third = await self._say("Trying a nonce.", nonce)
            after = "makes a new one" if third["id"] != first["id"] else "returns it all the same"
        except discord.NotFound as gone:
            after = f"is refused ({gone.code})"
        same = first["id"] == second["id"]
        told = f"one nonce twice makes {'one message' if same else 'TWO MESSAGES'}"
        return Finding("outbox", same, f"{told}; after that is deleted, the nonce {after}")

    async def _limits(self) -> Finding:
        message = await self._say("Looking at limits.")
        address = f"{Route.BASE}/channels/{self._channel.id}/messages/{message['id']}"
        headers = {"Authorization": f"Bot {self._http.token}", "User-Agent": self._http.user_agent}
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.patch(address, json={"content": "Looking at limits once more."}) as answer,
        ):
            limit = answer.headers.get("X-RateLimit-Limit", "?")
            window = answer.headers.get("X-RateLimit-Reset-After", "?")
        return Finding("9", answer.ok, f"edits in this channel: {limit} at once, then a wait of {window} s")

    # Threads

    async def _thread(self) -> Finding:
        news = self._channel.is_news()
        kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
        thread = await self._channel.create_thread(name="A trial", type=kind, auto_archive_duration=60)
        self._threads.append(thread)
        inside = await thread.send("Written in the thread.")
        where = "an announcement channel" if news else "a text channel"
        told = f"in {where} a thread is made as {thread.type.name}, and can be written in"
        return Finding("3", thread.type is kind and inside.channel.id == thread.id, told)

    async def _sleeping_thread(self) -> Finding:
        if not self._threads:
            raise HarbourmasterError("there is no thread to put to sleep")
        thread = self._threads[-1]
        message = await thread.send("Written before it fell asleep.")
        await thread.edit(archived=True)
        try:
            await thread.get_partial_message(message.id).edit(content="Written while it slept.")
            told, expected = "is done", False
        except discord.HTTPException as refusal:
            told, expected = f"is refused with {refusal.code}", refusal.code == THREAD_ARCHIVED
        await thread.send("Written to wake it.")
        return Finding("3", expected, f"an edit in an archived thread {told}; a new message opens it again")

    # Helpers

    @property
    def _me(self) -> int:
        return self._client.user.id if self._client.user else 0

    async def _say(self, text: str, nonce: str = "") -> Raw:
        form: dict[str, object] = {"content": text, "allowed_mentions": {"parse": []}}
        form |= {"nonce": nonce, "enforce_nonce": True} if nonce else {}
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=self._channel.id)
        sent: Raw = await self._http.request(route, json=form)
        self._sent.append((self._channel.id, int(sent["id"])))
        return sent

    def _playing(self) -> Table:
        if self._table is None:
            raise HarbourmasterError("there is no game, since its lobby could not be posted")
        return self._table

    async def _posts(self) -> list[PostRow]:
        return await self._client.store.posts(self._playing().row.id)

    async def _newest(self) -> Raw:
        """Wait until all posts are delivered, then return the newest post as Discord has it."""
        await self._client.outbox.idle()
        post = (await self._posts())[-1]
        if not post.message:
            raise HarbourmasterError(f"the post was not taken: {self._playing().trouble or 'see the log'}")
        raw: Raw = await self._http.get_message(post.channel, post.message)
        return raw


def _parts(raw: Raw, kinds: set[int]) -> Iterator[Raw]:
    """Yield the components of these types in reading order."""
    for part in raw.get("components", ()):
        if part["type"] in kinds:
            yield part
        yield from _parts(part, kinds)
