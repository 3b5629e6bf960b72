"""The sandbox in which tests run bots."""

import asyncio
import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from sandbox import (
    Channel,
    ChannelKind,
    Guild,
    Message,
    Permission,
    Persona,
    RateLimits,
    Reply,
    Sandbox,
    SandboxError,
    Thread,
)
from sandbox.clock import Clock
from sandbox.personas.reply import SAFETY_SECONDS
from sandbox.server import Mount
from sandbox.world import changes
from sandbox.world.commands import CommandRight
from sandbox.world.guilds import Role, User
from tests.sandbox.description.openapi import Description


class CheckedSandbox(Sandbox):
    """A sandbox for tests, which can arrange more places and rights.

    All traffic is compared with Discord's description, if `DISCORD_OPENAPI` names it.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        clock: Clock | None = None,
        limits: RateLimits | None = None,
        mount: Mount | None = None,
    ) -> None:
        path = os.environ.get("DISCORD_OPENAPI")
        description = Description.load(Path(path)) if path else None
        super().__init__(port=port, clock=clock, limits=limits, mount=mount, description=description)

    async def wait_for_message(
        self,
        accepts: Callable[[Message], bool] = lambda _: True,
        *,
        channel: Channel | None = None,
        after: Message | None = None,
    ) -> Message:
        """Return the first message for which `accepts` is true. Future messages and edits count, too.

        Only messages in `channel` and newer than `after` count, if these are given. Raises SandboxError if no
        such message comes in time.
        """

        def found() -> Message | None:
            for message in self.world.messages.values():
                here = channel is None or message.channel is channel
                if here and (after is None or message.id > after.id) and accepts(message):
                    return message
            return None

        try:
            message = await asyncio.wait_for(self.world.changes.until(found), SAFETY_SECONDS)
        except TimeoutError:
            raise SandboxError("the awaited message never came") from None
        assert message is not None  # `until` returns no false value
        return message

    # --- places ---

    def thread(self, name: str, opener: Persona, parent: Channel | None = None) -> Thread:
        """Let `opener` open a public thread, by default under #harbour."""
        parent = parent or self.harbour
        announced = parent.kind is ChannelKind.ANNOUNCEMENT
        kind = ChannelKind.ANNOUNCEMENT_THREAD if announced else ChannelKind.PUBLIC_THREAD
        return self.world.add_thread(parent, name, opener.user, kind=kind, minutes=4320, starter=None)

    def private_thread(self, name: str, *members: Persona, parent: Channel | None = None) -> Thread:
        """Let the first of `members` open a private thread and add the others, but not the bot."""
        opener, *others = members
        thread = self.world.add_thread(
            parent or self.harbour,
            name,
            opener.user,
            kind=ChannelKind.PRIVATE_THREAD,
            minutes=4320,
            starter=None,
        )
        for persona in others:
            self.world.join_thread(thread, persona.user)
        return thread

    def set_locked(self, thread: Thread, *, locked: bool) -> None:
        """Lock or unlock `thread`. Only thread managers can write in a locked thread or reopen it."""
        if thread.locked != locked:
            thread.locked = locked
            self.world.changes.publish(changes.ChannelUpdated(thread))

    def add_guild(self, name: str, *, with_bot: bool = True) -> Guild:
        """Create another guild with all present personas.

        The members are offered the commands even if the bot's user is not in the guild.
        """
        guild = self.world.add_guild(name, self._owner, with_bot=with_bot)
        for persona in self.personas:
            self.world.add_member(guild, persona.user)
        return guild

    # --- rights ---

    def hide(self, channel: Channel, persona: Persona) -> None:
        """Hide `channel` from `persona`."""
        self.world.overwrite(channel, persona.user, allow=Permission.NONE, deny=Permission.VIEW_CHANNEL)

    def deny_bot(self, channel: Channel, denied: Permission) -> None:
        """Deny the bot the permissions `denied` in `channel`. `Permission.NONE` ends all denials."""
        self.world.overwrite(channel, self.world.bot, allow=Permission.NONE, deny=denied)

    def grant_bot(self, channel: Channel, granted: Permission) -> None:
        """Grant the bot additional permissions in `channel`."""
        self.world.overwrite(channel, self.world.bot, allow=granted, deny=Permission.NONE)

    def permit(self, guild: Guild, about: int, *rights: CommandRight) -> None:
        """Set `guild`'s rights for the command `about`, or for all others with the application's id."""
        self.world.command_rights[guild.id, about] = rights
        self.world.changes.publish(changes.CommandRightsChanged(guild, about))

    def time_out(self, guild: Guild, user: User, minutes: int) -> None:
        """Put `user` into a timeout of `minutes`, in which the user can only read."""
        member, until = guild.members[user.id], self.clock.now() + timedelta(minutes=minutes)
        member.silenced_until = until
        self.world.changes.publish(changes.MemberUpdated(guild, member))

        def end() -> None:
            # There is no event at the end, because clients know the time.
            if member.silenced_until == until:
                member.silenced_until = None

        self.clock.call_later(minutes * 60, end)

    def give_role(self, guild: Guild, user: User, role: Role) -> None:
        """Give `role` to `user`."""
        member = guild.members[user.id]
        member.roles.append(role)
        self.world.changes.publish(changes.MemberUpdated(guild, member))

    def take_role(self, guild: Guild, user: User, role: Role) -> None:
        """Take `role` from `user`."""
        member = guild.members[user.id]
        member.roles.remove(role)
        self.world.changes.publish(changes.MemberUpdated(guild, member))

    def change_role(self, guild: Guild, role: Role, permissions: Permission) -> None:
        """Replace the permissions of `role`."""
        role.permissions = permissions
        self.world.changes.publish(changes.RoleUpdated(guild, role))

    def delete_role(self, guild: Guild, role: Role) -> None:
        """Delete `role` from the guild, and take it from everybody who has it."""
        del guild.roles[role.id]
        for member in guild.members.values():
            member.roles = [held for held in member.roles if held is not role]
        self.world.changes.publish(changes.RoleDeleted(guild, role))

    def expire(self, reply: Reply) -> None:
        """Let the token behind `reply` expire before its fifteen minutes are over."""
        reply.interaction.revoked = True
