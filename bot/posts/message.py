"""The contents of a message, in the form that Discord needs for new messages and for edits."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.posts.pictures import KeptPicture

if TYPE_CHECKING:
    from render.encode import Picture


NOW = "board-now.png"
"""The file name of a turn's later board. The message also keeps the turn's first board."""


@dataclass(frozen=True)
class Message:
    """The components of a message, its new or kept picture, and its mentions.

    `called` holds the ids of the users that the message may mention.
    """

    view: ui.LayoutView
    picture: "Picture | None" = None
    picture_name: str = ""
    alt: str = ""
    kept: KeptPicture | None = None
    called: tuple[int, ...] = ()

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The users whose mentions are allowed. An edit notifies nobody, but removes all other mentions."""
        # Forgotten users have negative numbers. A bot with several seats must not appear twice.
        users = [discord.Object(user) for user in dict.fromkeys(self.called) if user > 0]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def files(self) -> list[discord.File]:
        """Return the new picture as a list of files."""
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.data), filename=self.picture_name, description=self.alt)]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """Return the files that an edit adds or keeps; the edit removes all others."""
        return [*([self.kept] if self.kept else []), *self.files()]


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """Return a message of these parts. Presses are handled by `Harbourmaster` instead of discord.py."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
