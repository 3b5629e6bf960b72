"""The people of one channel, who play game after game and know no more than their screens show."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from random import Random

from bot.narration.mentions import ABOVE, ANSWERED, GOES_ON
from bot.posts import control_ids
from rules.engine.game import AnyGame
from rules.engine.options import choose
from rules.engine.registry import game as find_game
from rules.engine.strengths import offered
from sandbox import Channel, ClientRefusalError, Message, Persona, Reply, Sandbox, SandboxError, Thread
from sandbox.office.interactions import Modal
from sandbox.personas.submission import FieldValue
from sandbox.world.components import Button, Menu, StringMenu
from tests.bot.lobbies import lobby_in, page_with, use_lobby
from tests.bot.mastery import filled
from tests.faults.ledger import BETWEEN, About, Deed, Ledger
from tests.faults.progress import MOMENT, StandstillError

RESIGN = "resign"
"""The action that nobody does here, because it would end most races at once."""

SHOWN_WITHIN = 1.0
"""The seconds for which people wait for a deed in the channel, which never shows secret orders."""

PRESSES = 8
"""The maximum number of presses in one decision."""

OPTIONS = {"port_flower": {"buoys": "3", "round_limit": "10"}}
"""Options that make a game short enough to be finished. Other games are ended by game masters."""

LAST_ACTIONS = 100
"""The number of actions after which a game with `OPTIONS` is ended if the crew must finish."""

LEADS_NOWHERE = ("Take back", "Start over", "Story", "Suggest a move")
"""The beginnings of labels of buttons that answer nothing."""

REASON = "we agreed on it"

NO_GAME = "No game is running in this channel"
"""The beginning of the answer when all games are over."""

NO_MASTER = "game masters of this game"
"""The words of the answer to people who are not game masters."""

LOOKS = 0.5
"""The share of games in which a master who does not play may look at what is hidden."""

DEEDS = 0.2
"""The share of deeds that are not moves: game masters' deeds, votes, plans."""

IN_A_LINE = (1, 1, 1, 2, 3)
"""The possible numbers of actions in a typed line, repeated by frequency."""

KEEPS = 0.5
"""The share of games after which somebody asks for their file."""

OFFERS = 0.3
"""The share of games in which the seats of removed players are offered to others."""

BOTS = 0.6
"""The share of looks at a lobby after which the bot joins a game that it can play strongly."""

STRONG = 0.9
"""The share of looks at a lobby with the bot after which the bot is asked to play as well as it can."""

_IS_BOT, _STRONG = "(the bot, ", ": strong"
"""Words for a bot's seat in a lobby, and the last words of the choice of its best play."""

_ASIDE = re.compile(
    f"{ABOVE}|{ANSWERED}|{GOES_ON}|when it goes on, it asks again|^⏰|which (came in your|no direct)",
    re.MULTILINE,
)
"""Words in messages that notify somebody but are not the post of a turn."""

_CALLED = re.compile(r"^### (?:\S+ )?<@(\d+)>", re.MULTILINE)
"""A mention of an asked player, perhaps after the emoji of their seat."""

_OVER = re.compile(r"The dice are open now|This lobby was closed")
_PAUSED = "⏸️ The game is paused"
_PLACED = re.compile(r"<#(\d+)>.*\bgame (\w+)\)")
"""The channel and id of a game in an answer to /games."""
_RANGE = re.compile(r"(-?\d+) to (-?\d+)")
"""The least and the most number of a form's field. Either may be negative."""

Deeds = Callable[["Crew"], Awaitable[None]]


class NobodyThere(Exception):
    """The bot is gone, so nobody would answer."""


