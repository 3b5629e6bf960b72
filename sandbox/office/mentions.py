"""Mentions in messages, and the people whom they notify."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from sandbox.errors import bad_form
from sandbox.world.channels import Channel, Thread
from sandbox.world.guilds import User
from sandbox.world.permissions import Permission
from sandbox.world.snowflakes import Snowflake

_CODE = re.compile(r"```.*?```|``.*?``|`[^`]*`", re.DOTALL)
_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


class AllowedMentions(BaseModel):
    """The people whom a message may notify. A message without this list may notify everybody."""

    parse: tuple[Literal["users", "roles", "everyone"], ...] | None = None
    users: tuple[Snowflake, ...] | None = Field(default=None, max_length=100)
    roles: tuple[Snowflake, ...] | None = Field(default=None, max_length=100)
    replied_user: bool | None = None

    def check(self) -> None:
        """Raise ApiError if ids of a kind are listed although `parse` allows all mentions of that kind."""
        for kind, listed in (("users", self.users), ("roles", self.roles)):
            if listed and kind in (self.parse or ()):
                raise bad_form(
                    "allowed_mentions",
                    "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                    f"parse:{kind} and {kind}: [ids...] are mutually exclusive.",
                )

    def allows_user(self, user_id: int) -> bool:
        """Return whether a mention of a user may notify that user."""
        return "users" in (self.parse or ()) or user_id in (self.users or ())

    def allows_role(self, role_id: int) -> bool:
        """Return whether a mention of this role may notify its members."""
        return "roles" in (self.parse or ()) or role_id in (self.roles or ())

    def allows_everyone(self) -> bool:
        """Return whether @everyone and @here may notify everybody."""
        return "everyone" in (self.parse or ())


ALL_ALLOWED = AllowedMentions(parse=("users", "roles", "everyone"))


@dataclass(frozen=True)
class Mentions:
    """The mentions in a message. `pinged` contains the ids of the users whom these mentions notify."""

    users: tuple[User, ...] = ()
    roles: tuple[int, ...] = ()
    everyone: bool = False
    pinged: frozenset[int] = frozenset()


def read(
    text: str, channel: Channel, author: User, allowed: AllowedMentions, users: Iterable[User]
) -> Mentions:
    """Return the mentions in `text`, except in code, that `allowed` permits, and the people to notify."""
    plain = _CODE.sub(" ", text)
    named = {int(found) for found in _USER.findall(plain)}
    known = [user for user in users if user.id in named and allowed.allows_user(user.id)]
    called = {user.id for user in known}
    roles: list[int] = []
    everyone = False
    if channel.guild is not None:
        may_call_all = Permission.MENTION_EVERYONE in channel.permissions_of(author)
        for role_id in dict.fromkeys(int(found) for found in _ROLE.findall(plain)):
            role = channel.guild.roles.get(role_id)
            if role and allowed.allows_role(role_id) and (role.mentionable or may_call_all):
                roles.append(role_id)
                called |= {m.user.id for m in channel.guild.members.values() if role in m.roles}
        everyone = bool(_EVERYONE.search(plain)) and allowed.allows_everyone() and may_call_all
        if everyone:
            called |= set(channel.guild.members)
    # A mention adds people to a thread. Therefore everybody who sees the thread's parent can be notified.
    open_to = channel.parent if isinstance(channel, Thread) else channel
    readers = {user.id for user in users if Permission.VIEW_CHANNEL in open_to.permissions_of(user)}
    return Mentions(tuple(known), tuple(roles), everyone, frozenset(called & readers - {author.id}))
