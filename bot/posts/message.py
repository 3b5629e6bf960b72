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
"""The file name of the board of a turn under way, beside which its message keeps the one it began with."""


@dataclass(frozen=True)
class Message:
    """Its components, its picture if a new one comes along, the one that stays if any does, and its calls.

    `called` are the ids of the users who may be called by it.
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
        # Who was forgotten has a number below 0. The bot may have several seats; Discord takes nobody twice.
        users = [discord.Object(user) for user in dict.fromkeys(self.called) if user > 0]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def files(self) -> list[discord.File]:
        """The picture that comes along."""
        if self.picture is None:
            return []
        return [discord.File(io.BytesIO(self.picture.data), filename=self.picture_name, description=self.alt)]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """What an edit brings and what it keeps; all others go."""
        return [*([self.kept] if self.kept else []), *self.files()]


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """A message of these parts. It is stopped at once: presses reach the bot by the controls' ids alone."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