@dataclass
class Crew:
    """People who play `games` in `channel` as fast as the bot answers. `luck` decides what people do.

    `silence` returns when no more answers can be expected, as after the bot's death. The person who opens a
    game is its master. Sometimes, people do one of the `deeds`.
    """

    discord: Sandbox
    channel: Channel
    people: Sequence[Persona]
    luck: Random
    ledger: Ledger
    silence: Callable[[], Awaitable[object]]
    games: Sequence[str] = ("port_flower",)
    deeds: Sequence[Deeds] = ()
    everybody: Sequence[Persona] = ()
    """Others who may join the table."""
    with_bot: bool = False
    """Whether the bot may join."""
    may_begin: bool = True
    """Whether another game is begun when one is over."""
    actions: int = 0
    done: int = 0
    """The number of deeds that were reported to take effect."""
    last: float = inf
    """The number of deeds done after which the game is ended."""
    ended_with: Message | None = None
    """The newest message when somebody learned that the game is over."""
    game: str = ""
    """The current game, from what the channel shows."""
    opened: Counter[str] = field(default_factory=Counter)
    """The number of times each game was opened."""
    master: Persona = field(init=False)
    """The known game master: at first the person who opened the game."""

    def __post_init__(self) -> None:
        self.master = self.people[0]

    # Reading

    @property
    def newest(self) -> Message | None:
        """The bot's newest public message, without messages that only notify somebody."""
        said = [m for m in self.channel.messages.values() if m.author.bot and not m.ephemeral]
        public = [m for m in said if not _ASIDE.search(m.text)]
        return public[-1] if public else None

    @property
    def over(self) -> bool:
        """Whether people know that no game is in progress here."""
        post = self.newest
        return post is self.ended_with or (post is not None and bool(_OVER.search(post.text)))

    # Acting

    def finish(self) -> None:
        """Let the current game end, and begin no other game."""
        self.may_begin, self.last = False, self.done + LAST_ACTIONS

    async def play(self) -> None:
        """Play until the last game is over. Raises StandstillError if the game has no end."""
        while self.may_begin or not self.over:
            if self.done > self.last + LAST_ACTIONS:
                raise StandstillError(f"the game in #{self.channel.name} has no end")
            await self.discord.world.changes.until(lambda: self._is_there)
            try:
                await self.step()
            except NobodyThere:
                continue
            except ClientRefusalError:
                # The client refuses immediately. The bot needs time, perhaps to register the command.
                await asyncio.sleep(MOMENT)

    async def step(self) -> None:
        """Do one thing that the newest message asks for. If it asks for nothing, wait for another."""
        post, news = self.newest, self._news()
        if post is None or self.over:
            await self._open_lobby()
        elif self.control(post, "Join"):
            await self._prepare(post)
        elif _PAUSED in post.text:
            await self.gm("resume", reason=REASON)
        elif not self.may_begin and (self.game not in OPTIONS or self.done > self.last):
            await self._end()
        elif self.deeds and self.luck.random() < DEEDS:
            await self.luck.choice(self.deeds)(self)
        elif (called := self._called(post)) and (post.buttons or post.menus):
            await self._decide(post, self.luck.choice(called))
        else:
            await self._until(news + 1)
            if self._news() == news and self._is_there:
                await self._look_around()

    async def flee(self, refuge: Channel) -> None:
        """Move the game of a deleted channel to another channel, with as many tries as needed."""
        lost = [game for game, channel in self.ledger.games.items() if channel is self.channel]
        if lost and not self.over:
            await self._bring(lost[-1], refuge)
        self.channel = refuge

    async def recover(self) -> None:
        """Move the host's games in deleted channels to new channels, even games that nobody ever saw."""
        mine = await self._answer_to("/games", "look", self.channel)
        for place, game in _PLACED.findall(mine):
            world, guild = self.discord.world, self.discord.guild
            if int(place) not in world.channels:
                refuge = world.add_channel(guild, f"refuge-{len(world.channels)}")
                await self._bring(game, refuge)

    async def _bring(self, game: str, refuge: Channel) -> None:
        """Move a game to the channel `refuge`. Open and send the form until the move is answered."""
        deed = None
        while not (deed and deed.read):
            await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))
            reply = await self.people[0].slash("/gm", channel=refuge, options={"task": "move"})
            opened = Deed("look", self.people[0], refuge, reply, line="/gm move")
            deed = await self._follow(opened, self._news())
            if (form := reply.interaction.modal) is not None:
                sent = await self.people[0].submit(form, {"game": game})
                told = Deed("option", self.people[0], refuge, sent, line="/gm move")
                deed = await self._follow(told, self._news())

    async def _answer_to(self, line: str, about: About, place: Channel, **options: str) -> str:
        """Return the answer to the host, asking until there is an answer."""
        deed = None
        while not (deed and deed.read):
            await self.discord.world.changes.until(lambda: bool(self.discord.gateway.sessions))
            reply = await self.people[0].slash(line, channel=place, options=options)
            deed = await self._follow(Deed(about, self.people[0], place, reply, line=line), self._news())
        return deed.read

    async def _open_lobby(self) -> None:
        if self.opened and self.luck.random() < KEEPS:
            await self.slash("/game export", "look", by=self.luck.choice(self.people))
        self.ended_with, self.game, self.master = None, self.luck.choice(self.games), self.people[0]
        preset = self.luck.choice(_presets(find_game(self.game), len(self.people)))
        deed = await self.slash("/play", "new", game=self.game, preset=preset)
        if deed.told:
            self.opened[self.game] += 1
        elif deed.read:
            # A game exists, but no message shows it, because somebody has deleted the message.
            await self._look_around()

    async def _end(self) -> None:
        """End the game."""
        deed = await self.gm("end", reason=REASON)
        if NO_GAME in deed.read:
            self.ended_with = self.newest

    async def _look_around(self) -> None:
        """Act without visible controls: try the actions of a lobby, then ask for the board."""
        for person in self.people[1:]:
            await self.slash("/game join", "join", by=person)
        if (lobby := lobby_in(self.channel)) is not None:
            await self._start(lobby)
        for person in self.people:
            deed = await self.slash("/game board", "look", by=person)
            if "This game is over" in deed.read:
                self.ended_with = self.newest
            elif (page := deed.reply.interaction.origin_message) and page.buttons + page.menus:
                await self._use_controls(person, page)

    async def _prepare(self, lobby: Message) -> None:
        host = self.people[0]
        # If nobody learned that an earlier game was opened, the lobby may be the lobby of that game.
        self.game = next(game for game in self.games if find_game(game).pitch in lobby.text)
        missing = [person for person in self.people if f"**{person.name}**" not in lobby.text]
        options = OPTIONS.get(self.game, {})
        shown = {
            name: f"{name.replace('_', ' ').capitalize()}: **{value}**" for name, value in options.items()
        }
        unset = [name for name, line in shown.items() if line not in lobby.text]
        if missing:
            newcomer = self.luck.choice(missing)
            if self.luck.random() < 0.5:
                await self.press(newcomer, lobby, self.control(lobby, "Join"))
            else:
                await self.slash("/game join", "join", by=newcomer)
        elif unset:
            await self._set_option(lobby, unset[0], options[unset[0]])
        elif (best := _strongest(lobby)) is not None and self.luck.random() < STRONG:
            # The client does not repeat a choice that the bot did not receive.
            await self.pick(host, lobby, *best, "option")
        elif self._wants_bot(lobby) and (add := self.control(lobby, "Add the bot")):
            await self.press(host, lobby, add)
        elif self.luck.random() < LOOKS:
            await self._set_option(lobby, "master_look", "yes")
        elif self.luck.random() < OFFERS:
            await self._set_option(lobby, "absent", "offered")
        else:
            await self.press(host, lobby, self.control(lobby, "Start"))

    def _wants_bot(self, lobby: Message) -> bool:
        """Decide at random whether the bot gets a seat."""
        can = self.with_bot and "strong" in offered(find_game(self.game)) and _IS_BOT not in lobby.text
        return can and self.luck.random() < BOTS

    async def _decide(self, post: Message, person: Persona) -> None:
        chance = self.luck.random()
        if chance < 0.05 and (back := self.control(post, "Take back")):
            await self.press(self.luck.choice(self.people), post, back)
        elif chance < 0.5:
            await self._type(person, post)
        else:
            await self._use_controls(person, post)

    async def _type(self, person: Persona, post: Message) -> None:
        """Choose from the suggestions of `/game do`. Without suggestions, use the controls below the board.

        Sometimes several actions are typed in one line. The later actions may be impossible by then.
        """
        offered = await self.suggestions(person, "/game do", "action")
        notations = [value for value in offered if value != RESIGN]
        if notations:
            several = self.luck.choices(notations, k=self.luck.choice(IN_A_LINE))
            await self.slash("/game do", "play", by=person, action=BETWEEN.join(several))
        else:
            await self._use_controls(person, post)

    async def _use_controls(self, person: Persona, message: Message) -> None:
        """Answer with buttons and menus, one question after the other."""
        for _ in range(PRESSES):
            buttons = [
                button for button in message.buttons if not (button.label or "").startswith(LEADS_NOWHERE)
            ]
            menus = [menu for menu in message.menus if isinstance(menu, StringMenu)]
            if menus and (not buttons or self.luck.random() < 0.5):
                deed = await self._choose(person, message, self.luck.choice(menus))
            elif buttons:
                deed = await self.press(person, message, self.luck.choice(buttons))
            else:
                return
            if deed.reply.interaction.modal is not None:
                deed = await self._fill_in(person, deed.reply.modal)
            interaction = deed.reply.interaction
            page = deed.reply.followups[-1] if deed.reply.followups else interaction.origin_message
            if page is None or not page.ephemeral:
                return
            message = page

    async def _fill_in(self, person: Persona, form: Modal) -> Deed:
        """Send a form, with an allowed number in each of its fields."""
        ranges = {field.label: _RANGE.search(field.description or "") for field in form.fields}
        numbers = {
            label: str(self.luck.randint(*map(int, found.groups())))
            for label, found in ranges.items()
            if found
        }
        return await self.submit(person, form, "play", numbers)

    # Using the client

    async def slash(self, line: str, about: About, by: Persona | None = None, **values: str | int) -> Deed:
        """Send a command, as the host or the given person."""
        self._must_be_there()
        person, news = by or self.people[0], self._news()
        reply = await person.slash(line, channel=self.channel, options=values)
        typed = str(values.get("action", "")) if about == "play" else ""
        deed = await self._follow(Deed(about, person, self.channel, reply, typed, line), news)
        if person is self.master and NO_MASTER in deed.read:
            # The person handed over the office, but the answer to that was lost.
            self.master = self.people[(self.people.index(person) + 1) % len(self.people)]
        return deed

    async def gm(self, task: str, by: Persona | None = None, **values: str | int) -> Deed:
        """Carry out a game master's task: open its form, fill it in and send it."""
        person = by or self.master
        opened = await self.slash("/gm", "master", by=person, task=task)
        form = opened.reply.interaction.modal
        if form is None:
            return opened
        # Without the amendment's values, it is only a preview.
        looks = task == "amend" and values.keys().isdisjoint({"value", "patch"})
        about: About = "look" if looks else "master"
        return await self.submit(person, form, about, filled(form, values), f"/gm {task}")

    async def offered(self, task: str, field: str, by: Persona | None = None) -> list[str]:
        """Return the choices in the field `field` of the form for a game master's task."""
        opened = await self.slash("/gm", "look", by=by or self.master, task=task)
        form = opened.reply.interaction.modal
        found = [one.input for one in form.fields if one.input.custom_id == field] if form else []
        return [option.value for menu in found if isinstance(menu, StringMenu) for option in menu.options]

    async def press(self, person: Persona, message: Message, button: Button | None) -> Deed:
        """Press a button, sometimes twice."""
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

    async def submit(
        self, person: Persona, form: Modal, about: About, answers: Mapping[str, FieldValue], line: str = ""
    ) -> Deed:
        """Send a form that this command has opened."""
        self._must_be_there()
        news = self._news()
        reply = await person.submit(form, answers)
        return await self._follow(Deed(about, person, self.channel, reply, line=line), news)

    async def suggestions(self, person: Persona, line: str, focused: str, **values: str) -> list[str]:
        """Return a command's suggestions for one of its options."""
        self._must_be_there()
        try:
            offered = await person.complete(line, focused=focused, channel=self.channel, options=values)
        except SandboxError as silence:
            raise NobodyThere from silence
        return [str(value) for _, value in offered]

    async def _choose(self, person: Persona, message: Message, menu: StringMenu) -> Deed:
        return await self.pick(person, message, menu, self.luck.choice(menu.options).value, "play")

    async def pick(self, person: Persona, message: Message, menu: Menu, value: str, about: About) -> Deed:
        """Choose a value in a menu."""
        self._must_be_there()
        news = self._news()
        reply = await person.choose(message, value, custom_id=menu.custom_id)
        return await self._follow(Deed(about, person, self.channel, reply), news)

    async def _start(self, lobby: Message) -> Deed:
        """Start the game as the host."""
        self._must_be_there()
        news = self._news()
        reply = await use_lobby(self.people[0], lobby, "start")
        return await self._follow(Deed("start", self.people[0], self.channel, reply), news)

    async def _set_option(self, lobby: Message, option: str, value: str) -> None:
        """Choose an option as the host, by the form of its page."""
        self._must_be_there()
        news, host = self._news(), self.people[0]
        reply = await use_lobby(host, lobby, "option", page_with(self.game, option))
        await self._follow(Deed("look", host, self.channel, reply), news)
        if reply.interaction.modal is not None:
            await self.submit(host, reply.modal, "option", {option: value})

    async def _follow(self, deed: Deed, news: int) -> Deed:
        """Wait for the result of a deed, and read it."""
        self.actions += 1
        self.ledger.note(deed)
        await self._until(news + 1, deed.reply)
        self.ledger.read(deed)
        if deed.told:
            self.done += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(SHOWN_WITHIN):
                    await self._until(news + 1)
        if self._is_there and self.luck.random() < 0.1:
            # Discord delivers some things twice.
            self.discord.gateway.send_interaction(deed.reply.interaction)
        return deed

    async def _until(self, news: int, reply: Reply | None = None) -> None:
        """Wait for an answer or for news in the channel, until neither can be expected."""
        shown = self.discord.world.changes.until(lambda: self._news() >= news)
        answer = [] if reply is None else [reply.interaction.settled.wait()]
        waits = [asyncio.ensure_future(wait) for wait in (shown, self.silence(), *answer)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    # Knowing

    def _news(self) -> int:
        return self.ledger.news[self.channel.id]

    @property
    def _is_there(self) -> bool:
        """Whether the bot is ready here."""
        here, guild = self.channel, self.channel.guild
        shut = here.id not in self.discord.world.channels or (isinstance(here, Thread) and here.locked)
        return is_heard(self.discord, here) and bool(guild and guild.has_bot) and not shut

    def _must_be_there(self) -> None:
        if not self._is_there:
            raise NobodyThere

    def _called(self, post: Message) -> list[Persona]:
        ids = called_in(post.text)
        known = {person.id: person for person in (*self.people, *self.everybody)}
        return [person for person in known.values() if person.id in ids]

    def control(self, post: Message, label: str) -> Button | None:
        """Return the first button of a message whose label begins with `label`."""
        return next((button for button in post.buttons if (button.label or "").startswith(label)), None)


def called_in(text: str) -> set[int]:
    """Return the users whom a post asks."""
    return {int(found) for found in _CALLED.findall(text)}


def is_heard(discord: Sandbox, channel: Channel) -> bool:
    """Return whether a connected bot receives the channel's events."""
    return any(session.covers(channel.guild) for session in discord.gateway.sessions)


def _presets(game: AnyGame, people: int) -> list[str]:
    """Return the presets that allow `people` players."""
    ranges = {
        preset.name: game.seat_range(choose(game.options, dict(preset.options))) for preset in game.presets
    }
    return [name for name, (fewest, most) in ranges.items() if fewest <= people <= most]


def _strongest(lobby: Message) -> tuple[Menu, str] | None:
    """Return a menu for the strength of a bot's seat, and the menu's strongest choice."""
    for menu in lobby.menus:
        for option in menu.options if isinstance(menu, StringMenu) else ():
            if option.label.endswith(_STRONG):
                return menu, option.value
    return None


def _about(custom_id: str) -> About:
    control = control_ids.parse(custom_id)
    verb = control.verb if control else ""
    if verb in {"answer", "always", "pick", "confirm", "back", "fill"}:
        return "play"
    if verb in {"ask", "agree", "refuse"}:
        return "vote"
    if verb == "amend":
        return "master"
    if verb in {"join", "add_bot"}:
        return "join"
    return "start" if verb == "start" else "look"
