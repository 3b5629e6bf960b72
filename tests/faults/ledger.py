"""What people did and were told, and what channels have shown: a record that the bot must match."""

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from bot.posts import control_ids
from sandbox import Channel, Message, Persona, Reply, Sandbox
from sandbox.office.interactions import InteractionKind
from sandbox.world.changes import Change, MessageCreated, MessageDeleted, MessageUpdated
from sandbox.world.components import TextDisplay

About = Literal["new", "option", "join", "start", "play", "master", "vote", "plan", "wish", "look"]

REFUSED = "⚓"
"""The beginning of answers that refuse something."""

MISHAP = "Something went wrong on our side"

BETWEEN = " / "
"""The separator of actions in a line."""

_STOPPED = re.compile(r"^Done: .*?\. Not done: (.*?)\. ")
"""The beginning of an answer to an incomplete line, followed by the actions that are left."""


@dataclass(eq=False)
class Deed:
    """Something that a person did. `typed` is the notation of a typed action, and `line` is the command."""

    about: About
    person: Persona
    channel: Channel
    reply: Reply
    typed: str = ""
    line: str = ""
    read: str = ""
    """The private answer; empty if there was none, or if it was a question."""

    def __str__(self) -> str:
        """Return the deed as a line: time, person, channel, action, and answer."""
        who = f"{self.reply.interaction.id} {self.person.name} ({self.person.id}) in #{self.channel.name}"
        return f"{who}: {self.about} {self.line} {self.typed!r} -> {self.read!r}"

    @property
    def page(self) -> Message | None:
        """The message with the answer. Several presses can be answered in the same message."""
        followups = self.reply.followups
        return followups[-1] if followups else self.reply.interaction.origin_message

    @property
    def actions(self) -> list[str]:
        """The actions of the typed line."""
        return self.typed.split(BETWEEN) if self.typed else []

    @property
    def done(self) -> list[str]:
        """The actions reported as done. A first action that means several actions may be unfinished."""
        if not self.told or (stopped := _STOPPED.match(self.read)) is None:
            return self.actions if self.told else []
        done, left = self.actions, stopped[1].replace("\\", "").split(BETWEEN)
        while done and left and done[-1] == left[-1]:
            done, left = done[:-1], left[:-1]
        # What is left are parts of the last action, which perhaps was not even begun.
        return done[: max(1, len(done) - 1)] if left else done

    @property
    def told(self) -> bool:
        """Whether the person was told in private that the deed is done."""
        return bool(self.read) and not self.read.startswith((REFUSED, MISHAP))


class Ledger:
    """Records the deeds of all people, and watches public messages."""

    def __init__(self, discord: Sandbox) -> None:
        self.deeds: list[Deed] = []
        self.games: dict[str, Channel] = {}
        """All games that were ever seen, with their channels."""
        self.news: Counter[int] = Counter()
        """The number of new or changed public messages in each channel."""
        self.told: dict[int, set[str]] = {}
        """All lines that each message's story ever had."""
        self.deleted: set[int] = set()
        """The messages that somebody deleted."""
        discord.world.changes.watch(self._watch)

    def note(self, deed: Deed) -> Deed:
        """Record a deed."""
        self.deeds.append(deed)
        return deed

    def read(self, deed: Deed) -> None:
        """Read the private answer as the person, if it is complete."""
        interaction, page = deed.reply.interaction, deed.page
        if not interaction.settled.is_set() or interaction.answer is None or page is None:
            return
        if page.ephemeral and not page.loading and not page.buttons + page.menus:
            deed.read = page.text

    def read_late_answers(self) -> None:
        """Read the answers to commands again, as people do, because some came after the bot's death."""
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
