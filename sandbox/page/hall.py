"""Data that all windows of the page share: the playable people, unread messages, and dismissed messages."""

import re
from collections import defaultdict

from sandbox.errors import SandboxError
from sandbox.page.scene import Scene
from sandbox.page.unread import Unread
from sandbox.personas.persona import Persona
from sandbox.server import Sandbox
from sandbox.world.changes import Change
from sandbox.world.channels import Channel

CAST = ("Ann", "Bo", "Cato", "Dagny", "Ebba", "Finn")
"""The people whom visitors can play, enough for a game of six."""
MODERATOR = "Mo"

_LONGEST_NAME = 100


class MessagesRead(Change):
    """A person looked at unread messages in a window of the page."""


class UnfitNameError(SandboxError):
    """The name is not usable for a channel."""


class Hall:
    """The page's data about one sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self._unread = Unread()
        self.scene = Scene(sandbox, self._unread)
        self._dismissed: dict[int, set[int]] = defaultdict(set)
        for name in CAST:
            sandbox.persona(name)
        sandbox.persona(MODERATOR, moderator=True)
        sandbox.world.changes.watch(lambda change: self._unread.note(change, sandbox.personas))

    def find(self, name: str) -> Persona | None:
        """Return the person of this name, ignoring case; None if there is nobody."""
        for persona in self.sandbox.personas:
            if persona.name.casefold() == name.casefold():
                return persona
        return None

    def channel_for(self, persona: Persona, wanted: str | None) -> Channel:
        """Return the channel with this id or name if `persona` sees it; otherwise the home channel."""
        for channel in persona.channels():
            if wanted in {str(channel.id), channel.name}:
                return channel
        return self.sandbox.harbour

    def dismissed(self, persona: Persona) -> set[int]:
        """Return the ids of the private messages that `persona` has dismissed."""
        return self._dismissed[persona.id]

    def read(self, persona: Persona, channel: Channel) -> None:
        """Record that `persona` has looked at `channel`."""
        if self._unread.read(persona, channel):
            self.sandbox.world.changes.publish(MessagesRead())

    def new_channel(self, name: str) -> Channel:
        """Create a text channel. As at Discord, the name is changed to lower case with hyphens.

        Raises UnfitNameError if no character of the name is usable, or if a channel has the name already.
        """
        fitting = re.sub(r"[^\w-]+", "-", name.strip().lower()).strip("-")[:_LONGEST_NAME]
        if not fitting:
            raise UnfitNameError("a channel needs a name with at least one letter or digit")
        world, guild = self.sandbox.world, self.sandbox.guild
        if any(channel.name == fitting for channel in world.channels_of(guild)):
            raise UnfitNameError(f"there is a channel #{fitting} already")
        return world.add_channel(guild, fitting)
