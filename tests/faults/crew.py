"""The people of one channel, who play race after race: they know no more than their screens show."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from bot import control_ids
from sandbox import Channel, ClientRefusalError, Message, Persona, Reply, Sandbox, SandboxError, Thread
from sandbox.components import Button, StringMenu
from tests.faults.ledger import About, Deed, Ledger

RESIGN = "resign"
"""What nobody does here: it would end most races at once."""

PRESSES = 4
"""The most presses one decision takes."""

OPTIONS = {"buoys": "3", "round_limit": "10"}
"""A short race."""

_CALLED = re.compile(r"^### <@(\d+)>", re.MULTILINE)
_OVER = re.compile(r"The dice are open now|This lobby was closed")


class NobodyThere(Exception):
    """The bot is gone, so that nobody would answer."""


@dataclass
class Crew:
    """Plays in `channel` as fast as the bot answers; which way, `luck` decides.

    `silence` returns when no answer is to be expected any more, as after the bot's death.
    """

    discord: Sandbox
    channel: Channel
    people: Sequence[Persona]
    luck: Random
    ledger: Ledger
    silence: Callable[[], Awaitable[object]]
    may_begin: bool = True
    """Whether another race is begun when one is over."""
    actions: int = 0
    ended_with: Message | None = None
    """The message that was the newest when somebody learned that the race is over."""

    # What they see

    @property
    def newest(self) -> Message | None:
        """The newest message of the bot that everybody sees."""
        public = [m for m in self.channel.messages.values() if m.author.bot and not m.ephemeral]
        return public[-1] if public else None

    @property
    def over(self) -> bool:
        """Whether no race is under way here, as far as anybody can see."""
        post = self.newest
        return post is self.ended_with or (post is not None and bool(_OVER.search(post.text)))

    # What they do

    async def play(self) -> None:
        """Play until the race is over and no other may begin."""
        while self.may_begin or not self.over:
            await self.discord.world.changes.until(lambda: self._is_there)
            with suppress(NobodyThere, ClientRefusalError):
                await self.step()

    async def step(self) -> None:
        """Do one thing that the newest message asks for; without one, wait for it."""
        post, news = self.newest, self._news()
        if post is None or self.over:
            await self._open_lobby()
        elif self._control(post, "Join"):
            await self._prepare(post)
        elif (called := self._called(post)) and (post.buttons or post.menus):
            await self._decide(post, self.luck.choice(called))
        else:
            await self._until(news + 1)
            if self._news() == news and self._is_there:
                await self._look_around()

    async def flee(self, refuge: Channel) -> None:
        """The channel is gone: bring the game to another one, however often that must be tried."""
        lost = [game for game, channel in self.ledger.games.items() if channel is self.channel]
        deed = None
        while lost and not self.over and not (deed and deed.read):
            await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))
            reply = await self.people[0].slash("/game move", channel=refuge, options={"game": lost[-1]})
            deed = await self._follow(Deed("option", self.people[0], refuge, reply), self._news())
        self.channel = refuge

    async def _open_lobby(self) -> None:
        self.ended_with = None
        deed = await self._slash("/game new", "new", game="port_flower")
        if deed.read and not deed.told:
            # There is a game, though no message shows it: somebody has deleted that.
            await self._look_around()

    async def _look_around(self) -> None:
        """Without controls to be seen: try what a lobby would need, then ask for the board."""
        for person in self.people[1:]:
            await self._slash("/game join", "join", by=person)
        await self._slash("/game start", "start")
        for person in self.people:
            deed = await self._slash("/game board", "look", by=person)
            if "This game is over" in deed.read:
                self.ended_with = self.newest
            elif (page := deed.reply.interaction.origin_message) and page.buttons + page.menus:
                await self._use_controls(person, page)

    async def _prepare(self, lobby: Message) -> None:
        host = self.people[0]
        missing = [person for person in self.people if f"**{person.name}**" not in lobby.text]
        unset = [name for name in OPTIONS if f"{name.replace('_', ' ').capitalize()}: " not in lobby.text]
        if missing:
            newcomer = self.luck.choice(missing)
            if self.luck.random() < 0.5:
                await self._press(newcomer, lobby, self._control(lobby, "Join"))
            else:
                await self._slash("/game join", "join", by=newcomer)
        elif unset:
            await self._slash("/game options", "option", by=host, option=unset[0], value=OPTIONS[unset[0]])
        else:
            await self._press(host, lobby, self._control(lobby, "Start"))

    async def _decide(self, post: Message, person: Persona) -> None:
        chance = self.luck.random()
        if chance < 0.05 and (back := self._control(post, "Take back")):
            await self._press(self.luck.choice(self.people), post, back)
        elif chance < 0.5:
            await self._type(person, post)
        else:
            await self._use_controls(person, post)

    async def _type(self, person: Persona, post: Message) -> None:
        """Choose among what `/game do` suggests; without a suggestion use what stands below the board."""
        self._must_be_there()
        try:
            offered = await person.complete("/game do", focused="action", channel=self.channel)
        except SandboxError as silence:
            raise NobodyThere from silence
        notations = [str(value) for _, value in offered if value != RESIGN]
        if notations:
            await self._slash("/game do", "play", by=person, action=self.luck.choice(notations))
        else:
            await self._use_controls(person, post)

    async def _use_controls(self, person: Persona, message: Message) -> None:
        """Answer by buttons and menus, one question after the other."""
        for _ in range(PRESSES):
            buttons = [
                b for b in message.buttons if not (b.label or "").startswith(("Take back", "Start over"))
            ]
            menus = [menu for menu in message.menus if isinstance(menu, StringMenu)]
            if menus and (not buttons or self.luck.random() < 0.5):
                deed = await self._choose(person, message, self.luck.choice(menus))
            elif buttons:
                deed = await self._press(person, message, self.luck.choice(buttons))
            else:
                return
            interaction = deed.reply.interaction
            page = deed.reply.followups[-1] if deed.reply.followups else interaction.origin_message
            if page is None or not page.ephemeral:
                return
            message = page

    # How they do it

    async def _slash(self, line: str, about: About, by: Persona | None = None, **values: str) -> Deed:
        self._must_be_there()
        person, news = by or self.people[0], self._news()
        reply = await person.slash(line, channel=self.channel, options=values)
        return await self._follow(Deed(about, person, self.channel, reply, values.get("action", "")), news)

    async def _press(self, person: Persona, message: Message, button: Button | None) -> Deed:
        self._must_be_there()
        if button is None or button.custom_id is None:
            raise ClientRefusalError("there is no such button")
        news, about = self._news(), _about(button.custom_id)
        # Impatient people press twice.
        presses = 2 if self.luck.random() < 0.1 else 1
        replies = await asyncio.gather(
            *(person.press(message, custom_id=button.custom_id) for _ in range(presses))
        )
        deeds = [Deed(about, person, self.channel, reply) for reply in replies]
        first, *_ = [await self._follow(deed, news) for deed in deeds]
        return first

    async def _choose(self, person: Persona, message: Message, menu: StringMenu) -> Deed:
        self._must_be_there()
        news, value = self._news(), self.luck.choice(menu.options).value
        reply = await person.choose(message, value, custom_id=menu.custom_id)
        return await self._follow(Deed("play", person, self.channel, reply), news)

    async def _follow(self, deed: Deed, news: int) -> Deed:
        """Wait for what comes of a deed, and read it."""
        self.actions += 1
        self.ledger.note(deed)
        await self._until(news + 1, deed.reply)
        self.ledger.read(deed)
        if deed.told:
            await self._until(news + 1)
        if self._is_there and self.luck.random() < 0.1:
            # Discord delivers some things twice.
            self.discord.gateway.send_interaction(deed.reply.interaction)
        return deed

    async def _until(self, news: int, reply: Reply | None = None) -> None:
        """Wait for an answer, or for something new in the channel, or until neither can be expected."""
        shown = self.discord.world.changes.until(lambda: self._news() >= news)
        answer = [] if reply is None else [reply.interaction.settled.wait()]
        waits = [asyncio.ensure_future(wait) for wait in (shown, self.silence(), *answer)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    # What they know

    def _news(self) -> int:
        return self.ledger.news[self.channel.id]

    @property
    def _is_there(self) -> bool:
        """Whether the bot can be spoken to here."""
        here, guild = self.channel, self.channel.guild
        shut = here.id not in self.discord.world.channels or (isinstance(here, Thread) and here.locked)
        return bool(self.discord.gateway.sessions) and bool(guild and guild.has_bot) and not shut

    def _must_be_there(self) -> None:
        if not self._is_there:
            raise NobodyThere

    def _called(self, post: Message) -> list[Persona]:
        ids = {int(found) for found in _CALLED.findall(post.text)}
        return [person for person in self.people if person.id in ids]

    def _control(self, post: Message, label: str) -> Button | None:
        return next((button for button in post.buttons if (button.label or "").startswith(label)), None)


def _about(custom_id: str) -> About:
    control = control_ids.parse(custom_id)
    verb = control.verb if control else ""
    if verb in {"answer", "pick", "confirm", "back", "fill"}:
        return "play"
    if verb == "join":
        return "join"
    return "start" if verb == "start" else "look"
