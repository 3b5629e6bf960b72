"""A message ready to be sent or edited in."""

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
from discord import ui

from bot.posts.pictures import CLOSE_UP, CLOSER, KeptPicture

if TYPE_CHECKING:
    from render.encode import Picture


@dataclass(frozen=True)
class Message:
    """Its components, its picture if a new one comes along (or else the attachment that stays), its calls.

    A new picture brings its close-up.

    `called` are the ids of the users who may be called by it.
    """

    view: ui.LayoutView
    picture: "Picture | None" = None
    picture_name: str = ""
    alt: str = ""
    kept: int = 0
    called: tuple[int, ...] = ()

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Whom the message may call. An edit calls nobody, but keeps as mentions only those it allows."""
        # Who was forgotten has a number below 0. The bot may have several seats; Discord takes nobody twice.
        users = [discord.Object(user) for user in dict.fromkeys(self.called) if user > 0]
        return discord.AllowedMentions(everyone=False, roles=False, users=users)

    def files(self) -> list[discord.File]:
        """The pictures that come along."""
        if self.picture is None:
            return []
        board = discord.File(io.BytesIO(self.picture.data), filename=self.picture_name, description=self.alt)
        near = self.picture.close_up
        closer = [discord.File(io.BytesIO(near.data), filename=CLOSE_UP, description=CLOSER)] if near else []
        return [board, *closer]

    def attachments(self) -> list[discord.File | discord.Attachment]:
        """The picture that an edit brings, or the one that it keeps; all others go."""
        if self.kept:
            return [KeptPicture(self.kept, self.picture_name, self.alt)]
        return [*self.files()]


def layout(*items: "ui.Item[ui.LayoutView]") -> ui.LayoutView:
    """A message of these parts. It is stopped at once: presses reach the bot by the controls' ids alone."""
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
