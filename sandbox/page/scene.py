"""One person's view as JSON for the page, in Discord's own shapes with a few additions."""

from sandbox import payloads
from sandbox.office.interactions import Modal
from sandbox.page.unread import Unread
from sandbox.payloads import JsonObject
from sandbox.personas.persona import Persona
from sandbox.server import Sandbox
from sandbox.world.channels import Channel, ChannelKind, Message, Thread
from sandbox.world.commands import CommandKind
from sandbox.world.permissions import Permission

HISTORY = 60
"""The maximum number of messages in a view."""


class Scene:
    """Describes the world of `sandbox` as its people see it."""

    def __init__(self, sandbox: Sandbox, unread: Unread) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._unread = unread

    def bot(self) -> JsonObject:
        """Return whether the bot is connected."""
        return {"online": bool(self._sandbox.gateway.sessions), "name": self._world.bot.name}

    def places(self, persona: Persona) -> JsonObject:
        """Return the playable people, all names, and the channels and unread marks of `persona`."""
        return {
            "people": [self._person(other) for other in self._sandbox.personas],
            "channels": [self._channel(persona, channel) for channel in persona.channels()],
            "names": {
                "users": {str(user.id): user.name for user in self._world.users.values()},
                "channels": {str(c.id): c.name for c in self._world.channels.values()},
                "roles": {
                    str(role.id): role.name
                    for guild in self._world.guilds.values()
                    for role in guild.roles.values()
                },
            },
        }

    def commands(self, persona: Persona, channel: Channel) -> list[JsonObject]:
        """Return the slash commands and menu commands that `channel` offers to `persona`."""
        return [payloads.command(c) for kind in CommandKind for c in persona.commands(channel, kind)]

    def history(
        self, persona: Persona, channel: Channel, hidden: set[int], before: int | None = None
    ) -> JsonObject:
        """Return the newest visible messages except `hidden`, or the newest before the message `before`."""
        shown = [
            message
            for message in persona.sees(channel)
            if message.id not in hidden and (before is None or message.id < before)
        ]
        return {
            "messages": [self.message(persona, message) for message in shown[-HISTORY:]],
            "more": len(shown) > HISTORY,
        }

    def message(self, persona: Persona, message: Message) -> JsonObject:
        """Return a message with three flags: it is private, it is still loading, it notifies `persona`."""
        named = persona.user in message.mentions or message.mention_everyone
        return payloads.message(message) | {
            "ephemeral": message.ephemeral,
            "loading": message.loading,
            "calls_me": named or persona.id in message.pinged,
        }

    def form(self, modal: Modal) -> JsonObject:
        """Return a form that the bot opened. The form has the id of the interaction that it answers."""
        body: JsonObject = modal.form.model_dump(mode="json", exclude_none=True)
        return body | {"id": str(modal.opened_by.id)}

    def _person(self, persona: Persona) -> JsonObject:
        guild = self._sandbox.guild
        return {
            "id": str(persona.id),
            "name": persona.name,
            "moderator": Permission.MANAGE_GUILD in guild.permissions_of(persona.user),
            "calls": sum(self._unread.calls(persona, place) for place in persona.channels()),
        }

    def _channel(self, persona: Persona, channel: Channel) -> JsonObject:
        held = channel.permissions_of(persona.user)
        thread = channel if isinstance(channel, Thread) else None
        needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        shut = thread is not None and thread.locked and Permission.MANAGE_THREADS not in held
        return {
            "id": str(channel.id),
            "name": self._world.bot.name if channel.kind is ChannelKind.DM else channel.name,
            "kind": channel.kind.name.lower(),
            "type": int(channel.kind),
            "guild": channel.guild.name if channel.guild else None,
            "parent": str(thread.parent.id) if thread else None,
            "archived": thread is not None and thread.archived,
            "locked": thread is not None and thread.locked,
            "writable": needed in held and not shut,
            "unread": self._unread.unseen(persona, channel),
            "calls": self._unread.calls(persona, channel),
        }
