"""The state of the simulated Discord. `World` refuses nothing: its callers check what is allowed."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import TypeVar

from sandbox.clock import Clock
from sandbox.world import changes
from sandbox.world.changes import Changes
from sandbox.world.channels import Attachment, Channel, ChannelKind, Message, MessageFlag, Thread
from sandbox.world.commands import Command, CommandRight
from sandbox.world.emojis import ApplicationEmoji
from sandbox.world.guilds import Guild, Member, Role, User
from sandbox.world.permissions import INVITED_PERMISSIONS, MEMBER_PERMISSIONS, Overwrite, Permission
from sandbox.world.snowflakes import Snowflakes

BOT_NAME = "Harbourmaster"

ChannelT = TypeVar("ChannelT", bound=Channel)


class World:
    """Everything that exists. Each sandbox has one world."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.changes = Changes()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.attachments: dict[int, Attachment] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        """The latest message of each author with each nonce, even if it was deleted."""
        self.commands: dict[int, Command] = {}
        self.command_rights: dict[tuple[int, int], tuple[CommandRight, ...]] = {}
        """The rights by the ids of guild and command. Rights with the application's id are defaults."""
        self.emojis: dict[int, ApplicationEmoji] = {}
        self.creations: Counter[tuple[int | None, date]] = Counter()
        self.bot = self.add_user(BOT_NAME, bot=True)

    # --- people and places ---

    def add_user(self, name: str, *, bot: bool = False) -> User:
        """Create a user who is in no guild yet."""
        user = User(self.ids.named("user", name), name, bot=bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, owner: User, *, with_bot: bool = True) -> Guild:
        """Create a guild with `owner` in it. The guild has the commands and, by default, the bot's user."""
        guild = Guild(self.ids.named("guild", name), name, owner, self.clock.now(), has_bot=False)
        guild.roles[guild.id] = Role(guild.id, "@everyone", MEMBER_PERMISSIONS)
        self.guilds[guild.id] = guild
        self.add_member(guild, owner)
        if with_bot:
            self.return_bot(guild)
        return guild

    def add_role(
        self, guild: Guild, name: str, permissions: Permission, *, mentionable: bool = False
    ) -> Role:
        """Create a role that nobody holds yet."""
        role = Role(self.ids.named("role", guild.name, name), name, permissions, mentionable)
        guild.roles[role.id] = role
        self.changes.publish(changes.RoleCreated(guild, role))
        return role

    def add_member(self, guild: Guild, user: User, *roles: Role) -> Member:
        """Add `user` to `guild` with `roles` in addition to the everyone role."""
        member = Member(user, self.clock.now(), list(roles))
        guild.members[user.id] = member
        return member

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from `guild`, so that it gets no more events and has no permissions there."""
        guild.has_bot = guild.has_commands = False
        for role in guild.members.pop(self.bot.id).roles:
            if role.bot:
                del guild.roles[role.id]
        self.changes.publish(changes.GuildLeft(guild))

    def return_bot(self, guild: Guild) -> None:
        """Invite the bot to `guild`, for the first time or again. Discord gives the bot a role."""
        role = Role(self.ids.named("role", guild.name, BOT_NAME), BOT_NAME, INVITED_PERMISSIONS, bot=self.bot)
        guild.roles[role.id] = role
        guild.has_bot = guild.has_commands = True
        self.add_member(guild, self.bot, role)
        self.changes.publish(changes.GuildJoined(guild))

    def fail(self, guild: Guild) -> None:
        """Begin an outage of `guild`, in which there are no events and nobody can do anything."""
        guild.unavailable = True
        self.changes.publish(changes.GuildFailed(guild))

    def recover(self, guild: Guild) -> None:
        """End the outage of `guild`."""
        guild.unavailable = False
        self.changes.publish(changes.GuildRecovered(guild))

    def add_channel(self, guild: Guild, name: str, kind: ChannelKind = ChannelKind.TEXT) -> Channel:
        """Create a channel without overwrites."""
        return self._put(Channel(self.ids.named("channel", guild.name, name), name, kind, guild))

    def private_channel(self, user: User) -> Channel:
        """Return the conversation of the bot with `user`, which the first call opens."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        return self._put(Channel(self.ids.named("dm", user.name), user.name, ChannelKind.DM, recipient=user))

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        kind: ChannelKind,
        minutes: int,
        starter: Message | None,
    ) -> Thread:
        """Open a thread. As at Discord, a thread from a message `starter` has the message's id."""
        now = self.clock.now()
        thread = Thread(
            starter.id if starter else self.ids.next(),
            name,
            kind,
            parent.guild,
            parent=parent,
            owner=owner,
            created_at=now,
            active_at=now,
            archive_changed_at=now,
            auto_archive_minutes=minutes,
            joined={owner.id: now},
        )
        if starter:
            starter.thread = thread
            starter.flags |= MessageFlag.HAS_THREAD
        self._put(thread)
        self._archive_when_idle(thread)
        if starter:
            self.changes.publish(changes.MessageUpdated(starter))
        return thread

    def set_archived(self, thread: Thread, *, archived: bool) -> None:
        """Archive `thread` or reopen it."""
        if thread.archived != archived:
            thread.archived = archived
            thread.archive_changed_at = thread.active_at = self.clock.now()
            self.changes.publish(changes.ChannelUpdated(thread))
            self._archive_when_idle(thread)

    def join_thread(self, thread: Thread, user: User) -> None:
        """Add `user` to `thread`."""
        if user.id not in thread.joined:
            thread.joined[user.id] = self.clock.now()
            self.changes.publish(changes.ThreadMembersChanged(thread, joined=(user.id,)))

    def leave_thread(self, thread: Thread, user: User) -> None:
        """Remove `user` from `thread`."""
        if thread.joined.pop(user.id, None) is not None:
            self.changes.publish(changes.ThreadMembersChanged(thread, left=(user.id,)))

    def overwrite(
        self, channel: Channel, target: User | Role, *, allow: Permission, deny: Permission
    ) -> None:
        """Replace the permissions that `channel` grants to and takes from `target`."""
        rule = Overwrite(target.id, isinstance(target, User), allow, deny)
        channel.overwrites[target.id] = rule
        self.changes.publish(changes.ChannelUpdated(channel))

    def delete_channel(self, channel: Channel) -> None:
        """Delete `channel` with its threads and messages."""
        for thread in self.threads_of(channel):
            self._drop(thread)
        self._drop(channel)
        self.changes.publish(changes.ChannelDeleted(channel))

    def threads_of(self, channel: Channel) -> list[Thread]:
        """Return the threads under `channel`."""
        return [c for c in self.channels.values() if isinstance(c, Thread) and c.parent is channel]

    def channels_of(self, guild: Guild) -> list[Channel]:
        """Return the channels and threads of `guild`, oldest first."""
        return [c for c in self.channels.values() if c.guild is guild]

    # --- messages ---

    def post(self, message: Message) -> Message:
        """Add a finished message to its channel."""
        self.messages[message.id] = message
        message.channel.messages[message.id] = message
        if not message.ephemeral:
            message.channel.last_message_id = message.id
            if isinstance(message.channel, Thread):
                message.channel.active_at = message.created_at
        if message.nonce is not None:
            self.nonces[message.author.id, message.nonce] = message
        self.keep(message.attachments)
        self.changes.publish(changes.MessageCreated(message))
        return message

    def touch(self, message: Message) -> None:
        """Publish that `message` has changed in place."""
        self.keep(message.attachments)
        self.changes.publish(changes.MessageUpdated(message))

    def delete_message(self, message: Message) -> None:
        """Remove `message` from its channel."""
        message.deleted = True
        self.messages.pop(message.id, None)
        message.channel.messages.pop(message.id, None)
        self.changes.publish(changes.MessageDeleted(message))

    def keep(self, attachments: Iterable[Attachment]) -> None:
        """Serve `attachments` at their addresses."""
        self.attachments.update((a.id, a) for a in attachments)

    # --- commands ---

    def register(self, command: Command) -> Command:
        """Register `command` in place of any command with the same id."""
        self.commands[command.id] = command
        self.changes.publish(changes.CommandsChanged())
        return command

    def unregister(self, command: Command) -> None:
        """Remove `command`."""
        del self.commands[command.id]
        self.changes.publish(changes.CommandsChanged())

    def commands_for(self, guild: Guild | None) -> list[Command]:
        """Return the commands registered for `guild` alone; if `guild` is None, the global commands."""
        wanted = guild.id if guild else None
        return [command for command in self.commands.values() if command.guild_id == wanted]

    def rights_about(self, guild: Guild, command: Command) -> tuple[CommandRight, ...]:
        """Return the rights that `guild` has set for `command` or, if there are none, for all commands."""
        of_all = self.command_rights.get((guild.id, command.application_id), ())
        return self.command_rights.get((guild.id, command.id), of_all)

    def _archive_when_idle(self, thread: Thread) -> None:
        """Archive `thread` once its archiving time has passed without a new message."""
        if thread.falling_asleep:
            thread.falling_asleep.cancel()
        if thread.archived or thread.id not in self.channels:
            return
        rest = thread.active_at + timedelta(minutes=thread.auto_archive_minutes) - self.clock.now()
        if rest <= timedelta(0):
            self.set_archived(thread, archived=True)
        else:
            thread.falling_asleep = self.clock.call_later(
                rest.total_seconds(), lambda: self._archive_when_idle(thread)
            )

    def _put(self, channel: ChannelT) -> ChannelT:
        self.channels[channel.id] = channel
        self.changes.publish(changes.ChannelCreated(channel))
        return channel

    def _drop(self, channel: Channel) -> None:
        del self.channels[channel.id]
        for message in channel.messages.values():
            message.deleted = True
            self.messages.pop(message.id, None)
