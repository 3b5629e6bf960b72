"""What people did and were told, and what channels have shown: the record that the bot must match."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from bot.posts import control_ids
from sandbox import Channel, Message, Persona, Reply, Sandbox
from sandbox.office.interactions import InteractionKind
from sandbox.world.changes import MessageCreated, MessageDeleted, MessageUpdated
from sandbox.world.components import TextDisplay
from sandbox.world.watching import Change

About = Literal["new", "option", "join", "start", "play", "master", "vote", "plan", "wish", "look"]

REFUSED = "⚓"
"""The beginning of answers that refuse something."""

MISHAP = "Something went wrong on our side"

BETWEEN = " / "
"""The separator of actions in a line."""

_STOPPED = re.compile(r"^Done: .*?\. Not done: (.*?)\. ")
"""The beginning of an answer that tells how far a line got, with what is left of it."""


@dataclass(eq=False)
class Deed:
    """Something that a person did: its subject, its notation if it was typed, and its command."""

    about: About
    person: Persona
    channel: Channel
    reply: Reply
    typed: str = ""
    line: str = ""
    read: str = ""
    """The private answer; empty if there was none, or if it was a question."""

    def __str__(self) -> str:
        """Return a line: when, who and where, what, and the answer."""
        who = f"{self.reply.interaction.id} {self.person.name} ({self.person.id}) in #{self.channel.name}"
        return f"{who}: {self.about} {self.line} {self.typed!r} -> {self.read!r}"

    @property
    def page(self) -> Message | None:
        """The message that answers. Several presses can be answered on one."""
        followups = self.reply.followups
        return followups[-1] if followups else self.reply.interaction.origin_message

    @property
    def actions(self) -> list[str]:
        """The actions of the typed line."""
        return self.typed.split(BETWEEN) if self.typed else []

    @property
    def done(self) -> list[str]:
        """Those of them that the person was told are done, or begun if a first one means several."""
        if not self.told or (stopped := _STOPPED.match(self.read)) is None:
            return self.actions if self.told else []
        done, left = self.actions, stopped[1].replace("\\", "").split(BETWEEN)
        while done and left and done[-1] == left[-1]:
            done, left = done[:-1], left[:-1]
        # What is left then are parts of what the last one means. Perhaps it was not even begun.
        return done[: max(1, len(done) - 1)] if left else done

    @property
    def told(self) -> bool:
        """Whether the person was told, in private, that it is done."""
        return bool(self.read) and not self.read.startswith((REFUSED, MISHAP))


class Ledger:
    """Records the deeds of all people, and watches what is public."""

    def __init__(self, discord: Sandbox) -> None:
        self.deeds: list[Deed] = []
        self.games: dict[str, Channel] = {}
        """The games that were ever seen, and where."""
        self.news: Counter[int] = Counter()
        """Channel -> how often something public appeared or changed there."""
        self.told: dict[int, set[str]] = {}
        """Message -> every line that its story ever had."""
        self.deleted: set[int] = set()
        """The messages that somebody took away."""
        discord.world.changes.watch(self._watch)

    def note(self, deed: Deed) -> Deed:
        """Record a deed."""
        self.deeds.append(deed)
        return deed

    def read(self, deed: Deed) -> None:
        """Read the private answer as the person, as far as it has come."""
        interaction, page = deed.reply.interaction, deed.page
        if not interaction.settled.is_set() or interaction.answer is None or page is None:
            return
        if page.ephemeral and not page.loading and not page.buttons + page.menus:
            deed.read = page.text

    def read_late_answers(self) -> None:
        """Look again at the answers to commands as people do. Some came when the bot was already dead."""
        for deed in self.deeds:
            if deed.reply.interaction.kind is InteractionKind.COMMAND:
                self.read(deed)

    def _watch(self, change: Change) -> None:
        if isinstance(change, MessageDeleted):
            self.deleted.add(change.message.id)
        if not isinstance(change, MessageCreated | MessageUpdated):
            return
        message = change.message
        if not message.author.bot or message.ephemeral or message.channel.guild is None:
            return
        self.news[message.channel.id] += 1
        for control in controls_of(message):
            self.games[control.game] = message.channel
        call, story, *_ = *(part.content for part in message.parts(TextDisplay)), "", ""
        if not call.startswith("##"):
            self.told.setdefault(message.id, set()).update(story.splitlines())


def controls_of(message: Message) -> list[control_ids.ControlId]:
    """Return the meanings of a message's buttons and menus."""
    ids = [part.custom_id or "" for part in (*message.buttons, *message.menus)]
    return [control for custom_id in ids if (control := control_ids.parse(custom_id))]
