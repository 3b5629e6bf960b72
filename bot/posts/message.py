"""A message ready to be sent or edited in."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.posts.pictures import KeptPicture

if TYPE_CHECKING:
    from render.encode import Picture


NOW = "board-now.png"
"""The file name of the current board; its message also keeps the first one of the turn."""


@dataclass(frozen=True)
class Message:
    """The components, a new picture or the one that stays, and the mentions.

    `called` are the ids of the users it may mention.
    """

    view: ui.LayoutView
    picture: "Picture | None" = None
    picture_name: str = ""
    alt: str = ""
    kept: KeptPicture | None = None
    called: tuple[int, ...] = ()

    @property
    def mentions(self) -> discord.AllowedMentions:
        """The users that the message may mention. An edit notifies nobody, but removes other mentions."""
        # Forgotten users have a number below 0. The bot may have several seats; Discord refuses duplicates.
        users = [discord.Object(user) for user in dict.fromkeys(self.called) if user > 0]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def files(self) -> list[discord.File]:
        """Return the new picture."""
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.data), filename=self.picture_name, description=self.alt)]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """Return what an edit adds and keeps; all others are removed."""
        return [*([self.kept] if self.kept else []), *self.files()]


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """Return a message of these parts. It listens for nothing: presses reach the bot by the controls' ids."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
